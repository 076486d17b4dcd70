import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { explained } from '../../../testing/explain.ts';
import { ownServer, type TestServer } from '../../../testing/harness.ts';
import { pricesInForce } from './price-in-force.ts';
import { supplierPrices } from './prices.list.ts';
import { supplierOptions, suppliers, supplierTabCounts } from './suppliers.list.ts';

const SUPPLIERS = 30_000;
const PRODUCTS = 15_000;
const BIG = ['supplier', 'supplier_term', 'supplier_price', 'supplier_price_break', 'product'];
/** Counting stops at 10,000. */
const COUNTED = 12_000;

let server: TestServer;
let ctx: Ctx;
let first: number;
let productId: number;
beforeAll(async () => {
  server = await ownServer();
  const main = await server.company();
  ctx = main.ctx;
  const { owner } = server.app.database;
  const of = [main.companyId];
  await owner.query(
    `insert into supplier (company_id, code, name_en, currency, state, block_reason, created_at, updated_at)
     select $1, 'S-' || n, 'Supplier ' || n, case when n % 50 = 0 then 'USD' else 'CNY' end,
       case when n % 20 = 0 then 'blocked' else 'active' end, case when n % 20 = 0 then 'late' else '' end, now(), now()
     from generate_series(1, ${SUPPLIERS}) n`,
    of,
  );
  await owner.query(
    `insert into supplier_term (company_id, term, supplier_id)
     select company_id, t, id from supplier, unnest(array['SUPPLIER', code, split_part(code, '-', 2)]) t where company_id = $1`,
    of,
  );
  await owner.query(
    `insert into product (company_id, sku, name_zh, name_en) select $1, 'P-' || n, '', 'Product' from generate_series(1, ${PRODUCTS}) n`,
    of,
  );
  const one = async (statement: string) => Number((await owner.query(statement, of)).rows[0].id);
  first = await one('select min(id) as id from supplier where company_id = $1');
  productId = await one('select max(id) as id from product where company_id = $1');
  // One supplier of everything, at two days; the others have a price each.
  await owner.query(
    `insert into supplier_price (company_id, supplier_id, product_id, valid_from, supplier_sku)
     select $1, $2, p.id, day, 'own-' || p.sku from product p, unnest(array['2026-01-01', '2026-03-01']::date[]) day
     where p.company_id = $1
     union all select $1, s.id, $3, '2026-01-01', '' from supplier s where s.company_id = $1 and s.id > $2`,
    [main.companyId, first, productId],
  );
  await owner.query(
    `insert into supplier_price_break (company_id, price_id, from_quantity, unit_price)
     select company_id, id, q, 9 from supplier_price, unnest(array[100]) q where company_id = $1`,
    of,
  );
  await owner.query('vacuum analyze');
});
afterAll(() => server.close());

const faults = (work: (tx: Tx) => Promise<unknown>, touched = COUNTED) =>
  explained(server.app.database, ctx, work, { big: BIG, touched });
const page = { page: 1, pageSize: 50 };

it.each([
  ['all', {}],
  ['active', { state: 'active' as const }],
  ['blocked', { state: 'blocked' as const }],
  ['a currency', { currency: 'USD' }],
  ['a code', { text: 's-299' }],
  ['a rare word', { text: '29999' }],
])('lists suppliers by indexes alone: %s', async (_name, filter) => {
  expect(await faults((tx) => suppliers.page(tx, { ...filter, ...page }))).toEqual([]);
});

it('counts the tabs and finds options by indexes alone', async () => {
  expect(await faults(supplierTabCounts)).toEqual([]);
  expect(await faults((tx) => supplierOptions(tx, 's-2999'), 1000)).toEqual([]);
});

it.each([
  ['all', {}],
  ['in force', { time: 'current' as const }],
  ['a SKU', { text: 'p-149' }],
  ['a supplier SKU', { text: 'own-P-149' }],
])('lists the prices of a supplier by indexes alone: %s', async (_name, filter) => {
  const query = { supplierId: first, ...filter, ...page };
  expect(await faults((tx) => supplierPrices.page(tx, query), COUNTED * 5)).toEqual([]);
});

it('finds prices in force by keys', async () => {
  const wishes = Array.from({ length: 200 }, (_, at) => ({ productId: productId - at, quantity: 500 }));
  expect(await faults((tx) => pricesInForce(tx, { supplierId: first, day: '2026-04-01' }, wishes), 1000)).toEqual([]);
});
