import { recordShipment } from '../amazon/confirm.ts';
import { readDate } from '../amazon/dates.ts';
import { invalidInput, SpApiError } from '../amazon/errors.ts';
import type { Call, OperationBook } from '../amazon/operations.ts';
import { type Context, param, rawBody } from '../http/app.ts';
import { at, list, parseJson, text } from '../http/types.ts';
import { changedBetween, createdBetween, pageOf } from '../kit/listing.ts';
import { isoSeconds } from '../world/clock.ts';
import { dollars, type OrderLine, type SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import type { TransactionDesk } from './transactions.ts';
import {
  isDirect,
  lineAt,
  orderOf,
  PLATFORM,
  paginationOf,
  readLimit,
  readOffset,
  readWindow,
  takeOn,
  VENDOR_CODE,
} from './vendor.ts';

const STATES = ['New', 'Acknowledged', 'Closed'];
const CODES = ['Accepted', 'Backordered', 'Rejected'];
const DAY = 86_400_000;
/** Amazon buys this article by the case. */
const CASE = 2;
const byCase = (line: OrderLine): boolean => line.quantity % CASE === 0;

const stateOf = (order: SandboxOrder): string =>
  order.status === 'cancelled' || order.delivered ? 'Closed' : order.acknowledged ? 'Acknowledged' : 'New';
const isRetail = (order: SandboxOrder): boolean => !isDirect(order);
const usd = (ctx: Context, order: SandboxOrder, cents: number) => ({
  amount: dollars(cents),
  currencyCode: ctx.faults.marks(PLATFORM, 'oddMoney', order.id) ? 'CAD' : 'USD',
});
const pieces = (line: OrderLine, amount = line.quantity) =>
  byCase(line) && amount % CASE === 0
    ? { amount: amount / CASE, unitOfMeasure: 'Cases', unitSize: CASE }
    : { amount, unitOfMeasure: 'Eaches', unitSize: 1 };

/** Vendor Orders v1 and Vendor Shipments v1. Source: vendorOrders.json, vendorShipments.json. */
export function registerRetail(book: OperationBook, ctx: Context, desk: TransactionDesk): void {
  const path = '/vendor/orders/v1';
  book.add({
    method: 'GET',
    path: `${path}/purchaseOrders`,
    name: 'getPurchaseOrders',
    handle: (call) => listed(ctx, call),
  });
  book.add({
    method: 'GET',
    path: `${path}/purchaseOrders/{purchaseOrderNumber}`,
    name: 'getPurchaseOrder',
    handle: (call) => {
      const order = orderOf(call.shop, param(call.request, 'purchaseOrderNumber'), false);
      return call.reply.send({ payload: view(ctx, order) });
    },
  });
  book.add({
    method: 'GET',
    path: `${path}/purchaseOrdersStatus`,
    name: 'getPurchaseOrdersStatus',
    handle: (call) => statuses(ctx, call),
  });
  book.add({
    method: 'POST',
    path: `${path}/acknowledgements`,
    name: 'submitAcknowledgement',
    handle: (call) => {
      const told = list(at(parseJson(rawBody(call.request)), 'acknowledgements'));
      if (told.length === 0) throw invalidInput('acknowledgements is required.');
      const transactionId = desk.begin(call, () => {
        for (const one of told) answer(ctx, call.shop, one);
      });
      return call.reply.code(202).send({ payload: { transactionId } });
    },
  });
  book.add({
    method: 'POST',
    path: '/vendor/shipping/v1/shipmentConfirmations',
    name: 'submitShipmentConfirmations',
    handle: (call) => {
      const told = list(at(parseJson(rawBody(call.request)), 'shipmentConfirmations'));
      if (told.length === 0) throw invalidInput('shipmentConfirmations is required.');
      const transactionId = desk.begin(call, () => {
        for (const one of told) ship(ctx, call.shop, one);
      });
      return call.reply.code(202).send({ payload: { transactionId } });
    },
  });
}

function listed(ctx: Context, { query, shop, reply }: Call) {
  const { from, to } = readWindow(query, false);
  const state = query.purchaseOrderState;
  if (state && !STATES.includes(state)) throw invalidInput('Invalid purchaseOrderState.');
  const changedAfter = readDate('changedAfter', query.changedAfter, false) ?? 0;
  const all = createdBetween(shop, from, to).filter(
    (order) => isRetail(order) && (!state || stateOf(order) === state) && order.updatedAt >= changedAfter,
  );
  if (query.sortOrder !== 'ASC') all.reverse();
  const page = pageOf(ctx, PLATFORM, all, readOffset(query), readLimit(query));
  const orders = page.rows.map((order) =>
    query.includeDetails === 'false'
      ? { purchaseOrderNumber: order.id, purchaseOrderState: stateOf(order) }
      : view(ctx, order),
  );
  return reply.send({ payload: { ...paginationOf(page.next), orders } });
}

function view(ctx: Context, order: SandboxOrder) {
  const broken = ctx.faults.isMalformed(PLATFORM, order.id);
  const { address: to } = order;
  return {
    purchaseOrderNumber: order.id,
    purchaseOrderState: ctx.faults.marks(PLATFORM, 'unknownStatus', order.id) ? 'Pondered' : stateOf(order),
    ...(ctx.faults.of(PLATFORM).newField && { neverSeenBefore: { deep: [1] } }),
    orderDetails: {
      purchaseOrderDate: broken ? 'yesterday' : isoSeconds(order.createdAt),
      purchaseOrderStateChangedDate: isoSeconds(order.updatedAt),
      purchaseOrderType: 'RegularOrder',
      paymentMethod: 'Invoice',
      buyingParty: { partyId: 'ABE8' },
      sellingParty: { partyId: VENDOR_CODE },
      shipToParty: {
        partyId: 'ABE8',
        address: {
          name: 'Amazon.com Services LLC',
          addressLine1: to.line1,
          city: to.city,
          stateOrRegion: to.state,
          postalCode: to.postalCode,
          countryCode: to.country,
        },
      },
      billToParty: { partyId: 'AMZN1' },
      shipWindow: `${isoSeconds(order.createdAt + DAY)}--${isoSeconds(order.createdAt + 7 * DAY)}`,
      deliveryWindow: `${isoSeconds(order.createdAt + 3 * DAY)}--${isoSeconds(order.createdAt + 10 * DAY)}`,
      items: order.lines.map((line, index) => ({
        itemSequenceNumber: String(index + 1),
        amazonProductIdentifier: line.asin,
        vendorProductIdentifier: line.sku,
        orderedQuantity: broken ? { amount: 'two' } : pieces(line),
        isBackOrderAllowed: false,
        netCost: usd(ctx, order, line.priceCents),
        listPrice: usd(ctx, order, line.priceCents * 2),
      })),
    },
  };
}

function statuses(ctx: Context, { query, shop, reply }: Call) {
  if (query.sortOrder === 'ASC') throw invalidInput('Invalid sortOrder.', 'This vendor group sorts descending only.');
  const from = readDate('updatedAfter', query.updatedAfter, false) ?? 0;
  const to = readDate('updatedBefore', query.updatedBefore, false) ?? Number.MAX_SAFE_INTEGER;
  const one = query.purchaseOrderNumber;
  const all = changedBetween(shop, from, to)
    .filter((order) => isRetail(order) && (!one || order.id === one))
    .reverse();
  const page = pageOf(ctx, PLATFORM, all, readOffset(query), readLimit(query));
  return reply.send({ payload: { ...paginationOf(page.next), ordersStatus: page.rows.map(viewStatus) } });
}

/** What of an order Amazon's warehouse has counted in: everything that was shipped when it was collected. */
const received = (order: SandboxOrder, line: OrderLine): number => (order.extra.received === true ? line.shipped : 0);

function viewStatus(order: SandboxOrder) {
  const refused = order.status === 'cancelled' && order.cancelledBy === 'MERCHANT';
  const withdrawn = order.status === 'cancelled' && !refused;
  return {
    purchaseOrderNumber: order.id,
    purchaseOrderStatus: stateOf(order) === 'Closed' ? 'CLOSED' : 'OPEN',
    purchaseOrderDate: isoSeconds(order.createdAt),
    lastUpdatedDate: isoSeconds(order.updatedAt),
    sellingParty: { partyId: VENDOR_CODE },
    shipToParty: { partyId: 'ABE8' },
    itemStatus: order.lines.map((line, index) => {
      const got = received(order, line);
      return {
        itemSequenceNumber: String(index + 1),
        buyerProductIdentifier: line.asin,
        vendorProductIdentifier: line.sku,
        orderedQuantity: {
          orderedQuantity: pieces(line),
          orderedQuantityDetails: [
            {
              updatedDate: isoSeconds(order.updatedAt),
              orderedQuantity: pieces(line),
              ...(withdrawn && { cancelledQuantity: pieces(line) }),
            },
          ],
        },
        acknowledgementStatus: {
          confirmationStatus: refused ? 'REJECTED' : order.acknowledged ? 'ACCEPTED' : 'UNCONFIRMED',
          acceptedQuantity: pieces(line, order.acknowledged && !refused ? line.quantity : 0),
          rejectedQuantity: pieces(line, refused ? line.quantity : 0),
        },
        receivingStatus: {
          receiveStatus: got === 0 ? 'NOT_RECEIVED' : got < line.quantity ? 'PARTIALLY_RECEIVED' : 'RECEIVED',
          receivedQuantity: pieces(line, got),
        },
      };
    }),
  };
}

/** How many pieces a quantity is; a case counts for what is in it. */
function piecesOf(told: unknown): number {
  const amount = at(told, 'amount');
  const unit = text(at(told, 'unitOfMeasure'));
  if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 0) throw invalidInput('Invalid quantity.');
  if (unit !== 'Cases' && unit !== 'Eaches') throw invalidInput(`Invalid unitOfMeasure: ${unit}`);
  return amount * (unit === 'Cases' ? Number(at(told, 'unitSize') ?? 1) : 1);
}

