import type { Reply } from '../../../../../sandbox/src/world/orders.ts';
import { sql } from '../../../core/database/sql.ts';
import { type Outside, openOutside } from '../../channels/testing/sandbox.ts';
import { type OrderWorld, openWorld, walk } from '../../orders/orders.testing.ts';

export interface PlatformOrder {
  id: number;
  no: string;
  label: string;
}

export interface PlatformShop {
  shopId: number;
  outside: Outside;
  world: OrderWorld;
  /** An order of the shop with its goods in stock that no test has had yet. */
  waiting(): Promise<PlatformOrder>;
  /** The same in its packed box. */
  packed(): Promise<PlatformOrder & { outboundId: number }>;
  /** What the platform heard of shipments of an order. */
  told(no: string): Reply[];
}

/** A company with a shop of a platform whose orders are in; who carries these is the platform's custom. */
export async function openPlatformShop(
  platform: string,
  carrier: 'platform' | 'seller',
  region?: string,
): Promise<PlatformShop> {
  const outside = await openOutside();
  return anotherShop(outside, await openWorld(outside.server, { products: 1, stock: 500 }), platform, carrier, region);
}

/** Adds a shop to the same company. */
export async function anotherShop(
  outside: Outside,
  world: OrderWorld,
  platform: string,
  carrier: 'platform' | 'seller',
  region?: string,
): Promise<PlatformShop> {
  const { companyId, ctx } = world.main;
  const { shopId } = await outside.connect(world.main, { platform, ...(region ? { region } : {}) });
  await outside.server.app.database.owner.query(
    `insert into sku_mapping (company_id, shop_id, seller_sku, product_id, created_by) select $1, $2, unnest($3::text[]), $4, 'test'`,
    [companyId, shopId, outside.sandbox.world.catalog.items.map(({ sku }) => sku), world.productIds[0]],
  );
  await outside.run(ctx, shopId, 'orders');
  let last = 0;
  const waiting = async () => {
    const order =
      await world.one<PlatformOrder>(sql`select id, platform_order_no as no, display_no as label from sales_order
      where company_id = ${companyId} and shop_id = ${shopId} and id > ${last} and status in ('allocate', 'ready')
        and line_count = 1 and platform_shipping = ${carrier === 'platform'} and platform_hold is null and not cancel_requested
      order by id limit 1`);
    last = order.id;
    return order;
  };
  return {
    shopId,
    outside,
    world,
    waiting,
    packed: async () => {
      const order = await waiting();
      await walk(world, order.id, 'pack');
      const { outboundId } = await world.one<{ outboundId: number }>(sql`select id as "outboundId" from outbound
        where company_id = ${companyId} and order_id = ${order.id}`);
      return { ...order, outboundId };
    },
    told: (no) =>
      outside.sandbox.world
        .shop(platform)
        .byId.get(no)
        ?.told.filter((one) => one.kind === 'shipment') ?? [],
  };
}
