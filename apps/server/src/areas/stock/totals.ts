import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { calculateWarnings } from './warnings.ts';

/**
 * Recalculates the totals and warnings of products from balances, bins and layers. One transaction at a time per
 * company, so that an older reading never overwrites a newer one.
 */
export async function calculateTotals(tx: Tx, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('stock_total', ${sql.company}::int))`);
  const ids = [...productIds].sort((a, b) => a - b);
  await tx.rows(
    sql`with own as (
       select b.warehouse_id, b.product_id, b.on_hand, b.reserved, b.incoming, l.value, l.oldest_at
       from unnest(${ids}::bigint[]) as p(id) join stock_balance b on b.company_id = ${sql.company} and b.product_id = p.id
       cross join lateral (select coalesce(sum(l.remaining * l.unit_cost), 0) as value, min(l.received_at) as oldest_at from cost_layer l
         where l.company_id = ${sql.company} and l.warehouse_id = b.warehouse_id and l.product_id = b.product_id and l.remaining > 0) l
     ), told as (
       select warehouse_id, product_id, on_hand, reserved, incoming, value, oldest_at from own
       union all
       select 0, product_id, sum(on_hand), sum(reserved), sum(incoming), sum(value), min(oldest_at) from own group by product_id
     )
     insert into stock_total as t (company_id, warehouse_id, product_id, on_hand, available, reserved, incoming, value, oldest_at)
     select ${sql.company}, warehouse_id, product_id, on_hand, on_hand - reserved, reserved, incoming, value, oldest_at from told
     on conflict (company_id, warehouse_id, product_id) do update set on_hand = excluded.on_hand, available = excluded.available,
       reserved = excluded.reserved, incoming = excluded.incoming, value = excluded.value, oldest_at = excluded.oldest_at
     where (t.on_hand, t.available, t.incoming, t.value, t.oldest_at) is distinct from
       (excluded.on_hand, excluded.available, excluded.incoming, excluded.value, excluded.oldest_at)`,
  );
  await calculateWarnings(tx, ids);
}

/** The next products of a company with stock or a limit, after `after`. A sweep goes through all of them. */
export async function nextProducts(tx: Tx, after: number, limit: number): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`select p.id from product p where p.company_id = ${sql.company} and p.id > ${after}
       and (exists (select 1 from stock_balance b where b.company_id = ${sql.company} and b.product_id = p.id)
         or exists (select 1 from stock_limit l where l.company_id = ${sql.company} and l.product_id = p.id))
     order by p.id limit ${limit}`,
  );
  return rows.map((row) => row.id);
}
