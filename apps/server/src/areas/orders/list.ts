import type { OrderFilter } from '@tradewind/contract/orders.ts';
import { maySee } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { jsonStatement, Params, statement } from '../../core/database/statement.ts';
import { COUNT_LIMIT, counted, counterConditions, countsByDay, startOf } from './list.counts.ts';
import {
  byOtherDays,
  byShops,
  conditions,
  conditionsOfFound,
  countOf,
  isRange,
  orderOf,
  planByValues,
} from './list.filter.ts';
import { endOfPrefix, searchTerms } from './terms.ts';

const SEARCH_LIMIT = 1_000;
/** Pages that start further than this are found by the day counters instead of by skipping rows. */
const SKIP_LIMIT = 2_000;
const FEW = 1_000;
const NEWEST = 'o.ordered_at desc, o.id desc';
const KEYS = 'o.id';

const COLUMNS = `o.id, o.display_no as "displayNo", o.platform_order_no as "platformOrderNo", o.platform, o.shop_id as "shopId", s.name as "shopName",
  o.status, o.exception, o.ordered_at as "orderedAt", o.ship_by as "shipBy", o.shipped_at as "shippedAt", o.currency, o.total_amount::text as "totalAmount",
  o.buyer_note as "buyerNote", o.country, o.summary, o.line_count as "lineCount", o.units, o.warehouse_id as "warehouseId",
  o.tracking_number as "trackingNumber", o.confirm_state as "confirmState", o.confirm_error as "confirmError", o.cancel_requested as "cancelRequested", o.platform_hold as "platformHold",
  o.service_level as "serviceLevel", o.service_asked as "serviceAsked", o.remark, o.version, o.paid_at as "paidAt", o.origin, o.priority, o.split_from as "splitFrom", o.merged_into as "mergedInto", to_jsonb(o.tag_ids) as "tagIds"`;

export interface OrderPageQuery extends OrderFilter {
  page: number;
  pageSize: number;
  order: 'newest' | 'oldest';
}

/** One page of the orders that match, and how many there are. */
export async function orderPage(tx: Tx, asked: OrderPageQuery): Promise<Page> {
  const query = await byShops(tx, asked);
  const { page, pageSize, order: direction, ...filter } = query;
  const [term, ...otherwise] = searchTerms(filter.text);
  if (term) return textPage(tx, query, term, otherwise);
  if (filter.tagId && !filter.due && !byOtherDays(filter)) return tagPage(tx, query, filter.tagId);
  const skip = (page - 1) * pageSize;
  const exact = counted(filter);
  const start = exact && skip > SKIP_LIMIT ? startOf(await countsByDay(tx, filter), skip, direction) : { skip };
  planByValues(tx, filter);
  const params = new Params();
  const where = conditions(tx, filter, params);
  if (start.before) where.push(`o.ordered_at < ${params.add(start.before)}::timestamptz`);
  if (start.after) where.push(`o.ordered_at >= ${params.add(start.after)}::timestamptz`);
  const order = orderOf(filter, direction);
  const few = await areFew(tx, filter);
  const columns = start.skip > pageSize * 4 && !few ? KEYS : 'o.*';
  const matching = `select ${columns} from sales_order o where ${where.join(' and ')}`;
  const found = `${few ? `with few as materialized (${matching}) select * from few o` : matching} order by ${order}
     limit ${params.add(pageSize)} offset ${params.add(start.skip)}`;
  // Rows that are skipped are read from the index alone.
  const inner =
    columns === KEYS ? `select o.* from (${found}) k join sales_order o on o.company_id = $1 and o.id = k.id` : found;
  const total = new Params();
  const counting = exact
    ? `select coalesce(sum(delta), 0)::int as found from order_count c where ${counterConditions(tx, filter, total)}`
    : `select ${countOf(conditions(tx, filter, total), COUNT_LIMIT + 1)} as found`;
  return readPage(tx, { inner, order, params }, { counting, params: total }, exact ? undefined : COUNT_LIMIT);
}

/**
 * Whether a range of amounts or units holds few orders. How many lie at its far end the database guesses too high, and
 * would walk through all orders for them: what is few is found first and sorted then.
 */
