import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Demand, planReservations } from './plan.ts';

const line = fc.record({ productId: fc.integer({ min: 1, max: 4 }), quantity: fc.integer({ min: 1, max: 5 }) });
const demands = fc
  .array(
    fc.record({
      warehouseId: fc.option(fc.integer({ min: 1, max: 3 })),
      avoided: fc.subarray([1, 2, 3]),
      lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    }),
    { maxLength: 25 },
  )
  .map((all) => all.map((demand, i): Demand => ({ ...demand, orderId: i + 1 })));
const stock = fc
  .array(fc.integer({ min: 0, max: 12 }), { minLength: 12, maxLength: 12 })
  .map((counts) => new Map(counts.map((n, i) => [`${Math.floor(i / 4) + 1}/${(i % 4) + 1}`, n])));
const WAREHOUSES = [2, 1, 3];

function needsOf(demand: Demand): Map<number, number> {
  const needs = new Map<number, number>();
  for (const { productId, quantity } of demand.lines) needs.set(productId, (needs.get(productId) ?? 0) + quantity);
  return needs;
}

describe('planning reservations', () => {
  it('never promises more than there is, and takes out exactly what it promises', () => {
    fc.assert(
      fc.property(demands, stock, (orders, available) => {
        const left = new Map(available);
        const plan = planReservations(orders, left, WAREHOUSES);
        const promised = new Map<string, number>();
        for (const { orderId, warehouseId } of plan.reserved)
          for (const [productId, n] of needsOf(orders[orderId - 1] as Demand)) {
            const key = `${warehouseId}/${productId}`;
            promised.set(key, (promised.get(key) ?? 0) + n);
          }
        for (const [key, n] of available) {
          expect(left.get(key)).toBe(n - (promised.get(key) ?? 0));
          expect(left.get(key)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('serves whole orders from one warehouse, each exactly once', () => {
    fc.assert(
      fc.property(demands, stock, (orders, available) => {
        const plan = planReservations(orders, new Map(available), WAREHOUSES);
        const answered = [...plan.reserved.map((r) => r.orderId), ...plan.short].sort((a, b) => a - b);
        expect(answered).toEqual(orders.map((order) => order.orderId));
        for (const { orderId, warehouseId } of plan.reserved) {
          const desired = orders[orderId - 1]?.warehouseId;
          if (desired !== null) expect(warehouseId).toBe(desired);
        }
      }),
    );
  });

  it('is first come, first served: an order is short only where what is left by the older ones cannot fill it', () => {
    fc.assert(
      fc.property(demands, stock, (orders, available) => {
        const left = new Map(available);
        for (const order of orders) {
          const alone = planReservations([order], left, WAREHOUSES);
          const fits = WAREHOUSES.find(
            (id) =>
              (order.warehouseId === null || order.warehouseId === id) &&
              [...needsOf(order)].every(([p, n]) => (available.get(`${id}/${p}`) ?? 0) >= n),
          );
          if (fits === undefined) expect(alone.reserved).toEqual([]);
        }
        const together = planReservations(orders, new Map(available), WAREHOUSES);
        const byOne: number[] = [];
        const rest = new Map(available);
        for (const order of orders)
          byOne.push(...planReservations([order], rest, WAREHOUSES).reserved.map((r) => r.orderId));
        expect(together.reserved.map((r) => r.orderId)).toEqual(byOne);
      }),
    );
  });

  it('avoids warehouses that the channel does not ship from while another has the goods, and never lacks for it', () => {
    fc.assert(
      fc.property(demands, stock, (orders, available) => {
        for (const order of orders) {
          const plan = planReservations([order], new Map(available), WAREHOUSES);
          const anywhere = planReservations([{ ...order, avoided: [] }], new Map(available), WAREHOUSES);
          expect(plan.short).toEqual(anywhere.short);
          const [taken] = plan.reserved;
          if (order.warehouseId !== null || !taken || !order.avoided?.includes(taken.warehouseId)) continue;
          const liked = WAREHOUSES.filter((id) => !order.avoided?.includes(id));
          expect(planReservations([order], new Map(available), liked).reserved).toEqual([]);
        }
      }),
    );
  });

  it('adds up lines of one product before it looks', () => {
    const order = {
      orderId: 1,
      warehouseId: null,
      lines: [
        { productId: 7, quantity: 3 },
        { productId: 7, quantity: 3 },
      ],
    };
    expect(planReservations([order], new Map([['1/7', 5]]), [1])).toEqual({ reserved: [], short: [1] });
    expect(planReservations([order], new Map([['1/7', 6]]), [1])).toEqual({
      reserved: [{ orderId: 1, warehouseId: 1 }],
      short: [],
    });
  });

  it('prefers the warehouse that is asked first and has everything, and does not split', () => {
    const order = {
      orderId: 1,
      warehouseId: null,
      lines: [
        { productId: 1, quantity: 1 },
        { productId: 2, quantity: 1 },
      ],
    };
    const apart = new Map([
      ['1/1', 9],
      ['2/2', 9],
    ]);
    expect(planReservations([order], apart, [1, 2]).short).toEqual([1]);
    const both = new Map([
      ['1/1', 9],
      ['2/1', 1],
      ['2/2', 1],
    ]);
    expect(planReservations([order], both, [1, 2]).reserved).toEqual([{ orderId: 1, warehouseId: 2 }]);
  });

  it('a big order that cannot be filled does not keep a smaller, younger one waiting', () => {
    const order = (orderId: number, quantity: number) => ({
      orderId,
      warehouseId: null,
      lines: [{ productId: 1, quantity }],
    });
    expect(planReservations([order(1, 10), order(2, 2)], new Map([['1/1', 5]]), [1])).toEqual({
      reserved: [{ orderId: 2, warehouseId: 1 }],
      short: [1],
    });
  });
});
