import { z } from 'zod';
import { anyOrder } from '../access/modules.ts';
import { bulkCall, bulkResult, defineCall, id, idempotencyKey, list, requiredText, text } from '../call.ts';
import { borderDuty } from '../logistics/duties.ts';
import { laneDays } from '../logistics/parcels.ts';
import { orderFilter } from './desk.ts';
import type { OrderStatus } from './states.ts';

/** Ticked orders, or all matches of a filter (at most 10,000 at once). */
const chosen = { ids: list(id(), 1000).optional(), filter: orderFilter.optional() };
/** The states in which sending applies. */
export const SEND_STATES = {
  freight: ['unpaid', 'review', 'allocate', 'ready', 'picking', 'packed', 'exception', 'held'],
  label: ['ready', 'picking', 'packed'],
  pack: ['ready', 'picking'],
  manifest: ['packed'],
  ship: ['packed'],
  send: ['ready', 'picking', 'packed'],
  shipByHand: ['allocate', 'ready'],
} as const satisfies Record<string, readonly OrderStatus[]>;

export function maySend(act: keyof typeof SEND_STATES, order: { status: string; exception: string | null }): boolean {
  const states: readonly string[] = SEND_STATES[act];
  return states.includes(order.status) || (act === 'label' && order.exception === 'label');
}

/** Above this many, carriers are asked in the background. */
export const SEND_AT_ONCE = 20;

/**
 * Why an offer is chosen, or is not. automatic: the cheapest that is not late, which the automatic choice takes. ofChannel:
 * what its channel would buy by its rule. late: after the day that the slowest service promises. dearer: than the cheapest.
 */
export const OFFER_REASONS = ['automatic', 'cheapest', 'fastest', 'ofChannel', 'late', 'dearer', 'unpriced'] as const;
export type OfferReason = (typeof OFFER_REASONS)[number];

const freightOffer = z.object({
  channelId: z.number(),
  channelName: z.string(),
  carrier: z.string(),
  serviceCode: z.string(),
  serviceName: z.string(),
  /** Null if it is unknown before the parcel leaves, or without the right to see costs. */
  amount: z.string().nullable(),
  currency: z.string(),
  transitDays: z.number().int().nullable(),
  arrivesOnDay: z.string().nullable(),
  /** What own parcels of the channel took there; null where too few went. */
  lane: laneDays.nullable(),
  /** Arrives by the day of the slowest service, handed over on time; null if unknown. */
  inTime: z.boolean().nullable(),
  /** What the goods owe at the border; null where they cross none, or without the right to see costs. */
  duty: borderDuty.nullable(),
  /** Freight and the duty that the sender pays, in the currency of the rate; null where it pays none or it is unknown. */
  total: z.string().nullable(),
  /** At least one. */
  why: z.array(z.enum(OFFER_REASONS)),
});
export type FreightOffer = z.output<typeof freightOffer>;

export const estimateFreight = defineCall({
  method: 'POST',
  path: '/seller/order/freight',
  access: anyOrder('ship'),
  summary:
    'Estimates the shipping cost of an order by every channel and service from its products’ weight, cheapest first.',
  input: z.strictObject({ id: id() }),
  result: z.object({
    id: z.number(),
    weightGrams: z.number().int(),
    lengthMm: z.number().int(),
    widthMm: z.number().int(),
    heightMm: z.number().int(),
    /** A product has no weight, or no size: a usual one was taken. */
    guessedWeight: z.boolean(),
    guessedSize: z.boolean(),
    offers: z.array(freightOffer),
    /** Services that a channel allows and its carrier does not offer for this parcel: its weight, its size, the way there. */
    notOffered: z.array(z.object({ channelId: z.number(), channelName: z.string(), services: z.array(z.string()) })),
    /** Channels that gave no price, and why. */
    silent: z.array(z.object({ channelId: z.number(), channelName: z.string(), reason: z.string() })),
    /** Its current channel. */
    chosen: z.object({ channelId: z.number(), serviceCode: z.string() }).nullable(),
  }),
});
export const chooseFreight = bulkCall(
  '/seller/order/chooseFreight',
  anyOrder('ship'),
  'Sets the shipping channel of orders and, if given, its service.',
  z.strictObject({ ...chosen, channelId: id(), serviceCode: text(40).default(''), ...idempotencyKey }),
);

