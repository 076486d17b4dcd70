import { rights } from '@tradewind/contract/access/modules.ts';
import { getCompanyByCustomerId, updateCompany } from '@tradewind/contract/company.ts';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../apps/server/src/testing/authenticator.ts';
import { type Look, type Person, seriousFindings, somebody } from './person.ts';
import { colleague, foundCompany, inDatabase } from './workshop.ts';

const PASSWORD = 'Tradewind2026';
const HOME = /#\/Mainpage/;
const WORDS = {
  zh: {
    setUp: '开启两步验证',
    next: '下一步',
    current: '当前密码',
    saved: '我已保存恢复码',
    on: '开启时间',
    code: '动态码',
    recovery: '手机不在身边？使用恢复码',
    recoveryCode: '恢复码',
    remember: /信任此浏览器/,
    go: '继续',
    wrong: /不正确，或已使用过/,
    needed: /公司要求使用两步验证/,
    here: '登录设备',
    logOut: /^退出该设备/,
    loggedOut: '该设备已退出登录',
    off: '关闭两步验证',
    password: '当前密码',
    offDone: '两步验证已关闭',
  },
  en: {
    setUp: 'Set up two-step sign-in',
    next: 'Next',
    current: 'Current password',
    saved: 'I have saved my recovery codes',
    on: 'On since',
    code: 'Code',
    recovery: 'No phone at hand? Use a recovery code',
    recoveryCode: 'Recovery code',
    remember: /Trust this browser/,
    go: 'Continue',
    wrong: /wrong or was used before/,
    needed: /company requires two-step/,
    here: 'Where you are signed in',
    logOut: /^Log out: /,
    loggedOut: 'Logged out',
    off: 'Turn off two-step sign-in',
    password: 'Current password',
    offDone: 'Two-step sign-in is off',
  },
};
type Words = (typeof WORDS)['zh' | 'en'];

const spaced = (name: string) => new RegExp(`^${/^[一-龥]{2}$/.test(name) ? [...name].join('\\s*') : name}$`);
const press = (person: Person, name: string) =>
  person.page.getByRole('button', { name: typeof name === 'string' ? spaced(name.replace('?', '\\?')) : name }).click();
/** Half a minute would have to pass before the same code is good for the next step. */
const halfAMinuteLater = (login: string) =>
  inDatabase(
    'update second_factor f set last_step = 0 from user_account u where u.id = f.user_id and u.user_login_id = $1',
    [login],
  );
const typePassword = async ({ page }: Person, login: string) => {
  await page.getByLabel(/用户名|Username/).fill(login);
  await page.getByLabel(/^(密码|Password)$/).fill(PASSWORD);
  await page.getByRole('button', { name: /^(登\s*录|Sign in)$/ }).click();
};

/** From the password to the saved codes. */
async function setUp(person: Person, words: Words, picture?: string): Promise<{ secret: string; codes: string[] }> {
  const { page } = person;
  await page.getByLabel(words.current).fill(PASSWORD);
  await press(person, words.next);
  await page.locator('.tw-factor-secret').waitFor();
  await person.settled();
  const secret = ((await page.locator('.tw-factor-secret').textContent()) ?? '').replaceAll(' ', '');
  if (picture) await person.picture(`${picture}-qr`);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel(words.code, { exact: true }).fill(codeOf(secret));
  await page.getByRole('button', { name: /^(开启两步验证|Turn on two-step sign-in)$/ }).click();
  await page.getByRole('button', { name: words.saved }).waitFor();
  // The next step may take this code, too.
  await inDatabase('update second_factor set last_step = 0', []);
  const codes = await page.locator('.tw-recovery-codes li').allTextContents();
  if (picture) await person.picture(`${picture}-codes`);
  expect(await seriousFindings(page)).toEqual([]);
  await press(person, words.saved);
  return { secret, codes };
}

