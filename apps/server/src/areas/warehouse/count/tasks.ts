import type { TaskReason } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { Params, pageStatement, statement } from '../../../core/database/statement.ts';

export interface Wanted {
  warehouseId: number;
  locationId: number;
  /** Without it all that lies there is in doubt. */
  productId?: number;
  reason: TaskReason;
  /** Units that are in doubt: the worst are counted first. */
  weight: number;
  detail?: Record<string, unknown>;
}

const COUNTED_ALREADY = `exists (select from count_location p where p.company_id = $1 and p.count_id = t.count_id
  and p.location_id = t.location_id and p.round > 0)`;

/**
 * Somebody found the books wrong, or has reason to think so: the place waits to be counted. Told again, it weighs more;
 * what is told after a count had been there waits for another.
 */
export function wantCounts(tx: Tx, wanted: readonly Wanted[]): void {
  if (wanted.length === 0) return;
  tx.later(
    'count_want',
    `insert into count_task as t (company_id, warehouse_id, location_id, product_id, reason, weight, detail, created_at)
     select $1, r."warehouseId", r."locationId", coalesce(r."productId", 0), r.reason, sum(r.weight), (array_agg(r.detail))[1], $3
     from jsonb_to_recordset($2::jsonb) as r("warehouseId" bigint, "locationId" bigint, "productId" bigint, reason text,
       weight int, detail jsonb) group by 2, 3, 4, 5 order by 3, 4, 5
     on conflict (company_id, location_id, product_id, reason) where state <> 'done'
     do update set weight = least(t.weight::bigint + excluded.weight, 1000000), times = t.times + 1, detail = excluded.detail,
       state = case when ${COUNTED_ALREADY} then 'open' else t.state end, count_id = case when ${COUNTED_ALREADY} then null else t.count_id end
     returning 1`,
    [tx.companyId, JSON.stringify(wanted), tx.now],
  );
}

/**
 * Whoever runs a warehouse has not what our books say of products: what should be there may never have left. Wherever
 * they lie in houses of our own that sent them there lately is counted.
 */
export async function wantCountsAtSenders(
  tx: Tx,
  warehouseId: number,
  doubts: readonly { productId: number; weight: number }[],
): Promise<void> {
  if (doubts.length === 0) return;
  const weightOf = new Map(doubts.map((one) => [one.productId, one.weight]));
  const places = await tx.prepared<{ warehouseId: number; locationId: number; productId: number }>(
    'count_want_at_senders',
    `select distinct b.warehouse_id as "warehouseId", b.location_id as "locationId", b.product_id as "productId"
     from stock_transfer t join transfer_line l on l.company_id = $1 and l.transfer_id = t.id and l.shipped > 0
       and l.product_id = any($3::bigint[])
     join warehouse w on w.company_id = $1 and w.id = t.from_id and w.provider_code = ''
     join bin_stock b on b.company_id = $1 and b.warehouse_id = t.from_id and b.product_id = l.product_id and b.on_hand > 0
     where t.company_id = $1 and t.to_id = $2 and t.submitted_at >= $4::timestamptz - interval '90 days'`,
    [tx.companyId, warehouseId, [...weightOf.keys()], tx.now],
  );
  wantCounts(
    tx,
    places.map((place) => ({ ...place, reason: 'negative', weight: weightOf.get(place.productId) ?? 1 })),
  );
}

/** A location was counted: what waited for it waits for this count's booking. */
export async function takeTasks(
  tx: Tx,
  { id, productIds }: { id: number; productIds: readonly number[] | null },
  locationId: number,
): Promise<void> {
  await tx.prepared(
    'count_tasks_take',
    `update count_task set state = 'planned', count_id = $3 where company_id = $1 and location_id = $2 and state <> 'done'
       and ($4::bigint[] is null or product_id = any($4))`,
    [tx.companyId, locationId, id, productIds],
  );
}

/** The count is booked: what it was made for, and still is, is done. */
export async function settleTasks(tx: Tx, countId: number): Promise<void> {
  await tx.prepared(
    'count_tasks_done',
    `update count_task set state = 'done', done_at = $3 where company_id = $1 and count_id = $2 and state = 'planned'`,
    [tx.companyId, countId, tx.now],
  );
}

/** A count that was thrown away leaves its places to be counted; one that ends, those it has not counted. */
export async function freeTasks(tx: Tx, countId: number, which: 'all' | 'uncounted'): Promise<void> {
  await tx.prepared(
    'count_tasks_free',
    `update count_task t set state = 'open', count_id = null
     where t.company_id = $1 and t.count_id = $2 and t.state = 'planned' and ($3 = 'all' or not exists (select from count_location p
       where p.company_id = $1 and p.count_id = $2 and p.location_id = t.location_id and p.round > 0 and not p.again))`,
    [tx.companyId, countId, which],
  );
}

const COUNT_LIMIT = 10_000;

interface TaskFilter {
  warehouseId?: number | undefined;
  reason?: TaskReason | undefined;
}

function taskWhere(tx: Tx, filter: TaskFilter, params: Params): string {
  const where = [`t.company_id = ${params.add(tx.companyId)}`, `t.state = 'open'`];
  if (tx.rights.warehouseIds) where.push(`t.warehouse_id = any(${params.add(tx.rights.warehouseIds)}::bigint[])`);
  if (filter.warehouseId) where.push(`t.warehouse_id = ${params.add(filter.warehouseId)}`);
  if (filter.reason) where.push(`t.reason = ${params.add(filter.reason)}`);
  return where.join(' and ');
}

export async function taskPage(tx: Tx, query: TaskFilter & { page: number; pageSize: number }) {
  const params = new Params();
  const where = taskWhere(tx, query, params);
  const limit = `limit ${params.add(query.pageSize)} offset ${params.add((query.page - 1) * query.pageSize)}`;
  const rows = await pageStatement<{
    id: number;
    warehouseId: number;
    warehouseName: string;
    locationId: number;
    locationCode: string;
    productId: number;
    sku: string | null;
    nameZh: string;
    nameEn: string;
    reason: TaskReason;
    weight: number;
    times: number;
    detail: Record<string, unknown> | null;
    createdAt: string;
  }>(
    tx,
    `select t.id, t.warehouse_id as "warehouseId", w.name as "warehouseName", t.location_id as "locationId",
       l.code as "locationCode", t.product_id as "productId", p.sku, coalesce(p.name_zh, '') as "nameZh",
       coalesce(p.name_en, '') as "nameEn", t.reason, t.weight, t.times, t.detail, t.created_at as "createdAt"
     from count_task t join warehouse w on w.company_id = $1 and w.id = t.warehouse_id
     join location l on l.company_id = $1 and l.id = t.location_id
     left join product p on p.company_id = $1 and p.id = t.product_id
     where ${where} order by t.weight desc, t.id ${limit}`,
    params,
  );
  const n = await countTasks(tx, query);
  return { rows, total: Math.min(n, COUNT_LIMIT), totalExact: n <= COUNT_LIMIT };
}

export async function countTasks(tx: Tx, filter: TaskFilter): Promise<number> {
  const params = new Params();
  const [row] = await statement<{ n: number }>(
    tx,
    `select count(*)::int as n from (select 1 from count_task t where ${taskWhere(tx, filter, params)} limit ${COUNT_LIMIT + 1}) x`,
    params,
  );
  return row?.n ?? 0;
}
