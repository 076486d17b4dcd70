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

/** Where unmapped seller SKUs stand: in orders that wait for them, or in listings. */
export const UNMAPPED_FROM = ['orders', 'listings'] as const;
export type UnmappedFrom = (typeof UNMAPPED_FROM)[number];
/**
 * Why a product is suggested: its SKU is equal; it differs by case, blanks and separators only; by what a shop puts
 * around it; its barcode is equal; the seller SKU is its SKU with a number of units; the title contains its name.
 */
export const SUGGESTION_REASONS = ['equal', 'code', 'affix', 'barcode', 'factor', 'title'] as const;
const suggestion = z.object({
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  factor: z.number(),
  /** Of 100, the best first. */
  score: z.number(),
  reason: z.enum(SUGGESTION_REASONS),
  /** What the seller SKU has besides the SKU: "-US", "-2PK". */
  left: z.string(),
  /** So many words of the product's name are in the title, of so many. */
  matched: z.number(),
  words: z.number(),
});
export type Suggestion = z.output<typeof suggestion>;

export const listUnmapped = defineCall({
  method: 'GET',
  path: '/seller/mapping/unmapped',
  access: [rights.skuMapping.view],
  summary:
    'Lists unmapped seller SKUs, each with three suggested products at most: those that orders wait for, most orders first, or those of listings.',
  input: z.strictObject({
    from: z.enum(UNMAPPED_FROM).default('orders'),
    shopId: id().optional(),
    /** This one alone. */
    sellerSku: text(100).optional(),
    ...paging,
  }),
  result: pageOf(
    z.object({
      shopId: z.number(),
      shopName: z.string(),
      sellerSku: z.string(),
      title: z.string(),
      imageUrl: z.string().nullable(),
      waitingOrders: z.number(),
      oldestAt: z.string(),
      /** Codes or barcodes lead to the first suggestion and to nothing else. */
      sure: z.boolean(),
      suggestions: z.array(suggestion),
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
