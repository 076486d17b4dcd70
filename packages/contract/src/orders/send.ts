import { z } from 'zod';
import { bulkResult, defineCall, id, idempotencyKey, list, requiredText, text } from '../call.ts';
import { orderFilter, press } from './desk.ts';
import type { OrderStatus } from './states.ts';

/** Ticked orders, or all that a filter matches (at most 10,000 at once). */
const chosen = { ids: list(id(), 1000).optional(), filter: orderFilter.optional() };
/** In which states sending finds work. */
export const SEND_STATES = {
  freight: ['unpaid', 'review', 'allocate', 'ready', 'picking', 'packed', 'exception', 'held'],
  label: ['ready', 'picking', 'packed'],
  pack: ['ready', 'picking'],
  manifest: ['packed'],
  ship: ['packed'],
  shipByHand: ['allocate', 'ready'],
} as const satisfies Record<string, readonly OrderStatus[]>;

export function maySend(act: keyof typeof SEND_STATES, order: { status: string; exception: string | null }): boolean {
  const states: readonly string[] = SEND_STATES[act];
  return states.includes(order.status) || (act === 'label' && order.exception === 'label');
}

/** Above this many, carriers are asked in the background. */
export const SEND_AT_ONCE = 20;

const freightOffer = z.object({
  channelId: z.number(),
  channelName: z.string(),
  carrier: z.string(),
  serviceCode: z.string(),
  serviceName: z.string(),
  /** Null where nobody knows it before the parcel leaves, or for whoever may not see costs. */
  amount: z.string().nullable(),
  currency: z.string(),
  transitDays: z.number().int().nullable(),
  arrivesOnDay: z.string().nullable(),
  /** Arrives by the day the slowest service would have reached if handed over on time; null where nobody knows. */
  inTime: z.boolean().nullable(),
});
export type FreightOffer = z.output<typeof freightOffer>;

export const estimateFreight = defineCall({
  method: 'POST',
  path: '/seller/order/freight',
  access: press('ship'),
  summary: 'What an order would cost by every channel and service, from what its products weigh; cheapest first.',
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
    /** Channels that gave no price, and why. */
    silent: z.array(z.object({ channelId: z.number(), channelName: z.string(), reason: z.string() })),
    /** By which it goes as things stand. */
    chosen: z.object({ channelId: z.number(), serviceCode: z.string() }).nullable(),
  }),
});
export const chooseFreight = defineCall({
  method: 'POST',
  path: '/seller/order/chooseFreight',
  access: press('ship'),
  summary: 'Orders go by this channel, and by this service of it where one is named.',
  input: z.strictObject({ ...chosen, channelId: id(), serviceCode: text(10).default(''), ...idempotencyKey }),
  result: bulkResult,
});

/** What was done at once; `runId` where the carriers are asked in the background. */
const sent = bulkResult.extend({ runId: z.number().nullable() });
export const cheapestFreight = defineCall({
  method: 'POST',
  path: '/seller/order/cheapestFreight',
  access: press('ship'),
  summary: 'Each order goes by the cheapest channel and service that arrives in time.',
  input: z.strictObject({ ...chosen, ...idempotencyKey }),
  result: sent,
});
export const labelOrders = defineCall({
  method: 'POST',
  path: '/seller/order/label',
  access: press('ship'),
  summary:
    'Buys the labels of orders that have their goods, each once; where the box is not packed yet, by what the products weigh.',
  input: z.strictObject({ ...chosen, ...idempotencyKey }),
  result: sent,
});
export const sendRun = defineCall({
  method: 'GET',
  path: '/seller/order/sendRun',
  access: press('ship'),
  summary: 'How far a run in the background is, and which orders failed.',
  input: z.strictObject({ id: id() }),
  result: bulkResult.extend({ total: z.number().int(), finished: z.boolean() }),
});

export const ORDER_PAPERS = ['label', 'pickList', 'invoice', 'customs'] as const;
const papers = {
  ids: list(id(), 200).optional(),
  filter: orderFilter.optional(),
  papers: list(z.enum(ORDER_PAPERS), 4).refine((v) => v.length > 0),
};
export const checkPapers = defineCall({
  method: 'POST',
  path: '/seller/order/checkPapers',
  access: press('print'),
  summary: 'Which of the papers asked for are there: orders that lack one are named with it.',
  input: z.strictObject(papers),
  result: bulkResult,
});
export const printPapers = defineCall({
  method: 'POST',
  path: '/seller/order/printPapers',
  access: press('print'),
  summary: 'Papers of at most 200 orders in one file, in the order they are picked in or as they were listed.',
  input: z.strictObject({ ...papers, order: z.enum(['walk', 'list']).default('walk') }),
  result: z.unknown(),
  download: true,
});

export const packOrders = defineCall({
  method: 'POST',
  path: '/seller/order/pack',
  access: press('ship'),
  summary:
    'Orders that have their goods go into their boxes without the station: taken from where they are planned to be, packed by what the products weigh.',
  input: z.strictObject({ ...chosen, ...idempotencyKey }),
  result: bulkResult,
});
export const shipOrders = defineCall({
  method: 'POST',
  path: '/seller/order/ship',
  access: press('ship'),
  summary: 'Hands packed orders over to their carriers.',
  input: z.strictObject({ ...chosen, ...idempotencyKey }),
  result: bulkResult,
});
export const shipByHand = defineCall({
  method: 'POST',
  path: '/seller/order/shipByHand',
  access: press('ship'),
  summary:
    'Orders that were sent without a label of ours: their goods are taken out of stock, the platform is told the number.',
  input: z.strictObject({
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
  result: bulkResult,
});
