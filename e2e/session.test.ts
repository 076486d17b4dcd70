import { getOrder, listOrders } from '@tradewind/contract/orders.ts';
import { expect, test } from 'vitest';
import { type Look, type Person, seriousFindings, somebody } from './person.ts';

const signedIn = async (look?: Look) => {
  const person = await somebody(look);
  await person.signIn('demo');
  await person.go('/Mainpage');
  return person;
};
const failWith = (person: Person, path: string, status: number, body: object) =>
  person.page.route(`**/api${path}*`, (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
  );

test('§2 A visitor is sent to login with the wanted path, and is led there after signing in', async () => {
  const person = await somebody();
  await person.go('/warehouse/stock?page=2');
  await person.page.waitForURL(/#\/login\?redirect=%2Fwarehouse%2Fstock/);
  await person.page.getByLabel('用户名').fill(' demo ');
  await person.page.getByLabel('密码').fill('Tradewind2026');
  await person.page.getByRole('button', { name: /登\s*录/ }).click();
  await person.page.waitForURL(/#\/warehouse\/stock\?page=2/);
  await expect.poll(() => person.page.title()).toBe('库存 - Tradewind');
  await person.go('/login');
  await person.page.waitForURL(/#\/Mainpage/);
  await person.close();
});

test('§8 10086: the session is over, login comes with isLogout=1', async () => {
  const person = await signedIn();
  await failWith(person, '/seller/order/list', 401, { code: 10086, msg: '登录已失效', data: null });
  await person.go('/order/all');
  await person.isSignedOut();
  await person.page.getByText('您已退出登录').or(person.page.getByRole('status')).first().waitFor();
  await person.close();
});

test.each([
  ['§5 Missing user info', '/seller/user/getUserInfoMain', {}, '验证失败，请重新登录'],
  ['§5 Empty menu data', '/seller/csSecurityPermission/mainModelNew', [], '菜单数据加载失败'],
])('%s ends the start with its message', async (_name, path, data, said) => {
  const person = await signedIn();
  await failWith(person, path, 200, { code: 200, msg: '', data });
  await person.page.reload();
  await person.page.getByText(said).waitFor();
  await person.page.waitForURL(/#\/login\?redirect=/);
  await person.page.unrouteAll();
  await person.page.reload();
  await person.page.getByLabel('用户名').waitFor();
  await person.close();
});

test('§8 A failed request is told for 5 seconds; a query timeout is not told by a toast', async () => {
  const person = await signedIn();
  await failWith(person, '/seller/userLogin/updateLocales', 500, { code: 500, msg: '坏了', data: null });
  const english = async () => {
    await person.page.getByRole('button', { name: '语言' }).click();
    await person.page.getByRole('menuitem', { name: 'English' }).click();
  };
  await english();
  await person.page.getByText('坏了').waitFor();
  await person.page.mouse.move(300, 500);
  const answered = Date.now();
  await person.page.getByText('坏了').waitFor({ state: 'detached', timeout: 9000 });
  expect(Date.now() - answered).toBeGreaterThan(3500);
  await person.page.unrouteAll();
  const timeout = { code: 504, msg: '查询超时', data: { error: 'core.queryTimeout', requestId: '' } };
  await failWith(person, '/seller/userLogin/updateLocales', 504, timeout);
  await Promise.all([person.page.waitForResponse('**/seller/userLogin/updateLocales*'), english()]);
  await person.settled();
  expect(await person.page.getByText('查询超时').count()).toBe(0);
  await person.close();
});

test('§8 Language switch: 切换语言成功, and the page stays', async () => {
  const person = await signedIn();
  await person.go('/order/all?status=ready');
  await person.page.getByRole('button', { name: '语言' }).click();
  await person.page.getByRole('menuitem', { name: 'English' }).click();
  await person.page.getByText('Language switched').waitFor();
  await person.page.getByRole('heading', { name: 'All orders' }).waitFor();
  expect(person.page.url()).toContain('#/order/all?status=ready');
  await person.page.getByRole('button', { name: 'Language' }).click();
  await person.page.getByRole('menuitem', { name: '中文' }).click();
  await person.page.getByText('切换语言成功').waitFor();
  await person.close();
});

test('§9 Idle for 10 minutes: a minute’s warning, then signed out; what was typed is there after signing in again', async () => {
  const person = await signedIn();
  const { page } = person;
  await person.go('/system/rate');
  await person.settled();
  await page.clock.install();
  await page.reload();
  await page
    .getByRole('button', { name: /设置汇率/ })
    .first()
    .click();
  const typed = page.getByRole('dialog').getByLabel('汇率', { exact: true });
  await typed.fill('7.123');
  await page.clock.fastForward(541_000);
  await page.getByText(/秒后将自动退出登录/).waitFor();
  await person.picture('idle-warning');
  await page.clock.fastForward(61_000);
  await page.getByText('长时间未操作，已退出登录').waitFor();
  await person.picture('idle-locked');
  expect(await seriousFindings(page)).toEqual([]);
  // Whoever is signed out has nothing to ask, however long the window stands open.
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.clock.fastForward(20 * 60_000);
  await person.settled();
  expect(requested).toEqual([]);
  const answer = await page.request.get(new URL('/api/seller/user/getUserInfoMain', page.url()).toString(), {
    headers: { 'x-tradewind': 'web' },
  });
  expect(answer.status()).toBe(401);
  await page.getByLabel('密码').fill('Tradewind2026');
  await page.getByRole('button', { name: '登录并继续' }).click();
  await page.getByText('长时间未操作，已退出登录').waitFor({ state: 'detached' });
  expect(await typed.inputValue()).toContain('7.123');
  await person.close();
});

test('§9 Narrower than 992 px the sidebar is a drawer of 250 px that closes on resize', async () => {
  const person = await signedIn();
  const { page } = person;
  const side = page.locator('aside.tw-side');
  expect((await side.boundingBox())?.width).toBe(250);
  await page.setViewportSize({ width: 991, height: 800 });
  await side.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '展开菜单' }).click();
  const drawer = page.locator('.ant-drawer-content-wrapper, .ant-drawer-section').first();
  await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(250);
  await page.setViewportSize({ width: 900, height: 800 });
  await expect.poll(() => drawer.isVisible()).toBe(false);
  await page.setViewportSize({ width: 992, height: 800 });
  await side.waitFor();
  await person.close();
});

test('§2 An unknown path leads to /404', async () => {
  const person = await signedIn();
  await person.go('/no/such/page');
  await person.page.waitForURL(/#\/404/);
  await person.close();
});

test.each(['zh', 'en'] as const)(
  'an order is shared by a link, opened without an account, and taken back (%s)',
  async (language) => {
    const person = await signedIn({ language, theme: 'light', width: 1440 });
    const { page } = person;
    const { rows } = await person.call(listOrders, { page: 1, pageSize: 30, status: 'ready' });
    const id = rows[0]?.id ?? 0;
    await person.go(`/order/all?open=${id}`);
    await page.getByRole('button', { name: /分享|Share/ }).click();
    await page.getByLabel(/接收方|Recipient/).fill('Ningbo');
    await page.getByRole('combobox', { name: /^(页面|Page)$/ }).click();
    await page.getByTitle(/对方确认发货|Confirm shipment/).click();
    await page.getByRole('button', { name: /生成链接|Create link/ }).click();
    const url = new URL((await page.locator('.tw-share-url').textContent()) ?? '');
    await person.picture(`share-${language}`);
    expect(await seriousFindings(page)).toEqual([]);

    const partner = await somebody({ language, theme: 'light', width: 390 });
    await partner.go(url.hash.slice(1));
    await partner.page.getByLabel(/承运商|Carrier/).fill('UPS');
    await partner.page.getByLabel(/跟踪号|Tracking number/).fill(`1Z999-${language}`);
    await partner.picture(`confirm-shipment-${language}`);
    expect(await seriousFindings(partner.page)).toEqual([]);
    await partner.page.getByRole('button', { name: /确认发货|Confirm shipment/ }).click();
    await partner.page.getByText(/已提交|Submitted/).waitFor();
    const order = await person.call(getOrder, { id });
    expect(order.status).toBe('ready');
    expect(order.history[0]?.event).toBe('shipmentProposed');

    await page
      .getByRole('button', { name: /撤\s*销|Revoke/ })
      .first()
      .click();
    await page
      .getByRole('button', { name: /撤\s*销|Revoke/ })
      .last()
      .click();
    await page.getByText(/链接已撤销|Link revoked/).waitFor();
    await partner.page.reload();
    await partner.page.getByText(/链接已失效|no longer valid/).waitFor();
    await partner.picture(`link-gone-${language}`);
    await partner.close();
    await person.close();
  },
);
