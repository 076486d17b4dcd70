import { isoSeconds } from '../world/clock.ts';
import type { Parcel, SandboxOrder } from '../world/orders.ts';
import type { SandboxReturn } from '../world/returns.ts';
import type { Shop } from '../world/shop.ts';
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

/** Finances 2024-06-19: a Shipment for each package that was confirmed, a Refund for each return. Source: finances_2024-06-19.json. */
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
  const desired = query.transactionStatus ? [query.transactionStatus] : ['DEFERRED', 'DEFERRED_RELEASED', 'RELEASED'];
  const inTime = (t: number) => t >= (after ?? 0) && t <= before;
  const all: (() => unknown)[] = [];
  for (const order of orders) {
    for (const parcel of order.parcels) {
      if (parcel.cancelled || !inTime(parcel.createdAt)) continue;
      // Money held back until the parcel has arrived is posted twice: when it was earned, and when it is let go.
      if (shop.deferred.has(order.id)) {
        if (desired.includes('DEFERRED')) all.push(() => viewShipment(shop, order, parcel, 'DEFERRED'));
        continue;
      }
      const held = order.seq % 2 === 0;
      if (held && desired.includes('DEFERRED_RELEASED'))
        all.push(() => viewShipment(shop, order, parcel, 'DEFERRED_RELEASED'));
      if (desired.includes('RELEASED')) all.push(() => viewShipment(shop, order, parcel, 'RELEASED', held));
    }
    if (all.length > offset + PAGE) break;
  }
  for (const one of desired.includes('RELEASED') ? shop.returns : []) {
    const order = shop.byId.get(one.orderId);
    const mine = !relatedName || one.orderId === query.relatedIdentifierValue;
    if (order && mine && one.state === 'refunded' && inTime(one.updatedAt))
      all.push(() => viewRefund(shop, order, one));
  }
  const more = all.length > offset + PAGE;
  return reply.send({
    payload: {
      transactions: all.slice(offset, offset + PAGE).map((view) => view()),
      ...(more && { nextToken: Buffer.from(String(offset + PAGE)).toString('base64url') }),
    },
  });
}

const id = (text: string): string => Buffer.from(text).toString('base64url');
/** What was posted in a fortnight is paid out together. */
const groupOf = (at: number): string => id(`group/${Math.floor(at / (14 * 86_400_000))}`);
const identifier = (relatedIdentifierName: string, relatedIdentifierValue: string) => ({
  relatedIdentifierName,
  relatedIdentifierValue,
});
const shell = (shop: Shop, at: number) => ({
  sellingPartnerMetadata: {
    sellingPartnerId: shop.id,
    accountType: 'Standard Orders',
    marketplaceId: AMAZON_MARKETPLACE,
  },
  postedDate: isoSeconds(at),
  marketplaceDetails: { marketplaceId: AMAZON_MARKETPLACE, marketplaceName: 'Amazon.com' },
  contexts: [],
});
const itemShell = (line: { id: string; asin: string; sku: string } | undefined, quantity: number) => ({
  relatedIdentifiers: [
    { itemRelatedIdentifierName: 'ORDER_ADJUSTMENT_ITEM_ID', itemRelatedIdentifierValue: line?.id ?? '' },
  ],
  contexts: [
    {
      contextType: 'ProductContext',
      asin: line?.asin,
      sku: line?.sku,
      quantityShipped: quantity,
      fulfillmentNetwork: 'MFN',
    },
  ],
});

