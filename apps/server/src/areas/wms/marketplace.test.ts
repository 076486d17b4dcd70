import { ConnectorError } from '@tradewind/connectors/types.ts';
import {
  chooseWmsMethods,
  inboundAtWms,
  pushWmsProducts,
  sendInboundToWms,
  settleWmsDifference,
  wmsDifferences,
  wmsOrders,
  wmsProducts,
  wmsProviders,
  wmsWarehouse,
} from '@tradewind/contract/wms.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { wrongs } from '../orders/orders.testing.ts';
import { cancelOrders } from '../orders/public.ts';
import { createInbound } from '../warehouse/public.ts';
import { withWms } from './access.ts';
import { outboundPayload } from './payload.ts';
import { poll } from './poll.ts';
import { sendProducts } from './products.ts';
import { sendDue } from './send.ts';
import { compareStock } from './stock.ts';
import { connectProvider, type ProviderWorld } from './wms.testing.ts';

const OFFERED = [
  {
    provider: 'mcf',
    methods: ['EXPEDITED', 'EXPEDITED/UNBRANDED', 'STANDARD', 'STANDARD/UNBRANDED'],
    choices: ['country', 'version'],
    ordering: 'POST /mcf/spapi/fulfillment/outbound/2026-07-04/orders',
    carrier: 'UPS',
  },
  {
    provider: 'wfs',
    methods: ['EXPEDITED', 'STANDARD'],
    choices: [],
    ordering: 'POST /wfs/api/v3/fulfillment/orders-fulfillments',
    carrier: 'Fedex',
  },
];

/** A kill, too, leaves a row in `sending`: what comes back of it is asked for, as after a lost answer. */
function putOff(error: unknown): void {
  if (!(error instanceof ConnectorError)) throw error;
}

