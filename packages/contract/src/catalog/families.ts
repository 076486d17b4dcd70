// Families of products and their variants.
import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  bulkCall,
  defineCall,
  flag,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  pageOf,
  paging,
  requiredText,
  text,
} from '../call.ts';
import { AXES_AT_MOST, familyAxes, goodsRow, newGoods, sku } from './product-shapes.ts';
import { historyEntry } from './shared.ts';

export const VARIANTS_AT_MOST = 500;
/** Products that one press makes. */
export const VARIANTS_AT_ONCE = 200;

/** The axes that the form of a family proposes, one after the other. */
export const USUAL_AXES = [
  { nameZh: '颜色', nameEn: 'Color' },
  { nameZh: '尺码', nameEn: 'Size' },
] as const;

/** A value on each axis. */
const axisValues = z.array(requiredText(50)).min(1).max(AXES_AT_MOST);

const familyRow = z.object({
  id: z.number(),
  /** The parent SKU of its variants. */
  code: z.string(),
  axes: familyAxes,
  ...goodsRow,
  variantCount: z.number(),
  version: z.number(),
  updatedAt: z.string(),
});
export type FamilyRow = z.output<typeof familyRow>;

const variant = z.object({
  id: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  axisValues: z.array(z.string()),
  overrides: z.array(z.string()),
  images: z.array(z.string()),
  enabled: z.boolean(),
});
export type Variant = z.output<typeof variant>;

export const listFamilies = defineCall({
  method: 'GET',
  path: '/seller/product/families',
  access: [rights.product.view],
  summary: 'Lists families of products, those changed last first.',
  input: z.strictObject({
    /** The beginning of the code. */
    text: text(60).optional(),
    ...paging,
  }),
  result: pageOf(familyRow),
});
export const findFamily = defineCall({
  method: 'GET',
  path: '/seller/product/family',
  access: [rights.product.view],
  summary: 'Returns a family with its variants and its history.',
  input: z.strictObject({ id: id() }),
  result: familyRow.extend({ variants: z.array(variant), history: z.array(historyEntry) }),
});
export const saveFamily = defineCall({
  method: 'POST',
  path: '/seller/product/saveFamily',
  access: [rights.product.add, rights.product.edit],
  summary:
    'Adds a family, or updates one by `id` and `version`. Its variants follow, except for their own fields. The code is fixed, and so is the number of axes once there are variants.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    code: sku(),
    axes: familyAxes,
    ...newGoods,
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), version: z.number() }),
});
export const removeFamily = defineCall({
  method: 'POST',
  path: '/seller/product/removeFamily',
  access: [rights.product.delete],
  summary: 'Deletes a family. Its variants stay as products of their own, with the values that they have.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: ok,
});
export const makeVariants = defineCall({
  method: 'POST',
  path: '/seller/product/makeVariants',
  access: [rights.product.add],
  summary: 'Makes products of these SKUs and values as variants of a family, all or none.',
  input: z.strictObject({
    familyId: id(),
    rows: list(z.strictObject({ sku: sku(), axisValues }), VARIANTS_AT_ONCE),
    ...idempotencyKey,
  }),
  result: z.object({ made: z.number() }),
});
export const joinFamily = defineCall({
  method: 'POST',
  path: '/seller/product/joinFamily',
  access: [rights.product.edit],
  summary:
    'Makes products variants of a family, or gives variants other values on its axes. With `keep` a new variant keeps what it has otherwise than the family as its own, without it it takes the family’s values.',
  input: z.strictObject({
    familyId: id(),
    keep: flag().default(true),
    rows: list(z.strictObject({ productId: id(), axisValues }), VARIANTS_AT_ONCE),
    ...idempotencyKey,
  }),
  result: ok,
});
export const leaveFamily = bulkCall(
  '/seller/product/leaveFamily',
  [rights.product.edit],
  'Makes variants products of their own again, with the values that they have.',
  z.strictObject({ ids: list(id(), VARIANTS_AT_MOST), ...idempotencyKey }),
);

/** The pattern of a new family: its code and the values, in the order of the axes. */
export const skuPattern = (axes: number): string =>
  ['{code}', ...Array.from({ length: axes }, (_, at) => `{${at + 1}}`)].join('-');

/** The SKU of a variant by a pattern such as `{code}-{1}-{2}`; blanks become hyphens. */
export const skuBy = (pattern: string, code: string, values: readonly string[]): string =>
  pattern
    .replace(/\{(code|[1-3])\}/g, (_, name: string) => (name === 'code' ? code : (values[Number(name) - 1] ?? '')))
    .trim()
    .replace(/\s+/g, '-')
    .toUpperCase();

/** Every combination of a value on each axis, the first axis slowest. */
export const combinationsOf = (axes: readonly (readonly string[])[]): string[][] =>
  axes.reduce<string[][]>((all, values) => all.flatMap((one) => values.map((value) => [...one, value])), [[]]);

/** Two combinations are the same whatever the case of their letters. */
export const combinationKey = (values: readonly string[]): string =>
  values.map((value) => value.trim().toLowerCase()).join('\n');
