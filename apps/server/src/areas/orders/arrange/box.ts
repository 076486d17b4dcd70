import type { Tx } from '../../../core/database/database.ts';
import { lockOutboundsOfOrders } from '../../warehouse/public.ts';

/**
 * Orders that were merged travel in one box: `merged_into` names the order that carries it, which has the outbound
 * document, the parcel and the label. Each keeps its own lines, money and number, and is confirmed to its platform.
 */

/** The ids of an array parameter and of all that travel with them, as an array. The company is $1. */
export const withBoxmates = (ids: string) => `(${ids} || array(
    select m.id from sales_order m where m.company_id = $1 and m.merged_into = any(${ids} || ${boxesFor(ids)})) || ${boxesFor(ids)})`;

const boxesFor = (ids: string) =>
  `array(select w.merged_into from sales_order w where w.company_id = $1 and w.id = any(${ids}) and w.merged_into is not null)`;

/** These orders and all that travel with them: in whose box. An order on its own is its own box. */
export async function boxesOf(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.prepared<{ id: number; box: number }>(
    'order_boxes',
    `select id, coalesce(merged_into, id) as box from sales_order
     where company_id = $1 and id = any(${withBoxmates('$2::bigint[]')})`,
    [tx.companyId, ids],
  );
  return new Map(rows.map((row) => [row.id, row.box]));
}

/** The orders whose outbounds say this of them, and all that travel in their boxes. */
export async function withMembers(tx: Tx, boxes: readonly number[]): Promise<number[]> {
  if (boxes.length === 0) return [];
  const rows = await tx.prepared<{ id: number }>(
    'order_box_members',
    'select id from sales_order where company_id = $1 and merged_into = any($2::bigint[])',
    [tx.companyId, boxes],
  );
  return [...boxes, ...rows.map((row) => row.id)];
}

/** Locks orders, all that travel with them and their outbounds, in the order in which everybody locks. */
export async function lockBoxes(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  for (;;) {
    const boxes = await boxesOf(tx, ids);
    await lockOutboundsOfOrders(tx, [...new Set(boxes.values())]);
    await tx.prepared(
      'order_boxes_lock',
      'select id from sales_order where company_id = $1 and id = any($2::bigint[]) order by id for update',
      [tx.companyId, [...boxes.keys()]],
    );
    // Somebody may have put others in while we waited.
    const now = await boxesOf(tx, ids);
    if (now.size === boxes.size && [...now].every(([id, box]) => boxes.get(id) === box)) return now;
  }
}
