import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { WmsCapabilities, WmsOutboundState } from '@tradewind/connectors/wms.ts';
import {
  chooseWmsMethods,
  inboundAtWms,
  sendInboundToWms,
  settleWmsDifference,
  wmsConnections,
  wmsDifferences,
  wmsFees,
  wmsOrders,
  wmsProducts,
  wmsWarehouse,
} from '@tradewind/contract/wms.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { wrongs } from '../orders/orders.testing.ts';
import { cancelOrders } from '../orders/public.ts';
import { createInbound } from '../warehouse/public.ts';
import { withWms } from './access.ts';
import { readFees } from './fees.ts';
import { poll } from './poll.ts';
import { sendDue } from './send.ts';
import { compareStock } from './stock.ts';
import { connectProvider, type ProviderWorld } from './wms.testing.ts';

/** What there is of a provider by its documents. */
interface Offered {
  provider: string;
  methods: string[];
  capabilities: WmsCapabilities;
  /** Of an order that left. */
  fees: string[];
  balances: number;
  carrier: string;
  /** Their call that makes an order. */
  ordering: string;
}

const NEUTRAL = {
  capabilities: {
    cancelIntercept: true,
    labels: true,
    push: true,
    fees: true,
    quote: true,
    batches: true,
    stockLedger: true,
  },
  balances: 1,
};
const OFFERED: Offered[] = [
  {
    ...NEUTRAL,
    provider: 'unidoor',
    methods: ['ECO', 'GND'],
    fees: ['FREIGHT charge', 'FREIGHT freeze', 'FREIGHT unfreeze', 'PICKPACK charge'],
    carrier: 'USPS',
    ordering: 'outbound-orders',
  },
  {
    // Their documents know no pushes; their quotes are not asked for, nor those of the others below.
    provider: 'goodcang',
    methods: ['FEDEX-SMALLPARCEL', 'USPS-LWPARCEL'],
    capabilities: { ...NEUTRAL.capabilities, push: false, quote: false, batches: false },
    fees: ['OPF charge', 'SHIPPING charge', 'SHIPPING freeze', 'SHIPPING unfreeze'],
    balances: 1,
    carrier: 'FEDEX-SMALLPARCEL',
    ordering: 'order/create_order',
  },
  {
    // Their services know no ledger of stock; what printAsn and getAccount answer is written down nowhere.
    provider: 'eccang',
    methods: ['FEDEX-SMALLPARCEL', 'USPS-LWPARCEL'],
    capabilities: {
      ...NEUTRAL.capabilities,
      labels: false,
      push: false,
      quote: false,
      batches: false,
      stockLedger: false,
    },
    fees: ['OPF charge', 'SHIPPING charge', 'SHIPPING freeze', 'SHIPPING unfreeze'],
    balances: 0,
    carrier: 'FEDEX-SMALLPARCEL',
    ordering: 'createOrder',
  },
  {
    // What is charged is told, not what is held; no call tells the balance.
    provider: 'winit',
    methods: ['100', '101'],
    capabilities: { ...NEUTRAL.capabilities, push: false, quote: false, batches: false },
    fees: ['OPF charge', 'SHIPPING charge'],
    balances: 0,
    carrier: 'USPS',
    ordering: 'createOutboundOrder',
  },
  {
    // Nobody runs after what is picked; no call tells the balance, and an order's price stands with the order, whole.
    provider: 'fourpx',
    methods: ['B1', 'B2'],
    capabilities: { ...NEUTRAL.capabilities, cancelIntercept: false, push: false, quote: false },
    fees: ['OUTBOUND charge'],
    balances: 0,
    carrier: 'USPS',
    ordering: 'fu.wms.outbound.create',
  },
];

/** What the provider or the way to it refused, the job queue tries again; anything else is a fault of ours. */
function putOff(error: unknown): void {
  if (!(error instanceof ConnectorError)) throw error;
}

