import type { WaveMethod } from '@tradewind/contract/warehouse.ts';
import { outboundMay } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { nextNumbers } from '../../../core/documents.ts';
import type { Refusal } from '../../../core/outcome.ts';
import { promiseBins } from '../../stock/public.ts';
import { recalledAmong } from '../batches/recalled.ts';
import { type Gate, lockWithGates, type OutboundRow } from '../locks.ts';
import { publishMoves, recordMoves } from '../outbound/moves.ts';
import { refusalsOf } from '../outbound/stop.ts';
import { waveKind } from '../states.ts';
import { allocate, type Bin, type Need, PICKABLE } from './allocate.ts';
import { linesAllowed, type Planned, type PlannedWave, planWaves, type WaveRules } from './plan.ts';
import { loadPlan } from './route.ts';

export interface MadeWave {
  id: number;
  number: string;
  warehouseId: number;
  orders: number;
  units: number;
  /** Number of locations, and length of the walk. Null if not drawn. */
  stops: number;
  walkMm: number | null;
  outboundIds: number[];
}

export interface Waves {
  waves: MadeWave[];
  refused: Refusal[];
}

/**
 * Creates waves from waiting outbound orders: allocates bins, writes pick lines, moves outbound orders and their orders
 * to `picking`. Orders that cannot be picked now (status, on hold, full count, no stock in picking locations) are
 * refused and stay waiting.
 */
export async function createWaves(tx: Tx, outboundIds: readonly number[], rules: WaveRules = {}): Promise<Waves> {
  const [outbounds, gates] = await lockWithGates(tx, outboundIds);
  const stopped = await refusalsOf(tx, outbounds);
  const result: Waves = { waves: [], refused: [...stopped.values()] };
  for (const gate of gates.values()) {
    const desired: OutboundRow[] = [];
    for (const outbound of outbounds.filter((o) => o.warehouseId === gate.id && !stopped.has(o.id))) {
      const code = whyNot(outbound, gate, rules);
      if (code === undefined) desired.push(outbound);
      else result.refused.push({ id: outbound.id, label: outbound.number, code, params: { warehouse: gate.name } });
    }
    if (desired.length > 0 && gate.packingLocationId !== null)
      await wavesOfOne(tx, gate.id, gate.packingLocationId, desired, rules, result);
  }
  return result;
}

function whyNot(outbound: OutboundRow, gate: Gate, rules: WaveRules): string | undefined {
  if (!outboundMay('wave', outbound)) return 'warehouse.notWaiting';
  if (gate.outside && !rules.outside) return 'warehouse.runOutside';
  if (gate.counting) return 'warehouse.counting';
  if (gate.packingLocationId === null) return 'warehouse.noPackingLocation';
  if (linesAllowed(rules) === 'single' && outbound.lineCount !== 1) return 'warehouse.notSingleLine';
  if (linesAllowed(rules) === 'multi' && outbound.lineCount === 1) return 'warehouse.notMultiLine';
  return undefined;
}

async function wavesOfOne(
  tx: Tx,
  warehouseId: number,
  packingLocationId: number,
  outbounds: OutboundRow[],
  rules: WaveRules,
  result: Waves,
): Promise<void> {
  const needs = await needsOf(tx, outbounds);
  const free = await lockFreeBins(tx, warehouseId, needs);
  const bins = rules.area ? free.filter((bin) => bin.area === rules.area) : free;
  const { picks, missing } = allocate(needs, bins);
  // Orders that the area cannot fill wait for the other rules.
  const skus = await skusOf(tx, rules.area ? [] : [...missing.values()]);
  for (const { id, number: label } of outbounds) {
    const sku = skus.get(missing.get(id) ?? 0);
    if (sku !== undefined) result.refused.push({ id, label, code: 'warehouse.nothingInBins', params: { sku } });
  }
  const picksOf = Map.groupBy(picks, (p) => p.outboundId);
  const planned = outbounds.flatMap((o) =>
    missing.has(o.id) ? [] : [{ outboundId: o.id, channelId: o.channelId, picks: picksOf.get(o.id) ?? [] }],
  );
  if (planned.length === 0) return;
  const orderOf = new Map(outbounds.map((o) => [o.id, o.orderId]));
  const moves = planned.map(({ outboundId }) => ({
    outboundId,
    orderId: orderOf.get(outboundId) ?? 0,
    from: 'waiting' as const,
    to: 'picking' as const,
  }));
  await publishMoves(tx, moves, 'wave');
  const plan = bins.some((bin) => bin.drawn) ? await loadPlan(tx, warehouseId) : undefined;
  const groups = planWaves(planned, rules, { plan, packingLocationId });
  await promiseBins(
    tx,
    planned
      .flatMap((o) => o.picks)
      .map((p) => ({
        warehouseId,
        locationId: p.locationId,
        productId: p.productId,
        batchId: p.batchId,
        allocated: p.quantity,
      })),
  );
  const waves = await writeWaves(tx, warehouseId, packingLocationId, rules.method ?? 'cart', groups);
  recordMoves(tx, moves, 'wave', {
    waves: waves.map((w) => ({ docKind: 'wave', docId: w.id, event: 'created', toState: 'open' })),
  });
  result.waves.push(...waves);
}

/** In the order of the outbound orders, so that the oldest are filled first. */
function needsOf(tx: Tx, outbounds: readonly OutboundRow[]): Promise<(Need & Record<string, unknown>)[]> {
  return tx.rows<Need & Record<string, unknown>>(
    sql`select outbound_id as "outboundId", id as "outboundLineId", product_id as "productId", quantity
     from outbound_line where company_id = ${sql.company} and outbound_id = any(${outbounds.map((o) => o.id)}::bigint[]) order by outbound_id, id`,
  );
}

