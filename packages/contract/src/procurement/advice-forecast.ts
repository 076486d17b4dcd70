// What a product sells and will sell, for its card.
import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id } from '../call.ts';
import { ADVICE_REASONS, FORECAST_MODELS } from './advice.ts';

const place = z.object({
  warehouseId: z.number(),
  warehouseName: z.string(),
  model: z.enum(FORECAST_MODELS),
  /**
   * What each candidate would have cost over the days of the past at which it was replayed: a lacking unit counts the
   * in-stock goal, a surplus one the rest. The smallest is chosen; the weighted sales stay unless beaten by 5 %.
   */
  candidates: z.array(z.object({ model: z.enum(FORECAST_MODELS), loss: z.number() })),
  /** Days of the past; too few: the weighted sales are taken without comparison. */
  origins: z.number(),
  perDay: z.number(),
  /** Foreseen demand of the next 30, 60 and 90 days. */
  next: z.array(z.number()),
  available: z.number(),
  incoming: z.number(),
  cover: z.number().nullable(),
  runOutOn: z.string().nullable(),
  quantity: z.number(),
  reason: z.enum(ADVICE_REASONS),
});
export type ForecastPlace = z.output<typeof place>;
const past = z.object({
  id: z.number(),
  day: z.string(),
  warehouseName: z.string(),
  quantity: z.number(),
  decided: z.number().nullable(),
  decidedBy: z.string(),
  /** Of the protected span: foreseen, and, once it is over, what was sold and how many days began without stock. */
  foreseen: z.number(),
  sold: z.number().nullable(),
  emptyDays: z.number().nullable(),
});
export type PastAdvice = z.output<typeof past>;

export const productForecast = defineCall({
  method: 'GET',
  path: '/seller/purchase/recommend/product',
  access: [rights.replenishment.view],
  summary:
    'Returns what a product sold in the last 180 days and is foreseen to sell, the chosen model of each warehouse and why, and the last advice with what came of it.',
  input: z.strictObject({ productId: id() }),
  result: z.object({
    /** All warehouses of the actor together; `foreseen` from today on. */
    days: z.array(z.object({ day: z.string(), units: z.number().nullable(), foreseen: z.number().nullable() })),
    places: z.array(place),
    past: z.array(past),
  }),
});
