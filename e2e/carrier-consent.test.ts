import { beforeAll, expect, test } from 'vitest';
import { type Person, seriousFindings, somebody } from './person.ts';
import { foundCompany } from './workshop.ts';

let person: Person;
beforeAll(async () => {
  person = await somebody();
  await foundCompany(person);
});

test('a UPS account is connected on the page of UPS, and again after a refusal', async () => {
  const { page } = person;
  await person.go('/system/carrier');
  await page.getByRole('button', { name: '添加承运商账号' }).first().click();
  await page.getByRole('dialog', { name: '选择承运商' }).getByRole('button', { name: 'UPS' }).click();
  const form = page.getByRole('dialog', { name: '添加账号：UPS' });
  await form.getByLabel('UPS 账号', { exact: true }).fill('A1B2C3');
  await form.getByRole('switch', { name: '沙箱' }).click();
  await person.picture('carrier-consent-1-form');
  await form.getByRole('button', { name: '保存账号' }).click();
  await page.getByRole('button', { name: 'Allow 同意授权' }).waitFor();
  const there = new URL(page.url()).searchParams;
  const denied = new URLSearchParams({ error: 'access_denied', state: there.get('state') ?? '' });
  await page.goto(`${there.get('redirect_uri')}?${denied}`);
  await page.getByText('您在承运商网站上取消了授权').waitFor();
  await person.picture('carrier-consent-2-denied');
  await page.getByRole('button', { name: '返回快递物流' }).click();
  const row = page.getByRole('row', { name: /A1B2C3/ });
  await row.getByText('待授权').waitFor();
  await row.getByRole('button', { name: '前往授权' }).click();
  await page.getByRole('button', { name: 'Allow 同意授权' }).click();
  await page.getByText('授权成功').waitFor();
  await person.settled();
  expect(await seriousFindings(page)).toEqual([]);
  await person.picture('carrier-consent-3-done');
  await page.getByRole('button', { name: '返回快递物流' }).click();
  await row.getByText('已授权').waitFor();
  await row.getByRole('button', { name: '测试连接' }).click();
  await page.getByText('连接成功').waitFor();
  await person.picture('carrier-consent-4-list');
});