describe.each([
  { language: 'zh', theme: 'light', width: 1440 },
  { language: 'en', theme: 'dark', width: 390 },
] satisfies Look[])('two-step sign-in ($language, $width px)', (look) => {
  const words = WORDS[look.language];
  const name = `two-step-${look.language}`;

  test('set up on the profile, used with a code and with a recovery code, remembered by a browser, turned off', async () => {
    const person = await somebody(look);
    const login = await foundCompany(person);
    await person.go('/profile');
    await press(person, words.setUp);
    await person.page.waitForURL(/#\/SecondFactor/);
    const { secret, codes } = await setUp(person, words, name);
    expect(codes).toHaveLength(10);
    await person.page.waitForURL(/#\/profile/);
    await person.page.getByText(words.on).waitFor();
    await person.settled();
    await person.picture(`${name}-profile`);
    expect(await seriousFindings(person.page)).toEqual([]);

    const other = await somebody(look);
    await other.go('/login');
    await typePassword(other, login);
    await other.page.getByLabel(words.code, { exact: true }).fill('000000');
    await press(other, words.go);
    await other.page.getByText(words.wrong).waitFor();
    await other.settled();
    await other.picture(`${name}-code`);
    expect(await seriousFindings(other.page)).toEqual([]);
    await other.page.getByLabel(words.code, { exact: true }).fill(codeOf(secret));
    await other.page.getByLabel(words.remember).check();
    await press(other, words.go);
    await other.page.waitForURL(HOME);
    // With the next password alone.
    await other.context.clearCookies({ name: 'token1' });
    await other.page.reload();
    await typePassword(other, login);
    await other.page.waitForURL(HOME);
    expect(other.complaints).toEqual([]);
    await other.close();

    const third = await somebody(look);
    await third.go('/login?redirect=/profile');
    await typePassword(third, login);
    await press(third, words.recovery);
    await third.page.getByLabel(words.recoveryCode).fill(codes[0] ?? '');
    await press(third, words.go);
    await third.page.waitForURL(/#\/profile/);
    await third.settled();
    await third.close();

    await halfAMinuteLater(login);
    await person.page.reload();
    await person.settled();
    await press(person, words.off);
    await person.page.getByLabel(words.password).fill(PASSWORD);
    await person.page.getByRole('dialog').getByLabel(words.code, { exact: true }).fill(codeOf(secret));
    await person.page.getByRole('dialog').getByRole('button', { name: words.off }).click();
    await person.page.getByText(words.offDone).waitFor();
    await person.page.getByRole('button', { name: words.setUp }).waitFor();
    expect(person.complaints).toEqual([]);
    await person.close();
  });

  test('a company that requires it leads its people there before all else', async () => {
    const boss = await somebody(look);
    const login = await foundCompany(boss);
    const member = await colleague(boss, login, { models: [{ modelId: rights.order.id, buttons: [] }] });
    await boss.go('/SecondFactor');
    await setUp(boss, words);
    await boss.page.waitForURL(/#\/profile/);
    const { settings, version, ...company } = await boss.call(getCompanyByCustomerId, {});
    const {
      name: companyName,
      licenceNumber,
      country,
      province,
      city,
      address,
      contact,
      phone,
      email,
      timeZone,
    } = company;
    const fields = { licenceNumber, country, province, city, address, contact, phone, email, timeZone };
    await boss.call(updateCompany, {
      company: { ...fields, name: companyName, version },
      settings: { ...settings, secondFactor: true },
    });
    await boss.go('/system/company');
    await boss.settled();
    await boss.picture(`${name}-company`);
    await boss.close();

    const person = await somebody(look);
    await person.go('/login');
    await typePassword(person, member);
    await person.page.waitForURL(/#\/SecondFactor/);
    await person.page.getByText(words.needed).waitFor();
    await person.settled();
    await person.picture(`${name}-needed`);
    expect(await seriousFindings(person.page)).toEqual([]);
    for (const path of ['/Mainpage', '/profile']) {
      await person.go(path);
      await person.page.waitForURL(/#\/SecondFactor/);
    }
    await setUp(person, words);
    await person.page.waitForURL(HOME);
    await person.settled();
    expect(person.complaints).toEqual([]);
    await person.close();
  });

  test('a person sees where they are signed in, and logs a lost telephone out', async () => {
    const person = await somebody(look);
    const login = await foundCompany(person);
    const lost = await somebody({ ...look, theme: 'light' });
    await lost.signInByForm(login);
    await lost.listens();
    await person.go('/profile');
    await person.page.getByRole('heading', { name: words.here }).waitFor();
    await person.settled();
    await person.picture(`sessions-${look.language}`);
    expect(await seriousFindings(person.page)).toEqual([]);
    expect(await person.page.locator('.tw-sessions > li').count()).toBe(2);
    await person.page.getByRole('button', { name: words.logOut }).click();
    await person.page.getByText(words.loggedOut).waitFor();
    await expect.poll(() => person.page.locator('.tw-sessions > li').count()).toBe(1);
    await lost.page.reload();
    await lost.page.waitForURL(/#\/login/);
    await lost.close();
    expect(person.complaints).toEqual([]);
    await person.close();
  });
});
