import { type PurchaseState, purchaseMay } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict } from '../../../core/errors.ts';

/** Nobody changes, places or cancels an order while it is on its way to 1688. @throws conflict procurement.1688.placing */
export async function assertNotPlacing(tx: Tx, order: { id: number; number: string }): Promise<void> {
  const row = await tx.row(sql`select 1 as one from sourcing_order where company_id = ${sql.company}
    and order_id = ${order.id} and state in ('placing', 'unclear')`);
  if (row) throw conflict('procurement.1688.placing', { number: order.number });
}

/** What is still open on 1688 is cancelled there first. @throws conflict procurement.1688.live */
export async function assertNotOn1688(tx: Tx, order: { id: number; number: string }): Promise<void> {
  await assertNotPlacing(tx, order);
  const row = await tx.row<{ orderNo: string }>(sql`select t.order_no from sourcing_order s
    join sourcing_trade t on t.company_id = ${sql.company} and t.sourcing_id = s.id
    where s.company_id = ${sql.company} and s.order_id = ${order.id} and s.state = 'placed' and t.state <> 'cancelled' limit 1`);
  if (row) throw conflict('procurement.1688.live', { order: row.orderNo });
}

/**
 * Whether an order may be placed on 1688: approved, or placed there before and cancelled there with nothing received. An
 * order that went to the supplier in another way is none of it.
 */
export async function isPlaceable(tx: Tx, order: { id: number; state: PurchaseState }): Promise<boolean> {
  const last = await tx.row<{ state: string; received: number }>(sql`select s.state, o.received from sourcing_order s
    join purchase_order o on o.company_id = ${sql.company} and o.id = s.order_id
    where s.company_id = ${sql.company} and s.order_id = ${order.id} order by s.id desc limit 1`);
  if (last && ['placing', 'unclear', 'placed'].includes(last.state)) return false;
  return purchaseMay('order', order) || (order.state === 'ordered' && last?.state === 'ended' && last.received === 0);
}
