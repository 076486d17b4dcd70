import type { OutboundState, StopReason } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, notFound } from '../../../core/errors.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { stopsOfWaves } from '../outbound/detail.ts';
import { shownHistory } from '../outbound/moves.ts';
import { STOP_REASON } from '../outbound/stop.ts';
import { waves } from './list.ts';

type WaveMember = {
  id: number;
  number: string;
  orderNo: string;
  slot: number | null;
  state: OutboundState;
  stopReason: StopReason | null;
  units: number;
  picked: number;
};

export async function waveDetail(tx: Tx, which: { id?: number | undefined; number?: string | undefined }) {
  const wave = await waves.one(tx, which.id ?? (await idOf(tx, which.number ?? '')));
  const outbounds = await tx.rows<WaveMember>(
    sql`select o.id, o.number, o.order_no, o.slot, o.state, ${STOP_REASON}, o.units,
       (select coalesce(sum(l.picked), 0)::int from outbound_line l where l.company_id = ${sql.company} and l.outbound_id = o.id) as picked
     from outbound o where o.company_id = ${sql.company} and o.wave_id = ${wave.id} order by o.slot, o.id`,
  );
  const stops = await stopsOfWaves(tx, [wave.id]);
  return { ...wave, outbounds, stops, history: await shownHistory(tx, 'wave', wave.id) };
}

async function idOf(tx: Tx, number: string): Promise<number> {
  const row = await tx.row<{ id: number }>(
    sql`select id from wave where company_id = ${sql.company} and number = ${number.toUpperCase()}`,
  );
  return row?.id ?? 0;
}

/** 0 removes the picker. Waves that are picked stay as they are. @throws notFound when the actor sees none of them */
export async function assignWaves(tx: Tx, ids: readonly number[], assigneeId: number): Promise<void> {
  if (assigneeId !== 0) {
    const known = await tx.rows(
      sql`select 1 from user_account where company_id = ${sql.company} and id = ${assigneeId} and enabled`,
    );
    if (known.length === 0) throw badField('assigneeId', 'warehouse.noSuchPicker');
  }
  const visible = sql`company_id = ${sql.company} and id = any(${ids}::bigint[]) and ${inWarehouses(tx, sql`warehouse_id`)}`;
  if (ids.length > 0 && !(await tx.row(sql`select 1 from wave where ${visible} limit 1`)))
    throw notFound('warehouse.waveNotFound');
  const rows = await tx.rows<{ id: number }>(
    sql`update wave set assignee_id = nullif(${assigneeId}::bigint, 0) where ${visible} and state in ('open', 'picking') returning id`,
  );
  writeHistory(
    tx,
    rows.map((row) => ({ docKind: 'wave', docId: row.id, event: 'assigned', detail: { assigneeId } })),
  );
}
