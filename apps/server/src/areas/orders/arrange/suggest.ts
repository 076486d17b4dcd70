import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { orderDetail } from '../list/detail.ts';
import { OPEN_WAREHOUSE } from '../reserve/queue.ts';

export interface Needed {
  id: number;
  productId: number | null;
  quantity: number;
  factor: number;
}

interface AtHand {
  warehouseId: number;
  name: string;
  /** The units it has of each line. */
  lines: { lineId: number; inStock: number }[];
}

interface Free extends Record<string, unknown> {
  warehouseId: number;
  name: string;
  productId: number;
  units: number;
}

/**
 * The units of an order that one warehouse can ship now: the warehouse with the most units, then the first by priority.
 */
export async function suggestSplit(tx: Tx, id: number) {
  const order = await orderDetail(tx, id);
  const lines = order.lines as unknown as Needed[];
  const best = (await atHand(tx, [id], lines))[0];
  if (best) return { ...best, warehouseName: best.name };
  return { warehouseId: null, warehouseName: '', lines: lines.map((line) => ({ lineId: line.id, inStock: 0 })) };
}

/**
 * The stock of these orders' lines by warehouse, including what the orders hold, the largest first. If a rule or a
 * person chose a warehouse, only that one.
 */
export async function atHand(tx: Tx, orderIds: readonly number[], lines: readonly Needed[]): Promise<AtHand[]> {
  const free = await tx.rows<Free>(
    sql`with chosen as materialized (
       select distinct warehouse_id from sales_order where company_id = ${sql.company} and id = any(${orderIds}::bigint[]) and warehouse_id is not null)
     select w.id as "warehouseId", w.name, b.product_id, (b.on_hand - b.reserved +
       coalesce((select sum(l.reserved) from order_line l where l.company_id = ${sql.company} and l.order_id = any(${orderIds}::bigint[])
         and l.warehouse_id = w.id and l.product_id = b.product_id), 0))::int as units
     from warehouse w join stock_balance b on b.company_id = ${sql.company} and b.warehouse_id = w.id and b.product_id = any(${[...new Set(lines.flatMap((line) => line.productId ?? []))]}::bigint[])
     where w.company_id = ${sql.company} and ${OPEN_WAREHOUSE} and not exists (select from chosen c where c.warehouse_id <> w.id)
     order by w.is_default desc, w.priority, w.id`,
  );
  const places = [...Map.groupBy(free, (row) => row.warehouseId)].map(([warehouseId, rows]) => ({
    warehouseId,
    name: rows[0]?.name ?? '',
    lines: covered(lines, new Map(rows.map((row) => [row.productId, row.units]))),
  }));
  const units = (place: AtHand) => place.lines.reduce((sum, line) => sum + line.inStock, 0);
  return places.filter((place) => units(place) > 0).toSorted((a, b) => units(b) - units(a));
}

function covered(lines: readonly Needed[], free: ReadonlyMap<number, number>): AtHand['lines'] {
  const left = new Map(free);
  return lines.map((line) => {
    const units = line.productId === null ? 0 : Math.max(0, left.get(line.productId) ?? 0);
    const inStock = Math.min(line.quantity, Math.floor(units / line.factor));
    if (line.productId !== null) left.set(line.productId, units - inStock * line.factor);
    return { lineId: line.id, inStock };
  });
}
