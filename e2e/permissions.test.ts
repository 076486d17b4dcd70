import { rights } from '@tradewind/contract/access/modules.ts';
import { saveUserModel } from '@tradewind/contract/access.ts';
import { saveOrUpdateUser } from '@tradewind/contract/identity.ts';
import { expect, test } from 'vitest';
import { seriousFindings, somebody } from './person.ts';

const FIRST = 'FirstPassword2026'.slice(0, 16);
const NEXT = 'NextPassword26';

test('a member with two modules and one button sees just those; a first password is changed at the first sign-in', async () => {
  const boss = await somebody();
  await boss.signIn('demo');
  const userLoginId = `member.${Date.now().toString(36)}`;
  const user = { userLoginId, name: '陈一', email: `${userLoginId}@e2e.invalid`, password: FIRST };
  await boss.call(saveOrUpdateUser, { user });
  const models = [
    { modelId: rights.exchangeRate.id, buttons: [] },
    { modelId: rights.developer.id, buttons: ['add'] },
  ];
  await boss.call(saveUserModel, { userLoginId, models });

  const member = await somebody();
  const { page } = member;
  await member.go('/login');
  await page.getByLabel('用户名').fill(userLoginId);
  await page.getByLabel('密码').fill(FIRST);
  await page.getByRole('button', { name: /登\s*录/ }).click();
  await page.waitForURL(/#\/ChangePassword/);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel('原密码').fill(FIRST);
  await page.getByLabel('新密码', { exact: true }).fill(NEXT);
  await page.getByLabel('再次输入新密码').fill(NEXT);
  await page.getByRole('button', { name: '修改密码' }).click();
  await page.getByText('修改成功').waitFor();
  await page.waitForURL(/#\/Mainpage/);

  const nav = page.getByRole('navigation', { name: '主菜单' });
  await nav.getByText('系统设置').click();
  const entries = await nav.getByRole('menuitem').allTextContents();
  expect(entries.map((entry) => entry.trim())).toEqual(['首页', '系统设置', '汇率', '开发者']);
  await member.go('/system/rate');
  await member.settled();
  expect(await page.getByRole('button', { name: '设置汇率' }).count()).toBe(0);
  await member.go('/developer');
  const name = `E2E ${userLoginId}`;
  await page.getByRole('button', { name: '新增应用' }).click();
  await page.getByLabel('应用名称').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: '新增应用' }).click();
  await page.getByText('App Secret 只显示这一次').waitFor();
  await member.picture('developer-issued');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: '我已保存' }).click();
  await page.getByRole('cell', { name }).waitFor();
  expect(await page.getByRole('button', { name: /删\s*除/ }).count()).toBe(0);
  expect(await page.getByRole('button', { name: '重置密钥' }).count()).toBe(0);
  await member.go('/order/all');
  await page.getByText('您没有此页面的权限').waitFor();
  await member.picture('page-denied');
  // A right that is given while the window is open is there at once: the page opens by itself.
  await member.listens();
  await boss.call(saveUserModel, { userLoginId, models: [...models, { modelId: rights.order.id, buttons: [] }] });
  await page.waitForURL(/#\/order\/all/);
  await nav.getByText('订单', { exact: true }).waitFor();

  // The button is taken away while the page is open: the next click is refused, and the button goes.
  await member.go('/developer');
  await page.getByRole('button', { name: '新增应用' }).click();
  await page.getByLabel('应用名称').fill(`${name} 2`);
  await boss.call(saveUserModel, { userLoginId, models: [{ modelId: rights.developer.id, buttons: [] }] });
  await page.getByRole('dialog').getByRole('button', { name: '新增应用' }).click();
  await page.getByText('您没有此操作的权限').waitFor();
  expect(await page.getByLabel('应用名称').inputValue()).toBe(`${name} 2`);
  await nav.getByText('系统设置').waitFor({ state: 'detached' });
  await member.close();
  await boss.close();
});

test('§8 Developer key refresh and remove: the server’s msg as a success toast', async () => {
  const boss = await somebody();
  await boss.signIn('demo');
  const { page } = boss;
  const name = `Toast ${Date.now().toString(36)}`;
  await boss.go('/developer');
  await page.getByRole('button', { name: '新增应用' }).first().click();
  await page.getByLabel('应用名称').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: '新增应用' }).dblclick();
  await page.getByText('操作成功').first().waitFor();
  await page.getByRole('button', { name: '我已保存' }).click();
  await page.getByRole('cell', { name }).first().waitFor();
  await boss.settled();
  expect(await page.getByRole('cell', { name }).count()).toBe(1);
  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByRole('button', { name: '重置密钥' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '重置密钥' }).click();
  await page.getByRole('button', { name: '我已保存' }).click();
  await row.getByRole('button', { name: /删\s*除/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删\s*除/ })
    .click();
  await row.waitFor({ state: 'detached' });
  await boss.close();
});
