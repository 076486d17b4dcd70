import { waveMay } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Outcome, Refusal } from '../../../core/outcome.ts';
import { promiseBins } from '../../stock/public.ts';
import type { OutboundMove } from '../hooks.ts';
import { lockOutbounds } from '../locks.ts';
import { promisesOf } from '../outbound/cancel.ts';
import { publishMoves, recordMoves } from '../outbound/moves.ts';
import { advanceWaves } from './progress.ts';

/** Cancels waves without picks: releases their bins and returns their outbound orders to waiting. */
export async function dissolveWaves(tx: Tx, waveIds: readonly number[]): Promise<Outcome> {
  const found = await tx.rows<{ id: number; waveId: number }>(
    sql`select o.id, o.wave_id from outbound o where o.company_id = ${sql.company} and o.wave_id = any(${waveIds}::bigint[])
       and (${tx.rights.warehouseIds}::bigint[] is null or o.warehouse_id = any(${tx.rights.warehouseIds}::bigint[]))`,
  );
  const rows = await lockOutbounds(
    tx,
    found.map((row) => row.id),
  );
  // Read after locking the outbound orders: nobody can start them now.
  const waves = await tx.rows<{ id: number; number: string; state: string }>(
    sql`select id, number, state from wave where company_id = ${sql.company} and id = any(${[...new Set(found.map((row) => row.waveId))]}::bigint[])`,
  );
  const open = new Set(waves.filter((wave) => waveMay('cancel', wave)).map((wave) => wave.id));
  const refused: Refusal[] = waves
    .filter((wave) => !open.has(wave.id))
    .map((wave) => ({ id: wave.id, label: wave.number, code: 'warehouse.waveBegun' }));
  const live = rows.filter((row) => row.state === 'picking' && row.waveId !== null && open.has(row.waveId));
  if (live.length === 0) return { done: [], refused };
  const ids = live.map((row) => row.id);
  const promises = await promisesOf(tx, ids);
  await tx.rows(
    sql`update outbound set state = 'waiting', wave_id = null, slot = null where company_id = ${sql.company} and id = any(${ids}::bigint[])`,
  );
  await tx.rows(
    sql`update pick_line set state = 'cancelled' where company_id = ${sql.company} and outbound_id = any(${ids}::bigint[]) and state = 'open'`,
  );
  const moves = live.map(
    (row): OutboundMove => ({ outboundId: row.id, orderId: row.orderId, from: 'picking', to: 'waiting' }),
  );
  await publishMoves(tx, moves, 'dissolve');
  await promiseBins(tx, promises);
  const deltas = live.flatMap((row) =>
    row.waveId === null ? [] : [{ waveId: row.waveId, toPick: -1, toPack: -1, dropped: 1 }],
  );
  recordMoves(tx, moves, 'dissolve', { waves: await advanceWaves(tx, deltas) });
  return { done: [...open], refused };
}
