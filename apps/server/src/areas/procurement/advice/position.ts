import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { incomingGoods } from '../../stock/public.ts';
import { approvedRequested } from './requested.ts';

export interface Incoming {
  /** YYYY-MM-DD; null: nobody knows. */
  day: string | null;
  quantity: number;
  number: string | null;
}

/** What lies in a warehouse of a product, and what comes. */
export interface There {
  available: number;
  requested: number;
  supplies: Incoming[];
}

export interface Positions {
  of(productId: number, warehouseId: number): There;
  /** Units that orders wait for, in whichever warehouse. */
  backorders(productId: number): number;
}

export async function positionsOf(tx: Tx, productIds: readonly number[]): Promise<Positions> {
  const all = new Map<string, There>();
  const at = (productId: number, warehouseId: number) => {
    const key = `${productId}/${warehouseId}`;
    const known = all.get(key) ?? { available: 0, requested: 0, supplies: [] };
    all.set(key, known);
    return known;
  };
  const [balances, short, incoming] = await Promise.all([
    tx.rows<{ productId: number; warehouseId: number; available: number }>(sql`
      select product_id, warehouse_id, on_hand - reserved as available from stock_balance
      where company_id = ${sql.company} and product_id = any(${productIds}::bigint[]) and on_hand <> reserved`),
    tx.rows<{ productId: number; quantity: number }>(sql`
      select product_id, sum(quantity)::int as quantity from order_shortage
      where company_id = ${sql.company} and product_id = any(${productIds}::bigint[]) group by product_id`),
    incomingGoods(tx, productIds),
  ]);
  for (const { productId, warehouseId, available } of balances) at(productId, warehouseId).available = available;
  for (const { productId, warehouseId, quantity, expectedOn, number } of incoming)
    at(productId, warehouseId).supplies.push({ day: expectedOn, quantity, number });
  await approvedRequested.call(tx, {
    productIds,
    add: ({ productId, warehouseId, quantity }) => {
      at(productId, warehouseId).requested += quantity;
    },
  });
  const waiting = new Map(short.map((row) => [row.productId, row.quantity]));
  return {
    of: (productId, warehouseId) =>
      all.get(`${productId}/${warehouseId}`) ?? { available: 0, requested: 0, supplies: [] },
    backorders: (productId) => waiting.get(productId) ?? 0,
  };
}
