import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  delMessage,
  getMessageList,
  getNotReadInformation,
  readMessage,
  sendNewMessage,
} from '@tradewind/contract/messages.ts';
import type { Locator } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { LOOKS, nameOf, type Person, seriousFindings, somebody } from './person.ts';
import { application } from './worker.ts';

const STANDING = '您有消息是否查看（点击查看）';

let clerk: Person;
beforeEach(async () => {
  clerk = await somebody();
  await clerk.signIn('clerk');
  await emptied(clerk);
  await clerk.go('/Mainpage');
  return () => clerk.close();
});

/** Without messages, as a new member is. */
async function emptied(person: Person): Promise<void> {
  for (const type of ['receive', 'send'] as const)
    for (;;) {
      const { records } = await person.call(getMessageList, { type, pageSize: 200 });
      if (records.length === 0) break;
      await person.call(delMessage, { msgIdList: records.map((row) => row.msg_ID), type });
    }
}

const write = (person: Person, thesis: string, to = ['clerk'], thesisDetail = '') =>
  person.call(sendNewMessage, { msgType: 'notice', receivers: to, thesis, thesisDetail });

async function colleague(userLoginId = 'picker'): Promise<Person> {
  const person = await somebody();
  await person.signIn(userLoginId);
  await emptied(person);
  await person.go('/Mainpage');
  return person;
}

/** The notice dialog, opened from the bell. */
async function opened({ page }: Person): Promise<Locator> {
  await page.getByRole('button', { name: /^(通知，|\d+ notifications?)/ }).click();
  await page.getByRole('button', { name: /^(查看消息|View messages)/ }).click();
  const dialog = page.getByRole('dialog', { name: /^(消息通知|Messages)$/ });
  await dialog.waitFor();
  return dialog;
}

const rows = (dialog: Locator) => dialog.locator('tbody tr.ant-table-row');
const topics = (dialog: Locator) =>
  rows(dialog).evaluateAll((found) =>
    found.map((row) => (row as { cells: { textContent: string }[] }).cells[2]?.textContent),
  );
const shows = (dialog: Locator, expected: string[]) => expect.poll(() => topics(dialog)).toEqual(expected);
const tick = (dialog: Locator, topic: string) => dialog.getByRole('row', { name: topic }).getByRole('checkbox').check();
/** It grows into the window first. */
const isWide = (dialog: Locator, width: number) =>
  expect.poll(async () => (await dialog.boundingBox())?.width).toBe(width);
const closeOf = (dialog: Locator) => dialog.locator('.ant-modal-close');

async function chosen(person: Person, field: Locator, option: string): Promise<void> {
  await field.click();
  await person.page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click();
}

test.each(LOOKS.map((look) => [nameOf(look), look] as const))('the dialogs of messages, %s', async (name, look) => {
  for (let n = 1; n <= 34; n++)
    await write(
      clerk,
      n % 7 === 0 ? `第 ${n} 批货已到巴尔的摩仓，请今天之内上架并核对数量，差异另行登记` : `Stocktake ${n}`,
    );
  await write(
    clerk,
    '仓库盘点安排',
    ['clerk'],
    '<p>周五 <b>18:00</b> 起盘点</p><table><tr><th>区</th><td>A</td></tr></table>',
  );
  const person = await somebody(look);
  await person.signIn('clerk');
  await person.go('/Mainpage');
  const dialog = await opened(person);
  await expect.poll(() => rows(dialog).count()).toBe(30);
  await person.settled();
  await person.picture(`messages-list-${name}`);
  const found = await seriousFindings(person.page);
  await rows(dialog).first().dblclick();
  const detail = person.page.getByRole('dialog', { name: '仓库盘点安排' });
  await detail.getByText('18:00').waitFor();
  if (look.width === 1440) {
    await isWide(dialog, 1200);
    await isWide(detail, 820);
  }
  await person.picture(`messages-detail-${name}`);
  found.push(...(await seriousFindings(person.page)));
  await closeOf(detail).click();
  await dialog.getByRole('button', { name: /^(发送消息|Send message)$/ }).click();
  const writing = person.page.getByRole('dialog', { name: /^(发送消息|Send message)$/ });
  await writing.getByRole('button', { name: /^(发\s*送|Send)$/ }).click();
  await writing.getByText(/请填写消息主题|Please fill in the message subject/).waitFor();
  if (look.width === 1440) await isWide(writing, 820);
  await person.settled();
  await person.picture(`messages-send-${name}`);
  found.push(...(await seriousFindings(person.page)));
  expect(found).toEqual([]);
  expect(person.complaints).toEqual([]);
  const tooWide = await person.page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(tooWide).toBe(0);
  await person.close();
});

