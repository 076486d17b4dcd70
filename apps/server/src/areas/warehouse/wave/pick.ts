import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { ruleBroken } from '../../../core/errors.ts';
import type { Outcome, Refusal } from '../../../core/outcome.ts';
import { type Move, moveStock } from '../../stock/public.ts';
import { recalledAmong } from '../batches/recalled.ts';
import type { OutboundMove } from '../hooks.ts';
import { type Gate, gatesOfStops, openGates } from '../locks.ts';
import { publishMoves, recordMoves } from '../outbound/moves.ts';
import { lockOpenOfOutbounds, lockOpenOfWaves, lockPickLines, type PickRow } from './pick-lines.ts';
import { advanceWaves, type WaveDelta } from './progress.ts';

export interface PickScan {
  pickLineId: number;
  /** Units picked now. A pick task may take several scans. */
  quantity: number;
}

/** @returns done: picked lines. Refused ones have a reason */
export async function pickLines(tx: Tx, scans: readonly PickScan[]): Promise<Outcome> {
  const ids = scans.map((s) => s.pickLineId);
  return pickLocked(tx, scans, await lockStops(tx, ids));
}

export interface LockedStops {
  rows: PickRow[];
  gates: Map<number, Gate>;
}

/** One round trip: the gates are read after the lock. */
export async function lockStops(tx: Tx, pickLineIds: readonly number[]): Promise<LockedStops> {
  const [rows, gates] = await Promise.all([lockPickLines(tx, pickLineIds), gatesOfStops(tx, pickLineIds)]);
  return { rows, gates };
}

export function pickLocked(tx: Tx, scans: readonly PickScan[], { rows, gates }: LockedStops): Promise<Outcome> {
  const desired = new Map(scans.map((s) => [s.pickLineId, s.quantity]));
  return pick(tx, rows, (row) => desired.get(row.id) ?? 0, gates);
}

/** Picks all open quantities of these outbound orders as planned. @returns done: outbound orders */
export async function pickOutbounds(tx: Tx, outboundIds: readonly number[]): Promise<Outcome> {
  const rows = await lockOpenOfOutbounds(tx, outboundIds);
  return ofOutbounds(rows, await pick(tx, rows, left));
}

/** `within`: only in these warehouses. Null: any. */
export async function pickWaves(
  tx: Tx,
  waveIds: readonly number[],
  within: readonly number[] | null = null,
): Promise<Outcome> {
  const all = await lockOpenOfWaves(tx, waveIds);
  const rows = within === null ? all : all.filter((row) => within.includes(row.warehouseId));
  return ofOutbounds(rows, await pick(tx, rows, left));
}

const left = (row: PickRow) => row.quantity - row.picked;

function ofOutbounds(rows: readonly PickRow[], outcome: Outcome): Outcome {
  const outboundOf = new Map(rows.map((row) => [row.id, row.outboundId]));
  const first = new Map(outcome.refused.map((r) => [outboundOf.get(r.id) ?? 0, r]));
  const done = new Set(outcome.done.map((id) => outboundOf.get(id) ?? 0));
  return { done: [...done], refused: [...first].map(([id, refusal]) => ({ ...refusal, id })) };
}

async function pick(
  tx: Tx,
  rows: readonly PickRow[],
  quantityOf: (row: PickRow) => number,
  known?: Map<number, Gate>,
): Promise<Outcome> {
  if (rows.length === 0) return { done: [], refused: [] };
  const warehouses = rows.map((row) => row.warehouseId);
  const gates = known ?? (await openGates(tx, warehouses));
  const refused: Refusal[] = [];
  const good: { row: PickRow; quantity: number }[] = [];
  for (const row of rows) {
    const quantity = quantityOf(row);
    const code = whyNot(row, quantity, gates.get(row.warehouseId));
    const params = { warehouse: gates.get(row.warehouseId)?.name ?? '', left: left(row) };
    if (code) refused.push({ id: row.id, label: row.outboundNumber, code, params });
    else good.push({ row, quantity });
  }
  if (good.length === 0) return { done: [], refused };
  writePicks(
    tx,
    good.map(({ row, quantity }) => ({ ...row, quantity })),
  );
  const completed = completeOutbounds(tx, [...new Set(good.map(({ row }) => row.outboundId))]);
  const answered = completed.then((complete) => publishPicked(tx, good, complete));
  const [complete, moves] = await Promise.all([
    completed,
    answered,
    moveStock(
      tx,
      good.flatMap(({ row, quantity }) => toPacking(row, quantity)),
      answered,
    ),
  ]);
  recordMoves(tx, moves, 'pick', { waves: await advanceWaves(tx, waveDeltas(good, complete)) });
  return { done: good.map(({ row }) => row.id), refused };
}

