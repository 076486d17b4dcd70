import { rights } from '@tradewind/contract/access/modules.ts';
import { confirmOrdersAgain, getOrder, listOrders, orderTabs } from '@tradewind/contract/orders.ts';
import {
  acceptVendorOrders,
  answerVendorOrder,
  getVendorOrder,
  invoiceVendorOrders,
  noteVendorPayment,
  packVendorOrder,
  printVendorLabels,
  saveVendorSettings,
  shipVendorOrder,
} from '@tradewind/contract/vendor.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { checkDigit } from '../../core/gs1.ts';
import { dayFromNow } from '../../testing/day.ts';
import { type Outside, openOutside } from '../channels/testing/sandbox.ts';
import { scanPages } from '../logistics/testing/scan.ts';
import { type OrderWorld, openWorld, wrongs } from '../orders/orders.testing.ts';

const PLATFORM = 'amazonvc';
const TODAY = dayFromNow(0);
const YESTERDAY = dayFromNow(-1);
const LATER = dayFromNow(10);
const SETTINGS = {
  gs1Prefix: '9528765',
  extensionDigit: 0,
  taxPercent: '0',
  netDueDays: 60,
  remitTo: {},
  billTo: null,
};

let outside: Outside;
let world: OrderWorld;
let shopId: number;
let skus: string[];

beforeAll(async () => {
  outside = await openOutside();
  world = await openWorld(outside.server, { products: 2, stock: 500 });
  shopId = (await outside.connect(world.main, { platform: PLATFORM, region: 'US' })).shopId;
  skus = outside.sandbox.world.catalog.items.slice(0, 2).map((item) => item.sku);
  await outside.server.app.database.owner.query(
    `insert into sku_mapping (company_id, shop_id, seller_sku, product_id, created_by)
     select $1, $2, m.sku, m.product, 'test' from unnest($3::text[], $4::bigint[]) as m(sku, product)`,
    [world.main.companyId, shopId, skus, world.productIds],
  );
  await outside.control('settings', { feedStepMs: 20 });
  await outside.server.ok(saveVendorSettings, SETTINGS, world.main);
  await outside.server.startWorker();
});
afterAll(() => outside.close());
afterEach(() => outside.control('faults', { clear: true }));

const ok: Outside['server']['ok'] = (call, input) => outside.server.ok(call, input, world.main);
const refused: Outside['server']['call'] = (call, input) => outside.server.call(call, input, world.main);

interface Taken {
  id: number;
  no: string;
}
/** A purchase order in bulk, as it comes in. */
async function ordered(...quantities: number[]): Promise<Taken> {
  const lines = quantities.map((quantity, at) => ({ sku: skus[at], quantity }));
  for (;;) {
    const { orderIds } = await outside.control<{ orderIds: string[] }>('orders', { shop: PLATFORM, lines });
    const no = orderIds[0] ?? '';
    if (no.startsWith('DX')) continue;
    // The shop's own stream may be under way just then.
    return until(async () => {
      await outside.run(world.main.ctx, shopId, 'orders');
      const found = await world.tx((tx) =>
        tx.row<{ id: number }>(
          sql`select id from sales_order where company_id = ${sql.company} and platform_order_no = ${no}`,
        ),
      );
      return found && { id: found.id, no };
    });
  }
}
const there = (no: string) => {
  const order = outside.sandbox.world.shop(PLATFORM).byId.get(no);
  if (!order) throw new Error(`no order ${no}`);
  return order;
};
const detail = (id: number) => ok(getVendorOrder, { id });
const until = <T extends NonNullable<unknown>>(look: () => Promise<T | false | undefined>) => outside.until(look, 200);
const answered = (id: number, state = 'done') => until(async () => (await detail(id)).answer?.state === state);
const expected = (id: number) =>
  until(async () => ['confirmed', 'failed'].includes((await ok(getOrder, { id })).confirmState));
const invoiced = (id: number, state: string) => until(async () => (await detail(id)).invoice?.state === state);

