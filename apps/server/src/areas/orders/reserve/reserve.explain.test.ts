import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explained, fillBig } from '../../../testing/explain.ts';
import { ownServer, type TestServer } from '../../../testing/harness.ts';
import { goodsAwaited } from '../../warehouse/public.ts';
import { type OrderWorld, openWorld } from '../orders.testing.ts';
import { whyWaiting } from '../why/why.ts';
import { inServingOrder, nextInQueue } from './queue.ts';

/** Equal numbers of orders wait for SKU-1 and are shipped; a few wait for SKU-2. */
const ORDERS = 40_000;
const FEW = 30;

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await ownServer();
  world = await openWorld(server);
  const { owner } = server.app.database;
  const { companyId } = world.main;
  await fillBig(owner, ['sales_order', 'order_line', 'order_shortage'], async () => {
    await owner.query(
      `insert into sales_order (company_id, shop_id, module_id, platform, platform_order_no, display_no, status, exception, ordered_at, platform_updated_at, currency,
         goods_amount, shipping_amount, tax_amount, discount_amount, total_amount, summary, line_count, units)
       select $1, $2, 410, 'shopify', 'R' || n, 'R' || n, case when n <= $3::int then 'shipped' else 'allocate' end, case when n > $3::int then 'stock' end,
         timestamptz '2026-01-01' + make_interval(mins => n), now(), 'USD', 10, 0, 0, 0, 10, '[]', 1, 1 from generate_series(1, 2 * $3::int + $4::int) n`,
      [companyId, world.shop.id, ORDERS, FEW],
    );
    await owner.query(
      `insert into order_line (company_id, order_id, platform_line_id, seller_sku, title, quantity, unit_price, discount, tax, product_id)
       select company_id, id, '1', 'S', 'T', 1, 10, 0, 0, case when substr(platform_order_no, 2)::int > 2 * $2::int then $4::bigint else $3::bigint end
       from sales_order where company_id = $1`,
      [companyId, ORDERS, world.productIds[0], world.productIds[1]],
    );
    await owner.query(
      `insert into order_shortage (company_id, order_id, product_id, quantity)
       select l.company_id, l.order_id, l.product_id, l.quantity from order_line l join sales_order o on o.company_id = $1 and o.id = l.order_id
       where l.company_id = $1 and o.status = 'allocate'`,
      [companyId],
    );
  });
  await world.stock(world.productIds[1] ?? 0, 5);
  await owner.query('vacuum analyze');
});
afterAll(() => server.close());

const explain = (touched: number, work: Parameters<typeof explained>[2]) =>
  explained(server.app.database, world.main.ctx, work, {
    big: ['sales_order', 'order_line', 'order_shortage'],
    touched,
  });

describe('where tens of thousands wait for other goods', () => {
  it('goods that come are given without reading those', async () => {
    const found = await world.tx((tx) => nextInQueue(tx));
    expect(found).toHaveLength(FEW);
    expect(await explain(10 * FEW, (tx) => nextInQueue(tx))).toEqual([]);
    expect(await explain(10 * FEW, (tx) => nextInQueue(tx, found[9]))).toEqual([]);
    expect(
      await explain(10 * FEW, (tx) =>
        inServingOrder(
          tx,
          found.map((place) => place.id),
        ),
      ),
    ).toEqual([]);
  });

  it('why an order waits is told within what its own product holds', async () => {
    const { id } = await world.tx(async (tx) => {
      const [last] = await nextInQueue(tx, undefined, FEW).then((all) => all.slice(-1));
      return { id: last?.id ?? 0 };
    });
    const why = await world.tx((tx) => whyWaiting(tx, id));
    expect(why.reasons).toEqual([{ kind: 'next', params: {} }]);
    expect(why.products).toMatchObject([{ place: FEW }]);
    expect(await explain(10 * FEW, (tx) => whyWaiting(tx, id))).toEqual([]);
  });

  it('what they wait for is named from the oldest of them', async () => {
    const found: number[] = [];
    const call = (add: (goods: { productId: number }) => void) => ({ most: 50, add });
    await world.tx((tx) =>
      goodsAwaited.call(
        tx,
        call(({ productId }) => void found.push(productId)),
      ),
    );
    expect(found).toEqual([world.productIds[0]]);
    expect(
      await explain(3000, (tx) =>
        goodsAwaited.call(
          tx,
          call(() => {}),
        ),
      ),
    ).toEqual([]);
  });
});
