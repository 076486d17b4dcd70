import { rights } from '@tradewind/contract/access/modules.ts';
import './public.ts';
import type { PlatformOrder } from '@tradewind/connectors/capabilities/orders.ts';
import type { InputOf } from '@tradewind/contract/call.ts';
import { saveBundle } from '@tradewind/contract/catalog.ts';
import { listRules, saveRule, simulateRules, switchOnRules } from '@tradewind/contract/orders.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { brokenChecks } from '../../testing/checks.ts';
import type { Person, TestServer } from '../../testing/harness.ts';
import { batchesOf, moveStock, receiveLayers } from '../stock/public.ts';
import { cancelOutbounds, createWaves, packOutbounds, pickOutbounds, shipOutbounds } from '../warehouse/public.ts';
import { type IntakeResult, intakeOrders } from './intake/intake.ts';
import { reserveOrders } from './reserve/reserve.ts';

export { orderDetail } from './list/detail.ts';

export interface OrderWorld {
  server: TestServer;
  main: Person & { ctx: Ctx };
  shop: TestShop;
  warehouseId: number;
  productIds: number[];
  skus: string[];
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Ingests orders like a sync. */
  take(orders: PlatformOrder[], shop?: TestShop): Promise<IntakeResult>;
  stock(productId: number, onHand: number): Promise<void>;
  one<T extends object>(query: ReturnType<typeof sql>): Promise<T>;
  idOf(platformOrderNo: string): Promise<number>;
  statusOf(platformOrderNo: string): Promise<string>;
}

export interface TestShop {
  id: number;
  platform: string;
  moduleId: number;
}

const ADDRESS =
  '{"name":"Main","line1":"1 Dock Rd","city":"Timonium","state":"MD","postalCode":"21093","country":"US"}';
let worlds = 0;

export async function addShop(
  server: TestServer,
  companyId: number,
  more: { platform?: string; region?: string; moduleId?: number; name?: string } = {},
): Promise<TestShop> {
  const { platform = 'shopify', region = '', moduleId = rights.shopifyOrder.id, name = 'Test shop' } = more;
  const made = await server.app.database.owner.query(
    `insert into shop (company_id, platform, region, name, account, module_id, state) values ($1, $2, $3, $4, $5, $6, 'authorized') returning id`,
    [companyId, platform, region, name, `account-${++worlds}`, moduleId],
  );
  return { id: Number(made.rows[0].id), platform, moduleId };
}

/** Maps the SKUs of a shop to the products of the same SKUs. */
export async function mapProducts(server: TestServer, companyId: number, shopId: number): Promise<void> {
  await server.app.database.owner.query(
    `insert into sku_mapping (company_id, shop_id, seller_sku, product_id, created_by) select company_id, $2, sku, id, 'test' from product where company_id = $1 on conflict do nothing`,
    [companyId, shopId],
  );
}

/** A bundle of so many units of SKU-n, sold under its own SKU in the world's shop. */
export async function addBundle(world: OrderWorld, sku: string, parts: Record<number, number>): Promise<number> {
  const { id } = await world.server.ok(
    saveBundle,
    {
      ...{ sku, nameEn: sku },
      parts: Object.entries(parts).map(([n, quantity]) => ({
        productId: world.productIds[Number(n) - 1] ?? 0,
        quantity,
      })),
    },
    world.main,
  );
  await mapProducts(world.server, world.main.companyId, world.shop.id);
  return id;
}

/** Call it before the member's first call, because permissions are cached. */
export async function grantShops(server: TestServer, member: Person, ...shopIds: number[]): Promise<void> {
  await server.app.database.owner.query(
    `insert into user_scope (company_id, user_id, kind, target_id) select $1, $2, 'shop', unnest($3::bigint[])`,
    [member.companyId, member.userId, shopIds],
  );
}

