import { systemContext } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { brokenChecks } from '../../testing/checks.ts';
import type { Person, TestServer } from '../../testing/harness.ts';
import { moveStock, receiveGoods } from '../stock/public.ts';
import { generateLocations } from './locations/generate.ts';
import { createOutbounds } from './public.ts';
import { addWarehouse } from './warehouses/warehouses.ts';

export interface Floor {
  server: TestServer;
  main: Person;
  warehouseId: number;
  packingId: number;
  productIds: number[];
  skus: string[];
  /** Picking locations in walking order. */
  bins: { id: number; code: string }[];
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Puts units into a bin, at 10.00 each by default. */
  put(bin: number, product: number, quantity: number, unitCost?: string): Promise<void>;
  /** An order of [product, quantity] lines as the orders area creates it: reserved, with its outbound order. */
  order(
    ...lines: [product: number, quantity: number][]
  ): Promise<{ outboundId: number; number: string; orderId: number }>;
  state(outboundId: number): Promise<string>;
  /** Every broken invariant. Empty if all hold. */
  wrongs(): Promise<unknown[]>;
}

const ADDRESS = { name: 'Main', line1: '1 Dock Rd', city: 'Timonium', state: 'MD', postalCode: '21093', country: 'US' };
let serial = 1_000_000;

/** A company with an own warehouse, a shelf of bins and products whose SKU is also their barcode. */
export async function openFloor(
  server: TestServer,
  options: { products?: number; bins?: number } = {},
): Promise<Floor> {
  const { products = 4, bins = 6 } = options;
  const main = await server.company();
  const ctx = systemContext(main.companyId, 'test');
  const tx = <T>(work: (tx: Tx) => Promise<T>) => server.app.database.inCompany(ctx, work);
  const { id: warehouseId } = await tx((t) =>
    addWarehouse(t, {
      code: `W${++serial}`,
      name: 'Floor',
      kind: 'selfBuilt',
      provider: 'tradewindwms',
      address: ADDRESS,
      personInCharge: '',
      priority: 100,
    }),
  );
  const one = { from: 1, to: 1 };
  const grid = { areas: ['A'], shelves: one, rows: one, columns: { from: 1, to: bins }, serpentine: true };
  await tx((t) => generateLocations(t, { ...grid, houseId: warehouseId, kind: 'picking', tray: false }));
  const places = await tx((t) =>
    t.rows<{ id: number; code: string; kind: string }>(
      sql`select id, code, kind from location where company_id = ${t.companyId} and warehouse_id = ${warehouseId} order by path_order`,
    ),
  );
  const made = await server.app.database.owner.query(
    `insert into product (company_id, sku, barcode, name_zh, name_en, gross_weight_kg)
     select $1, 'P-' || n, '69' || $3::int || n, '商品' || n, 'Product ' || n, 0.3 from generate_series(1, $2) n returning id, sku`,
    [main.companyId, products, ++serial],
  );
  const floor: Floor = {
    server,
    main,
    warehouseId,
    packingId: places.find((place) => place.kind === 'packing')?.id ?? 0,
    productIds: made.rows.map((row: { id: number }) => row.id),
    skus: made.rows.map((row: { sku: string }) => row.sku),
    bins: places.filter((place) => place.kind === 'picking'),
    tx,
    put: (bin, product, quantity, unitCost = '10') =>
      tx((t) =>
        receiveGoods(t, {
          warehouseId,
          docKind: 'opening',
          docId: ++serial,
          lines: [
            { productId: idAt(floor.productIds, product), locationId: at(floor.bins, bin).id, quantity, unitCost },
          ],
        }),
      ),
    order: (...lines) => tx((t) => placeOrder(t, floor, lines)),
    state: async (outboundId) => {
      const row = await tx((t) =>
        t.row<{ state: string }>(
          sql`select state from outbound where company_id = ${t.companyId} and id = ${outboundId}`,
        ),
      );
      return row?.state ?? 'gone';
    },
    wrongs: () => findWrongs(server, main.companyId),
  };
  return floor;
}

/** Another warehouse of the floor's company, with two picking locations. */
export async function openSecond(floor: Floor): Promise<{ warehouseId: number; bins: number[] }> {
  const { id: warehouseId } = await floor.tx((tx) =>
    addWarehouse(tx, {
      code: `S${++serial}`,
      name: 'Second',
      kind: 'selfBuilt',
      provider: 'tradewindwms',
      address: ADDRESS,
      personInCharge: '',
      priority: 200,
    }),
  );
  const one = { from: 1, to: 1 };
  const grid = { areas: ['A'], shelves: one, rows: one, columns: { from: 1, to: 2 }, serpentine: true };
  await floor.tx((tx) => generateLocations(tx, { ...grid, houseId: warehouseId, kind: 'picking', tray: false }));
  const bins = await floor.tx((tx) =>
    tx.rows<{ id: number }>(
      sql`select id from location where company_id = ${sql.company} and warehouse_id = ${warehouseId} and kind = 'picking' order by id`,
    ),
  );
  return { warehouseId, bins: bins.map((bin) => bin.id) };
}

function at<T>(all: readonly T[], i: number): T {
  const one = all[i];
  if (one === undefined) throw new Error(`nothing at ${i}`);
  return one;
}
const idAt = (ids: readonly number[], i: number) => at(ids, i);

