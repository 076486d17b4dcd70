// Products made from listings, and from seller SKUs that orders wait for.
import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id, idempotencyKey, list, pageOf, paging, positiveDecimal, requiredText, text } from '../call.ts';
import { sku } from '../catalog/product-shapes.ts';
import { listingFilter } from './filter.ts';

/**
 * What becomes of a listing. make: a product; pairs: its SKU is a product already and is mapped to it; noSku: it has no
 * SKU that a product may have, so one is suggested; differs: two listings of the shop with this SKU sell different goods,
 * so a person decides; mapped: nothing to do.
 */
export const LISTING_FATES = ['make', 'pairs', 'noSku', 'differs', 'mapped'] as const;
export type ListingFate = (typeof LISTING_FATES)[number];
/** Why a listing was left out: see LISTING_FATES; nameless: it has no title. */
export const LEFT_OUT = ['noSku', 'differs', 'nameless'] as const;

const chosen = { ids: list(id(), 1000).optional(), filter: listingFilter.optional() };
const onlyOne = (input: { ids?: unknown; filter?: unknown }) =>
  (input.ids === undefined) !== (input.filter === undefined);
const saysOne = { error: 'ids | filter' };

const fateRow = z.object({
  id: z.number(),
  shopName: z.string(),
  itemId: z.string(),
  sellerSku: z.string(),
  title: z.string(),
  imageUrl: z.string().nullable(),
  fate: z.enum(LISTING_FATES),
  /** Of the product. */
  sku: z.string(),
});
export type FateRow = z.output<typeof fateRow>;

export const previewListingProducts = defineCall({
  method: 'POST',
  mode: 'read',
  path: '/seller/listing/previewProducts',
  access: [rights.product.add],
  summary: 'Says which of these listings would become products, which are mapped instead, and which need a person.',
  input: z.strictObject({ ...chosen, fate: z.enum(LISTING_FATES).default('make'), ...paging }).refine(onlyOne, saysOne),
  result: pageOf(fateRow).extend({
    counts: z.object({
      make: z.number(),
      pairs: z.number(),
      noSku: z.number(),
      differs: z.number(),
      mapped: z.number(),
    }),
  }),
});
export const makeListingProducts = defineCall({
  method: 'POST',
  path: '/seller/listing/makeProducts',
  access: [rights.product.add],
  summary: 'Makes products of listings in the background and maps them. Also needs the right to add SKU mappings.',
  input: z
    .strictObject({
      ...chosen,
      /** Listings without a SKU: take the suggested one, or leave them out. */
      withoutSku: z.enum(['suggest', 'skip']).default('suggest'),
      /** SKUs that a person chose for single listings, also for those whose goods differ. */
      skus: list(z.strictObject({ listingId: id(), sku: sku() }), 1000).default([]),
      ...idempotencyKey,
    })
    .refine(onlyOne, saysOne),
  result: z.object({ runId: z.number() }),
});

const productRun = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  total: z.number(),
  /** Listings dealt with so far. */
  handled: z.number(),
  made: z.number(),
  paired: z.number(),
  /** Left out, each with its reason in `productRunRows`. */
  left: z.number(),
  pictures: z.object({ due: z.number(), done: z.number(), refused: z.number() }),
});
export type ProductRun = z.output<typeof productRun>;

export const getProductRun = defineCall({
  method: 'GET',
  path: '/seller/listing/productRun',
  access: [rights.product.add],
  summary: 'Returns how far the making of products from listings is.',
  input: z.strictObject({ id: id() }),
  result: productRun,
});
export const listProductRuns = defineCall({
  method: 'GET',
  path: '/seller/listing/productRuns',
  access: [rights.product.add],
  summary: 'Lists the makings of products from listings, newest first.',
  input: z.strictObject(paging),
  result: pageOf(productRun),
});
export const productRunRows = defineCall({
  method: 'GET',
  path: '/seller/listing/productRunRows',
  access: [rights.product.add],
  summary: 'Lists the listings that a making left out, with the reason.',
  input: z.strictObject({ runId: id(), ...paging }),
  result: pageOf(
    z.object({
      id: z.number(),
      shopName: z.string(),
      itemId: z.string(),
      sellerSku: z.string(),
      title: z.string(),
      reason: z.enum(LEFT_OUT),
    }),
  ),
});

const soldRow = { shopId: id(), sellerSku: requiredText(100) };

export const draftProduct = defineCall({
  method: 'GET',
  path: '/seller/listing/draftProduct',
  access: [rights.product.add],
  summary: 'Returns the product that a seller SKU would become, from its listing or from an order that waits for it.',
  input: z.strictObject(soldRow),
  result: z.object({
    sku: z.string(),
    nameZh: z.string(),
    nameEn: z.string(),
    declaredValueUsd: z.string().nullable(),
    imageUrl: z.string().nullable(),
    from: z.enum(['listing', 'order']),
    fate: z.enum(LISTING_FATES),
  }),
});
export const makeSoldProducts = defineCall({
  method: 'POST',
  path: '/seller/listing/makeSoldProducts',
  access: [rights.product.add],
  summary:
    'Makes products of seller SKUs and maps them, so that waiting orders continue. Also needs the right to add SKU mappings.',
  input: z.strictObject({
    rows: z
      .array(
        z.strictObject({
          ...soldRow,
          /** What a person typed in place of the draft. With a SKU, also goods that differ are made. */
          sku: sku().optional(),
          nameZh: text(200).optional(),
          nameEn: text(200).optional(),
          declaredValueUsd: positiveDecimal(4).optional(),
        }),
      )
      .min(1)
      .max(200),
    ...idempotencyKey,
  }),
  result: z.object({
    made: z.number(),
    paired: z.number(),
    left: z.array(z.object({ shopId: z.number(), sellerSku: z.string(), reason: z.enum(LEFT_OUT) })),
  }),
});
