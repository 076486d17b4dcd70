import type { ParsedOf } from '@tradewind/contract/call.ts';
import type * as calls from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, conflict, Fail, ruleBroken } from '../../../core/errors.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { arrayOf } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { assertShipsFrom, type BulkResult, normalTerm, overOrders, reserveOrders } from '../../orders/public.ts';
import {
  createWaves,
  lockOutboundsOfOrders,
  packOutbounds,
  pickOutbounds,
  shipOutbounds,
} from '../../warehouse/public.ts';
import { type Channel, channelById } from '../channel/channels.ts';
import { assertZone, boxOfOutbound } from '../parcel/facts.ts';
import { ownPrice, saveOwn } from '../parcel/purchase.ts';
import { measureOrders } from './measure.ts';
import { withoutPaper } from './ship.ts';

type Input = ParsedOf<typeof calls.shipByHand>;
type Row = Input['orders'][number];

/**
 * Ships orders that a person sent outside the system: deducts their stock in the usual way (allocate, pick, pack, hand
 * over), in one transaction per order, and confirms the number on the platform. A refused order changes nothing; the
 * others ship.
 */
export async function shipByHand(app: App, ctx: Ctx, input: Input): Promise<BulkResult> {
  const channel = await channelOf(app, ctx, input);
  const { rowOf, failed } = await ordersOf(app, ctx, input.orders);
  const shipped = await overOrders(app, ctx, { ids: [...rowOf.keys()] }, async (ids) => {
    const refused = new Map<number, Fail>();
    for (const id of ids) {
      const row = rowOf.get(id);
      const fail =
        row && (await shipOne(app, ctx, id, { ...row, carrierName: row.carrierName || input.carrierName, channel }));
      if (fail) refused.set(id, fail);
    }
    return { done: ids.filter((id) => !refused.has(id)), otherwise: (id) => refused.get(id) ?? 'orders.state' };
  });
  return { done: shipped.done, failed: [...failed, ...shipped.failed] };
}

async function channelOf(app: App, ctx: Ctx, input: Input): Promise<Channel | undefined> {
  const { channelId } = input;
  if (channelId === undefined) {
    const unnamed = input.orders.findIndex((row) => !row.carrierName && !input.carrierName);
    if (unnamed >= 0) throw badField('carrierName', 'logistics.carrierMissing');
    return undefined;
  }
  const channel = await app.database.look(ctx, (tx) => channelById(tx, channelId));
  if (!channel?.enabled) throw badField('channelId', 'logistics.channelGone');
  if (channel.carrier !== 'own') throw badField('channelId', 'logistics.notOwnChannel');
  return channel;
}

/** Finds the orders of the typed numbers; reports unknown and ambiguous numbers by line. */
async function ordersOf(app: App, ctx: Ctx, rows: readonly Row[]) {
  const terms = rows.map((row) => normalTerm(row.number));
  const found = await app.database.look(ctx, (tx) =>
    tx.rows<{
      id: number;
      displayNo: string;
      platformOrderNo: string;
    }>(sql`select distinct o.id, o.display_no,
        o.platform_order_no
      from order_term t join sales_order o on o.company_id = t.company_id and o.id = t.order_id
      where t.company_id = ${sql.company} and t.term = any(${arrayOf(terms)}::text[]) limit 5000`),
  );
  const rowOf = new Map<number, Row>();
  const failed: BulkResult['failed'] = [];
  rows.forEach((row, at) => {
    const term = normalTerm(row.number);
    const exact = found.filter((one) => normalTerm(one.displayNo) === term);
    const fitting = exact.length > 0 ? exact : found.filter((one) => normalTerm(one.platformOrderNo) === term);
    const [order] = fitting;
    const code =
      order === undefined
        ? 'logistics.orderUnknown'
        : fitting.length > 1
          ? 'logistics.orderAmbiguous'
          : rowOf.has(order.id)
            ? 'logistics.orderDoubled'
            : undefined;
    if (order && !code) rowOf.set(order.id, row);
    else if (code)
      failed.push({
        // Not an order id: the position of the line.
        id: -1 - at,
        label: row.number,
        error: code,
        reason: say(ctx.language, code, { number: row.number }),
      });
  });
  return { rowOf, failed };
}

type Hand = Row & { channel: Channel | undefined };

