import { rights } from '@tradewind/contract/access/modules.ts';
import type { InputOf } from '@tradewind/contract/call.ts';
import {
  allocateOrders,
  cancelOrders,
  editMadeOrder,
  editOrderAddress,
  getOrder,
  makeOrder,
  orderRelatives,
  sendAgain,
} from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import {
  addShop,
  makeOrder as arriving,
  grantShops,
  makeLine,
  type OrderWorld,
  openWorld,
  walk,
  wrongs,
} from '../orders.testing.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { stock: 50 });
});
afterAll(() => server.close());

const TO = { name: 'Bea Buyer', line1: '2 Oak Ave', city: 'Austin', state: 'TX', postalCode: '78702', country: 'US' };
const product = (n: number) => world.productIds[n] ?? 0;
const typed = (more: Partial<InputOf<typeof makeOrder>> = {}): InputOf<typeof makeOrder> => ({
  shopId: world.shop.id,
  shipTo: TO,
  shippingAmount: '5',
  lines: [
    { productId: product(0), quantity: 2, unitPrice: '10.25' },
    { productId: product(1), quantity: 1, unitPrice: '3' },
  ],
  ...more,
});
const make = (more?: Partial<InputOf<typeof makeOrder>>) => server.ok(makeOrder, typed(more), world.main);
const detail = (id: number) => server.ok(getOrder, { id }, world.main);
/** A shipped platform order. */
async function left(no: string, lines = [makeLine('1', 'SKU-1', 2)]): Promise<number> {
  await world.take([arriving(no, { lines, buyerRef: `buyer of ${no}` })]);
  const id = await world.idOf(no);
  await walk(world, id, 'ship');
  return id;
}

