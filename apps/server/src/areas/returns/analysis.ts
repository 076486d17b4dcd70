import type { AnalysisFilter, ReturnAnalysisRow } from '@tradewind/contract/returns.ts';
import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { endOfDay, startOfDay } from '../../core/database/statement.ts';
import { badField } from '../../core/errors.ts';

const DAYS_AT_MOST = 366;
/** The row limit of the page; the export has the same. */
const ROWS = 500;

/** A line's own reason overrides the return's. */
const REASON = sql`coalesce(nullif(l.reason, ''), r.reason)`;

interface Found extends Record<string, unknown> {
  productId: number;
  sku: string;
  nameZh: string;
  nameEn: string;
  reason: string;
  returns: number;
  units: number;
  shipped: number;
}

/** Returns of the period by request day, without cancelled ones. */
function counted(tx: Tx, filter: AnalysisFilter): Sql {
  const where = [sql`r.company_id = ${sql.company}`, sql`r.state not in ('rejected', 'cancelled')`];
  where.push(sql`r.requested_at >= ${startOfDay(filter.from)} and r.requested_at < ${endOfDay(filter.to)}`);
  if (tx.rights.shopIds) where.push(sql`r.shop_id = any(${tx.rights.shopIds}::bigint[])`);
  if (filter.shopIds?.length) where.push(sql`r.shop_id = any(${filter.shopIds}::bigint[])`);
  return sql.join(where, sql` and `);
}

/** By product and reason; looks up shipped units only for these products. */
export async function returnAnalysis(tx: Tx, filter: AnalysisFilter) {
  const days = (Date.parse(filter.to) - Date.parse(filter.from)) / 86_400_000;
  if (!(days >= 0 && days <= DAYS_AT_MOST)) throw badField('to', 'returns.period', { days: DAYS_AT_MOST });
  const where = counted(tx, filter);
  const shops = sql.join(
    [tx.rights.shopIds, filter.shopIds?.length ? filter.shopIds : null]
      .flatMap((ids) => (ids ? [sql`o.shop_id = any(${ids}::bigint[])`] : []))
      .map((condition) => sql` and ${condition}`),
    sql``,
  );
  const found = await tx.rows<Found>(
    sql`with came as materialized (
       select l.product_id, ${REASON} as reason, count(distinct r.id)::int as returns, sum(l.quantity * l.factor)::int as units
       from sales_return r join sales_return_line l on l.company_id = ${sql.company} and l.return_id = r.id
       where ${where} and l.product_id is not null group by 1, 2 order by units desc, 1, 2 limit ${ROWS}),
     left_warehouse as (
       select l.product_id, sum(l.quantity)::int as units from order_goods l join sales_order o on o.company_id = ${sql.company} and o.id = l.order_id
       where l.company_id = ${sql.company} and l.product_id in (select product_id from came)
         and o.shipped_at >= ${startOfDay(filter.from)} and o.shipped_at < ${endOfDay(filter.to)}${shops} group by 1)
     select p.id as "productId", p.sku, p.name_zh, p.name_en, c.reason, c.returns, c.units,
       coalesce(h.units, 0) as shipped
     from came c join product p on p.company_id = ${sql.company} and p.id = c.product_id left join left_warehouse h on h.product_id = c.product_id
     order by c.units desc, p.sku, c.reason`,
  );
  const units = found.reduce((sum, row) => sum + row.units, 0);
  const rows = found.map(
    (row): ReturnAnalysisRow => ({
      ...row,
      rate: row.shipped > 0 ? row.units / row.shipped : null,
      share: units > 0 ? row.units / units : 0,
    }),
  );
  return { rows, reasons: await byReason(tx, filter), units };
}

function byReason(tx: Tx, filter: AnalysisFilter) {
  const where = counted(tx, filter);
  return tx.rows<{ reason: string; returns: number; units: number }>(
    sql`select ${REASON} as reason, count(distinct r.id)::int as returns, coalesce(sum(l.quantity), 0)::int as units
     from sales_return r left join sales_return_line l on l.company_id = ${sql.company} and l.return_id = r.id where ${where}
     group by 1 order by returns desc, 1 limit 200`,
  );
}
