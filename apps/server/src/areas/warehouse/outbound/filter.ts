import type { OutboundFilter, StopReason } from '@tradewind/contract/warehouse.ts';
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
import { STOP_REASON } from './stop.ts';

const BULK_LIMIT = 5_000;

/** The filter as conditions on `outbound o`, the actor's warehouses with it. */
export function outboundWhere(tx: Tx, filter: OutboundFilter, params: Params): string {
  const where = [`o.company_id = ${params.add(tx.companyId)}`];
  const is = (column: string, value: unknown) => value !== undefined && where.push(`${column} = ${params.add(value)}`);
  if (tx.rights.warehouseIds) where.push(`o.warehouse_id = any(${params.add(tx.rights.warehouseIds)}::bigint[])`);
  is('o.state', filter.state);
  is('o.warehouse_id', filter.warehouseId);
  is('o.channel_id', filter.channelId);
  is('o.wave_id', filter.waveId);
  if (filter.shopIds) where.push(`o.shop_id = any(${params.add(filter.shopIds)}::bigint[])`);
  if (filter.lines === 'single') where.push('o.line_count = 1');
  if (filter.lines === 'multi') where.push('o.line_count > 1');
  if (filter.stopRequested) where.push('o.stop_requested');
  if (filter.from) where.push(`o.created_at >= ${startOfDay(params.add(filter.from))}`);
  if (filter.to) where.push(`o.created_at < ${endOfDay(params.add(filter.to))}`);
  if (filter.text) where.push(textCondition(filter.text, params));
  return where.join(' and ');
}

/** Range scans on text collate "C", each on an index of its own; see architecture on why not ILIKE. */
function textCondition(typed: string, params: Params): string {
  const company = '$1';
  const text = params.add(typed.trim());
  const end = params.add(endOfPrefix(typed.trim()));
  const upper = params.add(typed.trim().toUpperCase());
  const upperEnd = params.add(endOfPrefix(typed.trim().toUpperCase()));
  return `o.id in (
    select id from outbound where company_id = ${company} and number >= ${upper} and number < ${upperEnd}
    union all select id from outbound where company_id = ${company} and order_no >= ${text} and order_no < ${end}
    union all select outbound_id from parcel where company_id = ${company} and tracking_number >= ${upper} and tracking_number < ${upperEnd})`;
}

const ROW = `o.id, o.number, o.order_id as "orderId", o.order_no as "orderNo", o.shop_id as "shopId",
  coalesce(s.name, '') as "shopName", coalesce(s.platform, '') as platform, o.warehouse_id as "warehouseId",
  w.name as "warehouseName", c.name as "channelName", o.state, o.wave_id as "waveId", v.number as "waveNumber", o.slot,
  o.line_count as "lineCount", o.units, o.stop_requested as "stopRequested", ${STOP_REASON}, o.created_at as "createdAt",
  o.picked_at as "pickedAt", o.packed_at as "packedAt", o.shipped_at as "shippedAt",
  coalesce((select jsonb_agg(jsonb_build_object('sku', x.sku, 'quantity', x.quantity) order by x.id) from (
    select l.id, p.sku, l.quantity from outbound_line l join product p on p.company_id = $1 and p.id = l.product_id
    where l.company_id = $1 and l.outbound_id = o.id order by l.id limit 3) x), '[]') as summary`;
const JOINS = `left join shop s on s.company_id = $1 and s.id = o.shop_id
  join warehouse w on w.company_id = $1 and w.id = o.warehouse_id
  left join shipping_channel c on c.company_id = $1 and c.id = o.channel_id
  left join wave v on v.company_id = $1 and v.id = o.wave_id`;

