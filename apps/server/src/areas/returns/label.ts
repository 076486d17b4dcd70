import type { ParsedOf } from '@tradewind/contract/call.ts';
import { CARRIER_WORDS } from '@tradewind/contract/logistics/words.ts';
import { hasAccounts } from '@tradewind/contract/logistics.ts';
import type { buyReturnLabel as buyCall, quoteReturnLabel } from '@tradewind/contract/returns.ts';
import { returnMay } from '@tradewind/contract/returns.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { conflict } from '../../core/errors.ts';
import { subscribe } from '../../core/jobs/jobs.ts';
import * as labels from '../logistics/public.ts';
import { assertAct, lockReturn, mayBecome, moveReturn, RETURN } from './document.ts';
import { returns } from './list.ts';

/** A return whose goods are to come back. @throws notFound; conflict returns.notNow */
async function returning(tx: Tx, id: number): Promise<labels.Returning> {
  const one = await returns.one(tx, id);
  if (!returnMay('label', one)) throw conflict('returns.notNow', { number: one.number });
  const lines = await tx.rows<{ orderLineId: number; quantity: number }>(sql`select order_line_id, quantity
    from sales_return_line where company_id = ${sql.company} and return_id = ${id} order by id`);
  return { returnId: id, orderId: one.orderId, number: one.number, lines };
}

export const offers = async (app: App, tx: Tx, id: number) =>
  labels.returnLabelOffers(app, tx, await returning(tx, id));

export async function quote(app: App, ctx: Ctx, input: ParsedOf<typeof quoteReturnLabel>) {
  const of = await app.database.look(ctx, (tx) => returning(tx, input.id));
  return labels.quoteReturn(app, ctx, of, input);
}

export async function buy(app: App, ctx: Ctx, input: ParsedOf<typeof buyCall>) {
  const of = await app.database.inCompany(ctx, async (tx) => {
    assertAct(await lockReturn(tx, input.id), 'label');
    return returning(tx, input.id);
  });
  await labels.buyReturnLabel(app, ctx, of, input);
  return app.database.inCompany(ctx, async (tx) => {
    await followLabel(tx, of.returnId);
    const { label } = await labels.returnLabel(app, tx, ctx, of);
    if (!label) throw conflict('logistics.notLabelled');
    return label;
  });
}

async function ofReturn(app: App, ctx: Ctx, id: number) {
  const { orderId } = await app.database.look(ctx, (tx) => returns.one(tx, id));
  return { returnId: id, orderId };
}

export async function voidIt(app: App, ctx: Ctx, id: number) {
  const answer = await labels.voidReturnLabel(app, ctx, await ofReturn(app, ctx, id));
  await app.database.inCompany(ctx, (tx) => followLabel(tx, id));
  return answer;
}

export const print = async (app: App, ctx: Ctx, id: number) =>
  labels.printReturnLabel(app, ctx, await ofReturn(app, ctx, id));

/** Brings a return in line with its labels: its tracking number, and that its parcel is in transit. */
async function followLabel(tx: Tx, id: number): Promise<void> {
  const one = await lockReturn(tx, id);
  const of = { returnId: id, orderId: one.orderId };
  const { live, voided } = await labels.returnLabelStanding(tx, of);
  if (live) await carryNumber(tx, id, live.number, hasAccounts(live.carrier) ? CARRIER_WORDS[live.carrier][1] : '');
  else
    await tx.rows(sql`update sales_return set tracking_number = '', carrier = ''
      where company_id = ${sql.company} and id = ${id} and tracking_number = any(${voided}::text[])`);
  if (one.state === 'cancelled') return labels.giveReturnLabelBack(tx, of);
  if (live?.moving && mayBecome(one.state, 'transit') && one.state === 'approved')
    await moveReturn(tx, one, 'transit', 'sent', { trackingNumber: live.number });
}

const carryNumber = (tx: Tx, id: number, trackingNumber: string, carrier: string) =>
  tx.rows(sql`update sales_return set tracking_number = ${trackingNumber}, carrier = ${carrier}
    where company_id = ${sql.company} and id = ${id} and tracking_number <> ${trackingNumber}`);

subscribe(
  labels.returnLabelChanged,
  RETURN.kind,
  ['更新退货单物流', 'Follow a return label'],
  (app, ctx, { returnId }) => app.database.inCompany(ctx, (tx) => followLabel(tx, returnId)),
);
