import { z } from 'zod';
import { anyOrder } from '../access/modules.ts';
import {
  currency,
  defineCall,
  flag,
  id,
  idempotencyKey,
  instant,
  integer,
  ok,
  positiveDecimal,
  saying,
  text,
} from '../call.ts';
import { shipTo } from './address.ts';

import { ORDER_ORIGINS, orderStatus } from './states.ts';

const goods = { productId: id(), quantity: integer(1, 100_000) };
const content = {
  currency: currency().optional(),
  buyerNote: text(2000).default(''),
  shippingAmount: positiveDecimal(2).default('0'),
  discountAmount: positiveDecimal(2).default('0'),
  shipBy: instant().optional(),
  lines: z
    .array(z.strictObject({ ...goods, unitPrice: positiveDecimal(4) }))
    .min(1, saying('orders.linesMissing'))
    .max(200),
};
const made = z.object({ id: z.number(), displayNo: z.string(), status: orderStatus });

export const makeOrder = defineCall({
  method: 'POST',
  path: '/seller/order/make',
  access: anyOrder('import'),
  summary: 'Creates a manual order, typed or copied from another. It is evaluated and stored like platform orders.',
  input: z.strictObject({
    shopId: id(),
    /** The original of the copy; its address is the default. */
    copyOf: id().optional(),
    shipTo: shipTo.optional(),
    warehouseId: id().optional(),
    channelId: id().optional(),
    remark: text(500).default(''),
    ...content,
    ...idempotencyKey,
  }),
  result: made,
});
export const editMadeOrder = defineCall({
  method: 'POST',
  path: '/seller/order/editMade',
  access: anyOrder('edit'),
  summary: 'Updates the products and amounts of a manual order until it is picked.',
  input: z.strictObject({ id: id(), version: integer(1), ...content }),
  result: ok,
});

export const SEND_AGAIN_REASONS = ['lost', 'damaged', 'wrongItem', 'missingItem', 'defective', 'other'] as const;
/** Goods that the seller sends again free of charge. */
export const SENT_AGAIN = ['resend', 'replacement'] as const;

export const sendAgain = defineCall({
  method: 'POST',
  path: '/seller/order/sendAgain',
  access: anyOrder('edit'),
  summary: 'Resends products of a shipped order, or replacements, free of charge. The cost is booked on the new order.',
  input: z.strictObject({
    id: id(),
    kind: z.enum(SENT_AGAIN),
    reason: z.enum(SEND_AGAIN_REASONS),
    remark: text(500).default(''),
    /** All goods of the order by default. */
    lines: z.array(z.strictObject(goods)).min(1, saying('orders.linesMissing')).max(200).optional(),
    /** The address of the order by default. */
    shipTo: shipTo.optional(),
    /** Confirms a second resend. */
    again: flag().default(false),
    ...idempotencyKey,
  }),
  result: made,
});

const relative = z.object({
  id: z.number(),
  displayNo: z.string(),
  origin: z.enum(ORDER_ORIGINS),
  status: orderStatus,
  units: z.number().int(),
  at: z.string(),
  reason: z.string().nullable(),
});
export const orderRelatives = defineCall({
  method: 'GET',
  path: '/seller/order/relatives',
  access: anyOrder('view'),
  summary: 'Returns the order that an order was created from, and the orders created from it.',
  input: z.strictObject({ id: id() }),
  result: z.object({ origin: z.enum(ORDER_ORIGINS), source: relative.nullable(), made: z.array(relative) }),
});
