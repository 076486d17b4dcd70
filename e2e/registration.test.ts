import { forgetPassword } from '@tradewind/contract/identity.ts';
import { listOrders } from '@tradewind/contract/orders.ts';
import { expect, test, vi } from 'vitest';
import { seriousFindings, somebody } from './person.ts';
import { foundCompany, linkIn, mailTo } from './workshop.ts';

const PASSWORD = 'HarbourWind2026';
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');
const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

test('from the registration with its licence to the first sign-in', async () => {
  const person = await somebody();
  const { page } = person;
  const login = `licence.${Date.now().toString(36)}`;
  const choose = async (field: string, text: string) => {
    await page.getByRole('combobox', { name: field }).fill(text);
    await page.getByTitle(text, { exact: true }).click();
  };
  await person.go('/companyRegister');
  await page.getByLabel('公司名称').fill('海港贸易');
  await page.getByLabel('联系人').fill('林');
  await page.getByRole('combobox', { name: '城市' }).click();
  await page.getByText('请先选择省份').waitFor();
  await choose('省份', '广东省');
  await choose('城市', '深圳市');
  await choose('省份', '浙江省');
  // Another province: its city is chosen anew.
  await page.locator('.ant-select-content', { hasText: '深圳市' }).waitFor({ state: 'detached' });
  await choose('城市', '宁波市');
  await person.picture('register-region');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: '下一步' }).click();

  await page.getByLabel('用户名').fill(login);
  await page.getByLabel('姓名').fill('林晓');
  await page.getByLabel('邮箱').fill('harbour');
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByLabel('再次输入密码').fill(PASSWORD);
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByText('邮箱格式不正确').waitFor();
  await page.getByLabel('邮箱').fill(`${login}@harbour.invalid`);
  await page.getByRole('button', { name: '下一步' }).click();

  const file = page.locator('input[type=file]');
  await file.setInputFiles(asFile('营业执照.pdf', Buffer.concat([PDF, Buffer.alloc(5.1 * 1024 * 1024)])));
  await page.getByText('营业执照.pdf 超过 5 MB').waitFor();
  await file.setInputFiles(asFile('setup.exe', Buffer.from('MZ this is a program')));
  await page.getByText(/setup\.exe 不是 .*pdf.* 文件/).waitFor();
  await file.setInputFiles(asFile('执照.pdf', Buffer.from('MZ this is a program')));
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: /注\s*册$/ }).click();
  await page.getByText(/文件不是有效的 jpg, png, pdf 文件/).waitFor();
  await person.picture('register-licence-refused');
  expect(await seriousFindings(page)).toEqual([]);
  await file.setInputFiles(asFile('营业执照.pdf', PDF));
  await page.getByLabel(/统一社会信用代码/).fill('91330200MA0000000X');
  await page.getByRole('button', { name: /注\s*册$/ }).click();
  await page.getByText(`${login}@harbour.invalid`).waitFor();

  await page.goto(linkIn(await mailTo(`${login}@harbour.invalid`)));
  await page
    .getByText(/成功|已验证/)
    .first()
    .waitFor();
  await person.signInByForm(login, PASSWORD);
  await person.go('/businesst');
  await page.getByText('91330200MA0000000X').waitFor();
  await page.getByText('新的执照文件').waitFor();
  await person.picture('register-licence-waits');
  expect(person.complaints).toEqual([]);
  await person.close();
});

test('a key that was mailed works once for a password, and a used or late one says so', async () => {
  const person = await somebody();
  const login = await foundCompany(person);
  await person.go('/Mainpage');
  await person.listens();
  const visitor = await somebody();
  await visitor.call(forgetPassword, { userLoginId: login });
  const mailed = await vi.waitUntil(
    async () => /https?:\/\/\S+(Forgetpassword|retrievePassword)\S+/.exec(await mailTo(`${login}@e2e.invalid`))?.[0],
    { timeout: 60_000, interval: 250 },
  );
  const setNew = async (password: string) => {
    await visitor.page.goto('about:blank');
    await visitor.page.goto(mailed);
    await visitor.page.getByLabel('新密码', { exact: true }).fill(password);
    await visitor.page.getByLabel('再次输入新密码').fill(password);
    await visitor.page.getByRole('button', { name: '保存新密码' }).click();
  };
  await setNew('HarbourWind2027');
  await visitor.page.getByText('新密码已生效').first().waitFor();
  await setNew('HarbourWind2028');
  await visitor.page.getByText('链接已失效，请重新获取').first().waitFor();
  await visitor.picture('key-used-twice');
  // The session from before the new password is over, and its window hears so by itself.
  await person.isSignedOut();
  await visitor.close();
  await person.close();
});

test('the program opens without a network, and keeps no answer of the server', async () => {
  const person = await somebody(undefined, { serviceWorkers: true });
  await person.go('/login');
  await person.page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await person.page.reload();
  await person.settled();
  await person.context.setOffline(true);
  await person.page.reload();
  await person.page.getByLabel('用户名').waitFor();
  const kept = await person.page.evaluate<string[]>(`(async () => {
    const files = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return files.flat().map((request) => new URL(request.url).pathname);
  })()`);
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.filter((path) => path.startsWith('/api'))).toEqual([]);
  await person.close();
});

test('a new company looks around in a sample company, comes back and removes it', { timeout: 240_000 }, async () => {
  const person = await somebody();
  const { page } = person;
  await foundCompany(person);
  await person.go('/Mainpage');
  const bar = page.getByRole('status').filter({ hasText: '示例公司' });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('region', { name: '开始使用 Tradewind' }).waitFor();
  await person.picture('sample-offered');
  expect(await seriousFindings(page)).toEqual([]);
  await press('先逛逛示例公司');
  await bar.getByText('数据均为虚构').waitFor();
  await bar.getByText(/正在准备数据 \d+%/).waitFor();
  await person.picture('sample-loading');
  await vi.waitUntil(async () => (await person.call(listOrders, {})).total > 0, { timeout: 200_000, interval: 1000 });
  await person.go('/order/all');
  await page.locator('.tw-row-open').first().waitFor();
  await person.picture('sample-orders');
  expect(await seriousFindings(page)).toEqual([]);

  await press('返回我的公司');
  await bar.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '进入示例公司' }).waitFor();
  // Who has no setup guide finds it in the user menu.
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '示例公司' }).click();
  await bar.waitFor();
  await press('删除示例公司');
  await page.getByRole('dialog').getByRole('button', { name: '删除示例公司' }).click();
  await page.getByText('示例公司已删除').waitFor();
  await page.getByRole('button', { name: '先逛逛示例公司' }).waitFor();
  expect((await person.call(listOrders, {})).total).toBe(0);
  expect(person.complaints).toEqual([]);
  await person.close();
});
