import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { incomingGoods, leavingRequested } from '../../stock/public.ts';
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
  /** Units that documents send to other warehouses, and that are still among the available or the coming ones. */
  away: number;
}
const NOTHING: There = { available: 0, requested: 0, supplies: [], away: 0 };

export interface Positions {
  of(productId: number, warehouseId: number): There;
  /** What lies in our own warehouses at home, which supply the others, and comes there. */
  home(productId: number): { warehouseId: number; there: There }[];
  isHome(warehouseId: number): boolean;
  /** Units that orders wait for, in whichever warehouse. */
  backorders(productId: number): number;
}

export async function positionsOf(tx: Tx, productIds: readonly number[]): Promise<Positions> {
  const all = new Map<number, Map<number, There>>();
  const at = (productId: number, warehouseId: number): There => {
    const places = all.get(productId) ?? new Map<number, There>();
    all.set(productId, places);
    const known = places.get(warehouseId) ?? { ...NOTHING, supplies: [] };
    places.set(warehouseId, known);
    return known;
  };
  const leaving: [There, Incoming][] = [];
  const [balances, short, homes, incoming] = await Promise.all([
    tx.rows<{ productId: number; warehouseId: number; available: number }>(sql`
      select product_id, warehouse_id, on_hand - reserved as available from stock_balance
      where company_id = ${sql.company} and product_id = any(${productIds}::bigint[]) and on_hand <> reserved`),
    tx.rows<{ productId: number; quantity: number }>(sql`
      select product_id, sum(quantity)::int as quantity from order_shortage
      where company_id = ${sql.company} and product_id = any(${productIds}::bigint[]) group by product_id`),
    tx.rows<{ id: number }>(sql`select id from warehouse
      where company_id = ${sql.company} and enabled and kind in ('selfBuilt', 'rented')`),
    incomingGoods(tx, productIds),
    approvedRequested.call(tx, {
      productIds,
      add: ({ productId, warehouseId, quantity }) => {
        at(productId, warehouseId).requested += quantity;
      },
    }),
    leavingRequested.call(tx, {
      productIds,
      add: ({ productId, fromId, toId, quantity, held, expectedOn, number }) => {
        at(productId, fromId).away += quantity - held;
        if (toId !== null) leaving.push([at(productId, toId), { day: expectedOn, quantity, number }]);
      },
    }),
  ]);
  for (const { productId, warehouseId, available } of balances) at(productId, warehouseId).available = available;
  for (const { productId, warehouseId, quantity, expectedOn, number } of incoming)
    at(productId, warehouseId).supplies.push({ day: expectedOn, quantity, number });
  for (const [there, coming] of leaving) there.supplies.push(coming);
  const waiting = new Map(short.map((row) => [row.productId, row.quantity]));
  const home = new Set(homes.map((row) => row.id));
  return {
    of: (productId, warehouseId) => all.get(productId)?.get(warehouseId) ?? NOTHING,
    home: (productId) =>
      [...(all.get(productId) ?? [])].flatMap(([warehouseId, there]) =>
        home.has(warehouseId) ? [{ warehouseId, there }] : [],
      ),
    isHome: (warehouseId) => home.has(warehouseId),
    backorders: (productId) => waiting.get(productId) ?? 0,
  };
}