async function areFew(tx: Tx, filter: OrderFilter): Promise<boolean> {
  if (!isRange(filter)) return false;
  const params = new Params();
  const [row] = await statement<{ found: number }>(
    tx,
    `select ${countOf(conditions(tx, filter, params), FEW + 1)} as found`,
    params,
  );
  return (row?.found ?? 0) <= FEW;
}

interface Rows {
  /** Orders of the page, as `o`. */
  inner: string;
  order: string;
  params: Params;
}

interface Total {
  /** Gives `found`. */
  counting: string;
  params: Params;
}

/** Rows and total leave and come back in one message. `limit`: more than these were not counted. */
async function readPage(tx: Tx, rows: Rows, total: Total, limit = Number.MAX_SAFE_INTEGER): Promise<Page> {
  const buyer = maySee(tx.rights, 'seeBuyer') ? 'o.buyer_name' : `'***'`;
  const profit = maySee(tx.rights, 'seeCost') ? 'o.profit_estimate::text' : 'null::text';
  const [read, [count]] = await Promise.all([
    jsonStatement(
      tx,
      `select ${COLUMNS}, ${buyer} as "buyerName", ${profit} as "profitEstimate" from (${rows.inner}) o join shop s on s.company_id = $1 and s.id = o.shop_id order by ${rows.order}`,
      rows.params,
    ),
    statement<{ found: number }>(tx, total.counting, total.params),
  ]);
  const found = count?.found ?? 0;
  return { rows: read, total: Math.min(found, limit), totalExact: found <= limit };
}

interface Page {
  /** Each as JSON text: a page of 50 is written as fast as the database gives it. */
  rows: string[];
  total: number;
  totalExact: boolean;
}

/** What the call answers, as text. */
export function pageText({ rows, total, totalExact }: Page): string {
  return `{"rows":[${rows.join(',')}],"total":${total},"totalExact":${totalExact}}`;
}

/** Is nothing else asked for, by somebody who sees all orders? */
function onlyOf(tx: Tx, others: OrderFilter): boolean {
  return tx.rights.all && Object.values(others).every((value) => value === undefined);
}

/** What a text finds: by a whole term where there is one, else by the beginning. */
async function textPage(tx: Tx, query: OrderPageQuery, term: string, otherwise: readonly string[]): Promise<Page> {
  for (const whole of [term, ...otherwise]) {
    const page = await wholeTermPage(tx, query, whole);
    if (page) return page;
  }
  return prefixPage(tx, query, term);
}

/** Orders with a tag: the tag's own order by time serves the page. */
function tagPage(tx: Tx, query: OrderPageQuery, tagId: number): Promise<Page> {
  const { tagId: _tag, page, pageSize, order, ...others } = query;
  planByValues(tx, query);
  const source = (params: Params) => {
    const where = conditions(tx, others, params);
    return `from order_tagged t join sales_order o on o.company_id = $1 and o.id = t.order_id
       where t.company_id = $1 and t.tag_id = ${params.add(tagId)} and ${where.join(' and ')}`;
  };
  const way = order === 'newest' ? 'desc' : 'asc';
  const params = new Params();
  const inner = `select o.* ${source(params)} order by t.ordered_at ${way}, t.order_id ${way} limit ${params.add(pageSize)} offset ${params.add((page - 1) * pageSize)}`;
  const total = new Params();
  const matching = onlyOf(tx, others)
    ? `from order_tagged t where t.company_id = ${total.add(tx.companyId)} and t.tag_id = ${total.add(tagId)}`
    : source(total);
  const counting = `select count(*)::int as found from (select 1 ${matching} limit ${COUNT_LIMIT + 1}) x`;
  return readPage(tx, { inner, order: orderOf(others, order), params }, { counting, params: total }, COUNT_LIMIT);
}

/**
 * Orders that have exactly this term: an order stands under it once, and the terms' own order by time serves the page,
 * so nothing is sorted. Undefined when there is none.
 */
