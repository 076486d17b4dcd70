import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/finance/banking.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { grantShops, type OrderWorld, openWorld } from '../../orders/orders.testing.ts';
import { book } from '../ledger/book.ts';
import { revalue } from '../public.ts';
import { wrongsOf } from '../testing/ledger.ts';
import { addAccount, type Bank, openBank, payOut } from './banking.testing.ts';

let server: TestServer;
let world: OrderWorld;
let bank: Bank;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  world = await openWorld(server);
  bank = openBank(world);
  await query('delete from exchange_rate where company_id = $1');
  for (const [day, rate] of [
    ['2026-01-01', 7],
    ['2026-09-30', 7.1],
    ['2026-10-31', 6.9],
  ] as const)
    await setRate(day, rate);
});
const query = async (text: string, ...values: unknown[]) =>
  (await server.app.database.owner.query(text, [world.main.companyId, ...values])).rows as Record<string, string>[];
const setRate = (day: string, rate: number) =>
  query(
    `insert into exchange_rate (company_id, currency, on_day, to_base, source) values ($1, 'USD', $2, $3, 'test')
     on conflict (company_id, currency, on_day) do update set to_base = excluded.to_base`,
    day,
    rate,
  );
/** Base amounts of all revaluations by day and account. */
const booked = async () =>
  (
    await query(`select e.on_day::text as day, l.account, trim_scale(sum(l.base_amount))::text as base from ledger_entry e
      join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id where e.company_id = $1 and e.doc_kind = 'fx_revaluation'
      group by 1, 2 having sum(l.base_amount) <> 0 order by 1, 2`)
  ).map(({ day, account, base }) => `${day} ${account} ${base}`);
/** No document stands behind the bill of this test. */
const wrongs = async () =>
  (await wrongsOf(server, world.main.companyId)).filter(
    (one) => !['procurement.money', 'finance.stockValue'].includes((one as { key: string }).key),
  );
const run = (month: string) => world.tx((tx) => revalue(tx, month));

/** 1,000 USD on an account, 500 on their way, 200 owed to a supplier, and stock, all at 7. */
async function fill(): Promise<void> {
  await addAccount(bank, { openingAmount: '1000', openingOn: '2026-09-01' });
  await payOut(bank, { amount: '500', onDay: '2026-09-02' });
  const usd = { currency: 'USD', rate: '7' };
  await world.tx((tx) =>
    book(tx, [
      {
        ...{ docKind: 'test_bill', docId: 1, step: 'booked', onDay: '2026-09-03', text: 'supplierBill' },
        lines: [
          { account: 'stock_value', partyKind: 'warehouse', partyId: world.warehouseId, amount: '200', ...usd },
          { account: 'supplier_payable', partyKind: 'supplier', partyId: 1, amount: '-200', ...usd },
        ],
      },
      // The platform's balance is in balance with what it paid out.
      {
        ...{ docKind: 'test_settled', docId: 1, step: 'settled', onDay: '2026-09-01', text: 'sale' },
        lines: [
          { account: 'platform_settled', partyKind: 'shop', partyId: world.shop.id, amount: '500', ...usd },
          { account: 'sales', amount: '-500', ...usd },
        ],
      },
    ]),
  );
}

it('values money at the rate of the last day, never stock, and takes it back on the next day', async () => {
  await fill();
  // (1,000 + 500 - 200) x 0.1
  expect(await run('2026-09-01')).toBe('130.00');
  const first = [
    '2026-09-30 cash 100',
    '2026-09-30 fx_revaluation -130',
    '2026-09-30 platform_in_transit 50',
    '2026-09-30 supplier_payable -20',
  ];
  const back = [
    '2026-10-01 cash -100',
    '2026-10-01 fx_revaluation 130',
    '2026-10-01 platform_in_transit -50',
    '2026-10-01 supplier_payable 20',
  ];
  expect(await booked()).toEqual([...first, ...back]);
  expect(await run('2026-09-01')).toBe('0.00');
  expect(await booked()).toEqual([...first, ...back]);
  // The next month begins with what was booked, not with what was revalued.
  expect(await run('2026-10-01')).toBe('-130.00');
  expect(await wrongs()).toEqual([]);
});

it('books the difference after a changed rate, two runs at once do so once, and a closed month is left as it is', async () => {
  await fill();
  await run('2026-09-01');
  await setRate('2026-09-30', 7.2);
  await Promise.all([run('2026-09-01'), run('2026-09-01'), run('2026-09-01')]);
  expect((await booked()).filter((line) => line.includes('fx_revaluation'))).toEqual([
    '2026-09-30 fx_revaluation -260',
    '2026-10-01 fx_revaluation 260',
  ]);
  await query(`update finance_period set state = 'closed' where company_id = $1 and month = '2026-09-01'`);
  await setRate('2026-09-30', 7.3);
  expect(await run('2026-09-01')).toBe('130.00');
  // Both the difference and its reversal belong to the open month, and come to nothing there.
  expect((await booked()).filter((line) => line.includes('fx_revaluation'))).toEqual([
    '2026-09-30 fx_revaluation -260',
    '2026-10-01 fx_revaluation 260',
  ]);
  expect(await run('2026-09-01')).toBe('0.00');
  expect(await wrongs()).toEqual([]);
});

it('is shown by item before and after it is booked, debts to suppliers only to those who see costs', async () => {
  await fill();
  const month = '2026-09-01';
  const shown = await server.ok(calls.getRevaluation, { month }, world.main);
  expect(shown).toMatchObject({ day: '2026-09-30', baseCurrency: 'CNY', difference: '130.00', booked: '0.00' });
  expect(
    shown.items.map(({ account, amount, rate, value, difference }) => [account, amount, rate, value, difference]),
  ).toEqual([
    ['cash', '1000.00', '7.1', '7100.00', '100.00'],
    ['platform_in_transit', '500.00', '7.1', '3550.00', '50.00'],
    ['supplier_payable', '-200.00', '7.1', '-1420.00', '-20.00'],
  ]);
  expect(await server.ok(calls.runRevaluation, { month }, world.main)).toEqual({ booked: '130.00' });
  expect((await server.ok(calls.getRevaluation, { month }, world.main)).booked).toBe('130.00');
  const clerk = await server.member(world.main.companyId, [rights.storeCollection.view]);
  await grantShops(server, clerk, world.shop.id);
  expect((await server.ok(calls.getRevaluation, { month }, clerk)).items.map(({ account }) => account)).toEqual([
    'cash',
    'platform_in_transit',
  ]);
  expect((await server.call(calls.runRevaluation, { month }, clerk)).status).toBe(403);
});
