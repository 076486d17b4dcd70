import { mainModelNew } from '@tradewind/contract/access.ts';
import { addDeveloper } from '@tradewind/contract/developer.ts';
import { getUserInfoMain } from '@tradewind/contract/identity.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nameOf, type Person, somebody } from './person.ts';
import { newContext } from './worker.ts';
import { foundCompany } from './workshop.ts';

const WORDS = {
  zh: {
    wrong: '用户名或密码不正确',
    noUser: '验证失败，请重新登录',
    noMenu: '菜单数据加载失败',
    network: '网络连接失败，请检查网络后重试',
    changed: '修改成功',
    locked: '无法打开此页面',
  },
  en: {
    wrong: 'Wrong username or password',
    noUser: 'Verification failed, please log in again',
    noMenu: 'Menu data failed to load',
    network: 'Could not connect to the server. Check your network and try again.',
    changed: 'Password changed',
    locked: 'This page cannot be opened',
  },
};

/** The main account of a company of these tests' own. */
let self: string;
let password = 'Tradewind2026';
beforeAll(async () => {
  const founder = await somebody();
  self = await foundCompany(founder);
  await founder.close();
});

describe.each(['zh', 'en'] as const)('§8 Error catalogue in %s', (language) => {
  const words = WORDS[language];
  const look = { language, theme: 'light', width: 1440 } as const;
  let person: Person;
  beforeAll(async () => {
    person = await somebody(look);
  });
  afterAll(() => person.close());

  const answer = (path: string, status: number, json: object) =>
    person.page.route(`**/api${path}*`, (route) => route.fulfill({ status, json }));
  const errorToast = (text: string) =>
    person.page.locator('.ant-notification-notice-error').getByText(text, { exact: true });
  /** Does the server know the browser any more? */
  const known = async () => {
    const url = new URL(`/api${getUserInfoMain.path}`, person.page.url()).toString();
    return (await person.page.request.get(url, { headers: { 'x-tradewind': 'web' } })).status() === 200;
  };

  const enter = async () => {
    await person.go('/Mainpage');
    if (!(await known())) await person.signInByForm(self, password);
  };

  test('Login response code not 200: the server msg is passed on', async () => {
    const { page } = person;
    await person.go('/login');
    await page.getByLabel(/用户名|Username/).fill(self);
    await page.getByLabel(/^(密码|Password)$/).fill('WrongPassword1');
    await page.getByRole('button', { name: /^(登\s*录|Sign in)$/ }).click();
    await page.getByRole('alert').getByText(words.wrong, { exact: true }).waitFor();
    expect(page.url()).toContain('#/login');
  });

  test.each([
    ['the error message', getUserInfoMain.path, 500, { code: 500, msg: 'Out of order', data: null }, 'Out of order'],
    ['"Has Error" where there is none', getUserInfoMain.path, 500, { code: 500, msg: '', data: null }, 'Has Error'],
    ['missing user info', getUserInfoMain.path, 200, { code: 200, msg: '', data: {} }, words.noUser],
    ['empty menu data', mainModelNew.path, 200, { code: 200, msg: '', data: [] }, words.noMenu],
  ])('Route-guard failure: shows %s, clears the token, redirects to login', async (_what, path, status, json, said) => {
    await person.page.unrouteAll();
    await enter();
    await person.go('/profile');
    await person.settled();
    await answer(path, status, json);
    await person.page.reload();
    await errorToast(said).waitFor();
    await person.page.waitForURL(/#\/login\?redirect=%2Fprofile$/);
    await person.page.unrouteAll();
    await expect.poll(known).toBe(false);
  });

  test('A reload while the first entry is under way is no failure: nobody is signed out', async () => {
    const { page } = person;
    await enter();
    for (let times = 0; times < 12; times++) {
      const requested = page.waitForRequest(`**/api${getUserInfoMain.path}*`);
      await page.reload({ waitUntil: 'commit' });
      await requested;
    }
    await page.reload();
    await page.getByRole('main').waitFor();
    expect(await known()).toBe(true);
    expect(page.url()).toContain('#/Mainpage');
  });

  test('Failed request (network): error toast with the message', async () => {
    const { page } = person;
    await enter();
    await person.go('/developer');
    await person.settled();
    await page.route(`**/api${addDeveloper.path}`, (route) => route.abort());
    await addKey('Lost');
    await errorToast(words.network).waitFor();
    await person.picture(`network-${nameOf(look)}`);
    await page.unrouteAll();
  });

  const addKey = async (name: string) => {
    const { page } = person;
    const add = /(新增应用|Add application)$/;
    if (!(await page.getByRole('dialog').isVisible())) await page.getByRole('button', { name: add }).first().click();
    await page.getByLabel(/应用名称|Application name/).fill(name);
    await page.getByRole('dialog').getByRole('button', { name: add }).click();
  };

  test('Developer key add: msg as an error toast where the status is not 200', async () => {
    await person.page.reload();
    await person.settled();
    await answer(addDeveloper.path, 422, { code: 422, msg: 'No more keys', data: { error: 'x', requestId: '' } });
    await addKey('Refused');
    await errorToast('No more keys').waitFor();
    await person.page.unrouteAll();
  });

  test('Locked module clicked: goes to /error', async () => {
    const { page } = person;
    await page.route(`**/api${mainModelNew.path}`, async (route) => {
      const response = await route.fetch();
      // The plan no longer includes the group "Warehouse" and what stands in it.
      const json = JSON.parse((await response.text()).replaceAll('"checked":"Y"', '"checked":"N"')) as {
        data: { id: number; checked: string }[];
      };
      for (const item of json.data) if (item.id === 100) item.checked = 'Y';
      await route.fulfill({ response, json });
    });
    await person.go('/Mainpage');
    await page.reload();
    const menu = page.getByRole('navigation', { name: /主菜单|Main menu/ });
    await menu.getByText(/^(系统设置|System settings)$/).click();
    await menu.getByText(/^(汇率|Exchange rates)$/).click();
    await page.waitForURL(/#\/error/);
    await page.getByText(words.locked).waitFor();
    await person.picture(`locked-${nameOf(look)}`);
    await page.unrouteAll();
  });

  test('Password change success: 修改成功', async () => {
    const { page } = person;
    await person.go('/ChangePassword');
    await page.getByLabel(/^(原密码|Current password)$/).fill(password);
    password = language === 'zh' ? 'Tradewind2027' : 'Tradewind2028';
    await page.getByLabel(/^(新密码|New password)$/).fill(password);
    await page.getByLabel(/^(再次输入新密码|Repeat new password)$/).fill(password);
    await page.getByRole('button', { name: /^(修改密码|Change password)$/ }).click();
    await page.getByText(words.changed, { exact: true }).waitFor();
    await page.waitForURL(/#\/Mainpage/);
  });
});

describe('§9 Language default zh; languages zh and en', () => {
  test.each([
    ['zh-CN', '欢迎回来'],
    ['en-GB', 'Welcome back'],
    ['de-DE', '欢迎回来'],
  ])('a browser in %s', async (locale, greeting) => {
    const person = await somebody();
    const context = await newContext({ locale });
    const page = await context.newPage();
    await person.go('/login');
    await page.goto(person.page.url());
    await page.getByRole('heading', { name: greeting }).waitFor();
    await context.close();
    await person.close();
  });
});

test('§9 Date format YYYY-MM-DD HH:mm:ss', async () => {
  const person = await somebody();
  await person.signIn('demo');
  await person.go('/system/log');
  const shown = await person.page.locator('time').first().getAttribute('title');
  expect(shown).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d /);
  await person.close();
});
