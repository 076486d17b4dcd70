import type { OrderFilter } from '@tradewind/contract/orders.ts';
import { noteBuyersRead } from '../../../core/buyer-reads.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { endOfPrefix, searchTerms } from '../terms.ts';
import { shownAmount } from './amounts.ts';
import { COUNT_LIMIT, counted, counterConditions, countsByDay, startOf } from './counts.ts';
import {
  byOtherDays,
  byShops,
  conditions,
  conditionsOfFound,
  countOf,
  isRange,
  orderOf,
  planByValues,
} from './filter.ts';

const SEARCH_LIMIT = 1_000;
/** Pages that start further in use the day counters instead of skipping rows. */
const SKIP_LIMIT = 2_000;
const FEW = 1_000;
const NEWEST = sql`o.ordered_at desc, o.id desc`;
const KEYS = sql`o.id`;

const COLUMNS = sql`o.id, o.display_no, o.platform_order_no, o.platform, o.shop_id, s.name as "shopName",
  o.status, o.exception, o.ordered_at, o.ship_by, o.shipped_at, o.currency, ${shownAmount(sql`o.total_amount`)} as "totalAmount",
  o.buyer_note, o.country, o.summary, o.line_count, o.units, o.warehouse_id,
  o.tracking_number, o.confirm_state, o.confirm_error, o.cancel_requested, o.platform_hold,
  o.service_level, o.service_asked, o.remark, o.version, o.paid_at, o.origin, o.priority, o.split_from, o.merged_into, to_jsonb(o.tag_ids) as "tagIds"`;

export interface OrderPageQuery extends OrderFilter {
  page: number;
  pageSize: number;
  order: 'newest' | 'oldest';
}

/** One page of matching orders, and the total. */
export async function orderPage(tx: Tx, requested: OrderPageQuery): Promise<Page> {
  const query = await byShops(tx, requested);
  const { page, pageSize, order: direction, ...filter } = query;
  const [term, ...otherwise] = searchTerms(filter.text);
  if (term) return textPage(tx, query, term, otherwise);
  if (filter.tagId && !filter.due && !byOtherDays(filter)) return tagPage(tx, query, filter.tagId);
  const skip = (page - 1) * pageSize;
  const exact = counted(filter);
  const start = exact && skip > SKIP_LIMIT ? startOf(await countsByDay(tx, filter), skip, direction) : { skip };
  planByValues(tx, filter);
  const where = conditions(tx, filter);
  if (start.before) where.push(sql`o.ordered_at < ${start.before}::timestamptz`);
  if (start.after) where.push(sql`o.ordered_at >= ${start.after}::timestamptz`);
  const order = orderOf(filter, direction);
  const few = await areFew(tx, filter);
  const columns = start.skip > pageSize * 4 && !few ? KEYS : sql`o.*`;
  const matching = sql`select ${columns} from sales_order o where ${sql.join(where, sql` and `)}`;
  const found = sql`${few ? sql`with few as materialized (${matching}) select * from few o` : matching} order by ${order}
     limit ${pageSize} offset ${start.skip}`;
  // Skip rows in the index alone.
  const inner =
    columns === KEYS
      ? sql`select o.* from (${found}) k join sales_order o on o.company_id = ${sql.company} and o.id = k.id`
      : found;
  const counting = exact
    ? sql`select coalesce(sum(delta), 0)::int as found from order_count c where ${counterConditions(tx, filter)}`
    : sql`select ${countOf(conditions(tx, filter), COUNT_LIMIT + 1)} as found`;
  return readPage(tx, { inner, order }, counting, exact ? undefined : COUNT_LIMIT);
}

/**
 * Whether a range of amounts or units holds few orders. The database overestimates the far end of the range and would
 * scan all orders for it. A small result is better found first and sorted afterwards.
 */
async function areFew(tx: Tx, filter: OrderFilter): Promise<boolean> {
  if (!isRange(filter)) return false;
  const [row] = await tx.rows<{ found: number }>(sql`select ${countOf(conditions(tx, filter), FEW + 1)} as found`);
  return (row?.found ?? 0) <= FEW;
}

