import type { SettlementKind, SettlementLine } from '@tradewind/connectors/capabilities/settlements.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownServer, type TestServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { takeSettlementLines } from '../../channels/public.ts';
import { makeLine, makeOrder, type OrderWorld, openWorld } from '../../orders/orders.testing.ts';
import { bookRefunds, bookSales } from '../public.ts';
import { wrongsOf } from '../testing/ledger.ts';
import { learnFees } from './experience.ts';
import { refreshSettlements } from './headers.ts';
import { bookUnbookedLines, rebookOrders } from './intake.ts';
import { bookRests } from './rests.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await ownServer();
  world = await openWorld(server);
});
afterAll(() => server.close());
const c = () => world.main.companyId;
const owner = async <T>(text: string, ...values: unknown[]) =>
  (await server.app.database.owner.query(text, [c(), ...values])).rows as T[];

let orders = 0;
const ORDER = {
  goodsAmount: '39.98',
  shippingAmount: '5.00',
  taxAmount: '3.00',
  discountAmount: '2.00',
  totalAmount: '45.98',
};
/** An order that was paid, and is neither shipped nor booked. */
async function order(): Promise<{ id: number; no: string }> {
  const no = `S-${++orders}`;
  await world.take([makeOrder(no, { ...ORDER, lines: [makeLine('1', 'SKU-1', 2)] })]);
  return { id: await world.idOf(no), no };
}
const line = (
  no: string,
  kind: SettlementKind,
  amount: string,
  more: Partial<SettlementLine> = {},
): SettlementLine => ({
  reference: `${no}/${kind}/${amount}`,
  settlementId: `P-${no}`,
  platformOrderNo: no,
  kind,
  type: kind.toUpperCase(),
  amount,
  currency: 'USD',
  postedAt: '2026-11-20T10:00:00Z',
  ...more,
});
const take = (lines: SettlementLine[]) => world.tx((tx) => takeSettlementLines(tx, world.shop.id, lines));
const book = () => bookUnbookedLines(server.app, world.main.ctx);
const sold = (id: number) => bookSales(server.app, world.main.ctx, [id]);
const refunded = (id: number) =>
  world.tx(async (tx) => {
    if ((await bookRefunds(tx, [id])) > 0) await rebookOrders(server.app, tx, [id]);
  });
/** In the order's own currency, by account; accounts that come to nothing are left out. */
const ofOrder = async (id: number) =>
  Object.fromEntries(
    (
      await owner<{ account: string; sum: string }>(
        `select l.account, sum(l.amount) as sum from ledger_entry e join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id
         where e.company_id = $1 and e.order_id = $2 and l.account <> 'rounding' group by 1 having sum(l.amount) <> 0 order by 1`,
        id,
      )
    ).map((row) => [row.account, Number(row.sum)]),
  );
const PAID = ['sale', 'payment'] as const;
const paidLines = (no: string) => [line(no, 'sale', '45.98'), line(no, 'payment', '-1.63')];

