import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  bulkCall,
  day,
  defineCall,
  exportCall,
  flag,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  pageOf,
  paging,
  text,
} from '../call.ts';
import { LEG_MODES } from '../transit/legs.ts';

const VIEW = [rights.replenishment.view] as const;
const COMPUTE = [rights.replenishment.compute] as const;
const ORDER = [rights.replenishment.order] as const;
const BASE = '/seller/purchase/recommend';

/** Days of the sales windows that are weighed, shortest first. */
export const SALES_WINDOWS = [3, 7, 14, 30, 60, 90] as const;
export const FORECAST_MODELS = ['windows', 'ses', 'seasonal', 'croston', 'tsb', 'adida'] as const;
/** `daily`: the stock is checked every day. `fixed`: orders are placed every so many days. */
export const REVIEWS = ['daily', 'fixed'] as const;
/**
 * What an advice says: order now; home has it, so send it from there; later; nothing, because nothing is sold; nothing, because the lead time is longer than the sales period it would be planned from.
 */
export const ADVICE_REASONS = ['order', 'ship', 'later', 'none', 'leadTooLong'] as const;
export type AdviceReason = (typeof ADVICE_REASONS)[number];

export const MOST_UNITS = 10_000_000;
const weights = z.array(z.number().min(0).max(1)).length(SALES_WINDOWS.length);

/** How the advice is calculated. */
export const policyShapes = {
  /** Share of the times that are to end in stock: 0.95. */
  goal: z.number().min(0.5).max(0.999),
  review: z.enum(REVIEWS),
  /** Days between two orders; when checked daily, the days that an order is to last. */
  reviewDays: integer(1, 180),
  /** From the order until the goods can be sold, where neither supplier nor price says it. */
  leadDays: integer(0, 365),
  /** Of the windows; together 1. */
  weights,
};
export const policy = z.strictObject(policyShapes);
export type Policy = z.output<typeof policy>;

/** What home sends of a product, and what is bought for whom. */
const echelon = z.object({
  /** Units at home that can travel on. */
  free: z.number(),
  moves: z.array(z.object({ fromId: z.number(), toId: z.number(), quantity: z.number() })),
  /** What each place lacks before home sends anything, and what is bought for it then. */
  places: z.array(z.object({ warehouseId: z.number(), lack: z.number(), buy: z.number() })),
});
export type Echelon = z.output<typeof echelon>;

/** Every number of an advice, as it was calculated. */
export const terms = z.object({
  model: z.enum(FORECAST_MODELS),
  perDay: z.number(),
  deviation: z.number(),
  /** Mean daily sales of each window; null: no day of it counts. */
  means: z.array(z.number().nullable()),
  /** Days cut because they sold far more than usual. */
  spikes: z.number(),
  goal: z.number(),
  review: z.enum(REVIEWS),
  reviewDays: z.number(),
  leadDays: z.number(),
  /** Where the lead time comes from. */
  leadFrom: z.enum(['price', 'supplier', 'product', 'category', 'company']),
  /** Of the supplier's own receipts: how many, their mean lead time in days and its standard deviation. */
  leadReceipts: z.number(),
  leadMean: z.number(),
  leadDeviation: z.number(),
  weights: z.array(z.number()),
  span: z.number(),
  safety: z.number(),
  safetyBy: z.enum(['errors', 'deviation']),
  origins: z.number(),
  spanDemand: z.number(),
  reorderAt: z.number(),
  demand: z.number(),
  target: z.number(),
  available: z.number(),
  incoming: z.number(),
  /** Units that come too late to count. */
  later: z.number(),
  requested: z.number(),
  backorders: z.number(),
  /** Units that lie at home and are to come from there. */
  fromHome: z.number().default(0),
  /** Units that are here and meant for other warehouses. */
  away: z.number().default(0),
  echelon: echelon.nullable().default(null),
  position: z.number(),
  lack: z.number(),
  moq: z.number().nullable(),
  orderMultiple: z.number().nullable(),
  perCarton: z.number().nullable(),
  perPallet: z.number().nullable(),
  /** Cubic metres and kilograms of a unit in its package; null: nobody has entered them. */
  unitCbm: z.number().nullable(),
  unitKg: z.number().nullable(),
  nextBreak: z.object({ fromQuantity: z.number(), days: z.number() }).nullable(),
  orderInDays: z.number().nullable(),
  /**
   * Runs out before goods by the slowest way could arrive: units that a faster way brings for the days in between, and
   * after how many days each arrives. Null: in time, or there is no faster way.
   */
  fast: z
    .object({
      ...{ mode: z.enum(LEG_MODES), arrives: z.number(), slowMode: z.enum(LEG_MODES), slowArrives: z.number() },
      units: z.number(),
    })
    .nullable()
    .default(null),
});
export type Terms = z.output<typeof terms>;

