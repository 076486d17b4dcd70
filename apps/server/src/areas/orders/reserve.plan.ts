export interface Demand {
  orderId: number;
  /** Only this warehouse, where a rule or a person chose one. */
  warehouseId: number | null;
  lines: readonly { productId: number; quantity: number }[];
}

/** Units free to promise, by `warehouseId/productId`. */
export type Available = Map<string, number>;

export interface Plan {
  reserved: { orderId: number; warehouseId: number }[];
  short: number[];
}

/**
 * Decides which orders are reserved where: orders in the order given (oldest first), whole orders only, from the first
 * warehouse in priority order that has everything. Lines of one product in an order are added up before the check.
 * Takes what it promises out of `available`.
 */
export function planReservations(
  demands: readonly Demand[],
  available: Available,
  warehouseIds: readonly number[],
): Plan {
  const plan: Plan = { reserved: [], short: [] };
  for (const demand of demands) {
    const needs = new Map<number, number>();
    for (const line of demand.lines) needs.set(line.productId, (needs.get(line.productId) ?? 0) + line.quantity);
    const candidates =
      demand.warehouseId === null ? warehouseIds : warehouseIds.filter((id) => id === demand.warehouseId);
    const warehouseId = candidates.find((id) =>
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
