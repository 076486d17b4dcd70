import { z } from 'zod';
import { bulkResult, defineCall, id, idempotencyKey, list, ok, requiredText } from '../call.ts';
import { orderFilter, press, see } from './desk.ts';

export const TAG_COLOURS = ['grey', 'red', 'orange', 'gold', 'green', 'cyan', 'blue', 'purple'] as const;
export const TAGS_OF_A_COMPANY = 100;

export const listOrderTags = defineCall({
  method: 'GET',
  path: '/seller/order/tags',
  access: see,
  summary: "The company's tags for orders, by name.",
  input: z.strictObject({}),
  result: z.object({
    list: z.array(z.object({ id: z.number(), name: z.string(), colour: z.enum(TAG_COLOURS).catch('grey') })),
  }),
});
export const saveOrderTag = defineCall({
  method: 'POST',
  path: '/seller/order/saveTag',
  access: press('edit'),
  summary: 'Adds a tag, or gives one another name or colour.',
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
  access: press('edit'),
  summary: 'Deletes a tag and takes it off its orders.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const tagOrders = defineCall({
  method: 'POST',
  path: '/seller/order/tag',
  access: press('remark'),
  summary: 'Puts tags on orders and takes others off.',
  input: z.strictObject({
    ids: list(id(), 1000).optional(),
    filter: orderFilter.optional(),
    add: list(id(), TAGS_OF_A_COMPANY).default([]),
    remove: list(id(), TAGS_OF_A_COMPANY).default([]),
    ...idempotencyKey,
  }),
  result: bulkResult,
});
