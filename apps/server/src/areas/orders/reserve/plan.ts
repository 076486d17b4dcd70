export interface Demand {
  orderId: number;
  /** Only this warehouse, where a rule or a person chose one. */
  warehouseId: number | null;
  /** Its channel does not ship from these: only where no other has its goods. */
  avoided?: readonly number[];
  lines: readonly { productId: number; quantity: number }[];
}

/** Units free to promise, by `warehouseId/productId`. */
export type Available = Map<string, number>;

/** What a short order waits for. */
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
 * Decides which orders are reserved where: orders in the order given (who is to be served first comes first), whole orders only, from the first
 * warehouse in priority order that has everything: of those that ship by its channel, else of the others. Lines of one product in an order are added up before the check.
 * Takes what it promises out of `available`.
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
 * What must come before a short order can be served, added up by product: what no warehouse that may send it has enough
 * of; where each has a part of it, all that one of them lacks. Goods of other products cannot help it.
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