const BOX = { palletNo: null, lengthCm: '40', widthCm: '30', heightCm: '25', grossKg: '4.5' };
async function pack(id: number, cartons: { palletNo?: number; each: number[] }[]) {
  const { goods } = await detail(id);
  return ok(packVendorOrder, {
    id,
    cartons: cartons.map(({ palletNo = null, each }) => ({
      ...BOX,
      palletNo,
      contents: each.flatMap((quantity, at) => (quantity > 0 ? [{ lineId: goods[at]?.lineId ?? 0, quantity }] : [])),
    })),
  });
}
let bills = 0;
const shipping = (id: number) => ({
  id,
  scac: 'ABFS',
  billOfLading: `BOL${++bills}`,
  pro: `PRO${bills}`,
  shippedDay: YESTERDAY,
});
async function accepted(...quantities: number[]): Promise<Taken> {
  const order = await ordered(...quantities);
  expect(await ok(acceptVendorOrders, { ids: [order.id] })).toEqual({ done: 1, failed: [] });
  await answered(order.id);
  return order;
}
async function shipped(...quantities: number[]): Promise<Taken> {
  const order = await accepted(...quantities);
  await pack(order.id, [{ each: quantities }]);
  await ok(shipVendorOrder, shipping(order.id));
  await expected(order.id);
  return order;
}
const line = (order: { lines: { platformLineId: string }[] }, at: number) => order.lines[at]?.platformLineId ?? '';

