import { z } from 'zod';
import { flag, id, idempotencyKey, idOrNone, integer, list, positiveDecimal, requiredText, text } from '../call.ts';

/** An optional figure; an emptied field of a form counts as absent. */
const optionalFigure = (digits: number) =>
  z.preprocess((value) => (value === '' ? null : value), positiveDecimal(digits).nullable());
const optionalText = (max: number) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), text(max).nullable());
/** SKUs are kept in capitals, so that a scanner and a person mean the same one. */
export const sku = () =>
  requiredText(60)
    .regex(/^[^\s"'<>\\](?:[^"'<>\\\r\n\t]*[^\s"'<>\\])?$/, { error: 'text:catalog.badSku' })
    .transform((value) => value.toUpperCase());

/** The key of an attribute's value at a product. A mere number would make a form take the values for a list. */
export const attributeKey = (id: number): string => `a${id}`;
export const hsCode = text(13).regex(/^(\d{4,13}|\d{4}\.\d{2}(\.?\d{2,4}){0,2})?$/, {
  error: 'text:catalog.badHsCode',
});

/** All fields of a product that a person enters. */
export const productFields = {
  sku: sku(),
  parentSku: optionalText(60),
  barcode: optionalText(60),
  /** One of the two names is enough; pages show the other where a language has none. */
  nameZh: text(200),
  nameEn: text(200),
  brand: text(100),
  categoryId: z.preprocess((value) => (value === '' || value === 0 ? null : value), id().nullable()),
  /** By attributeKey. */
  attributes: z.record(z.string().regex(/^a[1-9]\d{0,14}$/), text(500)),
  lengthCm: optionalFigure(2),
  widthCm: optionalFigure(2),
  heightCm: optionalFigure(2),
  /** Without its packaging. */
  netWeightKg: optionalFigure(4),
  grossWeightKg: optionalFigure(4),
  unitPriceCny: optionalFigure(6),
  declaredValueUsd: optionalFigure(4),
  hsCode,
  unit: text(20),
  shelfLifeMonths: z.preprocess((value) => (value === '' ? null : value), integer(0, 1200).nullable()),
  colour: text(50),
  origin: z
    .string()
    .trim()
    .regex(/^([A-Za-z]{2})?$/, { error: 'text:catalog.badCountry' })
    .transform((value) => value.toUpperCase()),
  battery: flag(),
  label: text(200),
  images: z.array(z.string().max(200)).max(6),
};

export const productFilterFields = {
  status: z.enum(['all', 'enabled', 'disabled']).default('all'),
  /** Prefix of the SKU, barcode or words of the names; any part of a Chinese name. Several words must all match. */
  search: text(100).optional(),
  brand: text(100).optional(),
  /** With those below it. 0: products without a category. */
  categoryId: idOrNone().optional(),
  battery: flag().optional(),
  /** With compliance papers that expire soon, are over, or either (`due`). */
  papers: z.enum(['due', 'soon', 'expired']).optional(),
};
export const productFilter = z.strictObject(productFilterFields);
export type ProductFilter = z.output<typeof productFilter>;

/** Ticked rows, or all matches of a filter (at most 10,000). */
export const picked = {
  ids: list(id(), 1000).optional(),
  filter: productFilter.optional(),
  ...idempotencyKey,
};
export const productRow = z.object({
  id: z.number(),
  sku: z.string(),
  parentSku: z.string().nullable(),
  barcode: z.string().nullable(),
  nameZh: z.string(),
  nameEn: z.string(),
  brand: z.string(),
  categoryId: z.number().nullable(),
  /** The names of the category from the top down. */
  categoryZh: z.string(),
  categoryEn: z.string(),
  attributes: z.record(z.string(), z.string()),
  lengthCm: z.string().nullable(),
  widthCm: z.string().nullable(),
  heightCm: z.string().nullable(),
  netWeightKg: z.string().nullable(),
  grossWeightKg: z.string().nullable(),
  /** null also without the right to see costs. */
  unitPriceCny: z.string().nullable(),
  declaredValueUsd: z.string().nullable(),
  hsCode: z.string(),
  unit: z.string(),
  shelfLifeMonths: z.number().nullable(),
  colour: z.string(),
  origin: z.string(),
  battery: z.boolean(),
  label: z.string(),
  images: z.array(z.string()),
  enabled: z.boolean(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ProductRow = z.output<typeof productRow>;
