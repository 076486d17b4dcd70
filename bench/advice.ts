import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import '../apps/server/src/areas.ts';
import { listAdvice } from '@tradewind/contract/procurement.ts';
import { calculateAll, newRun, recompute } from '../apps/server/src/areas/procurement/advice/run.ts';
import { sql } from '../apps/server/src/core/database/sql.ts';
import { type Bench, Client, type Figures, log, openBench, percentile, round, timesOf } from './lib.ts';
import { makeWorld } from './world.ts';

const WAREHOUSES = 3;
const DAYS = 365;
const ONES = 40;

/**
 * The advice of all products from a year of daily demand, and of one product again. Beside it what its statements cost
 * alone: reading the year, and writing as many lines.
 */
export async function advice(args: string[]): Promise<Figures> {
  const skus = Number(args[0] ?? 20_000);
  const bench = await openBench();
  const { app, ctx } = bench;
  const productIds = await makeDemand(bench, skus);
  const figures: Figures = { skus, warehouses: WAREHOUSES, days: DAYS };
  const timed = async (name: string, work: () => Promise<unknown>) => {
    const [start, before] = [performance.now(), process.cpuUsage()];
    await work();
    const { user, system } = process.cpuUsage(before);
    figures[name] = round((performance.now() - start) / 1000);
    figures[name.replace('Seconds', 'CpuSeconds')] = round((user + system) / 1e6);
    log(`${name} ${figures[name]}`);
  };
  // The longest time for which nothing else of this process could go on.
  let blocked = 0;
  let measuring = true;
  const watch = (async () => {
    for (let last = performance.now(); measuring; last = performance.now()) {
      await sleep(5);
      blocked = Math.max(blocked, performance.now() - last - 5);
    }
  })();
  await timed('fullSeconds', async () => {
    const runId = await app.database.inCompany(ctx, newRun);
    await calculateAll(app, ctx, runId);
  });
  measuring = false;
  await watch;
  figures.blockedMs = round(blocked, 0);
  await timed('rawReadSeconds', () =>
    app.database.owner.query(
      `select product_id, warehouse_id, string_agg(units, ''::bytea order by month) from demand_month group by 1, 2`,
    ),
  );
  await app.database.owner.query('create table bare (like advice_line)');
  await timed('rawWriteSeconds', () => app.database.owner.query('insert into bare select * from advice_line'));
  const counts = await app.database.owner.query(
    `select count(*)::int as lines, (count(*) filter (where quantity > 0))::int as advised, (count(*) filter (where terms ->> 'model' <> 'windows'))::int as others, (count(*) filter (where (terms ->> 'fromHome')::int > 0))::int as "fromHome" from advice_line`,
  );
  Object.assign(figures, counts.rows[0]);
  await app.database.owner.query('analyze advice_line');
  // The others never sold anything.
  const sold = productIds.filter((id) => id % 20 !== 0);
  const ones = await timesOf(
    ONES,
    (turn) => app.database.inCompany(ctx, (tx) => recompute(tx, [sold[(turn * 997) % sold.length] ?? 0])),
    5,
  );
  figures.oneMs = round(percentile(ones, 0.5));
  figures.oneP95Ms = round(percentile(ones, 0.95));
  const client = new Client(await bench.startApi(18_471), bench.token);
  const pages = await timesOf(100, () => client.text(listAdvice, { page: 1, pageSize: 50 }), 20);
  figures.pageMs = round(percentile(pages, 0.5));
  client.close();
  await bench.close();
  return figures;
}

/**
 * Half of the products sell on most days, the others now and then; a tenth of them has no stock. The first warehouse
 * supplies the others.
 */
async function makeDemand(bench: Bench, skus: number): Promise<number[]> {
  const { app, companyId, ctx } = bench;
  const { owner } = app.database;
  log(`writing ${skus} products and ${DAYS} days of their demand in ${WAREHOUSES} warehouses`);
  const { productIds } = await makeWorld(bench, skus, 0);
  await owner.query(
    `insert into warehouse (company_id, code, name, kind, address) select $1, 'W' || n, 'Warehouse ' || n, 'overseas', '{}' from generate_series(2, $2) n`,
    [companyId, WAREHOUSES],
  );
  await owner.query(
    `with c as (insert into category (company_id, name_en, path, full_en) select $1, 'Category ' || n, '', 'Category ' || n from generate_series(1, 100) n returning id)
     update product p set category_id = (select min(id) from c) + p.id % 100 where p.company_id = $1`,
    [companyId],
  );
  await owner.query(`update category set path = id || '.' where company_id = $1`, [companyId]);
  await owner.query(
    `insert into demand_month (company_id, product_id, warehouse_id, month, units, total)
     select company_id, product_id, warehouse_id, month, (select string_agg(int4send(u), ''::bytea order by n) from unnest(units) with ordinality x(u, n)), (select sum(u) from unnest(units) u) from (
       select p.company_id, p.id as product_id, w.id as warehouse_id, m::date as month,
         array(select case when n <= extract(day from m + interval '1 month - 1 day') and m + (n - 1) * interval '1 day' < current_date
             and m + (n - 1) * interval '1 day' >= current_date - $2::int and random() < (case when p.id % 2 = 0 then 0.9 else 0.15 end)
           then floor(random() * (1 + p.id % 20) + p.id % 2)::int else 0 end from generate_series(1, 31) n) as units
       from product p cross join warehouse w
       cross join generate_series(date_trunc('month', current_date - $2::int)::timestamp, current_date::timestamp, interval '1 month') m
       where p.company_id = $1 and w.company_id = $1 order by p.id, w.id) x`,
    [companyId, DAYS],
  );
  await owner.query(
    `insert into stock_balance (company_id, product_id, warehouse_id, on_hand, reserved)
     select p.company_id, p.id, w.id, case when p.id % 10 = 0 then 0 else (random() * 400)::int end, 0 from product p cross join warehouse w
     where p.company_id = $1 and w.company_id = $1`,
    [companyId],
  );
  await owner.query(
    `with s as (insert into supplier (company_id, code, name_en, currency, lead_days, created_at, updated_at)
       select $1, 'S' || n, 'Supplier ' || n, 'CNY', 10 + n, now(), now() from generate_series(1, 50) n returning id)
     insert into supplier_price (company_id, supplier_id, product_id, valid_from, moq, order_multiple)
     select p.company_id, (select min(id) from s) + p.id % 50, p.id, '2026-01-01', 50, 10 from product p where p.company_id = $1`,
    [companyId],
  );
  await owner.query('vacuum analyze');
  await app.database.inCompany(ctx, (tx) => tx.rows(sql`select 1 from company where id = ${sql.company}`));
  return productIds;
}
