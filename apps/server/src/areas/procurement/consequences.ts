import type { Language } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { say } from '../../core/text/texts.ts';

/** Days of sales that show how fast a product goes. */
const WINDOW = 30;
/** Movements of a product that are looked at: enough for the days of most, and never its whole past. */
const NEWEST = 2_000;

/**
 * What approvers need to know of goods: their stock, what is on its way, and for how many days that lasts at the sales
 * of the last 30 days. A sentence for each line.
 */
export async function coverOf(
  tx: Tx,
  lines: readonly { productId: number; warehouseId: number }[],
): Promise<((language: Language) => string)[]> {
  const wishes = lines.map(({ productId, warehouseId }, at) => ({ at, p: productId, w: warehouseId }));
  const rows = await tx.rows<{ available: number; incoming: number; sold: number }>(sql`
    select coalesce(b.on_hand - b.reserved, 0)::int as available, coalesce(b.incoming, 0)::int as incoming,
      coalesce(s.sold, 0)::int as sold
    from jsonb_to_recordset(${JSON.stringify(wishes)}::jsonb) as r(at int, p bigint, w bigint)
    left join stock_balance b on b.company_id = ${sql.company} and b.warehouse_id = r.w and b.product_id = r.p
    left join lateral (select -sum(m.on_hand) as sold
      from (select x.at, x.on_hand, x.doc_kind from stock_movement x where x.company_id = ${sql.company}
          and x.product_id = r.p and x.warehouse_id = r.w order by x.id desc limit ${sql.literal(NEWEST)}) m
      where m.doc_kind = 'outbound' and m.at > ${tx.now}::timestamptz - make_interval(days => ${sql.literal(WINDOW)})) s on true
    order by r.at`);
  return rows.map(({ available, incoming, sold }) => (language) => {
    const stock = say(language, 'procurement.cover.stock', { available, incoming });
    const days = sold > 0 ? Math.floor(((available + incoming) * WINDOW) / sold) : null;
    return days === null ? stock : `${stock} · ${say(language, 'procurement.cover.days', { days })}`;
  });
}
