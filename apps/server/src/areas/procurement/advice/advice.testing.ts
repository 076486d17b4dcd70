import type { TestServer } from '../../../testing/harness.ts';

/**
 * Gives products a demand: `units[0]` was sold yesterday, the next one on the day before, and so on, in a warehouse.
 * Written as the history of before the program.
 */
export async function sellDaily(
  server: TestServer,
  companyId: number,
  warehouseId: number,
  sold: readonly { productId: number; units: readonly number[] }[],
): Promise<void> {
  const rows = sold.flatMap(({ productId, units }) =>
    units.map((one, ago) => ({ productId, ago: ago + 1, units: one })),
  );
  await server.app.database.owner.query(
    `with sold as (
       select r."productId" as product_id, (now() at time zone (select time_zone from company where id = $1))::date - r.ago as day, r.units
       from jsonb_to_recordset($3::jsonb) as r("productId" bigint, ago int, units int)
     ), entries as (
       insert into demand_entry (company_id, doc_kind, doc_id, product_id, warehouse_id, day, units)
       select $1, 'history', day - date '2000-01-01', product_id, $2, day, units from sold where units > 0)
     insert into demand_month (company_id, product_id, warehouse_id, month, units, total)
     select $1, p.product_id, $2, p.month, string_agg(int4send(coalesce(s.units, 0)), ''::bytea order by n), sum(coalesce(s.units, 0))
     from (select distinct product_id, date_trunc('month', day)::date as month from sold) p cross join generate_series(1, 31) n
     left join sold s on s.product_id = p.product_id and s.day = p.month + n - 1 and date_trunc('month', s.day) = p.month
     group by p.product_id, p.month`,
    [companyId, warehouseId, JSON.stringify(rows)],
  );
}
