import { rights } from '@tradewind/contract/access/modules.ts';
import {
  describeReport,
  exportLogisticsStatementOfAccountExcels,
  exportWarehouseOrderReportExcels,
  exportWarehouseProfit,
  getLogisticsStatementOfAccount,
  getWarehouseOrderReport,
  getWarehouseProfitAndLoss,
  type ReportName,
  runReport,
} from '@tradewind/contract/reports.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';
import { bookUnbookedPrepayments, bookUnbookedProviderFees } from '../finance/testing/ledger.ts';
import { makeOrder, type OrderWorld, openWorld } from '../orders/orders.testing.ts';
import { addsUp, opensIntoLines, shown } from './reports.testing.ts';

let server: TestServer;
let world: OrderWorld;
/** Sees the first warehouse and the shop alone. */
let narrow: Person;
/** Sees no costs. */
let without: Person;
let account = 0;
let other = 0;
const october = { from: '2026-10-01', to: '2026-10-31' };
const REPORTS = [rights.freightReport, rights.warehouseOrderReport, rights.warehouseProfitReport].flatMap((one) => [
  one.view,
  one.export,
]);

beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server);
  const { owner } = server.app.database;
  const { companyId } = world.main;
  const one = async (text: string, values: unknown[]) => Number((await owner.query(text, values)).rows[0]?.id);
  await world.take(['H-1', 'H-2', 'H-3'].map((no) => makeOrder(no)));
  const [first, second, third] = await Promise.all(['H-1', 'H-2', 'H-3'].map((no) => world.idOf(no)));
  other = await one(
    `insert into warehouse (company_id, code, name, kind, address) values ($1, 'W2', 'Second', 'overseas', '{}') returning id`,
    [companyId],
  );

  const outbound = (
    orderId: number | undefined,
    warehouseId: number,
    state: string,
    created: string,
    shipped: string | null,
    shipBy: string,
  ) =>
    one(
      `with o as (update sales_order set ship_by = $6 where id = $3)
       insert into outbound (company_id, number, warehouse_id, order_id, order_no, shop_id, state, line_count, units, created_at, shipped_at)
       values ($1, 'OUT-' || $3, $2, $3, 'H', $7, $4, 1, 2, $5, $8) returning id`,
      [companyId, warehouseId, orderId, state, created, shipBy, world.shop.id, shipped],
    );
  const inTime = await outbound(
    first,
    world.warehouseId,
    'shipped',
    '2026-10-02T00:00:00Z',
    '2026-10-02T06:00:00Z',
    '2026-10-04T00:00:00Z',
  );
  await outbound(
    second,
    world.warehouseId,
    'shipped',
    '2026-10-03T00:00:00Z',
    '2026-10-04T12:00:00Z',
    '2026-10-04T00:00:00Z',
  );
  const elsewhere = await outbound(third, other, 'waiting', '2026-10-31T15:59:00Z', null, '2099-01-01T00:00:00Z');

  account = await one(
    `insert into carrier_account (company_id, carrier, name, account_number, credentials) values ($1, 'ups', 'UPS main', 'A1', '') returning id`,
    [companyId],
  );
  let boxes = 0;
  const parcel = (no: string, warehouseId: number, cost: string | null, currency: string | null, state = 'shipped') =>
    one(
      `insert into parcel (company_id, reference, outbound_id, order_id, warehouse_id, shop_id, order_no, country, state, weight_grams, carrier, carrier_account_id,
         label_cost, label_currency, bought_at) values ($1, $2, $10, $3, $4, $5, 'H', 'US', $6, 500, 'ups', $7, $8, $9, '2026-10-05T00:00:00Z') returning id`,
      [companyId, no, first, warehouseId, world.shop.id, state, account, cost, currency, --boxes],
    );
  const billedBox = await parcel('B-1', world.warehouseId, '5', 'USD');
  await parcel('B-2', other, '7', 'CNY');
  await parcel('B-FREE', world.warehouseId, null, null);
  await parcel('B-VOID', world.warehouseId, '99', 'USD', 'voided');
  await parcel('B-NO-RATE', world.warehouseId, '9', 'XAF');
  const issuer = await one(
    `insert into bill_issuer (company_id, carrier_account_id, name, currency, tolerance_percent, tolerance_amount, claim_days) values ($1, $2, 'UPS', 'USD', 0, 0, 30) returning id`,
    [companyId, account],
  );
  const bill = (state: string) =>
    one(
      `insert into carrier_bill (company_id, number, issuer_id, currency, billed_on, from_day, to_day, state, file_name, file_key, file_hash, tolerance_percent, tolerance_amount, created_by, created_at)
       values ($1, $2, $3, 'USD', '2026-10-20', '2026-10-01', '2026-10-20', $2, '', '', $2, 0, 0, 'a', now()) returning id`,
      [companyId, state, issuer],
    );
  for (const [billId, lines] of [
    [
      await bill('checked'),
      [
        [1, billedBox, '6.50', '5.00', 'z2'],
        [2, null, '3', null, 'z5'],
      ],
    ],
    [await bill('draft'), [[1, billedBox, '100', null, '']]],
  ] as const)
    for (const [line, parcelId, amount, expected, zone] of lines)
      await owner.query(
        `insert into carrier_bill_line (company_id, bill_id, line, tracking_number, reference, service, weight_grams, zone, claim_reference, amount, parts, parcel_id, expected)
         values ($1, $2, $3, '', '', '', 600, $4, '', $5, '[]', $6, $7)`,
        [companyId, billId, line, zone, amount, parcelId, expected],
      );

  await owner.query(
    `insert into warehouse_prepayment (company_id, warehouse_id, outbound_id, reference, amount, actor, at) values
       ($1, $2, null, '', 500, 'a', '2026-10-01T00:00:00Z'), ($1, $2, $3, '', -2, 'a', '2026-10-02T00:00:00Z'),
       ($1, $2, $3, 'fee:1', -3, 'a', '2026-10-03T00:00:00Z'), ($1, $2, $3, 'replaced', 2, 'a', '2026-10-03T00:00:00Z'), ($1, $2, null, 's1.1', -4, 'a', '2026-10-03T00:00:00Z')`,
    [companyId, world.warehouseId, inTime],
  );
  await owner.query(
    `with n as (insert into wms_connection (company_id, provider, name, keys, push_token, created_at) values ($1, 'zipto', 'Zipto', '', 't', now()) returning id),
       o as (insert into wms_order (company_id, connection_id, warehouse_id, kind, doc_id, client_no, created_at)
         select $1, id, $3, 'outbound', $4::bigint, 'C', now() from n returning id)
     insert into wms_fee (company_id, connection_id, fee_id, at, ref_type, fee_type, direction, amount, currency, warehouse_id, settlement, wms_order_id)
     select $1, n.id, f.fee_id, f.at::timestamptz, 'other', f.fee_type, f.direction, f.amount, f.currency, f.place, f.settlement, case when f.place = $3 then o.id end from n, o, (values
       ('F1', '2026-10-03', 'PICK', 'charge', 3, 'CNY', $2::bigint, 'prepaid'), ('F2', '2026-10-06', 'PICK', 'charge', 1.11, 'USD', $3::bigint, 'owed'),
       ('F3', '2026-10-07', 'PICK', 'refund', 0.5, 'USD', $3, 'owed'), ('F4', '2026-10-07', 'HOLD', 'freeze', 70, 'USD', $3, 'none'),
       ('F5', '2026-10-08', 'RENT', 'charge', 20, 'USD', $2, 'owed')) f(fee_id, at, fee_type, direction, amount, currency, place, settlement)`,
    [companyId, world.warehouseId, other, elsewhere],
  );
  await world.tx((tx) => bookUnbookedPrepayments(tx, true, 1000));
  await bookUnbookedProviderFees(server.app, world.main.ctx, true);

  narrow = await server.member(companyId, REPORTS);
  await owner.query(
    `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3), ($1, $2, 'shop', $4)`,
    [companyId, narrow.userId, world.warehouseId, world.shop.id],
  );
  without = await server.member(companyId, REPORTS);
});
afterAll(() => server.close());

