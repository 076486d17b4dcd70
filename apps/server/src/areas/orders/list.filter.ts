import { DUE_STATES, ORDER_MODULES, type OrderFilter } from '@tradewind/contract/orders.ts';
import type { Rights } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import type { Params } from '../../core/database/statement.ts';
import { Decimal } from '../../core/money.ts';
import { IS_PURCHASE } from './tell-platform.ts';

/** Modules whose orders the actor may see; null: all. */
export function visibleModules(rights: Rights): number[] | null {
  if (rights.all || rights.modules.has(401)) return null;
  return ORDER_MODULES.filter((module) => rights.modules.has(module));
}

/** Platforms stand for their shops: counters and indexes go by shop. To be called before anything else of a filter. */
export async function byShops<F extends OrderFilter>(tx: Tx, filter: F): Promise<F> {
  const { platforms, ...others } = filter;
  if (!platforms || platforms.length === 0) return filter;
  const rows = await tx.prepared<{ id: number }>(
    'orders_shops_of_platforms',
    'select id from shop where company_id = $1 and platform = any($2::text[]) order by id',
    [tx.companyId, platforms],
  );
  const shopIds = rows.map((row) => row.id).filter((id) => filter.shopIds?.includes(id) ?? true);
  return { ...others, shopIds } as F;
}

/** What the index sales_order_due holds, word for word. */
const DUE = `(${DUE_STATES.map((status) => `'${status}'`).join(',')})`;

/** Few at any time, by the index sales_order_purchase. */
const UNANSWERED = `${IS_PURCHASE} and o.status in ('review','allocate','ready','exception','held') and o.split_from is null
  and not exists (select from platform_telling a where a.company_id = $1 and a.order_id = o.id and a.kind = 'acknowledge' and a.state <> 'failed')`;

/** Written out, as the partial indexes are. */
const MARKS: Record<NonNullable<OrderFilter['marks']>[number], string> = {
  note: `o.buyer_note <> ''`,
  remark: `o.remark <> ''`,
  split: 'o.split_from is not null',
  merged: 'o.merged_into is not null',
};

const DAYS: Record<NonNullable<OrderFilter['dateKind']>, string> = {
  ordered: 'o.ordered_at',
  paid: 'o.paid_at',
  shipBy: 'o.ship_by',
  shipped: 'o.shipped_at',
};

/** Does the filter ask for days of another kind than the order's own? */
export function byOtherDays({ dateKind, from, to }: OrderFilter): boolean {
  return dateKind !== undefined && dateKind !== 'ordered' && (from ?? to) !== undefined;
}

/** Does it ask for units or amounts from or to? */
export function isRange({ unitsFrom, unitsTo, amountFrom, amountTo }: OrderFilter): boolean {
  return (unitsFrom ?? unitsTo ?? amountFrom ?? amountTo) !== undefined;
}

/** How the orders of a filter stand: what is due most urgent first, the others by the days that are asked for. */
export function orderOf(filter: OrderFilter, direction: 'newest' | 'oldest'): string {
  if (filter.due) return 'o.ship_by asc, o.id asc';
  const day = byOtherDays(filter) ? DAYS[filter.dateKind ?? 'ordered'] : DAYS.ordered;
  return direction === 'newest' ? `${day} desc, o.id desc` : `${day} asc, o.id asc`;
}

