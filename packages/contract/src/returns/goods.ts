import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id, idempotencyKey, integer, text } from '../call.ts';
import { RETURN_CONDITIONS, RETURN_DECISIONS, RETURN_REDECISIONS, RETURN_STATES } from './words.ts';

export const returnPlaces = defineCall({
  method: 'GET',
  path: '/seller/returns/places',
  access: [rights.salesReturn.receive, rights.salesReturn.inspect],
  summary:
    'Lists locations for returned units (`returns`) or for restocking (`shelf`), by the prefix of their code; those that suit the product first.',
  input: z.strictObject({
    warehouseId: id(),
    use: z.enum(['returns', 'shelf']),
    text: text(60).optional(),
    /** The units to put on the shelf. */
    productId: id().optional(),
  }),
  result: z.array(z.object({ id: z.number(), code: z.string(), kind: z.string(), suggested: z.boolean() })),
});
export const receiveReturn = defineCall({
  method: 'POST',
  path: '/seller/returns/receive',
  access: [rights.salesReturn.receive],
  summary: 'Receives the units that arrived, including other products. They go to the returns area and cannot be sold.',
  input: z.strictObject({
    id: id(),
    warehouseId: id(),
    /** The first location for returns by default. */
    locationId: id().optional(),
    lines: z
      .array(
        z.strictObject({
          productId: id().optional(),
          /** SKU or barcode, instead of the id. */
          code: text(80).optional(),
          quantity: integer(1, 100_000),
        }),
      )
      .min(1)
      .max(200),
    remark: text(500).default(''),
    ...idempotencyKey,
  }),
  result: z.object({ received: z.number() }),
});
const verdict = z.strictObject({
  itemId: id(),
  quantity: integer(1, 100_000),
  condition: z.enum(RETURN_CONDITIONS),
  decision: z.enum(RETURN_DECISIONS),
  /** Where it goes when it is restocked. */
  locationId: id().optional(),
  remark: text(500).default(''),
});
const inspected = z.object({ state: z.enum(RETURN_STATES) });
export const inspectReturn = defineCall({
  method: 'POST',
  path: '/seller/returns/inspect',
  access: [rights.salesReturn.inspect],
  summary: 'Records the return inspection: the condition of the units and the decision on them.',
  input: z.strictObject({ id: id(), items: z.array(verdict).min(1).max(200), ...idempotencyKey }),
  result: inspected,
});
export const reinspectReturn = defineCall({
  method: 'POST',
  path: '/seller/returns/reinspect',
  access: [rights.salesReturn.inspect],
  summary: 'Records the final decision on units that an inspection quarantined, also of a closed return.',
  input: z.strictObject({
    id: id(),
    items: z
      .array(verdict.extend({ decision: z.enum(RETURN_REDECISIONS) }))
      .min(1)
      .max(200),
    ...idempotencyKey,
  }),
  result: inspected,
});