/** The immediate results; `runId` if the carriers answer in the background. */
const sent = bulkResult.extend({ runId: z.number().nullable() });
export const cheapestFreight = defineCall({
  method: 'POST',
  path: '/seller/order/cheapestFreight',
  access: anyOrder('ship'),
  summary: 'Assigns each order the cheapest channel and service that arrives in time.',
  input: z.strictObject({ ...chosen, ...idempotencyKey }),
  result: sent,
});
export const labelOrders = defineCall({
  method: 'POST',
  path: '/seller/order/label',
  access: anyOrder('ship'),
  summary:
    'Buys the labels of allocated orders, once each. Boxes that are not packed yet use the weight of their products.',
  input: z.strictObject({ ...chosen, ...idempotencyKey }),
  result: sent,
});
/** Buys nothing. */
export const priceLabels = defineCall({
  method: 'POST',
  path: '/seller/order/priceLabels',
  access: anyOrder('ship'),
  summary: 'Asks in the background what the labels of orders would cost; `labelPrices` returns the sums.',
  input: z.strictObject({ ...chosen, ...idempotencyKey }),
  result: sent,
});
/** Packing, label and handover; what a former call has done of it is not done again. */
export const sendWhole = defineCall({
  method: 'POST',
  path: '/seller/order/sendWhole',
  access: anyOrder('ship'),
  summary: 'Packs orders without scanning, buys their labels and ships them, in the background.',
  input: z.strictObject({ ...chosen, ...idempotencyKey }),
  result: sent,
});
export const sendRun = defineCall({
  method: 'GET',
  path: '/seller/order/sendRun',
  access: anyOrder('ship'),
  summary: 'Returns the progress of a background run, and which orders failed.',
  input: z.strictObject({ id: id() }),
  result: bulkResult.extend({ total: z.number().int(), finished: z.boolean() }),
});

export const labelPrices = defineCall({
  method: 'GET',
  path: '/seller/order/labelPrices',
  access: anyOrder('ship'),
  summary: 'Returns what labels would cost by currency, and which orders would lose money by theirs.',
  input: z.strictObject({ id: id() }),
  result: bulkResult.extend({
    total: z.number().int(),
    finished: z.boolean(),
    /** How many would be bought; orders with a label, or with none to pay, need no other. */
    labels: z.number().int(),
    /** The user may not see costs: no amounts. */
    hidden: z.boolean(),
    sums: z.array(z.object({ currency: z.string(), amount: z.string() })),
    /** The first hundred. */
    losing: z.array(
      z.object({
        id: z.number(),
        label: z.string(),
        amount: z.string(),
        currency: z.string(),
        total: z.string().nullable(),
        totalCurrency: z.string(),
        /** In the company's currency. */
        profit: z.string().nullable(),
      }),
    ),
    losingCount: z.number().int(),
  }),
});

export const ORDER_PAPERS = ['label', 'pickList', 'packingSlip', 'invoice', 'customs', 'battery'] as const;
/** What a parcel is to customs, as the forms of the posts name it. */
export const CUSTOMS_CATEGORIES = ['sale', 'gift', 'documents', 'sample', 'returned', 'other'] as const;
export type CustomsCategory = (typeof CUSTOMS_CATEGORIES)[number];
const papers = {
  ids: list(id(), 200).optional(),
  filter: orderFilter.optional(),
  papers: list(z.enum(ORDER_PAPERS), ORDER_PAPERS.length).refine((v) => v.length > 0),
  /** For customs declarations. */
  category: z.enum(CUSTOMS_CATEGORIES).default('sale'),
};
export const checkPapers = bulkCall(
  '/seller/order/checkPapers',
  anyOrder('print'),
  'Checks whether the requested documents are available. Reports orders that lack one, with the document.',
  z.strictObject(papers),
);
export const printPapers = defineCall({
  method: 'POST',
  path: '/seller/order/printPapers',
  access: anyOrder('print'),
  summary: 'Downloads documents of up to 200 orders in one file, in pick order or list order.',
  input: z.strictObject({ ...papers, order: z.enum(['walk', 'list']).default('walk') }),
  result: z.unknown(),
  download: true,
});

export const packOrders = bulkCall(
  '/seller/order/pack',
  anyOrder('ship'),
  'Packs allocated orders without the scan station: picks from planned locations and uses the products’ weight.',
  z.strictObject({ ...chosen, ...idempotencyKey }),
);
export const shipOrders = bulkCall(
  '/seller/order/ship',
  anyOrder('ship'),
  'Hands packed orders over to their carriers.',
  z.strictObject({ ...chosen, ...idempotencyKey }),
);
export const shipByHand = bulkCall(
  '/seller/order/shipByHand',
  anyOrder('ship'),
  'Ships orders that were sent without our label: deducts their stock and sends the number to the platform.',
  z.strictObject({
    orders: list(
      z.strictObject({
        /** Ours, or the platform's. */
        number: requiredText(80),
        trackingNumber: text(60).default(''),
        /** Instead of what holds for all. */
        carrierName: text(60).default(''),
      }),
      500,
    ).refine((v) => v.length > 0),
    /** A channel of own delivery, or who carries it. */
    channelId: id().optional(),
    carrierName: text(60).default(''),
    ...idempotencyKey,
  }),
);