function viewShipment(shop: Shop, order: SandboxOrder, parcel: Parcel, status: string, released = false) {
  const first = order.parcels[0] === parcel;
  let goods = 0;
  let tax = 0;
  let fees = 0;
  const items = parcel.lines.map((part, index) => {
    const line = order.lines.find((candidate) => candidate.id === part.lineId);
    const charge = (line?.priceCents ?? 0) * part.quantity;
    const taxed = Math.round(((line?.taxCents ?? 0) * part.quantity) / (line?.quantity ?? 1));
    const shipping = first && index === 0 ? order.shippingCents : 0;
    const fee = Math.round((charge + shipping) * COMMISSION);
    goods += charge;
    tax += taxed;
    fees += fee;
    return {
      description: line?.title ?? '',
      ...itemShell(line, part.quantity),
      totalAmount: usd(charge + shipping - fee),
      breakdowns: articleParts(charge, shipping, taxed, fee),
    };
  });
  const shipping = first ? order.shippingCents : 0;
  const earned = `${order.id}/${parcel.ref}`;
  return {
    ...shell(shop, parcel.createdAt),
    ...(status === 'DEFERRED' && {
      contexts: [
        {
          contextType: 'DeferredContext',
          deferralReason: 'DD7',
          maturityDate: isoSeconds(parcel.createdAt + 7 * 86_400_000),
        },
      ],
    }),
    relatedIdentifiers: [
      identifier('ORDER_ID', order.id),
      identifier('SHIPMENT_ID', earned),
      ...(status === 'RELEASED' ? [identifier('FINANCIAL_EVENT_GROUP_ID', groupOf(parcel.createdAt))] : []),
      ...(released ? [identifier('DEFERRED_TRANSACTION_ID', id(`${earned}/held`))] : []),
      ...(status === 'DEFERRED_RELEASED' ? [identifier('RELEASE_TRANSACTION_ID', id(earned))] : []),
    ],
    transactionType: 'Shipment',
    transactionId: id(status === 'RELEASED' ? earned : `${earned}/held`),
    transactionStatus: status,
    description: 'Order Payment',
    totalAmount: usd(goods + shipping - fees),
    items,
    breakdowns: totals(goods, shipping, tax, fees),
  };
}

/** What the buyer gets back is taken from the seller; Amazon gives its commission back but for a fifth of it. */
function viewRefund(shop: Shop, order: SandboxOrder, one: SandboxReturn) {
  const back = Math.round(one.refundCents * COMMISSION);
  const kept = Math.min(500, Math.round(back * 0.2));
  const [first] = one.lines;
  const line = order.lines.find((candidate) => candidate.id === first?.lineId);
  return {
    ...shell(shop, one.updatedAt),
    relatedIdentifiers: [
      identifier('ORDER_ID', order.id),
      identifier('REFUND_ID', one.id),
      identifier('FINANCIAL_EVENT_GROUP_ID', groupOf(one.updatedAt)),
    ],
    transactionType: 'Refund',
    transactionId: id(`${order.id}/refund/${one.id}`),
    transactionStatus: 'RELEASED',
    description: 'Refund Order',
    totalAmount: usd(-one.refundCents + back - kept),
    items: [
      {
        description: line?.title ?? '',
        ...itemShell(line, first?.quantity ?? 0),
        totalAmount: usd(-one.refundCents + back - kept),
        breakdowns: [
          breakdown('ProductCharges', -one.refundCents),
          breakdown('AmazonFees', back - kept, [breakdown('Commission', back), breakdown('RefundCommission', -kept)]),
        ],
      },
    ],
    breakdowns: [
      breakdown('RefundSales', -one.refundCents, [breakdown('ProductCharges', -one.refundCents)]),
      breakdown('RefundExpenses', back - kept, [breakdown('AmazonFees', back - kept)]),
    ],
  };
}

/** An article tells each fee; tax that Amazon collects and pays itself comes and goes. */
function articleParts(goods: number, shipping: number, tax: number, fee: number) {
  return [
    breakdown('ProductCharges', goods, [breakdown('OurPricePrincipal', goods)]),
    ...(shipping > 0 ? [breakdown('Shipping', shipping, [breakdown('ShippingPrincipal', shipping)])] : []),
    ...(tax > 0
      ? [
          breakdown('Tax', tax, [breakdown('OurPriceTax', tax)]),
          breakdown('MarketplaceFacilitatorTax', -tax, [breakdown('MarketplaceFacilitatorTaxPrincipal', -tax)]),
        ]
      : []),
    breakdown('AmazonFees', -fee, [breakdown('Commission', -fee, [breakdown('Base', -fee)])]),
  ];
}

/** The transaction as a whole goes no deeper than the groups. */
function totals(goods: number, shipping: number, tax: number, fees: number) {
  return [
    breakdown('Sales', goods + shipping + tax, [
      breakdown('ProductCharges', goods),
      breakdown('Shipping', shipping),
      breakdown('Tax', tax),
    ]),
    breakdown('Expenses', -fees - tax, [breakdown('MarketplaceFacilitatorTax', -tax), breakdown('AmazonFees', -fees)]),
  ];
}
