import { getMessageList, sendNewMessage } from '@tradewind/contract/messages.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { nameOf, type Person, seriousFindings, somebody } from './person.ts';
import { foundCompany } from './workshop.ts';

const WORDS = {
  zh: {
    bell: /^通知/,
    open: /^查看消息/,
    title: '消息通知',
    received: '已收消息',
    sent: '已发消息',
    view: '查看详情',
    markRead: '标记已读',
    remove: /^删\s*除$/,
    search: /^查\s*询$/,
    write: '发送消息',
    send: /^发\s*送$/,
    receivers: '接收人',
    subject: '主题',
    type: '消息类型',
    content: '内容',
    state: '状态',
    notice: '通知',
    unread: '未读',
    none: '没有消息',
    columns: ['消息类型', '主题', '创建人', '状态', '创建时间'],
    receiverMissing: '请选择消息接收人',
    subjectMissing: '请填写消息主题',
    typeMissing: '请选择消息类型',
    pickOne: '请选择一条记录',
    tickOne: '请勾选一条记录',
    done: '操作成功',
    standing: '您有消息是否查看（点击查看）',
    bulletins: '公告',
  },
  en: {
    bell: /notifications?$/,
    open: /^View messages/,
    title: 'Messages',
    received: 'Received',
    sent: 'Sent',
    view: 'View details',
    markRead: 'Mark read',
    remove: /^Delete$/,
    search: /^Search$/,
    write: 'Send message',
    send: /^Send$/,
    receivers: 'Recipients',
    subject: 'Subject',
    type: 'Message type',
    content: 'Content',
    state: 'Status',
    notice: 'Notice',
    unread: 'Unread',
    none: 'No messages',
    columns: ['Message type', 'Topic', 'Creator', 'Status', 'Creation time'],
    receiverMissing: 'Please select the message recipient',
    subjectMissing: 'Please fill in the message subject',
    typeMissing: 'Please select message type',
    pickOne: 'Please select one record',
    tickOne: 'Please tick one record',
    done: 'Done',
    standing: 'You have messages, view them? (click to view)',
    bulletins: 'Bulletins',
  },
} as const;

const LIST = `**/api${getMessageList.path}*`;
/** The main account of a company of these tests' own. */
let self: string;
beforeAll(async () => {
  const founder = await somebody();
  self = await foundCompany(founder);
  await founder.close();
});

