import type { Call, InputOf } from '@tradewind/contract/call.ts';
import * as stock from '@tradewind/contract/stock.ts';
import * as batches from '@tradewind/contract/stock-batches.ts';
import * as views from '@tradewind/contract/stock-views.ts';
import * as transit from '@tradewind/contract/transit.ts';
import * as server from '@tradewind/contract/warehouse.ts';
import * as wms from '@tradewind/contract/wms.ts';
import { type Bench, Client, type Figures, log, openBench, percentile, round, timesOf } from './lib.ts';
import { makeWorld, type World } from './world.ts';

const RUNS = 12;
const PRODUCTS = 20_000;

/**
 * The lists of the warehouse as people open them, each on a table of so many documents (argument, else a million), over
 * HTTP as the application's role; of some lists only where they are named behind it. The figure of a list is the slowest
 * p95 of its questions.
 */
export async function warehouseLists(args: string[]): Promise<Figures> {
  const documents = Number(args[0] ?? 1_000_000);
  const bench = await openBench();
  const world = await makeWorld(bench, PRODUCTS, 0);
  log(`writing ${documents} documents of each kind`);
  const connectionId = await fill(bench, world, documents);
  const client = new Client(await bench.startApi(18_305), bench.token);
  const figures: Figures = { documents };
  const named = args.slice(1);
  const measure = async <C extends Call>(name: string, call: C, questions: InputOf<C>[]) => {
    if (named.length > 0 && !named.includes(name)) return;
    for (const question of questions) {
      const times = await timesOf(RUNS, () => client.text(call, question), 2);
      const p95 = round(percentile(times, 0.95));
      figures[name] = Math.max(Number(figures[name] ?? 0), p95);
      log(`${name} ${JSON.stringify(question)}: p50 ${round(percentile(times, 0.5))}, p95 ${p95} ms`);
    }
  };
  const { warehouseId } = world;
  const nth = String(Math.floor(documents / 2)).padStart(9, '0');
  const sku = world.skus[77] ?? '';
  const middle = { page: Math.floor(documents / 100) };
  await measure('inbounds', server.listInbounds, [
    {},
    { state: 'done' },
    { state: 'notice' },
    { toPutAway: 'true' },
    { kind: 'removal' },
    { warehouseId },
    { text: `B${nth}` },
    { text: sku },
    { from: '2026-03-01', to: '2026-03-02' },
    middle,
  ]);
  await measure('inboundTabs', server.inboundTabs, [{}, { warehouseId }]);
  await measure('outbounds', server.listOutbounds, [
    {},
    { state: 'shipped' },
    { state: 'waiting', lines: 'single' },
    { warehouseId, state: 'shipped' },
    { stopRequested: 'true' },
    { text: `B${nth}` },
    { from: '2026-03-01', to: '2026-03-02' },
    middle,
  ]);
  await measure('waves', server.listWaves, [{}, { state: 'done' }, { text: `B${nth}` }, middle]);
  await measure('transfers', server.listTransfers, [{}, { state: 'done' }, { text: `B${nth}` }, middle]);
  await measure('inTransit', server.listTransit, [{}]);
  await measure('counts', server.listCounts, [{}, { state: 'done' }, { text: `B${nth}` }, middle]);
  await measure('countTasks', server.listCountTasks, [{}, { reason: 'drift' }, { warehouseId }]);
  await measure('fba', transit.listFba, [
    {},
    { state: 'closed' },
    { text: `B${nth}` },
    { text: `BENCH ${Number(nth)}` },
    { text: sku },
    middle,
  ]);
  await measure('fbaTabs', transit.fbaTabs, [{}]);
  await measure('legs', transit.listLegs, [
    {},
    { state: 'received' },
    { late: 'true' },
    { text: `B${nth}` },
    { text: `C${nth}` },
    { text: 'LINE 7' },
    middle,
  ]);
  await measure('legTabs', transit.legTabs, [{}]);
  await measure('wmsOrders', wms.wmsOrders, [{ id: connectionId }, { id: connectionId, state: 'done' }]);
  await measure('batches', batches.listBatches, [{}, { text: `B${nth}` }, { text: sku }, middle]);
  await measure('batchTabs', batches.batchTabs, [{}]);
  await measure('stock', stock.listStock, [{}, { sort: 'available', order: 'desc' }, { text: sku }, { level: 'low' }]);
  await measure('stockByProduct', views.listStockProducts, [{}, { sort: 'available', order: 'desc' }, { text: sku }]);
  await measure('stockPlaces', views.listStockPlaces, [{}, { warehouseIds: [warehouseId] }, { text: sku }]);
  await measure('stockWarnings', views.listStockWarnings, [{}, { kind: 'expiring' }]);
  await measure('stockTabs', stock.stockTabs, [{}]);
  await measure('movements', stock.listMovements, [
    {},
    { warehouseId, reasons: ['pick'] },
    { text: sku },
    { docNumber: `B${nth}` },
    { batch: `B${nth}` },
    middle,
  ]);
  client.close();
  await bench.close();
  return { ...figures, unit: 'ms' };
}

