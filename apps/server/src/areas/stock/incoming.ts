import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { defineHook } from '../../core/hooks.ts';

/** Units on their way to a warehouse: quantity, day of the company (YYYY-MM-DD) and document, as far as known. */
export interface IncomingGoods {
  productId: number;
  warehouseId: number;
  quantity: number;
  expectedOn: string | null;
  number: string | null;
}

/** Areas that buy or move stock register what they know to be on its way. */
export const incomingRequested = defineHook<{ productIds: readonly number[]; add(goods: IncomingGoods): void }>();

/**
 * Units of these products on their way, soonest first. The rest that the balances know without a document comes last.
 */
export async function incomingGoods(tx: Tx, productIds: readonly number[]): Promise<IncomingGoods[]> {
  const found: IncomingGoods[] = [];
  await incomingRequested.call(tx, { productIds, add: (goods) => void found.push(goods) });
  const answered = new Map<string, number>();
  for (const goods of found) {
    const key = `${goods.warehouseId}/${goods.productId}`;
    answered.set(key, (answered.get(key) ?? 0) + goods.quantity);
  }
  const balances = await tx.rows<{ productId: number; warehouseId: number; quantity: number }>(
    sql`select product_id, warehouse_id, incoming as quantity from stock_balance
     where company_id = ${sql.company} and product_id = any(${productIds}::bigint[]) and incoming > 0 order by warehouse_id, product_id`,
  );
  for (const balance of balances) {
    const quantity = balance.quantity - (answered.get(`${balance.warehouseId}/${balance.productId}`) ?? 0);
    if (quantity > 0) found.push({ ...balance, quantity, expectedOn: null, number: null });
  }
  const soonest = (goods: IncomingGoods) =>
    goods.expectedOn === null ? Number.MAX_VALUE : Date.parse(goods.expectedOn);
  return found.sort((a, b) => soonest(a) - soonest(b));
}
