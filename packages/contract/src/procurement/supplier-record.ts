import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id } from '../call.ts';

/** Orders that a record looks at: the newest. */
export const RECORDED_ORDERS = 100;
/** What a score counts: parts of 100. */
export const SCORE_WEIGHTS = { onTime: 50, complete: 30, quality: 20 } as const;

const share = z.number().min(0).max(1).nullable();
const orderRow = z.object({
  id: z.number(),
  number: z.string(),
  orderedAt: z.string(),
  expectedOn: z.string().nullable(),
  /** The day of the last receipt. */
  receivedOn: z.string(),
  /** From the order to the last receipt. */
  leadDays: z.number(),
  /** Above zero: late. Null: no day was agreed. */
  lateDays: z.number().nullable(),
  units: z.number(),
  received: z.number(),
  /** Units that came damaged, failed their inspection or went back. */
  failed: z.number(),
});
export type RecordedOrder = z.output<typeof orderRow>;

export const supplierRecord = defineCall({
  method: 'GET',
  path: '/seller/supplier/record',
  access: [rights.supplier.view],
  summary:
    'Returns how a supplier delivered: lead times, late and short orders, failed units, and the score made of them, over its newest received orders.',
  input: z.strictObject({ id: id() }),
  result: z.object({
    orders: z.number(),
    /** Null without orders. */
    score: z.number().nullable(),
    onTime: share,
    complete: share,
    quality: share,
    /** Days from the order to the last receipt; null without orders. */
    lead: z
      .object({ least: z.number(), median: z.number(), p90: z.number(), most: z.number(), mean: z.number() })
      .nullable(),
    rows: z.array(orderRow),
  }),
});