describe.each(OFFERED)('through $provider', (offered) => {
  let p: ProviderWorld;
  const send = () => sendDue(p.server.app, p.ctx(), p.connectionId);
  const read = () => poll(p.server.app, p.ctx(), p.connectionId);
  const product = () => p.world.productIds[0] ?? 0;
  const onHand = async () =>
    (
      await p.world.one<{ n: number }>(
        sql`select coalesce(sum(on_hand), 0)::int as n from stock_balance where warehouse_id = ${p.houseId} and product_id = ${product()}`,
      )
    ).n;
  const rowOf = async (kind: 'outbound' | 'inbound', docId: number) => {
    const page = await p.server.ok(wmsOrders, { pageSize: 200 }, p.world.main);
    const row = page.rows.find((one) => one.kind === kind && one.docId === docId);
    if (!row) throw new Error('not in the outbox');
    return row;
  };
  const differences = async () => {
    await compareStock(p.server.app, p.ctx(), p.houseId);
    return (await p.server.ok(wmsDifferences, { houseId: p.houseId }, p.world.main)).rows;
  };
  /** A step of theirs, and what we hear of it; whatever stands unlike ours then is explained. */
  async function step(): Promise<void> {
    await p.later();
    for (let i = 0; i < 2; i++) await read();
    expect((await differences()).filter(({ rest }) => rest !== 0)).toEqual([]);
  }
  async function steps(until: () => Promise<boolean>): Promise<void> {
    for (let i = 0; i < 12; i++) {
      if (await until()) return;
      await step();
    }
    throw new Error('it never came so far');
  }
  /** Whatever back-off and hold say. */
  async function dueNow(): Promise<void> {
    const { owner } = p.server.app.database;
    await owner.query(`update wms_order set next_at = now() - interval '1 second' where next_at is not null`);
    await owner.query('update wms_connection set held_until = null');
  }
  /** What stands there under our number. */
  const there = (number: string) =>
    withWms(p.server.app, p.ctx(), p.connectionId, async (wms, access) => {
      const since = new Date(p.ctx().now().getTime() - 24 * 3_600_000).toISOString();
      const found: WmsOutboundState[] = [];
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
        const { rows, next } = await wms.outbounds(access, since, cursor);
        found.push(...rows);
        cursor = next;
      }
      return found.filter((one) => one.clientOrderNo === number);
    });
  const expected = (quantity: number) =>
    p.world.tx((tx) =>
      createInbound(tx, {
        warehouseId: p.houseId,
        kind: 'manual',
        lines: [{ productId: product(), quantity, unitCost: '3' }],
      }),
    );

  beforeAll(async () => {
    p = await connectProvider(offered.provider);
  });
  afterAll(async () => {
    expect(await wrongs(p.world)).toEqual([]);
    await p.close();
  });

  it('an account is connected: it tells its shipping methods, knows our products, and offers what it has', async () => {
    const [kept] = await p.server.ok(wmsConnections, {}, p.world.main);
    expect(kept).toMatchObject({ provider: offered.provider, state: 'authorized' });
    const about = await p.server.ok(wmsWarehouse, { houseId: p.houseId }, p.world.main);
    expect(about?.methods.map(({ code }) => code)).toEqual(offered.methods);
    const choices = [{ channelId: 0, methodCode: offered.methods[0] ?? '' }];
    await p.server.ok(chooseWmsMethods, { houseId: p.houseId, choices }, p.world.main);
    await step();
    const { rows } = await p.server.ok(wmsProducts, { id: p.connectionId }, p.world.main);
    expect(rows.map(({ code, state, problem }) => [code, state, problem])).toEqual(
      p.world.skus.toReversed().map((sku) => [sku, 'active', null]),
    );
    const offers = await withWms(p.server.app, p.ctx(), p.connectionId, async (wms) => [
      wms.capabilities,
      Number(wms.balances !== undefined),
      wms.inboundLabels !== undefined,
      wms.stockLedger !== undefined,
      wms.fees !== undefined,
    ]);
    const { labels, stockLedger, fees } = offered.capabilities;
    expect(offers).toEqual([offered.capabilities, offered.balances, labels, stockLedger, fees]);
  });

  it('a notice is announced, and what comes in is booked once', async () => {
    const { id } = await expected(40);
    await p.server.ok(sendInboundToWms, { inboundId: id, transport: 'sea' }, p.world.main);
    await send();
    const { order } = await p.server.ok(inboundAtWms, { inboundId: id }, p.world.main);
    expect(order).toMatchObject({ state: 'sent', error: null, labels: offered.capabilities.labels });
    await steps(async () => (await rowOf('inbound', id)).state === 'done');
    const booked = await p.world.one(sql`select i.state, l.received, l.damaged from inbound i
      join inbound_line l on l.inbound_id = i.id where i.id = ${id}`);
    expect(booked).toEqual({ state: 'done', received: 40, damaged: 0 });
    expect(await onHand()).toBe(40);
    expect(await differences()).toEqual([]);
  });

  it('an order goes there, leaves with its number, and the stock is less by it', async () => {
    const one = await p.reserved(2);
    await send();
    expect(await rowOf('outbound', one.outboundId)).toMatchObject({ state: 'sent', error: null });
    expect(await p.world.statusOf(one.no)).toBe('picking');
    await steps(async () => (await rowOf('outbound', one.outboundId)).state === 'done');
    const row = await rowOf('outbound', one.outboundId);
    expect(row).toMatchObject({ status: 'shipped', packages: [{ carrier: offered.carrier }] });
    expect(await p.world.statusOf(one.no)).toBe('shipped');
    const answered = await p.world.one<{ tracking: string; shipment: { carrierName: string } }>(
      sql`select tracking_number as tracking, shipment from sales_order where id = ${one.orderId}`,
    );
    expect(answered.tracking).toMatch(/^\w{8,}$/);
    expect([answered.tracking, answered.shipment.carrierName]).toEqual([
      row.packages[0]?.trackingNumber,
      offered.carrier,
    ]);
    expect(await onHand()).toBe(38);
    expect(await differences()).toEqual([]);
    // Told again as it is known, it is not written again.
    const written = () => p.world.one<{ at: string }>(sql`select xmin::text as at from wms_order where id = ${row.id}`);
    const before = await written();
    for (let i = 0; i < 2; i++) await read();
    expect(await written()).toEqual(before);
  });

  it('what it takes for that is read once, as theirs, and so is what is left of our money', async () => {
    await readFees(p.server.app, p.ctx(), p.connectionId);
    const first = await p.server.ok(wmsFees, { id: p.connectionId, pageSize: 200 }, p.world.main);
    await readFees(p.server.app, p.ctx(), p.connectionId);
    const again = await p.server.ok(wmsFees, { id: p.connectionId, pageSize: 200 }, p.world.main);
    expect(again.rows).toEqual(first.rows);
    const outbound = first.rows.filter(({ refType, clientNo }) => refType === 'outbound' && clientNo !== null);
    expect(outbound.map((fee) => `${fee.feeType} ${fee.direction}`).toSorted()).toEqual(offered.fees);
    expect(outbound.every(({ amount }) => Number(amount) > 0)).toBe(true);
    const [account] = await p.server.ok(wmsConnections, {}, p.world.main);
    expect(account?.balances).toHaveLength(offered.balances);
  });

  it('an order whose answer is lost, on a day when nothing works, is there once', async () => {
    const one = await p.reserved(3);
    const bad = { failHalfway: 1, throttle: 1, status500: 1, match: offered.ordering };
    p.sandbox.faults.set(offered.provider, bad);
    for (let i = 0; i < 8 && (await rowOf('outbound', one.outboundId)).state !== 'sent'; i++) {
      await dueNow();
      await send().catch(putOff);
    }
    expect(p.sandbox.faults.of(offered.provider)).toMatchObject({ failHalfway: 0, throttle: 0, status500: 0 });
    p.sandbox.faults.clear();
    const row = await rowOf('outbound', one.outboundId);
    expect(row).toMatchObject({ state: 'sent', error: null });
    const stored = await there(one.number);
    expect(stored.map(({ orderNo }) => orderNo)).toEqual([row.providerNo]);
    await steps(async () => (await rowOf('outbound', one.outboundId)).state === 'done');
    expect(await onHand()).toBe(35);
    expect(await differences()).toEqual([]);
  });

  it('a notice whose answer is lost is there once, too', async () => {
    const { id } = await expected(5);
    await p.server.ok(sendInboundToWms, { inboundId: id }, p.world.main);
    const before = await rowOf('inbound', id);
    p.sandbox.faults.set(offered.provider, { failHalfway: 1, match: before.clientNo });
    await send().catch(putOff);
    expect((await rowOf('inbound', id)).state).toBe('sending');
    p.sandbox.faults.clear();
    await dueNow();
    await send();
    expect(await rowOf('inbound', id)).toMatchObject({ state: 'sent', error: null });
    await steps(async () => (await rowOf('inbound', id)).state === 'done');
    expect(await onHand()).toBe(40);
    expect(await differences()).toEqual([]);
  });

  it('an order that is cancelled before it is picked is cancelled there, and its goods are free', async () => {
    const one = await p.reserved(4);
    await send();
    await p.world.tx((tx) => cancelOrders(tx, [one.orderId], { by: 'user' }));
    await send();
    expect(await rowOf('outbound', one.outboundId)).toMatchObject({ state: 'cancelled', status: 'cancelled' });
    expect((await there(one.number)).map(({ status }) => status)).toEqual(['cancelled']);
    expect(await onHand()).toBe(40);
    expect(await differences()).toEqual([]);
  });

  it('goods that somebody else announced there are a difference, with its reason where they tell one; a person settles it', async () => {
    await withWms(p.server.app, p.ctx(), p.connectionId, async (wms, access) => {
      const [place] = await wms.warehouses(access);
      const items = [{ sku: p.world.skus[0] ?? '', quantity: 6 }];
      await wms.createInbound(access, {
        clientInboundNo: 'PORTAL-1',
        warehouse: place?.code ?? '',
        transport: 'express',
        trackingNumbers: [],
        cartons: [{ code: 'C1', items }],
      });
    });
    await p.later(6);
    await read();
    const rows = await differences();
    expect(rows).toMatchObject([{ code: p.world.skus[0], ours: 40, theirs: 46, rest: 6 }]);
    const [row] = rows;
    expect(row?.entries[0]?.kind).toBe(offered.capabilities.stockLedger ? 'receipt' : undefined);
    const settled = { id: row?.id ?? 0, how: 'book' as const, remark: 'counted', rest: 6 };
    await p.server.ok(settleWmsDifference, settled, p.world.main);
    expect(await onHand()).toBe(46);
    expect(await differences()).toEqual([]);
  });
});
