import { rights } from '@tradewind/contract/access/modules.ts';
import { saveUserBasePer } from '@tradewind/contract/access.ts';
import {
  closeMonth,
  computeMonth,
  decideReopening,
  getMonth,
  lateEntries,
  listMonths,
  monthBalances,
  monthEntries,
  monthFigures,
  reopenMonth,
  saveCloseSettings,
  tickCloseItem,
} from '@tradewind/contract/finance/closing.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type TestServer, testServer } from '../../../testing/harness.ts';
import { wrongsOf } from '../testing/ledger.ts';
import { type Books, openBooks } from '../testing/months.ts';

let server: TestServer;
let books: Books;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  books = await openBooks(server);
});
const refusal = ({ status, data }: Answer<unknown>) => [status, (data as unknown as { error: string }).error];
const of = (month: string) => server.ok(getMonth, { month }, books.main);
const figuresOf = (month: string, more = {}) => server.ok(monthFigures, { month, ...more }, books.main);
const figure = async (month: string, account: string, more = {}) =>
  (await figuresOf(month, more)).rows.find((row) => row.account === account);

describe('a month', () => {
  it('is closed with its figures, each of which opens into its lines', async () => {
    await books.spend('2025-01-10', '100');
    await books.spend('2025-02-03', '40');
    await books.spend('2025-02-28', '2.5');
    expect(await figure('2025-02', 'advertising')).toMatchObject({
      movement: '301.75',
      before: '710.00',
      opening: '710.00',
      closing: '1011.75',
    });
    await books.close('2025-01');
    await books.close('2025-02');
    expect(await server.ok(listMonths, {}, books.main)).toMatchObject({
      total: 2,
      rows: [
        { month: '2025-02', state: 'closed', version: 1, ready: true, late: 0 },
        { month: '2025-01', state: 'closed', version: 1 },
      ],
    });
    const shown = await figuresOf('2025-02');
    expect(shown).toMatchObject({ version: 1, profit: '-301.75', profitBefore: '-710.00', currency: 'CNY' });
    expect(shown.rows.map((row) => [row.account, row.kind, row.closing])).toEqual([
      ['cash', 'asset', '-1011.75'],
      ['advertising', 'expense', '1011.75'],
    ]);
    const lines = (what: 'movement' | 'closing') =>
      server.ok(monthEntries, { month: '2025-02', account: 'advertising', of: what }, books.main);
    expect(await lines('movement')).toMatchObject({ total: 2, sum: '301.75' });
    expect(await lines('closing')).toMatchObject({ total: 3, sum: '1011.75' });
    const balances = await server.ok(monthBalances, { month: '2025-02', account: 'advertising' }, books.main);
    expect(balances.rows).toMatchObject([
      { shop: 'Harbor', currency: 'USD', movement: '42.50', closing: '142.50', closingBase: '1011.75' },
    ]);
    expect(await wrongsOf(server, books.companyId)).toEqual([]);
  });

  it('takes nothing once it is closed: late facts come into the next month and keep their day', async () => {
    await books.spend('2025-01-10', '100');
    await books.close('2025-01');
    const before = await books.bytes('2025-01');
    await books.spend('2025-01-31', '7');
    // A month from before the books were begun is closed with them.
    await books.spend('2019-06-05', '3');
    expect(await books.bytes('2025-01')).toBe(before);
    const late = await server.ok(lateEntries, { month: '2025-01' }, books.main);
    expect(late.rows).toMatchObject([{ eventDay: '2025-01-31', onDay: '2025-02-01', amount: '49.70' }]);
    expect((await of('2025-01')).late).toBe(1);
    const old = await books.query(`select on_day from ledger_entry where company_id = $1 and event_day = '2019-06-05'`);
    expect(old).toEqual([{ on_day: '2025-02-01' }]);
    expect(await figure('2025-02', 'advertising')).toMatchObject({ movement: '71.00', opening: '710.00' });
  });

  it('is closed in the order of the months, and not before it is over', async () => {
    await books.spend('2025-01-10', '1');
    await books.spend('2025-02-10', '1');
    await server.ok(computeMonth, { month: '2025-02' }, books.main);
    expect((await of('2025-02')).closeFirst).toBe('2025-01');
    const early = await server.call(closeMonth, { month: '2025-02' }, books.main);
    expect(refusal(early)).toEqual([409, 'finance.closing.closeFirst']);
    expect(refusal(await server.call(closeMonth, { month: '2025-01' }, books.main))).toEqual([
      409,
      'finance.closing.not.close',
    ]);
    await books.close('2025-01');
    await books.close('2025-02');
    const first = await server.call(reopenMonth, { month: '2025-01', reason: 'late bill' }, books.main);
    expect(refusal(first)).toEqual([409, 'finance.closing.reopenFirst']);
    await books.spend('2088-03-01', '1');
    await server.ok(computeMonth, { month: '2088-03' }, books.main);
    expect(refusal(await server.call(closeMonth, { month: '2088-03' }, books.main))).toEqual([
      409,
      'finance.closing.notOver',
    ]);
    expect(refusal(await server.call(computeMonth, { month: '2025-02' }, books.main))).toEqual([
      409,
      'finance.closing.not.compute',
    ]);
    expect(refusal(await server.call(computeMonth, { month: '1999-02' }, books.main))).toEqual([
      404,
      'finance.closing.noMonth',
    ]);
  });
});

