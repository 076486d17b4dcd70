import { z } from 'zod';
import { anyOrder, rights } from '../access/modules.ts';
import { defineCall, id, list, ok } from '../call.ts';
import { PLATFORM_NAMES } from '../channels.ts';

import { orderStatus } from './states.ts';

/** The reasons why an order cannot ship: first those that must be solved first, then those it waits for afterwards. */
export const WAIT_REASONS = [
  'mapping',
  'address',
  'payment',
  'platformHold',
  'cancelRequested',
  'review',
  'rule',
  'held',
  'exception',
  'manualShop',
  'noWarehouse',
  'warehouseDisabled',
  'warehouseCounting',
  'stock',
  'apart',
  'next',
] as const;

const orderNamed = z.object({ id: z.number(), displayNo: z.string(), status: orderStatus, quantity: z.number() });

export const whyOrderWaits = defineCall({
  method: 'GET',
  path: '/seller/order/why',
  access: anyOrder('view'),
  summary:
    'Explains why an order waits: what it needs, who holds the stock, its queue position, and when more stock arrives.',
  input: z.strictObject({ id: id() }),
  result: z.object({
    /** The most urgent first; `params` fill the sentence: skus, word, name, warehouse, sku, missing. */
    reasons: z.array(
      z.object({ kind: z.enum(WAIT_REASONS), params: z.record(z.string(), z.union([z.string(), z.number()])) }),
    ),
    /** At most 50 products. */
    products: z.array(
      z.object({
        productId: z.number(),
        sku: z.string(),
        nameZh: z.string(),
        nameEn: z.string(),
        /** Units that the order needs and that are not reserved for it. */
        needed: z.number(),
        /** How many more are needed in the warehouse that has most of it. */
        missing: z.number(),
        /** Where there is any, and where the order has to ship from. */
        warehouses: z.array(
          z.object({
            id: z.number(),
            name: z.string(),
            available: z.number(),
            reserved: z.number(),
            /** Why nothing can be allocated there now. */
            closed: z.enum(['disabled', 'counting']).nullable(),
          }),
        ),
        /** Orders that have it reserved, within the user's data scope; `more` counts the others. */
        heldBy: z.object({ orders: z.array(orderNamed), more: z.boolean() }),
        /** Its place among the orders that wait for this product, 1 is next; null: it does not wait for it. Counted to 1,000. */
        place: z.number().nullable(),
        ahead: z.object({ orders: z.array(orderNamed), more: z.boolean() }),
        /** Units in transit; empty: no known purchase. */
        incoming: z.array(
          z.object({
            quantity: z.number(),
            expectedOn: z.string().nullable(),
            warehouseId: z.number(),
            number: z.string().nullable(),
          }),
        ),
      }),
    ),
  }),
});

export const servedFirst = defineCall({
  method: 'GET',
  path: '/seller/orderRule/servedFirst',
  access: [rights.orderRule.view],
  summary: 'Lists the platforms whose orders get stock first when it is short, in their order.',
  input: z.strictObject({}),
  result: z.object({ platforms: z.array(z.string()) }),
});
export const saveServedFirst = defineCall({
  method: 'POST',
  path: '/seller/orderRule/saveServedFirst',
  access: [rights.orderRule.edit],
  summary: 'Sets the platforms whose orders get stock first when it is short. All others come after.',
  input: z.strictObject({
    platforms: list(
      z.string().refine((platform) => Object.hasOwn(PLATFORM_NAMES, platform)),
      50,
    ),
  }),
  result: ok,
});