/** Straight into the tables as the owner, in the shapes that the services leave. */
async function fill(bench: Bench, world: World, documents: number): Promise<number> {
  const owner = bench.app.database.owner;
  const { companyId } = bench;
  const other = await owner.query(
    `insert into warehouse (company_id, code, name, kind, address) select company_id, 'W2', 'Other', kind, address from warehouse where company_id = $1 returning id`,
    [companyId],
  );
  const second = other.rows[0].id as number;
  const account = await owner.query(
    `insert into wms_connection (company_id, provider, name, keys, push_token, state, created_at) values ($1, 'zipto', 'Bench', '', 'bench', 'authorized', now()) returning id`,
    [companyId],
  );
  const connectionId = account.rows[0].id as number;
  await owner.query(
    `insert into fba_shipment (company_id, number, shop_id, marketplace_id, warehouse_id, name, created_at, created_by, state)
     values ($1, 'F0', $2, 'ATVPDKIKX0DER', $3, 'Bench', now(), 'bench', 'closed')`,
    [companyId, world.shop.id, world.warehouseId],
  );
  const base = world.productIds[0] ?? 0;
  const day = `timestamptz '2025-11-01' + make_interval(secs => n * 31536000.0 / $4)`;
  const no = `'B' || lpad(n::text, 9, '0')`;
  const server = 'case when n % 3 = 0 then $3::bigint else $2::bigint end';
  const product = `$5::bigint + n % ${PRODUCTS}`;
  const all: [string, string, string][] = [
    [
      'inbound',
      'number, warehouse_id, kind, state, units, units_received, units_to_put_away, created_at, created_by, tracking_number',
      `${no}, ${server}, case when n % 50 = 0 then 'removal' else 'manual' end, case when n > $4 - 500 then 'notice' when n % 100 = 0 then 'cancelled' else 'done' end,
       10, 10, case when n > $4 - 700 then 3 else 0 end, ${day}, 'bench', 'T' || n`,
    ],
    [
      'outbound',
      'number, warehouse_id, order_id, order_no, shop_id, state, line_count, units, created_at',
      `${no}, ${server}, n, 'M' || n, ${world.shop.id}, case when n > $4 - 2000 then 'waiting' when n % 100 = 0 then 'cancelled' else 'shipped' end,
       1 + n % 2, 2, ${day}`,
    ],
    [
      'wave',
      'number, warehouse_id, state, created_at, created_by, orders, units, method',
      `${no}, ${server}, case when n > $4 - 50 then 'open' else 'done' end, ${day}, 'bench', 10, 20, 'cart'`,
    ],
    [
      'stock_transfer',
      'number, from_id, to_id, state, units, created_at, created_by',
      `${no}, $2::bigint, $3::bigint, case when n > $4 - 300 then 'shipped' else 'done' end, 10, ${day}, 'bench'`,
    ],
    [
      'stock_count',
      'number, warehouse_id, kind, state, created_at, created_by',
      `${no}, ${server}, 'chosen', case when n > $4 - 50 then 'open' else 'done' end, ${day}, 'bench'`,
    ],
    [
      'count_task',
      'warehouse_id, location_id, product_id, reason, weight, state, created_at',
      `${server}, ${world.locationIds[0]}, n, case when n % 2 = 0 then 'drift' else 'short' end, n % 1000, case when n > $4 - 5000 then 'open' else 'done' end, ${day}`,
    ],
    [
      'fba_shipment',
      'number, shop_id, marketplace_id, warehouse_id, name, state, created_at, created_by',
      `${no}, ${world.shop.id}, 'ATVPDKIKX0DER', $2::bigint, 'Bench ' || n, case when n > $4 - 300 then 'receiving' else 'closed' end, ${day}, 'bench'`,
    ],
    [
      'transit_leg',
      'number, from_warehouse_id, warehouse_id, state, mode, forwarder, container, eta_on, created_at, created_by',
      `${no}, $2::bigint, $3::bigint, case when n > $4 - 300 then 'shipped' else 'received' end, 'sea', 'Line ' || n % 400, 'C' || lpad(n::text, 9, '0'), (${day})::date, ${day}, 'bench'`,
    ],
    [
      'wms_order',
      'connection_id, warehouse_id, kind, doc_id, client_no, order_id, order_no, state, created_at',
      `${connectionId}, $3::bigint, 'outbound', n, ${no}, n, 'M' || n, case when n > $4 - 300 then 'sent' else 'done' end, ${day}`,
    ],
    ['stock_batch', 'product_id, code, expires_on, created_at', `${product}, ${no}, (${day})::date + 300, ${day}`],
    [
      'stock_movement',
      'at, warehouse_id, product_id, location_id, on_hand, reason, doc_kind, doc_id, doc_line, step, user_id, actor',
      `${day}, ${server}, ${product}, ${world.locationIds[0]}, 1, case when n % 2 = 0 then 'pick' else 'receipt' end, 'outbound', n, n, 'bench', 1, 'bench'`,
    ],
  ];
  for (const [table, columns, values] of all) {
    await owner.query(
      `insert into ${table} (company_id, ${columns}) select $1, ${values}
       from generate_series(1, $4::bigint) n where $2::bigint <> $3::bigint and $5::bigint > 0`,
      [companyId, world.warehouseId, second, documents, base],
    );
    log(table);
  }
  const lines: [string, string, string][] = [
    ['inbound_line', 'inbound_id, product_id, expected, received', `d.id, $2::bigint + d.id % ${PRODUCTS}, 10, 10`],
    [
      'transfer_line',
      'transfer_id, product_id, quantity, shipped',
      `d.id, $2::bigint + d.id % ${PRODUCTS}, 10, case when d.state = 'done' then 10 else 0 end`,
    ],
    [
      'transfer_part',
      'transfer_id, part, state, shipped_at, actor',
      `d.id, 1, case when d.state = 'done' then 'closed' else 'transit' end, d.created_at, 'bench'`,
    ],
    [
      'fba_line',
      'shipment_id, product_id, seller_sku, quantity, label_owner, prep_owner',
      `d.id, $2::bigint + d.id % ${PRODUCTS}, 'SKU-' || lpad((d.id % ${PRODUCTS})::text, 6, '0'), 10, 'SELLER', 'NONE'`,
    ],
    ['transit_leg_line', 'leg_id, product_id, quantity', `d.id, $2::bigint + d.id % ${PRODUCTS}, 10`],
    [
      'outbound_line',
      'outbound_id, order_line_id, product_id, quantity, picked',
      `d.id, d.id, $2::bigint + d.id % ${PRODUCTS}, 2, case when d.state = 'shipped' then 2 else 0 end`,
    ],
  ];
  const parents: Record<string, string> = {
    inbound_line: 'inbound',
    transfer_line: 'stock_transfer',
    transfer_part: 'stock_transfer',
    fba_line: 'fba_shipment',
    transit_leg_line: 'transit_leg',
    outbound_line: 'outbound',
  };
  for (const [table, columns, values] of lines) {
    await owner.query(
      `insert into ${table} (company_id, ${columns}) select $1, ${values} from ${parents[table]} d where d.company_id = $1 and $2::bigint > 0`,
      [companyId, base],
    );
    log(table);
  }
  await owner.query(
    `insert into bin_stock (company_id, warehouse_id, location_id, product_id, batch_id, condition, on_hand)
     select $1, $2, $3, product_id, id, 'good', 3 from stock_batch where company_id = $1`,
    [companyId, world.warehouseId, world.locationIds[1]],
  );
  await owner.query(
    `insert into stock_balance (company_id, warehouse_id, product_id, on_hand)
     select $1, w, p.id, 3 from product p cross join unnest(array[$2, $3]::bigint[]) w where p.company_id = $1
     on conflict do nothing`,
    [companyId, world.warehouseId, second],
  );
  await owner.query('vacuum analyze');
  return connectionId;
}
