import { z } from 'zod';
import {
  bulkResult,
  defineCall,
  flag,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  pageOf,
  paging,
  positiveDecimal,
  requiredText,
  text,
  UPLOAD_LIMIT_BYTES,
} from './call.ts';
import { importPreview, importResult } from './imports.ts';

// ---- shapes

const order = { order: z.enum(['asc', 'desc']).default('desc') };
/** A figure that may be absent; an emptied field of a form counts as absent. */
const optionalFigure = (digits: number) =>
  z.preprocess((value) => (value === '' ? null : value), positiveDecimal(digits).nullable());
const optionalText = (max: number) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), text(max).nullable());
/** SKUs are kept in capitals, so that a scanner and a person mean the same one. */
export const sku = () =>
  requiredText(60)
    .regex(/^[^\s"'<>\\](?:[^"'<>\\\r\n\t]*[^\s"'<>\\])?$/, { error: 'text:catalog.badSku' })
    .transform((value) => value.toUpperCase());

/** Everything of a product that a person enters. */
export const productFields = {
  sku: sku(),
  parentSku: optionalText(60),
  barcode: optionalText(60),
  nameZh: requiredText(200),
  nameEn: text(200),
  brand: text(100),
  category: text(100),
  lengthCm: optionalFigure(2),
  widthCm: optionalFigure(2),
  heightCm: optionalFigure(2),
  grossWeightKg: optionalFigure(4),
  unitPriceCny: optionalFigure(6),
  declaredValueUsd: optionalFigure(4),
  hsCode: text(13).regex(/^(\d{4,13}|\d{4}\.\d{2}(\.?\d{2,4}){0,2})?$/, { error: 'text:catalog.badHsCode' }),
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

const productFilterFields = {
  status: z.enum(['all', 'enabled', 'disabled']).default('all'),
  /** Beginnings of the SKU, barcode or words of the names; any part of a Chinese name. Several words must all match. */
  search: text(100).optional(),
  brand: text(100).optional(),
  category: text(100).optional(),
  battery: flag().optional(),
};
export const productFilter = z.strictObject(productFilterFields);
export type ProductFilter = z.output<typeof productFilter>;

/** Ticked rows, or everything a filter matches (at most 10,000). */
const picked = {
  ids: list(id(), 1000).optional(),
  filter: productFilter.optional(),
  ...idempotencyKey,
};
const picksOne = { error: 'ids | filter' };
const exactlyOne = (value: { ids?: unknown; filter?: unknown }) =>
  (value.ids === undefined) !== (value.filter === undefined);

const productRow = z.object({
  id: z.number(),
  sku: z.string(),
  parentSku: z.string().nullable(),
  barcode: z.string().nullable(),
  nameZh: z.string(),
  nameEn: z.string(),
  brand: z.string(),
  category: z.string(),
  lengthCm: z.string().nullable(),
  widthCm: z.string().nullable(),
  heightCm: z.string().nullable(),
  grossWeightKg: z.string().nullable(),
  /** null also where the user may not see cost figures. */
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

export const historyEntry = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.string(),
  event: z.string(),
  detail: z.record(z.string(), z.unknown()).nullable(),
});

// ---- imports from a template

const template = { upload: { maxBytes: UPLOAD_LIMIT_BYTES, kinds: ['xls'] as const } };
const commitInput = z.strictObject({ importId: id(), ...idempotencyKey });

// ---- product archive (module 201)

export const listProducts = defineCall({
  method: 'GET',
  path: '/seller/product/list',
  access: ['201'],
  summary: 'Products, filtered, sorted and paged.',
  input: z.strictObject({
    ...productFilterFields,
    sort: z.enum(['updatedAt', 'sku']).default('updatedAt'),
    ...order,
    ...paging,
  }),
  result: pageOf(productRow),
});
export const productFacets = defineCall({
  method: 'GET',
  path: '/seller/product/facets',
  access: ['201'],
  summary: 'Numbers of the status tabs, and the brands and categories there are.',
  input: z.strictObject({}),
  result: z.object({
    counts: z.object({ all: z.number(), enabled: z.number(), disabled: z.number() }),
    brands: z.array(z.string()),
    categories: z.array(z.string()),
  }),
});
export const findProduct = defineCall({
  method: 'GET',
  path: '/seller/product/find',
  access: ['201'],
  summary: 'One product with its SKU mappings and history.',
  input: z.strictObject({ id: id() }),
  result: productRow.extend({
    mappings: z.array(
      z.object({
        id: z.number(),
        shopId: z.number(),
        sellerSku: z.string(),
        factor: z.number(),
        createdAt: z.string(),
      }),
    ),
    variants: z.array(z.object({ id: z.number(), sku: z.string(), nameZh: z.string(), nameEn: z.string() })),
    history: z.array(historyEntry),
  }),
});
/** For pickers all over the house: anyone signed in may look a product up by the beginning of its code or name. */
export const productOptions = defineCall({
  method: 'GET',
  path: '/seller/product/options',
  access: 'user',
  summary: 'At most 20 enabled products whose SKU, barcode or name begins with the text.',
  input: z.strictObject({ search: text(100).default('') }),
  result: z.object({
    list: z.array(z.object({ id: z.number(), sku: z.string(), nameZh: z.string(), nameEn: z.string() })),
  }),
});
export const addProduct = defineCall({
  method: 'POST',
  path: '/seller/product/add',
  access: ['201:add'],
  summary: 'Adds a product.',
  input: z.strictObject({
    ...productFields,
    parentSku: productFields.parentSku.default(null),
    barcode: productFields.barcode.default(null),
    nameEn: productFields.nameEn.default(''),
    brand: productFields.brand.default(''),
    category: productFields.category.default(''),
    lengthCm: productFields.lengthCm.default(null),
    widthCm: productFields.widthCm.default(null),
    heightCm: productFields.heightCm.default(null),
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
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), version: z.number() }),
});
const { sku: _fixed, ...changeable } = productFields;
export const editProduct = defineCall({
  method: 'POST',
  path: '/seller/product/edit',
  access: ['201:edit'],
  summary: 'Changes the given fields of a product, if nobody else has changed it since `version`. The SKU stays.',
  input: z.strictObject({ id: id(), version: integer(1), ...z.object(changeable).partial().shape }),
  result: z.object({ id: z.number(), version: z.number() }),
});
export const setProductsEnabled = defineCall({
  method: 'POST',
  path: '/seller/product/setEnabled',
  access: ['201:edit'],
  summary: 'Enables or disables products.',
  input: z.strictObject({ ...picked, enabled: flag() }).refine(exactlyOne, picksOne),
  result: bulkResult,
});
export const removeProducts = defineCall({
  method: 'POST',
  path: '/seller/product/remove',
  access: ['201:delete'],
  summary: 'Deletes products that nothing uses; the others are told with the reason.',
  input: z.strictObject(picked).refine(exactlyOne, picksOne),
  result: bulkResult,
});
export const uploadProductImage = defineCall({
  method: 'POST',
  path: '/seller/product/uploadImage',
  access: ['201:add', '201:edit'],
  summary: 'Keeps a picture; its key goes into `images` of the product.',
  input: z.strictObject({}),
  result: z.object({ key: z.string() }),
  upload: { maxBytes: UPLOAD_LIMIT_BYTES, kinds: ['jpg', 'png', 'gif'] },
});
export const productImage = defineCall({
  method: 'GET',
  path: '/seller/product/image',
  access: 'user',
  summary: 'A picture of a product, or with productId 0 one that was just uploaded.',
  input: z.strictObject({ productId: integer(0).default(0), key: requiredText(200) }),
  result: z.unknown(),
  download: true,
});
export const exportProducts = defineCall({
  method: 'POST',
  path: '/seller/product/export',
  access: ['201:export'],
  summary: 'Writes what the filter matches into a file in the background.',
  input: z.strictObject({ ...productFilterFields, ...idempotencyKey }),
  result: z.object({ exportId: z.number() }),
});
export const productTemplate = defineCall({
  method: 'GET',
  path: '/seller/product/template',
  access: ['201:import'],
  summary: 'The empty template (.xls) in the language of the user.',
  input: z.strictObject({}),
  result: z.unknown(),
  download: true,
});
export const previewProductImport = defineCall({
  method: 'POST',
  path: '/seller/product/importPreview',
  access: ['201:import'],
  summary: 'Reads a filled template and says row by row what would happen. Nothing is written.',
  input: z.strictObject({}),
  result: importPreview,
  ...template,
});
export const commitProductImport = defineCall({
  method: 'POST',
  path: '/seller/product/importCommit',
  access: ['201:import'],
  summary: 'Takes over the good rows of a previewed file, once.',
  input: commitInput,
  result: importResult,
});
export const printProductLabels = defineCall({
  method: 'GET',
  path: '/seller/product/labels',
  access: ['201:print'],
  summary: 'What a label sheet needs: code, name and the barcode as a picture (SVG).',
  input: z.strictObject({ ids: list(id(), 200) }),
  result: z.object({
    list: z.array(
      z.object({
        id: z.number(),
        sku: z.string(),
        code: z.string(),
        nameZh: z.string(),
        nameEn: z.string(),
        label: z.string(),
        origin: z.string(),
        svg: z.string(),
      }),
    ),
  }),
});
export const getCategoryStatics = defineCall({
  method: 'GET',
  path: '/seller/daProduct/getCategoryStatics',
  access: 'user',
  summary: 'How many enabled products each category has.',
  input: z.strictObject({}),
  result: z.object({ list: z.array(z.object({ category: z.string(), products: z.number() })) }),
});

