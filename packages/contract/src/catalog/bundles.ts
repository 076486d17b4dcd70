// Bundles: sets of products that are sold as one and have no stock of their own.
import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  bulkCall,
  defineCall,
  id,
  idempotencyKey,
  idOrNone,
  integer,
  list,
  pageOf,
  paging,
  saying,
  text,
} from '../call.ts';
import { importCalls } from '../imports.ts';
import { productFields } from './product-shapes.ts';
import { historyEntry } from './shared.ts';

/** A bundle in a bundle in a bundle, and no further. */
export const BUNDLE_DEPTH = 3;
export const BUNDLE_PARTS = 50;

const view = [rights.bundle.view];
const { sku, barcode, nameZh, nameEn, brand, categoryId, images } = productFields;

export const bundleRow = z.object({
  id: z.number(),
  sku: z.string(),
  barcode: z.string().nullable(),
  nameZh: z.string(),
  nameEn: z.string(),
  brand: z.string(),
  categoryId: z.number().nullable(),
  categoryZh: z.string(),
  categoryEn: z.string(),
  images: z.array(z.string()),
  enabled: z.boolean(),
  version: z.number(),
  updatedAt: z.string(),
  /** The first parts, as the form has them. */
  summary: z.array(z.object({ sku: z.string(), quantity: z.number() })),
  partCount: z.number(),
  /** Seller SKUs that sell it. */
  mappings: z.number(),
});
export type BundleRow = z.output<typeof bundleRow>;

const filter = {
  search: text(100).optional(),
  status: z.enum(['all', 'enabled', 'disabled']).default('all'),
  /** With this product among its parts, at any depth. */
  productId: id().optional(),
};
export const bundleFilter = z.strictObject(filter);
export type BundleFilter = z.output<typeof bundleFilter>;

export const listBundles = defineCall({
  method: 'GET',
  path: '/seller/bundle/list',
  access: view,
  summary: 'Lists bundles, last changed first.',
  input: z.strictObject({ ...filter, ...paging }),
  result: pageOf(bundleRow),
});

const product = {
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  image: z.string().nullable(),
  quantity: z.number(),
};
export const findBundle = defineCall({
  method: 'GET',
  path: '/seller/bundle/find',
  access: view,
  summary: 'Returns a bundle with its parts, its SKU mappings and its history.',
  input: z.strictObject({ id: id() }),
  result: bundleRow.extend({
    /** As the form has them: a part may be a bundle. */
    parts: z.array(z.object({ ...product, kind: z.enum(['single', 'bundle']) })),
    /** Down to products with stock. `share`: of the bundle's revenue, 1 for all. */
    units: z.array(z.object({ ...product, share: z.string() })),
    /** Bundles of which it is a part itself. */
    within: z.array(z.object({ id: z.number(), sku: z.string() })),
    shops: z.array(z.object({ shopId: z.number(), sellerSku: z.string(), factor: z.number() })),
    history: z.array(historyEntry),
  }),
});

const parts = z
  .array(z.strictObject({ productId: id(), quantity: integer(1, 1000) }))
  .min(1, { error: saying('catalog.bundleParts') })
  .max(BUNDLE_PARTS);
export const saveBundle = defineCall({
  method: 'POST',
  path: '/seller/bundle/save',
  access: [rights.bundle.add, rights.bundle.edit],
  summary:
    'Adds a bundle (id 0), or changes one unless it has changed since `version`. Orders keep the parts they were taken with.',
  input: z.strictObject({
    id: idOrNone().default(0),
    version: integer(0).default(0),
    sku,
    barcode: barcode.default(null),
    nameZh: nameZh.default(''),
    nameEn: nameEn.default(''),
    brand: brand.default(''),
    categoryId: categoryId.default(null),
    images: images.default([]),
    parts,
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), version: z.number() }),
});

export const removeBundles = bulkCall(
  '/seller/bundle/remove',
  [rights.bundle.delete],
  'Deletes bundles that are not in use. Reports the others with the reason.',
  z.strictObject({ ids: list(id(), 1000), ...idempotencyKey }),
);

export const {
  template: bundleTemplate,
  preview: previewBundleImport,
  commit: commitBundleImport,
} = importCalls({
  of: 'bundles',
  access: [rights.bundle.import],
  paths: {
    template: '/seller/bundle/template',
    preview: '/seller/bundle/importPreview',
    commit: '/seller/bundle/importCommit',
  },
});
