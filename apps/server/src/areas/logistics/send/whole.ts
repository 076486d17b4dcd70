import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { firstOf, sql } from '../../../core/database/sql.ts';
import { conflict } from '../../../core/errors.ts';
import type { Why } from '../../orders/public.ts';
import { labelOrder } from './labels.ts';
import { packBoxesOf, UNPACKED } from './pack.ts';
import { shipPacked } from './ship.ts';

/**
 * Packs an order without scanning, buys its label and ships it. Each step is committed, so that a repetition continues
 * where a failure ended it: it packs, buys and ships nothing twice.
 */
export async function sendOrder(app: App, ctx: Ctx, orderId: number): Promise<void> {
  const before = await app.database.inCompany(ctx, (tx) => boxOf(tx, orderId));
  if (!before) throw conflict('orders.state');
  if (before.state === 'shipped') return;
  if (UNPACKED.includes(before.state)) await pack(app, ctx, before.orderId);
  await labelOrder(app, ctx, before.orderId);
  await app.database.inCompany(ctx, (tx) => ship(tx, before.orderId));
}

/** Merged orders share the box of one of them. */
function boxOf(tx: Tx, orderId: number): Promise<{ orderId: number; state: string } | undefined> {
  return tx.row(sql`select o.order_id as "orderId", o.state from sales_order s
    join outbound o on o.company_id = s.company_id and o.order_id = ${firstOf(sql`s.merged_into`, sql`s.id`)} and o.state <> 'cancelled'
    where s.company_id = ${sql.company} and s.id = ${orderId} order by o.id limit 1`);
}

async function pack(app: App, ctx: Ctx, orderId: number): Promise<void> {
  await app.database.inCompany(ctx, async (tx) => {
    const { packed, why } = await packBoxesOf(tx, [orderId]);
    // Another order of the same box may have packed it meanwhile.
    if (!packed.has(orderId) && (await boxOf(tx, orderId))?.state !== 'packed') throw failOf(why.get(orderId));
  });
}

async function ship(tx: Tx, orderId: number): Promise<void> {
  const { done, otherwise } = await shipPacked(tx, [orderId]);
  if (!done.includes(orderId) && (await boxOf(tx, orderId))?.state !== 'shipped') throw failOf(otherwise(orderId));
}

function failOf(why: Why = 'orders.state') {
  const { code, params } = typeof why === 'string' ? { code: why, params: undefined } : why;
  return conflict(code, params);
}
