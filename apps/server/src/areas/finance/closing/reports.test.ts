import { getAlerts } from '@tradewind/contract/access.ts';
import {
  computeMonth,
  exportMonth,
  exportTax,
  getJournalAccounts,
  journalFile,
  monthAllocations,
  saveCloseSettings,
  saveJournalAccounts,
  taxFigures,
} from '@tradewind/contract/finance/closing.ts';

import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Decimal } from '../../../core/money.ts';
import { cellsOf, exportedRows } from '../../../testing/export.ts';
import { ownServer, type TestServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { makeLine, makeOrder, type OrderWorld, openWorld, walk } from '../../orders/orders.testing.ts';
import { book } from '../ledger/book.ts';
import type { Entry, Line } from '../ledger/entry.ts';
import { bookSales } from '../public.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await ownServer();
  await server.startWorker();
});
afterAll(() => server.close());
beforeEach(async () => {
  world = await openWorld(server, { stock: 1000 });
});
const c = () => world.main.companyId;
const query = async <T>(text: string, ...values: unknown[]) =>
  (await server.app.database.owner.query(text, [c(), ...values])).rows as T[];
let docs = 0;
const entry = (onDay: string, lines: readonly Line[], more: Partial<Entry> = {}): Entry => ({
  ...{ docKind: 'test', docId: ++docs, step: 's', onDay, text: 'sale', lines },
  ...more,
});
const cny = { currency: 'CNY', rate: '1' };
const bookAll = (...entries: Entry[]) => world.tx((tx) => book(tx, entries));
/** An order that left, and the month in which it is booked. */
async function sold(no: string, units: readonly number[], country = 'US'): Promise<{ id: number; month: string }> {
  const lines = units.flatMap((quantity, n) => (quantity > 0 ? [makeLine(`${n}`, `SKU-${n + 1}`, quantity)] : []));
  await world.take([makeOrder(no, { goodsAmount: '30', taxAmount: '3', totalAmount: '33', lines })]);
  const id = await world.idOf(no);
  await query('update sales_order set country = $3 where company_id = $1 and id = $2', id, country);
  await walk(world, id, 'ship');
  await bookSales(server.app, world.main.ctx, [id]);
  const [row] = await query<{ month: string }>(
    `select to_char(on_day, 'YYYY-MM') as month from ledger_entry where company_id = $1 and order_id = $2 and step = 'sale'`,
    id,
  );
  return { id, month: row?.month ?? '' };
}

describe('costs without an order', () => {
  it('are allocated to the cent, whatever was sold and however large they are', async () => {
    const { month } = await sold('A-1', [3, 1, 0]);
    await sold('A-2', [1, 0, 7]);
    const cost = fc.record({
      account: fc.constantFrom('advertising', 'storage_fee', 'warehouse_fee', 'platform_fee', 'bank_fee'),
      cents: fc.integer({ min: -90_000, max: 900_000 }).filter((cents) => cents !== 0),
      shop: fc.boolean(),
      product: fc.constantFrom(0, 0, 1),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(cost, { minLength: 1, maxLength: 12 }), async (costs) => {
        await bookAll(
          ...costs.map(({ account, cents, shop, product }) =>
            entry(`${month}-01`, [
              {
                account: account as Line['account'],
                amount: (cents / 100).toFixed(2),
                ...cny,
                ...(shop ? { shopId: world.shop.id } : {}),
                ...(product ? { productId: world.productIds[0] ?? 0 } : {}),
              },
              { account: 'cash', amount: (-cents / 100).toFixed(2), ...cny },
            ]),
          ),
        );
        await server.ok(computeMonth, { month }, world.main);
        const sums = await query(
          `with booked as (select l.account, coalesce(l.shop_id, 0) as shop_id, sum(l.base_amount) as amount
             from ledger_line l join ledger_entry e on e.company_id = $1 and e.id = l.entry_id
             where l.company_id = $1 and e.order_id is null and l.account in ('advertising', 'storage_fee', 'warehouse_fee', 'platform_fee', 'bank_fee')
             group by 1, 2 having sum(l.base_amount) <> 0),
           shared as (select account, shop_id, sum(amount) as amount from finance_allocation where company_id = $1 group by 1, 2 having sum(amount) <> 0)
           (select * from booked except select * from shared) union all (select * from shared except select * from booked)`,
        );
        expect(sums).toEqual([]);
      }),
      { numRuns: runs(5, 200) },
    );
  });

  it('go to what its shop sold, by sales or units; what has no basis stays with nobody', async () => {
    const { month } = await sold('B-1', [1, 3, 0]);
    const spend = (account: Line['account'], amount: string) =>
      entry(`${month}-02`, [
        { account, amount, ...cny, shopId: world.shop.id },
        { account: 'cash', amount: `-${amount}`, ...cny },
      ]);
    await bookAll(spend('storage_fee', '100'), spend('bank_fee', '7'));
    await server.ok(computeMonth, { month }, world.main);
    const rows = async () => (await server.ok(monthAllocations, { month }, world.main)).rows;
    expect((await rows()).map(({ account, sku, amount }) => [account, sku, amount])).toEqual([
      ['storage_fee', 'SKU-2', '75.00'],
      ['storage_fee', 'SKU-1', '25.00'],
      ['bank_fee', '', '7.00'],
    ]);
    const rules = [{ account: 'bank_fee', basis: 'units' as const }];
    await server.ok(saveCloseSettings, { secondPerson: true, rules }, world.main);
    await server.ok(computeMonth, { month }, world.main);
    expect((await rows()).map(({ account, sku }) => [account, sku])).toContainEqual(['bank_fee', 'SKU-2']);
    const [bank] = (await server.ok(monthAllocations, { month, account: 'bank_fee' }, world.main)).accounts.filter(
      ({ account }) => account === 'bank_fee',
    );
    expect(bank).toMatchObject({ booked: '7.00', allocated: '7.00' });
  });
});

