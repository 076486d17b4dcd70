import * as calls from '@tradewind/contract/procurement.ts';
import { saveExchangeRate } from '@tradewind/contract/settings.ts';
import { adjustStock } from '@tradewind/contract/stock.ts';
import * as warehouse from '@tradewind/contract/warehouse.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { Decimal, toBase } from '../../../core/money.ts';
import { brokenChecks } from '../../../testing/checks.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { bookStock } from '../../finance/public.ts';
import { type Buying, openBuying } from '../testing/buying.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

interface World {
  b: Buying;
  day: string;
  rate: string;
  orders: number[];
  /** What the supplier charged less what it gave back, in base currency: at the rates of the bills and of the days. */
  charged: Decimal;
  bills: number;
  /** What settlements gave, in base currency, by their ids. */
  gave: Map<number, string>;
}
const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(from.length, 1)];
/** A refusal is an answer; a failure of the server is none. */
const attempt: TestServer['call'] = async (call, input, as) => {
  const answer = await server.call(call, input, as);
  expect(answer.status, `${call.path}: ${JSON.stringify(answer.data)}`).toBeLessThan(500);
  return answer;
};
const some = async ({ b }: World, n: number, state: calls.SupplierReturnState) =>
  pick((await server.ok(calls.listSupplierReturns, { state }, b.main)).rows, n);

