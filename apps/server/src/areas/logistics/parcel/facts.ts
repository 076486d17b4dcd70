import { inCustomsUnion } from '@tradewind/connectors/carriers/customsUnion.ts';
import type { Address, Parcel, ParcelItem, Sale } from '@tradewind/connectors/types.ts';
import { BATTERY_RULES, type BatteryKind } from '@tradewind/contract/catalog/batteries.ts';
import type { StopReason } from '@tradewind/contract/warehouse.ts';
import { z } from 'zod';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { notFound, ruleBroken } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { batteryOf, missingPaper } from '../../catalog/public.ts';
import { assertShipsFrom, boxSigned, goodsCustoms, shipsFrom } from '../../orders/public.ts';
import { STOP_REASON } from '../../warehouse/public.ts';
import { RESIDENTIAL } from '../address/kept.ts';
import { type Channel, channelById, platformChannel, sellsSignature } from '../channel/channels.ts';
import { customsFacts, withEuros } from '../customs/facts.ts';
import { withBattery } from '../rates/parcel-facts.ts';
import { asPiece, type KeptPiece, PIECES } from './pieces.ts';

/** The data of a box for buying a label. */
export type BoxFacts = {
  parcelId: number;
  reference: string;
  state: string;
  stateAt: Date;
  attempts: number;
  weightGrams: number;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
  /** The box is not packed yet. */
  estimated: boolean;
  parcelChannelId: number | null;
  carrier: string;
  carrierAccountId: number | null;
  serviceCode: string;
  serviceName: string;
  quotes: unknown;
  /** Null: it brings goods of `returnId` back. */
  outboundId: number | null;
  returnId: number | null;
  /** Of a return: our reference. */
  outboundNo: string;
  outboundState: string | null;
  stopReason: StopReason | null;
  orderId: number;
  /** The warehouse that ships it. */
  warehouseId: number;
  orderChannelId: number | null;
  /** The service chosen with the order's channel; empty: the channel decides. */
  orderServiceCode: string;
  country: string;
  /** Whether somebody lives there, as a carrier said; null where none did. */
  residential: boolean | null;
  orderException: string | null;
  shipBy: Date | null;
  shipTo: unknown;
  currency: string;
  from: unknown;
  timeZone: string;
  /** Must ship with platform logistics. */
  platformShipping: boolean;
  /** `platform`, or how the order was created here: the platform does not know those. */
  origin: string;
  /** It holds a product with a battery. */
  battery: boolean;
  /** Its orders want it delivered against a signature; false of a return. */
  signature: boolean;
  /** Boxes of the shipment beside the first. */
  pieces: KeptPiece[];
};

const OF_ORDER = sql`o.id as "outboundId", o.state as "outboundState", ${STOP_REASON},
  s.id as "orderId", w.id as "warehouseId", coalesce(s.channel_id, o.channel_id) as "orderChannelId", s.exception as "orderException",
  s.service_code as "orderServiceCode", s.country, ${RESIDENTIAL} as residential,
  s.ship_by, s.ship_to, s.currency, w.address as "from", c.time_zone,
  s.platform_shipping, s.origin, ${withBattery(sql`o.id`)} as battery`;
const FACTS = sql`p.id as "parcelId", p.reference, p.state, p.state_at, p.attempts,
  coalesce(p.weighed_grams, p.weight_grams) as "weightGrams",
  p.length_mm, p.width_mm, p.height_mm, p.estimated, p.channel_id as "parcelChannelId", p.carrier,
  p.carrier_account_id, p.service_code, p.service_name, p.quotes, p.return_id is null and ${boxSigned(sql`s`)} as signature, ${PIECES} as pieces, p.return_id,
  coalesce(o.number, p.reference) as "outboundNo", ${OF_ORDER}`;
const JOINS = sql`from parcel p left join outbound o on o.company_id = p.company_id and o.id = p.outbound_id
  join sales_order s on s.company_id = p.company_id and s.id = p.order_id
  join warehouse w on w.company_id = p.company_id and w.id = p.warehouse_id join company c on c.id = p.company_id`;

