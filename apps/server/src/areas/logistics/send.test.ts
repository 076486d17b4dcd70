import { rights } from '@tradewind/contract/access/modules.ts';
import { saveCustoms } from '@tradewind/contract/catalog.ts';
import { orderParcels, parcelsOf, saveChannel as saveChannelCall } from '@tradewind/contract/logistics.ts';
import {
  cancelOrders,
  cheapestFreight,
  checkPapers,
  chooseFreight,
  editOrderAddress,
  estimateFreight,
  getOrder,
  labelOrders,
  labelPrices,
  priceLabels,
  printPapers,
  sendRun,
  sendWhole,
  shipByHand,
  shipOrders,
} from '@tradewind/contract/orders.ts';
import { createWavesCall, prepayWarehouse, printWave } from '@tradewind/contract/warehouse.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { readPages } from '../../testing/pdf-text.ts';
import { addShop, grantShops, makeLine, makeOrder, walk, wrongs } from '../orders/orders.testing.ts';
import { intakeOrders } from '../orders/public.ts';
import { packOutbounds, shipOutbounds } from '../warehouse/public.ts';
import { type LogisticsWorld, openLogistics } from './testing/world.ts';

/** A PNG of one red dot. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);
let l: LogisticsWorld;
beforeAll(async () => {
  l = await openLogistics();
  await l.server.startWorker();
});
afterAll(() => l.close());
afterEach(() => l.sandbox.faults.clear());

const ok: LogisticsWorld['server']['ok'] = (call, input, as = l.world.main) => l.server.ok(call, input, as);
const owner = (text: string, values: unknown[] = []) => l.server.app.database.owner.query(text, values);

/** An order that came in; `ready`: with its goods reserved. */
async function order(no: string, upTo?: 'ready', more: Parameters<typeof makeOrder>[1] = {}): Promise<number> {
  await l.world.take([makeOrder(no, { lines: [makeLine('1', 'SKU-1')], ...more })]);
  const id = await l.world.idOf(no);
  if (upTo) await walk(l.world, id, 'reserve');
  return id;
}
const outboundOf = async (orderId: number) =>
  l.world.one<{ id: number; number: string; state: string; channelId: number | null }>(sql`select id, number, state,
    channel_id from outbound where company_id = ${l.world.main.companyId} and order_id = ${orderId} order by id desc limit 1`);
const detail = (id: number) => ok(getOrder, { id });
const parcelOf = async (orderId: number) => (await ok(orderParcels, { orderId })).list[0]?.parcel;

