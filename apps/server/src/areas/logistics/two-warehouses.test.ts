import {
  buyLabel,
  channelOptions,
  deleteChannel,
  labelPdf,
  quoteParcel,
  saveChannel,
  saveShippingMethods,
  shippingMethods,
} from '@tradewind/contract/logistics.ts';
import {
  cheapestFreight,
  chooseFreight,
  estimateFreight,
  getOrder,
  labelOrders,
  makeOrder as makeOrderCall,
  mergeOrders,
  printPapers,
  remarkOrders,
  routeOrders,
  shipByHand,
} from '@tradewind/contract/orders.ts';
import {
  findWarehouseDetail,
  getOutbound,
  printOutbounds,
  printWave,
  saveWarehouseFnSku,
} from '@tradewind/contract/warehouse.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { readPages } from '../../testing/pdf-text.ts';
import { makeLine, makeOrder, putRules, type Step, walk } from '../orders/orders.testing.ts';
import { reserveOrders } from '../orders/public.ts';
import { moveStock, receiveLayers } from '../stock/public.ts';
import { shipOutbounds } from '../warehouse/public.ts';
import { type LogisticsWorld, openLogistics } from './testing/world.ts';

/** Two warehouses with goods: Main with `ups` and `bike` to choose from, and East. */
let l: LogisticsWorld;
let [main, east, ups, bike] = [0, 0, 0, 0];
beforeAll(async () => {
  l = await openLogistics();
  [main, ups] = [l.world.warehouseId, l.channelId];
  east = await openEast();
  bike = (await ok(saveChannel, { channel: { name: 'Bike', carrier: 'own', platformCarrierCode: 'Bike' } })).id;
});
afterAll(() => l.close());

const ok: LogisticsWorld['server']['ok'] = (call, input, as = l.world.main) => l.server.ok(call, input, as);
const owner = (text: string, values: unknown[] = []) => l.server.app.database.owner.query(text, values);

async function openEast(): Promise<number> {
  const { companyId } = l.world.main;
  const { rows } = await owner(
    `with w as (insert into warehouse (company_id, code, name, kind, address) select company_id, 'W2', 'East', kind, address
       from warehouse where company_id = $1 and id = $2 returning id)
     insert into location (company_id, warehouse_id, code, area, shelf, row_no, column_no, kind, path_order)
     select $1, w.id, l.code, 'B', '1', '1', '1', l.kind, l.n from w, (values ('PACK', 'packing', 0), ('B-1', 'picking', 1)) as l(code, kind, n)
     returning id, warehouse_id as "warehouseId", kind`,
    [companyId, main],
  );
  const bin = rows.find((row) => row.kind === 'picking');
  await l.world.tx(async (tx) => {
    for (const productId of l.world.productIds) {
      const doc = { warehouseId: bin.warehouseId, productId, docKind: 'opening', docId: 9, docLine: productId };
      await moveStock(tx, [{ ...doc, locationId: bin.id, onHand: 200, reason: 'opening', step: 'in' }]);
      await receiveLayers(tx, [{ ...doc, quantity: 200, unitCost: '1' }]);
    }
  });
  return bin.warehouseId;
}

/** An order that ships from a warehouse, as far as its goods, its box or the carrier. */
async function orderFrom(chosenWarehouseId: number | null, no: string, upTo?: Step, more = {}): Promise<number> {
  await l.world.take([makeOrder(no, { lines: [makeLine('1', 'SKU-1'), makeLine('2', 'SKU-2')], ...more })]);
  const id = await l.world.idOf(no);
  await owner('update sales_order set warehouse_id = $2 where id = $1', [id, chosenWarehouseId]);
  if (upTo) await walk(l.world, id, upTo);
  return id;
}
const chosen = async (id: number) => {
  const { warehouseId, channelId } = await ok(getOrder, { id });
  return { warehouseId, channelId };
};
const outboundOf = async (orderId: number) =>
  (
    await l.world.one<{ id: number }>(
      sql`select id from outbound where company_id = ${l.world.main.companyId} and order_id = ${orderId} and state <> 'cancelled'`,
    )
  ).id;