describe('taxes', () => {
  it('are told apart by country and by who collects them; a pair that leaves something rings', async () => {
    const { id, month } = await sold('T-1', [1], 'DE');
    const day = `${month}-15`;
    const order = { id, shopId: world.shop.id };
    const shop = { partyKind: 'shop', partyId: world.shop.id } as const;
    const platformTax = (amount: string, docId: number) =>
      entry(
        day,
        [
          { account: 'tax_by_platform', ...shop, amount, ...cny },
          { account: 'platform_settled', ...shop, amount: new Decimal(amount).neg().toFixed(2), ...cny },
        ],
        { docKind: 'settlement', docId, order, step: `tax:${amount}` },
      );
    const input = entry(day, [
      { account: 'input_tax', ...shop, amount: '1.90', ...cny },
      { account: 'cash', amount: '-1.90', ...cny },
    ]);
    await bookAll(platformTax('-5', 1), platformTax('5', 1), input);
    const inMonth = {
      from: `${month}-01`,
      to: new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10),
    };
    const figures = () => server.ok(taxFigures, inMonth, world.main);
    const before = await figures();
    expect(before.unpaired).toEqual([]);
    expect(before.rows.find((row) => row.country === 'DE')).toMatchObject({ byPlatform: '5.00', input: '0.00' });
    expect(Number(before.rows.find((row) => row.country === 'DE')?.collected)).toBeGreaterThan(0);
    expect(before.rows.find((row) => row.country === '')).toMatchObject({ input: '1.90', sales: '0.00' });
    const alert = async () =>
      (await server.ok(getAlerts, {}, world.main)).filter((one) => one.path.includes('tab=tax'));
    expect(await alert()).toEqual([]);
    await bookAll(platformTax('-2.5', 2));
    expect((await figures()).unpaired).toMatchObject([
      { docKind: 'settlement', docId: 2, amount: '-2.50', currency: 'CNY' },
    ]);
    expect(await alert()).toMatchObject([{ level: 'bad' }]);
    const rows = await exportedRows(server, exportTax, inMonth, world.main);
    expect(rows.find((row) => row.科目 === '进项税')).toMatchObject({ 本位币金额: '-1.9', 币种: 'CNY' });
  });
});

/** The vouchers of a file: the number of each and its debits less its credits. */
function vouchersOf(
  system: string,
  rows: string[][],
): { balances: Map<string, string>; lines: Record<string, string>[] } {
  const [head = [], ...body] = rows;
  const lines = body.map((cells) => Object.fromEntries(head.map((title, at) => [title, cells[at] ?? ''])));
  const sides: Record<string, [voucher: string, (line: Record<string, string>) => Decimal]> = {
    xero: ['*Narration', (line) => new Decimal(line['*Amount'] || 0)],
    quickbooks: ['Journal No.', (line) => new Decimal(line.Debits || 0).minus(line.Credits || 0)],
    kingdee: ['凭证号', (line) => new Decimal(line.借方金额 || 0).minus(line.贷方金额 || 0)],
  };
  const [number = '', amount = () => new Decimal(0)] = sides[system] ?? [];
  const balances = new Map<string, Decimal>();
  for (const line of lines)
    balances.set(line[number] ?? '', (balances.get(line[number] ?? '') ?? new Decimal(0)).plus(amount(line)));
  return { balances: new Map([...balances].map(([key, value]) => [key, value.toFixed(2)])), lines };
}
const csvRows = (text: string) =>
  text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
        .slice(0, -1)
        .map(([, cell = '']) => cell.replace(/^"|"$/g, '').replaceAll('""', '"')),
    );

