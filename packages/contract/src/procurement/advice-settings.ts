// Settings of the advice beside the company's: of products and categories, and days of promotions.
import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { bulkCall, day, defineCall, id, idempotencyKey, integer, list, pageOf, paging, requiredText } from '../call.ts';
import { policyShapes, REVIEWS } from './advice.ts';

const VIEW = [rights.replenishment.view] as const;
const COMPUTE = [rights.replenishment.compute] as const;
const BASE = '/seller/purchase/recommend';

/** What a product or a category has of its own; null: as above it. */
const overrideShapes = {
  goal: policyShapes.goal.nullable().default(null),
  review: policyShapes.review.nullable().default(null),
  reviewDays: policyShapes.reviewDays.nullable().default(null),
  leadDays: policyShapes.leadDays.nullable().default(null),
  weights: policyShapes.weights.nullable().default(null),
};
const override = z.object({
  id: z.number(),
  productId: z.number().nullable(),
  categoryId: z.number().nullable(),
  /** SKU of the product, or the category's full name. */
  nameZh: z.string(),
  nameEn: z.string(),
  goal: z.number().nullable(),
  review: z.enum(REVIEWS).nullable(),
  reviewDays: z.number().nullable(),
  leadDays: z.number().nullable(),
  weights: z.array(z.number()).nullable(),
  version: z.number(),
});
export type AdviceOverride = z.output<typeof override>;
export const listAdviceOverrides = defineCall({
  method: 'GET',
  path: `${BASE}/overrides`,
  access: VIEW,
  summary: 'Lists the products and categories with settings of their own.',
  input: z.strictObject(paging),
  result: pageOf(override),
});
export const saveAdviceOverride = defineCall({
  method: 'POST',
  path: `${BASE}/saveOverride`,
  access: COMPUTE,
  summary: 'Gives a product or a category settings of its own, or changes them.',
  input: z.strictObject({
    productId: id().optional(),
    categoryId: id().optional(),
    version: integer(1).optional(),
    ...overrideShapes,
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number() }),
});
export const deleteAdviceOverrides = bulkCall(
  `${BASE}/deleteOverrides`,
  COMPUTE,
  'Takes their own settings from products and categories.',
  z.strictObject({ ids: list(id(), 200), ...idempotencyKey }),
);

const promotion = z.object({
  id: z.number(),
  name: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
  productId: z.number().nullable(),
  categoryId: z.number().nullable(),
  nameZh: z.string(),
  nameEn: z.string(),
  uplift: z.number(),
});
export type Promotion = z.output<typeof promotion>;
export const listPromotions = defineCall({
  method: 'GET',
  path: `${BASE}/promotions`,
  access: VIEW,
  summary: 'Lists the promotions that the forecast knows, newest first.',
  input: z.strictObject(paging),
  result: pageOf(promotion),
});
export const savePromotion = defineCall({
  method: 'POST',
  path: `${BASE}/savePromotion`,
  access: COMPUTE,
  summary: 'Adds a promotion of a product, of a category or of everything, or changes the one with `id`.',
  input: z.strictObject({
    id: id().optional(),
    name: requiredText(60),
    fromDay: day(),
    toDay: day(),
    productId: id().optional(),
    categoryId: id().optional(),
    /** Sold more than on a usual day, in percent. */
    uplift: integer(0, 5000),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number() }),
});
export const deletePromotions = bulkCall(
  `${BASE}/deletePromotions`,
  COMPUTE,
  'Deletes promotions.',
  z.strictObject({ ids: list(id(), 200), ...idempotencyKey }),
);
