import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { explained, fillBig } from '../../testing/explain.ts';
import { ownServer, type TestServer } from '../../testing/harness.ts';
import { allocationDetail, allocations, allocationTabCounts } from './allocations/allocations.list.ts';
import { roomOf, sourcesFor } from './allocations/sources.ts';
import { dueTabs, dueTotals, purchaseDues } from './money/due.list.ts';
import { duesNow } from './money/due.ts';
import { purchaseDetail, purchases, purchaseTabCounts } from './orders/purchases.list.ts';
import { pendingPurchases, pendingTabCounts } from './pending/pending.list.ts';
import { requisitionDetail, requisitions, requisitionTabCounts } from './requisitions/requisitions.list.ts';

const DOCUMENTS = 60_000;
const PRODUCTS = 3_000;
const BIG = [
  'requisition',
  'requisition_line',
  'purchase_order',
  'purchase_line',
  'purchase_line_source',
  'inbound',
  'supplier_answer',
  'allocation_order',
  'allocation_line',
  'allocation_share',
  'supplier_bill',
  'supplier_bill_line',
  'supplier_payment',
  'purchase_due',
];
/** Counting stops at 10,000. */
const COUNTED = 12_000;

let server: TestServer;
let ctx: Ctx;
const ids = { order: 0, requisition: 0, allocation: 0, line: 0, product: 0, supplier: 0, warehouse: 0 };
beforeAll(async () => {
  server = await ownServer();
  const main = await server.company();
  ctx = main.ctx;
  const { owner } = server.app.database;
  const of = [main.companyId];
  const one = async (statement: string) => Number((await owner.query(statement, of)).rows[0].id);
  await owner.query(
    `insert into product (company_id, sku, name_zh, name_en) select $1, 'P-' || n, '', 'Product' from generate_series(1, ${PRODUCTS}) n`,
    of,
  );
  ids.product = await one('select max(id) as id from product where company_id = $1');
  ids.warehouse = await one(
    `insert into warehouse (company_id, code, name, kind, address) values ($1, 'W1', 'Main', 'selfBuilt', '{}') returning id`,
  );
  await owner.query(
    `insert into supplier (company_id, code, name_en, currency, created_at, updated_at)
     select $1, 'S-' || n, 'Supplier', 'CNY', now(), now() from generate_series(1, 300) n`,
    of,
  );
  ids.supplier = await one('select max(id) as id from supplier where company_id = $1');
  await fillBig(owner, BIG, async () => {
    await fill([...of, ids.product - PRODUCTS, ids.supplier - 300, ids.warehouse]);
    await fillAllocations(of);
    await fillMoney(of);
  });
  ids.order = await one('select max(id) as id from purchase_order where company_id = $1');
  ids.requisition = await one('select max(id) as id from requisition where company_id = $1');
  ids.allocation = await one('select max(id) as id from allocation_order where company_id = $1');
  ids.line = await one('select max(purchase_line_id) as id from allocation_line where company_id = $1');
});
afterAll(() => server.close());

/** Nearly all done long ago; two in a hundred wait. */
async function fill(of: number[]): Promise<void> {
  const { owner } = server.app.database;
  await owner.query(
    `insert into requisition (company_id, number, state, created_by, created_at, approved_at)
     select $1, 'PR-' || lpad(n::text, 7, '0'), case when n % 50 = 0 then 'approved' when n % 997 = 0 then 'draft' else 'done' end,
       'a', now() - n * interval '1 minute', now() from generate_series(1, ${DOCUMENTS}) n`,
    of.slice(0, 1),
  );
  await owner.query(
    `insert into requisition_line (company_id, requisition_id, position, product_id, quantity, approved, ordered, received, warehouse_id, need_by, supplier_id)
     select company_id, id, 1, $2 + 1 + id % ${PRODUCTS}, 10, 10, case when state = 'done' then 10 else 0 end,
       case when state = 'done' then 10 else 0 end, $4, current_date + (id % 90)::int, case when id % 100 > 0 then $3 + 1 + id % 300 end
     from requisition where company_id = $1`,
    of,
  );
  await owner.query(
    `insert into purchase_order (company_id, number, state, supplier_id, warehouse_id, currency, approved, expected_on, reference, buyer, created_at, ordered_at)
     select $1, 'PO-' || lpad(n::text, 7, '0'), case when n % 50 = 0 then 'ordered' when n % 997 = 0 then 'draft' else 'closed' end,
       $2 + 1 + n % 300, $3, 'CNY', '{}', current_date + (n % 200) - 100, 'R' || n, 'a', now() - n * interval '1 minute', now()
     from generate_series(1, ${DOCUMENTS}) n`,
    [of[0], of[2], of[3]],
  );
  await owner.query(
    `insert into purchase_line (company_id, order_id, position, product_id, packs, unit_price)
     select company_id, id, 1, $2 + 1 + id % ${PRODUCTS}, 10, 5 from purchase_order where company_id = $1`,
    of.slice(0, 2),
  );
  await owner.query(
    `insert into purchase_line_source (company_id, line_id, requisition_line_id, quantity)
     select l.company_id, l.id, r.id, 10 from (select *, row_number() over (order by id) as n from purchase_line where company_id = $1) l
     join (select *, row_number() over (order by id) as n from requisition_line where company_id = $1) r on r.n = l.n`,
    of.slice(0, 1),
  );
  await owner.query(
    `insert into supplier_answer (company_id, order_id, line_id, recipient, answered_at, packs, state)
     select company_id, order_id, id, 'a', now(), 10, case when order_id % 1000 = 0 then 'waiting' else 'agreed' end
     from purchase_line where company_id = $1`,
    of.slice(0, 1),
  );
  await owner.query(
    `insert into inbound (company_id, number, warehouse_id, kind, state, source_kind, source_id, created_by)
     select company_id, 'I' || id, warehouse_id, 'purchase', 'done', 'purchase_order', id, 'a' from purchase_order where company_id = $1`,
    of.slice(0, 1),
  );
}

