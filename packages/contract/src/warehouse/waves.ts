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
  idOrNone,
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
    'Creates waves with pick tasks from waiting outbound orders. Reports those that cannot be picked now, and why.',
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
  summary: 'Lists waves, newest first.',
  input: waveFilter.extend(paging),
  result: pageOf(waveRow),
});
export const waveTabs = defineCall({
  method: 'GET',
  path: '/seller/warehouse/wave/tabs',
  access: [rights.picking.view, rights.scanStation.view],
  summary: 'Returns the number of waves by open status.',
  input: z.strictObject({ warehouseId: id().optional() }),
  result: z.object({ counts: z.record(z.string(), z.number()) }),
});
export const getWave = defineCall({
  method: 'GET',
  path: '/seller/warehouse/wave/detail',
  access: [rights.picking.view, rights.scanStation.view],
  summary: 'Returns a wave by ID or number: its orders with their slots, and its pick tasks along the pick path.',
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
  summary: 'Assigns waves to a picker. 0 unassigns them.',
  input: z.strictObject({ ids: list(id(), 200), assigneeId: idOrNone() }),
  result: ok,
});
export const pickAll = bulkCall(
  '/seller/warehouse/wave/pick',
  [rights.outbound.pick, rights.picking.pick, rights.picking.finish, rights.scanStation.pick],
  'Confirms all remaining picks of waves or outbound orders at once, as planned.',
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
  'Cancels waves that nobody has started. Their outbound orders wait for another wave.',
  z.strictObject({ ids: list(id(), 200), ...idempotencyKey }),
);
export const printWave = defineCall({
  method: 'GET',
  path: '/seller/warehouse/wave/print',
  access: [rights.picking.print],
  summary: 'Prints the pick lists of waves as PDF, along the pick path.',
  input: z.strictObject({ ids: list(id(), 50) }),
  result: z.never(),
  download: true,
});