async function read(path: string, init: RequestInit = {}): Promise<string> {
  const headers = { token: l.world.main.token, 'content-type': 'application/json' };
  const answer = await fetch(`${l.server.url}/api${path}`, { headers, ...init });
  return (await readPages(Buffer.from(await answer.arrayBuffer()))).join('\n').replaceAll(/\s+/g, ' ');
}

describe('a remark on what is printed', () => {
  it('names the order, and the FNSKUs that its products have where it leaves from, else their barcodes', async () => {
    const [first = 0, second = 0] = l.world.productIds;
    await owner(`update product set barcode = 'X00BARCODE' where id = $1`, [second]);
    await owner(`update product set barcode = '4006381333931' where id = $1`, [l.world.productIds[2]]);
    await ok(saveWarehouseFnSku, { houseId: main, productId: first, fnsku: 'X001INMAIN' });
    await ok(saveWarehouseFnSku, { houseId: east, productId: first, fnsku: 'X001INEAST' });
    await ok(saveWarehouseFnSku, { houseId: east, productId: second, fnsku: 'X002INEAST' });
    const lines = [makeLine('1', 'SKU-1'), makeLine('2', 'SKU-2'), makeLine('3', 'SKU-3')];
    const here = await orderFrom(main, 'RM-1', 'reserve', { lines });
    const there = await orderFrom(east, 'RM-2', 'reserve', { lines });
    await ok(remarkOrders, { ids: [here, there], remark: '{orderId}: {FNSKU}' });
    const said = ['RM-1: X001INMAIN X00BARCODE', 'RM-2: X001INEAST X002INEAST'];

    const body = JSON.stringify({ ids: [here, there], papers: ['pickList'] });
    const list = await read(printPapers.path, { method: 'POST', body });
    for (const remark of said) expect(list).toContain(remark);

    for (const [n, id] of [here, there].entries()) {
      await walk(l.world, id, 'pack');
      const outbound = await ok(getOutbound, { id: await outboundOf(id) });
      expect(await read(`${printOutbounds.path}?ids=${outbound.id}`)).toContain(said[n]);
      expect(await read(`${printWave.path}?ids=${outbound.waveId}`)).toContain(said[n]);
      const label = await ok(buyLabel, { outboundId: outbound.id, channelId: bike });
      const page = await read(`${labelPdf.path}?parcelId=${label.id}`);
      expect(page).toContain(said[n]);
      expect(page).not.toContain('4006381333931');
    }
  });
});

