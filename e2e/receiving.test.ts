import { listBankLines } from '@tradewind/contract/finance/banking.ts';
import { expect, test } from 'vitest';
import { paidOut, ratesOf } from './payout.ts';
import { seriousFindings, somebody } from './person.ts';
import { foundCompany, sandbox } from './workshop.ts';

const DAY_MS = 86_400_000;

test('a receiving account is connected on its page, its lines arrive, and a receipt is matched with a payout', async () => {
  const person = await somebody();
  const { page } = person;
  const login = await foundCompany(person);
  await ratesOf(login, { USD: 6.9, EUR: 7.8, GBP: 9, JPY: 0.05 });
  const day = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10);
  await paidOut(login, { amount: 4321.09, day });
  await sandbox('pingpong/receipts', { currency: 'USD', amount: '4321.09', payer: 'SHOPIFY', reference: 'PAYOUT 77' });

  await person.go('/finance/collection?view=connections');
  await page.getByRole('button', { name: '连接收款账户' }).click();
  await page.getByRole('menuitem', { name: 'PingPong' }).click();
  await page.getByRole('button', { name: 'Allow 同意授权' }).click();
  await page.getByText('已连接，正在读取余额和流水').waitFor();
  const connection = page.getByRole('article').filter({ hasText: 'PingPong' });
  await connection.getByText('平衡', { exact: true }).first().waitFor();
  await person.settled();
  await person.picture('receiving-connection-zh-light-1440');
  expect(await seriousFindings(page)).toEqual([]);

  await person.go('/finance/collection');
  const row = page.getByRole('row').filter({ hasText: '4,321.09' });
  await row.getByText(/Lamp House/).waitFor();
  await row.getByRole('button', { name: /^确\s*认$/ }).click();
  await row.getByText('平台打款', { exact: true }).waitFor();
  expect((await person.call(listBankLines, { state: 'matched' })).rows.map(({ amount }) => amount)).toEqual([
    '4321.09',
  ]);
  await row.getByText('PAYOUT 77').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('汇兑差额', { exact: true }).first().waitFor();
  await drawer.getByText('平台应收：在途打款').waitFor();
  await person.settled();
  await person.picture('receiving-matched-zh-light-1440');
  expect(await seriousFindings(page)).toEqual([]);

  // A line that cannot be read stands apart, until a press reads it again.
  const { id } = await sandbox<{ id: string }>('pingpong/receipts', { amount: '88.12', reference: 'UNREADABLE' });
  await sandbox('faults', { platform: 'pingpong', unknownStatus: 1, match: id });
  await person.go('/finance/collection?view=connections');
  await connection.getByRole('button', { name: '立即读取' }).click();
  await connection.getByText('1 笔流水未能读取，其余流水照常匹配').waitFor();
  await person.settled();
  await person.picture('receiving-set-aside-zh-light-1440');
  await connection.getByRole('link', { name: '查看' }).click();
  await page.getByRole('cell', { name: /status/ }).click();
  await drawer.getByText(id).waitFor();
  await person.settled();
  await person.picture('receiving-set-aside-line-zh-light-1440');
  expect(await seriousFindings(page)).toEqual([]);
  await sandbox('faults', { platform: 'pingpong', unknownStatus: 0, match: '' });
  await person.tickPage();
  await page.getByRole('button', { name: '重新读取' }).click();
  // The drawer follows what the job finds.
  await drawer.getByText('已读取', { exact: true }).waitFor();
  expect((await person.call(listBankLines, { text: '88.12' })).total).toBe(1);
});
