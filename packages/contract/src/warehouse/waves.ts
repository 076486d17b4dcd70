import { z } from 'zod';
import {
  bulkResult,
  day,
  defineCall,
  documentHistory,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  pageOf,
  paging,
  text,
} from '../call.ts';
import { outboundChoice, outboundState, pickStop, stopReason } from './outbounds.ts';

export const WAVE_STATES = ['open', 'picking', 'picked', 'done', 'cancelled'] as const;
export const waveState = z.enum(WAVE_STATES);
export type WaveState = z.output<typeof waveState>;

/**
 * How a wave is picked. orders: order by order, each a walk of its own; batch: everything at once, then sorted at the
 * wall; cart: into the slots of a cart on the way; single: orders of one line at once, packed by scanning an item.
 */
export const WAVE_METHODS = ['cart', 'batch', 'single', 'orders'] as const;
export const waveMethod = z.enum(WAVE_METHODS);
export type WaveMethod = z.output<typeof waveMethod>;

export const waveFilter = z.strictObject({
  state: waveState.optional(),
  warehouseId: id().optional(),
  assigneeId: id().optional(),
  from: day().optional(),
  to: day().optional(),
  text: text(60).optional(),
});
const waveRow = z.object({
  id: z.number(),
  number: z.string(),
  warehouseId: z.number(),
  warehouseName: z.string(),
  state: waveState,
  method: waveMethod,
  /** Length of its walk when it was made; null where its locations are not drawn. */
  walkMm: z.number().nullable(),
  orders: z.number(),
  units: z.number(),
  toPick: z.number(),
  toPack: z.number(),
  dropped: z.number(),
  assigneeId: z.number().nullable(),
  assigneeName: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.string(),
  pickedAt: z.string().nullable(),
});
export type WaveRow = z.output<typeof waveRow>;

/** How waiting outbound orders are cut into waves. */
export const waveRules = {
  lines: z.enum(['any', 'single', 'multi']).default('any'),
  sameChannel: z.boolean().default(false),
  sameArea: z.boolean().default(false),
  maxOrders: integer(1, 500).default(50),
  maxLines: integer(1, 5000).nullable().default(null),
  maxUnits: integer(1, 50_000).nullable().default(null),
  method: waveMethod.default('cart'),
};

export const createWavesCall = defineCall({
  method: 'POST',
  path: '/seller/warehouse/wave/create',
  access: ['503:wave', '504:create'],
  summary:
    'Waiting outbound orders -> waves with pick stops. Those that cannot be picked now are told with the reason.',
  input: z.strictObject({ ...outboundChoice, ...waveRules, assigneeId: id().optional(), ...idempotencyKey }),
  result: bulkResult.extend({
    waves: z.array(
      z.object({
        id: z.number(),
        number: z.string(),
        warehouseId: z.number(),
        orders: z.number(),
        units: z.number(),
        outboundIds: z.array(z.number()),
      }),
    ),
  }),
});
export const listWaves = defineCall({
  method: 'GET',
  path: '/seller/warehouse/wave/list',
  access: ['504', '509'],
  summary: 'Waves, newest first.',
  input: waveFilter.extend(paging),
  result: pageOf(waveRow),
});
export const waveTabs = defineCall({
  method: 'GET',
  path: '/seller/warehouse/wave/tabs',
  access: ['504', '509'],
  summary: 'How many waves are in each open state.',
  input: z.strictObject({ warehouseId: id().optional() }),
  result: z.object({ counts: z.record(z.string(), z.number()) }),
});
export const getWave = defineCall({
  method: 'GET',
  path: '/seller/warehouse/wave/detail',
  access: ['504', '509'],
  summary: 'A wave by id or number: its orders with their slots and its stops along the walking path.',
  input: z.strictObject({ id: id().optional(), number: text(40).optional() }),
  result: waveRow.extend({
    outbounds: z.array(
      z.object({
        id: z.number(),
        number: z.string(),
        orderNo: z.string(),
        slot: z.number().nullable(),
        state: outboundState,
        stopReason: stopReason.nullable(),
        units: z.number(),
        picked: z.number(),
      }),
    ),
    stops: z.array(pickStop),
    history: documentHistory,
  }),
});
export const assignWaves = defineCall({
  method: 'POST',
  path: '/seller/warehouse/wave/assign',
  access: ['504:assign'],
  summary: 'Gives waves to a picker; 0 takes them back.',
  input: z.strictObject({ ids: list(id(), 200), assigneeId: integer(0) }),
  result: ok,
});
export const pickAll = defineCall({
  method: 'POST',
  path: '/seller/warehouse/wave/pick',
  access: ['503:pick', '504:pick', '504:finish', '509:pick'],
  summary: 'Confirms everything that is left to pick of waves or outbound orders at once, as planned.',
  input: z.strictObject({
    waveIds: list(id(), 200).optional(),
    outboundIds: list(id(), 5000).optional(),
    orderIds: list(id(), 5000).optional(),
    ...idempotencyKey,
  }),
  result: bulkResult,
});
export const cancelWaves = defineCall({
  method: 'POST',
  path: '/seller/warehouse/wave/cancel',
  access: ['504:create'],
  summary: 'Dissolves waves nobody has begun: their outbound orders wait again.',
  input: z.strictObject({ ids: list(id(), 200), ...idempotencyKey }),
  result: bulkResult,
});
export const printWave = defineCall({
  method: 'GET',
  path: '/seller/warehouse/wave/print',
  access: ['504:print'],
  summary: 'The pick list of waves as PDF, along the walking path.',
  input: z.strictObject({ ids: list(id(), 50) }),
  result: z.never(),
  download: true,
});