describe('the logistics statement', () => {
  it('shows labels by their day and bills by theirs, and what was expected of them', async () => {
    const { figure } = await shown(server, world.main, 'freight', { ...october, dimensions: ['carrier'] });
    const all = (names: string[]) => names.map((name) => figure(name, 'UPS main'));
    // 5 USD at 7.12 and 7 CNY; 6.50 and 3 USD billed, 5 expected.
    expect(all(['parcels', 'weight', 'labels', 'unpricedFreight'])).toEqual(['4', '2', '42.6', '1']);
    expect(all(['billLines', 'billedWeight', 'billedFreight', 'expectedFreight', 'freightDifference'])).toEqual([
      '2',
      '1.2',
      '67.64',
      '35.6',
      '32.04',
    ]);
    expect(all(['labelPerKilo', 'billedPerKilo'])).toEqual(['21.3', '56.37']);
  });

  it('bills as much as the bills themselves', async () => {
    const { rows } = await shown(server, world.main, 'freight', {
      ...october,
      dimensions: ['zone'],
      measures: ['billedFreight'],
    });
    const found = Object.fromEntries(rows.map(({ keys, figures }) => [keys[0], figures[0]]));
    expect(found).toEqual({ z2: '46.28', z5: '21.36', '': '0' });
  });
});

describe('the report of warehouse orders', () => {
  it('shows hours from the release to the shipment, and which were late', async () => {
    const { figure } = await shown(server, world.main, 'warehouseOrder', { ...october, dimensions: ['warehouse'] });
    const all = (names: string[], place: string) => names.map((name) => figure(name, place));
    const names = ['outbounds', 'outboundUnits', 'shippedOutbounds', 'hoursToShip', 'lateOutbounds', 'lateRate'];
    expect(all(names, 'Main')).toEqual(['2', '4', '2', '21', '1', '50']);
    expect(all(names, 'Second')).toEqual(['1', '2', '0', undefined, '0', '0'].map((one) => one ?? null));
  });

  it('has the fees of the profit and loss of warehouses', async () => {
    const { figure } = await shown(server, world.main, 'warehouseOrder', october);
    const profit = await shown(server, world.main, 'warehouseProfit', october);
    expect(Number(figure('warehouseNet'))).toBe(-Number(profit.figure('warehouseResult')));
  });
});

