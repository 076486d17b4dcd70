import { createHash } from 'node:crypto';
import type { OrderFilter } from '@tradewind/contract/orders.ts';
import { maySee, type Rights } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { UNSHIPPED } from './status.ts';
import { endOfPrefix, normalTerm } from './terms.ts';

/** Beyond this many, totals say "at least". */
const COUNT_LIMIT = 10_000;
const SEARCH_LIMIT = 1_000;
/** Pages that start further than this are found by the day counters instead of by skipping rows. */
const SKIP_LIMIT = 2_000;
const DAY = 86_400_000;
const NEWEST = 'o.ordered_at desc, o.id desc';

class Params {
  readonly values: unknown[] = [];
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** Statements differ by filter, not by values: each shape is planned once a connection. */
export function statement<T extends object>(tx: Tx, text: string, values: unknown[]): Promise<T[]> {
  return tx.prepared<T>(`q${createHash('md5').update(text).digest('hex')}`, text, values);
}

/** Modules whose orders the actor may see; null: all. */
export function visibleModules(rights: Rights): number[] | null {
  if (rights.all || rights.modules.has(401)) return null;
  return [...rights.modules].filter((module) => module >= 402 && module <= 421);
}

function conditions(tx: Tx, filter: OrderFilter, params: Params): string[] {
  const where = [`o.company_id = ${params.add(tx.companyId)}`];
  const modules = visibleModules(tx.rights);
  if (modules) where.push(`o.module_id = any(${params.add(modules)}::int[])`);
  if (tx.rights.shopIds) where.push(`o.shop_id = any(${params.add(tx.rights.shopIds)}::bigint[])`);
  if (filter.moduleId && filter.moduleId !== 401) where.push(`o.module_id = ${params.add(filter.moduleId)}`);
  if (filter.status) where.push(`o.status = ${params.add(filter.status)}`);
  if (filter.shopIds) where.push(`o.shop_id = any(${params.add(filter.shopIds)}::bigint[])`);
  if (filter.exception) where.push(`o.exception = ${params.add(filter.exception)}`);
  if (filter.warehouseId) where.push(`o.warehouse_id = ${params.add(filter.warehouseId)}`);
  if (filter.country) where.push(`o.country = ${params.add(filter.country)}`);
  if (filter.confirmState) where.push(`o.confirm_state = ${params.add(filter.confirmState)}`);
  if (filter.cancelRequested) where.push(`o.cancel_requested and o.status = any(${params.add(UNSHIPPED)}::text[])`);
  if (filter.from) where.push(`o.ordered_at >= ${params.add(filter.from)}::date`);
  if (filter.to) where.push(`o.ordered_at < ${params.add(filter.to)}::date + 1`);
  return where;
}

/** True where the counters alone know how many match. */
function counted(tx: Tx, filter: OrderFilter): boolean {
  const others =
    filter.exception ||
    filter.warehouseId ||
    filter.country ||
    filter.confirmState ||
    filter.cancelRequested ||
    filter.text;
  return !others && tx.rights.shopIds === null;
}

const COLUMNS = `o.id, o.display_no as "displayNo", o.platform_order_no as "platformOrderNo", o.platform, o.shop_id as "shopId", s.name as "shopName",
  o.status, o.exception, o.ordered_at as "orderedAt", o.ship_by as "shipBy", o.shipped_at as "shippedAt", o.currency, o.total_amount::text as "totalAmount",
  o.buyer_note as "buyerNote", o.country, o.summary, o.line_count as "lineCount", o.units, o.warehouse_id as "warehouseId",
  o.tracking_number as "trackingNumber", o.confirm_state as "confirmState", o.confirm_error as "confirmError", o.cancel_requested as "cancelRequested",
  o.remark, o.version`;

export interface OrderPageQuery extends OrderFilter {
  page: number;
  pageSize: number;
  order: 'newest' | 'oldest';
}

/** A page as JSON text written by the database: {rows, total, totalExact}. */
export async function orderPage(tx: Tx, query: OrderPageQuery): Promise<string> {
  const term = normalTerm(query.text ?? '');
  if (term) return (await wholeTermPage(tx, query, term)) ?? prefixPage(tx, query, term);
  const skip = (query.page - 1) * query.pageSize;
  const exact = counted(tx, query);
  const start = exact && skip > SKIP_LIMIT ? startOf(await countsByDay(tx, query), skip, query.order) : { skip };
  const params = new Params();
  const where = conditions(tx, query, params);
  if (start.before) where.push(`o.ordered_at < ${params.add(start.before)}::timestamptz`);
  if (start.after) where.push(`o.ordered_at >= ${params.add(start.after)}::timestamptz`);
  const direction = query.order === 'newest' ? 'desc' : 'asc';
  const order = `o.ordered_at ${direction}, o.id ${direction}`;
  const inner = `select o.* from sales_order o where ${where.join(' and ')} order by ${order}
     limit ${params.add(query.pageSize)} offset ${params.add(start.skip)}`;
  const total = exact
    ? `(select coalesce(sum(delta), 0)::int from order_count c where ${counterConditions(tx, query, params).join(' and ')})`
    : `(select count(*)::int from (select 1 from sales_order o where ${conditions(tx, query, params).join(' and ')} limit ${COUNT_LIMIT + 1}) x)`;
  return readPage(tx, inner, order, total, params, exact ? Number.MAX_SAFE_INTEGER : COUNT_LIMIT);
}

/** Rows and total in one statement; `limit`: more than these were not counted. */
async function readPage(
  tx: Tx,
  inner: string,
  order: string,
  total: string,
  params: Params,
  limit: number,
): Promise<string> {
  const buyer = maySee(tx.rights, 'seeBuyer') ? 'o.buyer_name' : `'***'`;
  const [row] = await statement<{ rows: string; total: number }>(
    tx,
    `select ${total} as total, (select coalesce(json_agg(r), '[]')::text from (
       select ${COLUMNS}, ${buyer} as "buyerName" from (${inner}) o join shop s on s.company_id = $1 and s.id = o.shop_id order by ${order}) r) as rows`,
    params.values,
  );
  const found = row?.total ?? 0;
  return `{"rows":${row?.rows ?? '[]'},"total":${Math.min(found, limit)},"totalExact":${found <= limit}}`;
}

/**
 * Orders that have exactly this term: an order stands under it once, and the terms' own order by time serves the page,
 * so nothing is sorted. Undefined when there is none.
 */
async function wholeTermPage(tx: Tx, query: OrderPageQuery, term: string): Promise<string | undefined> {
  const { text, page, pageSize, order, ...others } = query;
  const plain = tx.rights.all && Object.values(others).every((value) => value === undefined);
  const params = new Params();
  const where = conditions(tx, query, params);
  const word = params.add(term);
  const source = `from order_term t join sales_order o on o.company_id = $1 and o.id = t.order_id
       where t.company_id = $1 and t.term = ${word} and ${where.join(' and ')}`;
  const counting = plain
    ? `select 1 from order_term t where t.company_id = $1 and t.term = ${word} limit ${SEARCH_LIMIT + 1}`
    : `select 1 ${source} limit ${SEARCH_LIMIT + 1}`;
  const inner = `select o.* ${source} order by t.ordered_at desc, t.order_id desc limit ${params.add(pageSize)} offset ${params.add((page - 1) * pageSize)}`;
  const answer = await readPage(tx, inner, NEWEST, `(select count(*)::int from (${counting}) x)`, params, SEARCH_LIMIT);
  return answer.includes('"total":0,') && answer.startsWith('{"rows":[]') ? undefined : answer;
}

/** Orders with a term that begins so; a bounded number of terms is looked at. */
function prefixPage(tx: Tx, query: OrderPageQuery, term: string): Promise<string> {
  const params = new Params();
  const where = conditions(tx, query, params);
  const terms = `select distinct t.order_id from (select t.order_id from order_term t where t.company_id = $1
       and t.term >= ${params.add(term)} and t.term < ${params.add(endOfPrefix(term))} limit ${SEARCH_LIMIT * 5}) t`;
  const source = `from (${terms}) t join sales_order o on o.company_id = $1 and o.id = t.order_id where ${where.join(' and ')}`;
  const inner = `select o.* ${source} order by ${NEWEST} limit ${params.add(query.pageSize)} offset ${params.add((query.page - 1) * query.pageSize)}`;
  return readPage(
    tx,
    inner,
    NEWEST,
    `(select count(*)::int from (select 1 ${source} limit ${SEARCH_LIMIT + 1}) x)`,
    params,
    SEARCH_LIMIT,
  );
}

interface DayCount {
  onDay: string;
  n: number;
}

/** From the counters: matching orders by day, newest day first. */
async function countsByDay(tx: Tx, filter: OrderFilter): Promise<DayCount[]> {
  const params = new Params();
  const where = counterConditions(tx, filter, params);
  return statement<DayCount>(
    tx,
    `select on_day as "onDay", sum(delta)::int as n from order_count c where ${where.join(' and ')} group by on_day having sum(delta) > 0 order by on_day desc`,
    params.values,
  );
}

function counterConditions(tx: Tx, filter: OrderFilter, params: Params): string[] {
  const where = [`c.company_id = ${params.add(tx.companyId)}`];
  const modules = visibleModules(tx.rights);
  if (modules) where.push(`c.module_id = any(${params.add(modules)}::int[])`);
  if (tx.rights.shopIds) where.push(`c.shop_id = any(${params.add(tx.rights.shopIds)}::bigint[])`);
  if (filter.moduleId && filter.moduleId !== 401) where.push(`c.module_id = ${params.add(filter.moduleId)}`);
  if (filter.status) where.push(`c.status = ${params.add(filter.status)}`);
  if (filter.shopIds) where.push(`c.shop_id = any(${params.add(filter.shopIds)}::bigint[])`);
  if (filter.from) where.push(`c.on_day >= ${params.add(filter.from)}::date`);
  if (filter.to) where.push(`c.on_day <= ${params.add(filter.to)}::date`);
  return where;
}

/** Which day the page at `skip` begins in, and how many rows of that day come before it. */
export function startOf(
  newestFirst: readonly DayCount[],
  skip: number,
  order: 'newest' | 'oldest',
): { before?: string; after?: string; skip: number } {
  const days = order === 'newest' ? newestFirst : [...newestFirst].reverse();
  let left = skip;
  for (const day of days) {
    if (left < day.n) {
      const start = Date.parse(`${day.onDay}T00:00:00Z`);
      return order === 'newest'
        ? { before: new Date(start + DAY).toISOString(), skip: left }
        : { after: new Date(start).toISOString(), skip: left };
    }
    left -= day.n;
  }
  return { skip };
}

async function countUpTo(tx: Tx, filter: OrderFilter): Promise<{ total: number; totalExact: boolean }> {
  const params = new Params();
  const where = conditions(tx, filter, params);
  const [row] = await statement<{ total: number }>(
    tx,
    `select count(*)::int as total from (select 1 from sales_order o where ${where.join(' and ')} limit ${COUNT_LIMIT + 1}) x`,
    params.values,
  );
  const total = row?.total ?? 0;
  return { total: Math.min(total, COUNT_LIMIT), totalExact: total <= COUNT_LIMIT };
}

/** Numbers on the tabs. */
export async function tabCounts(tx: Tx, filter: Pick<OrderFilter, 'moduleId' | 'shopIds'>) {
  const params = new Params();
  const rows = await statement<{ status: string; n: number }>(
    tx,
    `select status, sum(delta)::int as n from order_count c where ${counterConditions(tx, filter, params).join(' and ')} group by status`,
    params.values,
  );
  const counts = Object.fromEntries(rows.filter((row) => row.n > 0).map((row) => [row.status, row.n]));
  const few = async (more: OrderFilter) => (await countUpTo(tx, { ...filter, ...more })).total;
  return {
    counts,
    cancelRequested: await few({ cancelRequested: true }),
    confirmFailed: await few({ confirmState: 'failed' }),
    short: await few({ status: 'allocate', exception: 'stock' }),
  };
}

/** Ids of what a bulk action works on, oldest first, at most `limit`; ticked ids pass through the actor's scope too. */
export async function selectedIds(
  tx: Tx,
  selection: { ids?: number[] | undefined; filter?: OrderFilter | undefined },
  limit: number,
): Promise<number[]> {
  const params = new Params();
  if (!selection.ids && !selection.filter) return [];
  const where = conditions(tx, selection.filter ?? {}, params);
  if (selection.ids) where.push(`o.id = any(${params.add(selection.ids)}::bigint[])`);
  const term = normalTerm(selection.filter?.text ?? '');
  if (term)
    where.push(
      `o.id in (select t.order_id from order_term t where t.company_id = $1 and t.term >= ${params.add(term)} and t.term < ${params.add(endOfPrefix(term))})`,
    );
  const rows = await statement<{ id: number }>(
    tx,
    `select o.id from sales_order o where ${where.join(' and ')} order by o.ordered_at, o.id limit ${params.add(limit)}`,
    params.values,
  );
  return rows.map((row) => row.id);
}
