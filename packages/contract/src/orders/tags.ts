import { z } from 'zod';
import { anyOrder } from '../access/modules.ts';
import { bulkCall, defineCall, id, idempotencyKey, list, ok, requiredText } from '../call.ts';
import { orderFilter } from './desk.ts';

export const TAG_COLOURS = ['grey', 'red', 'orange', 'gold', 'green', 'cyan', 'blue', 'purple'] as const;
export const TAGS_OF_A_COMPANY = 100;

export const listOrderTags = defineCall({
  method: 'GET',
  path: '/seller/order/tags',
  access: anyOrder('view'),
  summary: 'Lists the company’s order tags by name.',
  input: z.strictObject({}),
  result: z.object({
    list: z.array(z.object({ id: z.number(), name: z.string(), colour: z.enum(TAG_COLOURS).catch('grey') })),
  }),
});
export const saveOrderTag = defineCall({
  method: 'POST',
  path: '/seller/order/saveTag',
  access: anyOrder('edit'),
  summary: 'Creates an order tag, or changes the name or color of one.',
  input: z.strictObject({
    id: id().optional(),
    name: requiredText(30),
    colour: z.enum(TAG_COLOURS).default('grey'),
  }),
  result: z.object({ id: z.number() }),
});
export const deleteOrderTag = defineCall({
  method: 'POST',
  path: '/seller/order/deleteTag',
  access: anyOrder('edit'),
  summary: 'Deletes a tag and removes it from its orders.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const tagOrders = bulkCall(
  '/seller/order/tag',
  anyOrder('remark'),
  'Adds tags to orders and removes others.',
  z.strictObject({
    ids: list(id(), 1000).optional(),
    filter: orderFilter.optional(),
    add: list(id(), TAGS_OF_A_COMPANY).default([]),
    remove: list(id(), TAGS_OF_A_COMPANY).default([]),
    ...idempotencyKey,
  }),
);
