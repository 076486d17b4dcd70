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
  summary: 'Cuts an order that is not being picked into parts that ship on their own; the rest stays where it is.',
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
  summary: 'What of an order one warehouse could send now.',
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
  'Puts orders of one buyer and address into one box: all of them, or none with the reason for each.',
  z.strictObject({ ids: list(id(), BOX_LIMIT), ...idempotencyKey }),
);
export const unmergeOrders = bulk(
  '/seller/order/unmerge',
  'merge',
  'Takes orders that are not being picked out of the box that they share; the others are reserved anew.',
);
export const mergeSuggestions = defineCall({
  method: 'GET',
  path: '/seller/order/mergeSuggestions',
  access: anyOrder('merge'),
  summary: 'Orders of one buyer and address that could travel in one box; the groups whose oldest order waits longest.',
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
            totalAmount: z.string(),
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
  'Sends orders that wait for stock or for the pickers back to review; reserved stock is given back.',
);
export const routeOrders = bulkCall(
  '/seller/order/route',
  anyOrder('edit'),
  'Chooses the warehouse or the shipping channel of orders that are not being picked; they are reserved anew.',
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
  'Says which orders are served first where stock is short: 0 as they come, 9 before all others.',
  z.strictObject({ ...selection, priority: integer(0, PRIORITY_LIMIT) }),
);
export const changeOrderLines = defineCall({
  method: 'POST',
  path: '/seller/order/lines',
  access: anyOrder('edit'),
  summary:
    'Changes what an order sends: quantities, other products, lines left out, gifts put in. What the buyer pays stays.',
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