test('§2 §9 received messages: unread at first, newest first, five columns, 30 of 30, 50, 100, 200', async () => {
  for (let n = 1; n <= 65; n++) await write(clerk, `T${n}`);
  const { records } = await clerk.call(getMessageList, {});
  await clerk.call(readMessage, { msgIdList: records.slice(0, 5).map((row) => row.msg_ID) });
  await clerk.page.reload();
  const dialog = await opened(clerk);
  await dialog.getByText('共 60 条').waitFor();
  expect(await dialog.getByRole('tab').allTextContents()).toEqual(['已收消息', '已发消息']);
  expect((await dialog.getByRole('columnheader').allTextContents()).filter(Boolean)).toEqual([
    '消息类型',
    '主题',
    '创建人',
    '状态',
    '创建时间',
  ]);
  expect(await dialog.locator('.tw-message-state').textContent()).toContain('未读');
  expect((await topics(dialog)).slice(0, 2)).toEqual(['T60', 'T59']);
  expect(await rows(dialog).count()).toBe(30);
  expect(await rows(dialog).first().textContent()).toMatch(/通知T60.+未读\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);

  const pages = dialog.locator('.tw-message-pages');
  await pages.getByTitle('2', { exact: true }).click();
  await expect.poll(async () => (await topics(dialog))[0]).toBe('T30');
  await pages.locator('.ant-pagination-prev').click();
  await expect.poll(async () => (await topics(dialog))[0]).toBe('T60');
  await pages.locator('.ant-pagination-next').click();
  await expect.poll(async () => (await topics(dialog))[0]).toBe('T30');
  await pages.getByRole('textbox').fill('1');
  await pages.getByRole('textbox').press('Enter');
  await expect.poll(async () => (await topics(dialog))[0]).toBe('T60');

  await pages.locator('.ant-pagination-options .ant-select').click();
  const sizes = clerk.page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  await expect.poll(() => sizes.allTextContents()).toEqual(['30 条/页', '50 条/页', '100 条/页', '200 条/页']);
  await sizes.nth(1).click();
  await expect.poll(() => rows(dialog).count()).toBe(50);
});

test('§2 dates, state and topic count once they are searched with; the wrong way round is said', async () => {
  for (const thesis of ['Alpha', 'Beta', 'Alphabet']) await write(clerk, thesis);
  const dialog = await opened(clerk);
  await shows(dialog, ['Alphabet', 'Beta', 'Alpha']);
  const search = dialog.getByRole('button', { name: /查\s*询/ });
  await dialog.getByLabel('主题').fill('alpha');
  await shows(dialog, ['Alphabet', 'Beta', 'Alpha']);
  await search.click();
  await shows(dialog, ['Alphabet', 'Alpha']);
  await tick(dialog, 'Alphabet');
  await dialog.getByRole('button', { name: '标记已读' }).click();
  await clerk.page.getByText('操作成功').waitFor();
  await shows(dialog, ['Alpha']);
  await chosen(clerk, dialog.locator('.tw-message-state'), '已读');
  await search.click();
  await shows(dialog, ['Alphabet']);

  const [start, end] = [dialog.getByLabel('开始日期'), dialog.getByLabel('结束日期')];
  const day = async (field: Locator, text: string) => {
    await field.fill(text);
    await field.press('Enter');
  };
  await day(start, '2026-05-02');
  await day(end, '2026-05-01');
  await search.click();
  await clerk.page.getByText('结束日期不能早于开始日期').waitFor();
  await shows(dialog, ['Alphabet']);
  await day(end, '2026-05-03');
  await search.click();
  await shows(dialog, []);
  await dialog.getByText('没有消息').waitFor();
});

test('§4 a double click or View opens and makes read; closing the detail looks again', async () => {
  await write(clerk, 'Plain', ['clerk'], 'first line\nsecond line');
  await write(clerk, 'Rich', ['clerk'], '<h3>Plan</h3><script>document.title = "hacked"</script>');
  const dialog = await opened(clerk);
  await rows(dialog).first().dblclick();
  const rich = clerk.page.getByRole('dialog', { name: 'Rich' });
  await rich.getByRole('heading', { name: 'Plan' }).waitFor();
  expect(await clerk.page.title()).not.toBe('hacked');
  await closeOf(rich).click();
  await shows(dialog, ['Plain']);
  await tick(dialog, 'Plain');
  await dialog.getByRole('button', { name: '查看详情' }).click();
  const plain = clerk.page.getByRole('dialog', { name: 'Plain' });
  await plain.getByText('second line').waitFor();
  await closeOf(plain).click();
  await shows(dialog, []);
  expect((await clerk.call(getMessageList, { itemOption: 'Y' })).total).toBe(2);
});