/** The live box of an outbound in a warehouse that the actor sees. @throws notFound logistics.noParcel */
export async function boxOfOutbound(tx: Tx, ctx: Pick<Ctx, 'rights'>, outboundId: number): Promise<BoxFacts> {
  const box = await tx.row<BoxFacts>(sql`select ${FACTS} ${JOINS}
    where p.company_id = ${sql.company} and p.outbound_id = ${outboundId} and p.state <> 'voided'
      and ${inWarehouses(ctx, sql`p.warehouse_id`)} order by p.id desc limit 1`);
  if (!box) throw notFound('logistics.noParcel');
  return box;
}

/** The live box of an outbound, or the one that buying its label before packing would create: it has no parcel yet. */
export async function boxToBuy(
  tx: Tx,
  ctx: Pick<Ctx, 'rights'>,
  outboundId: number,
  estimate: Measures,
): Promise<BoxFacts | undefined> {
  const live = await tx.row<BoxFacts>(sql`select ${FACTS} ${JOINS}
    where p.company_id = ${sql.company} and p.outbound_id = ${outboundId} and p.state <> 'voided'
      and ${inWarehouses(ctx, sql`p.warehouse_id`)} order by p.id desc limit 1`);
  if (live) return live;
  return tx.row<BoxFacts>(sql`select ${unsaved(estimate)}, ${boxSigned(sql`s`)} as signature, null::bigint as "returnId", o.number || '-1' as reference,
      o.number as "outboundNo", ${OF_ORDER}
    from outbound o join sales_order s on s.company_id = o.company_id and s.id = o.order_id
    join warehouse w on w.company_id = o.company_id and w.id = o.warehouse_id join company c on c.id = o.company_id
    where o.company_id = ${sql.company} and o.id = ${outboundId} and ${inWarehouses(ctx, sql`o.warehouse_id`)}`);
}

interface Measures {
  weightGrams: number;
  dims: { lengthMm: number; widthMm: number; heightMm: number } | null;
}

/** Of a box that has no parcel yet. */
const unsaved = ({ weightGrams, dims }: Measures): Sql => sql`0 as "parcelId", 'packed' as state, now() as "stateAt",
  0 as attempts, ${weightGrams}::int as "weightGrams", ${dims?.lengthMm ?? null}::int as "lengthMm",
  ${dims?.widthMm ?? null}::int as "widthMm", ${dims?.heightMm ?? null}::int as "heightMm", true as estimated,
  null::bigint as "parcelChannelId", '' as carrier, null::bigint as "carrierAccountId", '' as "serviceCode",
  '' as "serviceName", null::jsonb as quotes, '[]'::jsonb as pieces`;

/** The parcel that would bring goods of an order back to a warehouse: it has no row yet. */
export function boxOfReturn(
  tx: Tx,
  { returnId, orderId, number }: { returnId: number; orderId: number; number: string },
  warehouseId: number,
  measures: Measures,
): Promise<BoxFacts | undefined> {
  return tx.row<BoxFacts>(sql`select ${unsaved(measures)}, false as signature, ${returnId}::bigint as "returnId", ${number}::text as reference,
      ${number}::text as "outboundNo", ${OF_ORDER}
    from sales_order s join warehouse w on w.company_id = s.company_id and w.id = ${warehouseId}
    join company c on c.id = s.company_id left join outbound o on o.company_id = s.company_id and o.id = 0
    where s.company_id = ${sql.company} and s.id = ${orderId}`);
}

export async function boxById(tx: Tx, parcelId: number): Promise<BoxFacts | undefined> {
  return tx.row<BoxFacts>(sql`select ${FACTS} ${JOINS} where p.company_id = ${sql.company} and p.id = ${parcelId}`);
}

/** The channel of a box, and who chose it. */
export type Way = { channel: Channel; decidedBy: 'hand' | 'platform' | 'order' | 'default' };

/**
 * Platform logistics where the platform requires it; else the packer's choice, the order's channel (set by a rule or a
 * person), or the default. @throws logistics.platformMust, logistics.noChannel, logistics.channelDisabled,
 * logistics.notThePlatforms, logistics.channelNoSignature, orders.channelNotFrom, logistics.paperMissing, logistics.paperExpired
 */
