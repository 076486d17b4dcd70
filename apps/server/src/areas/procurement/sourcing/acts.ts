import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type * as calls from '@tradewind/contract/procurement.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, maySee, systemContext } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { conflict, forbidden, notFound } from '../../../core/errors.ts';
import { purchaseDocument } from '../documents.ts';
import { purchases } from '../orders/purchases.list.ts';
import { accept } from './accept.ts';
import { with1688 } from './account.ts';
import { followAll } from './follow.ts';
import { lookUp } from './place.ts';
import { explained } from './setup.ts';

const DOC = purchaseDocument.kind;

/** An offer for the form of a price. */
export async function lookAtOffer(
  app: App,
  ctx: Ctx,
  { offerId }: ParsedOf<typeof calls.sourcingOffer>,
): Promise<ResultOf<typeof calls.sourcingOffer>> {
  if (!maySee(ctx.rights, 'seeCost')) throw forbidden('procurement.costs');
  return with1688(app, ctx, (platform, tokens) => platform.offer(tokens, offerId)).catch(explained);
}

/** The page on which a person pays what is unpaid. @throws conflict procurement.1688.nothingToPay */
export async function payPage(app: App, ctx: Ctx, id: number): Promise<{ url: string }> {
  const numbers = await app.database.look(ctx, async (tx) => {
    await purchases.one(tx, id);
    return tx.rows<{ orderNo: string }>(sql`select t.order_no from sourcing_order s
      join sourcing_trade t on t.company_id = ${sql.company} and t.sourcing_id = s.id
      where s.company_id = ${sql.company} and s.order_id = ${id} and s.state = 'placed' and t.state = 'unpaid' order by t.id limit 30`);
  });
  if (numbers.length === 0) throw conflict('procurement.1688.nothingToPay');
  const orderNos = numbers.map((row) => row.orderNo);
  const url = await with1688(app, ctx, (platform, tokens) => platform.payUrl(tokens, orderNos)).catch(explained);
  return { url };
}

/** The trade of a purchase order that the actor may see. @throws notFound procurement.1688.tradeNotFound */
async function tradeOf(tx: Tx, tradeId: number): Promise<{ orderId: number; orderNo: string }> {
  const row = await tx.row<{ orderId: number; orderNo: string }>(sql`select s.order_id, t.order_no from sourcing_trade t
    join sourcing_order s on s.company_id = ${sql.company} and s.id = t.sourcing_id
    where t.company_id = ${sql.company} and t.id = ${tradeId}`);
  if (!row) throw notFound('procurement.1688.tradeNotFound');
  await purchases.one(tx, row.orderId);
  return row;
}

/** A person does not wait for the next time: what stands there now. */
export async function followNow(app: App, ctx: Ctx, id: number): Promise<{ ok: true }> {
  await app.database.look(ctx, (tx) => purchases.one(tx, id));
  await followAll(app, { ...systemContext(ctx.companyId, ctx.actor.name), now: ctx.now }, id);
  return { ok: true };
}

/** Cancels what is unpaid, and reads at once what became of it. @throws conflict procurement.1688.tooFast or .paidAlready */
export async function cancelTrade(
  app: App,
  ctx: Ctx,
  input: ParsedOf<typeof calls.cancelSourcing>,
): Promise<{ ok: true }> {
  const { orderId, orderNo } = await app.database.look(ctx, (tx) => tradeOf(tx, input.tradeId));
  try {
    await with1688(app, ctx, (platform, tokens) => platform.cancel(tokens, orderNo, input.reason));
  } catch (error) {
    const code = error instanceof ConnectorError ? error.code : undefined;
    if (code === 'CLOSE_ORDER_TOO_FAST') throw conflict('procurement.1688.tooFast');
    if (code === 'ORDER_STATUS_ERROR') throw conflict('procurement.1688.paidAlready', { order: orderNo });
    explained(error);
  }
  const detail = { order: orderNo, ...(input.reason ? { reason: input.reason } : {}) };
  await app.database.inCompany(ctx, async (tx) =>
    writeHistory(tx, [{ docKind: DOC, docId: orderId, event: 'sourcingCancelled', detail }]),
  );
  await followAll(app, ctx, orderId);
  return { ok: true };
}

/** A person looked on 1688 and found nothing; we look once more before they may place it again. */
export async function release(app: App, ctx: Ctx, id: number): Promise<{ found: boolean }> {
  const row = await app.database.look(ctx, async (tx) => {
    const found = await tx.row<{ orderId: number; reference: string; state: string }>(
      sql`select order_id, reference, state from sourcing_order where company_id = ${sql.company} and id = ${id}`,
    );
    if (!found) throw notFound('procurement.1688.tradeNotFound');
    await purchases.one(tx, found.orderId);
    if (found.state !== 'unclear') throw conflict('procurement.1688.notUnclear');
    return found;
  });
  const orderNos = await lookUp(app, ctx, row).catch(explained);
  if (orderNos.length > 0) {
    await accept(app, ctx, id, orderNos);
    return { found: true };
  }
  await app.database.inCompany(ctx, async (tx) => {
    const mine = await tx.row(sql`update sourcing_order set state = 'released', next_at = null
      where company_id = ${sql.company} and id = ${id} and state = 'unclear' returning 1 as one`);
    if (mine) writeHistory(tx, [{ docKind: DOC, docId: row.orderId, event: 'sourcingReleased' }]);
  });
  return { found: false };
}
