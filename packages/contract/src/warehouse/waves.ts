import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  bulkCall,
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
import { type DocumentActs, mayBy } from '../document-acts.ts';
import { outboundChoice, outboundState, pickStop, stopReason } from './outbounds.ts';

export const WAVE_STATES = ['open', 'picking', 'picked', 'done', 'cancelled'] as const;
export const waveState = z.enum(WAVE_STATES);
export type WaveState = z.output<typeof waveState>;
/** Whether an act applies to a document in its current state. */
export const waveMay = mayBy({
  pick: ['open', 'picking'],
  cancel: ['open'],
} satisfies DocumentActs<WaveState>);

/**
 * How a wave is picked. orders: order by order, each a walk of its own; batch: all at once, then sorted at the put
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
export type WaveFilter = z.output<typeof waveFilter>;
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

/** How waiting outbound orders form waves. */
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
  access: [rights.outbound.wave, rights.picking.create],
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
  access: [rights.picking.view, rights.scanStation.view],
  summary: 'Waves, newest first.',
  input: waveFilter.extend(paging),
  result: pageOf(waveRow),
});
export const waveTabs = defineCall({
  method: 'GET',
  path: '/seller/warehouse/wave/tabs',
  access: [rights.picking.view, rights.scanStation.view],
  summary: 'How many waves are in each open state.',
  input: z.strictObject({ warehouseId: id().optional() }),
  result: z.object({ counts: z.record(z.string(), z.number()) }),
});
export const getWave = defineCall({
  method: 'GET',
  path: '/seller/warehouse/wave/detail',
  access: [rights.picking.view, rights.scanStation.view],
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
  access: [rights.picking.assign],
  summary: 'Gives waves to a picker; 0 takes them back.',
  input: z.strictObject({ ids: list(id(), 200), assigneeId: integer(0) }),
  result: ok,
});
export const pickAll = bulkCall(
  '/seller/warehouse/wave/pick',
  [rights.outbound.pick, rights.picking.pick, rights.picking.finish, rights.scanStation.pick],
  'Confirms everything that is left to pick of waves or outbound orders at once, as planned.',
  z.strictObject({
    waveIds: list(id(), 200).optional(),
    outboundIds: list(id(), 5000).optional(),
    orderIds: list(id(), 5000).optional(),
    ...idempotencyKey,
  }),
);
export const cancelWaves = bulkCall(
  '/seller/warehouse/wave/cancel',
  [rights.picking.create],
  'Dissolves waves nobody has begun: their outbound orders wait again.',
  z.strictObject({ ids: list(id(), 200), ...idempotencyKey }),
);
export const printWave = defineCall({
  method: 'GET',
  path: '/seller/warehouse/wave/print',
  access: [rights.picking.print],
  summary: 'The pick list of waves as PDF, along the walking path.',
  input: z.strictObject({ ids: list(id(), 50) }),
  result: z.never(),
  download: true,
});
