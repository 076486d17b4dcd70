// The product archive.
import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  bulkCall,
  defineCall,
  exportCall,
  flag,
  id,
  idempotencyKey,
  idOrNone,
  integer,
  list,
  MEGABYTE,
  pageOf,
  paging,
  requiredText,
  text,
  UPLOAD_LIMIT_BYTES,
} from '../call.ts';
import { importCalls, importPreview, importResult } from '../imports.ts';
import { openMerge } from './merge.ts';
import {
  familyAxes,
  INHERITED,
  newGoods,
  picked,
  productFields,
  productFilterFields,
  productRow,
} from './product-shapes.ts';
import { exactlyOne, historyEntry, order, picksOne } from './shared.ts';

export const listProducts = defineCall({
  method: 'GET',
  path: '/seller/product/list',
  access: [rights.product.view],
  summary: 'Lists products with filters, sorting and paging.',
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
  access: [rights.product.view],
  summary: 'Returns the counts of the status tabs, and the brands in use.',
  input: z.strictObject({}),
  result: z.object({
    counts: z.object({ all: z.number(), enabled: z.number(), disabled: z.number() }),
    brands: z.array(z.string()),
  }),
});
export const findProduct = defineCall({
  method: 'GET',
  path: '/seller/product/find',
  access: [rights.product.view],
  summary: 'Returns a product with its SKU mappings and history.',
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
    family: z.object({ id: z.number(), code: z.string(), axes: familyAxes }).nullable(),
    variants: z.array(z.object({ id: z.number(), sku: z.string(), nameZh: z.string(), nameEn: z.string() })),
    /** It turned out to be this product. */
    mergedInto: z.object({ id: z.number(), sku: z.string() }).nullable(),
    /** These turned out to be this product. */
    mergedFrom: z.array(z.object({ id: z.number(), sku: z.string() })),
    merging: openMerge.nullable(),
    history: z.array(historyEntry),
  }),
});
/** For pickers on any page: every signed-in user may look up a product by the prefix of its code or name. */
export const productOptions = defineCall({
  method: 'GET',
  path: '/seller/product/options',
  access: 'user',
  summary: 'Finds up to 20 enabled products by the prefix of their SKU, barcode or name; bundles only with `bundles`.',
  input: z.strictObject({ search: text(100).default(''), bundles: flag().default(false) }),
  result: z.object({
    list: z.array(z.object({ id: z.number(), sku: z.string(), nameZh: z.string(), nameEn: z.string() })),
  }),
});
export const addProduct = defineCall({
  method: 'POST',
  path: '/seller/product/add',
  access: [rights.product.add],
  summary: 'Adds a product.',
  input: z.strictObject({
    sku: productFields.sku,
    parentSku: productFields.parentSku.default(null),
    barcode: productFields.barcode.default(null),
    ...newGoods,
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), version: z.number() }),
});
const { sku: _fixed, ...changeable } = productFields;
export const editProduct = defineCall({
  method: 'POST',
  path: '/seller/product/edit',
  access: [rights.product.edit],
  summary:
    'Updates the given fields of a product, unless it has changed since `version`. The SKU cannot be changed. What a variant gets here is its own, until `inherit` names the field: it is then its family’s again.',
  input: z.strictObject({
    id: id(),
    version: integer(1),
    ...z.object(changeable).partial().shape,
    inherit: list(z.enum(INHERITED), INHERITED.length).optional(),
  }),
  result: z.object({ id: z.number(), version: z.number() }),
});
export const setProductsEnabled = bulkCall(
  '/seller/product/setEnabled',
  [rights.product.edit],
  'Enables or disables products.',
  z.strictObject({ ...picked, enabled: flag() }).refine(exactlyOne, picksOne),
);
export const removeProducts = bulkCall(
  '/seller/product/remove',
  [rights.product.delete],
  'Deletes products that are not in use. Reports the others with the reason.',
  z.strictObject(picked).refine(exactlyOne, picksOne),
);
export const uploadProductImage = defineCall({
  method: 'POST',
  path: '/seller/product/uploadImage',
  access: [rights.product.add, rights.product.edit, rights.bundle.add, rights.bundle.edit],
  summary: 'Uploads a product picture and returns its key for the product’s `images`.',
  input: z.strictObject({}),
  result: z.object({ key: z.string() }),
  upload: { maxBytes: UPLOAD_LIMIT_BYTES, kinds: ['jpg', 'png', 'gif'] },
});
export const productImage = defineCall({
  method: 'GET',
  path: '/seller/product/image',
  access: 'user',
  summary: 'Downloads a picture of a product or of a family, or without both ids one that has just been uploaded.',
  input: z.strictObject({ productId: idOrNone().default(0), familyId: idOrNone().default(0), key: requiredText(200) }),
  result: z.unknown(),
  download: true,
});
export const exportProducts = exportCall(
  '/seller/product/export',
  [rights.product.export],
  'Exports the products that match the filter to a file in the background.',
  z.strictObject({ ...productFilterFields, ...idempotencyKey }),
);
export const {
  template: productTemplate,
  preview: previewProductImport,
  errors: productImportErrors,
  commit: commitProductImport,
} = importCalls({
  of: 'products',
  access: [rights.product.import],
  paths: {
    template: '/seller/product/template',
    preview: '/seller/product/importPreview',
    errors: '/seller/product/importErrors',
    commit: '/seller/product/importCommit',
  },
  kinds: ['xls', 'xlsx', 'csv'],
  maxBytes: 30 * MEGABYTE,
});
/** Pictures are named by SKU and place: `TW-LAMP_1.jpg`. */
export const previewImageZip = defineCall({
  method: 'POST',
  path: '/seller/product/imageZipPreview',
  access: [rights.product.import],
  summary:
    'Reads an archive of pictures named SKU_1.jpg to SKU_6.jpg and returns what each would do. Nothing is saved.',
  input: z.strictObject({}),
  result: importPreview,
  upload: { maxBytes: 60 * MEGABYTE, kinds: ['zip'] },
});
export const commitImageZip = defineCall({
  method: 'POST',
  path: '/seller/product/imageZipCommit',
  access: [rights.product.import],
  summary: 'Adds the pictures of a previewed archive to their products in the background, once.',
  input: z.strictObject({ importId: id(), ...idempotencyKey }),
  result: importResult,
});
export const printProductLabels = defineCall({
  method: 'GET',
  path: '/seller/product/labels',
  access: [rights.product.print],
  summary: 'Returns the data for product labels: code, name and the barcode as SVG.',
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