describe('journals', () => {
  const file = async (system: 'xero' | 'quickbooks' | 'kingdee', by: 'day' | 'month') => {
    const url = `${server.url}/api${journalFile.path}?month=2025-03&system=${system}&by=${by}`;
    const answer = await fetch(url, { headers: { token: world.main.token } });
    expect(answer.status).toBe(200);
    const data = Buffer.from(await answer.arrayBuffer());
    return vouchersOf(system, system === 'kingdee' ? await cellsOf(data) : csvRows(data.toString()));
  };
  beforeEach(async () => {
    const usd = { currency: 'USD', rate: '7.1234' };
    const exact = (amount: string) => ({ amount, baseAmount: amount, ...cny });
    await bookAll(
      // Three thirds: rounded each for itself they would lack a cent.
      entry('2025-03-31', [
        { account: 'bank_fee', ...exact('0.3333') },
        { account: 'last_mile', ...exact('0.3333') },
        { account: 'operating_expense', ...exact('0.3334') },
        { account: 'cash', ...exact('-1') },
      ]),
      ...[3, 3, 17, 31].map((day, n) =>
        entry(`2025-03-${String(day).padStart(2, '0')}`, [
          { account: 'advertising', amount: `${10 + n}.3333`, ...usd },
          { account: 'storage_fee', amount: '0.1111', ...usd },
          { account: 'cash', amount: `-${10 + n}.4444`, ...usd },
        ]),
      ),
    );
  });

  it.each(['xero', 'quickbooks', 'kingdee'] as const)(
    'for %s balance, by day and by month, and say what is booked',
    async (system) => {
      const byDay = await file(system, 'day');
      expect(byDay.balances.size).toBe(3);
      const byMonth = await file(system, 'month');
      expect(byMonth.balances.size).toBe(1);
      for (const { balances } of [byDay, byMonth])
        for (const [voucher, rest] of balances) expect([voucher, rest]).toEqual([voucher, '0.00']);
      const [booked] = await query<{ sum: string }>(
        `select round(sum(base_amount), 2) as sum from ledger_line where company_id = $1 and account = 'advertising'`,
      );
      const column = { xero: '*Amount', quickbooks: 'Debits', kingdee: '借方金额' }[system];
      const name = {
        xero: ['*AccountCode', '400'],
        quickbooks: ['Account Name', 'Advertising'],
        kingdee: ['科目代码', '6601'],
      }[system];
      const ads = byMonth.lines.find((line) => line[name[0] ?? ''] === name[1]);
      expect(Number(ads?.[column])).toBe(Number(booked?.sum));
    },
  );

  it('have the dates that each program reads', async () => {
    const dates = async (system: 'xero' | 'quickbooks' | 'kingdee', column: string) =>
      new Set((await file(system, 'month')).lines.map((line) => line[column]));
    expect(await dates('xero', '*Date')).toEqual(new Set(['31/03/2025']));
    expect(await dates('quickbooks', 'Journal Date')).toEqual(new Set(['03/31/2025']));
    expect(await dates('kingdee', '日期')).toEqual(new Set(['2025-03-31']));
  });

  it('use the accounts that the company chose, and suggestions for the others', async () => {
    const rows = [{ account: 'advertising', code: '4711', name: 'Ads, "all"' }];
    await server.ok(saveJournalAccounts, { system: 'quickbooks', rows }, world.main);
    const found = await server.ok(getJournalAccounts, { system: 'quickbooks' }, world.main);
    expect(found.rows.filter((row) => row.own)).toMatchObject([{ account: 'advertising', code: '4711' }]);
    expect(found.rows.every((row) => row.name !== '')).toBe(true);
    const { lines } = await file('quickbooks', 'month');
    expect(lines.map((line) => line['Account Name'])).toContain('Ads, "all"');
    await server.ok(
      saveJournalAccounts,
      { system: 'quickbooks', rows: [{ account: 'advertising', code: '', name: '' }] },
      world.main,
    );
    expect(
      (await server.ok(getJournalAccounts, { system: 'quickbooks' }, world.main)).rows.some((row) => row.own),
    ).toBe(false);
  });
});

it('a month is exported as its page shows it', async () => {
  await bookAll(
    entry('2025-03-03', [
      { account: 'advertising', amount: '12.5', ...cny, shopId: world.shop.id },
      { account: 'cash', amount: '-12.5', ...cny },
    ]),
  );
  const rows = await exportedRows(server, exportMonth, { month: '2025-03' }, world.main);
  expect(rows.map((row) => [row.科目代码, row.店铺, row['期末余额（本位币）']])).toEqual([
    ['advertising', 'Test shop', '12.5'],
    ['cash', '', '-12.5'],
  ]);
});
