import { z } from 'zod';
import { anyOrder, type Right, rights } from './access/modules.ts';
import { day, defineCall, id } from './call.ts';
import { PAPER_KINDS } from './catalog/words.ts';

/** Figures of the user's data scope, in the company's base currency. */
const range = z.strictObject({
  shopId: id().optional(),
  /** At most 92 days; the last 30 by default. */
  startDate: day().optional(),
  endDate: day().optional(),
});
const sold = { orders: z.number().int(), units: z.number().int(), amount: z.string() };
/** Currencies without a rate, which the amounts leave out. */
const unconverted = z.array(z.object({ currency: z.string(), amount: z.string() }));

export const getOmniChannelOrdersAmountChart = defineCall({
  method: 'GET',
  path: '/seller/operationCenter/Common/getOmniChannelOrdersAmountChart',
  access: 'user',
  summary: 'Returns sales by day, excluding unpaid, cancelled and refunded orders.',
  input: range,
  result: z.object({
    currency: z.string(),
    days: z.array(z.object({ day: z.string(), ...sold })),
    total: z.object(sold),
    /** The same number of days before. */
    before: z.object(sold),
    unconverted,
  }),
});
export const getOmniChannelshopOrdersNumRanking = defineCall({
  method: 'GET',
  path: '/seller/operationCenter/Common/getOmniChannelshopOrdersNumRanking',
  access: 'user',
  summary: 'Ranks shops by number of orders, highest first.',
  input: range,
  result: z.object({
    currency: z.string(),
    shops: z.array(z.object({ shopId: z.number(), name: z.string(), platform: z.string(), ...sold })),
    unconverted,
  }),
});
export const getOmniChannelProductBestSellerRanking = defineCall({
  method: 'GET',
  path: '/seller/operationCenter/Common/getOmniChannelProductBestSellerRanking',
  access: 'user',
  summary: 'Returns the twenty best-selling products by units. Unmapped items appear under their seller SKU.',
  input: range,
  result: z.object({
    currency: z.string(),
    products: z.array(
      z.object({
        productId: z.number().nullable(),
        sku: z.string(),
        nameZh: z.string(),
        nameEn: z.string(),
        orders: z.number().int(),
        units: z.number().int(),
        amount: z.string(),
        available: z.number().int().nullable(),
      }),
    ),
    unconverted,
  }),
});
export const getWarehouseWarnData = defineCall({
  method: 'GET',
  path: '/seller/countReportForm/getWarehouseWarnData',
  access: 'user',
  summary:
    'Returns failing shops, products that orders wait for, products with under a week of stock, compliance papers that expire soon, stock warnings, how many SKUs run out before goods can arrive, and how many payments to suppliers are due.',
  input: z.strictObject({}),
  result: z.object({
    shops: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        platform: z.string(),
        state: z.string(),
        error: z.string().nullable(),
      }),
    ),
    short: z.array(
      z.object({
        productId: z.number(),
        sku: z.string(),
        nameZh: z.string(),
        nameEn: z.string(),
        waitingOrders: z.number().int(),
        needed: z.number().int(),
        available: z.number().int(),
      }),
    ),
    low: z.array(
      z.object({
        productId: z.number(),
        sku: z.string(),
        nameZh: z.string(),
        nameEn: z.string(),
        available: z.number().int(),
        perDay: z.string(),
        days: z.number().int(),
      }),
    ),
    /** Compliance papers that expire within 60 days or are over, the most urgent first. */
    papers: z.array(
      z.object({
        productId: z.number(),
        sku: z.string(),
        nameZh: z.string(),
        nameEn: z.string(),
        kind: z.enum(PAPER_KINDS),
        country: z.string(),
        expiresOn: z.string(),
        /** Negative: so many days ago. */
        days: z.number().int(),
      }),
    ),
    /** The number of stock warnings by type (STOCK_WARNINGS), without zeros. */
    stock: z.record(z.string(), z.number()),
    /** SKUs that run out before an order placed today could arrive, and nobody has decided about. */
    runOut: z.number().int(),
    /** Payments to suppliers that are overdue, and due within a week. */
    payments: z.object({ overdue: z.number().int(), week: z.number().int() }),
  }),
});
export const getUnshippedDataNum = defineCall({
  method: 'GET',
  path: '/seller/countReportForm/getUnshippedDataNum',
  access: 'user',
  summary: 'Returns the number of unshipped orders by status, and how many of them need attention.',
  input: z.strictObject({}),
  result: z.object({
    total: z.number().int(),
    counts: z.record(z.string(), z.number()),
    queues: z.record(z.string(), z.number()),
  }),
});

export const getShopRates = defineCall({
  method: 'GET',
  path: '/seller/countReportForm/getShopRates',
  access: 'user',
  summary:
    'Returns how many orders of the last 30 days shipped late or were cancelled by the seller, by shop, worst first.',
  input: z.strictObject({}),
  result: z.object({
    shops: z.array(
      z.object({
        shopId: z.number(),
        name: z.string(),
        platform: z.string(),
        ordered: z.number().int(),
        /** Whose last day to ship has come. */
        due: z.number().int(),
        late: z.number().int(),
        cancelled: z.number().int(),
        /** The platform's allowed percentage; null if it is unknown. */
        lateLimit: z.number().nullable(),
        cancelLimit: z.number().nullable(),
      }),
    ),
  }),
});

/** What a company does before its first parcel leaves, in this order. */
export const SETUP_STEPS = ['shop', 'products', 'warehouse', 'stock', 'pairing', 'carrier', 'shipment'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];
/** A step is shown to users with one of these rights: its form asks for it. */
export const SETUP_RIGHTS: Record<SetupStep, readonly Right[]> = {
  shop: [rights.salesChannel.authorize],
  products: [rights.product.add],
  warehouse: [rights.warehouse.add],
  stock: [rights.stock.adjust],
  pairing: [rights.skuMapping.add],
  carrier: [rights.carrier.add],
  shipment: anyOrder('ship'),
};
/**
 * What an open step lacks. `listings`: products, which can be made from what a connected shop sells. `consent`: shops exist, but their authorization is missing or over. `orders`: none came yet.
 * `unshipped`: orders wait.
 */
export const SETUP_LACKS = [
  'shop',
  'consent',
  'product',
  'listings',
  'warehouse',
  'location',
  'stock',
  'orders',
  'mapping',
  'account',
  'channel',
  'unshipped',
] as const;
export const getSetup = defineCall({
  method: 'GET',
  path: '/seller/countReportForm/getSetup',
  access: 'user',
  summary: 'Returns the steps to the first parcel that the user may take, what each one lacks, and the next one.',
  input: z.strictObject({}),
  result: z.object({
    steps: z.array(
      z.object({
        step: z.enum(SETUP_STEPS),
        done: z.boolean(),
        /** Null when done. */
        lacks: z.enum(SETUP_LACKS).nullable(),
        /** Nothing can be done now: something before it is open, or no order has come. */
        waits: z.boolean(),
        /** How many shops lack consent, products lack stock, orders wait: at most 1000. */
        count: z.number().int(),
      }),
    ),
    /** The first open step that the user can take now; null: none is open, or all wait for others. */
    next: z.enum(SETUP_STEPS).nullable(),
    /** The first parcel has left. */
    shipped: z.boolean(),
    /** The steps of everybody are done. */
    complete: z.boolean(),
    /** No order has come yet: figures of orders are all zero. */
    fresh: z.boolean(),
    /** It left more than a week ago: the company needs no guide. */
    over: z.boolean(),
  }),
});
export type SetupState = z.output<(typeof getSetup)['result']>;
