import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FaultBoard } from '../http/faults.ts';
import { RequestLog } from '../http/log.ts';
import { World } from '../world/world.ts';
import { Depot, STEP_MS } from './depot.ts';

const world = new World({ shops: [], ordersPerShop: 0 });
const ctx = { world, faults: new FaultBoard([]), log: new RequestLog(), baseUrl: () => '' };

const SKUS = ['A', 'B'];
const act = fc.oneof(
  fc.record({
    act: fc.constant('arrive' as const),
    sku: fc.constantFrom(...SKUS),
    quantity: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({
    act: fc.constant('order' as const),
    sku: fc.constantFrom(...SKUS),
    quantity: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({ act: fc.constant('stop' as const), which: fc.nat(20) }),
  fc.record({ act: fc.constant('unarrive' as const), which: fc.nat(20) }),
  fc.record({ act: fc.constant('wait' as const), steps: fc.integer({ min: 1, max: 7 }) }),
);

it('whatever happens in the hall, its books agree', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      world.clock.reset();
      const depot = new Depot(ctx);
      for (const one of acts) {
        if (one.act === 'arrive')
          depot.arrive({ no: depot.number('I'), ref: '', warehouse: 'W', boxes: [{ box: '1', ...one }] });
        else if (one.act === 'order')
          depot.order({ no: depot.number('O'), ref: '', warehouse: 'W', method: 'M', country: 'US', lines: [one] });
        else if (one.act === 'wait') world.clock.advance(one.steps * STEP_MS);
        else if (one.act === 'stop') {
          const order = depot.orders[one.which];
          const before = order?.stage;
          if (order && depot.stop(order) === 'tooLate') expect(['shipped', 'delivered']).toContain(before);
        } else {
          const arrival = depot.arrivals[one.which];
          if (arrival) depot.cancelArrival(arrival);
        }
        agree(depot);
      }
      world.clock.advance(10 * STEP_MS);
      expect(depot.orders.filter(({ stage }) => !['shipped', 'cancelled', 'short'].includes(stage))).toEqual([]);
      agree(depot);
    }),
  );
});

function agree(depot: Depot): void {
  const rows = depot.stock('W');
  for (const { sku, available, allocated, shipped } of rows) {
    expect(Math.min(available, allocated)).toBeGreaterThanOrEqual(0);
    const entries = depot.entries.filter((one) => one.sku === sku);
    expect(entries.reduce((sum, { delta }) => sum + delta, 0)).toBe(available + allocated);
    const lines = (stages: string[]) =>
      depot.orders
        .filter(({ stage }) => stages.includes(stage))
        .flatMap((order) => order.lines)
        .filter((line) => line.sku === sku)
        .reduce((sum, { quantity }) => sum + quantity, 0);
    expect(lines(['shipped', 'delivered'])).toBe(shipped);
    expect(lines(['accepted', 'processing', 'picking', 'packed'])).toBe(allocated);
  }
  const signs = { topUp: 1, unfreeze: 1, charge: -1, freeze: -1 };
  expect(depot.money.reduce((sum, { flow, cents }) => sum + signs[flow] * cents, 0)).toBe(depot.balance);
  // Nothing is held for what has gone or was let go.
  const held = depot.orders.filter(({ stage }) => ['accepted', 'processing', 'picking', 'packed'].includes(stage));
  const frozen = depot.money.reduce(
    (sum, { flow, cents }) => sum + (flow === 'freeze' ? cents : flow === 'unfreeze' ? -cents : 0),
    0,
  );
  expect(frozen).toBe(held.reduce((sum, { freight }) => sum + freight, 0));
}