test('§4 switching the tab and closing begin anew', async () => {
  for (let n = 1; n <= 31; n++) await write(clerk, `T${n}`);
  const dialog = await opened(clerk);
  const pages = dialog.locator('.tw-message-pages');
  const fresh = async () => {
    await expect.poll(() => rows(dialog).count()).toBe(30);
    expect(await dialog.locator('.tw-message-state').textContent()).toContain('未读');
    expect(await dialog.getByLabel('主题').inputValue()).toBe('');
    expect(await dialog.getByLabel('开始日期').inputValue()).toBe('');
    expect(await pages.locator('.ant-pagination-item-active').textContent()).toBe('1');
    expect(await pages.locator('.ant-pagination-options').textContent()).toContain('30 条/页');
    expect(await dialog.getByRole('tab', { selected: true }).textContent()).toBe('已收消息');
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(0);
  };
  const changed = async () => {
    await dialog.getByLabel('主题').fill('T3');
    await dialog.getByLabel('开始日期').fill('2026-01-01');
    await dialog.getByLabel('开始日期').press('Enter');
    await dialog.getByRole('button', { name: /查\s*询/ }).click();
    await expect.poll(() => rows(dialog).count()).toBe(3);
    await pages.locator('.ant-pagination-options .ant-select').click();
    await clerk.page.locator('.ant-select-dropdown:visible').getByTitle('50 条/页').click();
    await tick(dialog, 'T31');
  };
  await fresh();
  await changed();
  await dialog.getByRole('tab', { name: '已发消息' }).click();
  await expect.poll(() => rows(dialog).count()).toBe(30);
  expect(await dialog.getByLabel('主题').inputValue()).toBe('');
  // Sent messages have no state to choose, and nobody reads them anew.
  expect(await dialog.locator('.tw-message-state').count()).toBe(0);
  expect(await dialog.getByRole('button', { name: '标记已读' }).count()).toBe(0);
  await dialog.getByRole('tab', { name: '已收消息' }).click();
  await fresh();
  await changed();
  await closeOf(dialog).click();
  await dialog.waitFor({ state: 'hidden' });
  await opened(clerk);
  await fresh();
});

test('what is sent to several is at once with each of them: in the bell, the list and the notification', async () => {
  const picker = await colleague();
  const buyer = await colleague('buyer');
  const theirs = await opened(picker);
  await theirs.getByText('没有消息').waitFor();
  const dialog = await opened(clerk);
  await dialog.getByRole('button', { name: '发送消息' }).click();
  const writing = clerk.page.getByRole('dialog', { name: '发送消息' });
  const options = clerk.page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  // The dialog takes the focus when it stands: a list that was opened before would close.
  await writing.and(clerk.page.locator(':focus-within')).waitFor();
  await writing.getByLabel('接收人').fill('pick');
  await expect.poll(() => options.allTextContents()).toEqual([expect.stringContaining('picker')]);
  await options.first().click();
  await writing.getByLabel('接收人').fill('buyer');
  await expect.poll(() => options.allTextContents()).toEqual([expect.stringContaining('buyer')]);
  await options.first().click();
  await writing.getByLabel('主题').fill('到货');
  await writing.getByRole('button', { name: /发\s*送/ }).click();
  await shows(theirs, ['到货']);
  await picker.page.getByText(STANDING).waitFor();
  await buyer.page.getByText(STANDING).waitFor();
  await buyer.page.getByRole('button', { name: /^通知，/ }).click();
  await buyer.page.getByRole('button', { name: '查看消息（1 条未读）' }).waitFor();
  await picker.picture('messages-arrived');

  await dialog.getByRole('tab', { name: '已发消息' }).click();
  await shows(dialog, ['到货']);
  expect(await rows(dialog).first().textContent()).toContain('未读');
  await rows(theirs).first().dblclick();
  await picker.page.getByRole('dialog', { name: '到货' }).waitFor();
  await Promise.all([picker.close(), buyer.close()]);
});

