import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id, idempotencyKey } from '../call.ts';

/** What moves to the product that stays. */
export const MERGE_KINDS = [
  'mapping',
  'stock',
  'order',
  'draft',
  'request',
  'purchase',
  'price',
  'paper',
  'fnsku',
] as const;
/** What forbids a merge. */
export const MERGE_REASONS = [
  'merged',
  'bundle',
  'unit',
  'shelfLife',
  'batch',
  'reserved',
  'inbound',
  'counting',
  'provider',
  'recipe',
  'both',
  'received',
  'returning',
  'wholesale',
  'transit',
] as const;
export type MergeKind = (typeof MERGE_KINDS)[number];
export type MergeReason = (typeof MERGE_REASONS)[number];

const products = { fromId: id(), intoId: id() };
export const previewMerge = defineCall({
  method: 'GET',
  path: '/seller/product/mergePreview',
  access: [rights.product.edit],
  summary: 'Returns what would move if a product became another one, and what forbids it.',
  input: z.strictObject(products),
  result: z.object({
    moves: z.array(z.object({ kind: z.enum(MERGE_KINDS), count: z.number() })),
    stock: z.array(
      z.object({ warehouseName: z.string(), locationCode: z.string(), condition: z.string(), units: z.number() }),
    ),
    /** `text`: the reason with the numbers, in the user's language. */
    forbids: z.array(z.object({ reason: z.enum(MERGE_REASONS), numbers: z.array(z.string()), text: z.string() })),
  }),
});
export const mergeProducts = defineCall({
  method: 'POST',
  path: '/seller/product/merge',
  access: [rights.product.edit],
  summary: 'Makes two SKUs one: stock, mappings and open documents go to the product that stays; history keeps both.',
  input: z.strictObject({ ...products, ...idempotencyKey }),
  result: z.object({ number: z.string() }),
});