describe('what an order would cost to send', () => {
  it('is asked of every channel, by what its products weigh; one that fails spoils nothing', async () => {
    const id = await order('FR-1');
    const own = await ok(saveChannelCall, {
      channel: { name: 'By bike', carrier: 'own', platformCarrierCode: 'Bike' },
    });
    const abroad = await ok(saveChannelCall, {
      channel: { name: 'To Canada', carrier: 'own', platformCarrierCode: 'X', countries: ['CA'] },
    });
    const found = await ok(estimateFreight, { id });
    expect(found).toMatchObject({ weightGrams: 300, guessedWeight: false, guessedSize: true });
    const priced = found.offers.filter((offer) => offer.amount !== null);
    expect(priced.map((offer) => offer.serviceCode)).toEqual(['03', '12', '02']);
    const amounts = priced.map((offer) => Number(offer.amount));
    expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
    expect(found.offers.at(-1)).toMatchObject({ channelId: own.id, amount: null });
    expect(found.silent).toMatchObject([{ channelId: abroad.id, reason: '计费运输分区未设置，请联系客服' }]);

    l.sandbox.faults.set('ups', { status500: 100 });
    const without = await ok(estimateFreight, { id });
    expect(without.offers.map((offer) => offer.channelId)).toEqual([own.id]);
    expect(without.silent.map((one) => one.channelId).sort()).toEqual([l.channelId, abroad.id].sort());
    await owner('update shipping_channel set enabled = false where id = any($1::bigint[])', [[own.id, abroad.id]]);
  });

  it('heavier goods cost more, and what products do not say is guessed and told', async () => {
    const light = await order('FR-2');
    const heavy = await order('FR-3', undefined, { lines: [makeLine('1', 'SKU-1', 20)] });
    await owner(`update product set gross_weight_kg = null where company_id = $1 and sku = 'SKU-3'`, [
      l.world.main.companyId,
    ]);
    const unknown = await order('FR-4', undefined, { lines: [makeLine('1', 'SKU-3')] });
    const [a, b, c] = [
      await ok(estimateFreight, { id: light }),
      await ok(estimateFreight, { id: heavy }),
      await ok(estimateFreight, { id: unknown }),
    ];
    expect(Number(b.offers[0]?.amount)).toBeGreaterThan(Number(a.offers[0]?.amount));
    expect(c).toMatchObject({ weightGrams: 500, guessedWeight: true });
  });

  it('is chosen by hand, and then bought', async () => {
    const id = await order('FR-5', 'ready');
    await ok(chooseFreight, { ids: [id], channelId: l.channelId, serviceCode: '02' });
    expect((await outboundOf(id)).channelId).toBe(l.channelId);
    expect((await ok(estimateFreight, { id })).chosen).toEqual({ channelId: l.channelId, serviceCode: '02' });
    expect(await ok(labelOrders, { ids: [id] })).toEqual({ done: 1, failed: [], runId: null });
    expect(await parcelOf(id)).toMatchObject({
      state: 'labelled',
      serviceCode: '02',
      estimated: true,
      weightGrams: 300,
    });
    expect(await ok(chooseFreight, { ids: [id], channelId: l.channelId })).toMatchObject({ done: 0, failed: [{ id }] });
    expect((await detail(id)).history.map((row) => row.event)).toContain('freightChosen');
  });

  it('of many orders is asked in the background, and each tells what came of it', async () => {
    const numbers = Array.from({ length: 22 }, (_, n) => `FB-${n}`);
    await l.world.take([
      ...numbers.map((no) => makeOrder(no)),
      makeOrder('FB-BAD', { shipTo: { name: 'Ann', line1: 'x', city: 'y', postalCode: '1', country: 'US' } }),
    ]);
    const ids = await Promise.all([...numbers, 'FB-BAD'].map((no) => l.world.idOf(no)));
    const bad = ids.at(-1) ?? 0;
    await owner(`update sales_order set ship_to = '{"name":"Ann","country":"US"}' where id = $1`, [bad]);
    const begun = await ok(cheapestFreight, { ids });
    expect(begun).toMatchObject({ done: 0, failed: [] });
    const run = await l.server.until(async () => {
      const observed = await ok(sendRun, { id: begun.runId ?? 0 });
      return observed.finished && observed;
    }, 60);
    expect(run).toMatchObject({ total: 23, done: 22, failed: [{ id: bad, error: 'logistics.orderAddress' }] });
    const chosen = await owner(
      'select count(*)::int as n from sales_order where id = any($1::bigint[]) and channel_id = $2 and service_code = $3',
      [ids, l.channelId, '03'],
    );
    expect(chosen.rows[0].n).toBe(22);
    const other = await l.server.member(l.world.main.companyId, [rights.order.view, rights.order.ship]);
    expect((await l.server.call(sendRun, { id: begun.runId ?? 0 }, other)).status).toBe(404);
  });
});