/** An allocation order for each purchase order, with one share that went to another warehouse long ago. */
async function fillAllocations(of: number[]): Promise<void> {
  const { owner } = server.app.database;
  await owner.query(
    `insert into allocation_order (company_id, number, state, warehouse_id, units, ready, created_by, created_at)
     select $1, 'AL-' || lpad(n::text, 7, '0'), case when n % 50 = 0 then 'submitted' when n % 997 = 0 then 'draft' else 'done' end,
       (select max(id) from warehouse where company_id = $1), 10, case when n % 100 = 0 then 10 else 0 end, 'a',
       now() - n * interval '1 minute' from generate_series(1, ${DOCUMENTS}) n`,
    of,
  );
  await owner.query(
    `insert into allocation_line (company_id, order_id, position, product_id, purchase_line_id, quantity, shared)
     select o.company_id, o.id, 1, l.product_id, l.id, 10, 10
     from (select *, row_number() over (order by id) as n from allocation_order where company_id = $1) o
     join (select *, row_number() over (order by id) as n from purchase_line where company_id = $1) l on l.n = o.n`,
    of,
  );
  await owner.query(
    `insert into allocation_share (company_id, order_id, line_id, position, kind, quantity)
     select company_id, order_id, id, 1, 'stay', 10 from allocation_line where company_id = $1`,
    of,
  );
}

/** A bill of each order, nearly all paid long ago. Another company owes as much as is paid here. */
async function fillMoney(of: number[]): Promise<void> {
  const { owner } = server.app.database;
  await owner.query(
    `insert into supplier_bill (company_id, number, order_id, supplier_id, reference, billed_on, due_on, currency, rate, amount, created_by, created_at)
     select company_id, 'BL-' || lpad(id::text, 7, '0'), id, supplier_id, 'INV-' || lpad(id::text, 7, '0'), current_date,
       current_date + (id % 120)::int - 40, 'CNY', 1, 50, 'a', now() from purchase_order where company_id = $1`,
    of,
  );
  await owner.query(
    `insert into supplier_bill_line (company_id, bill_id, line_id, quantity, unit_price, amount, received_base, price_base, rate_base)
     select b.company_id, b.id, l.id, 10, 5, 50, 50, 0, 0 from supplier_bill b
     join purchase_line l on l.company_id = b.company_id and l.order_id = b.order_id where b.company_id = $1`,
    of,
  );
  await owner.query(
    `insert into supplier_payment (company_id, number, order_id, supplier_id, bill_id, currency, amount, state, paid_on, rate, requested_by, created_at)
     select company_id, 'SP-' || id, order_id, supplier_id, id, currency, 50, 'paid', current_date, 1, 'a', now()
     from supplier_bill where company_id = $1 and id % 12 > 0`,
    of,
  );
  await owner.query(
    `insert into purchase_due (company_id, order_id, bill_id, position, supplier_id, warehouse_id, currency, due_on, planned, amount, requested, paid)
     select case when b.id % 12 = 0 then b.company_id else -1 end, b.order_id, b.id, 0, b.supplier_id, o.warehouse_id, b.currency,
       b.due_on, false, 50, 0, 0 from supplier_bill b
     join purchase_order o on o.company_id = b.company_id and o.id = b.order_id where b.company_id = $1`,
    of,
  );
}

const faults = (work: (tx: Tx) => Promise<unknown>) =>
  explained(server.app.database, ctx, work, { big: BIG, touched: COUNTED });
const page = { page: 1, pageSize: 50 };

