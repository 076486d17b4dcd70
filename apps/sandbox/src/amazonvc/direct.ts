import { recordShipment } from '../amazon/confirm.ts';
import { readDate } from '../amazon/dates.ts';
import { invalidInput } from '../amazon/errors.ts';
import type { Call, OperationBook } from '../amazon/operations.ts';
import { type Context, param, rawBody } from '../http/app.ts';
import { at, list, parseJson, text } from '../http/types.ts';
import { createdBetween, pageOf } from '../kit/listing.ts';
import { isoSeconds } from '../world/clock.ts';
import { dollars, type SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { labelsOf } from './labels.ts';
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
  SHIP_METHOD,
  statusOf,
  takeOn,
  VENDOR_CODE,
  WAREHOUSE,
} from './vendor.ts';

const STATUSES = ['NEW', 'ACCEPTED', 'SHIPPED', 'CANCELLED'];
const DAY = 86_400_000;
/** No older orders are told. */
const OLDEST = 183 * DAY;
/** Vendor Direct Fulfillment Orders and Shipping 2021-12-28. Source: their models. */
export function registerDirect(book: OperationBook, ctx: Context, desk: TransactionDesk): void {
  const path = '/vendor/directFulfillment/orders/2021-12-28';
  book.add({
    method: 'GET',
    path: `${path}/purchaseOrders`,
    name: 'getDirectOrders',
    personal: 'required',
    handle: (call) => listed(ctx, call),
  });
  book.add({
    method: 'GET',
    path: `${path}/purchaseOrders/{purchaseOrderNumber}`,
    name: 'getDirectOrder',
    personal: 'required',
    handle: (call) => {
      const order = orderOf(call.shop, param(call.request, 'purchaseOrderNumber'), true);
      return call.reply.send(view(ctx, order));
    },
  });
  book.add({
    method: 'POST',
    path: `${path}/acknowledgements`,
    name: 'submitAcknowledgement',
    handle: (call) => {
      const answered = list(at(parseJson(rawBody(call.request)), 'orderAcknowledgements'));
      if (answered.length === 0) throw invalidInput('orderAcknowledgements is required.');
      const transactionId = desk.begin(call, () => {
        for (const one of answered) answer(ctx, call.shop, one);
      });
      return call.reply.code(202).send({ transactionId });
    },
  });
  book.add({
    method: 'POST',
    path: '/vendor/directFulfillment/shipping/2021-12-28/shipmentConfirmations',
    name: 'submitShipmentConfirmations',
    handle: (call) => {
      const answered = list(at(parseJson(rawBody(call.request)), 'shipmentConfirmations'));
      if (answered.length === 0) throw invalidInput('shipmentConfirmations is required.');
      const transactionId = desk.begin(call, () => {
        for (const one of answered) confirm(ctx, call.shop, one);
      });
      return call.reply.code(202).send({ transactionId });
    },
  });
}

function listed(ctx: Context, { query, shop, reply }: Call) {
  const { from, to } = readWindow(query, true);
  if (query.status && !STATUSES.includes(query.status)) throw invalidInput('Invalid status.');
  const oldest = ctx.world.clock.now() - OLDEST;
  const all = createdBetween(shop, Math.max(from, oldest), to).filter(
    (order) =>
      isDirect(order) &&
      (!query.status || statusOf(order) === query.status) &&
      (!query.shipFromPartyId || query.shipFromPartyId === WAREHOUSE),
  );
  if (query.sortOrder !== 'ASC') all.reverse();
  const page = pageOf(ctx, PLATFORM, all, readOffset(query), readLimit(query));
  const orders = page.rows.map((order) =>
    query.includeDetails === 'false' ? { purchaseOrderNumber: order.id } : view(ctx, order),
  );
  return reply.send({ ...paginationOf(page.next), orders });
}

