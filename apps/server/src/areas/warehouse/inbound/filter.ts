import type { InboundFilter, InboundRow } from '@tradewind/contract/warehouse.ts';
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

const BULK_LIMIT = 5_000;

/** The filter as conditions on `inbound i`, the actor's warehouses with it. */
export function inboundWhere(tx: Tx, filter: InboundFilter, params: Params): string {
  const where = [`i.company_id = ${params.add(tx.companyId)}`];
  const is = (column: string, value: unknown) => value !== undefined && where.push(`${column} = ${params.add(value)}`);
  if (tx.rights.warehouseIds) where.push(`i.warehouse_id = any(${params.add(tx.rights.warehouseIds)}::bigint[])`);
  is('i.state', filter.state);
  is('i.warehouse_id', filter.warehouseId);
  is('i.kind', filter.kind);
  if (filter.toPutAway) where.push(`i.units_to_put_away > 0`);
  if (filter.from) where.push(`i.created_at >= ${startOfDay(params.add(filter.from))}`);
  if (filter.to) where.push(`i.created_at < ${endOfDay(params.add(filter.to))}`);
  if (filter.text) where.push(textCondition(filter.text, params));
  return where.join(' and ');
}

/** Range scans on text collate "C", each on an index of its own. */
function textCondition(typed: string, params: Params): string {
  const text = params.add(typed.trim());
  const end = params.add(endOfPrefix(typed.trim()));
  const upper = params.add(typed.trim().toUpperCase());
  const upperEnd = params.add(endOfPrefix(typed.trim().toUpperCase()));
  const head = (column: string, from: string, to: string) =>
    `select id from inbound where company_id = $1 and ${column} >= ${from} and ${column} < ${to}`;
  return `i.id in (
    ${head('number', upper, upperEnd)}
    union all ${head('tracking_number', upper, upperEnd)} and tracking_number <> ''
    union all ${head('reference', text, end)} and reference <> ''
    union all ${head('source_no', text, end)} and source_no <> ''
    union all select inbound_id from inbound_carton where company_id = $1 and code >= ${text} and code < ${end}
    union all select l.inbound_id from product p join inbound_line l on l.company_id = $1 and l.product_id = p.id
      where p.company_id = $1 and p.sku >= ${upper} and p.sku < ${upperEnd})`;
}

const ROW = `i.id, i.number, i.warehouse_id as "warehouseId", w.name as "warehouseName", i.kind, i.state,
  i.source_kind as "sourceKind", i.source_no as "sourceNo", i.reference, i.carrier, i.tracking_number as "trackingNumber",
  i.expected_on::text as "expectedOn", i.quality_check as "qualityCheck", i.remark, i.version,
  (select count(*)::int from inbound_line l where l.company_id = $1 and l.inbound_id = i.id) as "lineCount",
  (select count(*)::int from inbound_carton c where c.company_id = $1 and c.inbound_id = i.id) as "cartonCount",
  i.units, i.units_received as "unitsReceived", i.units_to_put_away as "unitsToPutAway",
  (select coalesce(sum(r.quantity - r.passed - r.failed), 0)::int from inbound_receipt r
    where r.company_id = $1 and r.inbound_id = i.id and r.condition = 'checking' and r.undone_at is null) as "unitsChecking",
  i.created_at as "createdAt", i.created_by as "createdBy", i.arrived_at as "arrivedAt", i.received_at as "receivedAt",
  i.done_at as "doneAt"`;
const JOINS = 'join warehouse w on w.company_id = $1 and w.id = i.warehouse_id';

export type InboundListRow = InboundRow & { remark: string; version: number };

export async function inboundPage(tx: Tx, query: InboundFilter & { page: number; pageSize: number }) {
  const params = new Params();
  const where = inboundWhere(tx, query, params);
  const limit = `limit ${params.add(query.pageSize)} offset ${params.add((query.page - 1) * query.pageSize)}`;
  const rows = await pageStatement<InboundListRow>(
    tx,
    `with page as materialized (select i.id from inbound i where ${where} order by i.id desc ${limit})
     select ${ROW} from page join inbound i on i.company_id = $1 and i.id = page.id ${JOINS} order by i.id desc`,
    params,
  );
  const counted = new Params();
  const totals = await countRows(tx, `from inbound i where ${inboundWhere(tx, query, counted)}`, counted);
  return { rows, ...totals };
}

/** Those that the actor sees, in the order of the ids. */
export async function inboundsById(tx: Tx, ids: readonly number[]): Promise<InboundListRow[]> {
  const params = new Params();
  const where = inboundWhere(tx, {}, params);
  const rows = await statement<InboundListRow>(
    tx,
    `select ${ROW} from inbound i ${JOINS} where ${where} and i.id = any(${params.add(ids)}::bigint[])`,
    params,
  );
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

export interface InboundChoice {
  ids?: number[] | undefined;
  filter?: InboundFilter | undefined;
}

/** What a bulk action works on, as far as the actor sees it; of a filter only what is in one of `states`. */
export async function chooseInbounds(tx: Tx, choice: InboundChoice, states: readonly string[]): Promise<number[]> {
  if (!choice.ids && !choice.filter) return [];
  const params = new Params();
  const where = [inboundWhere(tx, choice.filter ?? {}, params)];
  if (choice.ids) where.push(`i.id = any(${params.add(choice.ids)}::bigint[])`);
  else where.push(`i.state = any(${params.add(states)}::text[])`);
  const rows = await pageStatement<{ id: number }>(
    tx,
    `select i.id from inbound i where ${where.join(' and ')} order by i.id limit ${BULK_LIMIT}`,
    params,
  );
  return rows.map((row) => row.id);
}

/** Open states only: what is done grows without end. */
export async function inboundTabs(tx: Tx, warehouseId: number | undefined) {
  const params = new Params();
  const where = inboundWhere(tx, warehouseId ? { warehouseId } : {}, params);
  const rows = await statement<{ state: string; n: number; waiting: number }>(
    tx,
    `select i.state, count(*)::int as n, count(*) filter (where i.units_to_put_away > 0)::int as waiting from inbound i
     where ${where} and i.state in ('notice', 'arrived', 'receiving', 'received') group by i.state`,
    params,
  );
  return {
    counts: Object.fromEntries(rows.map((row) => [row.state, row.n])),
    toPutAway: rows.reduce((sum, row) => sum + row.waiting, 0),
  };
}
