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

/** What one unit of a line takes from the warehouse; nothing while it is unmapped. */
type Goods = Map<number, { productId: number; units: number }[]>;

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
  const goods = await goodsOf(
    tx,
    lines.map((line) => line.id),
  );
  const productIds = [...new Set([...goods.values()].flatMap((parts) => parts.map((part) => part.productId)))];
  const free = await tx.rows<Free>(
    sql`with chosen as materialized (
       select distinct warehouse_id from sales_order where company_id = ${sql.company} and id = any(${orderIds}::bigint[]) and warehouse_id is not null)
     select w.id as "warehouseId", w.name, b.product_id, (b.on_hand - b.reserved +
       coalesce((select sum(l.reserved) from order_goods l where l.company_id = ${sql.company} and l.order_id = any(${orderIds}::bigint[])
         and l.warehouse_id = w.id and l.product_id = b.product_id), 0))::int as units
     from warehouse w join stock_balance b on b.company_id = ${sql.company} and b.warehouse_id = w.id and b.product_id = any(${productIds}::bigint[])
     where w.company_id = ${sql.company} and ${OPEN_WAREHOUSE} and not exists (select from chosen c where c.warehouse_id <> w.id)
     order by w.is_default desc, w.priority, w.id`,
  );
  const places = [...Map.groupBy(free, (row) => row.warehouseId)].map(([warehouseId, rows]) => ({
    warehouseId,
    name: rows[0]?.name ?? '',
    lines: covered(lines, goods, new Map(rows.map((row) => [row.productId, row.units]))),
  }));
  const units = (place: AtHand) => place.lines.reduce((sum, line) => sum + line.inStock, 0);
  return places.filter((place) => units(place) > 0).toSorted((a, b) => units(b) - units(a));
}

async function goodsOf(tx: Tx, lineIds: readonly number[]): Promise<Goods> {
  const rows = await tx.rows<{ lineId: number; productId: number; units: number }>(sql`
    select g.line_id, g.product_id, g.quantity / l.quantity as units from order_line l
    join order_goods g on g.company_id = ${sql.company} and g.line_id = l.id
    where l.company_id = ${sql.company} and l.id = any(${lineIds}::bigint[]) and g.product_id is not null`);
  return Map.groupBy(rows, (row) => row.lineId);
}

function covered(lines: readonly Needed[], goods: Goods, free: ReadonlyMap<number, number>): AtHand['lines'] {
  const left = new Map(free);
  return lines.map((line) => {
    const parts = goods.get(line.id) ?? [];
    const most = parts.map(({ productId, units }) => Math.floor(Math.max(0, left.get(productId) ?? 0) / units));
    const inStock = parts.length === 0 ? 0 : Math.min(line.quantity, ...most);
    for (const { productId, units } of parts) left.set(productId, (left.get(productId) ?? 0) - inStock * units);
    return { lineId: line.id, inStock };
  });
}