const ACTS: Record<string, (w: World, n: number) => Promise<unknown>> = {
  async rate(w, n) {
    w.rate = (6.5 + (n % 90) / 100).toFixed(2);
    await server.ok(saveExchangeRate, { currency: 'USD', onDay: w.day, toBase: w.rate, sure: true }, w.b.main);
  },
  async receive(w, n) {
    const id = await w.b.purchase([[0, 2 + (n % 7), (3 + (n % 500) / 100).toFixed(2)]]);
    const asn = await w.b.place(id);
    const { lines } = await server.ok(warehouse.getInbound, { id: asn }, w.b.main);
    const lineId = lines[0]?.id ?? 0;
    const goods = [
      { lineId, quantity: 1 + (n % 6) },
      ...(n % 3 ? [{ lineId, quantity: 1, condition: 'damaged' as const }] : []),
    ];
    await server.ok(warehouse.receiveInboundCall, { id: asn, goods }, w.b.main);
    w.orders.push(id);
  },
  async bill(w, n) {
    const orderId = pick(w.orders, n);
    if (!orderId) return;
    const line = (await server.ok(calls.purchaseMoney, { id: orderId }, w.b.main)).match[0];
    if (!line || line.billed >= line.received) return;
    const unitPrice = new Decimal(line.unitPrice).plus((n % 40) / 100).toFixed(2);
    const quantity = line.received - line.billed;
    await server.ok(
      calls.saveSupplierBill,
      {
        ...{ orderId, reference: `B-${++w.bills}`, billedOn: w.day, currency: 'USD', acceptReason: 'Agreed' },
        lines: [{ lineId: line.lineId, quantity, unitPrice }],
      },
      w.b.main,
    );
    w.charged = w.charged.plus(toBase(new Decimal(unitPrice).times(quantity), w.rate));
  },
  async leave({ b }, n) {
    const bin = await b.tx((tx) =>
      tx.row<{ id: number; free: number }>(sql`select location_id as id, on_hand as free from bin_stock
        where company_id = ${sql.company} and condition = 'good' and on_hand > 0 order by location_id limit 1`),
    );
    if (!bin) return;
    const lines = [{ productId: b.productIds[0] ?? 0, locationId: bin.id, delta: -Math.min(bin.free, 1 + (n % 3)) }];
    await server.ok(adjustStock, { warehouseId: b.warehouseId, reason: 'lost', lines }, b.main);
  },
  async draw({ b }, n) {
    const remedy = calls.RETURN_REMEDIES[n % 3] ?? 'refund';
    const good = { condition: 'good' as const, quantity: 1 + (n % 4) };
    const bad = { condition: 'damaged' as const, quantity: 1 + (n % 2) };
    const lines = (n % 5 === 0 ? [good, bad] : n % 5 < 3 ? [good] : [bad]).map((line) => ({
      ...{ ...line, productId: b.productIds[0] ?? 0, reason: 'defective' as const },
      ...(n % 7 === 0 ? { unitCredit: '4.33' } : {}),
    }));
    const head = { supplierId: b.supplierId, warehouseId: b.warehouseId, remedy };
    const { status, data } = await attempt(calls.saveSupplierReturn, { ...head, lines }, b.main);
    if (status === 200) await server.ok(calls.submitSupplierReturn, { id: data.id }, b.main);
  },
  async ship(w, n) {
    const one = await some(w, n, 'approved');
    if (one) await attempt(calls.shipSupplierReturn, { id: one.id }, w.b.main);
  },
  async undo(w, n) {
    const one = await some(w, n, 'shipped');
    if (one) await attempt(calls.undoSupplierReturn, { id: one.id }, w.b.main);
  },
  async settle(w, n) {
    const one = await some(w, n, 'shipped');
    if (!one) return;
    const { open } = await server.ok(calls.getSupplierReturn, { id: one.id }, w.b.main);
    const factor = [0.5, 1, 0.9, 1.1][n % 4] ?? 1;
    const amount = one.remedy === 'replacement' ? '0' : new Decimal(open ?? 0).times(factor).toFixed(2);
    const bills = (await server.ok(calls.returnBills, { id: one.id }, w.b.main)).rows;
    const bill = one.remedy === 'debitNote' ? pick(bills, n) : undefined;
    const billId = bill ? { billId: bill.id } : {};
    const { status } = await attempt(
      calls.settleSupplierReturn,
      { id: one.id, amount, ...billId, onDay: w.day, last: n % 3 > 0 },
      w.b.main,
    );
    if (status !== 200) return;
    const base = toBase(amount, bill ? await rateOf(w, bill.id) : w.rate);
    w.charged = w.charged.minus(base);
    const [newest] = (await server.ok(calls.getSupplierReturn, { id: one.id }, w.b.main)).settlements;
    if (newest) w.gave.set(newest.id, base);
  },
  async unsettle(w, n) {
    const one = (await some(w, n, n % 2 ? 'settled' : 'shipped')) ?? (await some(w, n, 'settled'));
    if (!one) return;
    const { settlements } = await server.ok(calls.getSupplierReturn, { id: one.id }, w.b.main);
    const which = settlements.find((row) => row.mayUndo) ?? pick(settlements, n);
    if (!which) return;
    const { status } = await attempt(calls.undoSupplierSettlement, { id: which.id, reason: 'Slip' }, w.b.main);
    expect(status).toBe(which.mayUndo ? 200 : 409);
    if (status === 200) w.charged = w.charged.plus(w.gave.get(which.id) ?? 0);
  },
  async units({ b }, n) {
    const asn = pick(await asns(b), n);
    if (!asn) return;
    const { lines } = await server.ok(warehouse.getInbound, { id: asn }, b.main);
    const goods = [{ lineId: pick(lines, n)?.id ?? 0, quantity: 1 + (n % 3) }];
    await attempt(warehouse.receiveInboundCall, { id: asn, goods }, b.main);
  },
  async unitsBack({ b }, n) {
    const rows = await b.tx((tx) =>
      tx.rows<{ id: number }>(sql`select r.id from inbound_receipt r join inbound i on i.company_id = ${sql.company}
        and i.id = r.inbound_id and i.source_kind = 'supplier_return'
        where r.company_id = ${sql.company} and r.undone_at is null order by r.id`),
    );
    const receipt = pick(rows, n);
    if (receipt) await attempt(warehouse.undoReceiptCall, { receiptId: receipt.id }, b.main);
  },
};

const asns = async (b: Buying): Promise<number[]> => {
  const rows = await b.tx((tx) =>
    tx.rows<{
      id: number;
    }>(sql`select id from inbound where company_id = ${sql.company} and source_kind = 'supplier_return'
      and state in ('notice', 'receiving') order by id`),
  );
  return rows.map((row) => row.id);
};
const rateOf = async ({ b }: World, billId: number): Promise<string> =>
  (
    await b.tx((tx) =>
      tx.row<{ rate: string }>(
        sql`select rate from supplier_bill where company_id = ${sql.company} and id = ${billId}`,
      ),
    )
  )?.rate ?? '1';