export async function wayOf(tx: Tx, box: BoxFacts, desired: number | undefined): Promise<Way> {
  const way = box.platformShipping
    ? ({ channel: await platformWay(tx, box, desired), decidedBy: 'platform' } as const)
    : await chosenWay(tx, box, desired);
  assertSignature(way.channel, box.signature, box.outboundNo);
  await assertPapers(tx, way.channel, box);
  return way;
}

async function chosenWay(tx: Tx, box: BoxFacts, desired: number | undefined): Promise<Way> {
  const decidedBy = desired !== undefined ? 'hand' : box.orderChannelId !== null ? 'order' : 'default';
  const id = desired ?? box.orderChannelId ?? (await defaultChannelId(tx, box.warehouseId));
  const channel = id === null ? undefined : await channelById(tx, id);
  if (!channel) throw ruleBroken('logistics.noChannel', { number: box.outboundNo });
  if (!channel.enabled) throw ruleBroken('logistics.channelDisabled', { name: channel.name });
  if (channel.accountEnabled === false) throw ruleBroken('logistics.accountDisabled', { name: channel.name });
  assertPlatforms(channel, box.origin, box.outboundNo);
  assertZone(channel, box.country);
  await assertShipsFrom(tx, channel.id, box.warehouseId);
  return { channel, decidedBy };
}

/** A channel carries only what has the papers that it demands. */
async function assertPapers(tx: Tx, { name, demands }: Channel, box: BoxFacts): Promise<void> {
  if (demands.length === 0) return;
  const lines = await tx.rows<{ productId: number }>(sql`select distinct l.product_id from outbound_line l
    where l.company_id = ${sql.company} and l.outbound_id = ${box.outboundId}`);
  const productIds = lines.map((line) => line.productId);
  const lacking = await missingPaper(tx, { productIds, kinds: demands, country: box.country });
  if (!lacking) return;
  const { sku, kind, expiredOn } = lacking;
  if (expiredOn) throw ruleBroken(`logistics.paperExpired.${kind}`, { sku, channel: name, day: expiredOn });
  throw ruleBroken(`logistics.paperMissing.${kind}`, { sku, channel: name, country: box.country });
}

/** @throws logistics.noZone where a channel with billing zones has none for the country */
export function assertZone(channel: Pick<Channel, 'countries'>, country: string): void {
  if (!zoneOf(channel, country)) throw ruleBroken('logistics.noZone');
}

/**
 * @throws logistics.notThePlatforms for platform logistics of an order that the platform does not know (resend,
 * replacement)
 */
export function assertPlatforms({ carrier }: Pick<Channel, 'carrier'>, origin: string, number: string): void {
  if (carrier === 'platform' && origin !== 'platform') throw ruleBroken('logistics.notThePlatforms', { number });
}

/** @throws logistics.channelNoSignature for a channel without signatures where an order wants one */
export function assertSignature(
  { carrier, name }: Pick<Channel, 'carrier' | 'name'>,
  desired: boolean,
  number: string,
) {
  if (desired && !sellsSignature(carrier)) throw ruleBroken('logistics.channelNoSignature', { channel: name, number });
}

export function zoneOf(channel: Pick<Channel, 'countries'>, country: string): boolean {
  return channel.countries.length === 0 || channel.countries.includes(country);
}

async function platformWay(tx: Tx, box: BoxFacts, desired: number | undefined): Promise<Channel> {
  const channel = desired === undefined ? await platformChannel(tx) : await channelById(tx, desired);
  if (channel?.carrier !== 'platform') throw ruleBroken('logistics.platformMust', { number: box.outboundNo });
  return channel;
}

/** The company's default; where that does not ship from the warehouse, its only channel. */
async function defaultChannelId(tx: Tx, warehouseId: number): Promise<number | null> {
  const [first, second] = await tx.rows<{ id: number; isDefault: boolean }>(
    sql`select c.id, c.is_default from shipping_channel c where c.company_id = ${sql.company} and c.enabled
       and ${shipsFrom(sql`${sql.company}`, sql`c.id`, sql`${warehouseId}`)} order by c.is_default desc, c.id limit 2`,
  );
  return first && (first.isDefault || !second) ? first.id : null;
}

