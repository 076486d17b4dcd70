import { ORDER_MODULES, rights } from '@tradewind/contract/access/modules.ts';
import { CONFIRM_STATES, DUE_STATES, ORDER_ORIGINS, type OrderFilter } from '@tradewind/contract/orders.ts';
import type { Rights } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { Decimal } from '../../../core/money.ts';
import { IS_PURCHASE } from '../platform/platform-updates.ts';

/** Modules whose orders the actor may see; null: all. */
export function visibleModules(own: Rights): number[] | null {
  if (own.all || own.modules.has(rights.order.id)) return null;
  return ORDER_MODULES.filter((module) => own.modules.has(module));
}

/** Replaces platforms by their shops, since counters and indexes use shops. Call it first. */
export async function byShops<F extends OrderFilter>(tx: Tx, filter: F): Promise<F> {
  const { platforms, ...others } = filter;
  if (!platforms || platforms.length === 0) return filter;
  const rows = await tx.rows<{ id: number }>(
    sql`select id from shop where company_id = ${sql.company} and platform = any(${platforms}::text[]) order by id`,
  );
  const shopIds = rows.map((row) => row.id).filter((id) => filter.shopIds?.includes(id) ?? true);
  return { ...others, shopIds } as F;
}

/** Must match the index sales_order_due word for word. */
const DUE = sql`(${sql.join(
  DUE_STATES.map((status) => sql`'${sql.id(status, DUE_STATES)}'`),
  sql`,`,
)})`;

/** Always few; served by the index sales_order_purchase. */
const UNANSWERED = sql`${IS_PURCHASE} and o.status in ('review','allocate','ready','exception','held') and o.split_from is null
  and not exists (select from platform_update a where a.company_id = ${sql.company} and a.order_id = o.id and a.kind = 'acknowledge' and a.state <> 'failed')`;

/** Written out to match the partial indexes. */
const MARKS: Record<NonNullable<OrderFilter['marks']>[number], Sql> = {
  note: sql`o.buyer_note <> ''`,
  remark: sql`o.remark <> ''`,
  split: sql`o.split_from is not null`,
  merged: sql`o.merged_into is not null`,
};

const DAYS: Record<NonNullable<OrderFilter['dateKind']>, Sql> = {
  ordered: sql`o.ordered_at`,
  paid: sql`o.paid_at`,
  shipBy: sql`o.ship_by`,
  shipped: sql`o.shipped_at`,
};

/** Whether the filter uses other dates than the order date. */
export function byOtherDays({ dateKind, from, to }: OrderFilter): boolean {
  return dateKind !== undefined && dateKind !== 'ordered' && (from ?? to) !== undefined;
}

/** Whether it limits units or amounts. */
export function isRange({ unitsFrom, unitsTo, amountFrom, amountTo }: OrderFilter): boolean {
  return (unitsFrom ?? unitsTo ?? amountFrom ?? amountTo) !== undefined;
}

/** The sort order: due orders most urgent first, others by the filtered date. */
export function orderOf(filter: OrderFilter, direction: 'newest' | 'oldest'): Sql {
  if (filter.due) return sql`o.ship_by asc, o.id asc`;
  const day = byOtherDays(filter) ? DAYS[filter.dateKind ?? 'ordered'] : DAYS.ordered;
  return direction === 'newest' ? sql`${day} desc, o.id desc` : sql`${day} asc, o.id asc`;
}