describe('a purchase order', () => {
  it('goes from its arrival to a paid invoice, in parts', async () => {
    const order = await ordered(10, 6);
    const requested = await detail(order.id);
    expect(there(order.no).acknowledged).toBe(false);
    expect(requested.answer).toBeNull();
    expect(requested.lines.map((one) => [one.ordered, one.accepted, one.rejected])).toEqual([
      [10, 10, 0],
      [6, 6, 0],
    ]);

    await ok(answerVendorOrder, {
      id: order.id,
      lines: [
        {
          platformLineId: line(requested, 0),
          accepted: 7,
          backordered: 2,
          backorderDay: LATER,
          rejected: 1,
          reason: 'TemporarilyUnavailable',
        },
        { platformLineId: line(requested, 1), accepted: 6 },
      ],
    });
    await answered(order.id);
    expect(there(order.no).extra.answers).toEqual([
      { accepted: 7, backordered: 2, rejected: 1 },
      { accepted: 6, backordered: 0, rejected: 0 },
    ]);
    const kept = await ok(getOrder, { id: order.id });
    expect(kept.lines.map((one) => one.quantity)).toEqual([7, 6]);
    const sum = kept.lines.reduce((all, one) => all + Number(one.unitPrice) * one.quantity, 0);
    expect(Number(kept.totalAmount)).toBeCloseTo(sum, 2);
    const [later] = kept.related;
    expect((await ok(getOrder, { id: later?.id ?? 0 })).lines.map((one) => one.quantity)).toEqual([2]);
    expect(kept.history.map((one) => one.event)).toEqual(
      expect.arrayContaining(['vendorAnswered', 'platformAcknowledged']),
    );

    expect(
      await pack(order.id, [
        { palletNo: 1, each: [4, 0] },
        { palletNo: 1, each: [3, 0] },
      ]),
    ).toEqual({ packed: false });
    const { cartons, pallets } = await detail(order.id);
    const ssccs = [...cartons, ...pallets].map((one) => one.sscc);
    expect(new Set(ssccs).size).toBe(3);
    for (const sscc of ssccs) {
      expect(sscc).toMatch(/^09528765\d{10}$/);
      expect(checkDigit(sscc.slice(0, 17))).toBe(Number(sscc[17]));
    }
    const labels = await fetch(`${outside.server.url}/api${printVendorLabels.path}?id=${order.id}`, {
      headers: { token: world.main.token },
    });
    expect((await scanPages(Buffer.from(await labels.arrayBuffer()))).map((page) => page.code)).toEqual(
      ssccs.map((sscc) => `00${sscc}`),
    );

    const { number } = await ok(shipVendorOrder, { ...shipping(order.id), deliveryDay: LATER });
    await expected(order.id);
    expect(await ok(getOrder, { id: order.id })).toMatchObject({ status: 'shipped', confirmState: 'confirmed' });
    expect(there(order.no).extra.notices).toMatchObject({
      [number]: {
        shipmentType: 'LessThanTruckLoad',
        shippedDate: `${YESTERDAY}T00:00:00Z`,
        transportationDetails: { carrierScac: 'ABFS', billOfLadingNumber: `BOL${bills}` },
        importDetails: { methodOfPayment: 'PaidByBuyer' },
        shipmentMeasurements: {
          grossShipmentWeight: { unitOfMeasure: 'Kg', value: '9.0' },
          cartonCount: 2,
          palletCount: 1,
        },
        cartons: cartons.map((carton) => ({ cartonIdentifiers: [{ containerIdentificationNumber: carton.sscc }] })),
        pallets: [{ cartonReferenceDetails: { cartonReferenceNumbers: ['1', '2'] } }],
      },
    });
    expect(there(order.no).lines.map((one) => one.shipped)).toEqual([7, 0]);

    // What was in no carton is an order of its own, sent later.
    const rest = (await ok(getOrder, { id: order.id })).related.find((one) => one.id !== later?.id);
    await pack(rest?.id ?? 0, [{ each: [6] }]);
    await ok(shipVendorOrder, shipping(rest?.id ?? 0));
    await expected(rest?.id ?? 0);
    expect(there(order.no).lines.map((one) => one.shipped)).toEqual([7, 6]);

    expect(await ok(invoiceVendorOrders, { ids: [order.id, rest?.id ?? 0] })).toEqual({ done: 2, failed: [] });
    await invoiced(order.id, 'done');
    await invoiced(rest?.id ?? 0, 'done');
    const { invoice } = await detail(order.id);
    const cents = (there(order.no).lines[0]?.priceCents ?? 0) * 7;
    expect(Number(invoice?.totalAmount)).toBe(cents / 100);
    expect(there(order.no).extra.invoices).toContainEqual(
      expect.objectContaining({ id: invoice?.number, cents, lines: [{ sequence: 1, quantity: 7 }] }),
    );
    expect((await refused(noteVendorPayment, { id: order.id, day: LATER })).data).toMatchObject({
      fields: [{ path: 'day' }],
    });
    await ok(noteVendorPayment, { id: order.id, day: YESTERDAY });
    expect((await detail(order.id)).invoice?.paidDay).toBe(YESTERDAY);
    expect(await wrongs(world)).toEqual([]);
  });

  it('is refused whole and cancelled with that', async () => {
    const order = await ordered(4);
    const requested = await detail(order.id);
    await ok(answerVendorOrder, {
      id: order.id,
      lines: [{ platformLineId: line(requested, 0), rejected: 4, reason: 'ObsoleteProduct' }],
    });
    await answered(order.id);
    expect(there(order.no).status).toBe('cancelled');
    expect(await world.statusOf(order.no)).toBe('cancelled');
  });

  it('is answered line by line, or not at all', async () => {
    const order = await ordered(4, 2);
    const requested = await detail(order.id);
    const first = { platformLineId: line(requested, 0) };
    const second = { platformLineId: line(requested, 1), accepted: 2 };
    const wrong = async (...lines: object[]) => {
      const answer = await refused(answerVendorOrder, { id: order.id, lines } as never);
      return (answer.data as { fields?: { path: string }[] } | null)?.fields?.map((field) => field.path);
    };
    expect(await wrong({ ...first, accepted: 3 }, second)).toEqual(['lines.0.accepted']);
    expect(await wrong({ ...first, accepted: 3, backordered: 1 }, second)).toEqual(['lines.0.backorderDay']);
    expect(await wrong({ ...first, accepted: 3, backordered: 1, backorderDay: dayFromNow(-2) }, second)).toEqual([
      'lines.0.backorderDay',
    ]);
    expect(await wrong({ ...first, accepted: 3, rejected: 1 }, second)).toEqual(['lines.0.reason']);
    expect(await wrong({ ...first, accepted: 4 })).toEqual(['lines']);
    expect(await wrong({ ...first, accepted: 4 }, { ...first, accepted: 4 })).toEqual(['lines.1.platformLineId']);
    expect((await refused(shipVendorOrder, shipping(order.id))).status).toBe(409);
    await ok(answerVendorOrder, { id: order.id, lines: [{ ...first, accepted: 4 }, second] });
    const again = await refused(answerVendorOrder, { id: order.id, lines: [{ ...first, accepted: 4 }, second] });
    expect(again.status).toBe(409);
    await answered(order.id);
  });

  it('is accepted with many others, each that cannot be says why', async () => {
    const [one, two] = [await ordered(2), await ordered(3)];
    await ok(acceptVendorOrders, { ids: [one.id] });
    const open = await ok(listOrders, { moduleId: rights.vendorOrder.id, unanswered: true, page: 1, pageSize: 50 });
    expect(open.rows.map((row) => row.id)).toContain(two.id);
    expect(open.rows.map((row) => row.id)).not.toContain(one.id);
    expect((await ok(orderTabs, { moduleId: rights.vendorOrder.id })).queues.unanswered).toBe(open.total);
    const { done, failed } = await ok(acceptVendorOrders, { ids: [one.id, two.id] });
    expect([done, failed.map((row) => [row.id, row.error])]).toEqual([1, [[one.id, 'vendor.answered']]]);
    await answered(two.id);
    expect((await ok(getOrder, { id: two.id })).lines.map((row) => row.quantity)).toEqual([3]);
  });
});

