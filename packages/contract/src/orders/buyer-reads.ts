import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { day, defineCall, exportCall, idOrNone, pageOf, paging, requiredText } from '../call.ts';

/** How a person was given buyers' data: on a page (also through the open API), in a file, on paper, by a search for personal data. */
export const BUYER_WAYS = ['list', 'detail', 'file', 'paper', 'search'] as const;
export type BuyerWay = (typeof BUYER_WAYS)[number];

export const buyerReadFilter = z.strictObject({
  /** The company's days, both included. */
  from: day().optional(),
  to: day().optional(),
  userId: idOrNone().optional(),
  way: z.enum(BUYER_WAYS).optional(),
});
export type BuyerReadFilter = z.output<typeof buyerReadFilter>;

const buyerRead = z.object({
  id: z.number(),
  onDay: z.string(),
  userId: z.number(),
  userName: z.string(),
  way: z.enum(BUYER_WAYS),
  orders: z.number().int(),
  firstAt: z.string(),
  lastAt: z.string(),
});
export type BuyerRead = z.output<typeof buyerRead>;

export const listBuyerReads = defineCall({
  method: 'GET',
  path: '/seller/order/listBuyerReads',
  access: [rights.auditLog.view],
  summary: 'Lists who was given buyers’ data: for each day, person and way the number of orders, newest day first.',
  input: buyerReadFilter.extend(paging),
  result: pageOf(buyerRead),
});
/** So many of an order are shown. */
export const READERS_SHOWN = 200;
export const readersOfOrder = defineCall({
  method: 'GET',
  path: '/seller/order/readersOfOrder',
  access: [rights.auditLog.view],
  summary: 'Lists who was given the buyer’s data of an order, by its number here or on the platform; newest first.',
  input: z.strictObject({ orderNo: requiredText(100) }),
  result: z.object({
    list: z.array(
      z.object({
        orderId: z.number(),
        displayNo: z.string(),
        userId: z.number(),
        userName: z.string(),
        way: z.enum(BUYER_WAYS),
        at: z.string(),
      }),
    ),
    /** More have read it than are shown. */
    more: z.boolean(),
  }),
});
export const exportBuyerReads = exportCall(
  '/seller/order/exportBuyerReads',
  [rights.auditLog.export],
  'Exports who was given buyers’ data to a file in the background.',
  z.strictObject({ filter: buyerReadFilter.default({}) }),
);
