import './area.ts';
import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
import * as calls from '@tradewind/contract/returns.ts';
import { sql } from '../../core/database/sql.ts';
import { dayFromNow } from '../../testing/day.ts';
import { makeLine, makeOrder, type OrderWorld, walk } from '../orders/orders.testing.ts';

export interface Shelves {
  returns: number;
  shelf: number;
}

/** The test warehouse with a returns location; its shelf is the picking location. */
export async function addShelves(world: OrderWorld): Promise<Shelves> {
  const { owner } = world.server.app.database;
  const made = await owner.query(
    `insert into location (company_id, warehouse_id, code, area, shelf, row_no, column_no, kind)
     values ($1, $2, 'RTN', 'RTN', '1', '1', '1', 'returns') returning id`,
    [world.main.companyId, world.warehouseId],
  );
  const shelf = await owner.query(
    `select id from location where company_id = $1 and warehouse_id = $2 and code = 'A-1'`,
    [world.main.companyId, world.warehouseId],
  );
  return { returns: Number(made.rows[0].id), shelf: Number(shelf.rows[0].id) };
}

/** A shipped order with this many units of SKU-1 in one line. */
export async function shippedOrder(
  world: OrderWorld,
  no: string,
  quantity = 3,
): Promise<{ id: number; lineId: number }> {
  const amount = (19.99 * quantity).toFixed(2);
  await world.take([
    makeOrder(no, {
      lines: [makeLine('1', 'SKU-1', quantity)],
      goodsAmount: amount,
      shippingAmount: '5.00',
      totalAmount: (Number(amount) + 5).toFixed(2),
    }),
  ]);
  const id = await world.idOf(no);
  await walk(world, id, 'ship');
  const line = await world.one<{ id: number }>(
    sql`select id from order_line where company_id = ${world.main.companyId} and order_id = ${id}`,
  );
  return { id, lineId: line.id };
}

export const requested = (orderId: number, lineId: number, quantity: number): InputOf<typeof calls.addReturn> => ({
  orderId,
  kind: 'return',
  wanted: 'refund',
  reason: 'damaged',
  lines: [{ orderLineId: lineId, quantity }],
});

/** Days around today, whatever the company's time zone makes of now. */
export const thisWeek = () => ({ from: dayFromNow(-2), to: dayFromNow(2) });

export const detailOf = (world: OrderWorld, id: number): Promise<ResultOf<typeof calls.getReturn>> =>
  world.server.ok(calls.getReturn, { id }, world.main);

/** The available stock of SKU-1. */
export async function availableOf(world: OrderWorld): Promise<number> {
  const row = await world.one<{ n: number }>(sql`select available as n from stock_balance
    where company_id = ${world.main.companyId} and product_id = ${world.productIds[0] ?? 0}`);
  return row.n;
}
