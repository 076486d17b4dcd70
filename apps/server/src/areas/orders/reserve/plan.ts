export interface Demand {
  orderId: number;
  /** Only this warehouse, if a rule or a person chose one. */
  warehouseId: number | null;
  /** Warehouses without its channel, used only when no other has its items. */
  avoided?: readonly number[];
  lines: readonly { productId: number; quantity: number }[];
}

/** Available units, by `warehouseId/productId`. */
export type Available = Map<string, number>;

/** The products that a short order waits for. */
export interface Shortage {
  orderId: number;
  productId: number;
  quantity: number;
}

export interface Plan {
  reserved: { orderId: number; warehouseId: number }[];
  short: number[];
}

/**
 * Decides which orders get stock, and where: in the given order (the first in the queue comes first), whole orders
 * only, from the first warehouse by priority that has all items. Warehouses with the order's channel come first. Adds
 * up lines of the same product before the check. Deducts what it allocates from `available`.
 */
export function planReservations(
  demands: readonly Demand[],
  available: Available,
  warehouseIds: readonly number[],
): Plan {
  const plan: Plan = { reserved: [], short: [] };
  for (const demand of demands) {
    const needs = needsOf(demand);
    const warehouseId = candidatesOf(demand, warehouseIds).find((id) =>
      [...needs].every(([productId, quantity]) => (available.get(`${id}/${productId}`) ?? 0) >= quantity),
    );
    if (warehouseId === undefined || needs.size === 0) {
      plan.short.push(demand.orderId);
      continue;
    }
    for (const [productId, quantity] of needs) {
      const key = `${warehouseId}/${productId}`;
      available.set(key, (available.get(key) ?? 0) - quantity);
    }
    plan.reserved.push({ orderId: demand.orderId, warehouseId });
  }
  return plan;
}

/**
 * The missing units before a short order can be allocated, by product: what no allowed warehouse has enough of; if each
 * has only a part, all that one of them lacks. Incoming stock of other products does not help.
 */
export function shortagesOf(
  demand: Demand,
  available: ReadonlyMap<string, number>,
  warehouseIds: readonly number[],
): Shortage[] {
  const candidates = candidatesOf(demand, warehouseIds);
  const needs = [...needsOf(demand)];
  const lacking =
    ([productId, quantity]: [number, number]) =>
    (id: number) =>
      (available.get(`${id}/${productId}`) ?? 0) < quantity;
  const everywhere = needs.filter((need) => candidates.every(lacking(need)));
  const chosen = everywhere.length > 0 ? everywhere : needs.filter((need) => candidates.some(lacking(need)));
  return chosen.map(([productId, quantity]) => ({ orderId: demand.orderId, productId, quantity }));
}

function needsOf(demand: Demand): Map<number, number> {
  const needs = new Map<number, number>();
  for (const line of demand.lines) needs.set(line.productId, (needs.get(line.productId) ?? 0) + line.quantity);
  return needs;
}

function candidatesOf(demand: Demand, warehouseIds: readonly number[]): readonly number[] {
  if (demand.warehouseId !== null) return warehouseIds.filter((id) => id === demand.warehouseId);
  const { avoided = [] } = demand;
  if (avoided.length === 0) return warehouseIds;
  const [liked, others] = [true, false].map((desired) => warehouseIds.filter((id) => desired !== avoided.includes(id)));
  return [...(liked ?? []), ...(others ?? [])];
}
