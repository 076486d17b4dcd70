import type { PlatformOrder } from '@tradewind/connectors/capabilities/orders.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import { moveStock, receiveLayers } from '../apps/server/src/areas/stock/public.ts';
import type { Bench } from './lib.ts';

export interface World {
  shop: { id: number; platform: string; moduleId: number };
  warehouseId: number;
  packingId: number;
  locationIds: number[];
  productIds: number[];
  skus: string[];
}

/** A shop, `products` mapped products and one warehouse with locations; every product has `stock` units in a bin. */
export async function makeWorld(bench: Bench, products: number, stock: number): Promise<World> {
  const { app, companyId, ctx } = bench;
  const owner = app.database.owner;
  const one = async (text: string, values: unknown[] = []) =>
    ((await owner.query(text, values)).rows[0] as { id: number }).id;
  const shopId = await one(
    `insert into shop (company_id, platform, name, account, module_id, state) values ($1, 'shopify', 'Bench shop', 'bench.myshopify.com', 410, 'authorized') returning id`,
    [companyId],
  );
  const warehouseId = await one(
    `insert into warehouse (company_id, code, name, kind, address, is_default) values ($1, 'W1', 'Main', 'selfBuilt',
     '{"name":"Main","line1":"1 Dock Rd","city":"Timonium","state":"MD","postalCode":"21093","country":"US","phone":"5551234567"}', true) returning id`,
    [companyId],
  );
  const location = (code: string, kind: string, pathOrder: number) =>
    one(
      `insert into location (company_id, warehouse_id, code, area, shelf, row_no, column_no, kind, path_order) values ($1, $2, $3, 'A', '1', '1', '1', $4, $5) returning id`,
      [companyId, warehouseId, code, kind, pathOrder],
    );
  const packingId = await location('PACK', 'packing', 0);
  await location('RECV', 'receiving', 0);
  const locationIds: number[] = [];
  for (let i = 0; i < 40; i++)
    locationIds.push(await location(`A-01-01-${String(i).padStart(2, '0')}`, 'picking', i + 1));
  const made = await owner.query(
    `insert into product (company_id, sku, name_zh, name_en, gross_weight_kg) select $1, 'SKU-' || lpad(n::text, 6, '0'), '商品' || n, 'Product ' || n, 0.3
     from generate_series(1, $2) n on conflict do nothing returning id, sku`,
    [companyId, products],
  );
  const rows = made.rows as { id: number; sku: string }[];
  await owner.query(
    `insert into sku_mapping (company_id, shop_id, seller_sku, product_id, created_by) select company_id, $2, sku, id, 'bench' from product where company_id = $1 on conflict do nothing`,
    [companyId, shopId],
  );
  await owner.query(
    `insert into order_rule (company_id, name, kind, position, conditions, action) values ($1, 'Big orders', 'review', 1,
       '[{"field":"totalAmount","operator":"atLeast","value":"5000"}]', '{"decision":"review"}'), ($1, 'The rest', 'review', 2, '[]', '{"decision":"pass"}')`,
    [companyId],
  );
  if (stock > 0)
    for (let at = 0; at < rows.length; at += 500)
      await app.database.inCompany(ctx, async (tx) => {
        const part = rows.slice(at, at + 500);
        const doc = { docKind: 'opening', docId: 1 };
        await moveStock(
          tx,
          part.map((row, i) => ({
            ...doc,
            warehouseId,
            productId: row.id,
            locationId: locationIds[(at + i) % locationIds.length] ?? 0,
            onHand: stock,
            reason: 'opening',
            docLine: row.id,
            step: 'in',
          })),
        );
        await receiveLayers(
          tx,
          part.map((row) => ({
            ...doc,
            warehouseId,
            productId: row.id,
            quantity: stock,
            unitCost: '12.5',
            docLine: row.id,
          })),
        );
      });
  await owner.query('analyze');
  return {
    shop: { id: shopId, platform: 'shopify', moduleId: rights.shopifyOrder.id },
    warehouseId,
    packingId,
    locationIds,
    productIds: rows.map((row) => row.id),
    skus: rows.map((row) => row.sku),
  };
}

/** An order as a connector hands it over: paid, addressed, `lines` lines of one unit. */
export function makeOrder(
  world: Pick<World, 'skus'>,
  n: number,
  lines: number,
  sku: (line: number) => string = (line) => world.skus[(n * 7 + line * 131) % world.skus.length] ?? '',
): PlatformOrder {
  const orderedAt = new Date(Date.UTC(2026, 9, 1) + n * 3000).toISOString();
  return {
    platformOrderNo: `B${String(n).padStart(9, '0')}`,
    status: 'toShip',
    fulfilledBy: 'seller',
    orderedAt,
    updatedAt: orderedAt,
    currency: 'USD',
    goodsAmount: '59.97',
    shippingAmount: '4.99',
    taxAmount: '0.00',
    discountAmount: '0.00',
    totalAmount: '64.96',
    buyerName: `Buyer ${n % 5000}`,
    buyerEmail: `buyer${n % 5000}@example.test`,
    shipTo: {
      name: `Buyer ${n % 5000}`,
      line1: `${n % 900} Elm Street`,
      city: 'Austin',
      state: 'TX',
      postalCode: '78701',
      country: 'US',
      phone: '5125550100',
    },
    lines: Array.from({ length: lines }, (_, line) => ({
      platformLineId: `${n}-${line}`,
      sellerSku: sku(line),
      title: `Product of line ${line}`,
      quantity: 1,
      unitPrice: '19.99',
      discount: '0.00',
      tax: '0.00',
    })),
  };
}