it.each([
  ['all', {}],
  ['a status', { state: 'ordered' as const }],
  ['a rare status', { state: 'draft' as const }],
  ['late ones', { late: 'true' as const }],
  ['those that a supplier answered', { answered: 'true' as const }],
  ['a number', { text: 'po-00599' }],
  ['a reference', { text: 'R5999' }],
  ['a day', { from: '2026-01-01', to: '2026-01-02' }],
])('lists purchase orders by indexes alone: %s', async (_name, filter) => {
  expect(await faults((tx) => purchases.page(tx, { ...page, ...filter }))).toEqual([]);
});

it('lists purchase orders of a supplier, a warehouse or a product by indexes alone', async () => {
  expect(await faults((tx) => purchases.page(tx, { ...page, supplierId: ids.supplier }))).toEqual([]);
  expect(await faults((tx) => purchases.page(tx, { ...page, warehouseId: ids.warehouse }))).toEqual([]);
  expect(await faults((tx) => purchases.page(tx, { ...page, productId: ids.product }))).toEqual([]);
});

it('counts tabs and opens documents by indexes alone', async () => {
  expect(await faults(purchaseTabCounts)).toEqual([]);
  expect(await faults(requisitionTabCounts)).toEqual([]);
  expect(await faults(pendingTabCounts)).toEqual([]);
  expect(await faults((tx) => purchaseDetail(tx, ctx, ids.order))).toEqual([]);
  expect(await faults((tx) => requisitionDetail(tx, ids.requisition))).toEqual([]);
});

it.each([
  ['all', {}],
  ['a status', { state: 'approved' as const }],
  ['a number', { text: 'pr-00599' }],
])('lists requisitions by indexes alone: %s', async (_name, filter) => {
  expect(await faults((tx) => requisitions.page(tx, { ...page, ...filter }))).toEqual([]);
});

it.each([
  ['all', {}],
  ['without a supplier', { unassigned: 'true' as const }],
  ['needed soon', { needBy: '2026-12-01' }],
  ['a SKU', { text: 'p-29' }],
  ['a requisition', { text: 'pr-00599' }],
])('lists what waits to be ordered by indexes alone: %s', async (_name, filter) => {
  expect(await faults((tx) => pendingPurchases.page(tx, { ...page, ...filter }))).toEqual([]);
});

it('lists what waits to be ordered from a supplier by indexes alone', async () => {
  expect(await faults((tx) => pendingPurchases.page(tx, { ...page, supplierId: ids.supplier }))).toEqual([]);
});

it.each([
  ['all', {}],
  ['a status', { state: 'submitted' as const }],
  ['a rare status', { state: 'draft' as const }],
  ['ready ones', { ready: 'true' as const }],
  ['a number', { text: 'al-00599' }],
  ['a day', { from: '2026-01-01', to: '2026-01-02' }],
])('lists allocation orders by indexes alone: %s', async (_name, filter) => {
  expect(await faults((tx) => allocations.page(tx, { ...page, ...filter }))).toEqual([]);
});

it('finds allocation orders, and what is free to be allocated, by indexes alone', async () => {
  const { product: productId, warehouse: warehouseId, order: purchaseId, line: purchaseLineId } = ids;
  expect(await faults(allocationTabCounts)).toEqual([]);
  expect(await faults((tx) => allocationDetail(tx, ids.allocation))).toEqual([]);
  for (const filter of [{ warehouseId }, { productId }, { purchaseId }])
    expect(await faults((tx) => allocations.page(tx, { ...page, ...filter }))).toEqual([]);
  expect(await faults((tx) => sourcesFor(tx, { purchaseId }))).toEqual([]);
  expect(await faults((tx) => sourcesFor(tx, { warehouseId, productIds: [productId] }))).toEqual([]);
  const lines = [
    { productId, purchaseLineId: null },
    { productId, purchaseLineId },
  ];
  expect(await faults((tx) => roomOf(tx, { warehouseId, lines }))).toEqual([]);
});

it.each([
  ['all', {}],
  ['overdue ones', { due: 'overdue' as const }],
  ['those of a week', { due: 'week' as const }],
  ['those of a month', { due: 'month' as const }],
  ['a currency', { currency: 'CNY' }],
  ['an order', { text: 'po-00599' }],
  ['a bill', { text: 'inv-00599' }],
])('lists and adds up payments due by indexes alone: %s', async (_name, filter) => {
  expect(await faults((tx) => purchaseDues.page(tx, { ...page, ...filter }))).toEqual([]);
  expect(await faults((tx) => dueTotals(tx, filter))).toEqual([]);
});

it('lists payments due to a supplier, counts them by window and writes those of an order by indexes alone', async () => {
  const { supplier: supplierId } = ids;
  expect(await faults((tx) => purchaseDues.page(tx, { ...page, supplierId }))).toEqual([]);
  expect(await faults((tx) => dueTotals(tx, { supplierId }))).toEqual([]);
  expect(await faults(dueTabs)).toEqual([]);
  expect(await faults((tx) => tx.rows(duesNow(sql`o.id = any(${[ids.order, ids.order - 12]}::bigint[])`)))).toEqual([]);
});
