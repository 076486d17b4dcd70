import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id, idempotencyKey, integer, positiveDecimal } from '../call.ts';
import { importCalls } from '../imports.ts';

/**
 * Opening stock: what lay in the warehouse before the program knew it. Once for each product and location: a second
 * entry is refused, so nothing doubles; later corrections are adjustments.
 */
const access = [rights.stock.adjust];

export const openingChoices = defineCall({
  method: 'GET',
  path: '/seller/stock/openingChoices',
  access,
  summary:
    'Lists products without opening stock (50 at most, first those that orders wait for) and the location that the warehouse suggests.',
  input: z.strictObject({ warehouseId: id() }),
  result: z.object({
    /** Null: the warehouse has no enabled location for goods. */
    location: z.object({ id: z.number(), code: z.string() }).nullable(),
    products: z.array(
      z.object({
        id: z.number(),
        sku: z.string(),
        nameZh: z.string(),
        nameEn: z.string(),
        barcode: z.string().nullable(),
        /** Units that open orders wait for. */
        awaited: z.number(),
      }),
    ),
    /** There are more. */
    more: z.boolean(),
  }),
});
export const enterOpeningStock = defineCall({
  method: 'POST',
  path: '/seller/stock/enterOpening',
  access,
  summary: 'Enters opening stock of products in locations of a warehouse, each once.',
  input: z.strictObject({
    warehouseId: id(),
    lines: z
      .array(
        z.strictObject({
          productId: id(),
          locationId: id(),
          /** A line without it is left out: forms send their empty rows as well. */
          quantity: integer(1, 1_000_000).optional(),
          /** Base currency per unit; without it the product's last cost. */
          unitCost: positiveDecimal(6).optional(),
        }),
      )
      .min(1)
      .max(500),
    ...idempotencyKey,
  }),
  result: z.object({
    id: z.number(),
    number: z.string(),
    /** waiting: it has to be approved before it counts. */
    state: z.enum(['done', 'waiting']),
  }),
});
export const {
  template: openingTemplate,
  preview: previewOpening,
  errors: openingErrors,
  commit: commitOpening,
} = importCalls({
  of: 'opening stock',
  access,
  paths: {
    template: '/seller/stock/openingTemplate',
    preview: '/seller/stock/importOpening',
    errors: '/seller/stock/openingErrors',
    commit: '/seller/stock/commitOpening',
  },
});
