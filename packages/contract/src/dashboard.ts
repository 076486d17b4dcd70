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
  summary: 'Sales by day of the company: orders that are neither unpaid nor cancelled nor refunded.',
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
  summary: 'Shops by their orders, most first.',
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
  summary: 'The twenty products sold most, by units; what maps to no product stands under its seller SKU.',
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
    'What stands in the way: shops that fail, products that orders wait for, products that will not last a week, warnings of stock.',
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
  summary: 'Orders that are not sent yet by status, and what of them waits for a person.',
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
  summary: 'How many orders of the last 30 days left late or were cancelled by the seller, by shop, worst first.',
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
