import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { bulkResult, defineCall, flag, id, idempotencyKey, list, ok, requiredText, text } from '../call.ts';
import { waveMethod, waveRules } from './waves.ts';

/** HH:MM of the warehouse's day; empty: none. */
const timeOfDay = text(5).regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/);

const ruleFields = {
  name: requiredText(60),
  enabled: z.boolean().default(true),
  ...waveRules,
  /** Only of this shipping channel; null: of any. */
  channelId: id().nullable().default(null),
  /** Only orders completely in this area; empty: anywhere. */
  area: text(20).default(''),
  /** When the carrier's van comes. */
  cutOff: timeOfDay.default(''),
};
const waveRule = z.object({
  id: z.number(),
  warehouseId: z.number(),
  name: z.string(),
  enabled: z.boolean(),
  lines: z.enum(['any', 'single', 'multi']),
  channelId: z.number().nullable(),
  channelName: z.string().nullable(),
  area: z.string(),
  sameChannel: z.boolean(),
  sameArea: z.boolean(),
  cutOff: z.string(),
  maxOrders: z.number(),
  maxLines: z.number().nullable(),
  maxUnits: z.number().nullable(),
  method: waveMethod,
});
export type WaveRule = z.output<typeof waveRule>;

export const listWaveRules = defineCall({
  method: 'GET',
  path: '/seller/warehouse/waveRule/list',
  access: [rights.picking.view, rights.outbound.wave],
  summary: 'Lists the wave rules of a warehouse in evaluation order.',
  input: z.strictObject({ warehouseId: id() }),
  result: z.array(waveRule),
});
export const saveWaveRule = defineCall({
  method: 'POST',
  path: '/seller/warehouse/waveRule/save',
  access: [rights.picking.create],
  summary: 'Adds a wave rule after the others, or updates one.',
  input: z.strictObject({ id: id().optional(), warehouseId: id(), ...ruleFields, ...idempotencyKey }),
  result: z.object({ id: z.number() }),
});
export const moveWaveRule = defineCall({
  method: 'POST',
  path: '/seller/warehouse/waveRule/move',
  access: [rights.picking.create],
  summary: 'Moves a wave rule up or down by one.',
  input: z.strictObject({ id: id(), up: flag() }),
  result: ok,
});
export const deleteWaveRule = defineCall({
  method: 'POST',
  path: '/seller/warehouse/waveRule/delete',
  access: [rights.picking.create],
  summary: 'Deletes a wave rule. Waves created by it stay.',
  input: z.strictObject({ id: id() }),
  result: ok,
});

const made = z.object({
  ruleId: z.number(),
  name: z.string(),
  method: waveMethod,
  waves: z.number(),
  orders: z.number(),
  units: z.number(),
  stops: z.number(),
  /** Of waves on drawn floor. */
  walkMm: z.number().nullable(),
  cutOff: z.string(),
});
const which = { warehouseId: id(), ruleIds: list(id(), 100).optional() };
export const previewWaves = defineCall({
  method: 'GET',
  path: '/seller/warehouse/waveRule/preview',
  access: [rights.picking.create],
  summary: 'Previews the waves that the rules would create from the waiting orders. Nothing is created.',
  input: z.strictObject(which),
  result: z.object({ rules: z.array(made), refused: z.number(), waiting: z.number() }),
});
export const runWaveRules = defineCall({
  method: 'POST',
  path: '/seller/warehouse/waveRule/run',
  access: [rights.picking.create],
  summary: 'Creates the waves of the rules now. Orders that match no rule keep waiting.',
  input: z.strictObject({ ...which, assigneeId: id().optional(), ...idempotencyKey }),
  result: bulkResult.extend({ rules: z.array(made), waiting: z.number() }),
});
