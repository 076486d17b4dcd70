import { z } from 'zod';
import { day, defineCall, id } from './call.ts';

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
    'Returns failing shops, products that orders wait for, products with under a week of stock, and stock warnings.',
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
    /** The number of stock warnings by type (STOCK_WARNINGS), without zeros. */
    stock: z.record(z.string(), z.number()),
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
