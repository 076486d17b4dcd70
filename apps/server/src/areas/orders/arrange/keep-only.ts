import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { changeLines } from './lines.ts';
import { isGift } from './rows.ts';
import { lockForArranging } from './split.ts';

/**
 * Keeps the accepted units of each platform line, at least one in all. Unlike a person's changes, this also removes the
 * amounts.
 * @throws conflict once picking has started, or in a shared box
 */
export async function keepOnly(tx: Tx, id: number, accepted: ReadonlyMap<string, number>): Promise<void> {
  const order = await lockForArranging(tx, id, 'arrange');
  const observed = order.lines.map((line) => ({ lineId: line.id, quantity: line.quantity }));
  const lines = order.lines.flatMap((line) => {
    const quantity = isGift(line) ? line.quantity : Math.min(line.quantity, accepted.get(line.platformLineId) ?? 0);
    return quantity > 0 ? [{ lineId: line.id, quantity }] : [];
  });
  if ((await changeLines(tx, { id, seen: observed, lines })) === undefined) return;
  await tx.rows(
    sql`update sales_order o set goods_amount = l.goods, total_amount = l.goods - o.discount_amount + o.shipping_amount + o.tax_amount
     from (select coalesce(sum(round(unit_price * quantity, 4)), 0) as goods from order_line where company_id = ${sql.company} and order_id = ${id}) l
     where o.company_id = ${sql.company} and o.id = ${id}`,
  );
}
