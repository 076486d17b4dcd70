import { outboundMay } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict, ruleBroken } from '../../../core/errors.ts';
import type { Outcome, Refusal } from '../../../core/outcome.ts';
import { outboundPacked } from '../hooks.ts';
import { lockOutbounds } from '../locks.ts';
import { advanceWaves } from '../wave/progress.ts';
import { publishMoves, recordMoves } from './moves.ts';
import { refusalsOf } from './stop.ts';

export type PackLine = {
  id: number;
  outboundId: number;
  productId: number;
  quantity: number;
  packed: number;
};

/** Lines of outbound orders locked by the caller. */
export function packLines(tx: Tx, outboundIds: readonly number[]): Promise<PackLine[]> {
  return tx.rows<PackLine>(
    sql`select id, outbound_id, product_id, quantity, packed from outbound_line
     where company_id = ${sql.company} and outbound_id = any(${outboundIds}::bigint[]) order by outbound_id, id`,
  );
}

/**
 * Puts one item into the box (or takes it out: negative quantity). The server keeps the state, so a reload or another
 * device continues there.
 * @throws warehouse.notInOrder, warehouse.tooManyInBox; warehouse.stopRequested, warehouse.heldByPlatform when it is on
 * hold
 */
export async function packScan(
  tx: Tx,
  scan: { outboundId: number; productId: number; quantity: number },
): Promise<PackLine[]> {
  const [outbound] = await lockOutbounds(tx, [scan.outboundId]);
  if (!outbound || !outboundMay('pack', outbound))
    throw conflict('warehouse.notPicked', { number: outbound?.number ?? '' });
  // Items may come out of a box on hold, but none may go in.
  const stopped = (await refusalsOf(tx, [outbound])).get(outbound.id);
  if (stopped && scan.quantity > 0) throw conflict(stopped.code, stopped.params);
  const lines = await packLines(tx, [scan.outboundId]);
  const changes: { id: number; packed: number }[] = [];
  let left = scan.quantity;
  for (const line of lines.filter((l) => l.productId === scan.productId)) {
    const packed = Math.min(line.quantity, Math.max(0, line.packed + left));
    left -= packed - line.packed;
    if (packed !== line.packed) changes.push({ id: line.id, packed });
    line.packed = packed;
  }
  if (!lines.some((l) => l.productId === scan.productId)) throw ruleBroken('warehouse.notInOrder');
  if (left !== 0) throw ruleBroken('warehouse.tooManyInBox');
  await tx.rows(
    sql`update outbound_line l set packed = r.packed from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r(id bigint, packed int)
     where l.company_id = ${sql.company} and l.id = r.id`,
  );
  return lines;
}

export interface ClosedBox {
  outboundId: number;
  weightGrams: number;
  dims?: { lengthMm: number; widthMm: number; heightMm: number };
}

/**
 * Closes boxes: picked -> packed, and reports their weight to higher areas. `checked: 'scanned'` requires every unit to
 * be scanned by packScan. `'all'` means the packer confirms the contents (single items, machines). Boxes on hold stay
 * open.
 */
export async function packOutbounds(
  tx: Tx,
  boxes: readonly ClosedBox[],
  checked: 'scanned' | 'all' = 'scanned',
): Promise<Outcome> {
  const boxOf = new Map(boxes.map((box) => [box.outboundId, box]));
  const rows = await lockOutbounds(tx, [...boxOf.keys()]);
  const refused: Refusal[] = rows
    .filter((row) => !outboundMay('pack', row))
    .map((row) => ({ id: row.id, label: row.number, code: 'warehouse.notPicked', params: { number: row.number } }));
  const picked = rows.filter((row) => outboundMay('pack', row));
  const stopped = await refusalsOf(tx, picked);
  refused.push(...stopped.values());
  let good = picked.filter((row) => !stopped.has(row.id));
  if (checked === 'scanned') {
    const unfinished = new Set(
      (
        await packLines(
          tx,
          good.map((row) => row.id),
        )
      )
        .filter((line) => line.packed < line.quantity)
        .map((line) => line.outboundId),
    );
    for (const row of good.filter((r) => unfinished.has(r.id)))
      refused.push({ id: row.id, label: row.number, code: 'warehouse.itemsMissing' });
    good = good.filter((row) => !unfinished.has(row.id));
  }
  if (good.length === 0) return { done: [], refused };
  const ids = good.map((row) => row.id);
  if (checked === 'all') packEverything(tx, ids);
  tx.later(
    sql`update outbound set state = 'packed', packed_at = ${tx.now} where company_id = ${sql.company} and id = any(${ids}::bigint[])`,
  );
  const parcels = good.map((row) => ({
    orderId: row.orderId,
    warehouseId: row.warehouseId,
    ...(boxOf.get(row.id) ?? { outboundId: row.id, weightGrams: 0 }),
  }));
  await outboundPacked.call(tx, { parcels });
  const moves = good.map((row) => ({
    outboundId: row.id,
    orderId: row.orderId,
    from: 'picked' as const,
    to: 'packed' as const,
  }));
  await publishMoves(tx, moves, 'pack');
  const deltas = good.flatMap((row) => (row.waveId === null ? [] : [{ waveId: row.waveId, toPack: -1 }]));
  recordMoves(tx, moves, 'pack', { waves: await advanceWaves(tx, deltas) });
  return { done: ids, refused };
}

function packEverything(tx: Tx, ids: readonly number[]): void {
  tx.later(
    sql`update outbound_line set packed = quantity where company_id = ${sql.company} and outbound_id = any(${ids}::bigint[]) and packed < quantity`,
  );
}
