import { getUserInfoMain } from '@tradewind/contract/identity.ts';
import { saveErpName } from '@tradewind/contract/settings.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nameOf, type Person, seriousFindings, somebody } from './person.ts';
import { foundCompany } from './workshop.ts';

const RULE = {
  zh: '密码至少包含大写字母,小写字母,数字,且不少于12位',
  en: 'At least 12 characters with an uppercase letter, a lowercase letter and a digit',
};
const NEEDED = { zh: '请输入密码', en: 'Enter a password' };
const EXPIRY = {
  zh: '密码到期时间小于15天, 是否修改?',
  en: 'Your password expires in less than 15 days. Change it now?',
};
const ERP = {
  zh: {
    title: 'ERP对接',
    add: /^新\s*增$/,
    remove: /^删\s*除$/,
    required: '请输入erp名称',
    chinese: 'erp名称不能包含中文',
    choose: '请先选中一条数据再删除！',
    steps: '在本页填写ERP的名称，不能包含中文。',
    signIn: '登录后对接',
  },
  en: {
    title: 'ERP connections',
    add: /^Add$/,
    remove: /^Delete$/,
    required: 'Please enter the ERP name',
    chinese: 'The ERP name must not contain Chinese characters',
    choose: 'Please select a record before you delete!',
    steps: 'Enter the name of the ERP on this page, without Chinese characters.',
    signIn: 'Sign in to connect',
  },
};
const LOGO = {
  zh: '公司标志必须是 1050×180 像素，这张是 1×1',
  en: 'The logo must be 1050 × 180 pixels; this one is 1 × 1',
};
const TOO_LARGE = { zh: 'large.png 超过 5 MB', en: 'large.png is larger than 5 MB' };
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The main account of a company of these tests' own. */
let self: string;
beforeAll(async () => {
  const founder = await somebody();
  self = await foundCompany(founder);
  await founder.close();
});

describe.each(['zh', 'en'] as const)('§5 Validation rules in %s', (language) => {
  const look = { language, theme: 'light', width: 1440 } as const;
  let person: Person;
  beforeAll(async () => {
    person = await somebody(look);
    await person.signIn(self);
    await person.go('/Mainpage');
  });
  afterAll(() => person.close());

  /** The server tells of the same user with other days left. */
  const daysLeft = async (days: number) => {
    await person.page.unrouteAll();
    await person.page.route(`**/api${getUserInfoMain.path}*`, async (route) => {
      const answer = await route.fetch();
      const envelope = (await answer.json()) as { data: object };
      await route.fulfill({
        response: answer,
        json: { ...envelope, data: { ...envelope.data, passwordDaysLeft: days } },
      });
    });
    await person.page.evaluate('sessionStorage.clear()');
    await person.page.reload();
    await person.settled();
  };

  test.each([
    ['with the original one', '/ChangePassword', /^(新密码|New password)$/, /^(修改密码|Change password)$/],
    ['by the mailed key', '/retrievePassword?key=k', /^(新密码|New password)$/, /^(保存新密码|Save new password)$/],
  ])('New password %s: required, 12 to 16 characters of three kinds', async (_way, path, label, save) => {
    const { page } = person;
    await person.go(path);
    await person.settled();
    const typed = page.getByLabel(label);
    const item = page.locator('.ant-form-item').filter({ has: typed });
    const said = (text: string) => item.locator('.ant-form-item-explain').getByText(text, { exact: true });
    await page.getByRole('button', { name: save }).click();
    await said(NEEDED[language]).waitFor();
    for (const weak of ['Tradewind20', 'tradewind2026', 'TRADEWIND2026', 'TradewindHarbour']) {
      await typed.fill(weak);
      await said(RULE[language]).waitFor();
    }
    await person.picture(`new-password${path.split('?')[0]?.replace('/', '-')}-${nameOf(look)}`);
    expect(await seriousFindings(page)).toEqual([]);
    for (const fits of ['Tradewind202', 'Tradewind2026202']) {
      await typed.fill(fits);
      await said(RULE[language]).waitFor({ state: 'detached' });
    }
    // A seventeenth character is not taken.
    await typed.pressSequentially('7');
    expect(await typed.inputValue()).toBe('Tradewind2026202');
  });

  test('Password expiry: a warning with fewer than 15 days left, and none with 15', async () => {
    await person.go('/Mainpage');
    await daysLeft(15);
    expect(await person.page.getByText(EXPIRY[language]).count()).toBe(0);
    await daysLeft(14);
    await person.page.getByText(EXPIRY[language]).waitFor();
    await person.picture(`password-expiry-${nameOf(look)}`);
    expect(await seriousFindings(person.page)).toEqual([]);
    await person.page.getByRole('button', { name: /^(修\s*改|Change)$/ }).click();
    await person.page.waitForURL(/#\/ChangePassword/);
    await person.page.unrouteAll();
  });

  test('ERP name: required, no Chinese characters; removing needs a selected row', async () => {
    const { page } = person;
    const words = ERP[language];
    await person.call(saveErpName, { name: 'SAP' });
    await person.go('/ERPStoredocking');
    await page.getByRole('radio', { name: 'SAP' }).waitFor();
    await page.getByRole('button', { name: words.add }).click();
    await page.getByText(words.required, { exact: true }).waitFor();
    await page.getByRole('textbox').fill('金蝶 K3');
    await page.getByText(words.chinese, { exact: true }).waitFor();
    await person.picture(`erp-names-${nameOf(look)}`);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: words.remove }).click();
    await page.getByText(words.choose, { exact: true }).waitFor();
    await page.getByRole('radio', { name: 'SAP' }).check();
    await page.getByRole('button', { name: words.remove }).click();
    await page.getByRole('radio', { name: 'SAP' }).waitFor({ state: 'detached' });
  });

  test('A visitor of /ERPStoredocking reads how it is done, and comes back to it after signing in', async () => {
    const visitor = await somebody(look);
    const words = ERP[language];
    await visitor.go('/ERPStoredocking');
    await visitor.page.getByText(words.steps).waitFor();
    await visitor.picture(`erp-visitor-${nameOf(look)}`);
    expect(await seriousFindings(visitor.page)).toEqual([]);
    await visitor.page.getByRole('link', { name: words.signIn }).click();
    await visitor.page.getByLabel(/用户名|Username/).fill(self);
    await visitor.page.getByLabel(/^(密码|Password)$/).fill('Tradewind2026');
    await visitor.page.getByRole('button', { name: /^(登\s*录|Sign in)$/ }).click();
    await visitor.page.waitForURL(/#\/ERPStoredocking/);
    await visitor.page.getByRole('button', { name: words.add }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });

  test('Logo: a 1050x180 PNG; uploads up to 5MB', async () => {
    const { page } = person;
    await person.go('/system/company');
    await person.settled();
    const input = page.locator('input[type=file][accept=".png"]');
    const choose = (name: string, buffer: Buffer) => input.setInputFiles({ name, mimeType: 'image/png', buffer });
    await choose('dot.png', DOT);
    await page.getByText(LOGO[language], { exact: true }).waitFor();
    await choose('large.png', Buffer.concat([DOT, Buffer.alloc(5 * 1024 * 1024)]));
    await page.getByText(TOO_LARGE[language]).waitFor();
    await person.picture(`logo-refused-${nameOf(look)}`);
  });
});