describe('the profit and loss of warehouses', () => {
  it('is what the ledger has of each warehouse', async () => {
    const { figure } = await shown(server, world.main, 'warehouseProfit', { ...october, dimensions: ['warehouse'] });
    for (const [name, id] of [
      ['Main', world.warehouseId],
      ['Second', other],
    ] as const) {
      const booked = await world.one<{ n: string }>(sql`select sum(l.base_amount) as n from ledger_line l
        join ledger_entry e on e.company_id = ${sql.company} and e.id = l.entry_id and e.step = 'fee'
        where l.company_id = ${sql.company} and l.account in ('warehouse_payable', 'warehouse_prepaid') and l.party_kind = 'warehouse' and l.party_id = ${id}`);
      expect(Number(booked.n)).not.toBe(0);
      expect(Number(figure('warehouseResult', name))).toBe(Number(booked.n));
    }
  });

  it('says what was charged and given back by type, and for how many orders', async () => {
    const { rows, measures } = await shown(server, world.main, 'warehouseProfit', {
      ...october,
      dimensions: ['feeType'],
    });
    const at = (name: string) => measures.indexOf(name as never);
    const found = Object.fromEntries(
      rows.map(({ labels, figures }) => [
        labels[0],
        ['warehouseIncome', 'warehouseCost', 'feeOrders'].map((name) => figures[at(name)]),
      ]),
    );
    expect(found).toEqual({
      PICK: ['3.56', '10.9', '1'],
      RENT: ['0', '142.4', '0'],
      按单费用: ['2', '2', '1'],
      对账差异: ['0', '4', '0'],
    });
  });
});

describe.each<[report: ReportName, scope: 'shop' | 'warehouse', additive: string[], costs: string[]]>([
  [
    'freight',
    'shop',
    ['parcels', 'weight', 'labels', 'billedFreight', 'expectedFreight', 'freightDifference'],
    ['labels', 'billedFreight'],
  ],
  ['warehouseOrder', 'warehouse', ['outbounds', 'outboundUnits', 'lateOutbounds', 'warehouseNet'], ['warehouseNet']],
  [
    'warehouseProfit',
    'warehouse',
    ['warehouseIncome', 'warehouseCost', 'warehouseResult'],
    ['warehouseIncome', 'warehouseCost', 'costPerOrder'],
  ],
])('the report %s', (report, scope, additive, costs) => {
  it('has the same totals however it is grouped', () => addsUp(server, world.main, report, { ...october, additive }));

  it('opens into the lines of each row', () => opensIntoLines(server, world.main, report, october));

  it('is the sum of a member’s shops or warehouses', async () => {
    await server.app.database.owner.query(
      `insert into user_base_permission values ($1, $2, 'seeCost') on conflict do nothing`,
      [world.main.companyId, narrow.userId],
    );
    const all = await shown(server, world.main, report, {
      ...october,
      filters: { [scope]: [String(scope === 'shop' ? world.shop.id : world.warehouseId)] },
    });
    const whole = await shown(server, world.main, report, october);
    expect(all.totals).not.toEqual(whole.totals);
    const own = await shown(server, narrow, report, october);
    expect(own.totals).toEqual(all.totals);
    expect(own.header.scoped).toBe(true);
  });

  it('shows no costs to whoever may not see them', async () => {
    const { measures, usual } = await server.ok(describeReport, { report }, without);
    const names = [
      ...measures.map(({ name }) => name),
      ...usual.measures,
      ...(await shown(server, without, report, october)).measures,
    ];
    for (const cost of costs) expect(names).not.toContain(cost);
    expect(names).toContain(usual.sort);
    const query = { report, ...october, dimensions: [], measures: costs as never };
    expect((await server.call(runReport, query, without)).status).toBe(400);
  });
});

describe('the specification’s calls', () => {
  const days = { startDate: october.from, endDate: october.to };
  it('list the reports', async () => {
    const freight = await server.ok(getLogisticsStatementOfAccount, { ...days, carrierId: account }, world.main);
    expect(freight.list).toMatchObject([{ carrier: 'UPS main', carrierId: String(account), parcels: '4' }]);
    const orders = await server.ok(getWarehouseOrderReport, { ...days, houseId: other }, world.main);
    expect(orders.list.find((row) => row.status === '待拣货')).toMatchObject({ warehouse: 'Second', outbounds: '1' });
    const profit = await server.ok(getWarehouseProfitAndLoss, { ...days, houseId: other }, world.main);
    expect(profit.list).toMatchObject([{ feeType: 'PICK', warehouseCost: '7.9', warehouseIncome: '3.56' }]);
  });

  it('write them into files', async () => {
    for (const call of [
      exportLogisticsStatementOfAccountExcels,
      exportWarehouseOrderReportExcels,
      exportWarehouseProfit,
    ])
      expect((await server.call(call, { filters: days }, without)).status).toBe(200);
  });
});
