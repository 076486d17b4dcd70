import type { WmsFee } from '@tradewind/connectors/wms.ts';
import { prepayWarehouse, warehousePrepayments } from '@tradewind/contract/warehouse.ts';
import { wmsFees } from '@tradewind/contract/wms.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../testing/property.ts';
import { bookLeftovers } from '../finance/public.ts';
import { wrongsOf } from '../finance/testing/ledger.ts';
import { keepFees } from './fees.ts';
import { takeOutbound } from './follow.ts';
import { openProvider, type ProviderWorld } from './wms.testing.ts';

let p: ProviderWorld;
const owner = async <T extends object>(text: string, ...values: unknown[]) =>
  (await p.server.app.database.owner.query<T>(text, [p.world.main.companyId, ...values])).rows;
const amount = async (text: string, ...values: unknown[]) =>
  Number((await owner<{ n: string | null }>(`select (${text})::text as n`, ...values))[0]?.n ?? 0);
const balance = () => amount('select prepaid_balance from warehouse where company_id = $1 and id = $2', p.houseId);
const laidDown = () =>
  amount('select sum(amount) from warehouse_prepayment where company_id = $1 and warehouse_id = $2', p.houseId);
const costOf = (orderId: number) =>
  amount('select label_cost from order_profit where company_id = $1 and order_id = $2', orderId);
const account = (name: string) =>
  amount('select sum(base_amount) from ledger_line where company_id = $1 and account = $2', name);
const notify = (fees: readonly WmsFee[]) => p.world.tx((tx) => keepFees(tx, p.connectionId, fees));
const bookAll = () => bookLeftovers(p.server.app, p.world.main.ctx, 2, true);
const round = (value: number) => Math.round(value * 100) / 100;

/** Those of orders that nobody knows wait for them for some days. */
const AN_HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString();
const fee = (input: Pick<WmsFee, 'feeId' | 'direction' | 'amount'> & Partial<WmsFee>): WmsFee => ({
  at: AN_HOUR_AGO,
  refType: 'outbound',
  feeType: 'FREIGHT',
  currency: 'CNY',
  ...input,
});

type Sent = Awaited<ReturnType<ProviderWorld['reserved']>> & { rowId: number; theirs: string };
/** An order for the provider, who has said nothing of it yet. */
async function ordered(): Promise<Sent> {
  const order = await p.reserved();
  const [row] = await owner<{ id: number }>(
    `select id from wms_order where company_id = $1 and kind = 'outbound' and doc_id = $2`,
    order.outboundId,
  );
  return { ...order, rowId: row?.id ?? 0, theirs: `T-${order.number}` };
}
const hear = (order: Sent, status: 'accepted' | 'shipped') =>
  takeOutbound(p.server.app, p.ctx(), order.rowId, {
    clientOrderNo: order.number,
    orderNo: order.theirs,
    status,
    rawStatus: status,
    updatedAt: status === 'shipped' ? '2026-11-20T10:00:00.000Z' : '2026-11-20T09:00:00.000Z',
    packages: status === 'shipped' ? [{ packageNo: '1', carrier: 'UPS', trackingNumber: `1Z${order.number}` }] : [],
  });

beforeAll(async () => {
  p = await openProvider();
});
afterAll(async () => {
  expect(await wrongsOf(p.server, p.world.main.companyId)).toEqual([]);
  await p.close();
});

const KINDS = ['charge', 'charge', 'refund', 'freeze', 'unfreeze'] as const;
const SIGN = { charge: 1, refund: -1, freeze: 0, unfreeze: 0, topUp: 0 } as const;
/** Each fee is told any number of times, with the amount it has by then, before or after its order is known to be there or has left. */
const course = fc.record({
  fees: fc.array(
    fc.record({
      order: fc.integer({ min: 0, max: 1 }),
      direction: fc.constantFrom(...KINDS),
      cents: fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 3 }),
    }),
    { maxLength: 5 },
  ),
  turns: fc.array(
    fc.oneof(
      fc.record({
        hear: fc.constantFrom('accepted' as const, 'shipped' as const),
        order: fc.integer({ min: 0, max: 1 }),
      }),
      fc.record({
        notify: fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 2 })), { maxLength: 4 }),
      }),
    ),
    { maxLength: 8 },
  ),
});
let made = 0;
/** Lives through a course of news and fees. @returns for each order what the provider took in the end, and whether it charged anything */
async function live({ fees, turns }: typeof course extends fc.Arbitrary<infer T> ? T : never) {
  const run = ++made;
  const orders = [await ordered(), await ordered()];
  const last = new Map<number, number>();
  const feesAt = (n: number, at: number): WmsFee[] => {
    const one = fees[n];
    const order = orders[one?.order ?? 0];
    if (!one || !order) return [];
    const cents = one.cents[Math.min(at, one.cents.length - 1)] ?? 0;
    last.set(n, cents);
    return [
      fee({ feeId: `P${run}-${n}`, refNo: order.theirs, direction: one.direction, amount: (cents / 100).toFixed(2) }),
    ];
  };
  const every = () => fees.flatMap((_one, n) => feesAt(n, 2));
  for (const turn of turns) {
    const order = 'hear' in turn ? orders[turn.order] : undefined;
    if ('hear' in turn && order) await hear(order, turn.hear);
    else if ('notify' in turn) await notify(turn.notify.flatMap(([n, at]) => feesAt(n, at)));
  }
  await notify(every());
  for (const order of orders) await hear(order, 'shipped');
  for (let i = 0; i < 2; i++) {
    await notify(every());
    await bookAll();
  }
  return orders.map((order, at) => {
    const mine = fees.flatMap((one, n) => (one.order === at ? [SIGN[one.direction] * (last.get(n) ?? 0)] : []));
    return {
      orderId: order.orderId,
      took: round(mine.reduce((sum, cents) => sum + cents, 0) / 100),
      charged: mine.some((cents) => cents > 0),
    };
  });
}