async function shipOne(app: App, ctx: Ctx, orderId: number, hand: Hand): Promise<Fail | undefined> {
  if (!hand.trackingNumber) return ruleBroken('logistics.numberMissing');
  try {
    await app.database.inCompany(ctx, (tx) => outOfStock(tx, orderId, hand));
    return undefined;
  } catch (error) {
    if (!(error instanceof Fail)) throw error;
    // An invalid field of a line refuses the line.
    const [field] = error.fields;
    return field ? ruleBroken(field.code, field.params) : error;
  }
}

/** Ships it in one transaction in the usual way. @throws conflict, ruleBroken, badField with the reason */
async function outOfStock(tx: Tx, orderId: number, hand: Hand): Promise<void> {
  const order = await tx.row<{ country: string; status: string; platformShipping: boolean; displayNo: string }>(sql`
    select country, status, platform_shipping, display_no from sales_order
    where company_id = ${sql.company} and id = ${orderId}`);
  if (order?.status !== 'allocate' && order?.status !== 'ready') throw conflict('orders.state');
  if (order.platformShipping) throw ruleBroken('logistics.platformCarries', { number: order.displayNo });
  if (hand.channel) assertZone(hand.channel, order.country);
  if ((await withoutPaper(tx, [orderId])).size > 0) throw ruleBroken('logistics.attachmentMissing');
  if (order.status === 'allocate') {
    // Neither allocated nor short: someone else allocated it a moment ago.
    const { short } = await reserveOrders(tx, [orderId]);
    if (short.length > 0) throw conflict('orders.noStock', { number: order.displayNo });
  }
  const outboundId = await outboundOf(tx, orderId, 'waiting');
  const labelled =
    await tx.row(sql`select 1 from parcel where company_id = ${sql.company} and outbound_id = ${outboundId}
    and state in ('buying', 'uncertain', 'labelled', 'voiding')`);
  if (labelled) throw conflict('logistics.hasLabel', { number: order.displayNo });
  const ids = [outboundId];
  const { refused } = await createWaves(tx, ids);
  orRefuse({ done: ids, refused });
  orRefuse(await pickOutbounds(tx, ids));
  const weightGrams = (await measureOrders(tx, [orderId])).get(orderId)?.weightGrams ?? 0;
  orRefuse(await packOutbounds(tx, [{ outboundId, weightGrams }], 'all'));
  await handOver(tx, outboundId, hand);
}

async function outboundOf(tx: Tx, orderId: number, state: 'waiting' | 'packed'): Promise<number> {
  const [outbound] = (await lockOutboundsOfOrders(tx, [orderId])).filter((one) => one.state === state);
  const mine = tx.rights.warehouseIds === null || tx.rights.warehouseIds.includes(outbound?.warehouseId ?? 0);
  if (!outbound || !mine) throw conflict('orders.state');
  return outbound.id;
}

/** Ships one order with a carrier that the user enters, packed or not. @throws conflict, ruleBroken, badField */
export async function sendByHand(
  tx: Tx,
  order: { id: number; status: string },
  carrier: { carrierName: string; trackingNumber: string },
): Promise<void> {
  const hand = { number: '', channel: undefined, ...carrier };
  if (order.status !== 'packed') return outOfStock(tx, order.id, hand);
  if ((await withoutPaper(tx, [order.id])).size > 0) throw ruleBroken('logistics.attachmentMissing');
  await handOver(tx, await outboundOf(tx, order.id, 'packed'), hand);
}

async function handOver(tx: Tx, outboundId: number, hand: Hand): Promise<void> {
  const { channel, carrierName, trackingNumber } = hand;
  const box = await boxOfOutbound(tx, tx, outboundId);
  if (channel) await assertShipsFrom(tx, channel.id, box.warehouseId);
  const way = channel && ({ channel, decidedBy: 'hand' } as const);
  await saveOwn(tx, box, {
    way,
    name: carrierName || (channel?.name ?? ''),
    platformCarrierCode: carrierName || (channel?.platformCarrierCode ?? ''),
    trackingNumber,
    price: way && (await ownPrice(tx, box, way)),
  });
  orRefuse(await shipOutbounds(tx, [outboundId]));
}

/** @throws the first refusal */
function orRefuse({ refused }: Outcome): void {
  const [first] = refused;
  if (first) throw conflict(first.code, first.params);
}
