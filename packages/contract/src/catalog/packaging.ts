// The packages in which a product is bought, stored and shipped.
import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id, idempotencyKey, integer, text } from '../call.ts';

/** Above the single unit, from the smallest to the largest. */
export const PACK_LEVELS = ['inner', 'carton', 'pallet'] as const;
export type PackLevel = (typeof PACK_LEVELS)[number];
const MOST_MM = 20_000;
const whole = (most: number) => z.preprocess((value) => (value === '' ? null : value), integer(1, most).nullable());

export const packFields = {
  /** How many of the next level below are in it; that level may be missing. */
  quantity: integer(1, 100_000),
  lengthMm: whole(MOST_MM),
  widthMm: whole(MOST_MM),
  heightMm: whole(MOST_MM),
  weightGrams: whole(100_000_000),
  /** GTIN-8 to GTIN-14 with its check digit; empty: none. */
  gtin: text(20),
};
const pack = z.strictObject({
  quantity: packFields.quantity,
  lengthMm: packFields.lengthMm.default(null),
  widthMm: packFields.widthMm.default(null),
  heightMm: packFields.heightMm.default(null),
  weightGrams: packFields.weightGrams.default(null),
  gtin: packFields.gtin.default(''),
});
export type Pack = z.output<typeof pack>;

const level = z.object({
  level: z.enum(['each', ...PACK_LEVELS]),
  quantity: z.number(),
  /** Single units in it. */
  units: z.number(),
  lengthMm: z.number().nullable(),
  widthMm: z.number().nullable(),
  heightMm: z.number().nullable(),
  weightGrams: z.number().nullable(),
  gtin: z.string(),
  /** Cubic metres; null: a side is missing. */
  cbm: z.string().nullable(),
});
export type PackagingLevel = z.output<typeof level>;

export const getPackaging = defineCall({
  method: 'GET',
  path: '/seller/product/packaging',
  access: [rights.product.view],
  summary: 'Returns the packaging of a product from the single unit up, with the units and the volume of each level.',
  input: z.strictObject({ productId: id() }),
  result: z.object({ version: z.number(), levels: z.array(level) }),
});
export const savePackaging = defineCall({
  method: 'POST',
  path: '/seller/product/savePackaging',
  access: [rights.product.edit],
  summary:
    'Sets the packaging of a product, unless the product has changed since `version`. A level that is null is removed.',
  input: z.strictObject({
    productId: id(),
    version: integer(1),
    inner: pack.nullable().default(null),
    carton: pack.nullable().default(null),
    pallet: pack.nullable().default(null),
    ...idempotencyKey,
  }),
  result: z.object({ version: z.number() }),
});