describe('reopening', () => {
  it('needs a reason and a second person; the version stays, and the next one shows what came', async () => {
    await books.spend('2025-01-10', '100');
    await books.close('2025-01');
    const reason = 'Bill of January came late';
    expect(await server.ok(reopenMonth, { month: '2025-01', reason }, books.main)).toEqual({ state: 'closed' });
    const again = await server.call(reopenMonth, { month: '2025-01', reason }, books.second);
    expect(refusal(again)).toEqual([409, 'finance.closing.requested']);
    const alone = await server.call(decideReopening, { month: '2025-01', confirm: true }, books.main);
    expect(refusal(alone)).toEqual([403, 'finance.closing.secondPerson']);
    await books.spend('2025-01-20', '9');
    const before = await books.bytes('2025-01');
    const opened = await server.ok(decideReopening, { month: '2025-01', confirm: true }, books.second);
    expect(opened).toEqual({ state: 'reopened' });
    await books.spend('2025-01-31', '5.5');
    await books.close('2025-01');
    const month = await of('2025-01');
    expect(month).toMatchObject({ state: 'closed', version: 2, late: 1 });
    expect(month.versions).toMatchObject([
      { version: 2, lines: 4, reopen: null },
      {
        version: 1,
        lines: 2,
        reopen: { reason, byMe: true, by: books.main.userLoginId, confirmedBy: books.second.userLoginId },
      },
    ]);
    expect(month.versions[0]?.digest).not.toBe(month.versions[1]?.digest);
    expect(await figure('2025-01', 'advertising', { compare: 1 })).toMatchObject({
      movement: '749.05',
      otherMovement: '710.00',
    });
    expect(await figure('2025-01', 'advertising', { version: 1 })).toMatchObject({ movement: '710.00' });
    const came = await server.ok(
      monthEntries,
      { month: '2025-01', account: 'advertising', of: 'since', version: 1 },
      books.main,
    );
    expect(came).toMatchObject({ total: 1, sum: '39.05' });
    // What version 1 said stands in what version 2 left.
    for (const row of (JSON.parse(before) as { kept: { row: string }[] }).kept)
      expect(await books.bytes('2025-01')).toContain(JSON.stringify(row.row).slice(1, -1));
    expect(await wrongsOf(server, books.companyId)).toEqual([]);
  });

  it('is declined, or done by one person where the main account chose so', async () => {
    await books.spend('2025-01-10', '1');
    await books.close('2025-01');
    await server.ok(reopenMonth, { month: '2025-01', reason: 'x' }, books.second);
    expect(await server.ok(decideReopening, { month: '2025-01', confirm: false }, books.main)).toEqual({
      state: 'closed',
    });
    expect(refusal(await server.call(decideReopening, { month: '2025-01', confirm: true }, books.main))).toEqual([
      409,
      'finance.closing.notRequested',
    ]);
    const alone = { secondPerson: false, rules: [] };
    expect(refusal(await server.call(saveCloseSettings, alone, books.second))).toEqual([
      403,
      'finance.closing.mainOnly',
    ]);
    await server.ok(saveCloseSettings, alone, books.main);
    expect(await server.ok(reopenMonth, { month: '2025-01', reason: 'x' }, books.second)).toEqual({
      state: 'reopened',
    });
  });

  it('waits for the figures of the version that it keeps', async () => {
    await books.spend('2025-01-10', '1');
    await server.ok(computeMonth, { month: '2025-01' }, books.main);
    await server.ok(closeMonth, { month: '2025-01' }, books.main);
    expect((await of('2025-01')).ready).toBe(false);
    expect(refusal(await server.call(reopenMonth, { month: '2025-01', reason: 'x' }, books.main))).toEqual([
      409,
      'finance.closing.figuresDue',
    ]);
    await books.figures();
    await server.ok(reopenMonth, { month: '2025-01', reason: 'x' }, books.main);
  });

  it('is for whoever sees costs and all shops', async () => {
    await books.spend('2025-01-10', '1');
    const { userLoginId } = books.second;
    await server.ok(saveUserBasePer, { userLoginId, permissions: [] }, books.main);
    for (const call of [getMonth, monthFigures])
      expect(refusal(await server.call(call, { month: '2025-01' }, books.second))).toEqual([
        403,
        'finance.closing.costs',
      ]);
    const narrow = await server.member(books.companyId, [`${rights.monthClose.id}:compute`]);
    await server.ok(saveUserBasePer, { userLoginId: narrow.userLoginId, permissions: ['seeCost'] }, books.main);
    await books.query(
      `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'shop', 987654321)`,
      narrow.userId,
    );
    expect((await server.ok(monthFigures, { month: '2025-01' }, narrow)).rows).toEqual([]);
    expect(refusal(await server.call(computeMonth, { month: '2025-01' }, narrow))).toEqual([
      403,
      'finance.closing.allShops',
    ]);
  });
});

