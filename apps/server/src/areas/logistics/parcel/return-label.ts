import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { buyReturnLabel as buyCall, quoteReturnLabel } from '@tradewind/contract/returns.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { badField, conflict, notFound, ruleBroken } from '../../../core/errors.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { can, trackingUrl } from '../carrier/connect.ts';
import { channelById, listChannels } from '../channel/channels.ts';
import { requestStrayCheck, requestVoid } from '../jobs.ts';
import { boxesOf, timelines } from '../tracking/tracking.queries.ts';
import { type BoxFacts, boxById, boxOfReturn, carrierParcel, type Way } from './facts.ts';
import { labelFile } from './label.ts';
import { parcelViews } from './parcels.ts';
import { type KeptPiece, PIECES, replacePieces, unsoldPieces } from './pieces.ts';
import { carrierFail } from './problems.ts';
import { BOUGHT, buyFrom, refusalSaved, settled } from './purchase.ts';
import { comparePrices, pricesFor } from './quote.ts';
import { voidLabel } from './void.ts';

/** The return that a label is for, as its own area describes it. */
export interface Returning {
  returnId: number;
  orderId: number;
  number: string;
  lines: readonly { orderLineId: number; quantity: number }[];
}
type Of = Pick<Returning, 'returnId' | 'orderId'>;
type Wish = ParsedOf<typeof quoteReturnLabel>;

const ofReturn = ({ orderId, returnId }: Of): Sql => sql`p.order_id = ${orderId} and p.return_id = ${returnId}`;

/** The products of the lines of a return; of a bundle its parts. */
const goodsOf = (
  lines: Returning['lines'],
): Sql => sql`select og.line_id as id, null::bigint as outbound_id, og.line_id as order_line_id, og.product_id,
    ceil(og.quantity * r.quantity::numeric / l.quantity)::int as quantity
  from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r("orderLineId" bigint, quantity int)
  join order_line l on l.company_id = ${sql.company} and l.id = r."orderLineId" and l.quantity > 0
  join order_goods og on og.company_id = ${sql.company} and og.line_id = l.id and og.product_id is not null`;

/** Channels whose carrier sells return labels, warehouses with an address, and how large the box is likely to be. */
export async function returnLabelOffers(app: App, tx: Tx, of: Returning) {
  const channels = (await listChannels(tx)).filter((one) => sellsReturns(app, one));
  const warehouses = await tx.rows<{ id: number; name: string }>(sql`select w.id, w.name from warehouse w
    where w.company_id = ${sql.company} and w.enabled and w.address ->> 'line1' <> ''
      and ${inWarehouses(tx, sql`w.id`)} order by w.name, w.id limit 500`);
  const { warehouseId, ...measures } = await likelyBox(tx, of);
  return {
    channels: channels.map(({ id, name, carrier }) => ({ id, name, carrier: carrier as 'ups' })),
    warehouses,
    warehouseId: warehouses.some((one) => one.id === warehouseId) ? warehouseId : null,
    ...measures,
  };
}

type Sold = { carrier: string; carrierAccountId: number | null; enabled: boolean; accountEnabled: boolean | null };
const sellsReturns = (app: App, one: Sold): boolean =>
  one.enabled && one.accountEnabled === true && one.carrierAccountId !== null && can(app, one.carrier, 'returns');

/** As it was sent, if all of one parcel comes back; else the weight of its products. */
async function likelyBox(tx: Tx, { orderId, lines }: Returning) {
  const sent = await tx.rows<{
    warehouseId: number;
    weightGrams: number;
    lengthMm: number | null;
    widthMm: number | null;
    heightMm: number | null;
  }>(sql`select warehouse_id, coalesce(weighed_grams, weight_grams) as "weightGrams", length_mm, width_mm, height_mm from parcel
    where company_id = ${sql.company} and order_id = ${orderId} and return_id is null
      and state in ('shipped', 'delivered') order by id desc limit 2`);
  const units = await tx.row<{ sold: number; grams: number }>(sql`select
      (select coalesce(sum(quantity), 0) from order_line where company_id = ${sql.company} and order_id = ${orderId})::int as sold,
      (select coalesce(sum(g.quantity * coalesce(pr.gross_weight_kg, 0) * 1000), 0) from (${goodsOf(lines)}) g
        join product pr on pr.company_id = ${sql.company} and pr.id = g.product_id)::int as grams`);
  const [parcel, second] = sent;
  const whole = lines.reduce((sum, line) => sum + line.quantity, 0) === units?.sold;
  if (parcel && !second && whole) return parcel;
  const weightGrams = Math.max(1, units?.grams ?? 1);
  return { warehouseId: parcel?.warehouseId ?? null, weightGrams, lengthMm: null, widthMm: null, heightMm: null };
}