describe('before labels are bought', () => {
  const priced = async (ids: number[]) => {
    const { runId } = await ok(priceLabels, { ids });
    return l.server.until(async () => {
      const found = await ok(labelPrices, { id: runId ?? 0 });
      return found.finished && found;
    }, 60);
  };

  it('their sum is named, and the orders that lose money by theirs; nothing is bought', async () => {
    const good = await order('LP-1', 'ready', { totalAmount: '900.00' });
    const poor = await order('LP-2', 'ready');
    const broken = await order('LP-3', 'ready');
    await owner(`update sales_order set ship_to = '{"name":"Ann","country":"US"}' where id = $1`, [broken]);
    await owner('update sales_order set profit_estimate = 500, freight_estimate = 0 where id = $1', [good]);
    await owner('update sales_order set profit_estimate = 1, freight_estimate = 0.5 where id = $1', [poor]);
    const found = await priced([good, poor, broken]);
    expect(found).toMatchObject({ total: 3, labels: 2, hidden: false, losingCount: 1 });
    expect(found.failed).toMatchObject([{ id: broken, error: 'logistics.orderAddress' }]);
    expect(found.losing).toMatchObject([{ id: poor, label: 'LP-2' }]);
    expect(Number(found.losing[0]?.profit)).toBeLessThan(0);
    for (const id of [good, poor]) expect(await parcelOf(id)).toBeUndefined();
    await ok(labelOrders, { ids: [good, poor] });
    const bought = [await parcelOf(good), await parcelOf(poor)];
    const sum = bought.reduce((total, one) => total + Number(one?.labelCost), 0);
    expect(found.sums).toEqual([{ currency: bought[0]?.labelCurrency, amount: sum.toFixed(2) }]);
    // What has its label costs nothing more.
    expect(await priced([good, poor])).toMatchObject({ done: 2, labels: 0, sums: [], losing: [] });
  });

  it('whoever may not see costs hears how many, and of no amounts', async () => {
    const id = await order('LP-4', 'ready');
    const clerk = await l.server.member(l.world.main.companyId, [rights.order.view, rights.order.ship]);
    await grantShops(l.server, clerk, l.world.shop.id);
    await owner(
      `insert into user_scope (company_id, user_id, kind, target_id) select company_id, $2, 'warehouse', id from warehouse where company_id = $1`,
      [l.world.main.companyId, clerk.userId],
    );
    const { runId } = await ok(priceLabels, { ids: [id] }, clerk);
    const found = await l.server.until(async () => {
      const one = await ok(labelPrices, { id: runId ?? 0 }, clerk);
      return one.finished && one;
    }, 60);
    expect(found).toMatchObject({ labels: 1, hidden: true, sums: [], losing: [] });
    expect((await l.server.call(labelPrices, { id: runId ?? 0 }, l.world.main)).status).toBe(404);
  });
});

