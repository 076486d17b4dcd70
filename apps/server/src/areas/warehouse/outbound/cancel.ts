import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { mayMove } from '../../../core/documents.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { type BinDelta, promiseBins } from '../../stock/public.ts';
import { keepBack } from '../batches/hold.ts';
import type { MoveReason } from '../hooks.ts';
import { lockOutbounds, type OutboundRow } from '../locks.ts';
import { outboundKind } from '../states.ts';
import { advanceWaves, type WaveDelta } from '../wave/progress.ts';
import { publishMoves, recordMoves } from './moves.ts';

/**
 * Cancels outbound orders that have not shipped: cancels open picks and releases their bins. Picked units stay in the
 * packing location, unallocated, until they are put back. The higher area releases its reservations on `outboundMoved`.
 * Shipped orders are refused (see requestStop). Cancelled ones count as done.
 */
export async function cancelOutbounds(
  tx: Tx,
  outboundIds: readonly number[],
  reason: Extract<MoveReason, 'order' | 'short' | 'warehouse'>,
  why?: { reason?: string; remark: string },
): Promise<Outcome> {
  const rows = await lockOutbounds(tx, outboundIds);
  const live = rows.filter((row) => mayMove(outboundKind, row.state, 'cancelled'));
  if (live.length > 0) await cancelRows(tx, live, reason, why);
  return {
    done: rows.filter((row) => row.state !== 'shipped').map((row) => row.id),
    refused: rows
      .filter((row) => row.state === 'shipped')
      .map((row) => ({ id: row.id, label: row.number, code: 'warehouse.alreadyShipped' })),
  };
}

async function cancelRows(
  tx: Tx,
  rows: readonly OutboundRow[],
  reason: MoveReason,
  why: { reason?: string; remark: string } | undefined,
): Promise<void> {
  const ids = rows.map((row) => row.id);
  const promises = await promisesOf(tx, ids);
  await tx.rows(
    sql`update outbound set state = 'cancelled', stop_requested = false where company_id = ${sql.company} and id = any(${ids}::bigint[])`,
  );
  await tx.rows(
    sql`update pick_line set state = 'cancelled' where company_id = ${sql.company} and outbound_id = any(${ids}::bigint[]) and state = 'open'`,
  );
  const moves = rows.map((row) => ({
    outboundId: row.id,
    orderId: row.orderId,
    from: row.state,
    to: 'cancelled' as const,
  }));
  await publishMoves(tx, moves, reason);
  await promiseBins(tx, promises);
  for (const [warehouseId, recalled] of Map.groupBy(await recalledIn(tx, ids), (one) => one.warehouseId))
    await keepBack(
      tx,
      recalled.map((one) => one.batchId),
      { only: warehouseId, except: [] },
    );
  const detail = {
    ...(why?.reason ? { cancelReason: why.reason } : {}),
    ...(why?.remark ? { remark: why.remark } : {}),
  };
  recordMoves(tx, moves, reason, { detail, waves: await advanceWaves(tx, rows.flatMap(leaveWave)) });
}

/** Recalled batches of the cancelled products: with the reservations gone, units of them may be available. */
function recalledIn(tx: Tx, ids: readonly number[]) {
  return tx.rows<{ warehouseId: number; batchId: number }>(
    sql`select distinct o.warehouse_id, t.id as "batchId" from outbound o
     join outbound_line l on l.company_id = ${sql.company} and l.outbound_id = o.id
     join stock_batch t on t.company_id = ${sql.company} and t.product_id = l.product_id and t.state = 'recalled'
     where o.company_id = ${sql.company} and o.id = any(${ids}::bigint[]) order by 1, 2`,
  );
}

/** Allocations of the outbound orders: open quantities in their bins, picked units in the packing location. */
export async function promisesOf(tx: Tx, ids: readonly number[]): Promise<BinDelta[]> {
  return tx.rows<BinDelta & Record<string, unknown>>(
    sql`select o.warehouse_id, p.location_id, p.product_id,
       p.batch_id, (p.picked - p.quantity)::int as allocated
     from pick_line p join outbound o on o.company_id = ${sql.company} and o.id = p.outbound_id
     where p.company_id = ${sql.company} and p.outbound_id = any(${ids}::bigint[]) and p.state = 'open'
     union all
     select o.warehouse_id, o.packing_location_id, p.product_id, p.batch_id, -p.picked
     from pick_line p join outbound o on o.company_id = ${sql.company} and o.id = p.outbound_id
     where p.company_id = ${sql.company} and p.outbound_id = any(${ids}::bigint[]) and p.picked > 0`,
  );
}

function leaveWave(row: OutboundRow): WaveDelta[] {
  if (row.waveId === null) return [];
  const unpacked = row.state !== 'packed';
  return [
    {
      waveId: row.waveId,
      toPick: row.state === 'picking' ? -1 : 0,
      toPack: unpacked ? -1 : 0,
      dropped: unpacked ? 1 : 0,
    },
  ];
}