/** The filter, without its platforms, as conditions on `o`, within what the actor may see. */
export function conditions(tx: Tx, filter: OrderFilter, params: Params): string[] {
  const where = [`o.company_id = ${params.add(tx.companyId)}`];
  const modules = visibleModules(tx.rights);
  if (modules) where.push(`o.module_id = any(${params.add(modules)}::int[])`);
  if (tx.rights.shopIds) where.push(`o.shop_id = any(${params.add(tx.rights.shopIds)}::bigint[])`);
  if (filter.moduleId && filter.moduleId !== 401) where.push(`o.module_id = ${params.add(filter.moduleId)}`);
  if (filter.status) where.push(`o.status = ${params.add(filter.status)}`);
  if (filter.shopIds) where.push(`o.shop_id = any(${params.add(filter.shopIds)}::bigint[])`);
  if (filter.exception) where.push(`o.exception = ${params.add(filter.exception)}`);
  if (filter.warehouseId) where.push(`o.warehouse_id = ${params.add(filter.warehouseId)}`);
  if (filter.channelId) where.push(`o.channel_id = ${params.add(filter.channelId)}`);
  if (filter.country) where.push(`o.country = ${params.add(filter.country)}`);
  if (filter.tagId)
    where.push(
      `o.id in (select t.order_id from order_tagged t where t.company_id = $1 and t.tag_id = ${params.add(filter.tagId)})`,
    );
  // Written out, as the indexes of the rare states are: what is not confirmed yet, what the buyer wants back.
  if (filter.confirmState) where.push(`o.confirm_state = '${filter.confirmState}'`);
  if (filter.cancelRequested) where.push(`o.cancel_requested and o.status <> all('{delivered,cancelled,refunded}')`);
  if (filter.serviceLevel) where.push(`o.service_level = ${params.add(filter.serviceLevel)}`);
  if (filter.origin) where.push(`o.origin = '${filter.origin}'`);
  for (const mark of filter.marks ?? []) where.push(MARKS[mark]);
  if (filter.unruled) where.push(`o.unruled and o.status = 'review'`);
  if (filter.unanswered) where.push(UNANSWERED);
  if (filter.due)
    where.push(
      `o.status in ${DUE} and o.ship_by ${filter.due === 'overdue' ? '< now()' : ">= now() and o.ship_by < now() + interval '1 day'"}`,
    );
  return [...where, ...ranges(filter, params)];
}

/** The same for orders that are found otherwise and looked at one by one: their tags stand on themselves. */
export function conditionsOfFound(tx: Tx, { tagId, ...filter }: OrderFilter, params: Params): string[] {
  const where = conditions(tx, filter, params);
  return tagId ? [...where, `${params.add(tagId)} = any(o.tag_ids)`] : where;
}

/** Sizes, amounts and days from and to. */
function ranges(filter: OrderFilter, params: Params): string[] {
  const where: string[] = [];
  if (filter.lines) where.push(filter.lines === 'one' ? 'o.line_count = 1' : 'o.line_count > 1');
  if (filter.unitsFrom && filter.unitsFrom > 1)
    where.push(`o.units > 1 and o.units >= ${params.add(filter.unitsFrom)}`);
  if (filter.unitsTo) where.push(`o.units <= ${params.add(filter.unitsTo)}`);
  if (filter.amountFrom) where.push(`o.total_exact >= ${params.add(inTenThousandths(filter.amountFrom))}::bigint`);
  if (filter.amountTo) where.push(`o.total_exact <= ${params.add(inTenThousandths(filter.amountTo))}::bigint`);
  const day = DAYS[filter.dateKind ?? 'ordered'];
  if (filter.from) where.push(`${day} >= ${dayStart(params.add(filter.from))}`);
  if (filter.to) where.push(`${day} < ${dayStart(`${params.add(filter.to)}::date + 1`)}`);
  return where;
}

/** As `total_exact` holds it. */
function inTenThousandths(amount: string): string {
  return new Decimal(amount).times(10_000).toFixed(0);
}

/** When a day begins where the company is. */
function dayStart(day: string): string {
  return `(select (${day})::date::timestamp at time zone c.time_zone from company c where c.id = $1)`;
}

/** Of these some values are big and others small. */
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
 * One plan for all values does where an index holds the very rows. Shops, warehouses, countries, amounts are big or
 * small: for these the database plans by value. To be called before the statements of such a filter.
 */
export function planByValues(tx: Tx, filter: OrderFilter): void {
  const scope = tx.rights.shopIds !== null || visibleModules(tx.rights) !== null;
  const module = filter.moduleId && filter.moduleId !== 401 && !filter.status;
  if (!scope && !module && !byOtherDays(filter) && UNEVEN.every((name) => filter[name] === undefined)) return;
  tx.set('plan_cache_mode', 'force_custom_plan');
}

/** How many match, counted no further than `limit`, as a subselect. */
export function countOf(where: readonly string[], limit: number): string {
  return `(select count(*)::int from (select 1 from sales_order o where ${where.join(' and ')} limit ${limit}) x)`;
}