describe('on a bad day', () => {
  it('an answer whose echo is lost is told again and holds once', async () => {
    const order = await ordered(5);
    const requested = await detail(order.id);
    await outside.control('faults', { platform: PLATFORM, failHalfway: 1, match: '/acknowledgements' });
    await ok(answerVendorOrder, {
      id: order.id,
      lines: [{ platformLineId: line(requested, 0), accepted: 2, backordered: 3, backorderDay: LATER }],
    });
    await answered(order.id);
    expect(there(order.no).extra.answers).toEqual([{ accepted: 2, backordered: 3, rejected: 0 }]);
    const kept = await ok(getOrder, { id: order.id });
    expect([kept.lines.map((one) => one.quantity), kept.related.length]).toEqual([[2], 1]);
  });

  it('Amazon takes an order back that was accepted: nothing more is sent, nor billed', async () => {
    const order = await accepted(3);
    await outside.control('orders/cancel', { shop: PLATFORM, orderId: order.no, force: true });
    await outside.run(world.main.ctx, shopId, 'orders');
    expect(await world.statusOf(order.no)).toBe('cancelled');
    expect((await refused(packVendorOrder, { id: order.id, cartons: [] })).status).toBe(409);
    const { failed } = await ok(invoiceVendorOrders, { ids: [order.id] });
    expect(failed.map((row) => row.error)).toEqual(['vendor.notShipped']);
    expect(await wrongs(world)).toEqual([]);
  });

  it('a notice with an SSCC that Amazon has seen is refused in its words, and told again', async () => {
    const order = await accepted(2);
    await pack(order.id, [{ each: [2] }]);
    const [carton] = (await detail(order.id)).cartons;
    const other = await ordered(2);
    there(other.no).extra.containers = { 'VS-OTHER': [carton?.sscc] };
    await ok(shipVendorOrder, shipping(order.id));
    await expected(order.id);
    const { shipment } = await detail(order.id);
    expect(shipment).toMatchObject({
      confirmState: 'failed',
      confirmError: expect.stringMatching(/SSCC \d{18} was used/),
    });
    const early = await ok(invoiceVendorOrders, { ids: [order.id] });
    expect(early.failed.map((row) => row.error)).toEqual(['vendor.notAnnounced']);
    there(other.no).extra.containers = {};
    await ok(confirmOrdersAgain, { ids: [order.id] });
    await until(async () => (await detail(order.id)).shipment?.confirmState === 'confirmed');
  });

  it('an invoice that fails shows why, keeps its number and is sent again', async () => {
    const order = await shipped(4);
    await ok(saveVendorSettings, { ...SETTINGS, taxPercent: '7.5', remitTo: { code: 'WRONG' } });
    await ok(invoiceVendorOrders, { ids: [order.id] });
    await invoiced(order.id, 'failed');
    const failed = (await detail(order.id)).invoice;
    expect(failed?.error).toMatch(/Invalid remitToParty/);
    expect((await refused(noteVendorPayment, { id: order.id, day: TODAY })).status).toBe(409);
    await ok(saveVendorSettings, { ...SETTINGS, taxPercent: '7.5', remitTo: { code: '999US' } });
    expect(await ok(invoiceVendorOrders, { ids: [order.id] })).toEqual({ done: 1, failed: [] });
    await invoiced(order.id, 'done');
    const cents = (there(order.no).lines[0]?.priceCents ?? 0) * 4;
    const { invoice } = await detail(order.id);
    expect(invoice?.number).toBe(failed?.number);
    expect(there(order.no).extra.invoices).toEqual([
      { id: invoice?.number, cents: cents + Math.round(cents * 0.075), lines: [{ sequence: 1, quantity: 4 }] },
    ]);
    const { failed: twice } = await ok(invoiceVendorOrders, { ids: [order.id] });
    expect(twice.map((row) => row.error)).toEqual(['vendor.invoiced']);
    await ok(saveVendorSettings, SETTINGS);
  });

  it('an invoice whose echo is lost is billed once', async () => {
    const order = await shipped(2);
    await outside.control('faults', { platform: PLATFORM, failHalfway: 1, match: '/invoices' });
    await ok(invoiceVendorOrders, { ids: [order.id] });
    await invoiced(order.id, 'done');
    expect(there(order.no).extra.invoices).toHaveLength(1);
  });
});