describe('packing, label and handover in one go', () => {
  it('ends with the carrier, says what failed, and done again it buys nothing twice', async () => {
    const [first, second] = [await order('GO-1', 'ready'), await order('GO-2', 'ready')];
    const broken = await order('GO-3', 'ready');
    await walk(l.world, second, 'pick');
    await owner(`update sales_order set ship_to = ship_to || '{"postalCode":""}' where id = $1`, [broken]);
    const go = async (ids: number[]) => {
      const { runId } = await ok(sendWhole, { ids });
      return l.server.until(async () => {
        const run = await ok(sendRun, { id: runId ?? 0 });
        return run.finished && run;
      }, 60);
    };
    const run = await go([first, second, broken]);
    expect(run).toMatchObject({ done: 2, failed: [{ id: broken, error: 'logistics.carrierRefused' }] });
    for (const id of [first, second]) expect((await detail(id)).status).toBe('shipped');
    expect(await detail(broken)).toMatchObject({ status: 'exception', exception: 'label' });
    await owner(`update sales_order set ship_to = ship_to || '{"postalCode":"78701"}' where id = $1`, [broken]);
    const { version } = await detail(broken);
    const shipTo = { name: 'Ann', line1: '1 Elm St', city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' };
    await ok(editOrderAddress, { id: broken, version, shipTo });
    expect(await go([first, second, broken])).toMatchObject({ done: 3, failed: [] });
    for (const id of [first, second, broken]) {
      expect((await detail(id)).status).toBe('shipped');
      expect(l.standing((await outboundOf(id)).number)).toHaveLength(1);
    }
    expect(await wrongs(l.world)).toEqual([]);
  });
});

describe('a label from the desk', () => {
  it('is bought before the box is packed; the packing table finds it, and says when the weight is another', async () => {
    const id = await order('LD-1', 'ready');
    await ok(labelOrders, { ids: [id] });
    const bought = await parcelOf(id);
    const outbound = await outboundOf(id);
    expect(l.standing(outbound.number)).toEqual([bought?.trackingNumber]);
    await walk(l.world, id, 'pick');
    expect((await detail(id)).status).toBe('picking');
    await l.world.tx((tx) => packOutbounds(tx, [{ outboundId: outbound.id, weightGrams: 2000 }], 'all'));
    const found = await ok(parcelsOf, { outboundIds: [outbound.id] });
    expect(found.list).toMatchObject([
      { id: bought?.id, state: 'labelled', weightGrams: 300, weighedGrams: 2000, weightDiffers: true },
    ]);
    expect(await l.world.tx((tx) => shipOutbounds(tx, [outbound.id]))).toMatchObject({ done: [outbound.id] });
    expect(await wrongs(l.world)).toEqual([]);
  });

  it('that fails before the box is packed leaves the order to the pickers, and the measured box buys its own', async () => {
    const id = await order('LD-2', 'ready');
    await owner(`update sales_order set ship_to = '{"name":"Ann","country":"US"}' where id = $1`, [id]);
    expect(await ok(labelOrders, { ids: [id] })).toMatchObject({
      done: 0,
      failed: [{ id, error: 'logistics.orderAddress' }],
    });
    expect((await detail(id)).status).toBe('ready');
    expect(await parcelOf(id)).toMatchObject({ state: 'failed' });
    await walk(l.world, id, 'pack');
    expect(await parcelOf(id)).toMatchObject({ state: 'packed', weightGrams: 500, estimated: false });
  });

  it('is given back when the order is cancelled before it is packed', async () => {
    const id = await order('LD-3', 'ready');
    await ok(labelOrders, { ids: [id] });
    const { number } = await outboundOf(id);
    await ok(cancelOrders, { ids: [id] });
    await l.server.until(async () => l.standing(number).length === 0);
    expect((await detail(id)).status).toBe('cancelled');
  });

  it('is bought once when two clerks press the button at once, and when the answer is lost', async () => {
    const id = await order('LD-4', 'ready');
    const answers = await Promise.all([
      ok(labelOrders, { ids: [id] }),
      ok(labelOrders, { ids: [id] }),
      ok(labelOrders, { ids: [id] }),
    ]);
    expect(answers.some((one) => one.done === 1)).toBe(true);
    for (const one of answers.filter((answer) => answer.done === 0))
      expect(one.failed[0]?.error).toBe('logistics.buying');
    expect(l.standing((await outboundOf(id)).number)).toHaveLength(1);

    const lost = await order('LD-5', 'ready');
    l.sandbox.faults.set('ups', { failHalfway: 1, match: '/ship' });
    expect(await ok(labelOrders, { ids: [lost] })).toMatchObject({ done: 1 });
    expect(await ok(labelOrders, { ids: [lost] })).toMatchObject({ done: 1 });
    expect(l.standing((await outboundOf(lost)).number)).toHaveLength(1);
    expect((await l.history(lost)).map((row) => row.event)).toContain('labelFound');
  });

  it('of a packed box that the carrier refuses is an exception with its words, until the address is mended', async () => {
    const box = await l.packed('LD-6');
    await owner(`update sales_order set ship_to = ship_to || '{"postalCode":""}' where id = $1`, [box.orderId]);
    const refused = await ok(labelOrders, { ids: [box.orderId] });
    expect(refused).toMatchObject({ done: 0, failed: [{ id: box.orderId, error: 'logistics.carrierRefused' }] });
    expect(await detail(box.orderId)).toMatchObject({ status: 'exception', exception: 'label' });
    const { version } = await detail(box.orderId);
    const shipTo = { name: 'Ann', line1: '1 Elm St', city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' };
    await ok(editOrderAddress, { id: box.orderId, version, shipTo });
    expect(await ok(labelOrders, { ids: [box.orderId] })).toMatchObject({ done: 1 });
    expect(await detail(box.orderId)).toMatchObject({ status: 'packed', exception: null });
    expect(await ok(shipOrders, { ids: [box.orderId] })).toMatchObject({ done: 1, failed: [] });
    expect((await detail(box.orderId)).status).toBe('shipped');
  });

  it('is refused where there are no goods yet, and to whoever does not see the warehouse', async () => {
    const waiting = await order('LD-7', undefined, { lines: [makeLine('1', 'SKU-1', 100_000)] });
    expect(await ok(labelOrders, { ids: [waiting] })).toMatchObject({ failed: [{ error: 'orders.state' }] });
    const ready = await order('LD-8', 'ready');
    const clerk = await l.server.member(l.world.main.companyId, [rights.order.view, rights.order.ship]);
    await grantShops(l.server, clerk, l.world.shop.id);
    expect(await ok(labelOrders, { ids: [ready] }, clerk)).toMatchObject({ failed: [{ error: 'orders.state' }] });
  });
});

describe('orders that were sent by hand', () => {
  it('take their goods out of stock by the ordinary way, and the platform hears the number', async () => {
    const before = await stockOf('SKU-1');
    const [first, second] = [await order('HA-1'), await order('HA-2', 'ready')];
    const result = await ok(shipByHand, {
      carrierName: 'Local Express',
      orders: [
        { number: 'HA-1', trackingNumber: 'LX-1' },
        { number: 'ha-2', trackingNumber: 'LX-2', carrierName: 'Other Post' },
        { number: 'HA-NONE', trackingNumber: 'LX-3' },
      ],
    });
    expect(result).toMatchObject({ done: 2, failed: [{ label: 'HA-NONE', error: 'logistics.orderUnknown' }] });
    expect(await detail(first)).toMatchObject({ status: 'shipped', trackingNumber: 'LX-1' });
    const answered = await owner('select shipment, confirm_state from sales_order where id = $1', [second]);
    expect(answered.rows[0].shipment).toMatchObject({ carrierName: 'Other Post', trackingNumber: 'LX-2' });
    expect(['pending', 'telling', 'failed', 'confirmed']).toContain(answered.rows[0].confirm_state);
    expect(await stockOf('SKU-1')).toBe(before - 2);
    expect(await wrongs(l.world)).toEqual([]);
    const again = await ok(shipByHand, { carrierName: 'X', orders: [{ number: 'HA-1', trackingNumber: 'LX-9' }] });
    expect(again).toMatchObject({ done: 0, failed: [{ error: 'orders.state' }] });
  });

  it('say what is missing, and leave nothing behind', async () => {
    await order('HB-1');
    await order('HB-2');
    const scarce = await order('HB-3', undefined, { lines: [makeLine('1', 'SKU-1', 100_000)] });
    const result = await ok(shipByHand, {
      carrierName: 'Local',
      orders: [
        { number: 'HB-1' },
        { number: 'HB-2', trackingNumber: 'LX-1' },
        { number: 'HB-3', trackingNumber: 'LX-30' },
      ],
    });
    expect(result.done).toBe(0);
    expect(result.failed.map((one) => [one.label, one.reason])).toEqual([
      ['HB-1', '请填写跟踪号'],
      ['HB-2', '该跟踪号已用于订单 HA-1'],
      ['HB-3', '订单 HB-3 库存不足'],
    ]);
    expect((await detail(scarce)).status).toBe('allocate');
    // It has its goods by now, as any order that waits; it did not leave.
    expect(['allocate', 'ready']).toContain((await detail(await l.world.idOf('HB-2'))).status);
    expect(await wrongs(l.world)).toEqual([]);
    const nameless = await l.server.call(
      shipByHand,
      { orders: [{ number: 'HB-1', trackingNumber: 'Z' }] },
      l.world.main,
    );
    expect(nameless).toMatchObject({ status: 400, data: { fields: [{ path: 'carrierName' }] } });
  });

  it('need a channel with a zone for the country, and the shipping paper that their platform asks for', async () => {
    await order('HC-1');
    const { id: channelId } = await ok(saveChannelCall, {
      channel: { name: 'Canada only', carrier: 'own', platformCarrierCode: 'CP', countries: ['CA'] },
    });
    const orders = [{ number: 'HC-1', trackingNumber: 'CA-1' }];
    expect((await ok(shipByHand, { channelId, orders })).failed).toMatchObject([
      { reason: '计费运输分区未设置，请联系客服' },
    ]);
    await owner('update shipping_channel set enabled = false where id = $1', [channelId]);

    const depot = await addShop(l.server, l.world.main.companyId, {
      platform: 'homedepot',
      moduleId: rights.joomOrder.id,
      name: 'Depot',
    });
    await owner(
      `insert into sku_mapping (company_id, shop_id, seller_sku, product_id, created_by)
      select company_id, $2, sku, id, 'test' from product where company_id = $1`,
      [l.world.main.companyId, depot.id],
    );
    await l.world.take([makeOrder('HC-2')], depot);
    const id = await l.world.idOf('HC-2');
    const depots = { carrierName: 'Freight line', orders: [{ number: 'HC-2', trackingNumber: 'FL-1' }] };
    expect((await ok(shipByHand, depots)).failed).toMatchObject([{ id, reason: '发货附件不能为空' }]);
    await owner(
      `insert into attachment (company_id, doc_kind, doc_id, file_key, name, mime, bytes, user_id)
      values ($1, 'sales_order', $2, 'k', 'bol.pdf', 'application/pdf', 1, $3)`,
      [l.world.main.companyId, id, l.world.main.userId],
    );
    expect(await ok(shipByHand, depots)).toMatchObject({ done: 1, failed: [] });
  });
});

async function stockOf(sku: string): Promise<number> {
  const found = await owner(
    `select sum(b.on_hand)::int as n from stock_balance b join product p on p.company_id = b.company_id and p.id = b.product_id
     where b.company_id = $1 and p.sku = $2`,
    [l.world.main.companyId, sku],
  );
  return found.rows[0].n;
}

describe('papers', () => {
  const print = async (input: object) => {
    const answer = await fetch(`${l.server.url}/api${printPapers.path}`, {
      method: 'POST',
      headers: { token: l.world.main.token, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    const data = Buffer.from(await answer.arrayBuffer());
    if (answer.headers.get('content-type') !== 'application/pdf')
      return { pages: [], told: data.toString(), text: '', pictures: 0 };
    const { PDFDocument } = await import('@cantoo/pdf-lib');
    const pages = (await PDFDocument.load(data)).getPages().map((page) => Math.round(page.getWidth() / (72 / 25.4)));
    const pictures = data.toString('latin1').split('/Subtype /Image').length - 1;
    return { pages, told: '', text: (await readPages(data)).join('\n'), pictures };
  };

  it('are bound in one file in the order asked, and what is missing is named', async () => {
    const labelled = await l.packed('PA-1');
    await ok(labelOrders, { ids: [labelled.orderId] });
    const bare = await order('PA-2', 'ready');
    const ids = [bare, labelled.orderId];
    const papers = ['label', 'pickList', 'invoice'];
    const { failed, done } = await ok(checkPapers, { ids, papers: ['label', 'pickList', 'invoice'] });
    expect(done).toBe(1);
    expect(failed).toMatchObject([{ id: bare, error: 'logistics.paper.noLabel' }]);
    // The pick list, the invoice of the first, label and invoice of the second.
    expect((await print({ ids, papers, order: 'list' })).pages).toEqual([210, 210, 100, 210]);
    // In a wave comes before what is in none.
    expect((await print({ ids, papers, order: 'walk' })).pages).toEqual([210, 100, 210, 210]);
    expect((await print({ ids: [bare], papers: ['label'] })).told).toContain('logistics.paper.nothing');
  });

  it('hold a packing slip of each box, with the number that packing scans', async () => {
    const id = await order('PA-5', 'ready');
    const bare = await order('PA-6', undefined, { lines: [makeLine('1', 'SKU-1', 100_000)] });
    const { number } = await outboundOf(id);
    const slips = await print({ ids: [id], papers: ['packingSlip', 'invoice'] });
    expect(slips.pages).toEqual([100, 210]);
    expect(slips.text).toContain(number);
    expect(slips.text).toContain('SKU-1');
    expect((await ok(checkPapers, { ids: [bare], papers: ['packingSlip'] })).failed).toMatchObject([
      { id: bare, error: 'logistics.paper.noSlip' },
    ]);
  });

  it('show on pick lists what the goods look like', async () => {
    const id = await order('PA-8', 'ready');
    const { companyId } = l.world.main;
    const list = () => print({ ids: [id], papers: ['pickList'] });
    expect((await list()).pictures).toBe(0);
    const key = await l.server.app.files.put(companyId, 'image.png', DOT);
    await owner(`update product set images = array[$2] where company_id = $1`, [companyId, key]);
    // A key that no upload of pictures left behind reads nobody's file.
    expect((await list()).pictures).toBe(0);
    await owner(
      `insert into attachment (company_id, doc_kind, doc_id, file_key, name, mime, bytes, user_id)
       values ($1, 'productImage', 0, $2, 'dot.png', 'image/png', $3, $4)`,
      [companyId, key, DOT.length, l.world.main.userId],
    );
    expect((await list()).pictures).toBeGreaterThan(0);
    const { waves } = await ok(createWavesCall, { outboundIds: [(await outboundOf(id)).id] });
    const address = `${l.server.url}/api${printWave.path}?ids=${waves[0]?.id}`;
    const answer = await fetch(address, { headers: { token: l.world.main.token } });
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toContain('/Subtype /Image');
    await owner(`update product set images = '{}' where company_id = $1`, [companyId]);
  });

  it('leave out the invoice of an order whose amounts the platform has not shown', async () => {
    const hidden = await order('PA-0', undefined, { amountsUnknown: true });
    const requested = { ids: [hidden], papers: ['invoice' as const] };
    expect((await ok(checkPapers, requested)).failed).toMatchObject([
      { id: hidden, error: 'logistics.paper.noAmounts' },
    ]);
  });

  it('name the company once where it is its own sender', async () => {
    const id = await order('PA-7', 'ready');
    const { rows } = await owner(
      `update warehouse w set address = w.address || jsonb_build_object('company', upper(c.name), 'name', c.name)
       from company c where c.id = w.company_id and c.id = $1 returning c.name`,
      [l.world.main.companyId],
    );
    const { text } = await print({ ids: [id], papers: ['invoice'] });
    expect(text.toLowerCase().split(rows[0].name.toLowerCase())).toHaveLength(2);
  });

  it('for the customs need their data, and only across a border', async () => {
    const abroad = await order('PA-3', undefined, {
      shipTo: { name: 'Zoé', line1: '1 Rue', city: 'Montréal', state: 'QC', postalCode: 'H2Y 1C6', country: 'CA' },
    });
    const home = await order('PA-4');
    const requested = { ids: [abroad, home], papers: ['customs' as const] };
    expect((await ok(checkPapers, requested)).failed).toMatchObject([
      { id: abroad, error: 'logistics.paper.customsData' },
    ]);
    await owner(
      `update product set hs_code = '691200', origin = 'CN', declared_value_usd = 4.5, net_weight_kg = 0.25 where company_id = $1`,
      [l.world.main.companyId],
    );
    expect(await ok(checkPapers, requested)).toEqual({ done: 2, failed: [] });
    const { pages, text } = await print(requested);
    expect(pages).toEqual([210]);
    const { rows } = await owner(
      `select round(sum(l.stock_quantity * 0.25), 3) as net, round(sum(l.stock_quantity * p.gross_weight_kg), 3) as gross
       from order_line l join product p on p.company_id = l.company_id and p.id = l.product_id where l.company_id = $1 and l.order_id = $2`,
      [l.world.main.companyId, abroad],
    );
    // The invoice names the values of the declaration: customs finds one set of prices in a parcel.
    const both = await print({ ids: [abroad], papers: ['invoice', 'customs'] });
    expect(both.pages).toEqual([210, 210]);
    const values = (both.text.match(/[\d.]+ [A-Z]{3}\b/g) ?? []).filter((value) => !value.endsWith('USD'));
    expect(values).toEqual([]);
    const { net, gross } = rows[0];
    for (const said of ['691200', 'CN', 'Net weight', 'Gross weight', `net ${net} kg, gross ${gross} kg`])
      expect(text).toContain(said);
    // What the product declares in that country comes first.
    const { rows: products } = await owner('select id from product where company_id = $1', [l.world.main.companyId]);
    for (const { id: productId } of products)
      await ok(saveCustoms, {
        productId,
        country: 'CA',
        hsImport: '6912009000',
        nameEn: 'Stoneware mug',
        value: '3.25',
      });
    const own = (await print(requested)).text;
    for (const said of ['6912009000', 'Stoneware mug', '3.25 USD']) expect(own).toContain(said);
    await owner('delete from customs_data where company_id = $1', [l.world.main.companyId]);
  });
});

describe('a warehouse that takes its fees from money laid down', () => {
  it('lets go what the balance pays for, takes each fee once, and says of the rest that it is not enough', async () => {
    const { companyId } = l.world.main;
    const warehouseId = l.world.warehouseId;
    await owner(`update warehouse set kind = 'overseas' where company_id = $1`, [companyId]);
    expect(await ok(prepayWarehouse, { houseId: warehouseId, amount: '5', orderFee: '2' })).toMatchObject({
      balance: '5.0000',
    });
    const boxes = [await l.packed('PP-1'), await l.packed('PP-2'), await l.packed('PP-3')];
    const ids = boxes.map((box) => box.orderId);
    await ok(labelOrders, { ids });
    const shipped = await ok(shipOrders, { ids });
    expect(shipped).toMatchObject({
      done: 2,
      failed: [{ id: ids[2], reason: '仓库预付款余额不足，无法支付该订单的费用' }],
    });
    expect((await detail(ids[2] ?? 0)).status).toBe('packed');
    expect(await balance()).toEqual({ balance: '1.0000', ledger: '1.0000' });
    await ok(prepayWarehouse, { houseId: warehouseId, amount: '10', orderFee: '2' });
    // Pressed at once by several: one fee.
    await Promise.all([ok(shipOrders, { ids }), ok(shipOrders, { ids }), ok(shipOrders, { ids })]);
    expect(await balance()).toEqual({ balance: '9.0000', ledger: '9.0000' });
    const much = await l.server.call(
      prepayWarehouse,
      { houseId: warehouseId, amount: '-9.01', orderFee: '2' },
      l.world.main,
    );
    expect(much).toMatchObject({ status: 400, data: { fields: [{ path: 'amount' }] } });
    await owner('update warehouse set prepaid_balance = null, order_fee = null where company_id = $1', [companyId]);
  });
});

async function balance() {
  const found = await owner(
    `select prepaid_balance as balance, (select sum(amount) from warehouse_prepayment where company_id = w.company_id) as ledger
     from warehouse w where company_id = $1`,
    [l.world.main.companyId],
  );
  return found.rows[0];
}

describe('what an order will leave', () => {
  const calculated = async (no: string) => {
    const { rows } = await owner(
      'select freight_estimate as freight, profit_estimate as profit from sales_order where company_id = $1 and platform_order_no = $2',
      [l.world.main.companyId, no],
    );
    return { freight: rows[0].freight as string | null, profit: Number(rows[0].profit) };
  };
  // A weight of its own, so that other parcels of this file say nothing of it.
  const heavy = (no: string) => makeOrder(no, { lines: [makeLine('1', 'SKU-1', 12)] });

  it('holds the freight: what labels of the channel cost lately, and the label itself once it is bought', async () => {
    await owner(
      `insert into exchange_rate (company_id, currency, on_day, to_base, source) values ($1, 'USD', current_date, 7, 'manual')
       on conflict (company_id, currency, on_day) do update set to_base = 7`,
      [l.world.main.companyId],
    );
    await l.world.take([heavy('FE-1')]);
    const before = await calculated('FE-1');
    expect(before.freight).toBeNull();
    const id = await l.world.idOf('FE-1');
    await walk(l.world, id, 'reserve');
    await ok(labelOrders, { ids: [id] });
    const cost = Number((await parcelOf(id))?.labelCost) * 7;
    const bought = await calculated('FE-1');
    expect(Number(bought.freight)).toBeCloseTo(cost, 2);
    expect(bought.profit).toBeCloseTo(before.profit - cost, 2);

    // What channels cost is asked every ten minutes; no carrier is.
    l.sandbox.faults.set('ups', { status500: 100 });
    const later = { ...l.world.main.ctx, now: () => new Date(Date.now() + 11 * 60_000) };
    await l.server.app.database.inCompany(later, (tx) => intakeOrders(tx, l.world.shop, [heavy('FE-2')]));
    expect(await calculated('FE-2')).toEqual(bought);
  });
});
