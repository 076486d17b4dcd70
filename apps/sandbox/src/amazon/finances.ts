import { isoSeconds } from '../world/clock.ts';
import type { Parcel, SandboxOrder } from '../world/orders.ts';
import { AMAZON_MARKETPLACE } from '../world/world.ts';
import { readBefore, readDate } from './dates.ts';
import { invalidInput } from './errors.ts';
import type { Call, OperationBook } from './operations.ts';

const COMMISSION = 0.15;
const PAGE = 100;
const usd = (cents: number) => ({ currencyCode: 'USD', currencyAmount: cents / 100 });
const breakdown = (breakdownType: string, cents: number, breakdowns: unknown[] = []) => ({
  breakdownType,
  breakdownAmount: usd(cents),
  breakdowns,
});

/** Finances 2024-06-19: one Shipment transaction for each package that was confirmed. Source: finances_2024-06-19.json. */
export function registerFinances(book: OperationBook): void {
  book.add({
    method: 'GET',
    path: '/finances/2024-06-19/transactions',
    name: 'listTransactions',
    handle: listTransactions,
  });
}

function listTransactions({ query, shop, reply }: Call) {
  const relatedName = query.relatedIdentifierName;
  const after = readDate('postedAfter', query.postedAfter, false);
  if (after === undefined && !relatedName) throw invalidInput('postedAfter is required without a related identifier.');
  const before = readBefore('postedBefore', query.postedBefore, false, Date.now(), after) ?? Number.MAX_SAFE_INTEGER;
  if (relatedName && relatedName !== 'ORDER_ID') throw invalidInput(`No transactions by ${relatedName} here.`);
  if (query.transactionStatus && !['DEFERRED', 'RELEASED', 'DEFERRED_RELEASED'].includes(query.transactionStatus)) {
    throw invalidInput('Invalid transactionStatus.');
  }
  const offset = query.nextToken ? Number(Buffer.from(query.nextToken, 'base64url').toString('utf8')) : 0;
  if (!Number.isInteger(offset)) throw invalidInput('Invalid nextToken.');
  const one = relatedName ? shop.byId.get(query.relatedIdentifierValue ?? '') : undefined;
  const orders: Iterable<SandboxOrder> = relatedName
    ? one
      ? [one]
      : []
    : shop.byUpdate.after({ t: after ?? 0, n: -1 });
  const all = [];
  const shown = query.transactionStatus ? query.transactionStatus === 'RELEASED' : true;
  for (const order of shown ? orders : []) {
    for (const parcel of order.parcels) {
      if (parcel.createdAt >= (after ?? 0) && parcel.createdAt <= before)
        all.push(() => viewTransaction(shop.id, order, parcel));
    }
    if (all.length > offset + PAGE) break;
  }
  const more = all.length > offset + PAGE;
  return reply.send({
    payload: {
      transactions: all.slice(offset, offset + PAGE).map((view) => view()),
      ...(more && { nextToken: Buffer.from(String(offset + PAGE)).toString('base64url') }),
    },
  });
}

function viewTransaction(seller: string, order: SandboxOrder, parcel: Parcel) {
  const first = order.parcels[0] === parcel;
  let goods = 0;
  let fees = 0;
  const items = parcel.lines.map((part, index) => {
    const line = order.lines.find((candidate) => candidate.id === part.lineId);
    const charge = (line?.priceCents ?? 0) * part.quantity;
    const shipping = first && index === 0 ? order.shippingCents : 0;
    const fee = Math.round((charge + shipping) * COMMISSION);
    goods += charge;
    fees += fee;
    return {
      description: line?.title ?? '',
      relatedIdentifiers: [
        { itemRelatedIdentifierName: 'ORDER_ADJUSTMENT_ITEM_ID', itemRelatedIdentifierValue: part.lineId },
      ],
      totalAmount: usd(charge + shipping - fee),
      breakdowns: parts(charge, shipping, fee),
      contexts: [
        {
          contextType: 'ProductContext',
          asin: line?.asin,
          sku: line?.sku,
          quantityShipped: part.quantity,
          fulfillmentNetwork: 'MFN',
        },
      ],
    };
  });
  const shipping = first ? order.shippingCents : 0;
  return {
    sellingPartnerMetadata: {
      sellingPartnerId: seller,
      accountType: 'Standard Orders',
      marketplaceId: AMAZON_MARKETPLACE,
    },
    relatedIdentifiers: [
      { relatedIdentifierName: 'ORDER_ID', relatedIdentifierValue: order.id },
      { relatedIdentifierName: 'SHIPMENT_ID', relatedIdentifierValue: `${order.id}/${parcel.ref}` },
    ],
    transactionType: 'Shipment',
    transactionId: Buffer.from(`${order.id}/${parcel.ref}`).toString('base64url'),
    transactionStatus: 'RELEASED',
    description: 'Order Payment',
    postedDate: isoSeconds(parcel.createdAt),
    totalAmount: usd(goods + shipping - fees),
    marketplaceDetails: { marketplaceId: AMAZON_MARKETPLACE, marketplaceName: 'Amazon.com' },
    items,
    contexts: [],
    breakdowns: parts(goods, shipping, fees),
  };
}

function parts(goods: number, shipping: number, fees: number) {
  return [
    breakdown('Sales', goods + shipping, [breakdown('ProductCharges', goods), breakdown('Shipping', shipping)]),
    breakdown('Expenses', -fees, [
      breakdown('AmazonFees', -fees, [breakdown('Commission', -fees, [breakdown('Base', -fees)])]),
    ]),
  ];
}
