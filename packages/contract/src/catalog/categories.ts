// Categories of products and the attributes that they bring.
import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, flag, id, idempotencyKey, integer, list, ok, requiredText, text } from '../call.ts';
import { hsCode } from './product-shapes.ts';
import { historyEntry } from './shared.ts';

export const CATEGORY_LEVELS = 6;
export const CATEGORIES_AT_MOST = 5000;
export const ATTRIBUTE_KINDS = ['text', 'number', 'choice', 'flag', 'day'] as const;
export type AttributeKind = (typeof ATTRIBUTE_KINDS)[number];

/** One of the two names is enough; pages show the other where a language has none. */
const names = { nameZh: text(100).default(''), nameEn: text(100).default('') };

const category = z.object({
  id: z.number(),
  parentId: z.number().nullable(),
  /** 1: at the top. */
  depth: z.number(),
  nameZh: z.string(),
  nameEn: z.string(),
  /** The names from the top down to its own. */
  fullZh: z.string(),
  fullEn: z.string(),
  /** Its own default for new products; null: as above it. */
  hsCode: z.string().nullable(),
  battery: z.boolean().nullable(),
  version: z.number(),
});
export type Category = z.output<typeof category>;

const attribute = z.object({
  id: z.number(),
  categoryId: z.number(),
  nameZh: z.string(),
  nameEn: z.string(),
  kind: z.enum(ATTRIBUTE_KINDS),
  unit: z.string(),
  choices: z.array(z.string()),
  required: z.boolean(),
  /** It is required for what is sold there. Empty: everywhere. */
  countries: z.array(z.string()),
});
export type CategoryAttribute = z.output<typeof attribute>;

/** For the category page and the pickers of other pages. */
export const listCategories = defineCall({
  method: 'GET',
  path: '/seller/category/list',
  access: 'user',
  summary: 'Lists the categories in their set order, parents before children.',
  input: z.strictObject({}),
  result: z.object({ list: z.array(category) }),
});
export const findCategory = defineCall({
  method: 'GET',
  path: '/seller/category/find',
  access: [rights.category.view],
  summary: 'Returns a category with its attributes and its history.',
  input: z.strictObject({ id: id() }),
  result: category.extend({ attributes: z.array(attribute), history: z.array(historyEntry) }),
});
/** For the form of a product. */
export const categoryAttributes = defineCall({
  method: 'GET',
  path: '/seller/category/attributes',
  access: 'user',
  summary: 'Returns what products of a category have, from the top down, and the defaults for new ones.',
  input: z.strictObject({ id: id() }),
  result: z.object({
    attributes: z.array(attribute),
    hsCode: z.string().nullable(),
    battery: z.boolean().nullable(),
  }),
});
export const saveCategory = defineCall({
  method: 'POST',
  path: '/seller/category/save',
  access: [rights.category.add, rights.category.edit],
  summary: 'Adds a category, or updates one by `id` and `version`. Attributes that are left out are deleted.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    parentId: id().nullable().optional(),
    ...names,
    hsCode: z.preprocess((value) => (value === '' ? null : value), hsCode.nullable().default(null)),
    battery: flag().nullable().default(null),
    attributes: list(
      z.strictObject({
        id: id().optional(),
        ...names,
        kind: z.enum(ATTRIBUTE_KINDS),
        unit: text(20).default(''),
        choices: list(requiredText(100), 100).default([]),
        required: flag().default(false),
        countries: list(z.string().regex(/^[A-Z]{2}$/, { error: 'text:catalog.badCountry' }), 100).default([]),
      }),
      50,
    ).optional(),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), version: z.number() }),
});
export const moveCategory = defineCall({
  method: 'POST',
  path: '/seller/category/move',
  access: [rights.category.edit],
  summary: 'Moves a category with all below it under another one (null: to the top), to a position among its siblings.',
  input: z.strictObject({ id: id(), parentId: id().nullable(), place: integer(0, 10_000).default(10_000) }),
  result: ok,
});
export const removeCategory = defineCall({
  method: 'POST',
  path: '/seller/category/remove',
  access: [rights.category.delete],
  summary: 'Deletes a category. Its products and subcategories go to `heirId`; without one it must be empty.',
  input: z.strictObject({ id: id(), heirId: id().optional() }),
  result: ok,
});
/** The specification's call; it shows no payload. */
export const getCategoryStatics = defineCall({
  method: 'GET',
  path: '/seller/daProduct/getCategoryStatics',
  access: 'user',
  summary: 'Returns the number of enabled products in each category, and together with those below it.',
  input: z.strictObject({}),
  result: z.object({
    list: z.array(
      z.object({
        /** null: products without a category */
        categoryId: z.number().nullable(),
        category: z.string(),
        products: z.number(),
        productsBelow: z.number(),
      }),
    ),
  }),
});
