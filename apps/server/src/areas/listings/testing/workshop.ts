import { saveMappings } from '@tradewind/contract/catalog.ts';
import type { STREAMS } from '@tradewind/contract/channels.ts';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Person, TestServer } from '../../../testing/harness.ts';
import { type Outside, openOutside } from '../../channels/testing/sandbox.ts';
import { openWorld } from '../../orders/orders.testing.ts';
import { moveStock } from '../../stock/public.ts';
import { calculate, calculateChanges } from '../calculate.ts';

/** A company that sells one product in several shops of the sandbox. */
export interface Workshop {
  outside: Outside;
  server: TestServer;
  main: Person & { ctx: Ctx };
  warehouseId: number;
  sku: string;
  /** In the order of the platforms. */
  shops: number[];
  emptyWarehouse(): Promise<number>;
  /** Moves on hand, in units. */
  stock(units: number): Promise<void>;
  map(shopId: number, factor: number, sellerSku?: string): Promise<void>;
  /** Available stock, less the shortage of waiting orders. */
  available(): Promise<number>;
  /** The quantity that buyers see on the platform. */
  shown(platform: string): number;
  /** How many quantity updates the platform received. */
  sentTo(platform: string): number;
  sync(shopId: number, kind: (typeof STREAMS)[number]): Promise<void>;
  /** Calculates a shop and sends its updates. */
  notify(shopId: number): Promise<void>;
  /** Calculates all changes and sends the updates of every shop. */
  changes(): Promise<void>;
  close(): Promise<void>;
}

let losses = 0;

export async function openWorkshop(platforms: readonly string[]): Promise<Workshop> {
  // A few pages on every platform: each look at a shop asks for all of them.
  const outside = await openOutside({ listingsPerShop: 240 });
  const { server, sandbox } = outside;
  const world = await openWorld(server, { products: 1 });
  const { main } = world;
  const productId = world.productIds[0] ?? 0;
  const sku = sandbox.world.catalog.items[0]?.sku ?? '';
  const listing = (platform: string) => {
    const found = sandbox.world.shop(platform).listings.bySku(sku);
    if (!found) throw new Error(`${platform} does not list ${sku}`);
    return found;
  };
  const workshop: Workshop = {
    outside,
    server,
    main,
    warehouseId: world.warehouseId,
    sku,
    shops: [],
    emptyWarehouse: async () => {
      const made = await server.app.database.owner.query(
        `insert into warehouse (company_id, code, name, kind, address) select company_id, 'EMPTY', 'Empty', kind, address
         from warehouse where company_id = $1 limit 1 returning id`,
        [main.companyId],
      );
      return Number(made.rows[0].id);
    },
    stock: async (units) => {
      if (units > 0) return world.stock(productId, units);
      const { id } = await world.one<{ id: number }>(sql`select location_id as id from bin_stock
        where company_id = ${main.companyId} and product_id = ${productId} and on_hand > 0`);
      const lost = { warehouseId: world.warehouseId, productId, locationId: id, onHand: units, reason: 'adjust' };
      await world.tx((tx) => moveStock(tx, [{ ...lost, docKind: 'lost', docId: ++losses, step: 'out' }]));
    },
    map: async (shopId, factor, sellerSku = sku) =>
      void (await server.ok(saveMappings, { rows: [{ shopId, sellerSku, productId, factor }] }, main)),
    available: async () =>
      (
        await world.one<{ n: number }>(sql`select ((select coalesce(sum(available), 0) from stock_balance
            where company_id = ${main.companyId} and product_id = ${productId})
          - (select coalesce(sum(l.stock_quantity - l.reserved), 0) from order_line l join sales_order o
            on o.company_id = l.company_id and o.id = l.order_id where l.company_id = ${main.companyId} and l.product_id = ${productId}
            and o.status in ('unpaid', 'review', 'allocate', 'exception', 'held')))::int as n`)
      ).n,
    shown: (platform) => sandbox.world.shop(platform).listings.quantityOf(listing(platform), sandbox.world.clock.now()),
    sentTo: (platform) => listing(platform).told.filter((one) => one.quantity !== undefined).length,
    sync: (shopId, kind) => outside.run(main.ctx, shopId, kind),
    notify: async (shopId) => {
      await world.tx((tx) => calculate(tx, { shopId }));
      await workshop.sync(shopId, 'stock');
    },
    changes: async () => {
      await world.tx(calculateChanges);
      await Promise.all(workshop.shops.map((shopId) => workshop.sync(shopId, 'stock')));
    },
    close: () => outside.close(),
  };
  for (const platform of platforms) {
    const { shopId } = await outside.connect(main, { platform, importDays: 0 });
    workshop.shops.push(shopId);
    await workshop.sync(shopId, 'listings');
    await workshop.map(shopId, 1);
  }
  return workshop;
}