/** Locks bins in the ledger's lock order. Leaves out recalled and expired batches. */
export async function lockFreeBins(
  tx: Tx,
  warehouseId: number,
  needs: readonly { productId: number }[],
): Promise<(Bin & { drawn: boolean })[]> {
  const bins = await tx.rows<Bin & { drawn: boolean } & Record<string, unknown>>(
    sql`select b.location_id as "locationId", b.product_id as "productId", b.on_hand - b.allocated as free,
       b.batch_id as "batchId", t.expires_on::text as "expiresOn", l.kind, l.area, l.path_order as "pathOrder",
       l.x_mm is not null as drawn, exists (select from count_task c where c.company_id = ${sql.company} and c.location_id = b.location_id
         and c.product_id = b.product_id and c.reason = 'short' and c.state <> 'done') as doubted
     from bin_stock b join location l on l.company_id = ${sql.company} and l.id = b.location_id
     left join stock_batch t on t.company_id = ${sql.company} and t.id = b.batch_id
     where b.company_id = ${sql.company} and b.warehouse_id = ${warehouseId} and b.product_id = any(${[...new Set(needs.map((n) => n.productId))]}::bigint[]) and b.condition = 'good'
       and b.on_hand > b.allocated and l.enabled and l.kind = any(${PICKABLE}::text[])
       and (b.batch_id = 0 or t.state = 'active' and (t.expires_on is null or t.expires_on >= ${dayOf(sql`${tx.now}`)}))
     order by b.location_id, b.product_id, b.condition, b.batch_id for update of b`,
  );
  const recalled = await recalledAmong(
    tx,
    bins.map((bin) => bin.batchId),
  );
  return bins.filter((bin) => !recalled.has(bin.batchId));
}

async function writeWaves(
  tx: Tx,
  warehouseId: number,
  packingLocationId: number,
  method: WaveMethod,
  groups: PlannedWave[],
): Promise<MadeWave[]> {
  const numbers = await nextNumbers(tx, waveKind, groups.length);
  const rows = groups.map(({ members, walkMm }, i) => ({
    number: numbers[i],
    walkMm,
    orders: members.length,
    units: members.reduce((sum, o) => sum + o.picks.reduce((n, p) => n + p.quantity, 0), 0),
  }));
  const waves = await tx.rows<Omit<MadeWave, 'outboundIds' | 'stops'>>(
    sql`insert into wave (company_id, number, warehouse_id, state, method, walk_mm, orders, units, to_pick, to_pack, created_at, created_by)
     select ${sql.company}, r.number, ${warehouseId}, 'open', ${method}, r."walkMm", r.orders, r.units, r.orders, r.orders, ${tx.now}, ${tx.actor.name}
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(number text, "walkMm" int, orders int, units int)
     returning id, number, warehouse_id, orders, units, walk_mm as "walkMm"`,
  );
  const idOf = new Map(waves.map((w) => [w.number, w.id]));
  const members = groups.flatMap((group, i) =>
    group.members.map((o, slot) => ({ ...o, waveId: idOf.get(numbers[i] ?? '') ?? 0, slot: slot + 1 })),
  );
  const outboundIds = members.map((o) => o.outboundId);
  tx.later(
    sql`update outbound o set state = 'picking', wave_id = r."waveId", slot = r.slot, packing_location_id = ${packingLocationId}
     from unnest(${outboundIds}::bigint[], ${members.map((o) => o.waveId)}::bigint[], ${members.map((o) => o.slot)}::int[]) as r("outboundId", "waveId", slot)
     where o.company_id = ${sql.company} and o.id = any(${outboundIds}::bigint[]) and o.id = r."outboundId"`,
  );
  writePickLines(
    tx,
    members.flatMap((o) => o.picks.map((pick) => ({ ...pick, waveId: o.waveId }))),
  );
  const membersOf = Map.groupBy(members, (o) => o.waveId);
  return waves.map((wave) => {
    const mine = membersOf.get(wave.id) ?? [];
    const stops = new Set(mine.flatMap((o) => o.picks.map((pick) => pick.locationId))).size;
    return { ...wave, stops, outboundIds: mine.map((o) => o.outboundId) };
  });
}

export function writePickLines(
  tx: Tx,
  picks: readonly (Omit<Planned['picks'][number], 'area'> & { waveId: number })[],
): void {
  tx.later(
    sql`insert into pick_line (company_id, wave_id, outbound_id, outbound_line_id, product_id, location_id, batch_id, path_order,
       quantity)
     select ${sql.company}, r."waveId", r."outboundId", r."outboundLineId", r."productId", r."locationId", r."batchId", r."pathOrder", r.quantity
     from jsonb_to_recordset(${JSON.stringify(picks)}::jsonb) as r("waveId" bigint, "outboundId" bigint, "outboundLineId" bigint, "productId" bigint,
       "locationId" bigint, "batchId" bigint, "pathOrder" int, quantity int)
     returning 1`,
  );
}

export async function skusOf(tx: Tx, productIds: readonly number[]): Promise<Map<number, string>> {
  if (productIds.length === 0) return new Map();
  const rows = await tx.rows<{ id: number; sku: string }>(
    sql`select id, sku from product where company_id = ${sql.company} and id = any(${productIds}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row.sku]));
}
