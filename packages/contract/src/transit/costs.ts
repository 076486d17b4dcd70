import { z } from 'zod';
import { currency, id, idempotencyKey, positiveDecimal } from '../call.ts';

export const COST_KINDS = ['freight', 'placement', 'duty', 'insurance', 'handling', 'prep', 'other'] as const;
export const COST_BASES = ['weight', 'volume', 'value', 'quantity'] as const;
export type CostBasis = (typeof COST_BASES)[number];
export const costInput = z
  .array(
    z.strictObject({
      kind: z.enum(COST_KINDS),
      amount: positiveDecimal(4),
      currency: currency(),
      basis: z.enum(COST_BASES).default('weight'),
    }),
  )
  .max(50);
export const transitCost = z.object({
  kind: z.enum(COST_KINDS),
  amount: z.string(),
  currency: z.string(),
  basis: z.enum(COST_BASES),
  baseAmount: z.string().nullable(),
});
export type TransitCost = z.output<typeof transitCost>;

/** A document that is acted upon, once. */
export const one = { id: id(), ...idempotencyKey };
/** Costs that are billed after a document has left. */
export const lateCosts = { ...one, costs: costInput.min(1) };
