// How products are declared to customs.
import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { bulkCall, currency, defineCall, id, idempotencyKey, integer, list, positiveDecimal, text } from '../call.ts';
import { hsCode } from './product-shapes.ts';

/** A country, or `*`: all that have nothing of their own. */
export const countryOrAll = () =>
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([A-Z]{2}|\*)$/, { error: 'text:catalog.badCountry' });
const optionalAmount = z.preprocess((value) => (value === '' ? null : value), positiveDecimal(4).nullable());

/** An empty field takes its value from the next rule; see `customsOf` in the server. */
export const customsShapes = {
  hsExport: hsCode,
  hsImport: hsCode,
  nameZh: text(100),
  nameEn: text(100),
  material: text(100),
  purpose: text(100),
  origin: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([A-Z]{2})?$/, { error: 'text:catalog.badCountry' }),
  /** Declared for a unit. */
  value: optionalAmount,
  /** The most that is declared for a unit, whatever the value comes from. */
  cap: optionalAmount,
  currency: currency(),
};

/** Of a product or of a category. */
const owner = { productId: id().optional(), categoryId: id().optional() };
const oneOwner = (value: { productId?: unknown; categoryId?: unknown }) =>
  (value.productId === undefined) !== (value.categoryId === undefined);
const ownsOne = { error: 'productId | categoryId' };

const customsRow = z.object({
  id: z.number(),
  productId: z.number().nullable(),
  categoryId: z.number().nullable(),
  country: z.string(),
  hsExport: z.string(),
  hsImport: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  material: z.string(),
  purpose: z.string(),
  origin: z.string(),
  value: z.string().nullable(),
  cap: z.string().nullable(),
  currency: z.string(),
  version: z.number(),
});
export type CustomsRow = z.output<typeof customsRow>;

export const listCustoms = defineCall({
  method: 'GET',
  path: '/seller/product/customs',
  access: [rights.product.view, rights.category.view],
  summary: 'Lists the customs data of a product or of a category by country.',
  input: z.strictObject(owner).refine(oneOwner, ownsOne),
  result: z.object({ list: z.array(customsRow) }),
});
export const saveCustoms = defineCall({
  method: 'POST',
  path: '/seller/product/saveCustoms',
  access: [rights.product.edit, rights.category.edit],
  summary: 'Adds customs data of a product or category for a country, or updates those with `id`.',
  input: z
    .strictObject({
      ...owner,
      id: id().optional(),
      version: integer(1).optional(),
      country: countryOrAll().default('*'),
      hsExport: customsShapes.hsExport.default(''),
      hsImport: customsShapes.hsImport.default(''),
      nameZh: customsShapes.nameZh.default(''),
      nameEn: customsShapes.nameEn.default(''),
      material: customsShapes.material.default(''),
      purpose: customsShapes.purpose.default(''),
      origin: customsShapes.origin.default(''),
      value: customsShapes.value.default(null),
      cap: customsShapes.cap.default(null),
      currency: customsShapes.currency.default('USD'),
      ...idempotencyKey,
    })
    .refine(oneOwner, ownsOne),
  result: z.object({ id: z.number() }),
});
export const deleteCustoms = bulkCall(
  '/seller/product/deleteCustoms',
  [rights.product.edit, rights.category.edit],
  'Deletes customs data of products or categories.',
  z.strictObject({ ids: list(id(), 300), ...idempotencyKey }),
);

const declared = z.object({
  hsExport: z.string(),
  /** Of the country that the goods go to. */
  hsCode: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  material: z.string(),
  purpose: z.string(),
  origin: z.string(),
  /** Null: the price that the buyer paid. */
  valueUsd: z.string().nullable(),
  capUsd: z.string().nullable(),
});
export type DeclaredGoods = z.output<typeof declared>;
export const customsInForce = defineCall({
  method: 'GET',
  path: '/seller/product/customsInForce',
  access: [rights.product.view],
  summary:
    'Returns what is declared for a product that goes to a country: of the product, its categories or its own data.',
  input: z.strictObject({ productId: id(), country: countryOrAll() }),
  result: declared,
});