/** @throws logistics.noChannel, logistics.noReturns */
async function wayBack(app: App, tx: Tx, channelId: number): Promise<Way> {
  const channel = await channelById(tx, channelId);
  if (!channel) throw badField('channelId', 'logistics.channelGone');
  if (!sellsReturns(app, channel)) throw ruleBroken('logistics.noReturns', { channel: channel.name });
  return { channel, decidedBy: 'hand' };
}

/** @throws badField for a warehouse that the actor does not see */
async function assertWarehouse(tx: Tx, warehouseId: number): Promise<void> {
  const known = await tx.row(sql`select 1 as yes from warehouse
    where company_id = ${sql.company} and id = ${warehouseId} and enabled and ${inWarehouses(tx, sql`id`)}`);
  if (!known) throw badField('warehouseId', 'warehouse.notFound');
}

const measuresOf = ({ weightGrams, lengthMm, widthMm, heightMm }: Wish) => ({
  weightGrams,
  dims: lengthMm && widthMm && heightMm ? { lengthMm, widthMm, heightMm } : null,
});

/** The carrier's rates for the way back. */
export async function quoteReturn(app: App, ctx: Ctx, of: Returning, wish: Wish) {
  const { box, way, parcel } = await app.database.look(ctx, async (tx) => {
    await assertWarehouse(tx, wish.warehouseId);
    const way = await wayBack(app, tx, wish.channelId);
    const first = await boxOfReturn(tx, of, wish.warehouseId, measuresOf(wish));
    if (!first) throw notFound('logistics.noParcel');
    const box = { ...first, pieces: unsoldPieces(wish.pieces) };
    return { box, way, parcel: await carrierParcel(tx, box, way.channel, goodsOf(of.lines)) };
  });
  try {
    return { quotes: pricesFor(ctx, await comparePrices(app, ctx, box, way, parcel)) };
  } catch (error) {
    throw error instanceof ConnectorError ? carrierFail(error) : error;
  }
}

/** Buys the labels of a return, one for each box, exactly once, as `buyLabel` does for a box. @returns the parcel's id */
export async function buyReturnLabel(
  app: App,
  ctx: Ctx,
  of: Returning,
  wish: ParsedOf<typeof buyCall>,
): Promise<number> {
  const box = await settled(app, ctx, () => app.database.inCompany(ctx, (tx) => keepBox(tx, of, wish)));
  if (BOUGHT.has(box.state)) return box.parcelId;
  return refusalSaved(app, ctx, box, async () => {
    const way = await app.database.inCompany(ctx, (tx) => wayBack(app, tx, wish.channelId));
    return buyFrom(app, ctx, box, { way, desired: wish.serviceCode, lines: goodsOf(of.lines) });
  });
}

/** The one live parcel of a return, with these measures while it has no label. The order's lock keeps it the only one. */
async function keepBox(tx: Tx, of: Returning, wish: Wish): Promise<BoxFacts> {
  await tx.rows(sql`select 1 from sales_order where company_id = ${sql.company} and id = ${of.orderId} for update`);
  const live = await liveFor(tx, of, wish.pieces.length);
  const { weightGrams, dims } = measuresOf(wish);
  const { lengthMm = null, widthMm = null, heightMm = null } = dims ?? {};
  await assertWarehouse(tx, wish.warehouseId);
  const row = live
    ? await tx.row<{ id: number }>(sql`update parcel set weight_grams = ${weightGrams}, length_mm = ${lengthMm},
          width_mm = ${widthMm}, height_mm = ${heightMm}, warehouse_id = ${wish.warehouseId}, quotes = null
        where company_id = ${sql.company} and id = ${live} and state in ('packed', 'failed') returning id`)
    : await tx.row<{
        id: number;
      }>(sql`insert into parcel (company_id, reference, return_id, order_id, warehouse_id, shop_id,
          order_no, country, state, weight_grams, length_mm, width_mm, height_mm, state_at, created_at)
        select ${sql.company}, ${of.number} || '-' || (1 + (select count(*) from parcel p where p.company_id = ${sql.company} and ${ofReturn(of)})),
          ${of.returnId}, s.id, w.id, s.shop_id, s.display_no, coalesce(w.address ->> 'country', ''), 'packed',
          ${weightGrams}, ${lengthMm}, ${widthMm}, ${heightMm}, ${tx.now}, ${tx.now}
        from sales_order s join warehouse w on w.company_id = s.company_id and w.id = ${wish.warehouseId}
        where s.company_id = ${sql.company} and s.id = ${of.orderId} returning id`);
  if (row) await replacePieces(tx, row.id, wish.pieces);
  const box = await boxById(tx, row?.id ?? live ?? 0);
  if (!box) throw notFound('logistics.noParcel');
  return box;
}

/**
 * The live parcel of a return. A purchase of another number of boxes that was tried before may have left the label of
 * one of them at a carrier that sells each by itself: its parcel ends, so that it is looked for by its own references.
 */