describe('fees of a provider whose account is its own affair', () => {
  it('are costs of their orders, once, whatever is told again, late or otherwise', async () => {
    await fc.assert(
      fc.asyncProperty(course, async (one) => {
        const before = await account('warehouse_payable');
        const orders = await live(one);
        for (const { orderId, took } of orders) expect(await costOf(orderId)).toBe(took);
        const all = orders.reduce((sum, order) => sum + order.took, 0);
        expect(round((await account('warehouse_payable')) - before)).toBe(round(-all) || 0);
      }),
      { numRuns: runs(3, 64) },
    );
  });

  it('are of the house where they are of no order; in the company’s currency by the rate of their day; holds and top-ups cost nothing', async () => {
    const before = [await account('warehouse_payable'), await account('warehouse_fee')];
    await notify([
      fee({ feeId: 'S-1', refType: 'storage', feeType: 'RENT', direction: 'charge', amount: '10', currency: 'USD' }),
      fee({ feeId: 'S-2', refType: 'other', feeType: 'TOPUP', direction: 'topUp', amount: '500' }),
      // Of an order that nobody here knows, long ago, and just now.
      fee({ feeId: 'S-3', refNo: 'T-NOBODY', direction: 'charge', amount: '5', at: '2026-10-01T00:00:00.000Z' }),
      fee({ feeId: 'S-4', refNo: 'T-NOBODY', direction: 'charge', amount: '7', at: new Date().toISOString() }),
      fee({ feeId: 'S-5', refType: 'storage', direction: 'charge', amount: '1', currency: 'XAF' }),
    ]);
    // What has no rate is said, and keeps nobody else waiting.
    for (let i = 0; i < 2; i++) await expect(bookAll()).rejects.toMatchObject({ code: 'settings.noRate' });
    expect(round((await account('warehouse_payable')) - (before[0] ?? 0))).toBe(-76.2);
    expect(round((await account('warehouse_fee')) - (before[1] ?? 0))).toBe(76.2);
    const rows = await owner<{ id: string }>(
      `select f.fee_id as id from wms_fee f join ledger_entry e on e.company_id = $1 and e.doc_kind = 'wms_fee' and e.doc_id = f.id
       join ledger_line l on l.company_id = $1 and l.entry_id = e.id and l.account = 'warehouse_fee' and l.party_id = $2
       where f.fee_id like 'S-%' and e.order_id is null order by 1`,
      p.houseId,
    );
    expect(rows.map(({ id }) => id)).toEqual(['S-1', 'S-3']);
    const shown = await p.server.ok(wmsFees, { id: p.connectionId, pageSize: 200 }, p.world.main);
    const settlement = Object.fromEntries(shown.rows.map((row) => [row.feeId, row.settlement]));
    expect(settlement).toMatchObject({ 'S-1': 'owed', 'S-2': 'none', 'S-3': 'owed', 'S-4': null, 'S-5': 'owed' });
    await owner(`update wms_fee set settlement = 'none' where company_id = $1 and fee_id = 'S-5'`);
  });
});

describe('fees of a house whose money is kept here', () => {
  it('take the place of our own estimate, never beside it; the balance is the sum of its rows, and so say the books', async () => {
    const laid = { houseId: p.houseId, amount: '50', orderFee: '3' };
    await p.server.ok(prepayWarehouse, laid, p.world.main);
    await fc.assert(
      fc.asyncProperty(course, async (one) => {
        const [before, owed] = [await balance(), await account('warehouse_payable')];
        const orders = await live(one);
        const costs = orders.map(({ took, charged }) => (charged ? took : round(took + 3)));
        for (const [i, { orderId }] of orders.entries()) expect(await costOf(orderId)).toBe(costs[i]);
        const all = costs.reduce((sum, cost) => sum + cost, 0);
        expect(round(before - (await balance()))).toBe(round(all));
        expect(await laidDown()).toBe(await balance());
        expect(await account('warehouse_prepaid')).toBe(await balance());
        expect(await account('warehouse_payable')).toBe(owed);
      }),
      { numRuns: runs(3, 64) },
    );
  });

  it('may take more than there is, and money can be laid down again; what is told while it leaves counts once', async () => {
    const order = await ordered();
    await hear(order, 'accepted');
    const answered = fee({ feeId: 'M-1', refNo: order.theirs, direction: 'charge', amount: '5000' });
    await Promise.all([hear(order, 'shipped'), notify([answered]), notify([answered])]);
    await bookAll();
    expect(await costOf(order.orderId)).toBe(5000);
    const rows = await p.server.ok(warehousePrepayments, { houseId: p.houseId, pageSize: 200 }, p.world.main);
    const mine = rows.rows.filter((row) => row.outboundNo === order.number).map((row) => row.kind);
    // Told after it had left, the estimate stands there, too, and is given back.
    expect([['fee'], ['estimate', 'fee', 'replaced']]).toContainEqual(mine.toSorted());
    const below = await balance();
    expect(below).toBeLessThan(0);
    expect(await laidDown()).toBe(below);
    await p.server.ok(prepayWarehouse, { houseId: p.houseId, amount: '10' }, p.world.main);
    expect(await balance()).toBe(round(below + 10));
    const taken = await p.server.call(prepayWarehouse, { houseId: p.houseId, amount: '-1' }, p.world.main);
    expect(taken.status).toBe(400);
    await bookAll();
  });
});
