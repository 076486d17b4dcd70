import { afterAll, beforeAll, expect, it } from 'vitest';
import { enqueueSync } from '../../channels/public.ts';
import { type Outside, openOutside } from '../../channels/testing/sandbox.ts';
import { type OrderWorld, openWorld } from '../orders.testing.ts';

const PLATFORM = 'shein';
const MANY = 240;
let outside: Outside;
let world: OrderWorld;
beforeAll(async () => {
  outside = await openOutside();
  world = await openWorld(outside.server, { products: 1 });
});
afterAll(() => outside.close());

it('new orders of a shop come in while hundreds of others are being acknowledged', async () => {
  const { owner } = outside.server.app.database;
  const { shopId } = await outside.connect(world.main, { platform: PLATFORM });
  await outside.control('orders', { shop: PLATFORM, count: MANY });
  await outside.run(world.main.ctx, shopId, 'orders');
  const before = new Set(await outside.orders(shopId));
  expect(before.size).toBeGreaterThanOrEqual(MANY);
  await outside.control('orders', { shop: PLATFORM, count: 1 });
  await world.tx((tx) => enqueueSync(tx, shopId));
  await outside.server.startWorker();
  const left = async () =>
    Number(
      (
        await owner.query(
          `select count(*) as n from platform_update where company_id = $1 and shop_id = $2 and state <> 'done'`,
          [world.main.companyId, shopId],
        )
      ).rows[0].n,
    );
  await outside.server.until(
    async () => (await left()) === 0 && (await outside.orders(shopId)).length > before.size,
    120,
  );
  const { rows } = await owner.query(
    `select o.created_at as "cameAt", (select count(*)::int from document_event e where e.company_id = $1 and e.doc_kind = 'sales_order'
       and e.event = 'platformAcknowledged' and e.at > o.created_at) as after
     from sales_order o where o.company_id = $1 and o.shop_id = $2 and o.platform_order_no <> all($3::text[])`,
    [world.main.companyId, shopId, [...before]],
  );
  expect(rows).toHaveLength(1);
  // At most one batch of the earlier updates went out first.
  expect(rows[0].after).toBeGreaterThan(MANY / 3);
});
