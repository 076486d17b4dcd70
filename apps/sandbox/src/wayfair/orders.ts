import { isRecord, list, text } from '../http/types.ts';
import { pageOf } from '../kit/listing.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify, type Shop } from '../world/shop.ts';
import type { FeedDesk } from './feeds.ts';
import { type Call, refuse } from './graph.ts';
import { labelsOf, register } from './labels.ts';
import { WAYFAIR } from './supplier.ts';
import { costOf, isOver, orderView } from './views.ts';

const MOST = 2000;

type Args = Record<string, unknown>;

/** Purchase orders: listing, accepting, shipping, stock. Source: orders, inventory and shipping APIs. */
export function ordersRoot(call: Call, feeds: FeedDesk): Args {
  return {
    getDropshipPurchaseOrders: (args: Args) => listOrders(call, args).map((order) => orderView(call, order)),
    labelGenerationEvents: (args: Args) => labelsOf(call, args),
    transactions: ({ filters }: Args) => feeds.find(filters),
    purchaseOrders: () => ({
      accept: (args: Args) => feeds.take(accept(call, args)),
      shipment: ({ notice }: Args) => feeds.take([ship(call, isRecord(notice) ? notice : {})]),
      register: ({ registrationInput }: Args) => register(call, isRecord(registrationInput) ? registrationInput : {}),
    }),
    inventory: () => ({ save: (args: Args) => feeds.take(saveStock(call, args)) }),
  };
}

/** A moment as clients write them: ISO 8601, or Wayfair's own form. */
function momentOf(answered: unknown, name: string): number {
  const at = Date.parse(text(answered).replace(/^(\S+) (\S+?)(\.\d{3})\d* ([+-]\d{2}:\d{2})$/, '$1T$2$3$4'));
  if (Number.isNaN(at)) throw refuse(`${name} is no date: ${text(answered)}`);
  return at;
}

/** Oldest first. */
const named = (shop: Shop, poNumbers: unknown): SandboxOrder[] =>
  [...new Set(list(poNumbers))]
    .flatMap((no) => shop.byId.get(text(no)) ?? [])
    .sort((a, b) => a.createdAt - b.createdAt || a.seq - b.seq);

function listOrders({ ctx, shop }: Call, args: Args): SandboxOrder[] {
  const limit = Number(args.limit);
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= MOST)) throw refuse(`limit has to be between 1 and ${MOST}`);
  let all = args.poNumbers ? named(shop, args.poNumbers) : [...shop.byCreation.after({ t: 0, n: -1 })];
  if (typeof args.hasResponse === 'boolean') all = all.filter((order) => order.acknowledged === args.hasResponse);
  if (args.sortOrder === 'DESC') return all.reverse().slice(0, limit);
  const from = args.fromDate === undefined || args.fromDate === null ? 0 : momentOf(args.fromDate, 'fromDate');
  const offset = all.findIndex((order) => order.createdAt >= from);
  return offset < 0 ? [] : pageOf(ctx, WAYFAIR, all, offset, limit).rows;
}

const wrong = (key: string, message: string) => ({ key, message });
const fine = (key: string) => ({ key, message: undefined });

/** The quantities, prices and parts of the order itself: anything else is a change, which is not imitated. */
function accept({ ctx, shop, now }: Call, args: Args) {
  const poNumber = text(args.poNumber);
  const order = shop.byId.get(poNumber);
  if (!order) return [wrong(poNumber, `Purchase order ${poNumber} does not exist`)];
  if (isOver(order)) return [wrong(poNumber, `Purchase order ${poNumber} is cancelled`)];
  if (order.acknowledged) return [wrong(poNumber, `Purchase order ${poNumber} has already been responded to`)];
  const items = list(args.lineItems).map((item) => (isRecord(item) ? item : {}));
  const fits = order.lines.every((line) =>
    items.some(
      (item) =>
        item.partNumber === line.sku &&
        item.quantity === line.quantity &&
        Math.round(Number(item.unitPrice) * 100) === costOf(line),
    ),
  );
  if (!fits || items.length !== order.lines.length)
    return [wrong(poNumber, 'The line items differ from those of the purchase order')];
  for (const item of items) momentOf(item.estimatedShipDate, 'estimatedShipDate');
  ctx.world.touch(order, () => {
    order.acknowledged = true;
  });
  notify(order, now, { kind: 'acknowledge', via: 'accept', ref: order.id });
  return [fine(poNumber)];
}

