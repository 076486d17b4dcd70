import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { explained } from '../../../testing/explain.ts';
import { ownServer, type TestServer } from '../../../testing/harness.ts';
import { supplierRecord } from '../suppliers/record.ts';
import { receiptsOf } from './receipts.ts';
import { returnDetail, returnTabCounts, supplierReturns } from './returns.list.ts';
import { billsOfReturn } from './settle.ts';

const DOCUMENTS = 20_000;
const PRODUCTS = 3_000;
const SUPPLIERS = 300;
const BIG = [
  ...['supplier_return', 'supplier_return_line', 'supplier_return_move', 'supplier_return_settlement', 'supplier_bill'],
  ...['purchase_order', 'purchase_line', 'inbound', 'inbound_line', 'inbound_receipt'],
];
/** Counting stops at 10,000. */
const COUNTED = 12_000;

let server: TestServer;
let ctx: Ctx;
const ids = { back: 0, product: 0, supplier: 0, warehouse: 0 };
beforeAll(async () => {
  server = await ownServer();
  const main = await server.company();
  ctx = main.ctx;
  const { owner } = server.app.database;
  const one = async (statement: string) => Number((await owner.query(statement, [main.companyId])).rows[0].id);
  await owner.query(
    `insert into product (company_id, sku, name_zh, name_en) select $1, 'P-' || n, '', 'Product' from generate_series(1, ${PRODUCTS}) n`,
    [main.companyId],
  );
  ids.product = await one('select max(id) as id from product where company_id = $1');
  ids.warehouse = await one(
    `insert into warehouse (company_id, code, name, kind, address) values ($1, 'W1', 'Main', 'selfBuilt', '{}') returning id`,
  );
  await owner.query(
    `insert into supplier (company_id, code, name_en, currency, created_at, updated_at)
     select $1, 'S-' || n, 'Supplier', 'CNY', now(), now() from generate_series(1, ${SUPPLIERS}) n`,
    [main.companyId],
  );
  ids.supplier = await one('select max(id) as id from supplier where company_id = $1');
  await fill(main.companyId);
  ids.back = await one('select max(id) as id from supplier_return where company_id = $1');
  await owner.query('vacuum analyze');
});
afterAll(() => server.close());

