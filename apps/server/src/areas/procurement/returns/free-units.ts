import { type ReturnableStock, SUPPLIER_RETURN_CONDITIONS } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict } from '../../../core/errors.ts';
import { returnedUndecided } from '../hooks.ts';

export interface FreeBin {
  locationId: number;
  code: string;
  productId: number;
  condition: string;
  batchId: number;
  batchCode: string | null;
  /** Units that no pick and no undecided return needs. */
  free: number;
}

/** Locations with units of these products that may leave, in pick order. `lock`: until the transaction ends. */
export async function freeBins(
  tx: Tx,
  warehouseId: number,
  productIds: readonly number[],
  lock = false,
): Promise<FreeBin[]> {
  const bins = await tx.rows<FreeBin>(sql`
    select b.location_id, p.code, b.product_id, b.condition, b.batch_id,
      (select t.code from stock_batch t where t.company_id = ${sql.company} and t.id = b.batch_id) as batch_code,
      b.on_hand - b.allocated as free
    from bin_stock b join location p on p.company_id = ${sql.company} and p.id = b.location_id
    where b.company_id = ${sql.company} and b.warehouse_id = ${warehouseId} and b.product_id = any(${[...productIds]}::bigint[])
      and b.on_hand > b.allocated and b.condition = any(${[...SUPPLIER_RETURN_CONDITIONS]}::text[])
    order by b.location_id, b.product_id, b.condition, b.batch_id ${lock ? sql`for update of b` : sql.empty}`);
  const order = await tx.rows<{ id: number; pathOrder: number }>(sql`select id, path_order from location
    where company_id = ${sql.company} and id = any(${bins.map((bin) => bin.locationId)}::bigint[])`);
  const path = new Map(order.map((one) => [one.id, one.pathOrder]));
  await returnedUndecided.call(tx, {
    ...{ warehouseId, productIds },
    keep: (productId, locationId, units) => keepBack(bins, productId, locationId, units),
  });
  return bins
    .filter((bin) => bin.free > 0)
    .sort((a, b) => (path.get(a.locationId) ?? 0) - (path.get(b.locationId) ?? 0) || a.locationId - b.locationId);
}

/** Units that were moved meanwhile are kept where others of the same condition lie. */
function keepBack(bins: FreeBin[], productId: number, locationId: number, units: number): void {
  const own = bins.filter((bin) => bin.productId === productId && bin.condition === 'returned');
  let rest = units;
  for (const bin of own.sort((a, b) => Number(b.locationId === locationId) - Number(a.locationId === locationId))) {
    const kept = Math.min(rest, Math.max(bin.free, 0));
    bin.free -= kept;
    rest -= kept;
  }
}

export interface Taken {
  lineId: number;
  productId: number;
  condition: string;
  locationId: number;
  batchId: number;
  quantity: number;
}

interface Wish {
  id: number;
  productId: number;
  sku: string;
  condition: string;
  batchId: number | null;
  quantity: number;
}

/** Which locations give the units of the lines; lines that name a batch choose first. @throws conflict procurement.returnShort */
export function takeUnits(lines: readonly Wish[], bins: readonly FreeBin[]): Taken[] {
  const left = bins.map((bin) => ({ ...bin }));
  const named = lines.toSorted((a, b) => Number(a.batchId === null) - Number(b.batchId === null));
  return named.flatMap((line) => {
    let rest = line.quantity;
    const taken: Taken[] = [];
    for (const bin of left) {
      if (bin.productId !== line.productId || bin.condition !== line.condition) continue;
      if (line.batchId !== null && bin.batchId !== line.batchId) continue;
      const quantity = Math.min(rest, bin.free);
      if (quantity <= 0) continue;
      bin.free -= quantity;
      rest -= quantity;
      const { productId, condition, locationId, batchId } = bin;
      taken.push({ lineId: line.id, productId, condition, locationId, batchId, quantity });
    }
    if (rest > 0) throw conflict('procurement.returnShort', { sku: line.sku, free: line.quantity - rest });
    return taken;
  });
}

/** For the form: what can be returned of a product, by condition and batch. Good units that are sold are not free. */
export async function stockOptions(tx: Tx, warehouseId: number, productId: number): Promise<ReturnableStock[]> {
  const bins = await freeBins(tx, warehouseId, [productId]);
  const balance = await tx.row<{ free: number }>(sql`select on_hand - reserved as free from stock_balance
    where company_id = ${sql.company} and warehouse_id = ${warehouseId} and product_id = ${productId}`);
  const groups = Map.groupBy(bins, (bin) => `${bin.condition}/${bin.batchId}`);
  return [...groups.values()]
    .flatMap(([first, ...others]) => {
      if (!first) return [];
      const { condition, batchId, batchCode } = first;
      const all = others.reduce((sum, bin) => sum + bin.free, first.free);
      const free = condition === 'good' ? Math.min(all, balance?.free ?? 0) : all;
      return [{ condition: condition as ReturnableStock['condition'], batchId, batchCode, free }];
    })
    .filter((one) => one.free > 0)
    .sort((a, b) => a.condition.localeCompare(b.condition) || a.batchId - b.batchId);
}