describe.each(['zh', 'en'] as const)('messages in %s', (language) => {
  const words = WORDS[language];
  const look = { language, theme: 'light', width: 1440 } as const;
  let person: Person;
  let page: Page;
  /** The queries by which lists were asked for. */
  const requested: string[] = [];
  beforeAll(async () => {
    person = await somebody(look);
    page = person.page;
    await person.signIn(self);
    await person.go('/Mainpage');
    page.on('request', (request) => {
      if (request.url().includes(getMessageList.path)) requested.push(new URL(request.url()).search);
    });
  });
  afterAll(() => person.close());

  const write = (thesis: string) =>
    person.call(sendNewMessage, {
      msgType: 'notice',
      receivers: [self],
      thesis,
      thesisDetail: `<p>About ${thesis}</p>`,
    });
  const dialog = () => page.getByRole('dialog', { name: words.title, exact: true });
  const button = (name: string | RegExp) => dialog().getByRole('button', { name, exact: typeof name === 'string' });
  const row = (thesis: string) => dialog().getByRole('row', { name: new RegExp(thesis) });
  /** Anew, so that nothing of the test before stands open. */
  const open = async () => {
    await page.reload();
    await page.getByRole('button', { name: words.bell }).click();
    requested.length = 0;
    await page.getByRole('button', { name: words.open }).click();
    await dialog().waitFor();
    await person.settled();
  };
  const openSecondPage = async () => {
    const { total } = await person.call(getMessageList, { itemOption: 'N' });
    for (let n = total; n < 40; n += 10)
      await Promise.all(Array.from({ length: 10 }, (_, i) => write(`Many ${n + i}`)));
    await open();
    await dialog().getByRole('listitem', { name: '2', exact: true }).click();
    await vi.waitUntil(() => requested.some((search) => search.includes('pageNum=2')));
    await person.settled();
  };

  test('§9 Message page size default 30; options 30, 50, 100, 200; default message state Unread', async () => {
    await open();
    const first = new URLSearchParams(requested[0]);
    expect(Object.fromEntries(first)).toEqual({ type: 'receive', pageNum: '1', pageSize: '30', itemOption: 'N' });
    expect(await dialog().locator('.tw-message-state').textContent()).toContain(words.unread);
    await dialog().locator('.ant-pagination-options-size-changer').click();
    const sizes = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
    await expect
      .poll(async () => (await sizes.allTextContents()).map((text) => /\d+/.exec(text)?.[0]))
      .toEqual(['30', '50', '100', '200']);
  });

  test('§9 Dialog widths 1200px and 820px, content textarea 2 to 4 rows', async () => {
    await write(`Widths ${language}`);
    await open();
    const widthOf = async (name: string) =>
      (await page.getByRole('dialog', { name, exact: true }).boundingBox())?.width;
    await expect.poll(() => widthOf(words.title)).toBe(1200);
    expect((await dialog().getByRole('columnheader').allTextContents()).filter((text) => text.trim())).toEqual([
      ...words.columns,
    ]);
    await row(`Widths ${language}`).dblclick();
    const detail = page.getByRole('dialog', { name: `Widths ${language}`, exact: true });
    await detail.getByText(`About Widths ${language}`).waitFor();
    await expect.poll(() => widthOf(`Widths ${language}`)).toBe(820);
    await person.picture(`message-detail-${nameOf(look)}`);
    await detail.getByRole('button').first().click();
    await detail.waitFor({ state: 'detached' });
    await button(words.write).click();
    await expect.poll(() => widthOf(words.write)).toBe(820);
    const content = page.getByLabel(words.content, { exact: true });
    const height = async (text: string) => {
      await content.fill(text);
      await person.settled();
      return (await content.boundingBox())?.height ?? 0;
    };
    const [two, three, four] = [await height('1\n2'), await height('1\n2\n3'), await height('1\n2\n3\n4')];
    expect([three - two, four - three].map((line) => line > 15 && line < 30)).toEqual([true, true]);
    expect(await height('1\n2\n3\n4\n5\n6')).toBe(four);
    expect(await height('')).toBe(two);
  });

  test('§5 Send message: recipient, subject and type are required, content is not; the only type is notice', async () => {
    await open();
    await button(words.write).click();
    const form = page.getByRole('dialog', { name: words.write, exact: true });
    const field = (label: string) =>
      form.locator('.ant-form-item').filter({ has: page.getByText(label, { exact: true }) });
    await field(words.type).locator('.ant-select').hover();
    await field(words.type).locator('.ant-select-clear').click();
    await form.getByRole('button', { name: words.send }).click();
    for (const said of [words.receiverMissing, words.subjectMissing, words.typeMissing])
      await form.getByText(said, { exact: true }).waitFor();
    await person.picture(`message-required-${nameOf(look)}`);
    expect(await seriousFindings(page)).toEqual([]);
    await form.getByRole('combobox', { name: words.type }).click();
    const types = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
    await expect.poll(() => types.allTextContents()).toEqual([words.notice]);
    await types.first().click();
    await form.getByRole('combobox', { name: words.receivers }).fill(self);
    await page.keyboard.press('Enter');
    await form.getByRole('textbox', { name: words.subject }).fill(`Typed ${language}`);
    for (const said of [words.receiverMissing, words.subjectMissing, words.typeMissing])
      await form.getByText(said, { exact: true }).waitFor({ state: 'detached' });
    await form.getByRole('button', { name: words.send }).click();
    await page.getByText(words.done).first().waitFor();
    await row(`Typed ${language}`).waitFor();
  });

  test('§5 View details needs one selected row, Delete and Mark read at least one ticked row', async () => {
    await Promise.all([write(`One ${language}`), write(`Two ${language}`)]);
    await open();
    for (const name of [words.markRead, words.remove]) {
      await button(name).click();
      await page.getByText(words.tickOne, { exact: true }).first().waitFor();
      await page.getByText(words.tickOne, { exact: true }).first().waitFor({ state: 'detached' });
    }
    await button(words.view).click();
    await page.getByText(words.pickOne, { exact: true }).waitFor();
    await page.getByText(words.pickOne, { exact: true }).waitFor({ state: 'detached' });
    for (const thesis of [`One ${language}`, `Two ${language}`]) await row(thesis).getByRole('checkbox').check();
    await button(words.view).click();
    await page.getByText(words.pickOne, { exact: true }).waitFor();
    await row(`Two ${language}`).getByRole('checkbox').uncheck();
    await button(words.view).click();
    await page
      .getByRole('dialog', { name: `One ${language}`, exact: true })
      .getByText(`About One ${language}`)
      .waitFor();
  });

  test('§8 Message operation, status 200: msg as a success toast, then the list reloads at page 1', async () => {
    await openSecondPage();
    await dialog().getByRole('checkbox').nth(1).check();
    requested.length = 0;
    await button(words.markRead).click();
    await page.locator('.ant-message-success').getByText(words.done, { exact: true }).waitFor();
    await vi.waitUntil(() => requested.some((search) => search.includes('pageNum=1&')));
    await dialog().locator('.ant-pagination-item-1.ant-pagination-item-active').waitFor();
  });

  test('§8 Message operation, other status: msg as an error toast, then the list reloads at page 1', async () => {
    await openSecondPage();
    await page.route('**/api/seller/information/delMessage', (route) =>
      route.fulfill({ status: 422, json: { code: 422, msg: 'It is kept', data: { error: 'x.kept', requestId: '' } } }),
    );
    await dialog().getByRole('checkbox').nth(1).check();
    requested.length = 0;
    await button(words.remove).click();
    await page.locator('.ant-notification-notice-error').getByText('It is kept', { exact: true }).waitFor();
    await vi.waitUntil(() => requested.some((search) => search.includes('pageNum=1&')));
    await page.unrouteAll();
  });

  test('§8 Message list load failure: the loading indicator stops silently', async () => {
    await page.route(LIST, (route) =>
      route.fulfill({ status: 500, json: { code: 500, msg: 'Broken', data: { error: 'x', requestId: '' } } }),
    );
    await open();
    await dialog().getByText(words.none).waitFor();
    expect(await dialog().locator('.ant-spin-spinning').count()).toBe(0);
    expect(await page.getByText('Broken').count()).toBe(0);
    await page.unrouteAll();
  });

  test('§9 Message filter dates are yyyy-MM-dd; another tab begins with page 1 of 30 and no filter', async () => {
    await open();
    const start = dialog().locator('.ant-picker input').first();
    await start.fill('2026-01-31');
    await page.keyboard.press('Enter');
    await button(words.search).click();
    await vi.waitUntil(() => requested.at(-1)?.includes('startDate=2026-01-31'));
    expect(await start.inputValue()).toBe('2026-01-31');
    await dialog().getByRole('tab', { name: words.sent }).click();
    await vi.waitUntil(() => requested.at(-1)?.includes('type=send'));
    expect(Object.fromEntries(new URLSearchParams(requested.at(-1)))).toEqual({
      type: 'send',
      pageNum: '1',
      pageSize: '30',
    });
    expect(await start.inputValue()).toBe('');
  });

  test('§9 Bulletin check 1,800,000 ms after layout load: the notification stays until it is clicked', async () => {
    const bulletin = {
      id: `b.${language}`,
      title: 'Maintenance',
      content: '<p>Tonight</p>',
      time: '2026-11-01T00:00:00Z',
    };
    await page.route('**/api/seller/information/getnoticeBoard', (route) =>
      route.fulfill({ json: { code: 200, msg: '', data: { list: [bulletin] } } }),
    );
    const none = { code: 200, msg: '', data: { num: 0, alerts: [] } };
    await page.route('**/api/seller/information/getNotReadInformation', (route) => route.fulfill({ json: none }));
    const user = await page.request.get(new URL('/api/seller/user/getUserInfoMain', page.url()).toString(), {
      headers: { 'x-tradewind': 'web' },
    });
    // Nobody moves for half an hour here: the idle time-out is another test's.
    const awake = (await user.json()) as { data: object };
    await page.route('**/api/seller/user/getUserInfoMain', (route) =>
      route.fulfill({ json: { ...awake, data: { ...awake.data, idleMinutes: 0 } } }),
    );
    await page.clock.install();
    await page.reload();
    // The bell has this once the messages are there, and with them the clock of the bulletins.
    await page.getByRole('button', { name: words.bell }).click();
    await page.getByRole('button', { name: words.open }).waitFor();
    await person.settled();
    await page.clock.fastForward(1_795_000);
    await page.clock.runFor(1000);
    expect(await page.getByText(words.standing).count()).toBe(0);
    await page.clock.runFor(5000);
    await page.getByText(words.standing, { exact: true }).waitFor();
    await page.clock.runFor(60_000);
    await person.picture(`message-standing-${nameOf(look)}`);
    await page.getByText(words.standing, { exact: true }).click();
    await page.clock.runFor(1000);
    await page.getByRole('dialog', { name: words.bulletins }).getByText('Tonight').waitFor();
    await page.getByText(words.standing).waitFor({ state: 'detached' });
    await page.unrouteAll();
  });
});
