import type { ReturnFilter, ReturnRow } from '@tradewind/contract/returns.ts';
import type { Tx } from '../../core/database/database.ts';
import { endOfDay, endOfPrefix, Params, pageStatement, startOfDay } from '../../core/database/statement.ts';

/** Beyond this many, totals say "at least". */
const COUNT_LIMIT = 10_000;

/** Conditions on `sales_return r`, with the actor's shops. `$2` is now. */
export function returnWhere(tx: Tx, filter: ReturnFilter, params: Params): string {
  const where = [`r.company_id = ${params.add(tx.companyId)}`];
  const now = params.add(tx.now);
  where.push(`${now}::timestamptz is not null`);
  if (tx.rights.shopIds) where.push(`r.shop_id = any(${params.add(tx.rights.shopIds)}::bigint[])`);
  if (filter.shopIds?.length) where.push(`r.shop_id = any(${params.add(filter.shopIds)}::bigint[])`);
  if (filter.state) where.push(`r.state = ${params.add(filter.state)}`);
  if (filter.overdue) where.push(`r.state = 'requested' and r.answer_by < ${now}`);
  if (filter.aside) where.push('r.id in (select return_id from return_item where company_id = $1 and aside > 0)');
  if (filter.platform) where.push(`r.platform = ${params.add(filter.platform)}`);
  if (filter.reason) where.push(`r.reason = ${params.add(filter.reason)}`);
  if (filter.kind) where.push(`r.kind = ${params.add(filter.kind)}`);
  if (filter.orderId) where.push(`r.order_id = ${params.add(filter.orderId)}`);
  if (filter.from) where.push(`r.requested_at >= ${startOfDay(params.add(filter.from))}`);
  if (filter.to) where.push(`r.requested_at < ${endOfDay(params.add(filter.to))}`);
  if (filter.text) where.push(`r.id in (${byNumber(filter.text, params)})`);
  return where.join(' and ');
}

/** The beginning of any number that people know a return by. Range scans: pattern matching is no index's here. */
function byNumber(typed: string, params: Params): string {
  const text = typed.trim();
  const add = (value: string) => [params.add(value), params.add(endOfPrefix(value))] as const;
  const [upper, upperEnd] = add(text.toUpperCase());
  const [plain, plainEnd] = add(text);
  const own = (column: string, from: string, to: string) =>
    `select id from sales_return where company_id = $1 and ${column} >= ${from} and ${column} < ${to}`;
  return [
    own('number', upper, upperEnd),
    own('tracking_number', plain, plainEnd),
    own('platform_return_no', plain, plainEnd),
    `select id from sales_return where company_id = $1 and order_id in (select order_id from order_term
       where company_id = $1 and term >= ${upper} and term < ${upperEnd} and not buyer)`,
  ].join(' union all ');
}

const SHOWN = `r.id, r.number, r.kind, r.state, r.wanted, r.platform, r.shop_id as "shopId", s.name as "shopName", r.order_id as "orderId",
  o.display_no as "orderNo", r.platform_return_no as "platformReturnNo", r.reason, r.reason_text as "reasonText", r.units,
  coalesce((select jsonb_agg(jsonb_build_object('sku', x.sku, 'quantity', x.quantity)) from (
    select coalesce(p.sku, ol.seller_sku) as sku, l.quantity from sales_return_line l
    join order_line ol on ol.company_id = $1 and ol.id = l.order_line_id
    left join product p on p.company_id = $1 and p.id = l.product_id
    where l.company_id = $1 and l.return_id = r.id order by l.id limit 3) x), '[]') as summary,
  r.currency, r.refunded::numeric(18, 2)::text as refunded, r.tracking_number as "trackingNumber", r.answer_by as "answerBy",
  (r.state = 'requested' and coalesce(r.answer_by < $2, false)) as overdue, r.requested_at as "requestedAt", r.version`;
const JOINS = `join shop s on s.company_id = $1 and s.id = r.shop_id
  join sales_order o on o.company_id = $1 and o.id = r.order_id`;

type Row = ReturnRow & Record<string, unknown>;

/** What waits for our answer stands with the nearest day first, everything else with the newest. */
const orderOf = (filter: ReturnFilter) =>
  filter.state === 'requested' || filter.overdue ? 'r.answer_by, r.id' : 'r.id desc';

export async function returnPage(tx: Tx, query: ReturnFilter & { page: number; pageSize: number }) {
  const params = new Params();
  const where = returnWhere(tx, query, params);
  const limit = `limit ${params.add(query.pageSize)} offset ${params.add((query.page - 1) * query.pageSize)}`;
  const order = orderOf(query);
  const rows = await pageStatement<Row>(
    tx,
    `select ${SHOWN} from (select r.* from sales_return r where ${where} order by ${order} ${limit}) r ${JOINS} order by ${order}`,
    params,
  );
  const total = await countReturns(tx, query, COUNT_LIMIT);
  return { rows, total: Math.min(total, COUNT_LIMIT), totalExact: total <= COUNT_LIMIT };
}

export async function returnRows(tx: Tx, ids: readonly number[]): Promise<Row[]> {
  const params = new Params();
  const where = returnWhere(tx, {}, params);
  return pageStatement<Row>(
    tx,
    `select ${SHOWN} from sales_return r ${JOINS} where ${where} and r.id = any(${params.add(ids)}::bigint[])
     order by array_position(${params.add(ids)}::bigint[], r.id) limit 200`,
    params,
  );
}

export async function countReturns(tx: Tx, filter: ReturnFilter, limit: number): Promise<number> {
  const params = new Params();
  const where = returnWhere(tx, filter, params);
  const [row] = await pageStatement<{ n: number }>(
    tx,
    `select count(*)::int as n from (select 1 from sales_return r where ${where} limit ${limit + 1}) x`,
    params,
  );
  return row?.n ?? 0;
}

/** The first so many that match, by their ids. */
export async function matchingReturns(tx: Tx, filter: ReturnFilter, limit: number): Promise<number[]> {
  const params = new Params();
  const where = returnWhere(tx, filter, params);
  const rows = await pageStatement<{ id: number }>(
    tx,
    `select r.id from sales_return r where ${where} order by r.id limit ${limit}`,
    params,
  );
  return rows.map((row) => row.id);
}

const OPEN = ['requested', 'approved', 'transit', 'received', 'inspected'] as const;

export async function returnTabs(tx: Tx) {
  const counts = await Promise.all(OPEN.map((state) => countReturns(tx, { state }, COUNT_LIMIT)));
  const overdue = await countReturns(tx, { overdue: true }, COUNT_LIMIT);
  const aside = await countReturns(tx, { aside: true }, COUNT_LIMIT);
  const [requested = 0, approved = 0, transit = 0, received = 0, inspected = 0] = counts;
  return { requested, approved, transit, received, inspected, overdue, aside };
}