function view(ctx: Context, order: SandboxOrder) {
  const broken = ctx.faults.isMalformed(PLATFORM, order.id);
  const currencyCode = ctx.faults.marks(PLATFORM, 'oddMoney', order.id) ? 'CAD' : 'USD';
  const { address: to } = order;
  const money = (cents: number) => ({ amount: dollars(cents), currencyCode });
  return {
    purchaseOrderNumber: order.id,
    ...(ctx.faults.of(PLATFORM).newField && { neverSeenBefore: { deep: [1] } }),
    orderDetails: {
      customerOrderNumber: `111-7777777-${String(order.seq).padStart(7, '0')}`,
      orderDate: broken ? 'yesterday' : isoSeconds(order.createdAt),
      orderStatus: ctx.faults.marks(PLATFORM, 'unknownStatus', order.id) ? 'PONDERED' : statusOf(order),
      shipmentDetails: {
        isPriorityShipment: false,
        isPslipRequired: true,
        isGift: false,
        shipMethod: SHIP_METHOD,
        shipmentDates: {
          requiredShipDate: isoSeconds(order.createdAt + DAY),
          promisedDeliveryDate: isoSeconds(order.createdAt + 5 * DAY),
        },
        messageToCustomer: 'Thank you',
      },
      sellingParty: { partyId: VENDOR_CODE },
      shipFromParty: { partyId: WAREHOUSE },
      shipToParty: {
        name: to.name,
        addressLine1: to.line1,
        ...(to.line2 && { addressLine2: to.line2 }),
        city: to.city,
        stateOrRegion: to.state,
        postalCode: to.postalCode,
        countryCode: to.country,
        phone: to.phone,
      },
      billToParty: { partyId: 'AMZN1' },
      items: order.lines.map((line, index) => ({
        itemSequenceNumber: String(index + 1),
        buyerProductIdentifier: line.asin,
        vendorProductIdentifier: line.sku,
        title: line.title,
        orderedQuantity: broken ? { amount: 'two' } : { amount: line.quantity, unitOfMeasure: 'Each' },
        netPrice: money(line.priceCents),
        ...(line.taxCents > 0 && {
          taxDetails: { taxLineItem: [{ taxRate: '0.0725', taxAmount: money(line.taxCents), type: 'TOTAL' }] },
        }),
      })),
    },
  };
}

function checkParties(answered: unknown): void {
  if (text(at(answered, 'sellingParty', 'partyId')) !== VENDOR_CODE) throw invalidInput('Invalid sellingParty.');
  if (text(at(answered, 'shipFromParty', 'partyId')) !== WAREHOUSE) throw invalidInput('Invalid shipFromParty.');
}

/** Orders are taken or refused whole, with all their lines. */
function answer(ctx: Context, shop: Shop, answered: unknown): void {
  const order = orderOf(shop, text(at(answered, 'purchaseOrderNumber')), true);
  checkParties(answered);
  if (!text(at(answered, 'vendorOrderNumber'))) throw invalidInput('vendorOrderNumber is required.');
  const code = text(at(answered, 'acknowledgementStatus', 'code'));
  if (!/^\d\d$/.test(code)) throw invalidInput(`Invalid acknowledgement code: ${code}`);
  if (statusOf(order) !== 'NEW') throw invalidInput(`The order is ${statusOf(order)} and cannot be acknowledged.`);
  const items = list(at(answered, 'itemAcknowledgements'));
  if (items.length !== order.lines.length) throw invalidInput('All items of the order must be acknowledged.');
  for (const item of items) {
    const sequence = at(item, 'itemSequenceNumber');
    if (typeof sequence !== 'string') throw invalidInput('itemSequenceNumber must be a string.');
    const line = lineAt(order, sequence);
    if (at(item, 'acknowledgedQuantity', 'amount') !== line.quantity)
      throw invalidInput('The acknowledged quantity must be the quantity ordered.');
  }
  if (code === '00') takeOn(ctx, shop, order);
  else ctx.world.cancel(order, `acknowledgement ${code}`, 'MERCHANT');
}

function confirm(ctx: Context, shop: Shop, answered: unknown): void {
  const order = orderOf(shop, text(at(answered, 'purchaseOrderNumber')), true);
  checkParties(answered);
  const status = text(at(answered, 'shipmentDetails', 'shipmentStatus'));
  const shippedAt = readDate('shippedDate', text(at(answered, 'shipmentDetails', 'shippedDate')), false);
  if (shippedAt === undefined) throw invalidInput('shippedDate is required.');
  if (statusOf(order) !== 'ACCEPTED') throw invalidInput(`The order is ${statusOf(order)} and cannot be confirmed.`);
  const items = list(at(answered, 'items'));
  if (items.length === 0) throw invalidInput('items is required.');
  const lines = items.map((item) => {
    const sequence = at(item, 'itemSequenceNumber');
    if (typeof sequence !== 'number') throw invalidInput('itemSequenceNumber must be an integer.');
    return { lineId: lineAt(order, sequence).id, quantity: Number(at(item, 'shippedQuantity', 'amount')) };
  });
  if (status === 'FLOOR_DENIAL') {
    ctx.world.cancel(order, 'floor denial', 'MERCHANT');
    return;
  }
  if (status !== 'SHIPPED') throw invalidInput(`Invalid shipmentStatus: ${status}`);
  const tracking = text(at(answered, 'containers', 0, 'trackingNumber')) || labelsOf(order)[0]?.tracking;
  if (!tracking) throw invalidInput('containers is required where Amazon made no shipping label.');
  recordShipment(
    ctx.world,
    order,
    { ref: '1', carrierCode: SHIP_METHOD, carrierName: '', method: '', tracking, shippedAt, lines },
    'shipmentConfirmation',
  );
}
