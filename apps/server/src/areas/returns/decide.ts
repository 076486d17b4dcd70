import type { App } from '../../core/app.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { conflict, ruleBroken } from '../../core/errors.ts';
import { platformDoes } from '../channels/public.ts';
import { replaceGoods } from '../orders/public.ts';
import { assertAct, closeIfDone, lockReturn, moveReturn, notify } from './document.ts';
import { requestUpdate } from './platform-updates.ts';

/** Approves or rejects a return; updates the platform where it sent the request and accepts responses. */
export async function decide(
  app: App,
  tx: Tx,
  input: { id: number; approve: boolean; remark: string; version: number },
): Promise<void> {
  const one = await lockReturn(tx, input.id);
  assertAct(one, 'decide');
  if (one.version !== input.version) throw conflict('returns.changed', { number: one.number });
  const answered = one.platformReturnNo !== null && platformDoes(app, one.platform, 'answerReturn');
  await moveReturn(tx, one, input.approve ? 'approved' : 'rejected', input.approve ? 'approved' : 'rejected', {
    ...(input.remark ? { remark: input.remark } : {}),
    ...(one.platformReturnNo && !answered ? { onPlatform: 'byHand' } : {}),
  });
  await tx.rows(sql`update sales_return set answer_note = ${input.remark}, answer_state = ${answered ? 'due' : 'none'}
    where company_id = ${sql.company} and id = ${one.id}`);
  if (answered) await requestUpdate(tx, one.shopId);
}

export async function sent(tx: Tx, input: { id: number; trackingNumber: string; carrier: string }): Promise<void> {
  const one = await lockReturn(tx, input.id);
  assertAct(one, 'sent');
  const { trackingNumber, carrier } = input;
  await tx.rows(sql`update sales_return set tracking_number = ${trackingNumber}, carrier = ${carrier}
    where company_id = ${sql.company} and id = ${one.id}`);
  if (one.state === 'transit') notify(tx, one.id, 'trackingChanged', { detail: { trackingNumber } });
  else await moveReturn(tx, one, 'transit', 'sent', { trackingNumber });
}

/** @throws ruleBroken returns.refundOpen while a refund is pending */
export async function cancel(tx: Tx, input: { id: number; remark: string }): Promise<void> {
  const one = await lockReturn(tx, input.id);
  assertAct(one, 'cancel');
  const money = await tx.row(sql`select 1 as yes from return_refund
    where company_id = ${sql.company} and return_id = ${one.id} and state <> 'failed' limit 1`);
  if (money) throw ruleBroken('returns.refundOpen', { number: one.number });
  await moveReturn(tx, one, 'cancelled', 'cancelled', input.remark ? { remark: input.remark } : undefined);
}

export async function close(tx: Tx, id: number): Promise<void> {
  const one = await lockReturn(tx, id);
  assertAct(one, 'close');
  await moveReturn(tx, one, 'closed', 'closed');
}

/** Creates the replacement order once; repeated calls return the same order. @throws as creating orders does */
export async function replace(tx: Tx, id: number): Promise<{ orderId: number; number: string }> {
  const one = await lockReturn(tx, id);
  if (one.replacementOrderId !== null) {
    const known = await tx.row<{ number: string }>(
      sql`select display_no as number from sales_order where company_id = ${sql.company} and id = ${one.replacementOrderId}`,
    );
    return { orderId: one.replacementOrderId, number: known?.number ?? '' };
  }
  assertAct(one, 'replace');
  const lines = await tx.rows<{
    orderLineId: number;
    quantity: number;
  }>(sql`select order_line_id, quantity
    from sales_return_line where company_id = ${sql.company} and return_id = ${id} order by id`);
  const made = await replaceGoods(tx, one.orderId, lines, { return: one.number });
  const order = { id: made.id, number: made.displayNo };
  await tx.rows(sql`update sales_return set replacement_order_id = ${order.id}, version = version + 1
    where company_id = ${sql.company} and id = ${id}`);
  notify(tx, id, 'replaced', { detail: { number: order.number, orderId: order.id } });
  one.replacementOrderId = order.id;
  await closeIfDone(tx, one);
  return { orderId: order.id, number: order.number };
}