async function wholeTermPage(tx: Tx, query: OrderPageQuery, term: string): Promise<Page | undefined> {
  const { text, page, pageSize, order, ...others } = query;
  const plain = onlyOf(tx, others);
  const source = (params: Params) => {
    const where = conditionsOfFound(tx, query, params);
    return `from order_term t join sales_order o on o.company_id = $1 and o.id = t.order_id
       where t.company_id = $1 and t.term = ${params.add(term)}${openTerms(tx)} and ${where.join(' and ')}`;
  };
  const params = new Params();
  const inner = `select o.* ${source(params)} order by t.ordered_at desc, t.order_id desc limit ${params.add(pageSize)} offset ${params.add((page - 1) * pageSize)}`;
  const total = new Params();
  const counted = plain
    ? `from order_term t where t.company_id = ${total.add(tx.companyId)} and t.term = ${total.add(term)}`
    : source(total);
  const answer = await readPage(tx, { inner, order: NEWEST, params }, found(counted, total), SEARCH_LIMIT);
  return answer.total === 0 ? undefined : answer;
}

/** How many a search finds, counted no further than its limit. */
function found(source: string, params: Params): Total {
  return { counting: `select count(*)::int as found from (select 1 ${source} limit ${SEARCH_LIMIT + 1}) x`, params };
}

/** Orders with a term that begins so; a bounded number of terms is looked at. */
function prefixPage(tx: Tx, query: OrderPageQuery, term: string): Promise<Page> {
  const source = (params: Params) => {
    const where = conditionsOfFound(tx, query, params);
    return `from (${beginningWith(tx, params, term)}) t join sales_order o on o.company_id = $1 and o.id = t.order_id where ${where.join(' and ')}`;
  };
  const params = new Params();
  const inner = `select o.* ${source(params)} order by ${NEWEST} limit ${params.add(query.pageSize)} offset ${params.add((query.page - 1) * query.pageSize)}`;
  const total = new Params();
  return readPage(tx, { inner, order: NEWEST, params }, found(source(total), total), SEARCH_LIMIT);
}

/** Whoever may not see buyers does not find by them either. */
function openTerms(tx: Tx): string {
  return maySee(tx.rights, 'seeBuyer') ? '' : ' and not t.buyer';
}

function beginningWith(tx: Tx, params: Params, term: string): string {
  return `select distinct t.order_id from (select t.order_id from order_term t where t.company_id = $1
       and t.term >= ${params.add(term)} and t.term < ${params.add(endOfPrefix(term))}${openTerms(tx)} limit ${SEARCH_LIMIT * 5}) t`;
}

/** What a text means, as a condition on `o`: the whole term where there is one, else its beginning. */
export async function matchingText(tx: Tx, filter: OrderFilter): Promise<((params: Params) => string) | undefined> {
  const terms = searchTerms(filter.text);
  const [first] = terms;
  if (first === undefined) return undefined;
  for (const term of terms) {
    const whole = (params: Params) =>
      `o.id in (select t.order_id from order_term t where t.company_id = $1 and t.term = ${params.add(term)}${openTerms(tx)})`;
    if ((await idsOf(tx, filter, 1, 'oldest', whole)).length > 0) return whole;
  }
  return (params) => `o.id in (${beginningWith(tx, params, first)})`;
}

/** Ids of what a bulk action works on, oldest first, at most `limit`; ticked ids pass through the actor's scope too. */
export async function selectedIds(
  tx: Tx,
  selection: { ids?: number[] | undefined; filter?: OrderFilter | undefined },
  limit: number,
): Promise<number[]> {
  if (!selection.ids && !selection.filter) return [];
  const filter = await byShops(tx, selection.filter ?? {});
  if (selection.ids) return idsOf(tx, filter, limit, 'oldest', (p) => `o.id = any(${p.add(selection.ids)}::bigint[])`);
  return idsOf(tx, filter, limit, 'oldest', await matchingText(tx, filter));
}

/** Ids of orders that a text finds, newest first. */
export async function foundOrders(tx: Tx, text: string, limit: number): Promise<number[]> {
  const matching = await matchingText(tx, { text });
  return matching ? idsOf(tx, {}, limit, 'newest', matching) : [];
}

async function idsOf(
  tx: Tx,
  filter: OrderFilter,
  limit: number,
  direction: 'newest' | 'oldest',
  more?: (params: Params) => string,
): Promise<number[]> {
  planByValues(tx, filter);
  const params = new Params();
  const where = more ? [...conditionsOfFound(tx, filter, params), more(params)] : conditions(tx, filter, params);
  const rows = await statement<{ id: number }>(
    tx,
    `select o.id from sales_order o where ${where.join(' and ')} order by ${orderOf(filter, direction)} limit ${params.add(limit)}`,
    params,
  );
  return rows.map((row) => row.id);
}