describe('a sale that its platform settles', () => {
  it('is paid by it: nothing is left unsettled, and the fee that was estimated is the one that was taken', async () => {
    const { id, no } = await order();
    await sold(id);
    expect(await ofOrder(id)).toMatchObject({ platform_unsettled: 44.35, platform_fee: 1.63 });
    await take([line(no, 'sale', '45.98'), line(no, 'payment', '-1.50')]);
    await book();
    expect(await ofOrder(id)).toEqual({
      ...{ sales: -39.98, shipping_income: -5, discount: 2, tax_payable: -3 },
      ...{ platform_fee: 1.5, platform_settled: 44.48 },
    });
    expect(await wrongsOf(server, c())).toEqual([]);
  });

  it('is no income while its order waits to be shipped; money back then is no refund', async () => {
    const { id, no } = await order();
    await take([...paidLines(no), line(no, 'refund', '-45.98')]);
    await book();
    expect(await ofOrder(id)).toEqual({ platform_fee: 1.63, platform_settled: -1.63 });
    await sold(id);
    expect(await ofOrder(id)).toMatchObject({ sales: -39.98, refund: 45.98 });
    expect(await wrongsOf(server, c())).toEqual([]);
  });

  it('comes to the same in any order, in pieces, twice and at once, with sale and refund between', async () => {
    const step = fc.constantFrom('sold', 'refunded', ...PAID, 'refund', 'fee back', 'unknown');
    let expected: Record<string, number> | undefined;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 6 }), async (rounds) => {
        const { id, no } = await order();
        const acts: Record<string, () => Promise<unknown>> = {
          sold: () => sold(id),
          refunded: () => refunded(id),
          sale: () => take([line(no, 'sale', '45.98')]).then(book),
          payment: () => take([line(no, 'payment', '-1.50')]).then(book),
          refund: () => take([line(no, 'refund', '-45.98')]).then(book),
          'fee back': () => take([line(no, 'payment', '0.30')]).then(book),
          unknown: () => take([line(no, 'other', '-2.22')]).then(book),
        };
        const run = (name: string) => acts[name]?.();
        for (const round of rounds) await Promise.all(round.map(run));
        // Whatever has not happened yet happens now, one after the other.
        for (const name of Object.keys(acts)) await run(name);
        const found = await ofOrder(id);
        expected ??= found;
        expect(found).toEqual(expected);
      }),
      { numRuns: runs(25, 1000) },
    );
    expect(expected).toMatchObject({ suspense: 2.22, platform_fee: 1.2, sales: -39.98, refund: 42.98 });
    expect(expected?.platform_unsettled).toBeUndefined();
    expect(await wrongsOf(server, c())).toEqual([]);
  });

  it('leaves what it never settles with the order, two weeks later, and takes what comes later still', async () => {
    const { id, no } = await order();
    await sold(id);
    await take([line(no, 'sale', '45.50'), line(no, 'payment', '-1.63')]);
    await book();
    await world.tx(bookRests);
    expect(await ofOrder(id)).toMatchObject({ platform_unsettled: 0.48 });
    const posted = '2026-09-20T10:00:00Z';
    const early = await order();
    await sold(early.id);
    await take([
      line(early.no, 'sale', '45.50', { postedAt: posted }),
      line(early.no, 'payment', '-1.63', { postedAt: posted }),
    ]);
    await book();
    for (const _twice of [1, 2]) await world.tx(bookRests);
    expect(await ofOrder(early.id)).toMatchObject({ order_difference: 0.48, platform_settled: 43.87 });
    await take([line(early.no, 'sale', '0.48', { postedAt: posted })]);
    await book();
    await world.tx(bookRests);
    const after = await ofOrder(early.id);
    expect([after.order_difference, after.platform_unsettled]).toEqual([undefined, undefined]);
    expect(await wrongsOf(server, c())).toEqual([]);
  });

  it('teaches what the next one will cost', async () => {
    const own = await openWorld(server);
    const numbers = Array.from({ length: 20 }, (_, at) => `L-${at}`);
    const placed = (no: string) => makeOrder(no, { ...ORDER, lines: [makeLine('1', 'SKU-1', 2)] });
    await own.take([...numbers, 'NEXT'].map(placed));
    const ids = await Promise.all(numbers.map((no) => own.idOf(no)));
    await bookSales(server.app, own.main.ctx, ids);
    await own.tx((tx) =>
      takeSettlementLines(
        tx,
        own.shop.id,
        numbers.map((no) => line(no, 'payment', '-4.30')),
      ),
    );
    await bookUnbookedLines(server.app, own.main.ctx);
    await own.tx(learnFees);
    const next = await own.idOf('NEXT');
    await bookSales(server.app, own.main.ctx, [next]);
    const found = await server.app.database.owner.query(
      `select l.amount::float as fee from ledger_entry e join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id
       where e.company_id = $1 and e.order_id = $2 and l.account = 'platform_fee'`,
      [own.main.companyId, next],
    );
    expect(found.rows).toEqual([{ fee: 4.3 }]);
  });

  it('takes its estimate back in the month of the estimate, and has its fee in that of the fact', async () => {
    const { id, no } = await order();
    await owner(`update sales_order set shipped_at = '2026-09-29T10:00:00Z' where company_id = $1 and id = $2`, id);
    await sold(id);
    await take([line(no, 'payment', '-1.50', { postedAt: '2026-10-03T10:00:00Z' })]);
    await book();
    const months = await owner<{ month: string; fee: string }>(
      `select to_char(e.on_day, 'YYYY-MM') as month, sum(l.amount)::float as fee from ledger_entry e
       join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id and l.account = 'platform_fee'
       where e.company_id = $1 and e.order_id = $2 group by 1 order by 1`,
      id,
    );
    expect(months).toEqual([
      { month: '2026-09', fee: 0 },
      { month: '2026-10', fee: 1.5 },
    ]);
    expect(await wrongsOf(server, c())).toEqual([]);
  });

  it('whose event got lost adds up to its settlement with the leftovers', async () => {
    const { no } = await order();
    await take(paidLines(no));
    await book();
    expect(
      await owner('select lines, amount::float from settlement where company_id = $1 and number = $2', `P-${no}`),
    ).toEqual([{ lines: 2, amount: 44.35 }]);
  });

  it('adds its lines up to its settlement, also those that learn later to which they belong', async () => {
    const { no } = await order();
    const later = paidLines(no);
    await take(later.map(({ settlementId: _none, ...rest }) => rest));
    await take(later);
    await take([line(no, 'payout', '-44.35')]);
    await world.tx((tx) => refreshSettlements(tx, world.shop.id, [`P-${no}`]));
    expect(
      await owner(
        'select lines, amount::float, paid_out::float as "paidOut" from settlement where company_id = $1 and number = $2',
        `P-${no}`,
      ),
    ).toEqual([{ lines: 3, amount: 44.35, paidOut: 44.35 }]);
  });
});