describe('an order that is typed in', () => {
  it('is judged, counted and found like every other, and no platform hears of its shipment', async () => {
    const made = await make();
    expect(made).toMatchObject({ displayNo: expect.stringMatching(/^M-\d{8}-\d{4}$/), status: 'allocate' });
    expect(await detail(made.id)).toMatchObject({
      goodsAmount: '23.5000',
      totalAmount: '28.5000',
      buyerName: 'Bea Buyer',
      units: 3,
      lines: [
        { sku: 'SKU-1', quantity: 2, stockQuantity: 2 },
        { sku: 'SKU-2', quantity: 1 },
      ],
      history: [{ event: 'made', toState: 'allocate' }],
    });
    await walk(world, made.id, 'ship');
    expect(await detail(made.id)).toMatchObject({ status: 'shipped', confirmState: 'notNeeded' });
    expect(await wrongs(world)).toEqual([]);
  });

  it('is there once, however often the button is pressed', async () => {
    const input = typed({ idempotencyKey: 'typed-in-once' });
    const [one, other] = await Promise.all([
      server.call(makeOrder, input, world.main),
      server.call(makeOrder, input, world.main),
    ]);
    const again = await server.ok(makeOrder, input, world.main);
    const ids = [one, other].flatMap((answer) => (answer.status === 200 ? [answer.data.id] : []));
    expect(new Set([...ids, again.id]).size).toBe(1);
    const found = await world.one<{ n: number }>(
      sql`select count(*)::int as n from sales_order where company_id = ${world.main.companyId} and origin = 'manual' and id >= ${again.id}`,
    );
    expect(found.n).toBe(1);
  });

  it('names every field that does not fit', async () => {
    const wrong = await server.call(
      makeOrder,
      typed({
        shipTo: { ...TO, state: 'Texas', postalCode: '7870' },
      }),
      world.main,
    );
    expect([wrong.status, wrong.data]).toMatchObject([
      400,
      { fields: [{ path: 'shipTo.postalCode', message: expect.stringContaining('78701') }, { path: 'shipTo.state' }] },
    ]);
    const goods = await server.call(
      makeOrder,
      typed({
        lines: [
          { productId: product(0), quantity: 1, unitPrice: '1' },
          { productId: 999_999_999, quantity: 1, unitPrice: '1' },
        ],
      }),
      world.main,
    );
    expect(goods.data).toMatchObject({ fields: [{ path: 'lines.1.productId' }] });
    const discount = await server.call(makeOrder, typed({ discountAmount: '100' }), world.main);
    expect(discount.data).toMatchObject({ fields: [{ path: 'discountAmount' }] });
    const none = await server.call(makeOrder, typed({ lines: [] }), world.main);
    expect(none.data).toMatchObject({ fields: [{ path: 'lines' }] });
  });

  it('goes into shops that one sees, by whoever may take orders in', async () => {
    const hidden = await addShop(server, world.main.companyId);
    const member = await server.member(world.main.companyId, [rights.shopifyOrder.import]);
    await grantShops(server, member, world.shop.id);
    expect((await server.call(makeOrder, typed(), member)).status).toBe(200);
    expect((await server.call(makeOrder, typed({ shopId: hidden.id }), member)).status).toBe(404);
    const looker = await server.member(world.main.companyId, [rights.shopifyOrder.view, rights.shopifyOrder.edit]);
    expect((await server.call(makeOrder, typed(), looker)).status).toBe(403);
  });

  it('keeps the products that were chosen, whatever the shop calls by their SKU', async () => {
    const { id } = await make({ lines: [{ productId: product(2), quantity: 1, unitPrice: '1' }], shipTo: TO });
    await server.app.database.owner.query(
      `update sku_mapping set product_id = $2 where company_id = $1 and seller_sku = 'SKU-3'`,
      [world.main.companyId, product(0)],
    );
    const { version } = await detail(id);
    await server.ok(editOrderAddress, { id, version, shipTo: { ...TO, line1: '3 Pine Rd' } }, world.main);
    expect((await detail(id)).lines).toMatchObject([{ sku: 'SKU-3', productId: product(2) }]);
    await server.app.database.owner.query(
      `update sku_mapping set product_id = $2 where company_id = $1 and seller_sku = 'SKU-3'`,
      [world.main.companyId, product(2)],
    );
  });

  it('can be changed until it is picked; what was reserved is asked for anew', async () => {
    const { id } = await make();
    await server.ok(allocateOrders, { ids: [id] }, world.main);
    const before = await detail(id);
    expect(before.status).toBe('ready');
    const input = {
      id,
      version: before.version,
      shippingAmount: '0',
      lines: [{ productId: product(1), quantity: 4, unitPrice: '2.5' }],
    };
    await server.ok(editMadeOrder, input, world.main);
    const stale = await server.call(editMadeOrder, input, world.main);
    expect([stale.status, stale.data]).toMatchObject([409, { error: 'core.stale' }]);
    expect(await detail(id)).toMatchObject({
      status: 'allocate',
      totalAmount: '10.0000',
      units: 4,
      lines: [{ sku: 'SKU-2', quantity: 4, reserved: 0 }],
    });
    await walk(world, id, 'wave');
    const late = await server.call(editMadeOrder, { ...input, version: (await detail(id)).version }, world.main);
    expect(late.data).toMatchObject({ error: 'orders.linesLate' });
    const platforms = await left('EDIT-PLATFORM');
    const theirs = await server.call(
      editMadeOrder,
      { ...input, id: platforms, version: (await detail(platforms)).version },
      world.main,
    );
    expect(theirs.data).toMatchObject({ error: 'orders.notByHand' });
    expect(await wrongs(world)).toEqual([]);
  });

  it('may be a copy: its address stays where it was for whoever does not see buyers', async () => {
    const source = await left('COPIED');
    const member = await server.member(world.main.companyId, [rights.shopifyOrder.import]);
    await grantShops(server, member, world.shop.id);
    const { shipTo: _none, ...input } = typed({ copyOf: source });
    const made = await server.ok(makeOrder, input, member);
    expect(await detail(made.id)).toMatchObject({ buyerName: 'Ann Buyer', shipTo: { line1: '1 Elm St' } });
    expect(await server.ok(orderRelatives, { id: source }, world.main)).toMatchObject({
      source: null,
      made: [{ id: made.id, origin: 'manual' }],
    });
  });
});