/** A company with a shop, mapped products SKU-1.., a warehouse with locations and a rule that approves everything. */
export async function openWorld(
  server: TestServer,
  options: { products?: number; stock?: number; pass?: boolean } = {},
): Promise<OrderWorld> {
  const { products = 3, stock = 0, pass = true } = options;
  const main = await server.company();
  const { companyId, ctx } = main;
  const { owner } = server.app.database;
  const shop = await addShop(server, companyId);
  const place = await owner.query(
    `with w as (insert into warehouse (company_id, code, name, kind, address, is_default) values ($1, 'W1', 'Main', 'selfBuilt', $2, true) returning id)
     insert into location (company_id, warehouse_id, code, area, shelf, row_no, column_no, kind, path_order)
     select $1, w.id, l.code, 'A', '1', '1', '1', l.kind, l.n from w, (values ('PACK', 'packing', 0), ('A-1', 'picking', 1), ('A-2', 'storage', 2)) as l(code, kind, n)
     returning id, warehouse_id as "warehouseId", kind`,
    [companyId, ADDRESS],
  );
  const rows = place.rows as { id: number; warehouseId: number; kind: string }[];
  const warehouseId = rows[0]?.warehouseId ?? 0;
  const bin = rows.find((row) => row.kind === 'picking')?.id ?? 0;
  const made = await owner.query(
    `insert into product (company_id, sku, name_zh, name_en, gross_weight_kg) select $1, 'SKU-' || n, '商品' || n, 'Product ' || n, 0.3
     from generate_series(1, $2) n returning id, sku`,
    [companyId, products],
  );
  await mapProducts(server, companyId, shop.id);
  if (pass)
    await owner.query(
      `insert into order_rule (company_id, name, kind, position, conditions, action) values ($1, 'All pass', 'review', 1, '[]', '{"decision":"pass"}')`,
      [companyId],
    );
  const world: OrderWorld = {
    server,
    main,
    shop,
    warehouseId,
    productIds: made.rows.map((row: { id: number }) => row.id),
    skus: made.rows.map((row: { sku: string }) => row.sku),
    tx: (work) => server.app.database.inCompany(ctx, work),
    take: (orders, into = shop) => world.tx((tx) => intakeOrders(tx, into, orders)),
    stock: (productId, onHand) => world.tx((tx) => putStock(tx, world.warehouseId, bin, productId, onHand)),
    one: async <T extends object>(query: ReturnType<typeof sql>) => {
      const row = await world.tx((tx) => tx.row<T>(query));
      if (!row) throw new Error('no row');
      return row;
    },
    idOf: async (no) =>
      (
        await world.one<{ id: number }>(
          sql`select id from sales_order where company_id = ${companyId} and platform_order_no = ${no}`,
        )
      ).id,
    statusOf: async (no) =>
      (
        await world.one<{ status: string }>(
          sql`select status from sales_order where company_id = ${companyId} and platform_order_no = ${no}`,
        )
      ).status,
  };
  if (stock > 0) for (const productId of world.productIds) await world.stock(productId, stock);
  return world;
}

type NewRule = Pick<InputOf<typeof saveRule>, 'kind' | 'action'> & Partial<InputOf<typeof saveRule>>;

/** Adds rules and makes them live, as a user would. */
export async function putRules(world: OrderWorld, ...rules: NewRule[]): Promise<number> {
  const { server, main } = world;
  for (const rule of rules)
    await server.ok(saveRule, { name: rule.kind, enabled: true, conditions: [], ...rule }, main);
  await server.ok(simulateRules, { days: 1 }, main);
  const { draft } = await server.ok(listRules, {}, main);
  return (await server.ok(switchOnRules, { revision: draft?.revision ?? 0 }, main)).version;
}

let puts = 0;
async function putStock(tx: Tx, warehouseId: number, locationId: number, productId: number, onHand: number) {
  const doc = { warehouseId, productId, docKind: 'opening', docId: ++puts, docLine: productId };
  await moveStock(tx, [{ ...doc, locationId, onHand, reason: 'opening', step: 'in' }]);
  await receiveLayers(tx, [{ ...doc, quantity: onHand, unitCost: '12.5' }]);
}