describe('the checklist', () => {
  const item = async (key: string) => (await of('2025-01')).items.find((one) => one.key === key);
  const suspense = (amount: string) => {
    const plain = { currency: 'USD', rate: '7.1' };
    return books.book(
      books.entryOf('2025-01-12', '', [
        { account: 'suspense', partyKind: 'shop', partyId: books.shopId, amount, ...plain },
        { account: 'cash', amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}`, ...plain },
      ]),
    );
  };

  it('blocks while something is in suspense, and nobody can wave it through', async () => {
    await suspense('12');
    await server.ok(computeMonth, { month: '2025-01' }, books.main);
    expect(await item('suspense')).toMatchObject({ count: 1, done: false, blocks: 'always' });
    const close = () => server.call(closeMonth, { month: '2025-01' }, books.main);
    expect(refusal(await close())).toEqual([409, 'finance.closing.itemOpen']);
    const tick = { month: '2025-01', item: 'suspense', reason: 'so what' };
    expect(refusal(await server.call(tickCloseItem, tick, books.main))).toEqual([409, 'finance.closing.mustFix']);
    await suspense('-12');
    expect(await item('suspense')).toMatchObject({ count: 0, done: true });
    expect((await close()).status).toBe(200);
  });

  it('is accepted with a reason, as long as no more comes', async () => {
    await books.spend('2025-01-10', '1');
    const sold = async () => {
      const [order] = await books.query<{ id: number }>(
        `insert into order_profit (company_id, order_id, shop_id, on_day, goods)
         select $1, 1 + coalesce(max(order_id), 0), $2, '2025-01-05', 10 from order_profit where company_id = $1 returning order_id as id`,
        books.shopId,
      );
      return order?.id;
    };
    await sold();
    await server.ok(computeMonth, { month: '2025-01' }, books.main);
    const tick = { month: '2025-01', item: 'withoutCost', reason: 'Sent by the supplier' };
    await server.ok(tickCloseItem, tick, books.main);
    expect(await item('withoutCost')).toMatchObject({ count: 1, done: true, tick: { reason: 'Sent by the supplier' } });
    await sold();
    expect(await item('withoutCost')).toMatchObject({ count: 2, done: false, tick: null });
    expect(refusal(await server.call(closeMonth, { month: '2025-01' }, books.main))).toEqual([
      409,
      'finance.closing.itemOpen',
    ]);
    await server.ok(tickCloseItem, tick, books.main);
    await server.ok(closeMonth, { month: '2025-01' }, books.main);
  });
});