describe('goods that are sent again', () => {
  it('go out for nothing, stand with the order that they belong to, and ask before it happens twice', async () => {
    const source = await left('LOST-1', [makeLine('1', 'SKU-1', 2), makeLine('2', 'SKU-2', 1)]);
    const send = (more: Partial<InputOf<typeof sendAgain>> = {}) =>
      server.call(sendAgain, { id: source, kind: 'resend', reason: 'lost', ...more }, world.main);
    const first = await send();
    expect(first.data).toMatchObject({ displayNo: expect.stringMatching(/^RS-/), status: 'allocate' });
    const made = await detail(first.data.id);
    expect(made).toMatchObject({
      totalAmount: '0.0000',
      units: 3,
      shipTo: { line1: '1 Elm St' },
      history: [{ event: 'made', detail: { from: 'LOST-1', reason: 'lost' } }],
    });
    const second = await send();
    expect([second.status, second.data]).toMatchObject([409, { error: 'orders.sentAgainAlready' }]);
    const instead = await send({
      kind: 'replacement',
      reason: 'wrongItem',
      lines: [{ productId: product(2), quantity: 1 }],
      again: true,
    });
    expect(instead.data).toMatchObject({ displayNo: expect.stringMatching(/^RP-/) });
    const answered = await server.ok(orderRelatives, { id: source }, world.main);
    expect(answered.made.map((one) => [one.origin, one.reason, one.units])).toEqual([
      ['replacement', 'wrongItem', 1],
      ['resend', 'lost', 3],
    ]);
    expect(await server.ok(orderRelatives, { id: made.id }, world.main)).toMatchObject({
      origin: 'resend',
      source: { displayNo: 'LOST-1' },
    });
    expect((await detail(source)).history[0]).toMatchObject({ event: 'sentAgain' });
  });

  it('by two people at once are sent once', async () => {
    const source = await left('LOST-2');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        server.call(sendAgain, { id: source, kind: 'resend', reason: 'lost' }, world.main),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
    // A cancelled resend does not count.
    const { made } = await server.ok(orderRelatives, { id: source }, world.main);
    await server.ok(cancelOrders, { ids: made.map((one) => one.id) }, world.main);
    expect((await server.call(sendAgain, { id: source, kind: 'resend', reason: 'lost' }, world.main)).status).toBe(200);
    expect(await wrongs(world)).toEqual([]);
  });

  it('are those of an order that has left', async () => {
    await world.take([arriving('STILL-HERE')]);
    const answer = await server.call(
      sendAgain,
      { id: await world.idOf('STILL-HERE'), kind: 'resend', reason: 'lost' },
      world.main,
    );
    expect([answer.status, answer.data]).toMatchObject([422, { error: 'orders.notLeft' }]);
  });

  it('follow their buyer when a platform wants the data erased', async () => {
    const source = await left('LOST-3');
    const made = await server.ok(sendAgain, { id: source, kind: 'resend', reason: 'lost' }, world.main);
    const { ref } = await world.one<{ ref: string }>(
      sql`select buyer_ref as ref from sales_order where id = ${made.id}`,
    );
    expect(ref).toBe('buyer of LOST-3');
  });

  it('are not confused with an order of the platform of the same number', async () => {
    const made = await make();
    await world.take([arriving(made.displayNo, { updatedAt: '2099-01-01T00:00:00Z', status: 'cancelled' })]);
    expect((await detail(made.id)).status).toBe('allocate');
  });
});

it('the shop of an order may be disabled for new ones', async () => {
  const shop = await addShop(server, world.main.companyId, { name: 'Closed' });
  await server.app.database.owner.query(`update shop set state = 'disabled' where id = $1`, [shop.id]);
  const answer = await server.call(makeOrder, typed({ shopId: shop.id }), world.main);
  expect(answer.data).toMatchObject({ fields: [{ path: 'shopId' }] });
});
