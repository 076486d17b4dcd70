import type { Tx } from '../../../core/database/database.ts';
import { changeLines } from './lines.ts';
import { isGift } from './rows.ts';
import { lockForArranging } from './split.ts';

/**
 * Leaves in an order what was accepted of each line of the platform, at least one unit in all. Unlike what a person
 * changes, the rest is not paid for either. @throws conflict when the order is being picked, or in a box with others
 */
export async function keepOnly(tx: Tx, id: number, accepted: ReadonlyMap<string, number>): Promise<void> {
  const order = await lockForArranging(tx, id, 'arrange');
  const seen = order.lines.map((line) => ({ lineId: line.id, quantity: line.quantity }));
  const lines = order.lines.flatMap((line) => {
    const quantity = isGift(line) ? line.quantity : Math.min(line.quantity, accepted.get(line.platformLineId) ?? 0);
    return quantity > 0 ? [{ lineId: line.id, quantity }] : [];
  });
  if ((await changeLines(tx, { id, seen, lines })) === undefined) return;
  await tx.prepared(
    'order_amounts_kept',
    `update sales_order o set goods_amount = l.goods, total_amount = l.goods - o.discount_amount + o.shipping_amount + o.tax_amount
     from (select coalesce(sum(round(unit_price * quantity, 4)), 0) as goods from order_line where company_id = $1 and order_id = $2) l
     where o.company_id = $1 and o.id = $2`,
    [tx.companyId, id],
  );
}