/** Lines left out count as refused; here a vendor takes an order whole or refuses it whole. */
function answer(ctx: Context, shop: Shop, told: unknown): void {
  const order = orderOf(shop, text(at(told, 'purchaseOrderNumber')), false);
  if (text(at(told, 'sellingParty', 'partyId')) !== VENDOR_CODE) throw invalidInput('Invalid sellingParty.');
  if (readDate('acknowledgementDate', text(at(told, 'acknowledgementDate')), false) === undefined)
    throw invalidInput('acknowledgementDate is required.');
  if (order.status === 'cancelled') throw invalidInput('The purchase order is closed.');
  if (order.status === 'shipped' || order.status === 'partial')
    throw invalidInput('A shipment was confirmed for the purchase order.');
  const items = list(at(told, 'items'));
  const codes = items.map((item) => {
    const line = lineAt(order, at(item, 'itemSequenceNumber'));
    const [part] = list(at(item, 'itemAcknowledgements'));
    const code = text(at(part, 'acknowledgementCode'));
    if (!CODES.includes(code)) throw invalidInput(`Invalid acknowledgementCode: ${code}`);
    if (text(at(item, 'netCost', 'amount')) !== dollars(line.priceCents))
      throw invalidInput(`The net cost of item ${text(at(item, 'itemSequenceNumber'))} is not the order's.`);
    if (piecesOf(at(part, 'acknowledgedQuantity')) > line.quantity)
      throw invalidInput('The acknowledged quantity is above the quantity ordered.');
    if (code === 'Rejected' && !text(at(part, 'rejectionReason'))) throw invalidInput('rejectionReason is required.');
    return code;
  });
  if (codes.length === 0 || codes.every((code) => code === 'Rejected')) {
    ctx.world.cancel(order, 'rejected', 'MERCHANT');
    return;
  }
  takeOn(ctx, shop, order);
}

