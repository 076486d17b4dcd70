import { createHash } from 'node:crypto';
import type { OrderFilter } from '@tradewind/contract/orders.ts';
import type { Rights } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import type { Status } from './status.ts';

export class Params {
  readonly values: unknown[] = [];
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** Statements differ by filter, not by values: each shape is planned once a connection, for all values alike. */
export function statement<T extends object>(tx: Tx, text: string, values: unknown[]): Promise<T[]> {
  return tx.prepared<T>(`q${createHash('md5').update(text).digest('hex')}`, text, values);
}

/** Modules whose orders the actor may see; null: all. */
export function visibleModules(rights: Rights): number[] | null {
  if (rights.all || rights.modules.has(401)) return null;
  return [...rights.modules].filter((module) => module >= 402 && module <= 421);
}

/** Where years of orders end up. In the other states are as many as people can work on. */
const FINAL: readonly Status[] = ['shipped', 'delivered', 'cancelled', 'refunded'];
export const isOpen = (status: string | undefined) => status !== undefined && !FINAL.some((final) => final === status);

/** Still ours to send: what the index sales_order_due holds, word for word. */
export const DUE_STATUSES = `('review','allocate','ready','picking','packed','exception','held')`;

/**
 * The filter as conditions on `o`. A status that is open is the narrowest there is: then the others are written so that
 * no index of theirs is taken instead.
 */
export function conditions(tx: Tx, filter: OrderFilter, params: Params): string[] {
  const where = [`o.company_id = ${params.add(tx.companyId)}`];
  const add = (column: string, value: unknown) =>
    where.push(`o.${column} ${isOpen(filter.status) ? 'is not distinct from' : '='} ${params.add(value)}`);
  const modules = visibleModules(tx.rights);
  if (modules) where.push(`o.module_id + 0 = any(${params.add(modules)}::int[])`);
  if (tx.rights.shopIds) where.push(`o.shop_id + 0 = any(${params.add(tx.rights.shopIds)}::bigint[])`);
  if (filter.moduleId && filter.moduleId !== 401) where.push(`o.module_id = ${params.add(filter.moduleId)}`);
  if (filter.status) where.push(`o.status = ${params.add(filter.status)}`);
  if (filter.shopIds) where.push(`o.shop_id + 0 = any(${params.add(filter.shopIds)}::bigint[])`);
  if (filter.exception) where.push(`o.exception = ${params.add(filter.exception)}`);
  if (filter.warehouseId) add('warehouse_id', filter.warehouseId);
  if (filter.country) add('country', filter.country);
  // Written out, as the indexes of the rare states are: what is not confirmed yet, what the buyer wants back.
  if (filter.confirmState) where.push(`o.confirm_state = '${filter.confirmState}'`);
  if (filter.cancelRequested) where.push(`o.cancel_requested and o.status <> all('{delivered,cancelled,refunded}')`);
  if (filter.due)
    where.push(
      `o.status in ${DUE_STATUSES} and o.ship_by ${filter.due === 'overdue' ? '< now()' : ">= now() and o.ship_by < now() + interval '1 day'"}`,
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
 * The shops that all matching orders are of, where the actor or the filter is confined to some and nothing narrower is
 * given: a page is then put together from the newest of each. Null: do not go by shops.
 */
export async function shopsOf(tx: Tx, filter: OrderFilter): Promise<number[] | null> {
  if (isOpen(filter.status) || filter.exception || filter.due || filter.cancelRequested) return null;
  const modules = visibleModules(tx.rights);
  const wanted = filter.moduleId && filter.moduleId !== 401 ? [filter.moduleId] : null;
  // One module and a status are an index of their own.
  const byModule = filter.status && !modules ? null : wanted;
  if (!tx.rights.shopIds && !filter.shopIds && !modules && !byModule) return null;
  const params = new Params();
  const where = [`company_id = ${params.add(tx.companyId)}`];
  for (const ids of [tx.rights.shopIds, filter.shopIds]) if (ids) where.push(`id = any(${params.add(ids)}::bigint[])`);
  for (const ids of [modules, wanted]) if (ids) where.push(`module_id = any(${params.add(ids)}::int[])`);
  const rows = await statement<{ id: number }>(
    tx,
    `select id from shop where ${where.join(' and ')} order by id`,
    params.values,
  );
  return rows.map((row) => row.id);
}

/** Rows of sales_order that match, in `order`, from `skip` on. */
export function sourceOf(
  where: readonly string[],
  params: Params,
  shops: readonly number[] | null,
  { order, skip, size }: { order: string; skip: number; size: number },
): string {
  const window = `order by ${order} limit ${params.add(size)} offset ${params.add(skip)}`;
  if (!shops) return `select o.* from sales_order o where ${where.join(' and ')} ${window}`;
  if (shops.length === 1)
    return `select o.* from sales_order o where ${where.join(' and ')} and o.shop_id = ${params.add(shops[0])} ${window}`;
  return `select o.* from unnest(${params.add(shops)}::bigint[]) s(id) cross join lateral (
      select o.* from sales_order o where ${where.join(' and ')} and o.shop_id = s.id order by ${order} limit ${params.add(skip + size)}) o ${window}`;
}

/** How many match, counted no further than `limit`, as a subselect. */
export function countOf(
  where: readonly string[],
  params: Params,
  shops: readonly number[] | null,
  limit: number,
): string {
  const found = shops
    ? `select 1 from unnest(${params.add(shops)}::bigint[]) s(id) cross join lateral (
        select 1 from sales_order o where ${where.join(' and ')} and o.shop_id = s.id limit ${limit}) x limit ${limit}`
    : `select 1 from sales_order o where ${where.join(' and ')} limit ${limit}`;
  return `(select count(*)::int from (${found}) x)`;
}