const text = z
  .string()
  .trim()
  .nullish()
  .transform((value) => value ?? '');
const addressShape = z.object({
  name: text,
  company: text,
  line1: text,
  line2: text,
  city: text,
  state: text,
  postalCode: text,
  country: text,
  phone: text,
  email: text,
});

/** @throws ruleBroken with `code` when data that a carrier requires is missing */
export function readAddress(stored: unknown, code: string, params: Record<string, string> = {}): Address {
  const address = addressRead(stored);
  if (!address) throw ruleBroken(code, params);
  return address;
}

/** Undefined when data that a carrier requires is missing. */
export function addressRead(stored: unknown): Address | undefined {
  const read = addressShape.safeParse(stored ?? {});
  const input = read.success ? read.data : undefined;
  if (!input || !(input.name || input.company) || !input.line1 || !input.city || !/^[A-Z]{2}$/.test(input.country))
    return undefined;
  const { name, company, line1, line2, city, state, postalCode, country, phone, email } = input;
  return {
    name: name || company,
    ...(company ? { company } : {}),
    line1,
    ...(line2 ? { line2 } : {}),
    city,
    ...(state ? { state } : {}),
    postalCode,
    country,
    ...(phone ? { phone } : {}),
    ...(email ? { email } : {}),
  };
}

const NOWHERE: Address = { name: '', line1: '', city: '', postalCode: '', country: '' };

/** The request to the carrier. @throws ruleBroken for incomplete addresses */
export async function carrierParcel(
  tx: Tx,
  box: BoxFacts,
  {
    carrier,
    dutyTerms: terms,
    signature,
  }: Pick<Channel, 'carrier' | 'dutyTerms'> & Partial<Pick<Channel, 'signature'>>,
  lines: Sql = linesOfOutbound(box.outboundId),
): Promise<Parcel> {
  const warehouse = readAddress(box.from, 'logistics.warehouseAddress');
  // A platform that carries the parcel knows where to; it may show us nothing of the buyer.
  const buyer = carrier === 'platform' ? NOWHERE : readAddress(box.shipTo, 'logistics.orderAddress');
  const isReturn = box.returnId !== null;
  const [from, to] = isReturn ? [buyer, warehouse] : [warehouse, buyer];
  const items = await itemsOf(tx, lines);
  const { country } = to;
  const crossing = { orderId: box.orderId, country, from: from.country, terms, items, isReturn };
  const customs = await customsFacts(tx, crossing);
  const measured = box.lengthMm !== null && box.widthMm !== null && box.heightMm !== null;
  return {
    reference: box.reference,
    from,
    to: { ...to, residential: (isReturn ? null : box.residential) ?? !to.company },
    weightGrams: box.weightGrams,
    ...(measured ? { lengthMm: box.lengthMm ?? 0, widthMm: box.widthMm ?? 0, heightMm: box.heightMm ?? 0 } : {}),
    description: items[0]?.description ?? 'Merchandise',
    items: customs && inCustomsUnion(country) ? await withEuros(tx, items) : items,
    ...(customs ? { customs } : {}),
    ...(isReturn ? { isReturn } : {}),
    ...(signature || box.signature ? { signature: true } : {}),
    ...(box.pieces.length > 0 ? { further: box.pieces.map(asPiece) } : {}),
  };
}

/** The sale that `order_line l` of order `s` is of, where carriers know their parcels by it; else null. */
const SALE = sql`case when s.platform = 'ebay' and s.origin = 'platform' then jsonb_build_object('orderNo', s.platform_order_no,
  'lineId', l.platform_line_id, 'listingId', l.platform_item_id) end`;

/** The sales of what is in the box of a parcel. */
export async function salesOf(tx: Tx, parcelId: number): Promise<Sale[]> {
  const rows = await tx.rows<{ sale: Sale | null }>(sql`select ${SALE} as sale from parcel p
    join outbound_line b on b.company_id = p.company_id and b.outbound_id = p.outbound_id
    join order_line l on l.company_id = b.company_id and l.id = b.order_line_id
    join sales_order s on s.company_id = l.company_id and s.id = l.order_id
    where p.company_id = ${sql.company} and p.id = ${parcelId} order by b.id`);
  return rows.flatMap((row) => row.sale ?? []);
}

