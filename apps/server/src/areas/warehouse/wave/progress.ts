import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import type { HistoryRow } from '../../../core/documents.ts';
import type { WaveState } from '../states.ts';

export interface WaveDelta {
  waveId: number;
  /** Changes of the wave's counters: orders left to pick, left to pack, removed. */
  toPick?: number;
  toPack?: number;
  dropped?: number;
}

/**
 * Updates waves' counters and the status that follows from them. With counters, two pickers who finish at once each see
 * the other's decrease, whatever the commit order. Waves are locked last of all.
 * @returns history of waves whose status changed
 */
export async function advanceWaves(tx: Tx, deltas: readonly WaveDelta[]): Promise<HistoryRow[]> {
  const sums = new Map<number, Required<WaveDelta>>();
  for (const d of deltas) {
    const sum = sums.get(d.waveId) ?? { waveId: d.waveId, toPick: 0, toPack: 0, dropped: 0 };
    sum.toPick += d.toPick ?? 0;
    sum.toPack += d.toPack ?? 0;
    sum.dropped += d.dropped ?? 0;
    sums.set(d.waveId, sum);
  }
  if (sums.size === 0) return [];
  const rows = await tx.rows<{ id: number; was: WaveState; state: WaveState }>(
    sql`with d as materialized (
       select * from unnest(${[...sums.keys()]}::bigint[], ${[...sums.values()].map((d) => d.toPick)}::int[], ${[...sums.values()].map((d) => d.toPack)}::int[], ${[...sums.values()].map((d) => d.dropped)}::int[]) as d("waveId", "toPick", "toPack", dropped)
     ), was as materialized (
       select w.id, w.state from wave w join d on d."waveId" = w.id where w.company_id = ${sql.company} order by w.id for update of w
     )
     update wave w set to_pick = w.to_pick + d."toPick", to_pack = w.to_pack + d."toPack", dropped = w.dropped + d.dropped,
       picked_at = case when w.to_pick + d."toPick" = 0 then coalesce(w.picked_at, ${tx.now}) end,
       state = case
         when w.to_pack + d."toPack" = 0 and w.dropped + d.dropped = w.orders then 'cancelled'
         when w.to_pack + d."toPack" = 0 then 'done'
         when w.to_pick + d."toPick" = 0 then 'picked'
         else 'picking' end
     from d join was on was.id = d."waveId" where w.company_id = ${sql.company} and w.id = d."waveId"
     returning w.id, was.state as was, w.state`,
  );
  return rows
    .filter((row) => row.was !== row.state)
    .map((row) => ({ docKind: 'wave', docId: row.id, event: 'state', fromState: row.was, toState: row.state }));
}