/** Puts units of a batch onto the picking location, at 4.00 each. @returns the batch's id */
export function putBatch(
  world: OrderWorld,
  productId: number,
  batch: { code: string; quantity: number; expiresOn?: string },
): Promise<number> {
  return world.tx(async (tx) => {
    const bin = await tx.row<{ id: number }>(
      sql`select id from location where company_id = ${sql.company} and kind = 'picking' order by id limit 1`,
    );
    const { code, quantity, expiresOn } = batch;
    const [batchId = 0] = await batchesOf(tx, [{ productId, code, expiresOn }]);
    const of = { warehouseId: world.warehouseId, productId, docKind: 'opening', docId: ++puts, docLine: productId };
    const lies = { locationId: bin?.id ?? 0, batchId, onHand: quantity };
    await moveStock(tx, [{ ...of, ...lies, reason: 'opening', step: 'receive' }]);
    await receiveLayers(tx, [{ ...of, quantity, unitCost: '4' }]);
    return batchId;
  });
}

export function makeOrder(no: string, more: Partial<PlatformOrder> = {}): PlatformOrder {
  return {
    platformOrderNo: no,
    status: 'toShip',
    fulfilledBy: 'seller',
    orderedAt: '2026-11-01T08:00:00Z',
    updatedAt: '2026-11-01T08:00:00Z',
    currency: 'USD',
    goodsAmount: '19.99',
    shippingAmount: '4.99',
    taxAmount: '0.00',
    discountAmount: '0.00',
    totalAmount: '24.98',
    buyerName: 'Ann Buyer',
    buyerEmail: 'ann@example.test',
    shipTo: { name: 'Ann Buyer', line1: '1 Elm St', city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' },
    lines: [makeLine('1', 'SKU-1')],
    ...more,
  };
}

export function makeLine(platformLineId: string, sellerSku: string, quantity = 1) {
  return {
    platformLineId,
    sellerSku,
    title: `Title of ${sellerSku}`,
    quantity,
    unitPrice: '19.99',
    discount: '0.00',
    tax: '0.00',
  };
}

/** An instant `n` seconds after the orders of `makeOrder` were placed. */
export const after = (n: number) => new Date(Date.parse('2026-11-01T08:00:00Z') + n * 1000).toISOString();

/** Moves an order through the warehouse, one transaction per step like the real calls. */
export const STEPS = ['reserve', 'wave', 'pick', 'pack', 'ship'] as const;
export type Step = (typeof STEPS)[number];

export async function walk(world: OrderWorld, orderId: number, upTo: Step): Promise<void> {
  for (const step of STEPS.slice(0, STEPS.indexOf(upTo) + 1)) await takeStep(world, orderId, step);
}

export async function takeStep(world: OrderWorld, orderId: number, step: Step): Promise<boolean> {
  if (step === 'reserve') return (await world.tx((tx) => reserveOrders(tx, [orderId]))).reserved.length === 1;
  return world.tx(async (tx) => {
    const ids = (
      await tx.rows<{ id: number }>(
        sql`select id from outbound where company_id = ${sql.company} and order_id = ${orderId} and state not in ('cancelled', 'shipped') order by id`,
      )
    ).map((row) => row.id);
    if (step === 'wave') return (await createWaves(tx, ids)).waves.length > 0;
    if (step === 'pick') return (await pickOutbounds(tx, ids)).done.length > 0;
    if (step === 'pack') {
      const boxes = ids.map((outboundId) => ({ outboundId, weightGrams: 500 }));
      return (await packOutbounds(tx, boxes, 'all')).done.length > 0;
    }
    return (await shipOutbounds(tx, ids)).done.length > 0;
  });
}

export async function cancelInWarehouse(world: OrderWorld, orderId: number): Promise<void> {
  await world.tx(async (tx) => {
    const rows = await tx.rows<{ id: number }>(
      sql`select id from outbound where company_id = ${sql.company} and order_id = ${orderId} and state not in ('cancelled', 'shipped')`,
    );
    await cancelOutbounds(
      tx,
      rows.map((row) => row.id),
      'warehouse',
    );
  });
}

/** Broken integrity checks, and invariants: counters equal counts, allocations equal what orders hold, balances equal their ledger. */
export async function wrongs(world: OrderWorld): Promise<unknown[]> {
  const { companyId } = world.main;
  const { owner } = world.server.app.database;
  const checks = [
    `select 'count' as what, coalesce(c.status, o.status) as about, c.n as counter, o.n as counted from
       (select module_id, shop_id, status, on_day, sum(delta)::int as n from order_count where company_id = $1 group by 1, 2, 3, 4 having sum(delta) <> 0) c
       full join (select module_id, shop_id, status, (ordered_at at time zone 'UTC')::date as on_day, count(*)::int as n from sales_order where company_id = $1 group by 1, 2, 3, 4) o
       using (module_id, shop_id, status, on_day) where c.n is distinct from o.n`,
    `select 'reserved' as what, b.product_id as about, b.reserved as balance, coalesce(l.n, 0) as lines from stock_balance b left join
       (select product_id, warehouse_id, sum(reserved)::int as n from order_goods where company_id = $1 and reserved > 0 group by 1, 2) l using (product_id, warehouse_id)
       where b.company_id = $1 and b.reserved <> coalesce(l.n, 0)`,
    `select 'ledger' as what, b.product_id as about, b.on_hand, b.reserved, m.on_hand as moved, m.reserved as moved_reserved from stock_balance b left join
       (select product_id, warehouse_id, sum(on_hand)::int as on_hand, sum(reserved)::int as reserved from stock_movement where company_id = $1 and condition = 'good' group by 1, 2) m using (product_id, warehouse_id)
       where b.company_id = $1 and (b.on_hand <> m.on_hand or b.reserved <> m.reserved)`,
    `select 'state' as what, o.id as about, o.status, l.reserved, l.stock_quantity from sales_order o join order_line l on l.company_id = o.company_id and l.order_id = o.id
       where o.company_id = $1 and ((o.status in ('ready', 'picking', 'packed') and l.reserved <> l.stock_quantity)
         or (o.status in ('unpaid', 'review', 'allocate', 'shipped', 'delivered', 'cancelled', 'held', 'refunded') and l.reserved <> 0))`,
    `select 'outbound' as what, o.id as about, o.status, count(b.*) from sales_order o left join outbound b on b.company_id = o.company_id and b.order_id = coalesce(o.merged_into, o.id) and b.state not in ('cancelled', 'shipped')
       where o.company_id = $1 group by o.id, o.status
       having count(b.*) <> case when o.status in ('ready', 'picking', 'packed') then 1 when o.status = 'exception' then count(b.*) else 0 end`,
    `select 'stop' as what, o.id as about, o.status, b.state, b.stop_requested, o.cancel_requested, o.platform_hold from outbound b
       join sales_order o on o.company_id = b.company_id and o.id = b.order_id where b.company_id = $1 and b.state not in ('cancelled', 'shipped')
       and b.stop_requested <> exists (select from sales_order m where m.company_id = $1 and coalesce(m.merged_into, m.id) = o.id and (m.cancel_requested or m.platform_hold is not null))`,
    `select 'goods' as what, b.id as about, x.order_line_id, x.quantity, l.reserved, s.status from outbound b
       join outbound_line x on x.company_id = $1 and x.outbound_id = b.id left join order_goods l on l.company_id = $1 and l.line_id = x.order_line_id and l.product_id = x.product_id
       left join sales_order s on s.company_id = $1 and s.id = l.order_id
       where b.company_id = $1 and b.state not in ('cancelled', 'shipped')
         and (coalesce(s.merged_into, s.id) is distinct from b.order_id or l.reserved is distinct from x.quantity)`,
    `select 'box' as what, o.id as about, o.merged_into, b.merged_into as nested from sales_order o join sales_order b on b.company_id = $1 and b.id = o.merged_into
       where o.company_id = $1 and (b.merged_into is not null or (o.status in ('ready', 'picking', 'packed') and b.status <> o.status))`,
    `select 'left though stopped' as what, s.id as about, s.at from document_event s where s.company_id = $1 and s.doc_kind = 'outbound' and s.to_state = 'shipped'
       and (select e.event from document_event e where e.company_id = $1 and e.doc_kind = 'outbound' and e.doc_id = s.doc_id and e.id < s.id
         and e.event in ('stopRequested', 'stopReleased') order by e.id desc limit 1) = 'stopRequested'`,
  ];
  const found: unknown[] = [];
  for (const check of checks) found.push(...(await owner.query(check, [companyId])).rows);
  return [...found, ...(await brokenChecks(world.server.app, companyId))];
}

/** The order's lines as loaded before a change. */
export const linesObserved = (order: { lines: readonly { id: number; quantity: number }[] }) =>
  order.lines.map((line) => ({ lineId: line.id, quantity: line.quantity }));