async function publishPicked(tx: Tx, good: readonly { row: PickRow }[], complete: ReadonlySet<number>) {
  const orderOf = new Map(good.map(({ row }) => [row.outboundId, row.orderId]));
  const moves = [...complete].map(
    (outboundId): OutboundMove => ({
      outboundId,
      orderId: orderOf.get(outboundId) ?? 0,
      from: 'picking',
      to: 'picked',
    }),
  );
  await publishMoves(tx, moves, 'pick');
  return moves;
}

function whyNot(row: PickRow, quantity: number, gate: Gate | undefined): string | undefined {
  if (row.outboundState !== 'picking') return 'warehouse.notPicking';
  if (row.state !== 'open') return 'warehouse.pickNotOpen';
  if (quantity < 1 || quantity > left(row)) return 'warehouse.pickQuantity';
  if (gate?.counting) return 'warehouse.counting';
  return undefined;
}

/** Moves units from the bin to the packing location with their allocation. On hand of the warehouse does not change. */
function toPacking(row: PickRow, quantity: number): Move[] {
  const common = {
    warehouseId: row.warehouseId,
    productId: row.productId,
    batchId: row.batchId,
    reason: 'pick',
    docKind: 'outbound',
    docId: row.outboundId,
    docLine: row.outboundLineId,
  };
  const scan = `${row.id}:${row.scans + 1}`;
  return [
    { ...common, locationId: row.locationId, onHand: -quantity, allocated: -quantity, step: `pick:out:${scan}` },
    { ...common, locationId: row.packingLocationId, onHand: quantity, allocated: quantity, step: `pick:in:${scan}` },
  ];
}

/** `any` beside the join: if the planner takes companies for small, it would read all of one company's rows instead. */
function writePicks(tx: Tx, picks: readonly PickRow[]): void {
  const ids = picks.map((p) => p.id);
  tx.later(
    sql`update pick_line p set picked = p.picked + r.quantity, scans = p.scans + 1, picked_by = ${tx.actor.name}, picked_at = ${tx.now},
       state = case when p.picked + r.quantity = p.quantity then 'done' else 'open' end
     from unnest(${ids}::bigint[], ${picks.map((p) => p.quantity)}::int[]) as r(id, quantity) where p.company_id = ${sql.company} and p.id = any(${ids}::bigint[]) and p.id = r.id`,
  );
  addPicked(tx, picks);
}

/** Several pick lines may serve one outbound line. */
export function addPicked(tx: Tx, picks: readonly { outboundLineId: number; quantity: number }[]): void {
  const sums = new Map<number, number>();
  for (const p of picks) sums.set(p.outboundLineId, (sums.get(p.outboundLineId) ?? 0) + p.quantity);
  const ids = [...sums.keys()];
  tx.later(
    sql`update outbound_line l set picked = l.picked + r.quantity, sorted = least(l.sorted, l.picked + r.quantity)
     from unnest(${ids}::bigint[], ${[...sums.values()]}::int[]) as r(id, quantity) where l.company_id = ${sql.company} and l.id = any(${ids}::bigint[]) and l.id = r.id`,
  );
}

/** Of these outbound orders (locked by us) the completely picked ones move on. */
export async function completeOutbounds(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.rows<{ id: number }>(
    sql`update outbound o set state = 'picked', picked_at = ${tx.now}
     where o.company_id = ${sql.company} and o.id = any(${ids}::bigint[]) and o.state = 'picking' and not exists (
       select from outbound_line l where l.company_id = ${sql.company} and l.outbound_id = o.id and l.picked < l.quantity)
     returning o.id`,
  );
  return new Set(rows.map((row) => row.id));
}

