import { z } from 'zod';
import { anyOrder, rights } from '../access/modules.ts';
import { bulkCall, defineCall, id, idempotencyKey, integer, list } from '../call.ts';
import { bulk, selection } from './desk.ts';
import { orderStatus } from './states.ts';

/** How many orders go into one box, and how many parts an order is cut into at once. */
export const BOX_LIMIT = 20;
export const PARTS_LIMIT = 10;
export const PRIORITY_LIMIT = 9;

const units = () => integer(1, 1_000_000);
const partLine = z.strictObject({ lineId: id(), quantity: units() });

export const splitOrder = defineCall({
  method: 'POST',
  path: '/seller/order/split',
  access: anyOrder('split'),
  summary: 'Splits an order that is not in picking into parts that ship separately. The rest stays in the order.',
  input: z.strictObject({
    id: id(),
    /** The units of each new order. */
    parts: z
      .array(z.strictObject({ lines: z.array(partLine).min(1).max(500) }))
      .min(1)
      .max(PARTS_LIMIT),
    ...idempotencyKey,
  }),
  result: z.object({ ids: z.array(z.number()), undoId: z.number() }),
});
export const splitSuggestion = defineCall({
  method: 'GET',
  path: '/seller/order/splitSuggestion',
  access: anyOrder('split'),
  summary: 'Suggests a split of an order: the units that one warehouse can ship now.',
  input: z.strictObject({ id: id() }),
  result: z.object({
    /** The warehouse that has most of it; null: none has any. */
    warehouseId: z.number().nullable(),
    warehouseName: z.string(),
    lines: z.array(z.object({ lineId: z.number(), inStock: z.number() })),
  }),
});

export const mergeOrders = bulkCall(
  '/seller/order/merge',
  anyOrder('merge'),
  'Merges orders of one buyer and address into one box: all of them, or none with the reason for each.',
  z.strictObject({ ids: list(id(), BOX_LIMIT), ...idempotencyKey }),
);
export const unmergeOrders = bulk(
  '/seller/order/unmerge',
  'merge',
  'Removes orders that are not in picking from their shared box. Stock for the other orders is allocated again.',
);
export const mergeSuggestions = defineCall({
  method: 'GET',
  path: '/seller/order/mergeSuggestions',
  access: anyOrder('merge'),
  summary:
    'Suggests orders of one buyer and address to merge into one box. Groups with the oldest waiting order come first.',
  input: z.strictObject({ moduleId: integer(rights.order.id, rights.vendorOrder.id).optional() }),
  result: z.object({
    groups: z.array(
      z.object({
        shopName: z.string(),
        platform: z.string(),
        buyerName: z.string(),
        country: z.string(),
        city: z.string(),
        postalCode: z.string(),
        orders: z.array(
          z.object({
            id: z.number(),
            displayNo: z.string(),
            status: orderStatus,
            exception: z.string().nullable(),
            orderedAt: z.string(),
            currency: z.string(),
            totalAmount: z.string().nullable(),
            units: z.number(),
            summary: z.array(z.object({ sku: z.string(), title: z.string(), quantity: z.number() })),
          }),
        ),
      }),
    ),
    /** There are more than are listed. */
    more: z.boolean(),
  }),
});

export const sendBackOrders = bulk(
  '/seller/order/sendBack',
  'review',
  'Sends orders that wait for stock or picking back to review and releases their allocated stock.',
);
export const routeOrders = bulkCall(
  '/seller/order/route',
  anyOrder('edit'),
  'Sets the warehouse or shipping channel of orders that are not in picking. Their stock is allocated again.',
  z.strictObject({
    ...selection,
    /** null: whichever has the goods; absent: as it is. */
    warehouseId: id().nullable().optional(),
    /** null: whichever the rules or the company's default say; absent: as it is. */
    channelId: id().nullable().optional(),
  }),
);
export const prioritiseOrders = bulkCall(
  '/seller/order/priority',
  anyOrder('edit'),
  'Sets which orders get stock first when it is short: 0 in normal order, 9 before all others.',
  z.strictObject({ ...selection, priority: integer(0, PRIORITY_LIMIT) }),
);
export const changeOrderLines = defineCall({
  method: 'POST',
  path: '/seller/order/lines',
  access: anyOrder('edit'),
  summary:
    'Changes what an order ships: quantities, replacements, removed lines, gifts. The amount the buyer pays stays.',
  input: z.strictObject({
    id: id(),
    /** Its lines on the screen: if another person was faster, nothing is overwritten. */
    seen: z.array(z.strictObject({ lineId: id(), quantity: units() })).max(500),
    /** All lines that it has from now on; one without `lineId` is a gift of that product. */
    lines: z
      .array(z.strictObject({ lineId: id().optional(), productId: id().optional(), quantity: units() }))
      .min(1)
      .max(500),
    ...idempotencyKey,
  }),
  result: z.object({ undoId: z.number().optional() }),
});