/** A ship notice; given again it is refused, for its tracking number stands already. */
function ship({ ctx, shop, now }: Call, notice: Args) {
  const poNumber = text(notice.poNumber);
  const order = shop.byId.get(poNumber);
  const tracking = text(notice.trackingNumber);
  if (!order || Number(shop.id) !== notice.supplierId)
    return wrong(poNumber, `Purchase order ${poNumber} does not exist`);
  if (isOver(order)) return wrong(poNumber, `Purchase order ${poNumber} is cancelled`);
  if (!order.acknowledged) return wrong(poNumber, `Purchase order ${poNumber} has not been accepted`);
  if (order.parcels.some((parcel) => parcel.ref === tracking))
    return wrong(poNumber, `A ship notice with tracking number ${tracking} already exists`);
  const at = momentOf(notice.shipDate, 'shipDate');
  if (at > now + 1000 || at < order.createdAt - 86_400_000)
    return wrong(poNumber, 'The ship date is in the future, or before the order');
  if (!/^[A-Z]{4}$/.test(text(notice.carrierCode)))
    return wrong(poNumber, `Invalid carrier code ${text(notice.carrierCode)}`);
  const parcels = list(notice.smallParcelShipments).map((one) => (isRecord(one) ? one : {}));
  if (parcels.length === 0 || parcels.length !== notice.packageCount)
    return wrong(poNumber, 'packageCount differs from the shipments');
  const lines = new Map<string, number>();
  for (const item of parcels.flatMap((parcel) => list(parcel.items))) {
    const { partNumber, quantity } = isRecord(item) ? item : {};
    const line = order.lines.find((one) => one.sku === partNumber);
    if (!line) return wrong(poNumber, `Part ${text(partNumber)} is not on the purchase order`);
    lines.set(line.id, (lines.get(line.id) ?? 0) + Number(quantity));
  }
  for (const line of order.lines)
    if (line.shipped + (lines.get(line.id) ?? 0) > line.quantity)
      return wrong(poNumber, `More of part ${line.sku} than is open`);
  const carrier = text(notice.carrierCode);
  const parts = [...lines].map(([lineId, quantity]) => ({ lineId, quantity }));
  ctx.world.shipped(order, () => {
    order.parcels.push({
      ref: tracking,
      carrier,
      carrierName: carrier,
      method: text(notice.shipSpeed),
      numbers: [tracking],
      urls: [],
      shippedAt: at,
      createdAt: now,
      updatedAt: now,
      cancelled: false,
      lines: parts,
      events: [],
    });
    notify(order, now, {
      kind: 'shipment',
      via: 'shipment',
      ref: tracking,
      carrier,
      tracking: [tracking],
      lines: parts,
    });
  });
  return fine(poNumber);
}

function saveStock({ ctx, shop }: Call, { inventory, feedKind, dryRun }: Args) {
  const rows = list(inventory).map((row) => (isRecord(row) ? row : {}));
  if (rows.length === 0) throw refuse('The inventory is empty');
  if (feedKind === 'TRUE_UP') throw refuse('A full feed would empty every other article: it is not imitated');
  return rows.map((row) => {
    const key = text(row.supplierPartNumber);
    const listing = shop.listings.bySku(key);
    if (row.supplierId !== Number(shop.id)) return wrong(key, `Supplier ${text(row.supplierId)} is not yours`);
    if (!listing) return wrong(key, 'This supplier part number does not exist');
    const quantity = Number(row.quantityOnHand);
    if (quantity < 0) return wrong(key, 'The quantity is negative');
    if (dryRun !== true) {
      shop.listings.setQuantity(listing, quantity, ctx.world.clock.now());
      ctx.world.changes++;
    }
    return fine(key);
  });
}