const row = z.object({
  id: z.number(),
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  image: z.string().nullable(),
  warehouseId: z.number(),
  warehouseName: z.string(),
  supplierId: z.number().nullable(),
  supplierCode: z.string().nullable(),
  supplierZh: z.string().nullable(),
  supplierEn: z.string().nullable(),
  reason: z.enum(ADVICE_REASONS),
  urgent: z.boolean(),
  available: z.number(),
  incoming: z.number(),
  perDay: z.number(),
  /** Days that the available units last; null: nothing is sold. */
  cover: z.number().nullable(),
  runOutOn: z.string().nullable(),
  orderOn: z.string().nullable(),
  quantity: z.number(),
  /** Units that home sends, beside what is bought. */
  fromHome: z.number(),
  /** What a person orders of it; null: nobody has decided. */
  decided: z.number().nullable(),
  decidedAt: z.string().nullable(),
  decidedBy: z.string(),
  leadDays: z.number(),
  /** Of what is decided, else of what is advised; null: nobody has entered the size or the weight. */
  cbm: z.number().nullable(),
  kg: z.number().nullable(),
});
export type AdviceRow = z.output<typeof row>;

export const adviceFilter = z.strictObject({
  /** Runs out before an order placed today could arrive. */
  urgent: flag().optional(),
  reason: z.enum(ADVICE_REASONS).optional(),
  /** Advised and not decided yet. */
  open: flag().optional(),
  decided: flag().optional(),
  warehouseIds: list(id(), 100).optional(),
  supplierId: id().optional(),
  /** It runs out on this day or before. */
  runOutUntil: day().optional(),
  runOutFrom: day().optional(),
  /** The beginning of the SKU or of words of the name. */
  text: text(80).optional(),
});
export type AdviceFilter = z.output<typeof adviceFilter>;

const run = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.string(),
  day: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  products: z.number(),
  handled: z.number(),
  advised: z.number(),
  urgent: z.number(),
  finishedAt: z.string().nullable(),
  policy,
});
export type AdviceRun = z.output<typeof run>;

