import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id, idempotencyKey } from '../call.ts';

/** What moves to the product that stays. */
export const MERGE_KINDS = [
  'stock',
  'order',
  'mapping',
  'draft',
  'request',
  'purchase',
  'allocation',
  'price',
  'fnsku',
  'limit',
  'picture',
  'paper',
  'customs',
  'packaging',
  'demand',
  'forecast',
  'promotion',
] as const;
/** What forbids a merge. */
export const MERGE_REASONS = [
  'merged',
  'merging',
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
  'allocation',
  'returning',
  'wholesale',
  'transit',
] as const;
export type MergeKind = (typeof MERGE_KINDS)[number];
export type MergeReason = (typeof MERGE_REASONS)[number];

/** A merge that moves more rows than this, or that comes while another one runs, is carried out by a job. */
export const MERGE_AT_ONCE = 500;
const MERGE_STATES = ['running', 'done', 'failed'] as const;
const one = z.object({ id: z.number(), sku: z.string() });
/** A merge that runs, or the last one that failed, as the drawers of both products show it. */
export const openMerge = z.object({
  number: z.string(),
  state: z.enum(MERGE_STATES),
  from: one,
  into: one,
  at: z.string(),
  actor: z.string(),
  /** Why it failed, in the user's language. */
  reason: z.string().nullable(),
});
export type OpenMerge = z.output<typeof openMerge>;

const products = { fromId: id(), intoId: id() };
export const previewMerge = defineCall({
  method: 'GET',
  path: '/seller/product/mergePreview',
  access: [rights.product.edit],
  summary: 'Returns what would move if a product became another one, and what forbids it.',
  input: z.strictObject(products),
  result: z.object({
    /** `stays`: rows that stay with the merged product, because the other one has its own. */
    moves: z.array(z.object({ kind: z.enum(MERGE_KINDS), count: z.number(), stays: z.number() })),
    /** A job will carry it out. */
    queued: z.boolean(),
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
  summary:
    'Makes two SKUs one: stock, mappings and open documents go to the product that stays; history keeps both. A job does it where many rows move; its state stands in both products.',
  input: z.strictObject({ ...products, ...idempotencyKey }),
  result: z.object({ number: z.string(), state: z.enum(MERGE_STATES) }),
});
