import { rights } from '@tradewind/contract/access/modules.ts';
import { getAlerts, getNum } from '@tradewind/contract/access.ts';
import { findIntegrityRun, listIntegrityRuns, runIntegrityChecks } from '@tradewind/contract/integrity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sql, sql } from '../../core/database/sql.ts';
import { schedules } from '../../core/jobs/schedule.ts';
import { brokenChecks } from '../../testing/checks.ts';
import { ownServer, type TestServer } from '../../testing/harness.ts';
import { strike } from '../../testing/strike.ts';
import type { OrderWorld } from '../orders/orders.testing.ts';
import { openBusyWorld, redAfter } from './integrity.testing.ts';
import { invariants } from './invariants/registry.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await ownServer();
  world = await openBusyWorld(server);
});
afterAll(() => server.close());

const c = () => world.main.companyId;
const red = (...statements: (() => Sql)[]) =>
  redAfter(server, c(), async (tx) => {
    for (const statement of statements) await tx.rows(statement());
  });

describe('the checks', () => {
  it('are green over orders at every stage', async () => {
    expect(await red()).toEqual([]);
  });

  it('have words in both languages', () => {
    for (const { title, explain } of invariants())
      for (const text of [...title, ...explain]) expect(text.length).toBeGreaterThan(5);
  });

  // Each row violates one check, as a bug or a manual change would, and no other check may fail.
  const damages: [what: string, expected: string[], ...(() => Sql)[]][] = [
    [
      'a balance without its movement',
      ['stock.balances', 'stock.binsMakeWarehouse'],
      () =>
        sql`update stock_balance set on_hand = on_hand + 1 where company_id = ${c()} and product_id = ${world.productIds[0] ?? 0}`,
    ],
    [
      'an incoming quantity nobody booked',
      ['stock.balances'],
      () =>
        sql`update stock_balance set incoming = 7 where company_id = ${c()} and product_id = ${world.productIds[0] ?? 0}`,
    ],
    [
      'a movement without its balance',
      ['stock.balances', 'stock.bins'],
      () => sql`insert into stock_movement (company_id, warehouse_id, product_id, location_id, on_hand, reason, doc_kind, doc_id, step, user_id, actor)
        select company_id, warehouse_id, product_id, location_id, 1, 'x', 'x', 1, 'x', 0, 'x' from bin_stock where company_id = ${c()} limit 1`,
    ],
    [
      'goods moved between locations by hand',
      ['stock.bins'],
      () => sql`update bin_stock b set on_hand = on_hand - 1 from location l where b.company_id = ${c()} and l.company_id = ${c()}
        and l.id = b.location_id and l.kind = 'picking' and b.product_id = ${world.productIds[2] ?? 0}`,
      () => sql`insert into bin_stock (company_id, location_id, product_id, warehouse_id, on_hand)
        select ${c()}, id, ${world.productIds[2] ?? 0}, warehouse_id, 1 from location where company_id = ${c()} and kind = 'storage'`,
    ],
    [
      'a promise that no pick line needs',
      ['stock.promises'],
      () => sql`update bin_stock set allocated = allocated + 1 where company_id = ${c()} and on_hand > allocated`,
    ],
    [
      'a pick line that lost its promise',
      ['stock.promises'],
      () => sql`update pick_line set state = 'cancelled' where company_id = ${c()} and state = 'open'`,
    ],
    [
      'a line that holds what is not reserved',
      ['stock.reservations'],
      () =>
        sql`update order_line set reserved = reserved + 1 where company_id = ${c()} and order_id = ${sql`(select id from sales_order where platform_order_no = 'READY' and company_id = ${c()})`}`,
    ],
    [
      'an oversold product',
      ['stock.balances', 'stock.reservations', 'stock.neverBelowZero'],
      () => sql`alter table stock_balance drop constraint stock_balance_never_oversold`,
      () =>
        sql`update stock_balance set reserved = on_hand + 1 where company_id = ${c()} and product_id = ${world.productIds[2] ?? 0}`,
    ],
    [
      'a cost layer that was eaten twice',
      ['stock.layers'],
      () =>
        sql`update cost_layer set remaining = remaining - 1 where company_id = ${c()} and product_id = ${world.productIds[0] ?? 0}`,
    ],
    [
      'a shipment the platform never hears of',
      ['orders.confirmed'],
      () => sql`update sales_order set confirm_state = 'none' where company_id = ${c()} and platform_order_no = 'FBA'`,
    ],
    [
      'a counter that missed an order',
      ['orders.counts'],
      () =>
        sql`delete from order_count where ctid in (select ctid from order_count where company_id = ${c()} and status = 'ready' limit 1)`,
    ],
    [
      'a read of a buyer that no sum counts',
      ['orders.buyerReads'],
      () =>
        sql`insert into buyer_read (company_id, order_id, on_day, user_id, way, at) values (${c()}, 1, '2026-01-01', 1, 'list', now())`,
    ],
    [
      'an order that left the stock twice',
      ['stock.balances', 'stock.bins', 'orders.leftOnce'],
      () => sql`insert into stock_movement (company_id, warehouse_id, product_id, location_id, on_hand, reason, doc_kind, doc_id, doc_line, step, user_id, actor)
        select company_id, warehouse_id + 1, product_id, location_id, on_hand, 'shipment', doc_kind, doc_id, doc_line, step, 0, 'x'
        from stock_movement where company_id = ${c()} and step = 'ship' limit 1`,
    ],
    [
      'a batch that left the stock twice',
      ['stock.balances', 'stock.bins', 'orders.leftOnce'],
      () => sql`insert into stock_movement (company_id, warehouse_id, product_id, location_id, batch_id, on_hand, reason, doc_kind, doc_id, doc_line, step, user_id, actor)
        select company_id, warehouse_id + 1, product_id, location_id, batch_id, on_hand, 'shipment', doc_kind, doc_id, doc_line, step, 0, 'x'
        from stock_movement where company_id = ${c()} and step like 'ship:%' limit 1`,
    ],
    [
      'a shipped order that nothing left for',
      ['orders.counts', 'orders.leftOnce'],
      () =>
        sql`update sales_order set status = 'shipped', confirm_state = 'pending' where company_id = ${c()} and platform_order_no = 'WAITING'`,
    ],
    [
      'goods that left for an order that is not shipped',
      ['orders.counts', 'orders.leftOnce'],
      () => sql`update sales_order set status = 'review' where company_id = ${c()} and platform_order_no = 'SHIPPED'`,
    ],
    [
      'a bundle that lost its parts',
      ['orders.bundles'],
      () => sql`delete from order_line_part where company_id = ${c()}`,
    ],
    [
      'a tracking number on two parcels',
      ['logistics.oneLabel'],
      () => sql`update parcel set carrier = 'ups', tracking_number = (select min(tracking_number) from parcel where company_id = ${c()} and tracking_number is not null)
        where company_id = ${c()} and tracking_number is null`,
    ],
    [
      'a box of a bought shipment without a label',
      ['logistics.allBoxesLabelled'],
      () => sql`update parcel_piece set tracking_number = null where company_id = ${c()}`,
    ],
    [
      'a bill that lost a line, and a claim its credit',
      ['logistics.bills', 'logistics.claims'],
      () => sql`delete from carrier_bill_line where company_id = ${c()} and reason = 'credit'`,
    ],
    [
      'a claim of a late parcel without the line that bills it',
      ['logistics.claimLines'],
      () => sql`update carrier_claim set line_id = null where company_id = ${c()} and reason = 'late'`,
    ],
    [
      'a booking that does not balance',
      ['finance.balancedEntries', 'finance.balances', 'finance.days', 'finance.skuDays'],
      () => sql`with e as (insert into ledger_entry (company_id, on_day, doc_kind, doc_id, step, text, debit_base, credit_base, actor)
          values (${c()}, '2026-11-01', 'test', 1, 'sale', 'x', 10, 10, 'x') returning id)
        insert into ledger_line (company_id, entry_id, account, amount, currency, rate, base_amount)
        select ${c()}, e.id, l.account, l.amount, 'CNY', 1, l.amount from e, (values ('cash', 10), ('sales', -9)) l(account, amount)`,
    ],
    [
      'a profit that no booking makes',
      ['finance.profits'],
      () => sql`insert into order_profit (company_id, order_id, shop_id, on_day, platform_fee)
        values (${c()}, 999999, ${world.shop.id}, '2026-11-01', 3)`,
    ],
    [
      'a settlement line that was changed after it was booked',
      ['finance.settlementLines', 'finance.settlements'],
      () => sql`update settlement_line set amount = amount + 1 where company_id = ${c()} and kind = 'sale'`,
    ],
    [
      'a settlement line booked to another account than is on record',
      ['finance.settlementLines'],
      () =>
        sql`update settlement_booking set account = 'loan' where company_id = ${c()} and account = 'platform_in_transit'`,
    ],
    [
      'a settlement that lost a line',
      ['finance.settlements'],
      () => sql`update settlement set lines = lines - 1 where company_id = ${c()}`,
    ],
    [
      'an order whose platform owes what no line says',
      ['finance.profits'],
      () =>
        sql`update order_profit set unsettled = unsettled + 1 where company_id = ${c()} and order_id = (select min(order_id) from order_profit where company_id = ${c()})`,
    ],
    [
      'a profit of a product that is not the sum of its lines',
      ['finance.productProfits'],
      () => sql`update product_profit set goods = goods + 1 where company_id = ${c()}
        and (order_id, product_id) = (select order_id, product_id from product_profit where company_id = ${c()} order by 1, 2 limit 1)`,
    ],
    [
      'a layer whose cost was changed after it was booked',
      ['finance.stockValue'],
      () =>
        sql`update cost_layer set unit_cost = unit_cost + 1 where company_id = ${c()} and product_id = ${world.productIds[2] ?? 0}`,
    ],
    [
      'a request that counts less than its orders give it',
      ['procurement.sources'],
      () => sql`update requisition_line set ordered = ordered - 1 where company_id = ${c()} and ordered > 0`,
    ],
    [
      'a purchase order that counts more than its lines',
      ['procurement.received'],
      () => sql`update purchase_order set units = units + 1 where company_id = ${c()}`,
    ],
    [
      'a purchase order from another supplier than was approved',
      ['procurement.approved'],
      () =>
        sql`update purchase_order set approved = jsonb_set(approved, '{supplierId}', '0') where company_id = ${c()}`,
    ],
    [
      'an allocation order that counts more than its shares',
      ['procurement.allocated'],
      () => sql`update allocation_order set units = units + 1 where company_id = ${c()}`,
    ],
    [
      'a deposit that was changed after it was booked',
      ['procurement.dues', 'procurement.money'],
      () => sql`update supplier_payment set amount = amount - 1 where company_id = ${c()}`,
    ],
    [
      'a payment due that is lower than its order says',
      ['procurement.dues'],
      () => sql`insert into purchase_due (company_id, order_id, position, supplier_id, warehouse_id, currency, planned, amount, requested, paid)
        select company_id, id, 9, supplier_id, warehouse_id, currency, false, 1, 0, 0 from purchase_order where company_id = ${c()} limit 1`,
    ],
    [
      'a return to a supplier that counts other units than its lines',
      ['procurement.returns'],
      () => sql`update supplier_return set units = units + 1 where company_id = ${c()}`,
    ],
    [
      'a prepayment whose booking has nothing in it',
      ['finance.ahead'],
      () => sql`with p as (insert into warehouse_prepayment (company_id, warehouse_id, amount, actor, at)
          values (${c()}, ${world.warehouseId}, 5, 'x', now()) returning id)
        insert into ledger_entry (company_id, on_day, doc_kind, doc_id, step, text, debit_base, credit_base, actor)
        select ${c()}, '2026-11-01', 'warehouse_prepayment', id, 'prepaid', 'x', 0, 0, 'x' from p`,
    ],
    [
      'a line that was changed after it was booked',
      [
        ...['finance.balancedEntries', 'finance.balances', 'finance.days'],
        ...['finance.productProfits', 'finance.profits', 'finance.skuDays', 'finance.taxDays'],
      ],
      () =>
        sql`update ledger_line set base_amount = base_amount - 1, amount = amount - 1 where company_id = ${c()} and account = 'sales'`,
    ],
    [
      'a sum of a day that no line made',
      ['finance.days'],
      () => sql`update finance_day set amount = amount + 1 where company_id = ${c()} and account = 'sales'`,
    ],
    [
      'a day of taxes that no line made',
      ['finance.taxDays'],
      () => sql`update tax_day set amount = amount + 1 where company_id = ${c()} and kind = 'sales'`,
    ],
    [
      'a day of order profit that no order made',
      ['finance.profitDays'],
      () => sql`update profit_day set profit = profit + 1 where company_id = ${c()}`,
    ],
    [
      'a month of a product that is not the sum of its days',
      ['finance.skuDays'],
      () => sql`insert into sku_month (company_id, month, shop_id, product_id, country, units, refunded_units, goods, shipping, discount,
          refund, platform_fee, advertising, goods_cost, label_cost, other_cost)
        values (${c()}, '2020-01-01', 0, 0, '', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
    ],
    [
      'a day of a shop that is not the sum of its products',
      ['finance.skuDays'],
      () => sql`insert into shop_day (company_id, on_day, shop_id, country, units, refunded_units, goods, shipping, discount,
          refund, platform_fee, advertising, goods_cost, label_cost, other_cost)
        values (${c()}, '2020-01-01', 0, '', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
    ],
    [
      'a figure of a closed month that was changed',
      ['finance.closedMonths'],
      () => sql`update finance_figure set closing = closing + 1 where company_id = ${c()} and account = 'cash'`,
    ],
    [
      'a statement line whose amount was changed after it was booked',
      ['finance.providerStatements'],
      () => sql`update provider_statement_line set amount = amount + 1, ours = 1 where company_id = ${c()}`,
    ],
    [
      'an expense that was changed after it was booked',
      ['finance.expenses'],
      () => sql`update expense set amount = amount + 1 where company_id = ${c()}`,
    ],
    [
      'an expense whose parts moved to other places',
      ['finance.expenses'],
      () =>
        sql`update expense_line set shop_id = null, department_id = 7 where company_id = ${c()} and shop_id is not null`,
    ],
    [
      'an advance that was changed after it was booked',
      ['finance.advances'],
      () => sql`update expense_advance set amount = amount + 1 where company_id = ${c()}`,
    ],
    [
      'a statement line that was changed after it was matched',
      ['finance.bankCash', 'finance.bankLines'],
      () => sql`update bank_line set amount = amount + 1 where company_id = ${c()} and match_id is not null`,
    ],
    [
      'a payout that is matched twice',
      ['finance.bankItems'],
      () => sql`update bank_match_item set amount = amount + 1 where company_id = ${c()}`,
    ],
    [
      'a booked settlement file that lost a line',
      ['finance.settlementFiles'],
      () => sql`delete from settlement_file_line where company_id = ${c()}
        and line_id = (select min(line_id) from settlement_file_line where company_id = ${c()})`,
    ],
    [
      'a claim whose accepted amount was changed after it was booked',
      ['finance.claims'],
      () => sql`update carrier_claim set accepted = accepted + 1 where company_id = ${c()} and state = 'accepted'`,
    ],
    [
      'a balance nobody booked',
      ['finance.balances'],
      () => sql`insert into ledger_balance (company_id, account, party_kind, party_id, currency, amount, base_amount)
        values (${c()}, 'cash', '', 0, 'CNY', 3, 3)`,
    ],
  ];
  it.each(damages)('find %s', async (_what, expected, ...statements) => {
    expect((await red(...statements)).sort()).toEqual([...expected].sort());
  });

  it('look at their own company only', async () => {
    const other = await server.company('Elsewhere');
    expect(
      await redAfter(server, other.companyId, (tx) =>
        tx.rows(sql`update stock_balance set on_hand = on_hand + 1 where company_id = ${c()}`),
      ),
    ).toEqual([]);
  });
});

describe('all checks at once', () => {
  it('name what is broken with what they found, and nothing else', async () => {
    expect(await brokenChecks(server.app, c())).toEqual([]);
    const add = (units: number) =>
      server.app.database.owner.query(
        'update stock_balance set on_hand = on_hand + $3 where company_id = $1 and product_id = $2',
        [c(), world.productIds[0], units],
      );
    await add(1);
    const row = { subject: 'W1 · SKU-1', field: 'onHand', expected: '47', actual: '48' };
    expect(await brokenChecks(server.app, c())).toEqual([
      { key: 'stock.balances', broken: 1, error: null, rows: [row] },
      { key: 'stock.binsMakeWarehouse', broken: 1, error: null, rows: [row] },
    ]);
    expect(await brokenChecks(server.app, c(), (key) => key.startsWith('orders.'))).toEqual([]);
    await add(-1);
  });
});

describe('a run', () => {
  it('is made in the background, shows its progress, and rings when something is red', async () => {
    const { main } = world;
    const { owner } = server.app.database;
    expect(await server.ok(findIntegrityRun, {}, main)).toMatchObject({ run: null });
    const first = await server.ok(runIntegrityChecks, {}, main);
    expect(await server.ok(runIntegrityChecks, {}, main)).toEqual(first);
    const waiting = await server.ok(findIntegrityRun, { id: first.id }, main);
    expect(waiting.run).toMatchObject({ done: 0, total: invariants().length, finishedAt: null });
    expect(new Set(waiting.results.map((r) => r.green))).toEqual(new Set([null]));

    await server.startWorker();
    const green = await finished(first.id);
    expect(green.run).toMatchObject({ green: true, red: 0, done: invariants().length, startedBy: main.userLoginId });
    expect(green.results.find((r) => r.key === 'orders.counts')?.checked).toBe(14);
    expect((await server.ok(getAlerts, {}, main)).filter((a) => a.path === '/system/trust')).toEqual([]);

    await owner.query('update stock_balance set on_hand = on_hand + 1 where company_id = $1', [c()]);
    const second = await server.ok(runIntegrityChecks, {}, main);
    expect(second.id).not.toBe(first.id);
    const after = await finished(second.id);
    expect(after.run?.green).toBe(false);
    const balances = after.results.find((r) => r.key === 'stock.balances');
    expect(balances).toMatchObject({ green: false, broken: 5 });
    expect(balances?.rows[0]).toEqual({ subject: 'W1 · SKU-1', field: 'onHand', expected: '47', actual: '48' });
    expect(await server.ok(getNum, {}, main)).toContainEqual({ modelId: rights.integrity.id, num: 2 });
    expect((await server.ok(getAlerts, {}, main)).find((a) => a.path === '/system/trust')).toMatchObject({
      level: 'bad',
    });
    expect((await server.ok(listIntegrityRuns, {}, main)).runs.map((run) => run.green)).toEqual([false, true]);
    await owner.query('update stock_balance set on_hand = on_hand - 1 where company_id = $1', [c()]);
  });

  it('looks at every kind of thing there is', async () => {
    const { id } = await server.ok(runIntegrityChecks, {}, world.main);
    const { results } = await finished(id);
    expect(results.filter((result) => result.checked === 0)).toEqual([]);
  });

  it('keeps the first fifty broken rows and counts them all', async () => {
    const { owner } = server.app.database;
    await owner.query(
      `insert into product (company_id, sku, name_zh, name_en) select $1, 'MANY-' || n, 'x', 'x' from generate_series(1, 60) n`,
      [c()],
    );
    await owner.query(
      `insert into stock_balance (company_id, warehouse_id, product_id, incoming) select $1, $2, id, 1 from product where company_id = $1 and sku like 'MANY-%'`,
      [c(), world.warehouseId],
    );
    const { id } = await server.ok(runIntegrityChecks, {}, world.main);
    const { results } = await finished(id);
    const balances = results.find((r) => r.key === 'stock.balances');
    expect([balances?.broken, balances?.rows.length]).toEqual([60, 50]);
    await owner.query(`delete from stock_balance where company_id = $1 and on_hand = 0 and incoming = 1`, [c()]);
  });

  it('comes every night by itself, spread over the companies, without keeping anybody waiting', async () => {
    const nightly = schedules().find((schedule) => schedule.name === 'integrity.nightly');
    expect(nightly?.cron).toBe('0 18 * * *');
    await strike(server.app, 'integrity.nightly');
    const { rows } = await server.app.database.owner.query(
      `select r.started_by, j.run_at > now() as later, r.at > now() as hidden from integrity_run r
       join graphile_worker._private_jobs j on (j.payload ->> 'runId')::int = r.id where r.company_id = $1`,
      [c()],
    );
    expect(rows).toEqual([{ started_by: 'schedule', later: true, hidden: true }]);
    const { id } = await server.ok(runIntegrityChecks, {}, world.main);
    expect((await finished(id)).run?.startedBy).toBe(world.main.userLoginId);
    expect((await server.ok(listIntegrityRuns, {}, world.main)).runs.map((run) => run.startedBy)).not.toContain(
      'schedule',
    );
  });

  it('goes on after a crash where it stopped', async () => {
    const { owner } = server.app.database;
    const made = await owner.query(
      `insert into integrity_run (company_id, started_by, results) values ($1, 'test', $2) returning id`,
      [
        c(),
        JSON.stringify([{ key: 'stock.balances', green: true, checked: 1, broken: 0, rows: [], error: null, ms: 1 }]),
      ],
    );
    const id = Number(made.rows[0].id);
    await owner.query(
      `select graphile_worker.add_job('integrity.run', json_build_object('companyId', $1::int, 'runId', $2::int))`,
      [c(), id],
    );
    const { run, results } = await finished(id);
    expect(run?.done).toBe(invariants().length);
    expect(results.find((r) => r.key === 'stock.balances')?.checked).toBe(1);
  });
});

function finished(id: number) {
  return server.until(async () => {
    const found = await server.ok(findIntegrityRun, { id }, world.main);
    return found.run?.finishedAt ? found : undefined;
  });
}
