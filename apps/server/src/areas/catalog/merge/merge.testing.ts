import * as calls from '@tradewind/contract/catalog.ts';
import type { TestServer } from '../../../testing/harness.ts';
import { makeLine, makeOrder, openWorld } from '../../orders/orders.testing.ts';
import { reserveOrders } from '../../orders/public.ts';

/** Three products of a shop with a warehouse; the first one turns out to be the second one. */
export async function shopWorld(server: TestServer) {
  const world = await openWorld(server, { products: 3 });
  const { main, productIds } = world;
  const [from = 0, into = 0, third = 0] = productIds;
  const query = async (text: string, values: unknown[] = []) =>
    (await server.app.database.owner.query(text, [main.companyId, ...values])).rows;
  return {
    ...{ world, main, from, into, third, query },
    order: (no: string, sku: string, quantity = 1) =>
      world.take([makeOrder(no, { lines: [makeLine(`${no}-1`, sku, quantity)] })]),
    /** Every order that waits for stock. */
    reserve: async () => {
      const rows = await query(
        `select id::int from sales_order where company_id = $1 and status = 'allocate' order by id`,
      );
      await world.tx((tx) =>
        reserveOrders(
          tx,
          rows.map((row) => row.id),
        ),
      );
    },
    preview: () => server.ok(calls.previewMerge, { fromId: from, intoId: into }, main),
    merge: (a = from, b = into) => server.call(calls.mergeProducts, { fromId: a, intoId: b }, main),
    reasons: async () =>
      (await server.ok(calls.previewMerge, { fromId: from, intoId: into }, main)).forbids.map((one) => one.reason),
    units: async (productId: number) =>
      (
        await query(
          'select coalesce(sum(on_hand), 0)::int as n from stock_balance where company_id = $1 and product_id = $2',
          [productId],
        )
      )[0]?.n as number,
    layers: async (productId: number) =>
      (
        await query(
          `select remaining as n, trim_scale(unit_cost)::text as cost from cost_layer
            where company_id = $1 and product_id = $2 and remaining > 0 order by received_at, id`,
          [productId],
        )
      ).map((row) => [row.n, row.cost]),
    openLines: async (productId: number) =>
      (
        await query(
          `select count(*)::int as n from order_line l join sales_order o on o.company_id = $1 and o.id = l.order_id
            where l.company_id = $1 and l.product_id = $2 and o.status not in ('shipped', 'delivered', 'cancelled', 'refunded')`,
          [productId],
        )
      )[0]?.n as number,
  };
}