/** Goods of order lines: id, outbound_id, order_line_id, product_id, quantity. */
export const linesOfOutbound = (
  outboundId: number | null,
): Sql => sql`select id, outbound_id, order_line_id, product_id,
  quantity from outbound_line where company_id = ${sql.company} and outbound_id = ${outboundId}`;

/** Goods of an order before it has a box. */
export const linesOfOrder = (orderId: number): Sql => sql`select g.line_id as id, null::bigint as outbound_id,
  g.line_id as order_line_id, g.product_id, g.quantity from order_goods g where g.company_id = ${sql.company} and g.order_id = ${orderId}`;

/** Customs data of what is in a box with these goods. */
export const itemsOf = async (tx: Tx, lines: Sql): Promise<ParcelItem[]> =>
  (await goodsOf(tx, lines)).map((row) => itemOf(row));

/** Customs data of what is in the boxes of outbounds, by outbound. */
export async function itemsOfEach(tx: Tx, outboundIds: readonly number[]): Promise<Map<number, ParcelItem[]>> {
  const goods = await goodsOf(
    tx,
    sql`select id, outbound_id, order_line_id, product_id, quantity from outbound_line
      where company_id = ${sql.company} and outbound_id = any(${outboundIds}::bigint[])`,
  );
  return new Map([...Map.groupBy(goods, (row) => row.outboundId ?? 0)].map(([id, own]) => [id, own.map(itemOf)]));
}

type Goods = {
  outboundId: number | null;
  sku: string;
  name: string;
  quantity: number;
  valueUsd: string | null;
  hsCode: string;
  origin: string;
  weightKg: string | null;
  battery: boolean;
  batteryKind: BatteryKind | null;
  batteryContent: string | null;
  sale: Sale | null;
  nameZh: string;
  material: string;
};

const goodsOf = (tx: Tx, lines: Sql): Promise<Goods[]> =>
  tx.rows<Goods>(sql`select b.outbound_id, pr.sku, d.name_en as name, b.quantity, d.value_usd,
      d.hs_code, d.origin, pr.gross_weight_kg as "weightKg", pr.battery, t.battery as "batteryKind", t.battery_content,
      ${SALE} as sale, d.name_zh, d.material
    from (${lines}) b join product pr on pr.company_id = ${sql.company} and pr.id = b.product_id
    join order_line l on l.company_id = ${sql.company} and l.id = b.order_line_id
    join order_goods og on og.company_id = ${sql.company} and og.line_id = b.order_line_id and og.product_id = b.product_id
    join sales_order s on s.company_id = ${sql.company} and s.id = l.order_id
    cross join lateral (${goodsCustoms(tx)}) d
    left join lateral (${batteryOf(tx, sql`pr.id`, sql`s.country`)}) t on true
    order by b.id`);

const itemOf = (row: Goods): ParcelItem => ({
  sku: row.sku,
  description: row.name || row.sku,
  quantity: row.quantity,
  unitValueUsd: new Decimal(row.valueUsd ?? 0).toFixed(2),
  ...(row.hsCode ? { hsCode: row.hsCode } : {}),
  ...(row.origin ? { originCountry: row.origin } : {}),
  weightGrams: new Decimal(row.weightKg ?? 0).times(1000).round().toNumber(),
  ...(row.nameZh ? { nameZh: row.nameZh } : {}),
  ...(row.material ? { material: row.material } : {}),
  ...(row.sale ? { sale: row.sale } : {}),
  ...(row.battery ? batteryOfItem(row) : {}),
});

/** A report that says nothing of the battery leaves what it is open, and most are inside. */
function batteryOfItem({ batteryKind, batteryContent }: Goods): Pick<ParcelItem, 'battery' | 'lithium'> {
  if (batteryKind === null || batteryContent === null) return { battery: 'inside' };
  const { place, chemistry, most } = BATTERY_RULES[batteryKind];
  return { battery: place, lithium: { chemistry, isSmall: new Decimal(batteryContent).lte(most) } };
}