/** The filter without platforms, as conditions on `o` within the actor's scope. */
export function conditions(tx: Tx, filter: OrderFilter): Sql[] {
  const where = [sql`o.company_id = ${sql.company}`];
  const modules = visibleModules(tx.rights);
  if (modules) where.push(sql`o.module_id = any(${modules}::int[])`);
  if (tx.rights.shopIds) where.push(sql`o.shop_id = any(${tx.rights.shopIds}::bigint[])`);
  if (filter.moduleId && filter.moduleId !== rights.order.id) where.push(sql`o.module_id = ${filter.moduleId}`);
  if (filter.status) where.push(sql`o.status = ${filter.status}`);
  if (filter.shopIds) where.push(sql`o.shop_id = any(${filter.shopIds}::bigint[])`);
  if (filter.exception) where.push(sql`o.exception = ${filter.exception}`);
  if (filter.warehouseId) where.push(sql`o.warehouse_id = ${filter.warehouseId}`);
  if (filter.channelId) where.push(sql`o.channel_id = ${filter.channelId}`);
  if (filter.country) where.push(sql`o.country = ${filter.country}`);
  if (filter.tagId)
    where.push(
      sql`o.id in (select t.order_id from order_tagged t where t.company_id = ${sql.company} and t.tag_id = ${filter.tagId})`,
    );
  // Written out to match the indexes of rare states: open confirmations, cancellation requests.
  if (filter.confirmState) where.push(sql`o.confirm_state = '${sql.id(filter.confirmState, CONFIRM_STATES)}'`);
  if (filter.cancelRequested) where.push(sql`o.cancel_requested and o.status <> all('{delivered,cancelled,refunded}')`);
  if (filter.serviceLevel) where.push(sql`o.service_level = ${filter.serviceLevel}`);
  if (filter.origin) where.push(sql`o.origin = '${sql.id(filter.origin, ORDER_ORIGINS)}'`);
  for (const mark of filter.marks ?? []) where.push(MARKS[mark]);
  if (filter.unruled) where.push(sql`o.unruled and o.status = 'review'`);
  if (filter.unanswered) where.push(UNANSWERED);
  if (filter.due)
    where.push(
      sql`o.status in ${DUE} and o.ship_by ${filter.due === 'overdue' ? sql`< now()` : sql`>= now() and o.ship_by < now() + interval '1 day'`}`,
    );
  return [...where, ...ranges(filter)];
}

/** The same for orders that are found otherwise and checked one by one, by their own tags. */
export function conditionsOfFound(tx: Tx, { tagId, ...filter }: OrderFilter): Sql[] {
  const where = conditions(tx, filter);
  return tagId ? [...where, sql`${tagId} = any(o.tag_ids)`] : where;
}

/** Ranges of sizes, amounts and dates. */
function ranges(filter: OrderFilter): Sql[] {
  const where: Sql[] = [];
  if (filter.lines) where.push(filter.lines === 'one' ? sql`o.line_count = 1` : sql`o.line_count > 1`);
  if (filter.unitsFrom && filter.unitsFrom > 1) where.push(sql`o.units > 1 and o.units >= ${filter.unitsFrom}`);
  if (filter.unitsTo) where.push(sql`o.units <= ${filter.unitsTo}`);
  if (filter.amountFrom) where.push(sql`o.total_exact >= ${inTenThousandths(filter.amountFrom)}::bigint`);
  if (filter.amountTo) where.push(sql`o.total_exact <= ${inTenThousandths(filter.amountTo)}::bigint`);
  const day = DAYS[filter.dateKind ?? 'ordered'];
  if (filter.from) where.push(sql`${day} >= ${dayStart(sql`${filter.from}`)}`);
  if (filter.to) where.push(sql`${day} < ${dayStart(sql`${filter.to}::date + 1`)}`);
  return where;
}

/** As `total_exact` holds it. */
function inTenThousandths(amount: string): string {
  return new Decimal(amount).times(10_000).toFixed(0);
}

/** The start of a day in the company's time zone. */
function dayStart(day: Sql): Sql {
  return sql`(select (${day})::date::timestamp at time zone c.time_zone from company c where c.id = ${sql.company})`;
}

/** Filters whose values match very different numbers of orders. */
const UNEVEN = [
  'shopIds',
  'warehouseId',
  'channelId',
  'country',
  'tagId',
  'unitsFrom',
  'unitsTo',
  'amountFrom',
  'amountTo',
  'lines',
  'marks',
  'origin',
  'serviceLevel',
] as const;

/**
 * A generic plan is enough when an index holds the exact rows. Shops, warehouses, countries and amounts vary in size,
 * so the database should plan by value. Call this before the statements of such a filter.
 */
export function planByValues(tx: Tx, filter: OrderFilter): void {
  const scope = tx.rights.shopIds !== null || visibleModules(tx.rights) !== null;
  const module = filter.moduleId && filter.moduleId !== rights.order.id && !filter.status;
  if (!scope && !module && !byOtherDays(filter) && UNEVEN.every((name) => filter[name] === undefined)) return;
  tx.set('plan_cache_mode', 'force_custom_plan');
}

/** The number of matches, counted up to `limit`, as a subselect. */
export function countOf(where: readonly Sql[], limit: number): Sql {
  return sql`(select count(*)::int from (select 1 from sales_order o where ${sql.join(where, sql` and `)} limit ${sql.literal(limit)}) x)`;
}