async function placeOrder(tx: Tx, floor: Floor, lines: [number, number][]) {
  const orderId = ++serial;
  const desired = lines.map(([product, quantity], i) => ({
    orderLineId: orderId * 10 + i,
    productId: idAt(floor.productIds, product),
    quantity,
  }));
  await moveStock(
    tx,
    desired.map((line) => ({
      warehouseId: floor.warehouseId,
      productId: line.productId,
      reserved: line.quantity,
      reason: 'reserve',
      docKind: 'test_order',
      docId: orderId,
      docLine: line.orderLineId,
      step: 'reserve:1',
    })),
  );
  const [made] = await createOutbounds(tx, [
    { orderId, orderNo: `ORDER-${orderId}`, shopId: 1, warehouseId: floor.warehouseId, shipBy: null, lines: desired },
  ]);
  if (!made) throw new Error('no outbound');
  return made;
}

/** The floor's orders are outbounds alone: the lines that hold their stock belong to the area of orders. */
const holdsWithoutLines = (key: string) => key === 'stock.reservations';

/** Invariants. Reservations of cancelled orders belong to the orders area and are not checked here. */
async function findWrongs(server: TestServer, companyId: number): Promise<unknown[]> {
  const checks = [
    `select 'balance' as what, b.product_id, b.on_hand, m.on_hand as moved, b.reserved, m.reserved as moved_reserved from stock_balance b
       left join (select product_id, warehouse_id, sum(on_hand) filter (where condition = 'good') as on_hand, sum(reserved) as reserved
         from stock_movement where company_id = $1 group by 1, 2) m using (product_id, warehouse_id)
       where b.company_id = $1 and (b.on_hand <> coalesce(m.on_hand, 0) or b.reserved <> coalesce(m.reserved, 0))`,
    `select 'bins' as what, b.product_id, b.on_hand, s.n as in_bins from stock_balance b
       left join (select product_id, warehouse_id, sum(on_hand) as n from bin_stock where company_id = $1 and condition = 'good' group by 1, 2) s
       using (product_id, warehouse_id) where b.company_id = $1 and b.on_hand <> coalesce(s.n, 0)`,
    `select 'bin ledger' as what, b.location_id, b.product_id, b.on_hand, m.n from bin_stock b left join
       (select location_id, product_id, condition, batch_id, sum(on_hand) as n from stock_movement
        where company_id = $1 and location_id is not null group by 1, 2, 3, 4) m
       using (location_id, product_id, condition, batch_id) where b.company_id = $1 and b.on_hand <> coalesce(m.n, 0)`,
    `select 'allocated' as what, location_id, product_id, batch_id, b.allocated, coalesce(p.n, 0) as promised from
       (select location_id, product_id, batch_id, allocated from bin_stock where company_id = $1 and condition = 'good') b full join
       (select location_id, product_id, batch_id, sum(n) as n from (
          select location_id, product_id, batch_id, quantity - picked as n from pick_line where company_id = $1 and state = 'open'
          union all
          select o.packing_location_id, l.product_id, l.batch_id, l.picked from pick_line l join outbound o on o.company_id = $1 and o.id = l.outbound_id
          where l.company_id = $1 and o.state in ('picking', 'picked', 'packed') and l.picked > 0) x group by 1, 2, 3) p
       using (location_id, product_id, batch_id) where coalesce(b.allocated, 0) <> coalesce(p.n, 0)`,
    `select 'lines' as what, l.id, l.picked, p.n from outbound_line l join outbound o on o.company_id = $1 and o.id = l.outbound_id left join
       (select outbound_line_id, sum(picked) as n from pick_line where company_id = $1 group by 1) p on p.outbound_line_id = l.id
       where l.company_id = $1 and o.state <> 'cancelled' and l.picked <> coalesce(p.n, 0)`,
    `select 'outbound' as what, o.id, o.state, bool_and(l.picked = l.quantity) as full from outbound o join outbound_line l on l.company_id = $1 and l.outbound_id = o.id
       where o.company_id = $1 group by o.id, o.state having (o.state in ('picked', 'packed', 'shipped')) <> bool_and(l.picked = l.quantity)
         and o.state <> 'cancelled'`,
    `select 'wave' as what, w.id, w.state, w.to_pick, w.to_pack, w.dropped, x.* from wave w join lateral (
         select count(*) filter (where o.state = 'picking') as pick, count(*) filter (where o.state in ('picking', 'picked')) as pack
         from outbound o where o.company_id = $1 and o.wave_id = w.id) x on true
       where w.company_id = $1 and (w.to_pick <> x.pick or w.to_pack <> x.pack
         or (w.state in ('done', 'cancelled')) <> (x.pack = 0) or (w.state = 'picked') <> (x.pick = 0 and x.pack > 0))`,
    `select 'cost' as what, l.product_id, l.quantity, l.remaining, i.n from cost_layer l left join
       (select layer_id, sum(quantity) as n from cost_issue where company_id = $1 group by 1) i on i.layer_id = l.id
       where l.company_id = $1 and l.quantity - l.remaining <> coalesce(i.n, 0)`,
    `select 'value' as what, b.product_id, b.on_hand, c.n from stock_balance b left join
       (select product_id, warehouse_id, sum(remaining) as n from cost_layer where company_id = $1 group by 1, 2) c using (product_id, warehouse_id)
       where b.company_id = $1 and b.on_hand <> coalesce(c.n, 0)`,
  ];
  const found: unknown[] = [];
  for (const check of checks) found.push(...(await server.app.database.owner.query(check, [companyId])).rows);
  return [...found, ...(await brokenChecks(server.app, companyId, (key) => !holdsWithoutLines(key)))];
}