interface Rows {
  /** The orders of the page, as `o`. */
  inner: Sql;
  order: Sql;
}

/** Reads rows and total in one round trip. `counting` returns `found`, counted up to `limit`. */
async function readPage(tx: Tx, rows: Rows, counting: Sql, limit = Number.MAX_SAFE_INTEGER): Promise<Page> {
  const buyer = maySee(tx.rights, 'seeBuyer') ? sql`o.buyer_name` : sql`'***'`;
  const profit = maySee(tx.rights, 'seeCost') ? sql`o.profit_estimate::text` : sql`null::text`;
  const [read, [count]] = await Promise.all([
    tx.json(
      sql`select ${COLUMNS}, ${buyer} as "buyerName", ${profit} as "profitEstimate" from (${rows.inner}) o join shop s on s.company_id = ${sql.company} and s.id = o.shop_id order by ${rows.order}`,
    ),
    tx.rows<{ found: number }>(counting),
  ]);
  if (maySee(tx.rights, 'seeBuyer')) noteBuyersRead(tx, 'list', read.map(idOf));
  const found = count?.found ?? 0;
  return { rows: read, total: Math.min(found, limit), totalExact: found <= limit };
}

/** The rows are text that begins with its id, and stay so. */
const idOf = (row: string): number => Number(/^\{"id":\s*(\d+)/.exec(row)?.[1]);

interface Page {
  /** Rows as JSON text, so that the server need not parse and write them. */
  rows: string[];
  total: number;
  totalExact: boolean;
}

/** The response of the call, as text. */
export function pageText({ rows, total, totalExact }: Page): string {
  return `{"rows":[${rows.join(',')}],"total":${total},"totalExact":${totalExact}}`;
}

/** Whether the filter is empty and the user sees all orders. */
function onlyOf(tx: Tx, others: OrderFilter): boolean {
  return tx.rights.all && Object.values(others).every((value) => value === undefined);
}

/** The orders that a search text finds: by a whole term if one exists, otherwise by prefix. */
async function textPage(tx: Tx, query: OrderPageQuery, term: string, otherwise: readonly string[]): Promise<Page> {
  for (const whole of [term, ...otherwise]) {
    const page = await wholeTermPage(tx, query, whole);
    if (page) return page;
  }
  return prefixPage(tx, query, term);
}

/** Orders with a tag. The tag's index by time serves the page. */
function tagPage(tx: Tx, query: OrderPageQuery, tagId: number): Promise<Page> {
  const { tagId: _tag, page, pageSize, order, ...others } = query;
  planByValues(tx, query);
  const source = () => {
    const where = conditions(tx, others);
    return sql`from order_tagged t join sales_order o on o.company_id = ${sql.company} and o.id = t.order_id
       where t.company_id = ${sql.company} and t.tag_id = ${tagId} and ${sql.join(where, sql` and `)}`;
  };
  const way = order === 'newest' ? sql`desc` : sql`asc`;
  const inner = sql`select o.* ${source()} order by t.ordered_at ${way}, t.order_id ${way} limit ${pageSize} offset ${(page - 1) * pageSize}`;
  const matching = onlyOf(tx, others)
    ? sql`from order_tagged t where t.company_id = ${sql.company} and t.tag_id = ${tagId}`
    : source();
  const counting = sql`select count(*)::int as found from (select 1 ${matching} limit ${sql.literal(COUNT_LIMIT + 1)}) x`;
  return readPage(tx, { inner, order: orderOf(others, order) }, counting, COUNT_LIMIT);
}

/**
 * Orders with exactly this term. Each order has the term once, and the terms' index by time serves the page, so nothing
 * is sorted. Undefined when no order has it.
 */
async function wholeTermPage(tx: Tx, query: OrderPageQuery, term: string): Promise<Page | undefined> {
  const { text, page, pageSize, order, ...others } = query;
  const plain = onlyOf(tx, others);
  const source = () => {
    const where = conditionsOfFound(tx, query);
    return sql`from order_term t join sales_order o on o.company_id = ${sql.company} and o.id = t.order_id
       where t.company_id = ${sql.company} and t.term = ${term}${openTerms(tx)} and ${sql.join(where, sql` and `)}`;
  };
  const inner = sql`select o.* ${source()} order by t.ordered_at desc, t.order_id desc limit ${pageSize} offset ${(page - 1) * pageSize}`;
  const counted = plain ? sql`from order_term t where t.company_id = ${sql.company} and t.term = ${term}` : source();
  const answer = await readPage(tx, { inner, order: NEWEST }, found(counted), SEARCH_LIMIT);
  return answer.total === 0 ? undefined : answer;
}

/** The number of orders that a search finds, up to its limit. */
function found(source: Sql): Sql {
  return sql`select count(*)::int as found from (select 1 ${source} limit ${sql.literal(SEARCH_LIMIT + 1)}) x`;
}

/** Orders with a term of this prefix, from a limited number of terms. */
function prefixPage(tx: Tx, query: OrderPageQuery, term: string): Promise<Page> {
  const source = () => {
    const where = conditionsOfFound(tx, query);
    return sql`from (${beginningWith(tx, term)}) t join sales_order o on o.company_id = ${sql.company} and o.id = t.order_id where ${sql.join(where, sql` and `)}`;
  };
  const inner = sql`select o.* ${source()} order by ${NEWEST} limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`;
  return readPage(tx, { inner, order: NEWEST }, found(source()), SEARCH_LIMIT);
}

/** Users without permission to view buyers cannot search by them. */
function openTerms(tx: Tx): Sql {
  return maySee(tx.rights, 'seeBuyer') ? sql.empty : sql` and not t.buyer`;
}

function beginningWith(tx: Tx, term: string): Sql {
  return sql`select distinct t.order_id from (select t.order_id from order_term t where t.company_id = ${sql.company}
       and t.term >= ${term} and t.term < ${endOfPrefix(term)}${openTerms(tx)} limit ${sql.literal(SEARCH_LIMIT * 5)}) t`;
}

/** The search text as a condition on `o`: the whole term if one exists, otherwise its prefix. */
export async function matchingText(tx: Tx, filter: OrderFilter): Promise<Sql | undefined> {
  const terms = searchTerms(filter.text);
  const [first] = terms;
  if (first === undefined) return undefined;
  for (const term of terms) {
    const whole = sql`o.id in (select t.order_id from order_term t where t.company_id = ${sql.company} and t.term = ${term}${openTerms(tx)})`;
    if ((await idsOf(tx, filter, 1, 'oldest', whole)).length > 0) return whole;
  }
  return sql`o.id in (${beginningWith(tx, first)})`;
}

/** The ids that a bulk action works on, oldest first, at most `limit`. The actor's scope also limits selected ids. */
export async function selectedIds(
  tx: Tx,
  selection: { ids?: number[] | undefined; filter?: OrderFilter | undefined },
  limit: number,
): Promise<number[]> {
  if (!selection.ids && !selection.filter) return [];
  const filter = await byShops(tx, selection.filter ?? {});
  if (selection.ids) return idsOf(tx, filter, limit, 'oldest', sql`o.id = any(${selection.ids}::bigint[])`);
  return idsOf(tx, filter, limit, 'oldest', await matchingText(tx, filter));
}

/** The ids of orders that a text finds, newest first. */
export async function foundOrders(tx: Tx, text: string, limit: number): Promise<number[]> {
  const matching = await matchingText(tx, { text });
  return matching ? idsOf(tx, {}, limit, 'newest', matching) : [];
}

async function idsOf(
  tx: Tx,
  filter: OrderFilter,
  limit: number,
  direction: 'newest' | 'oldest',
  more?: Sql,
): Promise<number[]> {
  planByValues(tx, filter);
  const where = more ? [...conditionsOfFound(tx, filter), more] : conditions(tx, filter);
  const rows = await tx.rows<{ id: number }>(
    sql`select o.id from sales_order o where ${sql.join(where, sql` and `)} order by ${orderOf(filter, direction)} limit ${limit}`,
  );
  return rows.map((row) => row.id);
}