test('§2 the notification stays until it is clicked, and then opens the bulletins', async () => {
  await write(clerk, 'Look');
  const standing = clerk.page.getByText(STANDING);
  await standing.waitFor();
  await clerk.page.reload();
  await standing.waitFor();
  expect(await seriousFindings(clerk.page)).toEqual([]);
  await standing.click();
  await clerk.page.getByRole('dialog', { name: '公告' }).waitFor();
  await standing.waitFor({ state: 'hidden' });
  await expect.poll(async () => (await clerk.call(getNotReadInformation, {})).alerts).toEqual([]);
  await clerk.page.getByRole('button', { name: '查看全部消息' }).click();
  await shows(clerk.page.getByRole('dialog', { name: '消息通知' }), ['Look']);
  await clerk.page.reload();
  await clerk.page.getByRole('button', { name: /^通知，/ }).waitFor();
  expect(await standing.count()).toBe(0);
});

/** As the provider does it: from the shell of the machine. */
function publish(bulletin: { id: string; untilAt?: string }): void {
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-bulletin-'));
  const file = join(folder, 'bulletin.json');
  const said = {
    titleZh: '系统维护',
    titleEn: 'Maintenance',
    contentZh: '<p>今晚 22:00 起维护</p>',
    contentEn: '<p>Tonight</p>',
  };
  writeFileSync(file, JSON.stringify({ ...said, fromAt: '2026-01-01T00:00:00Z', ...bulletin }));
  const command = join(import.meta.dirname, '../apps/server/src/commands/provider.ts');
  const done = spawnSync(process.execPath, [command, 'bulletin', file], {
    env: { ...process.env, TRADEWIND_DATA: application.dataDir },
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  expect(done.status, done.stderr).toBe(0);
}
const ENDED = '2026-01-02T00:00:00Z';

test('a bulletin is announced at once and stands until it is looked at', async () => {
  const id = `e2e-${Date.now().toString(36)}`;
  const standing = clerk.page.getByText(STANDING);
  expect(await standing.count()).toBe(0);
  await clerk.listens();
  publish({ id });
  await standing.click();
  const board = clerk.page.getByRole('dialog', { name: '公告' });
  await board.getByText('今晚 22:00 起维护').waitFor();
  await clerk.settled();
  await clerk.picture('messages-bulletins');
  expect(await seriousFindings(clerk.page)).toEqual([]);
  publish({ id, untilAt: ENDED });
});

test('§9 without hints: counts every 300,000 ms, bulletins 1,800,000 ms after the layout has loaded', async () => {
  const { page } = clerk;
  const id = `e2e-${Date.now().toString(36)}`;
  const requested = { counts: 0, bulletins: 0 };
  page.on('request', (request) => {
    if (request.url().includes(getNotReadInformation.path)) requested.counts++;
    if (request.url().includes('getnoticeBoard')) requested.bulletins++;
  });
  await page.route('**/information/events', (route) => route.abort());
  await page.clock.install();
  await page.reload();
  await page.getByRole('button', { name: /^通知，/ }).waitFor();
  await clerk.settled();
  publish({ id });
  let counts = requested.counts;
  await page.clock.fastForward(280_000);
  await clerk.settled();
  expect(requested.counts).toBe(counts);
  await write(clerk, 'Later');
  await page.clock.fastForward(20_000);
  await page.getByText(STANDING).click();
  await page.locator('.ant-modal-close').click();
  counts = requested.counts;
  expect(counts).toBeGreaterThan(0);

  const before = requested.bulletins;
  for (const passed of [450_000, 450_000, 450_000, 120_000]) {
    // Somebody is there.
    await page.mouse.move(200 + Math.random() * 200, 600);
    await page.clock.fastForward(passed);
    await clerk.settled();
  }
  expect(requested.bulletins).toBe(before);
  await page.mouse.move(300, 500);
  await page.clock.fastForward(40_000);
  await page.getByText(STANDING).waitFor();
  expect(requested.bulletins).toBe(before + 1);
  publish({ id, untilAt: ENDED });
});

test('a list page’s pager jumps', async () => {
  const person = await somebody();
  await person.signIn('demo');
  await person.go('/order/all');
  const pager = person.page.getByRole('navigation', { name: '分页' });
  await pager.getByRole('textbox').fill('4');
  await pager.getByRole('textbox').press('Enter');
  await person.page.waitForURL(/[?&]page=4/);
  await expect.poll(() => pager.locator('.ant-pagination-item-active').textContent()).toBe('4');
  await person.close();
}, 240_000);
