import { chooseWmsMethods, wmsOrders } from '@tradewind/contract/wms.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { type Outside, openOutside } from '../channels/testing/sandbox.ts';
import { wrongs } from '../orders/orders.testing.ts';
import { reserveOrders } from '../orders/public.ts';
import { poll } from './poll.ts';
import { sendDue } from './send.ts';
import { openProvider, type ProviderWorld } from './wms.testing.ts';

const DOMAIN = 'tradewind-demo.myshopify.com';
let outside: Outside;
let p: ProviderWorld;
let shopId = 0;
const owner = async <T extends object>(text: string, values: unknown[] = []) =>
  (await p.server.app.database.owner.query<T>(text, values)).rows;

beforeAll(async () => {
  outside = await openOutside();
  p = await openProvider(outside);
  shopId = (await outside.connect(p.world.main, { platform: 'shopify', fields: { shopDomain: 'tradewind-demo' } }))
    .shopId;
  await owner(
    `insert into sku_mapping (company_id, shop_id, seller_sku, product_id, created_by) select company_id, $1, sku, id, 'test' from product`,
    [shopId],
  );
  const choices = [{ channelId: 0, methodCode: 'ECO' }];
  await p.server.ok(chooseWmsMethods, { houseId: p.houseId, choices }, p.world.main);
  await outside.server.startWorker();
});
afterAll(async () => {
  expect(await wrongs(p.world)).toEqual([]);
  await p.close();
});

it('a number that comes after the parcel left without one is taken, and the platform is told of it once', async () => {
  const { orderIds } = await outside.control<{ orderIds: string[] }>('orders', {
    shop: 'shopify',
    lines: [{ sku: 'SKU-1', quantity: 1 }],
  });
  await outside.run(p.world.main.ctx, shopId, 'orders');
  const { id } = await p.world.one<{ id: number }>(
    sql`select id from sales_order where shop_id = ${shopId} order by id desc limit 1`,
  );
  await p.world.tx((tx) => reserveOrders(tx, [id]));
  const rowNow = async () => (await p.server.ok(wmsOrders, {}, p.world.main)).rows.find((row) => row.orderId === id);
  const answered = () =>
    (outside.sandbox.world.shop(DOMAIN).byId.get(orderIds[0] ?? '')?.told ?? []).flatMap(({ kind, tracking }) =>
      kind === 'shipment' ? [tracking] : [],
    );
  const read = () => poll(p.server.app, p.ctx(), p.connectionId);

  await p.control('knobs', { trackingLater: true });
  await sendDue(p.server.app, p.ctx(), p.connectionId);
  await p.later(3);
  await read();
  expect(await rowNow()).toMatchObject({ state: 'sent', status: 'shipped' });
  // Nobody waits for longer than three days.
  const long = new Date(p.ctx().now().getTime() + 4 * 24 * 3_600_000);
  await poll(p.server.app, { ...p.ctx(), now: () => long }, p.connectionId);
  expect(await rowNow()).toMatchObject({ state: 'done', packages: [{ trackingNumber: '' }] });
  const order = () =>
    p.world.one<{ status: string; tracking: string | null; confirm: string }>(
      sql`select status, tracking_number as tracking, confirm_state as confirm from sales_order where id = ${id}`,
    );
  expect(await order()).toEqual({ status: 'shipped', tracking: null, confirm: 'notNeeded' });
  expect(answered()).toEqual([]);

  await p.later();
  // Their lists tell of it no more.
  await owner(`update wms_connection set orders_until = now() + interval '1 hour'`);
  await owner(`update wms_order set next_at = now() - interval '1 second' where next_at is not null`);
  for (let i = 0; i < 2; i++) await read();
  const number = (await rowNow())?.packages[0]?.trackingNumber ?? '';
  expect(number).toMatch(/^TRK/);
  await p.server.until(async () => (await order()).confirm === 'confirmed');
  expect(await order()).toEqual({ status: 'shipped', tracking: number, confirm: 'confirmed' });
  expect(answered()).toEqual([[number]]);
  const parcels = await owner<{ number: string }>(
    'select tracking_number as number from parcel where order_id = $1 and state = $2',
    [id, 'shipped'],
  );
  expect(parcels).toEqual([{ number }]);
  expect(await rowNow()).toMatchObject({ state: 'done', nextAt: null, error: null });
});