/** An order with its receipt, bill and return each; two returns in a hundred wait for their settlement. */
async function fill(companyId: number): Promise<void> {
  const { owner } = server.app.database;
  const run = (statement: string, ...values: number[]) => owner.query(statement, [companyId, ...values]);
  await run(
    `insert into purchase_order (company_id, number, state, supplier_id, warehouse_id, currency, approved, buyer, created_at, ordered_at)
     select $1, 'PO-' || n, 'received', $2 + 1 + n % ${SUPPLIERS}, $3, 'CNY', '{}', 'a', now() - n * interval '1 minute', now()
     from generate_series(1, ${DOCUMENTS}) n`,
    ids.supplier - SUPPLIERS,
    ids.warehouse,
  );
  await run(
    `insert into purchase_line (company_id, order_id, position, product_id, packs, unit_price)
     select company_id, id, 1, $2 + 1 + id % ${PRODUCTS}, 10, 5 from purchase_order where company_id = $1`,
    ids.product - PRODUCTS,
  );
  await run(
    `insert into inbound (company_id, number, warehouse_id, kind, state, source_kind, source_id, created_by)
     select company_id, 'I' || id, warehouse_id, 'purchase', 'done', 'purchase_order', id, 'a' from purchase_order where company_id = $1`,
  );
  await run(
    `insert into inbound_line (company_id, inbound_id, product_id, source_line, expected, received)
     select i.company_id, i.id, l.product_id, l.id, 10, 10 from inbound i
     join purchase_line l on l.company_id = $1 and l.order_id = i.source_id where i.company_id = $1`,
  );
  await run(
    `insert into inbound_receipt (company_id, inbound_id, line_id, product_id, condition, quantity, location_id, at, actor)
     select company_id, inbound_id, id, product_id, 'good', 10, 1, now(), 'a' from inbound_line where company_id = $1`,
  );
  await run(
    `insert into supplier_bill (company_id, number, order_id, supplier_id, reference, billed_on, currency, rate, amount, created_by, created_at)
     select company_id, 'BL-' || id, id, supplier_id, 'R' || id, current_date, 'CNY', 1, 50, 'a', now() from purchase_order where company_id = $1`,
  );
  await run(
    `insert into supplier_return (company_id, number, state, supplier_id, warehouse_id, remedy, currency, reference, rate, created_by, created_at, shipped_at, settled_at)
     select $1, 'SR-' || lpad(n::text, 7, '0'), case when n % 50 = 0 then 'shipped' when n % 997 = 0 then 'draft' else 'settled' end,
       $2 + 1 + n % ${SUPPLIERS}, $3, 'debitNote', 'CNY', 'R' || n, case when n % 50 > 0 and n % 997 = 0 then null else 1 end, 'a',
       now() - n * interval '1 minute', case when n % 50 > 0 and n % 997 = 0 then null else now() end,
       case when n % 50 = 0 or n % 997 = 0 then null else now() end
     from generate_series(1, ${DOCUMENTS}) n`,
    ids.supplier - SUPPLIERS,
    ids.warehouse,
  );
  await run(
    `insert into supplier_return_line (company_id, return_id, position, product_id, condition, quantity, receipt_id, unit_credit, reason)
     select t.company_id, t.id, 1, r.product_id, 'good', 1, r.id, 5, 'other'
     from (select *, row_number() over (order by id) as n from supplier_return where company_id = $1) t
     join (select *, row_number() over (order by id) as n from inbound_receipt where company_id = $1) r on r.n = t.n`,
  );
  await run(
    `insert into supplier_return_move (company_id, return_id, line_id, shipment, location_id, quantity, at, actor)
     select company_id, return_id, id, 1, 1, 1, now(), 'a' from supplier_return_line where company_id = $1`,
  );
  await run(
    `insert into supplier_return_settlement (company_id, return_id, bill_id, amount, amount_base, on_day, created_by, created_at)
     select t.company_id, t.id, b.id, 5, 5, current_date, 'a', now() from supplier_return t
     join supplier_bill b on b.company_id = $1 and b.reference = t.reference where t.company_id = $1 and t.state = 'settled'`,
  );
}

const faults = (work: (tx: Tx) => Promise<unknown>) =>
  explained(server.app.database, ctx, work, { big: BIG, touched: COUNTED });
const page = { page: 1, pageSize: 50 };

it.each([
  ['all', {}],
  ['a status', { state: 'shipped' as const }],
  ['a rare status', { state: 'draft' as const }],
  ['a number', { text: 'sr-00199' }],
  ['a reference', { text: 'R1999' }],
  ['a day', { from: '2026-01-01', to: '2026-01-02' }],
])('lists returns to suppliers by indexes alone: %s', async (_name, filter) => {
  expect(await faults((tx) => supplierReturns.page(tx, { ...page, ...filter }))).toEqual([]);
});

it('lists returns of a supplier, a warehouse or a product by indexes alone', async () => {
  expect(await faults((tx) => supplierReturns.page(tx, { ...page, supplierId: ids.supplier }))).toEqual([]);
  expect(await faults((tx) => supplierReturns.page(tx, { ...page, warehouseId: ids.warehouse }))).toEqual([]);
  expect(await faults((tx) => supplierReturns.page(tx, { ...page, productId: ids.product }))).toEqual([]);
});

it('counts tabs, opens a return and finds receipts, bills and the record of a supplier by indexes alone', async () => {
  expect(await faults(returnTabCounts)).toEqual([]);
  expect(await faults((tx) => returnDetail(tx, ids.back))).toEqual([]);
  expect(await faults((tx) => billsOfReturn(tx, ids.back))).toEqual([]);
  expect(await faults((tx) => supplierRecord(tx, ids.supplier))).toEqual([]);
  const which = { warehouseId: ids.warehouse, productIds: [ids.product] };
  expect(await faults((tx) => receiptsOf(tx, which))).toEqual([]);
  expect(await faults((tx) => receiptsOf(tx, { ...which, supplierId: ids.supplier }))).toEqual([]);
});
