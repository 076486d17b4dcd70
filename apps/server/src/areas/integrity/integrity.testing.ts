import { systemContext } from '../../core/context.ts';
import { Database, type Tx } from '../../core/database/database.ts';
import type { TestServer } from '../../testing/harness.ts';
import { bookLeftovers } from '../finance/public.ts';
import { makeLine, makeOrder, type OrderWorld, openWorld, takeStep, walk } from '../orders/orders.testing.ts';
import { check } from './invariants/check.ts';
import { invariants } from './invariants/registry.ts';

/** Orders in every status, brought there by the real verbs. */
export async function openBusyWorld(server: TestServer): Promise<OrderWorld> {
  const world = await openWorld(server, { stock: 50 });
  const lines = [makeLine('1', 'SKU-1', 2), makeLine('2', 'SKU-2', 3)];
  await world.take([
    makeOrder('SHIPPED', { lines }),
    makeOrder('PACKED', { lines }),
    makeOrder('PICKED', { lines: [makeLine('1', 'SKU-1', 5)] }),
    makeOrder('IN-WAVE', { lines: [makeLine('1', 'SKU-2', 4)] }),
    makeOrder('READY', { lines }),
    makeOrder('WAITING', { lines: [makeLine('1', 'SKU-3', 500)] }),
    makeOrder('UNMAPPED', { lines: [makeLine('1', 'NOBODY-KNOWS')] }),
    makeOrder('GONE', { lines, status: 'cancelled' }),
    makeOrder('FBA', { lines, status: 'shipped', fulfilledBy: 'platform' }),
  ]);
  await ship(world, await world.idOf('SHIPPED'));
  await walk(world, await world.idOf('PACKED'), 'pack');
  await walk(world, await world.idOf('PICKED'), 'pick');
  await walk(world, await world.idOf('IN-WAVE'), 'wave');
  await walk(world, await world.idOf('READY'), 'reserve');
  await walk(world, await world.idOf('WAITING'), 'reserve');
  await server.app.database.owner.query(
    `with w as (update warehouse set prepaid_balance = 100, order_fee = 0 where company_id = $1 returning company_id, id)
     insert into warehouse_prepayment (company_id, warehouse_id, amount, actor, at) select company_id, id, 100, 'test', now() from w`,
    [world.main.companyId],
  );
  await bookLeftovers(server.app, world.main.ctx, 1, true);
  return world;
}

/** Gives the parcel a label as the carrier's answer would leave it. */
async function ship(world: OrderWorld, orderId: number): Promise<void> {
  await walk(world, orderId, 'pack');
  await world.server.app.database.owner.query(
    `update parcel set state = 'labelled', carrier = 'ups', tracking_number = '1Z' || id, label_cost = 5, label_currency = 'USD', bought_at = now()
     where company_id = $1 and order_id = $2`,
    [world.main.companyId, orderId],
  );
  if (!(await takeStep(world, orderId, 'ship'))) throw new Error(`order ${orderId} did not ship`);
}

/** Runs all checks after `damage`, done as the tables' owner, rolls back and returns the failed checks. */
export async function redAfter(
  server: TestServer,
  companyId: number,
  damage: (tx: Tx) => Promise<unknown>,
): Promise<string[]> {
  const url = String(server.app.database.owner.options.connectionString);
  const asOwner = new Database({ owner: url, app: url }, { appConnections: 1, onError: () => {} });
  const red: string[] = [];
  const undo = new Error('undone on purpose');
  try {
    await asOwner.inCompany(systemContext(companyId, 'test'), async (tx) => {
      await damage(tx);
      for (const invariant of invariants()) if (!(await check(tx, invariant)).green) red.push(invariant.key);
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  } finally {
    await asOwner.close();
  }
  return red;
}
