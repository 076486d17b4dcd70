import type { OutboundState, StopReason, WaveMethod, WaveState } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import {
  countRows,
  endOfDay,
  endOfPrefix,
  Params,
  pageStatement,
  startOfDay,
  statement,
} from '../../../core/database/statement.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, notFound } from '../../../core/errors.ts';
import { shownHistory } from '../moved.ts';
import { stopsOfWaves } from '../outbound/detail.ts';
import { STOP_REASON } from '../outbound/stop.ts';

export interface WaveFilter {
  state?: WaveState | undefined;
  warehouseId?: number | undefined;
  assigneeId?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  text?: string | undefined;
}

export type WaveRow = {
  id: number;
  number: string;
  warehouseId: number;
  warehouseName: string;
  state: WaveState;
  method: WaveMethod;
  walkMm: number | null;
  orders: number;
  units: number;
  toPick: number;
  toPack: number;
  dropped: number;
  assigneeId: number | null;
  assigneeName: string | null;
  createdBy: string;
  createdAt: string;
  pickedAt: string | null;
};

const ROW = `w.id, w.number, w.warehouse_id as "warehouseId", h.name as "warehouseName", w.state, w.method,
  w.walk_mm as "walkMm", w.orders, w.units,
  w.to_pick as "toPick", w.to_pack as "toPack", w.dropped, w.assignee_id as "assigneeId", u.name as "assigneeName",
  w.created_by as "createdBy", w.created_at as "createdAt", w.picked_at as "pickedAt"`;
const JOINS = `join warehouse h on h.company_id = $1 and h.id = w.warehouse_id
  left join user_account u on u.company_id = $1 and u.id = w.assignee_id`;

function waveWhere(tx: Tx, filter: WaveFilter, params: Params): string {
  // What a provider's people pick is no work of ours.
  const where = [
    `w.company_id = ${params.add(tx.companyId)}`,
    `w.warehouse_id not in (select x.id from warehouse x where x.company_id = $1 and x.provider_code <> '')`,
  ];
  if (tx.rights.warehouseIds) where.push(`w.warehouse_id = any(${params.add(tx.rights.warehouseIds)}::bigint[])`);
  if (filter.state) where.push(`w.state = ${params.add(filter.state)}`);
  if (filter.warehouseId) where.push(`w.warehouse_id = ${params.add(filter.warehouseId)}`);
  if (filter.assigneeId) where.push(`w.assignee_id = ${params.add(filter.assigneeId)}`);
  if (filter.from) where.push(`w.created_at >= ${startOfDay(params.add(filter.from))}`);
  if (filter.to) where.push(`w.created_at < ${endOfDay(params.add(filter.to))}`);
  if (filter.text) {
    const prefix = filter.text.trim().toUpperCase();
    where.push(`w.number >= ${params.add(prefix)} and w.number < ${params.add(endOfPrefix(prefix))}`);
  }
  return where.join(' and ');
}

export async function wavePage(tx: Tx, query: WaveFilter & { page: number; pageSize: number }) {
  // How far a page reaches decides which index is walked.
  tx.set('plan_cache_mode', 'force_custom_plan');
  const params = new Params();
  const where = waveWhere(tx, query, params);
  const limit = `limit ${params.add(query.pageSize)} offset ${params.add((query.page - 1) * query.pageSize)}`;
  const rows = await pageStatement<WaveRow>(
    tx,
    `with page as materialized (select w.id from wave w where ${where} order by w.id desc ${limit})
     select ${ROW} from page x join wave w on w.company_id = $1 and w.id = x.id ${JOINS} order by w.id desc`,
    params,
  );
  const counted = new Params();
  const totals = await countRows(tx, `from wave w where ${waveWhere(tx, query, counted)}`, counted);
  return { rows, ...totals };
}

export async function waveTabs(tx: Tx, warehouseId: number | undefined) {
  const params = new Params();
  const where = waveWhere(tx, { warehouseId }, params);
  const rows = await statement<{ state: string; n: number }>(
    tx,
    `select w.state, count(*)::int as n from wave w where ${where} and w.state in ('open', 'picking', 'picked') group by w.state`,
    params,
  );
  return { counts: Object.fromEntries(rows.map((row) => [row.state, row.n])) };
}

export async function wavesById(tx: Tx, ids: readonly number[]): Promise<WaveRow[]> {
  const params = new Params();
  const where = waveWhere(tx, {}, params);
  return statement<WaveRow>(
    tx,
    `select ${ROW} from wave w ${JOINS} where ${where} and w.id = any(${params.add(ids)}::bigint[]) order by w.id`,
    params,
  );
}

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
  const params = new Params();
  const where = waveWhere(tx, {}, params);
  const key = which.id
    ? `w.id = ${params.add(which.id)}`
    : `w.number = ${params.add((which.number ?? '').toUpperCase())}`;
  const [wave] = await statement<WaveRow>(tx, `select ${ROW} from wave w ${JOINS} where ${where} and ${key}`, params);
  if (!wave) throw notFound('warehouse.waveNotFound');
  const outbounds = await tx.prepared<WaveMember>(
    'wave_outbounds',
    `select o.id, o.number, o.order_no as "orderNo", o.slot, o.state, ${STOP_REASON}, o.units,
       (select coalesce(sum(l.picked), 0)::int from outbound_line l where l.company_id = $1 and l.outbound_id = o.id) as picked
     from outbound o where o.company_id = $1 and o.wave_id = $2 order by o.slot, o.id`,
    [tx.companyId, wave.id],
  );
  const stops = await stopsOfWaves(tx, [wave.id]);
  return { ...wave, outbounds, stops, history: await shownHistory(tx, 'wave', wave.id) };
}

/** 0 takes them back from whoever had them. */
export async function assignWaves(tx: Tx, ids: readonly number[], assigneeId: number): Promise<void> {
  if (assigneeId !== 0) {
    const known = await tx.prepared(
      'wave_assignee',
      'select 1 from user_account where company_id = $1 and id = $2 and enabled',
      [tx.companyId, assigneeId],
    );
    if (known.length === 0) throw badField('assigneeId', 'warehouse.noSuchPicker');
  }
  const rows = await tx.prepared<{ id: number }>(
    'wave_assign',
    `update wave set assignee_id = nullif($3::bigint, 0) where company_id = $1 and id = any($2::bigint[])
       and state in ('open', 'picking') and ($4::bigint[] is null or warehouse_id = any($4)) returning id`,
    [tx.companyId, ids, assigneeId, tx.rights.warehouseIds],
  );
  writeHistory(
    tx,
    rows.map((row) => ({ docKind: 'wave', docId: row.id, event: 'assigned', detail: { assigneeId } })),
  );
}