describe.each(OFFERED)('through $provider, the network of a marketplace', (offered) => {
  let p: ProviderWorld;
  const send = () => sendDue(p.server.app, p.ctx(), p.connectionId);
  const product = () => p.world.productIds[0] ?? 0;
  const onHand = async () =>
    (
      await p.world.one<{ n: number }>(
        sql`select coalesce(sum(on_hand), 0)::int as n from stock_balance where warehouse_id = ${p.houseId} and product_id = ${product()}`,
      )
    ).n;
  const rowOf = async (docId: number) => {
    const page = await p.server.ok(wmsOrders, { pageSize: 200 }, p.world.main);
    const row = page.rows.find((one) => one.kind === 'outbound' && one.docId === docId);
    if (!row) throw new Error('not in the outbox');
    return row;
  };
  const differences = async () => {
    await compareStock(p.server.app, p.ctx(), p.houseId);
    return (await p.server.ok(wmsDifferences, { houseId: p.houseId }, p.world.main)).rows;
  };
  async function steps(until: () => Promise<boolean>): Promise<void> {
    for (let i = 0; i < 12; i++) {
      if (await until()) return;
      await p.later();
      await poll(p.server.app, p.ctx(), p.connectionId);
    }
    throw new Error('it never came so far');
  }
  async function dueNow(): Promise<void> {
    const { owner } = p.server.app.database;
    await owner.query(`update wms_order set next_at = now() - interval '1 second' where next_at is not null`);
    await owner.query('update wms_connection set held_until = null');
  }
  /** How many orders stand there under our number. */
  const there = (number: string) =>
    withWms(p.server.app, p.ctx(), p.connectionId, async (wms, access) => {
      const { rows } = await wms.outbounds(access, new Date(p.ctx().now().getTime() - 86_400_000).toISOString());
      return rows.filter((one) => one.clientOrderNo === number);
    });

  beforeAll(async () => {
    p = await connectProvider(offered.provider);
    const choices = [{ channelId: 0, methodCode: offered.methods.at(-1) ?? '' }];
    await p.server.ok(chooseWmsMethods, { houseId: p.houseId, choices }, p.world.main);
  });
  afterAll(async () => {
    expect(await wrongs(p.world)).toEqual([]);
    await p.close();
  });

  it('an account offers its choices and ways of delivery, and knows what is listed there by the very SKU', async () => {
    const definition = (await p.server.ok(wmsProviders, {}, p.world.main)).find(
      ({ provider }) => provider === offered.provider,
    );
    const choices = definition?.keys.filter(({ options }) => options).map(({ name }) => name);
    expect(choices).toEqual(offered.choices);
    const about = await p.server.ok(wmsWarehouse, { houseId: p.houseId }, p.world.main);
    expect(about?.methods.map(({ code }) => code).toSorted()).toEqual(offered.methods);
    const products = async () => (await p.server.ok(wmsProducts, { id: p.connectionId }, p.world.main)).rows;
    expect((await products()).map(({ code, state }) => [code, state])).toEqual(
      p.world.skus.toReversed().map((sku) => [sku, 'active']),
    );
    const odd = 'Lamp (blue), 24cm with a name that is long';
    await p.server.app.database.owner.query('update product set sku = $1 where id = $2', [odd, p.world.productIds[1]]);
    const productIds = [p.world.productIds[1] ?? 0];
    await p.server.app.database.owner.query('delete from wms_product where product_id = $1', productIds);
    await p.server.ok(pushWmsProducts, { id: p.connectionId, productIds }, p.world.main);
    await sendProducts(p.server.app, p.ctx(), p.connectionId, productIds);
    const row = (await products()).find(({ sku }) => sku === odd);
    expect(row).toMatchObject({ code: odd, state: 'rejected', problem: expect.stringContaining(odd) });
  });

  it('no notice of ours goes there: goods come in by the marketplace’s own shipments', async () => {
    const { id } = await p.world.tx((tx) =>
      createInbound(tx, {
        warehouseId: p.houseId,
        kind: 'manual',
        lines: [{ productId: product(), quantity: 5, unitCost: '3' }],
      }),
    );
    expect(await p.server.ok(inboundAtWms, { inboundId: id }, p.world.main)).toEqual({ connected: false, order: null });
    const refused = await p.server.call(sendInboundToWms, { inboundId: id }, p.world.main);
    expect([refused.status, JSON.stringify(refused)]).toEqual([409, expect.stringContaining('FBA')]);
    await p.control('stock', { sku: p.world.skus[0], quantity: 40 });
    await p.later(6);
    const [row] = await differences();
    expect(row).toMatchObject({ code: p.world.skus[0], ours: 0, theirs: 40, rest: 40 });
    const settled = { id: row?.id ?? 0, how: 'book' as const, remark: 'FBA shipment', rest: 40 };
    await p.server.ok(settleWmsDifference, settled, p.world.main);
    expect(await onHand()).toBe(40);
    expect(await differences()).toEqual([]);
  });

  it('an order goes there, leaves with its number, and the stock is less by it', async () => {
    const one = await p.reserved(2);
    await send();
    expect(await rowOf(one.outboundId)).toMatchObject({ state: 'sent', error: null, providerNo: one.number });
    await steps(async () => (await rowOf(one.outboundId)).state === 'done');
    const row = await rowOf(one.outboundId);
    expect(row).toMatchObject({ status: 'shipped', packages: [{ carrier: offered.carrier }] });
    expect(row.packages[0]?.trackingNumber).toMatch(/^\w{8,}$/);
    expect(await p.world.statusOf(one.no)).toBe('shipped');
    expect(await onHand()).toBe(38);
    expect(await differences()).toEqual([]);
  });

  it('an order whose answer is lost, on a day when nothing works, is there once', async () => {
    const one = await p.reserved(3);
    const bad = { failHalfway: 1, throttle: 1, status500: 1, match: offered.ordering };
    p.sandbox.faults.set(offered.provider, bad);
    for (let i = 0; i < 8 && (await rowOf(one.outboundId)).state !== 'sent'; i++) {
      await dueNow();
      await send().catch(putOff);
    }
    expect(p.sandbox.faults.of(offered.provider)).toMatchObject({ failHalfway: 0, throttle: 0, status500: 0 });
    p.sandbox.faults.clear();
    expect(await rowOf(one.outboundId)).toMatchObject({ state: 'sent', error: null, providerNo: one.number });
    expect(await there(one.number)).toHaveLength(1);
    await steps(async () => (await rowOf(one.outboundId)).state === 'done');
    expect(await onHand()).toBe(35);
    expect(await differences()).toEqual([]);
  });

  it('an order that went there as the process was killed is found there, not sent again', async () => {
    const one = await p.reserved(1);
    await withWms(p.server.app, p.ctx(), p.connectionId, async (wms, access) => {
      const made = await p.world.tx((tx) => outboundPayload(tx, one.outboundId));
      if (made.ok) await wms.createOutbound(access, made.payload);
    });
    const { owner } = p.server.app.database;
    await owner.query(`update wms_order set state = 'sending' where doc_id = $1 and kind = 'outbound'`, [
      one.outboundId,
    ]);
    await dueNow();
    await send();
    expect(await rowOf(one.outboundId)).toMatchObject({ state: 'sent', error: null, providerNo: one.number });
    expect(await there(one.number)).toHaveLength(1);
    await p.world.tx((tx) => cancelOrders(tx, [one.orderId], { by: 'user' }));
    await send();
    expect(await differences()).toEqual([]);
  });

  it('an order that is cancelled before it is picked is cancelled there, and its goods are free', async () => {
    const one = await p.reserved(4);
    await send();
    await p.world.tx((tx) => cancelOrders(tx, [one.orderId], { by: 'user' }));
    await send();
    expect(await rowOf(one.outboundId)).toMatchObject({ state: 'cancelled', status: 'cancelled' });
    expect((await there(one.number)).map(({ status }) => status)).toEqual(['cancelled']);
    expect(await onHand()).toBe(35);
    expect(await differences()).toEqual([]);
  });
});