/** The first scan moves a wave to `picking`, even if no order is complete. */
function waveDeltas(good: readonly { row: PickRow }[], complete: ReadonlySet<number>): WaveDelta[] {
  const waveOf = new Map(good.map(({ row }) => [row.outboundId, row.waveId]));
  const begun = good.filter(({ row }) => row.waveState === 'open').map(({ row }) => ({ waveId: row.waveId }));
  return [...begun, ...[...complete].map((id) => ({ waveId: waveOf.get(id) ?? 0, toPick: -1 }))];
}

/** Undoes the line's newest scan: the units return to their bin. Not once the box is closed. */
export async function undoPick(tx: Tx, pickLineId: number): Promise<void> {
  const [row] = await lockPickLines(tx, [pickLineId]);
  if (!row) throw ruleBroken('warehouse.pickNotOpen');
  const gate = (await openGates(tx, [row.warehouseId])).get(row.warehouseId);
  if (gate?.counting) throw ruleBroken('warehouse.counting', { warehouse: gate.name });
  if (!['picking', 'picked'].includes(row.outboundState) || !['open', 'done'].includes(row.state))
    throw ruleBroken('warehouse.cannotUndo');
  if ((await recalledAmong(tx, [row.batchId])).size > 0) throw ruleBroken('warehouse.undoRecalled');
  await assertEnabled(tx, row.locationId);
  const quantity = await lastScan(tx, row);
  if (quantity === undefined) throw ruleBroken('warehouse.nothingToUndo');
  const moves = row.outboundState === 'picked' ? [await reopen(tx, row)] : [];
  await tx.rows(
    sql`update pick_line set picked = picked - ${quantity}, scans = scans + 1, state = 'open' where company_id = ${sql.company} and id = ${row.id}`,
  );
  addPicked(tx, [{ outboundLineId: row.outboundLineId, quantity: -quantity }]);
  await publishMoves(tx, moves, 'undo');
  await moveStock(tx, backToBin(row, quantity));
  const waves = moves.length > 0 ? await advanceWaves(tx, [{ waveId: row.waveId, toPick: 1 }]) : [];
  recordMoves(tx, moves, 'undo', { waves });
}

/**
 * After the pick, the location may have been disabled. Read after the gate's lock, which disabling takes exclusively.
 */
async function assertEnabled(tx: Tx, locationId: number): Promise<void> {
  const [closed] = await tx.rows<{ code: string }>(
    sql`select code from location where company_id = ${sql.company} and id = ${locationId} and not enabled`,
  );
  if (closed) throw ruleBroken('warehouse.undoDisabled', closed);
}

/** The outbound order returns to picking. Items scanned at packing need a new scan. */
async function reopen(tx: Tx, row: PickRow): Promise<OutboundMove> {
  await tx.rows(
    sql`update outbound_line set packed = 0 where company_id = ${sql.company} and outbound_id = ${row.outboundId} and packed > 0`,
  );
  await tx.rows(
    sql`update outbound set state = 'picking', picked_at = null where company_id = ${sql.company} and id = ${row.outboundId}`,
  );
  return { outboundId: row.outboundId, orderId: row.orderId, from: 'picked', to: 'picking' };
}

function backToBin(row: PickRow, quantity: number): Move[] {
  const [out, into] = toPacking(row, -quantity);
  if (!out || !into) return [];
  const scan = `${row.id}:${row.scans + 1}`;
  return [
    { ...out, reason: 'pickUndo', step: `undo:out:${scan}` },
    { ...into, reason: 'pickUndo', step: `undo:in:${scan}` },
  ];
}

/** Units of the line's newest scan that is not undone: scans and undos balance like brackets. */
async function lastScan(tx: Tx, row: PickRow): Promise<number | undefined> {
  const line = String(row.id);
  const moves = await tx.rows<{ scan: number; quantity: number; undo: boolean }>(
    sql`select split_part(step, ':', 4)::int as scan, on_hand as quantity, step like 'undo:%' as undo from stock_movement
     where company_id = ${sql.company} and doc_kind = 'outbound' and doc_id = ${row.outboundId} and doc_line = ${row.outboundLineId}
       and (step like 'pick:in:' || ${line}::text || ':%' or step like 'undo:in:' || ${line}::text || ':%')`,
  );
  const standing: number[] = [];
  for (const move of moves.sort((a, b) => a.scan - b.scan)) {
    if (move.undo) standing.pop();
    else standing.push(move.quantity);
  }
  return standing.at(-1);
}