// ---- SKU mapping (module 203)

const mappingFilterFields = {
  shopId: id().optional(),
  /** Beginning of the seller SKU or of the product's SKU. */
  search: text(100).optional(),
};
const mappingRow = z.object({
  id: z.number(),
  shopId: z.number(),
  shopName: z.string(),
  sellerSku: z.string(),
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  productEnabled: z.boolean(),
  factor: z.number(),
  createdAt: z.string(),
  createdBy: z.string(),
});
const factor = () => integer(1, 10_000);

export const listMappings = defineCall({
  method: 'GET',
  path: '/seller/mapping/list',
  access: ['203'],
  summary: 'SKU mappings of the shops that the user sees.',
  input: z.strictObject({
    ...mappingFilterFields,
    sort: z.enum(['createdAt', 'sellerSku']).default('createdAt'),
    ...order,
    ...paging,
  }),
  result: pageOf(mappingRow),
});
export const listUnmapped = defineCall({
  method: 'GET',
  path: '/seller/mapping/unmapped',
  access: ['203'],
  summary: 'Seller SKUs that orders wait for, the most waited-for first, each with the product it probably means.',
  input: z.strictObject({ shopId: id().optional(), ...paging }),
  result: pageOf(
    z.object({
      shopId: z.number(),
      shopName: z.string(),
      sellerSku: z.string(),
      title: z.string(),
      waitingOrders: z.number(),
      oldestAt: z.string(),
      suggestion: z
        .object({ productId: z.number(), sku: z.string(), nameZh: z.string(), nameEn: z.string() })
        .nullable(),
    }),
  ),
});
export const saveMappings = defineCall({
  method: 'POST',
  path: '/seller/mapping/save',
  access: ['203:add', '203:edit'],
  summary: 'Says what seller SKUs mean. New ones need the right to add, changed ones the right to edit.',
  input: z.strictObject({
    rows: z
      .array(
        z.strictObject({
          shopId: id(),
          sellerSku: requiredText(100),
          productId: id(),
          factor: factor().default(1),
        }),
      )
      .min(1)
      .max(500),
    ...idempotencyKey,
  }),
  result: z.object({ created: z.number(), updated: z.number() }),
});
export const removeMappings = defineCall({
  method: 'POST',
  path: '/seller/mapping/remove',
  access: ['203:delete'],
  summary: 'Forgets mappings; orders that come later wait for a new one.',
  input: z
    .strictObject({
      ids: list(id(), 1000).optional(),
      filter: z.strictObject(mappingFilterFields).optional(),
      ...idempotencyKey,
    })
    .refine(exactlyOne, picksOne),
  result: bulkResult,
});
export const exportMappings = defineCall({
  method: 'POST',
  path: '/seller/mapping/export',
  access: ['203:export'],
  summary: 'Writes what the filter matches into a file in the background.',
  input: z.strictObject({ ...mappingFilterFields, ...idempotencyKey }),
  result: z.object({ exportId: z.number() }),
});
export const mappingTemplate = defineCall({
  method: 'GET',
  path: '/seller/mapping/template',
  access: ['203:import'],
  summary: 'The empty template (.xls) in the language of the user.',
  input: z.strictObject({}),
  result: z.unknown(),
  download: true,
});
export const previewMappingImport = defineCall({
  method: 'POST',
  path: '/seller/mapping/importPreview',
  access: ['203:import'],
  summary: 'Reads a filled template and says row by row what would happen. Nothing is written.',
  input: z.strictObject({}),
  result: importPreview,
  ...template,
});
export const commitMappingImport = defineCall({
  method: 'POST',
  path: '/seller/mapping/importCommit',
  access: ['203:import'],
  summary: 'Takes over the good rows of a previewed file, once.',
  input: commitInput,
  result: importResult,
});

// ---- background exports of every area

export const listExports = defineCall({
  method: 'GET',
  path: '/seller/export/list',
  access: 'user',
  summary: "The user's own export files, newest first, with their progress.",
  input: z.strictObject({ ...paging }),
  result: pageOf(
    z.object({
      id: z.number(),
      name: z.string(),
      state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
      rowsDone: z.number(),
      rowsTotal: z.number().nullable(),
      error: z.string().nullable(),
      at: z.string(),
    }),
  ),
});
export const downloadExport = defineCall({
  method: 'GET',
  path: '/seller/export/download',
  access: 'user',
  summary: 'The finished file of an own export.',
  input: z.strictObject({ id: id() }),
  result: z.unknown(),
  download: true,
});
export const cancelExport = defineCall({
  method: 'POST',
  path: '/seller/export/cancel',
  access: 'user',
  summary: 'Stops an own export that has not finished.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
