import type { Tx } from '../../../core/database/database.ts';
import { promiseBins } from '../../stock/public.ts';
import type { OutboundMove } from '../hooks.ts';
import { lockOutbounds } from '../locks.ts';
import { recordMoves, tellMoves } from '../moved.ts';
import { promisesOf } from '../outbound/cancel.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import { advanceWaves } from './progress.ts';

/** Waves nobody has begun are taken apart: their bins are free, their outbounds wait again. */
export async function dissolveWaves(tx: Tx, waveIds: readonly number[]): Promise<Outcome> {
  const found = await tx.prepared<{ id: number; waveId: number }>(
    'wave_members',
    `select o.id, o.wave_id as "waveId" from outbound o where o.company_id = $1 and o.wave_id = any($2::bigint[])
       and ($3::bigint[] is null or o.warehouse_id = any($3))`,
    [tx.companyId, waveIds, tx.rights.warehouseIds],
  );
  const rows = await lockOutbounds(
    tx,
    found.map((row) => row.id),
  );
  // Read after the outbounds are held: nobody can begin them now.
  const waves = await tx.prepared<{ id: number; number: string; state: string }>(
    'wave_states',
    'select id, number, state from wave where company_id = $1 and id = any($2::bigint[])',
    [tx.companyId, [...new Set(found.map((row) => row.waveId))]],
  );
  const open = new Set(waves.filter((wave) => wave.state === 'open').map((wave) => wave.id));
  const refused: Refusal[] = waves
    .filter((wave) => !open.has(wave.id))
    .map((wave) => ({ id: wave.id, label: wave.number, code: 'warehouse.waveBegun' }));
  const live = rows.filter((row) => row.state === 'picking' && row.waveId !== null && open.has(row.waveId));
  if (live.length === 0) return { done: [], refused };
  const ids = live.map((row) => row.id);
  const promises = await promisesOf(tx, ids);
  await tx.prepared(
    'wave_dissolve_outbounds',
    `update outbound set state = 'waiting', wave_id = null, slot = null where company_id = $1 and id = any($2::bigint[])`,
    [tx.companyId, ids],
  );
  await tx.prepared(
    'wave_dissolve_picks',
    `update pick_line set state = 'cancelled' where company_id = $1 and outbound_id = any($2::bigint[]) and state = 'open'`,
    [tx.companyId, ids],
  );
  const moves = live.map(
    (row): OutboundMove => ({ outboundId: row.id, orderId: row.orderId, from: 'picking', to: 'waiting' }),
  );
  await tellMoves(tx, moves, 'dissolve');
  await promiseBins(tx, promises);
  const deltas = live.flatMap((row) =>
    row.waveId === null ? [] : [{ waveId: row.waveId, toPick: -1, toPack: -1, dropped: 1 }],
  );
  recordMoves(tx, moves, 'dissolve', { waves: await advanceWaves(tx, deltas) });
  return { done: [...open], refused };
}
