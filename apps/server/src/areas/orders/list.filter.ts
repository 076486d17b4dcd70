import { DUE_STATES, ORDER_MODULES, type OrderFilter } from '@tradewind/contract/orders.ts';
import type { Rights } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import type { Params } from '../../core/database/statement.ts';

/** Modules whose orders the actor may see; null: all. */
export function visibleModules(rights: Rights): number[] | null {
  if (rights.all || rights.modules.has(401)) return null;
  return ORDER_MODULES.filter((module) => rights.modules.has(module));
}

/** What the index sales_order_due holds, word for word. */
const DUE = `(${DUE_STATES.map((status) => `'${status}'`).join(',')})`;

/** The filter as conditions on `o`, within what the actor may see. */
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
  if (filter.country) where.push(`o.country = ${params.add(filter.country)}`);
  // Written out, as the indexes of the rare states are: what is not confirmed yet, what the buyer wants back.
  if (filter.confirmState) where.push(`o.confirm_state = '${filter.confirmState}'`);
  if (filter.cancelRequested) where.push(`o.cancel_requested and o.status <> all('{delivered,cancelled,refunded}')`);
  if (filter.due)
    where.push(
      `o.status in ${DUE} and o.ship_by ${filter.due === 'overdue' ? '< now()' : ">= now() and o.ship_by < now() + interval '1 day'"}`,
    );
  if (filter.from) where.push(`o.ordered_at >= ${dayStart(params.add(filter.from))}`);
  if (filter.to) where.push(`o.ordered_at < ${dayStart(`${params.add(filter.to)}::date + 1`)}`);
  return where;
}

/** When a day begins where the company is. */
function dayStart(day: string): string {
  return `(select (${day})::date::timestamp at time zone c.time_zone from company c where c.id = $1)`;
}

/**
 * One plan for all values does where an index holds the very rows. Shops, warehouses and countries are big or small:
 * for these the database plans by value. To be called before the statements of such a filter.
 */
export function planByValues(tx: Tx, filter: OrderFilter): void {
  const scope = tx.rights.shopIds !== null || visibleModules(tx.rights) !== null;
  const module = filter.moduleId && filter.moduleId !== 401 && !filter.status;
  if (!scope && !module && !filter.shopIds && !filter.warehouseId && !filter.country) return;
  tx.set('plan_cache_mode', 'force_custom_plan');
}

/** How many match, counted no further than `limit`, as a subselect. */
export function countOf(where: readonly string[], limit: number): string {
  return `(select count(*)::int from (select 1 from sales_order o where ${where.join(' and ')} limit ${limit}) x)`;
}
