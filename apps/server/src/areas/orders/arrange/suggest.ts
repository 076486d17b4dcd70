import type { Tx } from '../../../core/database/database.ts';
import { orderDetail } from '../detail.ts';

interface Free extends Record<string, unknown> {
  warehouseId: number;
  name: string;
  productId: number;
  units: number;
}

/** What of an order one warehouse could send now: the one that has most of it, the first in rank where several do. */
export async function suggestSplit(tx: Tx, id: number) {
  const order = await orderDetail(tx, id);
  const lines = order.lines as {
    id: number;
    productId: number | null;
    quantity: number;
    factor: number;
    reserved: number;
  }[];
  const free = await tx.prepared<Free>(
    'split_free',
    `select w.id as "warehouseId", w.name, b.product_id as "productId", (b.on_hand - b.reserved +
       coalesce((select sum(l.reserved) from order_line l where l.company_id = $1 and l.order_id = $3 and l.warehouse_id = w.id
         and l.product_id = b.product_id), 0))::int as units
     from warehouse w join stock_balance b on b.company_id = $1 and b.warehouse_id = w.id and b.product_id = any($2::bigint[])
     where w.company_id = $1 and w.enabled and not w.counting and w.kind <> 'platform' order by w.is_default desc, w.priority, w.id`,
    [tx.companyId, [...new Set(lines.flatMap((line) => line.productId ?? []))], id],
  );
  const places = [...Map.groupBy(free, (row) => row.warehouseId).values()].map((rows) => ({
    warehouseId: rows[0]?.warehouseId ?? null,
    warehouseName: rows[0]?.name ?? '',
    lines: covered(lines, new Map(rows.map((row) => [row.productId, row.units]))),
  }));
  const units = (place: (typeof places)[number]) => place.lines.reduce((sum, line) => sum + line.inStock, 0);
  const best = places.reduce<(typeof places)[number] | undefined>(
    (most, place) => (units(place) > (most ? units(most) : 0) ? place : most),
    undefined,
  );
  return best ?? { warehouseId: null, warehouseName: '', lines: covered(lines, new Map()) };
}

function covered(
  lines: readonly { id: number; productId: number | null; quantity: number; factor: number }[],
  free: ReadonlyMap<number, number>,
) {
  const left = new Map(free);
  return lines.map((line) => {
    const units = line.productId === null ? 0 : Math.max(0, left.get(line.productId) ?? 0);
    const inStock = Math.min(line.quantity, Math.floor(units / line.factor));
    if (line.productId !== null) left.set(line.productId, units - inStock * line.factor);
    return { lineId: line.id, inStock };
  });
}
