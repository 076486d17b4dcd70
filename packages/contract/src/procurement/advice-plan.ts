// Orders of suppliers as advised lines would make them: minimum, price, volume and weight, containers.
import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id, integer, list } from '../call.ts';
import { adviceFilter, MOST_UNITS } from './advice.ts';

/** What is usually loaded: cubic metres beside the gaps between cartons, kilograms that roads and lines allow. */
export const CONTAINERS = {
  gp20: { cbm: 28, kg: 21_700 },
  gp40: { cbm: 58, kg: 26_500 },
  hq40: { cbm: 68, kg: 26_500 },
} as const;
export const CONTAINER_KINDS = ['gp20', 'gp40', 'hq40'] as const satisfies (keyof typeof CONTAINERS)[];
/** What lines of an order can be raised to. */
export const FILLS = ['minimum', ...CONTAINER_KINDS] as const;

const line = z.object({
  id: z.number(),
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  advised: z.number(),
  quantity: z.number(),
  /** Whole cartons of it, rounded up; null: nobody has entered the packaging. */
  cartons: z.number().nullable(),
  /** Days that the stock, what comes and this quantity last; null: nothing is sold. */
  days: z.number().nullable(),
  cbm: z.number().nullable(),
  kg: z.number().nullable(),
  /** Null where no price is in force, or the user may not see costs. */
  unitPrice: z.string().nullable(),
  amount: z.string().nullable(),
});
export type PlannedLine = z.output<typeof line>;
const order = z.object({
  /** Null: nobody sells these products. */
  supplierId: z.number().nullable(),
  supplierZh: z.string(),
  supplierEn: z.string(),
  warehouseId: z.number(),
  warehouseName: z.string(),
  currency: z.string().nullable(),
  /** Of one order, in the currency; null: none, or the user may not see costs. */
  minimum: z.string().nullable(),
  minimumUnits: z.number().nullable(),
  /** It has less than the supplier's minimum: by units, or by what it costs. */
  belowMinimum: z.boolean(),
  /** What lacks for the minimum; null: nothing. The amount only for users who may see costs. */
  missing: z.object({ units: z.number().nullable(), amount: z.string().nullable() }),
  amount: z.string().nullable(),
  units: z.number(),
  cbm: z.number(),
  kg: z.number(),
  /** Lines whose size or weight nobody has entered: they are not in the sums. */
  unmeasured: z.number(),
  /** How many of each container it needs, and how full they would be: 1 is full. */
  containers: z.array(z.object({ kind: z.enum(CONTAINER_KINDS), count: z.number(), full: z.number() })),
  lines: z.array(line),
});
export type PlannedOrder = z.output<typeof order>;

export const planAdvice = defineCall({
  method: 'POST',
  path: '/seller/purchase/recommend/plan',
  access: [rights.replenishment.view],
  mode: 'read',
  summary:
    'Shows the orders that undecided advice would make, by supplier and warehouse, with price, volume and weight. `fill` raises the lines of one of them, what runs out soonest first, to the supplier’s minimum or until containers are full.',
  input: z.strictObject({
    ids: list(id(), 500).optional(),
    filter: adviceFilter.optional(),
    /** Quantities that take the place of the advised ones. */
    lines: list(z.strictObject({ id: id(), quantity: integer(0, MOST_UNITS) }), 500).optional(),
    fill: z.strictObject({ supplierId: id(), warehouseId: id(), to: z.enum(FILLS) }).optional(),
  }),
  result: z.object({ orders: z.array(order) }),
});
