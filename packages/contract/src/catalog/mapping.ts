// SKU mapping.
import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  bulkCall,
  day,
  defineCall,
  exportCall,
  id,
  idempotencyKey,
  integer,
  list,
  pageOf,
  paging,
  requiredText,
  text,
} from '../call.ts';
import { importCalls } from '../imports.ts';
import { exactlyOne, order, picksOne } from './shared.ts';

/** How a mapping came: by hand, from a file, because the SKUs are equal, or with a product made from a listing. */
export const MAPPING_SOURCES = ['manual', 'file', 'equal', 'listing'] as const;

export const mappingFilter = z.strictObject({
  shopId: id().optional(),
  source: z.enum(MAPPING_SOURCES).optional(),
  /** Made by this run of equal SKUs, and not changed since. */
  runId: id().optional(),
  /** Days of the company on which they were saved. */
  from: day().optional(),
  to: day().optional(),
  /** Prefix of the seller SKU or of the product's SKU. */
  search: text(100).optional(),
});
export type MappingFilter = z.output<typeof mappingFilter>;
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
  source: z.enum(MAPPING_SOURCES),
  createdAt: z.string(),
  createdBy: z.string(),
});
export type MappingRow = z.output<typeof mappingRow>;
const factor = () => integer(1, 10_000);

export const listMappings = defineCall({
  method: 'GET',
  path: '/seller/mapping/list',
  access: [rights.skuMapping.view],
  summary: 'Lists the SKU mappings of the shops that the user can see.',
  input: mappingFilter.extend({
    sort: z.enum(['createdAt', 'sellerSku']).default('createdAt'),
    ...order,
    ...paging,
  }),
  result: pageOf(mappingRow),
});
export const listUnmapped = defineCall({
  method: 'GET',
  path: '/seller/mapping/unmapped',
  access: [rights.skuMapping.view],
  summary: 'Lists unmapped seller SKUs that orders wait for, most orders first, each with a suggested product.',
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
  access: [rights.skuMapping.add, rights.skuMapping.edit],
  summary: 'Creates or updates SKU mappings. New mappings need the right to add, changes the right to edit.',
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
export const removeMappings = bulkCall(
  '/seller/mapping/remove',
  [rights.skuMapping.delete],
  'Deletes SKU mappings. Later orders with these seller SKUs wait for a person to map them again.',
  z
    .strictObject({
      ids: list(id(), 1000).optional(),
      filter: mappingFilter.optional(),
      ...idempotencyKey,
    })
    .refine(exactlyOne, picksOne),
);
export const exportMappings = exportCall(
  '/seller/mapping/export',
  [rights.skuMapping.export],
  'Exports the SKU mappings that match the filter to a file in the background.',
  mappingFilter.extend(idempotencyKey),
);
export const {
  template: mappingTemplate,
  preview: previewMappingImport,
  commit: commitMappingImport,
} = importCalls({
  of: 'SKU mappings',
  access: [rights.skuMapping.import],
  paths: {
    template: '/seller/mapping/template',
    preview: '/seller/mapping/importPreview',
    commit: '/seller/mapping/importCommit',
  },
});