export const listAdvice = defineCall({
  method: 'GET',
  path: `${BASE}/list`,
  access: VIEW,
  summary: 'Lists the newest advice of what to buy, what runs out soonest first.',
  input: adviceFilter.extend(paging),
  result: pageOf(row),
});
export const adviceTabs = defineCall({
  method: 'GET',
  path: `${BASE}/tabs`,
  access: VIEW,
  summary: 'Returns the number of lines by tab, and the newest runs: one that works and the one that is shown.',
  input: z.strictObject({}),
  result: z.object({ counts: z.record(z.string(), z.number()), shown: run.nullable(), working: run.nullable() }),
});
export const getAdvice = defineCall({
  method: 'GET',
  path: `${BASE}/detail`,
  access: VIEW,
  summary: 'Returns an advice with every number behind it, the units on their way and the stock of the days to come.',
  input: z.strictObject({ id: id() }),
  result: row.extend({
    runDay: z.string(),
    terms: terms.omit({ echelon: true }),
    /** What home sends of the product, and what is bought for whom, in the warehouses of the actor. Null: home sends nothing. */
    echelon: z
      .object({
        /** Null: the actor may not see all warehouses. */
        free: z.number().nullable(),
        places: z.array(
          z.object({
            ...{ warehouseId: z.number(), warehouseName: z.string(), lack: z.number(), buy: z.number() },
            /** From home warehouses, or to the places that they supply. */
            gets: z.array(z.object({ warehouseName: z.string(), quantity: z.number() })),
            sends: z.array(z.object({ warehouseName: z.string(), quantity: z.number() })),
          }),
        ),
      })
      .nullable(),
    /**
     * What the next price break is worth: the unit price now and there, in `currency`, what its units cost less than at
     * today's price, and what is paid more. Null: there is none, or the user may not see costs.
     */
    breakOffer: z
      .object({
        ...{ fromQuantity: z.number(), days: z.number(), currency: z.string(), unitPrice: z.string() },
        ...{ nextPrice: z.string(), saving: z.string(), more: z.string() },
      })
      .nullable(),
    /**
     * What all advice to order of this supplier for this warehouse lacks together for the supplier's minimum, and the units
     * that it has. Null: nothing. The amount only for users who may see costs.
     */
    belowMinimum: z
      .object({
        units: z.number(),
        currency: z.string(),
        missing: z.object({ units: z.number().nullable(), amount: z.string().nullable() }),
      })
      .nullable(),
    /**
     * The extra freight of the units by the faster way, and the margin lost without them, in the company's currency; a part
     * that nobody knows is null. Null: no faster way, or the user may not see costs.
     */
    fastOffer: z.object({ margin: z.string().nullable(), freight: z.string().nullable() }).nullable(),
    /** Stock at the end of each day from the run on, as far as the target reaches, and the sales of the 90 days before. */
    projection: z.array(z.object({ day: z.string(), stock: z.number(), withOrder: z.number(), arriving: z.number() })),
    sales: z.array(z.object({ day: z.string(), units: z.number(), counts: z.boolean() })),
    supplies: z.array(
      z.object({ day: z.string().nullable(), quantity: z.number(), number: z.string().nullable(), late: z.boolean() }),
    ),
  }),
});
export type AdviceDetail = z.output<(typeof getAdvice)['result']>;
export const adviceCalendar = defineCall({
  method: 'GET',
  path: `${BASE}/calendar`,
  access: VIEW,
  summary: 'Counts the products that run out on each of the next 60 days.',
  input: z.strictObject({ warehouseIds: list(id(), 100).optional() }),
  result: z.object({ days: z.array(z.object({ day: z.string(), lines: z.number(), urgent: z.number() })) }),
});
export const computeAdvice = defineCall({
  method: 'POST',
  path: `${BASE}/compute`,
  access: COMPUTE,
  summary: 'Starts a calculation of all advice. One that waits or works already is returned instead.',
  input: z.strictObject({ ...idempotencyKey }),
  result: z.object({ runId: z.number() }),
});
export const recomputeAdvice = defineCall({
  method: 'POST',
  path: `${BASE}/recompute`,
  access: COMPUTE,
  summary: 'Calculates the advice of some products again, from today’s stock and settings.',
  input: z.strictObject({ productIds: list(id(), 50), ...idempotencyKey }),
  result: ok,
});
export const listAdviceRuns = defineCall({
  method: 'GET',
  path: `${BASE}/runs`,
  access: VIEW,
  summary: 'Lists the calculations with the settings that each used, newest first.',
  input: z.strictObject(paging),
  result: pageOf(run),
});
export const decideAdvice = bulkCall(
  `${BASE}/decide`,
  ORDER,
  'Keeps how much is ordered of each advice, and who decided: `lines` with their quantities, or ticked or matching ones as advised. `fast` of a line travels by the faster way and is requested apart.',
  z.strictObject({
    lines: list(
      z.strictObject({ id: id(), quantity: integer(0, MOST_UNITS), fast: integer(0, MOST_UNITS).optional() }),
      500,
    ).optional(),
    ids: list(id(), 1000).optional(),
    filter: adviceFilter.optional(),
    ...idempotencyKey,
  }),
);
const outcome = z.object({
  id: z.number(),
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  warehouseName: z.string(),
  /** The days from the decision until the next order could have arrived. */
  fromDay: z.string(),
  toDay: z.string(),
  quantity: z.number(),
  decided: z.number(),
  decidedBy: z.string(),
  /** Demand of these days: as foreseen, and as it came. */
  foreseen: z.number(),
  sold: z.number(),
  /** Of these days, those that began without stock. */
  emptyDays: z.number(),
});
export type AdviceOutcome = z.output<typeof outcome>;
export const listAdviceOutcomes = defineCall({
  method: 'GET',
  path: `${BASE}/outcomes`,
  access: VIEW,
  summary:
    'Lists decided advice whose days are over, with what was sold and how often there was no stock, newest first.',
  input: z.strictObject(paging),
  result: pageOf(outcome),
});
export const exportAdvice = exportCall(
  `${BASE}/export`,
  [rights.replenishment.export],
  'Exports the matching advice with its numbers.',
  z.strictObject({ filter: adviceFilter }),
);

export const getAdviceSettings = defineCall({
  method: 'GET',
  path: `${BASE}/settings`,
  access: VIEW,
  summary: 'Returns the company’s settings of the advice.',
  input: z.strictObject({}),
  result: policy,
});
export const saveAdviceSettings = defineCall({
  method: 'POST',
  path: `${BASE}/saveSettings`,
  access: COMPUTE,
  summary: 'Saves the company’s settings of the advice. The next calculation uses them.',
  input: z.strictObject({ ...policyShapes, ...idempotencyKey }),
  result: ok,
});

/** What settings would have done: the sums of a replay. */
const replayed = z.object({
  /** Share of the checked days or order cycles that ended in stock, and of the units that could be sold. */
  inStock: z.number(),
  sold: z.number(),
  /** Mean days of cover, and the cash in stock, in the base currency (null without the right to see costs). */
  cover: z.number().nullable(),
  cash: z.string().nullable(),
  orders: z.number(),
});
export type ReplayResult = z.output<typeof replayed>;
export const replayAdvice = defineCall({
  method: 'POST',
  path: `${BASE}/replay`,
  access: VIEW,
  mode: 'read',
  summary:
    'Replays settings on the past of the products that sell most: what they would have kept in stock, beside the saved settings.',
  input: policy,
  result: z.object({
    /** Products and days that were replayed; none: there is too little history. */
    products: z.number(),
    days: z.number(),
    saved: replayed.nullable(),
    draft: replayed.nullable(),
  }),
});
