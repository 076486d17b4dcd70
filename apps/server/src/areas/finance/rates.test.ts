import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { type TestServer, testServer } from '../../testing/harness.ts';
import { takeSettlementLines } from '../channels/public.ts';
import { makeLine, makeOrder, type OrderWorld, openWorld, walk } from '../orders/orders.testing.ts';
import { closeItems } from './closing/items.ts';
import { bookLeftovers } from './public.ts';
import { wrongsOf } from './testing/ledger.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { stock: 100 });
});
afterAll(() => server.close());
const c = () => world.main.companyId;
const owner = async <T>(text: string, ...values: unknown[]) =>
  (await server.app.database.owner.query(text, [c(), ...values])).rows as T[];
const rate = (currency: string, day: string, toBase: string) =>
  owner(
    `insert into exchange_rate (company_id, currency, on_day, to_base, source) values ($1, $2, $3, $4, 'ecb')`,
    ...[currency, day, toBase],
  );

/** Friday to Monday, by the company's clock: its day begins at 16:00 UTC of the day before. */
const [FRIDAY, SUNDAY, MONDAY] = ['2026-03-06', '2026-03-08', '2026-03-09'] as const;
/** An order that left, bought and labelled at that moment. */
async function sold(no: string, currency: string, at: string): Promise<number> {
  await world.take([makeOrder(no, { currency, lines: [makeLine('1', 'SKU-1')] })]);
  const id = await world.idOf(no);
  await walk(world, id, 'ship');
  await owner('update sales_order set shipped_at = $3 where company_id = $1 and id = $2', id, at);
  await owner('update outbound set shipped_at = $3 where company_id = $1 and order_id = $2', id, at);
  await owner(
    `update parcel set label_cost = 10, label_currency = $3, bought_at = $4 where company_id = $1 and order_id = $2`,
    ...[id, currency, at],
  );
  return id;
}
const settled = (reference: string, currency: string, at: string) =>
  world.tx((tx) =>
    takeSettlementLines(tx, world.shop.id, [
      { reference, settlementId: 'S', kind: 'storage', type: 'STORAGE', amount: '-3', currency, postedAt: at },
    ]),
  );
const leftovers = () => bookLeftovers(server.app, world.main.ctx, 100_000, true);
/** What is booked in a currency: day, step and rate. */
const booked = (currency: string) =>
  world.tx((tx) =>
    tx.rows<{ step: string; day: string; rate: string }>(sql`select distinct e.step, e.on_day::text as day,
        trim_scale(l.rate)::text as rate
      from ledger_entry e join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id
      where e.company_id = ${c()} and l.currency = ${currency} order by 2, 1`),
  );
const item = async (key: string) =>
  (await world.tx((tx) => closeItems(tx, '2026-03-01', 1, 'en'))).find((one) => one.key === key)?.count;

it('books a Sunday at the rate of the Friday before it, though Monday’s is known by then', async () => {
  await rate('NOK', FRIDAY, '0.65');
  await rate('NOK', MONDAY, '0.7');
  // The last moment of Sunday and the first of Monday.
  await sold('SUN', 'NOK', '2026-03-08T15:59:59Z');
  await settled('SUN', 'NOK', '2026-03-08T15:59:59Z');
  await sold('MON', 'NOK', '2026-03-08T16:00:00Z');
  await leftovers();
  const all = await booked('NOK');
  const sunday = all.filter((row) => row.day === SUNDAY).map((row) => [row.step, row.rate]);
  expect(sunday).toEqual([
    ['booked', '0.65'],
    ['fee:estimate', '0.65'],
    ['label', '0.65'],
    ['sale', '0.65'],
  ]);
  const monday = all.filter((row) => row.day === MONDAY).map((row) => [row.step, row.rate]);
  expect(monday).toEqual([
    ['fee:estimate', '0.7'],
    ['label', '0.7'],
    ['sale', '0.7'],
  ]);
  expect(await wrongsOf(server, c())).toEqual([]);
});

it('lets a currency without any rate wait by name, keeps nothing else waiting, and books it once there is one', async () => {
  await sold('NONE', 'XAG', '2026-03-08T10:00:00Z');
  await settled('NONE', 'XAG', '2026-03-08T10:00:00Z');
  await sold('FINE', 'NOK', '2026-03-10T10:00:00Z');
  await settled('FINE', 'NOK', '2026-03-10T10:00:00Z');
  await expect(leftovers()).rejects.toMatchObject({ code: 'settings.noRate', params: { currency: 'XAG' } });
  expect(await booked('XAG')).toEqual([]);
  expect((await booked('NOK')).filter((row) => row.day === '2026-03-10').map((row) => row.step)).toEqual([
    ...['booked', 'fee:estimate', 'label', 'sale'],
  ]);
  // The sale, the label and the line of the settlement.
  expect([await item('rates'), await item('unbooked')]).toEqual([1, 3]);
  await rate('XAG', '2026-03-09', '5');
  await expect(leftovers()).rejects.toMatchObject({ code: 'settings.noRate' });
  await rate('XAG', '2026-03-05', '4');
  await leftovers();
  expect((await booked('XAG')).map((row) => [row.step, row.day, row.rate])).toEqual([
    ...['booked', 'fee:estimate', 'label', 'sale'].map((step) => [step, SUNDAY, '4']),
  ]);
  expect([await item('rates'), await item('unbooked')]).toEqual([0, 0]);
  expect(await wrongsOf(server, c())).toEqual([]);
});
