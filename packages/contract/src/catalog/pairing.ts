// Seller SKUs that equal a product's SKU.
import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, flag, idempotencyKey, ok, pageOf, paging } from '../call.ts';

/** What made a run: a person, or goods, listings or orders that came in. */
export const PAIRING_CAUSES = ['person', 'product', 'listings', 'orders'] as const;
/** Why an equal SKU stays for a person. */
export const STAYS = ['removed', 'differs'] as const;

export const getPairing = defineCall({
  method: 'GET',
  path: '/seller/mapping/pairing',
  access: [rights.skuMapping.view],
  summary: 'Returns whether equal SKUs are mapped by themselves.',
  input: z.strictObject({}),
  result: z.object({ enabled: z.boolean() }),
});
export const savePairing = defineCall({
  method: 'POST',
  path: '/seller/mapping/savePairing',
  access: [rights.skuMapping.edit],
  summary: 'Switches on or off that equal SKUs are mapped by themselves. Existing mappings stay.',
  input: z.strictObject({ enabled: flag() }),
  result: ok,
});
/** Each row maps a seller SKU to the product of the same SKU, or says why it does not. */
export const equalSkus = defineCall({
  method: 'GET',
  path: '/seller/mapping/equal',
  access: [rights.skuMapping.view],
  summary: 'Lists unmapped seller SKUs that equal the SKU of a product, and those that stay for a person.',
  input: z.strictObject({
    /** Only those that stay for a person. */
    stays: flag().default(false),
    ...paging,
  }),
  result: pageOf(
    z.object({
      shopId: z.number(),
      shopName: z.string(),
      sellerSku: z.string(),
      productId: z.number(),
      sku: z.string(),
      nameZh: z.string(),
      nameEn: z.string(),
      stays: z.enum(STAYS).nullable(),
    }),
  ).extend({ counts: z.object({ pairs: z.number(), stays: z.number() }) }),
});
export const pairEqualSkus = defineCall({
  method: 'POST',
  path: '/seller/mapping/pairEqual',
  access: [rights.skuMapping.add],
  summary: 'Maps all seller SKUs of the user’s shops that equal the SKU of a product, in the background.',
  input: z.strictObject(idempotencyKey),
  result: z.object({ runId: z.number() }),
});
export const listPairings = defineCall({
  method: 'GET',
  path: '/seller/mapping/pairings',
  access: [rights.skuMapping.view],
  summary: 'Lists when equal SKUs were mapped by themselves, newest first. Removing mappings by `runId` undoes a run.',
  input: z.strictObject(paging),
  result: pageOf(
    z.object({
      id: z.number(),
      at: z.string(),
      actor: z.string(),
      cause: z.enum(PAIRING_CAUSES),
      /** Mappings made, in the user's shops or not. */
      paired: z.number(),
      /** Of these, mappings of the user's shops that nobody has changed or deleted since. */
      left: z.number(),
      done: z.boolean(),
    }),
  ),
});
