import { setTimeout as sleep } from 'node:timers/promises';
import { listOrders, orderTabs } from '@tradewind/contract/orders.ts';
import { expect } from 'vitest';
import { readConfig } from '../../core/config.ts';
import { openApp } from '../../core/start.ts';
import { brokenChecks } from '../checks.ts';
import type { Seller } from './seller.ts';
import type { KillWorld } from './world.ts';

/** What the stand-ins know in the end. */
export interface Reply {
  orders: {
    orderId: string;
    shop: string;
    status: string;
    confirmations: number;
    confirmed: { tracking: string[] }[];
  }[];
  ups: {
    byReference: Record<
      string,
      { bought: number; standing: number; parcels: { trackingNumber: string; voided: boolean }[] }
    >;
  };
}

export async function untilAllShipped(seller: Seller, orders: number, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000;
  let last: unknown;
  for (;;) {
    const tabs = await seller.try(orderTabs, {});
    last = tabs;
    const gone = (tabs?.counts.shipped ?? 0) + (tabs?.counts.delivered ?? 0);
    // One look at the final state: an order between two states would be in neither of two looks.
    const confirmed = await seller.try(listOrders, { confirmState: 'confirmed', page: 1, pageSize: 1 });
    if (gone === orders && confirmed?.total === orders) return;
    if (Date.now() > end)
      throw new Error(`not all shipped and confirmed: ${JSON.stringify(last)}, ${confirmed?.total} confirmed`);
    await sleep(100);
  }
}

/** Each platform was told once of each order, and each box has one label that stands and no other box has. */
export function confirmedOnce({ orders, ups }: Reply, expected: number): void {
  expect(orders).toHaveLength(expected);
  const wrong = orders.filter((order) => order.confirmations !== 1);
  expect(wrong.map((order) => [order.orderId, order.status, order.confirmations])).toEqual([]);
  const doubled = Object.entries(ups.byReference).filter(([, label]) => label.standing !== 1);
  expect(JSON.stringify(doubled)).toBe('[]');
  const tracking = orders.flatMap((order) => order.confirmed.flatMap((one) => one.tracking));
  expect(new Set(tracking).size).toBe(expected);
}

/** The number of each order and of each box, as the platforms and the carrier know them. */
function numbersThere({ orders, ups }: Reply) {
  const standing = Object.entries(ups.byReference).flatMap(([reference, { parcels }]) =>
    parcels.filter((parcel) => !parcel.voided).map((parcel) => [reference, parcel.trackingNumber]),
  );
  return {
    orders: Object.fromEntries(orders.map((order) => [order.orderId, order.confirmed.at(-1)?.tracking.join()])),
    boxes: Object.fromEntries(standing) as Record<string, string>,
  };
}

/**
 * All integrity checks, by hand what matters most, and order by order and box by box the numbers that the stand-ins know.
 * The program must have stopped: this opens its data folder.
 */
export async function allHolds(world: KillWorld, there: Reply, orders: number): Promise<void> {
  const opened = await openApp(readConfig(world.env));
  try {
    const { rows } = await opened.app.database.owner.query(
      `select (select count(*)::int from sales_order where status in ('shipped', 'delivered')) as shipped,
         (select count(distinct doc_id)::int from stock_movement where split_part(step, ':', 1) = 'ship') as "leftOnce",
         (select -sum(on_hand)::int from stock_movement where split_part(step, ':', 1) = 'ship') as "unitsOut",
         (select sum(quantity)::int from order_goods) as "unitsOrdered",
         (select sum(reserved)::int from stock_balance) as reserved`,
    );
    const [sums] = rows as { unitsOut: number; unitsOrdered: number }[];
    expect(await brokenChecks(opened.app, world.companyId)).toEqual([]);
    expect(sums).toMatchObject({ shipped: orders, leftOnce: orders, reserved: 0, unitsOut: sums?.unitsOrdered });
    const here = await opened.app.database.owner.query(
      `select (select jsonb_object_agg(platform_order_no, tracking_number) from sales_order) as orders,
         (select jsonb_object_agg(reference, tracking_number) from parcel where state <> 'voided') as boxes`,
    );
    expect(here.rows[0]).toEqual(numbersThere(there));
  } finally {
    await opened.close();
  }
}
