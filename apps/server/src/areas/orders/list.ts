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
  if (term) return searchPage(tx, query, term);
  const skip = (query.page - 1) * query.pageSize;
  const exact = counted(tx, query);
  const days = exact && (skip > SKIP_LIMIT || query.page === 1) ? await countsByDay(tx, query) : undefined;
  const start = days && skip > SKIP_LIMIT ? startOf(days, skip, query.order) : { skip };
  const params = new Params();
  const where = conditions(tx, query, params);
  const newest = query.order === 'newest';
  if ('before' in start && start.before) where.push(`o.ordered_at < ${params.add(start.before)}::timestamptz`);
  if ('after' in start && start.after) where.push(`o.ordered_at >= ${params.add(start.after)}::timestamptz`);
  const direction = newest ? 'desc' : 'asc';
  const rows = await readRows(
    tx,
    `select o.* from sales_order o where ${where.join(' and ')} order by o.ordered_at ${direction}, o.id ${direction}
     limit ${params.add(query.pageSize)} offset ${params.add(start.skip)}`,
    params,
    `o.ordered_at ${direction}, o.id ${direction}`,
  );
  const total = exact
    ? { total: sum(days ?? (await countsByDay(tx, query))), totalExact: true }
    : await countUpTo(tx, query);
  return `{"rows":${rows},"total":${total.total},"totalExact":${total.totalExact}}`;
}

async function readRows(tx: Tx, inner: string, params: Params, order: string): Promise<string> {
  const buyer = maySee(tx.rights, 'seeBuyer') ? 'o.buyer_name' : `'***'`;
  const [row] = await statement<{ rows: string }>(
    tx,
    `select coalesce(json_agg(r), '[]')::text as rows from (
       select ${COLUMNS}, ${buyer} as "buyerName" from (${inner}) o join shop s on s.company_id = $1 and s.id = o.shop_id order by ${order}) r`,
    params.values,
  );
  return row?.rows ?? '[]';
}

/**
 * Orders found by the beginning of a term. What matches the whole term comes first: then the terms' own order by time
 * serves the page and nothing is sorted. Only when nothing matches whole, beginnings are looked at, a bounded number.
 */
async function searchPage(tx: Tx, query: OrderPageQuery, term: string): Promise<string> {
  const whole = await searchOne(tx, query, `t.term = `, [term]);
  if (whole.total > 0) return whole.text;
  return (await searchOne(tx, query, 'prefix', [term, endOfPrefix(term)])).text;
}

async function searchOne(
  tx: Tx,
  query: OrderPageQuery,
  kind: string,
  words: string[],
): Promise<{ total: number; text: string }> {
  const build = () => {
    const params = new Params();
    const where = conditions(tx, query, params);
    const match =
      kind === 'prefix'
        ? `t.term >= ${params.add(words[0])} and t.term < ${params.add(words[1])}`
        : `t.term = ${params.add(words[0])}`;
    const found = `select t.order_id, t.ordered_at from order_term t where t.company_id = $1 and ${match}
      ${kind === 'prefix' ? `limit ${SEARCH_LIMIT * 5}` : 'order by t.ordered_at desc, t.order_id desc limit 20000'}`;
    return { params, where, found };
  };
  const c = build();
  const [counting] = await statement<{ total: number }>(
    tx,
    `select count(*)::int as total from (select distinct o.id from (${c.found}) t join sales_order o on o.company_id = $1 and o.id = t.order_id
       where ${c.where.join(' and ')} limit ${SEARCH_LIMIT + 1}) x`,
    c.params.values,
  );
  const total = counting?.total ?? 0;
  if (total === 0) return { total, text: '{"rows":[],"total":0,"totalExact":true}' };
  const p = build();
  const rows = await readRows(
    tx,
    `select * from (select distinct on (o.ordered_at, o.id) o.* from (${p.found}) t join sales_order o on o.company_id = $1 and o.id = t.order_id
       where ${p.where.join(' and ')} order by o.ordered_at desc, o.id desc) o
     order by o.ordered_at desc, o.id desc limit ${p.params.add(query.pageSize)} offset ${p.params.add((query.page - 1) * query.pageSize)}`,
    p.params,
    'o.ordered_at desc, o.id desc',
  );
  return {
    total,
    text: `{"rows":${rows},"total":${Math.min(total, SEARCH_LIMIT)},"totalExact":${total <= SEARCH_LIMIT}}`,
  };
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

const sum = (days: readonly DayCount[]) => days.reduce((total, day) => total + day.n, 0);

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
