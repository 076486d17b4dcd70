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

/** The fields that a variant takes from its family, unless it has its own. */
export const INHERITED = [
  ...(['nameZh', 'nameEn', 'brand', 'categoryId', 'attributes', 'lengthCm', 'widthCm', 'heightCm'] as const),
  ...(['netWeightKg', 'grossWeightKg', 'unitPriceCny', 'declaredValueUsd', 'hsCode', 'unit'] as const),
  ...(['shelfLifeMonths', 'colour', 'origin', 'battery', 'label', 'images'] as const),
] as const;
export type Inherited = (typeof INHERITED)[number];

/** The same fields for a new record: what is left out is empty. */
export const newGoods = {
  nameZh: productFields.nameZh.default(''),
  nameEn: productFields.nameEn.default(''),
  brand: productFields.brand.default(''),
  categoryId: productFields.categoryId.default(null),
  attributes: productFields.attributes.default({}),
  lengthCm: productFields.lengthCm.default(null),
  widthCm: productFields.widthCm.default(null),
  heightCm: productFields.heightCm.default(null),
  netWeightKg: productFields.netWeightKg.default(null),
  grossWeightKg: productFields.grossWeightKg.default(null),
  unitPriceCny: productFields.unitPriceCny.default(null),
  declaredValueUsd: productFields.declaredValueUsd.default(null),
  hsCode: productFields.hsCode.default(''),
  unit: productFields.unit.default('pcs'),
  shelfLifeMonths: productFields.shelfLifeMonths.default(null),
  colour: productFields.colour.default(''),
  origin: productFields.origin.default('CN'),
  battery: productFields.battery.default(false),
  label: productFields.label.default(''),
  images: productFields.images.default([]),
};

export const AXES_AT_MOST = 3;
/** What tells the variants of a family apart, such as colour and size. One of the two names is enough. */
export const familyAxes = z
  .array(z.strictObject({ nameZh: text(30).default(''), nameEn: text(30).default('') }))
  .min(1)
  .max(AXES_AT_MOST);
export type FamilyAxis = z.output<typeof familyAxes>[number];

export const productFilterFields = {
  status: z.enum(['all', 'enabled', 'disabled']).default('all'),
  /** Prefix of the SKU, barcode or words of the names; any part of a Chinese name. Several words must all match. */
  search: text(100).optional(),
  brand: text(100).optional(),
  /** With those below it. 0: products without a category. */
  categoryId: idOrNone().optional(),
  battery: flag().optional(),
  familyId: id().optional(),
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
export const goodsRow = {
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
};
export const productRow = z.object({
  id: z.number(),
  sku: z.string(),
  parentSku: z.string().nullable(),
  barcode: z.string().nullable(),
  /** Null: a product of its own. */
  familyId: z.number().nullable(),
  /** A value on each axis of its family. */
  axisValues: z.array(z.string()),
  /** The fields that are its own; the others are its family's. */
  overrides: z.array(z.string()),
  ...goodsRow,
  enabled: z.boolean(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ProductRow = z.output<typeof productRow>;