describe('SSCCs', () => {
  it('are given out in a row, without a gap and never twice, however many pack at once', async () => {
    const orders = [];
    for (let i = 0; i < 5; i++) orders.push(await ordered(2));
    const last = async () =>
      (
        await world.one<{ last: number }>(
          sql`select coalesce(max(last), 0)::int as last from vendor_serial where company_id = ${world.main.companyId}`,
        )
      ).last;
    const before = await last();
    await Promise.all(orders.map(({ id }) => pack(id, [{ each: [1] }, { each: [1] }])));
    // What is rolled back gives its number back.
    const { goods } = await detail(orders[0]?.id ?? 0);
    const contents = [{ lineId: goods[0]?.lineId ?? 0, quantity: 3 }];
    const tooMany = { ...BOX, contents };
    expect((await refused(packVendorOrder, { id: orders[0]?.id ?? 0, cartons: [tooMany] })).status).toBe(400);
    const supplied = (await Promise.all(orders.map(({ id }) => detail(id)))).flatMap((order) => order.cartons);
    const serials = supplied.map((carton) => Number(carton.sscc.slice(8, 17))).sort((a, b) => a - b);
    expect(serials).toEqual(Array.from({ length: 10 }, (_, i) => before + 1 + i));
    expect(await last()).toBe(before + 10);
    // Packed anew, a carton keeps its number: its label may be printed.
    const one = orders[0]?.id ?? 0;
    const kept = (await detail(one)).cartons.map((carton) => carton.sscc);
    await pack(one, [{ each: [2] }]);
    expect((await detail(one)).cartons.map((carton) => carton.sscc)).toEqual(kept.slice(0, 1));
  });
});
