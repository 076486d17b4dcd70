import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { arrayOf, inShops } from '../../core/scope.ts';
import { shopsByIds } from '../channels/public.ts';
import { visibleModules } from '../orders/public.ts';

const DAYS = 30;

/** Percent above which a platform warns or closes a seller's account, as its rules for sellers say. */
const LIMITS: Readonly<Record<string, { late: number; cancelled: number }>> = {
  amazon: { late: 4, cancelled: 2.5 },
};

interface Counted {
  shopId: number;
  ordered: number;
  due: number;
  late: number;
  cancelled: number;
}

/**
 * Of each shop, the orders of the last thirty days: late is what left after the platform's day or has not left by now,
 * out of those whose day has come; cancelled is what the seller cancelled before it left, out of all. One walk along
 * the index by day, as the charts take it; the answer is kept for a minute.
 */
export async function shopRates(tx: Tx) {
  const modules = visibleModules(tx.rights);
  const rows = await tx.rows<Counted & Record<string, unknown>>(sql`
    select o.shop_id, count(*)::int as ordered,
      count(*) filter (where o.ship_by < ${tx.now} and o.status not in ('cancelled', 'refunded', 'unpaid'))::int as due,
      count(*) filter (where o.ship_by < ${tx.now} and o.status not in ('cancelled', 'refunded', 'unpaid')
        and coalesce(o.shipped_at, ${tx.now}) > o.ship_by)::int as late,
      count(*) filter (where o.status = 'cancelled' and not o.cancel_requested and exists (
        select 1 from document_event e where e.company_id = ${sql.company} and e.doc_kind = 'sales_order' and e.doc_id = o.id
          and e.event = 'cancelled' and e.detail ->> 'by' = 'user' and e.detail ->> 'reason' is distinct from 'buyer'))::int as cancelled
    from sales_order o
    where o.company_id = ${sql.company} and o.ordered_at >= ${tx.now}::timestamptz - make_interval(days => ${DAYS})
      and o.origin = 'platform' and o.fulfilled_by = 'seller' and o.split_from is null and ${inShops(tx, sql`o.shop_id`)}
      and ${modules ? sql`o.module_id = any(${arrayOf(modules)}::int[])` : sql`true`}
    group by 1`);
  const shops = await shopsByIds(
    tx,
    rows.map((row) => row.shopId),
  );
  const rated = rows.map(({ shopId, ...counts }) => {
    const { name = '', platform = '' } = shops.get(shopId) ?? {};
    const limit = LIMITS[platform];
    return { shopId, name, platform, ...counts, lateLimit: limit?.late ?? null, cancelLimit: limit?.cancelled ?? null };
  });
  const worst = (row: (typeof rated)[number]) => Math.max(row.late / (row.due || 1), row.cancelled / row.ordered);
  return { shops: rated.sort((a, b) => worst(b) - worst(a) || b.ordered - a.ordered) };
}
