import { addCount, saveCountSetting } from '@tradewind/contract/warehouse.ts';
import { expect, test } from 'vitest';
import { limitsOf } from './limits.ts';

test('a form keeps to what the call says of a value', () => {
  expect(limitsOf(saveCountSetting, 'daysA')).toEqual({ required: true, min: 1, max: 3650, digits: 0 });
  expect(limitsOf(addCount, 'remark')).toEqual({ required: false, max: 200 });
  expect(limitsOf(addCount, 'nothing')).toBeUndefined();
});

test('how many items a list may have is no length of the text that they are typed as', () =>
  expect(limitsOf(addCount, 'locationCodes')).toEqual({ required: false }));
