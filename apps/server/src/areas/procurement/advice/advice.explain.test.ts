import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { explained } from '../../../testing/explain.ts';
import { ownServer, type TestServer } from '../../../testing/harness.ts';
import { advices, tabs } from './list.ts';
import { casesToday } from './run.ts';

const PRODUCTS = 15_000;
const BIG = ['advice_line', 'demand_month', 'product', 'product_term'];
/** Counting stops at 10,000. */
const COUNTED = 12_000;

let server: TestServer;
let ctx: Ctx;
let productId: number;
beforeAll(async () => {
  server = await ownServer();
  const main = await server.company();
  ctx = main.ctx;
  const { owner } = server.app.database;
  const of = [main.companyId];
  await owner.query(
    `insert into product (company_id, sku, name_zh, name_en) select $1, 'P-' || n, '', 'Product' from generate_series(1, ${PRODUCTS}) n`,
    of,
  );
  await owner.query(
    `insert into product_term (company_id, term, product_id) select company_id, sku, id from product where company_id = $1`,
    of,
  );
  await owner.query(
    `insert into warehouse (company_id, code, name, kind, address) select $1, 'W' || n, 'W' || n, 'selfBuilt', '{}' from generate_series(1, 2) n`,
    of,
  );
  await owner.query(
    `insert into demand_month (company_id, product_id, warehouse_id, month, units, total)
     select p.company_id, p.id, w.id, m::date, (select string_agg(int4send(1), ''::bytea) from generate_series(1, 31)), 31 from product p join warehouse w on w.company_id = p.company_id
     cross join generate_series(date_trunc('month', current_date - 60)::timestamp, current_date, interval '1 month') m where p.company_id = $1`,
    of,
  );
  await owner.query(
    `insert into advice_run (company_id, at, actor, user_id, day, state, policy) select $1, now(), 'x', 0, current_date, 'done', '{}' from generate_series(1, 3)`,
    of,
  );
  await owner.query(
    `insert into advice_line (company_id, run_id, product_id, warehouse_id, reason, urgent, available, incoming, per_day, run_out_on, quantity, terms, decided, decided_at)
     select p.company_id, r.id, p.id, w.id, case when p.id % 3 = 0 then 'order' else 'later' end, p.id % 100 = 0, 5, 0, 1,
       current_date + (p.id % 300)::int, case when p.id % 3 = 0 then 10 else 0 end, '{"leadDays": 30}',
       case when p.id % 600 = 0 then 10 end, case when p.id % 600 = 0 then now() end
     from product p join warehouse w on w.company_id = p.company_id join advice_run r on r.company_id = p.company_id where p.company_id = $1`,
    of,
  );
  await owner.query('vacuum analyze');
  productId = Number((await owner.query('select max(id) as id from product where company_id = $1', of)).rows[0].id);
});
afterAll(() => server.close());

const faults = (work: (tx: Tx) => Promise<unknown>, touched = COUNTED) =>
  explained(server.app.database, ctx, work, { big: BIG, touched });
const page = { page: 1, pageSize: 50 };

it.each([
  ['to decide', { open: true }],
  ['what runs out first', { urgent: true }],
  ['decided', { decided: true }],
  ['not yet', { reason: 'later' as const }],
  ['all', {}],
  ['a SKU', { text: 'p-1499' }],
  ['a day', { runOutFrom: '2027-01-01', runOutUntil: '2027-01-02' }],
])('lists the advice by indexes alone: %s', async (_name, filter) => {
  expect(await faults((tx) => advices.page(tx, { ...filter, ...page }), COUNTED * 3)).toEqual([]);
});

it('counts the tabs by indexes alone', async () => {
  expect(await faults(tabs, COUNTED * 3)).toEqual([]);
});

it('reads what one product needs by keys', async () => {
  expect(await faults((tx) => casesToday(tx, [productId]), 100)).toEqual([]);
});
