// SKU mapping (module 203).
import { z } from 'zod';
import {
  bulkResult,
  defineCall,
  exportQueued,
  id,
  idempotencyKey,
  integer,
  list,
  pageOf,
  paging,
  requiredText,
  text,
} from '../call.ts';
import { importPreview, importResult } from '../imports.ts';
import { commitInput, exactlyOne, order, picksOne, template } from './shared.ts';

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
  result: exportQueued,
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
