import { readDate } from '../amazon/dates.ts';
import { invalidInput } from '../amazon/errors.ts';
import type { Call, OperationBook } from '../amazon/operations.ts';
import { type Context, param, rawBody } from '../http/app.ts';
import { at, list, parseJson } from '../http/types.ts';
import { changedBetween, createdBetween, pageOf } from '../kit/listing.ts';
import { isoSeconds } from '../world/clock.ts';
import { dollars, type OrderLine, type SandboxOrder } from '../world/orders.ts';
import { answer, answersOf, CASE, openOf } from './answers.ts';
import { invoice } from './invoices.ts';
import { ship } from './shipments.ts';
import type { TransactionDesk } from './transactions.ts';
import { isDirect, orderOf, PLATFORM, paginationOf, readLimit, readOffset, readWindow, VENDOR_CODE } from './vendor.ts';

const STATES = ['New', 'Acknowledged', 'Closed'];
const DAY = 86_400_000;
/** Amazon buys this article by the case. */
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

/** Vendor Orders v1, Vendor Shipments v1 and Vendor Invoices v1. Source: vendorOrders.json, vendorShipments.json, vendorInvoices.json. */
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
  const writes = [
    { path: `${path}/acknowledgements`, name: 'submitAcknowledgement', of: 'acknowledgements', work: answer },
    {
      path: '/vendor/shipping/v1/shipmentConfirmations',
      name: 'submitShipmentConfirmations',
      of: 'shipmentConfirmations',
      work: ship,
    },
    { path: '/vendor/payments/v1/invoices', name: 'submitInvoices', of: 'invoices', work: invoice },
  ];
  for (const { path: to, name, of, work } of writes)
    book.add({
      method: 'POST',
      path: to,
      name,
      handle: (call) => {
        const answered = list(at(parseJson(rawBody(call.request)), of));
        if (answered.length === 0) throw invalidInput(`${of} is required.`);
        const transactionId = desk.begin(call, () => {
          for (const one of answered) work(ctx, call.shop, one);
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
        isBackOrderAllowed: true,
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

/** How Amazon sums up what the vendor said of a line. */
function confirmationOf(order: SandboxOrder, index: number): string {
  const answered = answersOf(order)[index];
  if (order.status === 'cancelled' && order.cancelledBy === 'MERCHANT') return 'REJECTED';
  if (!order.acknowledged) return 'UNCONFIRMED';
  if (!answered || answered.rejected === 0) return 'ACCEPTED';
  return answered.accepted + answered.backordered > 0 ? 'PARTIALLY_ACCEPTED' : 'REJECTED';
}

function viewStatus(order: SandboxOrder) {
  const withdrawn = order.status === 'cancelled' && order.cancelledBy !== 'MERCHANT';
  return {
    purchaseOrderNumber: order.id,
    purchaseOrderStatus: stateOf(order) === 'Closed' ? 'CLOSED' : 'OPEN',
    purchaseOrderDate: isoSeconds(order.createdAt),
    lastUpdatedDate: isoSeconds(order.updatedAt),
    sellingParty: { partyId: VENDOR_CODE },
    shipToParty: { partyId: 'ABE8' },
    itemStatus: order.lines.map((line, index) => {
      const got = received(order, line);
      const taken = order.acknowledged ? openOf(order, index) : 0;
      const confirmationStatus = confirmationOf(order, index);
      const unconfirmed = confirmationStatus === 'UNCONFIRMED';
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
          confirmationStatus,
          acceptedQuantity: pieces(line, confirmationStatus === 'REJECTED' ? 0 : taken),
          rejectedQuantity: pieces(
            line,
            unconfirmed ? 0 : confirmationStatus === 'REJECTED' ? line.quantity : line.quantity - taken,
          ),
        },
        receivingStatus: {
          receiveStatus: got === 0 ? 'NOT_RECEIVED' : got < taken ? 'PARTIALLY_RECEIVED' : 'RECEIVED',
          receivedQuantity: pieces(line, got),
        },
      };
    }),
  };
}
