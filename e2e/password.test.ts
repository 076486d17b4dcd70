import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, seriousFindings, somebody } from './person.ts';
import { foundCompany, inDatabase } from './workshop.ts';

const FIRST = 'Tradewind2026';
const WORDS = {
  zh: {
    warning: '密码到期时间小于15天, 是否修改?',
    left: '剩余 9 天',
    later: '以后再说',
    change: '修改',
    expired: '密码已到期或为初始密码，请先设置新密码。',
    original: '原密码',
    next: '新密码',
    again: '再次输入新密码',
    save: '修改密码',
    done: '修改成功',
  },
  en: {
    warning: 'Your password expires in less than 15 days. Change it now?',
    left: '9 days left',
    later: 'Later',
    change: 'Change',
    expired: 'Your password has expired or is an initial password. Set a new one to continue.',
    original: 'Current password',
    next: 'New password',
    again: 'Repeat new password',
    save: 'Change password',
    done: 'Password changed',
  },
};

const age = (login: string, days: number) =>
  inDatabase(
    `update user_account set password_changed_at = now() - make_interval(days => $2) where user_login_id = $1`,
    [login, days],
  );
const button = (person: Person, name: string) => person.page.getByRole('button', { name: spaced(name) });
/** Ant Design puts a space between two Chinese characters of a button. */
const spaced = (name: string) => new RegExp(`^${/^[一-龥]{2}$/.test(name) ? [...name].join('\\s*') : name}$`);

describe.each(['zh', 'en'] as const)('§5 a password grows old (%s)', (language) => {
  const words = WORDS[language];
  let login: string;
  const signedIn = async () => {
    const person = await somebody({ language, theme: 'light', width: 1440 });
    await person.signInByForm(login);
    await person.settled();
    return person;
  };
  beforeAll(async () => {
    const founder = await somebody();
    login = await foundCompany(founder);
    await founder.close();
  });

  test('with 15 days and more nothing is said', async () => {
    await age(login, 74);
    const person = await signedIn();
    expect(await person.page.getByText(words.warning).count()).toBe(0);
    await person.close();
  });

  test('with fewer than 15 days it asks whether to change it: later, or now', async () => {
    await age(login, 80);
    const person = await signedIn();
    await person.page.getByText(`${words.warning} ${words.left}`).waitFor();
    await person.picture(`password-warning-${language}`);
    expect(await seriousFindings(person.page)).toEqual([]);
    await button(person, words.later).click();
    await person.page.getByText(words.warning).waitFor({ state: 'detached' });
    await person.close();
    const again = await signedIn();
    await button(again, words.change).click();
    await again.page.waitForURL(/#\/ChangePassword/);
    await again.close();
  });

  test('after 90 days nothing but a new password helps; public pages stay open', async () => {
    await age(login, 91);
    const person = await somebody({ language, theme: 'light', width: 1440 });
    const { page } = person;
    await person.go('/login');
    await page.getByLabel(/用户名|Username/).fill(login);
    await page.getByLabel(/^(密码|Password)$/).fill(FIRST);
    await page.getByRole('button', { name: /^(登\s*录|Sign in)$/ }).click();
    await page.waitForURL(/#\/ChangePassword/);
    await page.getByText(words.expired).waitFor();
    await person.picture(`password-expired-${language}`);
    expect(await seriousFindings(page)).toEqual([]);
    for (const path of ['/Mainpage', '/system/account', '/profile']) {
      await person.go(path);
      await page.waitForURL(/#\/ChangePassword/);
    }
    await person.go('/agreement');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url()).toContain('#/agreement');
    const refused = await page.request.get(
      new URL('/api/seller/user/management/getUserList?page=1&pageSize=30', page.url()).toString(),
      { headers: { 'x-tradewind': 'web' } },
    );
    expect(refused.status()).toBe(403);

    await person.go('/ChangePassword');
    await page.getByLabel(words.original).fill(FIRST);
    await page.getByLabel(words.next, { exact: true }).fill('HarbourWind2027');
    await page.getByLabel(words.again).fill('HarbourWind2027');
    await button(person, words.save).click();
    await page.getByText(words.done).first().waitFor();
    await page.waitForURL(/#\/Mainpage/);
    await person.go('/system/account');
    await page.getByRole('button', { name: /新增账号|Add account/ }).waitFor();
    expect(person.complaints).toEqual([]);
    await person.close();
  });
});

test('§6 the special account has a short user menu and is not warned', async () => {
  const founder = await somebody();
  const login = await foundCompany(founder);
  await founder.close();
  const entries = async (person: Person, last = '退出登录') => {
    await person.page.getByRole('button', { name: /用户菜单/ }).click();
    const items = person.page.locator('.ant-dropdown-menu').getByRole('menuitem');
    await items.filter({ hasText: last }).waitFor();
    return (await items.allTextContents()).slice(1).map((text) => text.trim());
  };
  const person = await somebody();
  await person.signInByForm(login);
  await person.settled();
  // Whether there is a sample company to look at is looked up on the way to the menu.
  const own = (await entries(person, '示例公司')).map((text) => text.replace(/: .*/, ''));
  const helps = ['菜单显示全部平台', '键盘快捷键', '新手引导', '示例公司'];
  const all = ['个人资料与外出', ...helps, '套餐', '修改密码', 'V2 系统', '手机应用', '开发者', '退出登录'];
  expect(own).toEqual(all);
  await person.picture('user-menu');
  await person.close();
  await inDatabase('update user_account set reduced_menu = true where user_login_id = $1', [login]);
  await age(login, 80);
  const special = await somebody();
  await special.signInByForm(login);
  await special.settled();
  expect(await entries(special)).toEqual(['个人资料与外出', '退出登录']);
  expect(await special.page.getByText(WORDS.zh.warning).count()).toBe(0);
  await special.picture('user-menu-reduced');
  await special.close();
});