export type OutboundListRow = {
  id: number;
  number: string;
  orderId: number;
  orderNo: string;
  shopId: number;
  shopName: string;
  platform: string;
  warehouseId: number;
  warehouseName: string;
  channelName: string | null;
  state: 'waiting' | 'picking' | 'picked' | 'packed' | 'shipped' | 'cancelled';
  waveId: number | null;
  waveNumber: string | null;
  slot: number | null;
  lineCount: number;
  units: number;
  summary: { sku: string; quantity: number }[];
  stopRequested: boolean;
  stopReason: StopReason | null;
  createdAt: string;
  pickedAt: string | null;
  packedAt: string | null;
  shippedAt: string | null;
};

export async function outboundPage(tx: Tx, query: OutboundFilter & { page: number; pageSize: number }) {
  const params = new Params();
  const where = outboundWhere(tx, query, params);
  const limit = `limit ${params.add(query.pageSize)} offset ${params.add((query.page - 1) * query.pageSize)}`;
  const rows = await pageStatement<OutboundListRow>(
    tx,
    `with page as materialized (select o.id from outbound o where ${where} order by o.id desc ${limit})
     select ${ROW} from page join outbound o on o.company_id = $1 and o.id = page.id ${JOINS} order by o.id desc`,
    params,
  );
  return { rows, ...(await countOutbounds(tx, query)) };
}

/** Those that the actor sees, in the order of the ids. */
export async function outboundsById(tx: Tx, ids: readonly number[]): Promise<OutboundListRow[]> {
  const params = new Params();
  const where = outboundWhere(tx, {}, params);
  const rows = await statement<OutboundListRow>(
    tx,
    `select ${ROW} from outbound o ${JOINS} where ${where} and o.id = any(${params.add(ids)}::bigint[])`,
    params,
  );
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

export async function countOutbounds(tx: Tx, filter: OutboundFilter): Promise<{ total: number; totalExact: boolean }> {
  const params = new Params();
  const where = outboundWhere(tx, filter, params);
  return countRows(tx, `from outbound o where ${where}`, params);
}

export interface OutboundChoice {
  outboundIds?: number[] | undefined;
  orderIds?: number[] | undefined;
  filter?: OutboundFilter | undefined;
}

/** The ids a bulk action works on, as far as the actor sees them; the oldest first. */
export async function chooseOutbounds(tx: Tx, choice: OutboundChoice, state?: string): Promise<number[]> {
  if (choice.outboundIds && tx.rights.warehouseIds === null) return choice.outboundIds;
  const params = new Params();
  const where = [outboundWhere(tx, choice.filter ?? {}, params)];
  if (choice.outboundIds) where.push(`o.id = any(${params.add(choice.outboundIds)}::bigint[])`);
  if (choice.orderIds)
    where.push(`o.order_id = any(${params.add(choice.orderIds)}::bigint[]) and o.state <> 'cancelled'`);
  if (!choice.outboundIds && !choice.orderIds && !choice.filter) return [];
  // Of a filter only those are meant that the action is for; ticked ones are told why not.
  if (choice.filter && state) where.push(`o.state = ${params.add(state)}`);
  const rows = await pageStatement<{ id: number }>(
    tx,
    `select o.id from outbound o where ${where.join(' and ')} order by o.id limit ${BULK_LIMIT}`,
    params,
  );
  return rows.map((row) => row.id);
}

/** Open states only: what is done grows without end and is not what a person works through. */
export async function outboundTabs(tx: Tx, warehouseId: number | undefined) {
  const params = new Params();
  const where = outboundWhere(tx, warehouseId ? { warehouseId } : {}, params);
  const rows = await statement<{ state: string; n: number; stop: number }>(
    tx,
    `select o.state, count(*)::int as n, count(*) filter (where o.stop_requested)::int as stop from outbound o
     where ${where} and o.state in ('waiting', 'picking', 'picked', 'packed') group by o.state`,
    params,
  );
  return {
    counts: Object.fromEntries(rows.map((row) => [row.state, row.n])),
    stopRequested: rows.reduce((sum, row) => sum + row.stop, 0),
  };
}