function ship(ctx: Context, shop: Shop, told: unknown): void {
  const identifier = text(at(told, 'shipmentIdentifier'));
  if (!identifier) throw invalidInput('shipmentIdentifier is required.');
  const kind = text(at(told, 'shipmentConfirmationType'));
  if (kind !== 'Original' && kind !== 'Replace') throw invalidInput('Invalid shipmentConfirmationType.');
  for (const name of ['sellingParty', 'shipFromParty', 'shipToParty'])
    if (!text(at(told, name, 'partyId'))) throw invalidInput(`${name} is required.`);
  const items = list(at(told, 'shippedItems'));
  const order = orderOf(shop, text(at(items[0], 'itemDetails', 'purchaseOrderNumber')), false);
  if (!order.acknowledged) throw invalidInput('The purchase order is not acknowledged.');
  const known = order.parcels.some((parcel) => parcel.ref === identifier);
  if (known && kind === 'Original')
    throw new SpApiError(400, 'DUPLICATE_SHIPMENT', `Shipment identifier ${identifier} already exists.`);
  if (!known && kind === 'Replace') throw invalidInput(`There is no shipment ${identifier} to replace.`);
  const shippedAt = readDate('shippedDate', text(at(told, 'shippedDate')), false);
  if (shippedAt === undefined) throw invalidInput('shippedDate is required.');
  const tracking = text(at(told, 'cartons', 0, 'trackingNumber'));
  if (text(at(told, 'shipmentType')) === 'SmallParcel' && !tracking)
    throw invalidInput('trackingNumber is required for every carton of a small parcel shipment.');
  recordShipment(
    ctx.world,
    order,
    {
      ref: identifier,
      carrierCode: text(at(told, 'transportationDetails', 'carrierScac')),
      carrierName: '',
      method: '',
      tracking,
      shippedAt,
      lines: items.map((item) => ({
        lineId: lineAt(order, at(item, 'itemSequenceNumber')).id,
        quantity: piecesOf(at(item, 'shippedQuantity')),
      })),
    },
    'shipmentConfirmation',
  );
}