/** What stock and books say, without the rows that only grow. */
const stateOf = async ({ b }: World) => {
  await b.tx((tx) => bookStock(tx, true));
  return b.tx((tx) =>
    tx.rows<{ what: string; value: string }>(sql`
      select 'layer ' || id as what, remaining || ' @ ' || unit_cost as value from cost_layer where company_id = ${sql.company}
      union all select 'bin ' || location_id || ' ' || condition, on_hand::text from bin_stock where company_id = ${sql.company}
      union all select 'balance ' || product_id, on_hand || '/' || incoming from stock_balance where company_id = ${sql.company}
      union all select 'account ' || account || ' ' || currency, trim_scale(sum(amount)) || ' ' || trim_scale(sum(base_amount))
        from ledger_line where company_id = ${sql.company} and account <> 'cash' group by account, currency
        having sum(amount) <> 0 or sum(base_amount) <> 0
      order by 1`),
  );
};

/** Sums in base currency, and how far the value of the layers may be from the account: half a cent an entry. */
const sumsOf = ({ b }: World) =>
  b.tx((tx) =>
    tx.row<{ kept: string; owed: string; layers: string; stock: string; entries: number }>(sql`
      select coalesce(sum(base_amount) filter (where account in ('stock_value', 'stock_received', 'purchase_difference',
          'stock_difference', 'fx_difference', 'rounding')), 0)::text as kept,
        coalesce(sum(base_amount) filter (where account in ('supplier_payable', 'supplier_prepaid', 'cash')), 0)::text as owed,
        (select coalesce(sum(remaining * unit_cost), 0)::text from cost_layer where company_id = ${sql.company}) as layers,
        coalesce(sum(base_amount) filter (where account = 'stock_value'), 0)::text as stock, count(*)::int as entries
      from ledger_line where company_id = ${sql.company}`),
  );
/** Claims that are still open, as they were booked. */
const openClaims = async ({ b }: World): Promise<string> =>
  (
    await b.tx((tx) =>
      tx.row<{
        base: string;
      }>(sql`select coalesce(sum(t.claim_base - (select coalesce(sum(s.amount_base + s.short_base), 0)
          from supplier_return_settlement s where s.company_id = ${sql.company} and s.return_id = t.id)), 0)::text as base
        from supplier_return t where t.company_id = ${sql.company} and t.state in ('shipped', 'settled')`),
    )
  )?.base ?? '0';

const act = fc.record({ act: fc.constantFrom(...Object.keys(ACTS)), n: fc.nat(10_000) });

describe('any history of returns to suppliers', () => {
  it('keeps what was received less what was credited in layers and differences, to the cent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 25, maxLength: 50 }), fc.nat(1_000), async (history, last) => {
        const b = await openBuying(server, 'USD');
        const row = await b.tx((tx) =>
          tx.row<{ day: string }>(
            sql`select (now() at time zone time_zone)::date::text as day from company where id = ${sql.company}`,
          ),
        );
        const w: World = {
          b,
          day: row?.day ?? '',
          rate: '7',
          orders: [],
          charged: new Decimal(0),
          bills: 0,
          gave: new Map(),
        };
        await ACTS.rate?.(w, 50);
        for (const n of [5, 12, 21]) await ACTS.receive?.(w, n);
        for (const one of history) await ACTS[one.act]?.(w, one.n);

        await ACTS.draw?.(w, last);
        const before = await stateOf(w);
        const drawn = await some(w, 0, 'approved');
        if (drawn && (await attempt(calls.shipSupplierReturn, { id: drawn.id }, b.main)).status === 200) {
          await server.ok(calls.undoSupplierReturn, { id: drawn.id }, b.main);
          expect(await stateOf(w)).toEqual(before);
        }
        await b.tx((tx) => bookStock(tx, true));
        const sums = await sumsOf(w);
        expect(new Decimal(sums?.kept ?? 0).plus(sums?.owed ?? 0).toFixed(2)).toBe('0.00');
        const expected = w.charged.minus(await openClaims(w));
        expect(new Decimal(sums?.kept ?? 0).toFixed(2)).toBe(expected.toFixed(2));
        const apart = new Decimal(sums?.layers ?? 0).minus(sums?.stock ?? 0).abs();
        expect(apart.toNumber()).toBeLessThanOrEqual(0.005 * (sums?.entries ?? 0));
        expect(await brokenChecks(server.app, b.main.companyId)).toEqual([]);
      }),
      { numRuns: runs(3, 60) },
    );
  });
});
