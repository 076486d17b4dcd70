import { expect, test } from 'vitest';
import { fitName } from './name-blanks.ts';

test('blanks stand around a Latin name and not around a Chinese one', () => {
  expect(fitName('前往 Shopify 授权', 'Shopify')).toBe('前往 Shopify 授权');
  expect(fitName('前往 亚马逊 授权', '亚马逊')).toBe('前往亚马逊授权');
  expect(fitName('您来自 亚马逊，请核对', '亚马逊')).toBe('您来自亚马逊，请核对');
  expect(fitName('前往 亚马逊 VC 授权', '亚马逊 VC')).toBe('前往亚马逊 VC 授权');
});