async function liveFor(tx: Tx, of: Of, further: number): Promise<number | undefined> {
  const ended = await tx.row<{ id: number }>(sql`update parcel p
    set state = 'voided', state_at = ${tx.now}, voided_at = ${tx.now}
    where p.company_id = ${sql.company} and ${ofReturn(of)} and p.state in ('packed', 'failed') and p.attempts > 0
      and (select count(*) from parcel_piece b where b.company_id = ${sql.company} and b.parcel_id = p.id) <> ${further}
    returning p.id`);
  if (ended) await requestStrayCheck(tx, ended.id);
  return liveId(tx, of);
}

async function liveId(tx: Tx, of: Of): Promise<number | undefined> {
  const row = await tx.row<{ id: number }>(sql`select p.id from parcel p
    where p.company_id = ${sql.company} and ${ofReturn(of)} and p.state <> 'voided'`);
  return row?.id;
}

/** The parcel of a return whose label is bought, is being bought, or was refused, and where each of its boxes is. */
export async function returnLabel(app: App, tx: Tx, ctx: Ctx, of: Of) {
  const [label = null] = await parcelViews(app, tx, ctx, sql`${ofReturn(of)} and p.state <> 'voided'`);
  return { label, boxes: label?.pieces.length ? boxesOf(label, await timelines(tx, [label.id])) : [] };
}

type ForBuyer = {
  carrier: string;
  service: string;
  to: Partial<Record<'name' | 'line1', string>>;
  trackingNumber: string;
  pieces: KeptPiece[];
};

/** What the buyer needs to hand a return over: the numbers of its labels and where they lead; undefined without. */
export async function labelForBuyer(app: App, tx: Tx, of: Of) {
  const found = await tx.row<ForBuyer>(sql`select p.carrier, p.service_name as service, w.address as "to",
      p.tracking_number, ${PIECES} as pieces
    from parcel p join warehouse w on w.company_id = p.company_id and w.id = p.warehouse_id
    where p.company_id = ${sql.company} and ${ofReturn(of)} and p.state = any(${[...BOUGHT]}::text[])
      and p.tracking_number is not null`);
  if (!found) return undefined;
  const { pieces, trackingNumber, carrier, ...head } = found;
  const boxes = [{ pieceNo: 1, trackingNumber }, ...pieces].map(({ pieceNo: boxNo, trackingNumber: number }) => ({
    ...{ boxNo, trackingNumber: number ?? '' },
    trackingUrl: trackingUrl(app, carrier, number),
  }));
  return { ...head, carrier: carrier as 'ups', boxes };
}

/** Returns of which nobody knows whether their label was bought. */
export const RETURNS_IN_DOUBT: Sql = sql`select return_id from parcel
  where company_id = ${sql.company} and state = 'uncertain' and return_id is not null`;

/** Returns by the number of a box beside the first. */
export const returnsOfBox = (are: (number: Sql) => Sql): Sql => sql`select p.return_id from parcel_piece b
  join parcel p on p.company_id = ${sql.company} and p.id = b.parcel_id and p.return_id is not null and p.state <> 'voided'
  where b.company_id = ${sql.company} and ${are(sql`b.tracking_number`)}`;

/** @throws logistics.notLabelled */
async function labelledId(app: App, ctx: Ctx, of: Of): Promise<number> {
  const id = await app.database.inCompany(ctx, (tx) => liveId(tx, of));
  if (id === undefined) throw conflict('logistics.notLabelled');
  return id;
}

export async function voidReturnLabel(app: App, ctx: Ctx, of: Of) {
  return voidLabel(app, ctx, await labelledId(app, ctx, of), 'user');
}

export async function printReturnLabel(app: App, ctx: Ctx, of: Of): Promise<FileAnswer> {
  return labelFile(app, ctx, await labelledId(app, ctx, of), 'pdf');
}

/** The goods will not come: what was bought for them is voided after the commit. */
export async function giveReturnLabelBack(tx: Tx, of: Of): Promise<void> {
  await tx.rows(sql`update parcel p set state = 'voided', state_at = ${tx.now}, voided_at = ${tx.now}
    where p.company_id = ${sql.company} and ${ofReturn(of)} and p.state in ('packed', 'failed')`);
  const bought = await tx.row<{ id: number }>(sql`select p.id from parcel p
    where p.company_id = ${sql.company} and ${ofReturn(of)} and p.state in ('labelled', 'voiding')`);
  if (bought) await requestVoid(tx, bought.id, 'returnCancelled');
}

/** What the labels of a return say of its parcel. */
export async function returnLabelStanding(tx: Tx, of: Of) {
  const labels = await tx.rows<{ number: string; carrier: string; state: string; moving: boolean }>(sql`select
      p.tracking_number as number, p.carrier, p.state, p.stage not in ('unknown', 'created', 'cancelled') as moving
    from parcel p where p.company_id = ${sql.company} and ${ofReturn(of)} and p.tracking_number is not null order by p.id`);
  return {
    live: labels.find(({ state }) => BOUGHT.has(state)),
    voided: labels.flatMap(({ state, number }) => (state === 'voided' ? [number] : [])),
  };
}