describe('the shipping methods of a warehouse', () => {
  const refusal = '仓库“Main”不支持物流渠道“Bike”';
  const save = (chosenWarehouseId: number, ...channelIds: number[]) =>
    ok(saveShippingMethods, { houseId: chosenWarehouseId, channelIds });
  const namesFrom = async (chosenWarehouseId: number) =>
    (await ok(channelOptions, { houseId: chosenWarehouseId })).list.map((channel) => channel.name);
  beforeEach(async () => {
    await save(main, ups);
    await save(east);
  });

  it('are all channels until some are named, and each has its own', async () => {
    expect(await ok(shippingMethods, { houseId: east })).toMatchObject({ all: true });
    const { all, channels } = await ok(shippingMethods, { houseId: main });
    expect(all).toBe(false);
    expect(channels.map(({ name, ships }) => [name, ships])).toEqual([
      ['UPS cheapest', true],
      ['Bike', false],
    ]);
    expect(await namesFrom(main)).toEqual(['UPS cheapest']);
    expect(await namesFrom(east)).toEqual(['UPS cheapest', 'Bike']);
    const { history } = await ok(findWarehouseDetail, { id: main });
    expect(history[0]).toMatchObject({ event: 'methodsChosen', detail: { reason: 'UPS cheapest' } });
  });

  it('keep their channels from being deleted, and are said for warehouses of one’s own that one sees', async () => {
    await save(main, bike, ups);
    const { main: admin } = l.world;
    expect(await l.server.call(deleteChannel, { id: bike }, admin)).toMatchObject({
      status: 409,
      msg: '仓库“Main”的发货方式包含渠道“Bike”，请先在仓库里关闭',
    });
    expect(await l.server.call(saveShippingMethods, { houseId: main, channelIds: [999] }, admin)).toMatchObject({
      status: 400,
      data: { fields: [{ path: 'channelIds.0' }] },
    });
    const other = await l.server.company('Other');
    expect(await l.server.call(shippingMethods, { houseId: main }, other)).toMatchObject({ status: 404 });
    await owner(`update warehouse set provider_code = 'X1' where id = $1`, [east]);
    expect(await l.server.call(saveShippingMethods, { houseId: east, channelIds: [ups] }, admin)).toMatchObject({
      status: 422,
    });
    await owner(`update warehouse set provider_code = '' where id = $1`, [east]);
  });

  it('bind whoever chooses by hand: what does not fit is told, the rest is done', async () => {
    const [here, there] = [await orderFrom(main, 'HD-1', 'reserve'), await orderFrom(east, 'HD-2', 'reserve')];
    const ids = [here, there];
    expect(await ok(chooseFreight, { ids, channelId: bike })).toMatchObject({
      done: 1,
      failed: [{ id: here, reason: expect.stringContaining(refusal) }],
    });
    expect(await chosen(there)).toMatchObject({ channelId: bike });
    expect(await ok(routeOrders, { ids: [here], channelId: bike })).toMatchObject({
      failed: [{ id: here, reason: expect.stringContaining(refusal) }],
    });
    // Nor may what goes by bike go to Main, unless it goes another way from there.
    expect(await ok(routeOrders, { ids: [there], warehouseId: main })).toMatchObject({
      failed: [{ id: there, reason: expect.stringContaining(refusal) }],
    });
    expect(await ok(routeOrders, { ids: [there], warehouseId: main, channelId: ups })).toMatchObject({ done: 1 });
    expect(await chosen(there)).toEqual({ warehouseId: main, channelId: ups });
    const sent = await ok(shipByHand, { channelId: bike, orders: [{ number: 'HD-1', trackingNumber: 'B-1' }] });
    expect(sent).toMatchObject({ done: 0, failed: [{ id: here, reason: expect.stringContaining(refusal) }] });
  });

  it('bind a box for which one order says from where and another by what', async () => {
    const ids = [await orderFrom(main, 'BX-1'), await orderFrom(null, 'BX-2')];
    await owner('update sales_order set channel_id = $2 where id = $1', [ids[1], bike]);
    const reason = expect.stringContaining(refusal);
    expect(await ok(mergeOrders, { ids })).toMatchObject({ done: 0, failed: [{ reason }, { reason }] });
    await save(main, ups, bike);
    expect(await ok(mergeOrders, { ids })).toMatchObject({ done: 2 });
  });

  it('bind orders that are typed in', async () => {
    const [productId = 0] = l.world.productIds;
    const typed = {
      shopId: l.world.shop.id,
      shipTo: { name: 'Ann', line1: '1 Elm St', city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' },
      lines: [{ productId, quantity: 1, unitPrice: '5' }],
      channelId: bike,
    };
    const [toMain, toEast] = [main, east].map((warehouseId) => ({
      ...typed,
      warehouseId,
      idempotencyKey: crypto.randomUUID(),
    })) as [object, object];
    expect(await l.server.call(makeOrderCall, toMain as never, l.world.main)).toMatchObject({
      status: 400,
      data: { fields: [{ path: 'channelId', message: expect.stringContaining(refusal) }] },
    });
    expect(await ok(makeOrderCall, toEast as never)).toMatchObject({ status: 'allocate' });
  });

  it('are the ones that prices are asked of, and the cheapest is chosen among', async () => {
    await save(east, bike);
    const [here, there] = [await orderFrom(main, 'FR-1'), await orderFrom(east, 'FR-2')];
    const found = await ok(estimateFreight, { id: here });
    expect(new Set(found.offers.map((offer) => offer.channelId))).toEqual(new Set([ups]));
    expect(found.silent).toMatchObject([{ channelId: bike, reason: expect.stringContaining(refusal) }]);
    expect(await ok(cheapestFreight, { ids: [here, there] })).toMatchObject({ done: 1, failed: [{ id: there }] });
  });

  it('bind the pack desk and the label, also where the order moved or the methods changed since', async () => {
    const id = await orderFrom(main, 'LB-1', 'pack');
    const outboundId = await outboundOf(id);
    const wrong = { status: 422, msg: expect.stringContaining(refusal) };
    expect(await l.server.call(quoteParcel, { outboundId, channelId: bike }, l.world.main)).toMatchObject(wrong);
    expect(await l.server.call(buyLabel, { outboundId, channelId: bike }, l.world.main)).toMatchObject(wrong);
    await owner('update sales_order set channel_id = $2 where id = $1', [id, bike]);
    expect(await ok(labelOrders, { ids: [id] })).toMatchObject({
      done: 0,
      failed: [{ id, reason: expect.stringContaining(refusal) }],
    });
    // Handed over by bike it needs no label, but not from here.
    const shipped = await l.world.tx((tx) => shipOutbounds(tx, [outboundId]));
    expect(shipped.refused).toMatchObject([{ id: outboundId, code: 'logistics.noLabel' }]);
    await save(main, ups, bike);
    expect(await ok(labelOrders, { ids: [id] })).toMatchObject({ done: 1 });
  });

  it('are taken where nobody chose: the default, else the only one', async () => {
    await save(east, bike);
    const boxes = [await orderFrom(main, 'DF-1', 'pack'), await orderFrom(east, 'DF-2', 'pack')];
    const quoted = [];
    for (const id of boxes) quoted.push(await ok(quoteParcel, { outboundId: await outboundOf(id) }));
    expect(quoted).toMatchObject([{ channelId: ups }, { channelId: bike }]);
  });

  it('let goods come from where the channel ships, as long as they are there', async () => {
    const id = await orderFrom(null, 'RS-1');
    const many = await orderFrom(null, 'RS-2', undefined, { lines: [makeLine('1', 'SKU-3', 300)] });
    await owner('update sales_order set channel_id = $2 where id = any($1::bigint[])', [[id, many], bike]);
    await l.world.tx((tx) => reserveOrders(tx, [id, many]));
    expect(await chosen(id)).toMatchObject({ warehouseId: east });
    expect(await chosen(many)).toMatchObject({ warehouseId: main });
  });

  it('make rules pass over channels that do not ship from where the order goes', async () => {
    const by = (name: string, channelId: number) => ({ name, kind: 'channel' as const, action: { channelId } });
    const sku = { field: 'sku' as const, operator: 'is' as const, value: 'SKU-2' };
    await putRules(
      l.world,
      { name: 'To Main', kind: 'warehouse', conditions: [sku], action: { warehouseId: main } },
      { name: 'To East', kind: 'warehouse', action: { warehouseId: east } },
      by('Bikes first', bike),
      by('Then UPS', ups),
    );
    await l.world.take([
      makeOrder('RL-1', { lines: [makeLine('1', 'SKU-2')] }),
      makeOrder('RL-2', { lines: [makeLine('1', 'SKU-1')] }),
    ]);
    const [here, there] = [await l.world.idOf('RL-1'), await l.world.idOf('RL-2')];
    expect(await chosen(here)).toEqual({ warehouseId: main, channelId: ups });
    expect(await chosen(there)).toEqual({ warehouseId: east, channelId: bike });
  });
});
