import { BeginAnew, type Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { lockOutboundsOfOrders } from '../../warehouse/public.ts';

/**
 * Merged orders share one box: `merged_into` names the order that carries it and has the outbound order, parcel and
 * label. Each order keeps its own lines, amounts and number, and is confirmed to its platform.
 */

/** The ids of an array parameter and of all orders in their boxes, as an array. The company is $1. */
export const withBoxmates = (ids: Sql): Sql => sql`(${ids} || array(
    select m.id from sales_order m where m.company_id = ${sql.company} and m.merged_into = any(${ids} || ${boxesFor(ids)})) || ${boxesFor(ids)})`;

const boxesFor = (ids: Sql): Sql =>
  sql`array(select w.merged_into from sales_order w where w.company_id = ${sql.company} and w.id = any(${ids}) and w.merged_into is not null)`;

/** These orders and all in their boxes, with the order that carries each box. A single order carries its own. */
export async function boxesOf(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<{ id: number; box: number }>(
    sql`select id, coalesce(merged_into, id) as box from sales_order
     where company_id = ${sql.company} and id = any(${withBoxmates(sql`${ids}::bigint[]`)})`,
  );
  return new Map(rows.map((row) => [row.id, row.box]));
}

/** The orders whose outbound orders match, and all in their boxes. */
export async function withMembers(tx: Tx, boxes: readonly number[]): Promise<number[]> {
  if (boxes.length === 0) return [];
  const rows = await tx.rows<{ id: number }>(
    sql`select id from sales_order where company_id = ${sql.company} and merged_into = any(${boxes}::bigint[])`,
  );
  return [...boxes, ...rows.map((row) => row.id)];
}

/**
 * Locks orders, all in their boxes and their outbound orders, in the common lock order.
 * @throws BeginAnew when somebody else merged orders into a box meanwhile: their outbound orders would be locked after
 * orders
 */
export async function lockBoxes(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const boxes = await boxesOf(tx, ids);
  await lockOutboundsOfOrders(tx, [...new Set(boxes.values())]);
  await tx.rows(
    sql`select id from sales_order where company_id = ${sql.company} and id = any(${[...boxes.keys()]}::bigint[]) order by id for update`,
  );
  const now = await boxesOf(tx, ids);
  if (now.size !== boxes.size || [...now].some(([id, box]) => boxes.get(id) !== box))
    throw new BeginAnew('The boxes have changed');
  return now;
}
