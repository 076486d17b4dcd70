import { mergeOrders, splitOrder } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Reply } from '../../../../../sandbox/src/world/orders.ts';
import { sql } from '../../../core/database/sql.ts';
import { type Outside, openOutside } from '../../channels/testing/sandbox.ts';
import { type OrderWorld, openWorld, walk } from '../orders.testing.ts';
import { confirmDue } from '../platform/confirm.ts';
import { setShipment } from '../platform/shipment.ts';

const DOMAIN = 'tradewind-demo.myshopify.com';
let outside: Outside;
let world: OrderWorld;
let shopId: number;

beforeAll(async () => {
  outside = await openOutside();
  world = await openWorld(outside.server, { products: 2, stock: 500 });
  const fields = { shopDomain: 'tradewind-demo' };
  shopId = (await outside.connect(world.main, { platform: 'shopify', fields })).shopId;
  await outside.server.app.database.owner.query(
    `insert into sku_mapping (company_id, shop_id, seller_sku, product_id, created_by) select company_id, $2, sku, id, 'test' from product where company_id = $1`,
    [world.main.companyId, shopId],
  );
});
afterAll(() => outside.close());

/** A new platform order, ingested as the platform sends it. */
async function order(lines: { sku: string; quantity: number }[]): Promise<{ id: number; no: string }> {
  const { orderIds } = await outside.control<{ orderIds: string[] }>('orders', { shop: 'shopify', lines });
  const no = orderIds[0] ?? '';
  await outside.run(world.main.ctx, shopId, 'orders');
  const row = await world.one<{ id: number }>(sql`select id from sales_order where company_id = ${world.main.companyId}
    and shop_id = ${shopId} and split_from is null order by id desc limit 1`);
  return { id: row.id, no };
}

const answered = (no: string): Reply[] =>
  outside.sandbox.world
    .shop(DOMAIN)
    .byId.get(no)
    ?.told.filter((one) => one.kind === 'shipment') ?? [];
const lineIds = (id: number) =>
  world.tx((tx) =>
    tx.rows<{ id: number; quantity: number }>(
      sql`select id, quantity from order_line where company_id = ${sql.company} and order_id = ${id} order by id`,
    ),
  );
async function send(id: number, trackingNumber: string): Promise<void> {
  await walk(world, id, 'pack');
  const label = { packageNo: 1, carrierCode: 'UPS', carrierName: 'UPS', serviceName: 'Ground', trackingNumber };
  await world.tx((tx) => setShipment(tx, id, label));
  await walk(world, id, 'ship');
}
const states = (...ids: number[]) =>
  world.tx((tx) =>
    tx.rows(sql`select confirm_state as state, confirm_error as error from sales_order where company_id = ${sql.company}
      and id = any(${ids}::bigint[]) order by id`),
  );

it('each part of a split order is told under the whole’s number, with its own lines and tracking number', async () => {
  const { id, no } = await order([
    { sku: 'SKU-1', quantity: 3 },
    { sku: 'SKU-2', quantity: 1 },
  ]);
  const [one, two] = await lineIds(id);
  const parts = [
    {
      lines: [
        { lineId: one?.id ?? 0, quantity: 1 },
        { lineId: two?.id ?? 0, quantity: 1 },
      ],
    },
  ];
  const { ids } = await outside.server.ok(splitOrder, { id, parts }, world.main);
  const part = ids[0] ?? 0;
  await send(id, '1Z999AA10000000001');
  await confirmDue(outside.server.app, world.main.ctx, shopId);
  await send(part, '1Z999AA10000000002');
  // Its response was lost once: only the connector can tell whether this parcel was confirmed.
  await world.tx((tx) =>
    tx.rows(sql`update sales_order set confirm_state = 'telling' where company_id = ${sql.company} and id = ${part}`),
  );
  await confirmDue(outside.server.app, world.main.ctx, shopId);
  expect(await states(id, part)).toEqual([
    { state: 'confirmed', error: null },
    { state: 'confirmed', error: null },
  ]);
  expect(answered(no).map((one) => [one.tracking, one.lines?.reduce((sum, line) => sum + line.quantity, 0)])).toEqual([
    [['1Z999AA10000000001'], 2],
    [['1Z999AA10000000002'], 2],
  ]);
  // The platform now shows everything as shipped, which changes nothing here.
  await outside.run(world.main.ctx, shopId, 'orders');
  expect(
    await world.one(sql`select status from sales_order where company_id = ${world.main.companyId} and id = ${part}`),
  ).toEqual({ status: 'shipped' });
});

it('orders that shared a box are told one by one, by the same tracking number', async () => {
  const orders = [await order([{ sku: 'SKU-1', quantity: 1 }]), await order([{ sku: 'SKU-2', quantity: 2 }])];
  const ids = orders.map((one) => one.id);
  // Two orders of one buyer.
  await world.tx((tx) =>
    tx.rows(sql`update sales_order o set ship_to = f.ship_to, buyer_email = f.buyer_email, buyer_ref = f.buyer_ref, currency = f.currency
      from sales_order f where f.company_id = o.company_id and f.id = ${ids[0] ?? 0} and o.company_id = ${sql.company} and o.id = ${ids[1] ?? 0}`),
  );
  expect(await outside.server.ok(mergeOrders, { ids }, world.main)).toMatchObject({ done: 2, failed: [] });
  await send(ids[0] ?? 0, '1Z999AA10000000003');
  await confirmDue(outside.server.app, world.main.ctx, shopId);
  for (const { no } of orders) expect(answered(no)).toMatchObject([{ tracking: ['1Z999AA10000000003'] }]);
  expect(await states(...ids)).toEqual([
    { state: 'confirmed', error: null },
    { state: 'confirmed', error: null },
  ]);
});
