import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderRecord } from '../../capabilities/orders.ts';
import { bent } from '../../lax.testing.ts';
import { isZero, negate, sum, times } from '../../money.ts';
import { failure, kindOfFailure, type Sent, scripted } from '../../testing.ts';
import { ACCESS, answered, connect, listed, NOW, ORDER, ok, order, refused, several, unit } from './fixtures.ts';
import { moment } from './shapes.ts';
import { type Stage, stageOf, statusOf } from './status.ts';

const ago = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString();
const requested = (sent: Sent | undefined) => Object.fromEntries(sent?.url.searchParams ?? []);
const good = (record: OrderRecord | undefined) => {
  if (!record?.ok) throw new Error(record?.reason);
  return record.order;
};
const readOne = async (units: object[], more: object = {}) => {
  const { fetch } = scripted(...answered(units, more));
  return connect(fetch).getOrder(ACCESS, ORDER);
};

describe('Lazada orders', () => {
  it('are listed with their units, which people call lines', async () => {
    const { fetch, sent } = scripted(listed(order()), several([unit(0), unit(1)]));
    const page = await connect(fetch).listOrders(ACCESS, { updatedAfter: ago(24) });
    expect(page.nextCursor).toBeUndefined();
    expect(page.listedUntil).toBe('2023-11-14T22:08:20.000Z');
    expect(page.records).toEqual([
      {
        ok: true,
        order: {
          platformOrderNo: ORDER,
          status: 'toShip',
          fulfilledBy: 'seller',
          platformShipping: true,
          orderedAt: '2023-11-14T22:00:00.000Z',
          paidAt: '2023-11-14T22:01:00.000Z',
          updatedAt: '2023-11-14T22:05:00.000Z',
          shipBy: '2023-11-17T03:00:00.000Z',
          marketplaceId: 'VN',
          currency: 'VND',
          goodsAmount: '99000',
          shippingAmount: '15000',
          taxAmount: '0',
          discountAmount: '9000',
          totalAmount: '105000',
          buyerName: 'T***',
          shipTo: {
            name: 'T***',
            line1: '1** L** S**',
            line2: 'P1',
            city: 'D1',
            state: 'HCM',
            postalCode: '',
            country: 'VN',
            phone: '84*******12',
          },
          lines: [
            {
              platformLineId: '260422900298363',
              sellerSku: 'MUG-RED',
              platformItemId: '77',
              title: 'Mug · Color:Red',
              quantity: 2,
              unitPrice: '49500',
              discount: '9000',
              tax: '0',
            },
          ],
        },
      },
    ]);
    const { host, pathname } = sent[0]!.url;
    expect(`${host}${pathname}`).toBe('api.lazada.vn/rest/orders/get');
    expect(requested(sent[0])).toMatchObject({
      update_after: '2023-11-13T22:13:20+00:00',
      update_before: '2023-11-14T22:13:20+00:00',
      sort_by: 'updated_at',
      sort_direction: 'ASC',
      offset: '0',
      limit: '50',
      access_token: '50000abc',
    });
    expect(requested(sent[1]).order_ids).toBe(`[${ORDER}]`);
  });

  it('have no time of payment before they are paid', async () => {
    for (const payment_time of ['', '0', 0, null, 'soon'])
      expect(good(await readOne([unit(0, { payment_time, status: 'unpaid' })])).paidAt).toBeUndefined();
    const later = good(await readOne([unit(0), unit(1, { payment_time: 1_699_999_320_000 })]));
    expect(later.paidAt).toBe('2023-11-14T22:02:00.000Z');
  });

  it('say that their amounts are unknown where one cannot be read', async () => {
    const unknown = async (units: object[], more: object = {}) => good(await readOne(units, more)).amountsUnknown;
    expect(await unknown([unit(0)], { shipping_fee: 'free?' })).toBe(true);
    expect(await unknown([unit(0, { paid_price: {} })])).toBe(true);
    for (const nothing of [null, undefined, ''])
      expect(await unknown([unit(0)], { shipping_fee: nothing })).toBeUndefined();
    expect(await unknown([unit(0, { paid_price: null })])).toBeUndefined();
  });

  it('are read whatever happens to a field that nobody needs', async () => {
    const failed: string[] = [];
    const attempt = async (what: string, head: unknown, units: unknown) => {
      const record = await connect(scripted(ok(head), ok(units)).fetch).getOrder(ACCESS, ORDER);
      if (!record.ok) failed.push(`${what}: ${record.reason}`);
    };
    const units = [unit(0), unit(1)];
    for (const { what, answer } of bent(order(), ['order_id', 'created_at'])) await attempt(what, answer, units);
    const needed = ['order_item_id', 'item_price', 'currency', 'status'].map((name) => `*.${name}`);
    for (const { what, answer } of bent(units, needed)) await attempt(what, order(), answer);
    expect(failed).toEqual([]);
  });

  it('go on at the last moment of a page, and count only within one moment', async () => {
    const at = (minute: number) => `2023-11-15 05:${String(minute).padStart(2, '0')}:00 +0700`;
    const page = (minutes: number[]) =>
      listed(...minutes.map((minute, n) => order({ order_id: minute * 1000 + n, updated_at: at(minute) })));
    const fifty = (minute: number) => Array.from({ length: 50 }, () => minute);
    const mixed = Array.from({ length: 50 }, (_, n) => Math.floor(n / 10));
    const { fetch, sent } = scripted(
      page(mixed),
      ok([]),
      page(fifty(4)),
      ok([]),
      page(fifty(4)),
      ok([]),
      page([4]),
      ok([]),
    );
    let cursor: string | undefined;
    const places: unknown[] = [];
    for (let n = 0; n < 4; n++) {
      // Each by another process, later: the cursor is all that it needs.
      const connector = connect(fetch, NOW + n * 60_000);
      cursor = (await connector.listOrders(ACCESS, { updatedAfter: ago(24), ...(cursor ? { cursor } : {}) }))
        .nextCursor;
      const { update_after, offset, update_before } = requested(sent.at(-2));
      places.push([update_after, offset, update_before]);
    }
    const end = '2023-11-14T22:13:20+00:00';
    expect(places).toEqual([
      ['2023-11-13T22:13:20+00:00', '0', end],
      ['2023-11-14T22:04:00+00:00', '0', end],
      ['2023-11-14T22:04:00+00:00', '50', end],
      ['2023-11-14T22:04:00+00:00', '100', end],
    ]);
    expect(cursor).toBeUndefined();
  });

  it('are asked for again when a page comes without them, and are not taken for none when no list comes', async () => {
    const bare = ok({ count: 0, countTotal: 12, orders: [] });
    const { fetch, sent } = scripted(bare, bare, bare);
    let cursor: string | undefined;
    do
      cursor = (await connect(fetch).listOrders(ACCESS, { updatedAfter: ago(1), ...(cursor ? { cursor } : {}) }))
        .nextCursor;
    while (cursor);
    expect(sent).toHaveLength(3);
    const none = scripted(ok({ count: 0, countTotal: 0 }));
    expect((await connect(none.fetch).listOrders(ACCESS, { updatedAfter: ago(1) })).records).toEqual([]);
    for (const countTotal of [undefined, null, '', {}]) {
      const torn = scripted(ok({ countTotal }));
      expect(await kindOfFailure(connect(torn.fetch).listOrders(ACCESS, { updatedAfter: ago(1) }))).toBe('malformed');
    }
  });

  it('keep ids beyond what a number holds', async () => {
    const id = '9223372036854775807';
    const text = JSON.stringify(listed(order()).json).replaceAll(ORDER, id);
    const units = JSON.stringify(several([unit(0)]).json)
      .replaceAll(ORDER, id)
      .replace('260422900298363', '9223372036854775806');
    const { fetch } = scripted({ text }, { text: units });
    const { records } = await connect(fetch).listOrders(ACCESS, { updatedAfter: ago(1) });
    expect([good(records[0]).platformOrderNo, good(records[0]).lines[0]?.platformLineId]).toEqual([
      id,
      '9223372036854775806',
    ]);
  });

  it('are set aside one by one: without units, in strange states, with strange money', async () => {
    const bad = [
      [[], {}],
      [[unit(0, { status: 'waiting_for_moon' })], {}],
      [[unit(0, { item_price: 'a lot' })], {}],
      [[unit(0, { currency: 'dong' })], {}],
      [[unit(0), unit(1, { currency: 'SGD' })], {}],
      [[unit(0)], { created_at: 'yesterday' }],
    ] as const;
    for (const [units, more] of bad) {
      const record = await readOne([...units], more);
      expect(record).toMatchObject({ ok: false, platformOrderNo: ORDER });
      expect(!record.ok && record.reason).toBeTruthy();
    }
  });

  it('are not known by names that are none, nor to another shop', async () => {
    const { fetch, sent } = scripted(refused('16', 'E016: "1" Invalid Order ID'));
    expect(await kindOfFailure(connect(fetch).getOrder(ACCESS, '1'))).toBe('rejected');
    expect(await kindOfFailure(connect(fetch).getOrder(ACCESS, '1&x=2'))).toBe('rejected');
    expect(sent).toHaveLength(1);
  });

  it('ask for a country that Lazada sells in', async () => {
    const { fetch, sent } = scripted(listed());
    const error = await failure(connect(fetch).listOrders({ ...ACCESS, region: 'FR' }, { updatedAfter: ago(1) }));
    expect([error.kind, error.code, sent.length]).toEqual(['rejected', 'BAD_REGION', 0]);
  });

  it('are counted by the time they were placed', async () => {
    const { fetch, sent } = scripted(listed(order()));
    const page = await connect(fetch).listOrderNos(ACCESS, { orderedFrom: ago(5), orderedTo: ago(0) });
    expect(page).toEqual({ orders: [{ platformOrderNo: ORDER, orderedAt: '2023-11-14T22:00:00.000Z' }] });
    expect(requested(sent[0])).toMatchObject({ created_after: '2023-11-14T17:13:20+00:00', sort_by: 'created_at' });
    expect(sent).toHaveLength(1);
  });
});

describe('states', () => {
  const words: Record<Stage, string[]> = {
    unpaid: ['unpaid'],
    open: ['pending', 'topack', 'repacked'],
    packed: ['packed', 'toship'],
    ready: ['ready_to_ship', 'ready_to_ship_pending'],
    gone: ['shipped', 'shipping', 'delivered', 'confirmed'],
    back: [
      ...['returned', 'shipped_back', 'shipped_back_success', 'shipped_back_failed', 'failed', 'failed_delivery'],
      ...['lost', 'lost_by_3pl', 'damaged_by_3pl'],
    ],
    cancelled: ['canceled'],
  };

  it('are all read, and no other word is', () => {
    for (const [stage, answered] of Object.entries(words))
      for (const word of answered) expect(stageOf(word)).toBe(stage);
    for (const word of ['cancelled', 'CANCELED', '', 'constructor', 'toString']) expect(stageOf(word)).toBeUndefined();
  });

  it('of the units make the order’s', () => {
    const cases: [Stage[], string][] = [
      [['unpaid', 'unpaid'], 'unpaid'],
      [['open', 'packed', 'ready'], 'toShip'],
      [['gone', 'open'], 'partiallyShipped'],
      [['gone', 'back'], 'shipped'],
      [['gone', 'cancelled'], 'shipped'],
      [['back', 'cancelled'], 'refunded'],
      [['back', 'ready'], 'partiallyShipped'],
      [['cancelled', 'cancelled'], 'cancelled'],
      [['cancelled', 'open'], 'toShip'],
    ];
    for (const [stages, status] of cases) expect([stages, statusOf(stages)]).toEqual([stages, status]);
  });

  it('of a unit called off takes it out of its line, of all leaves the lines as they were', async () => {
    const part = good(await readOne([unit(0, { status: 'canceled' }), unit(1), unit(2)]));
    expect(part.lines).toMatchObject([{ platformLineId: '260422900298363', quantity: 2, discount: '9000' }]);
    expect([part.goodsAmount, part.totalAmount]).toEqual(['99000', '105000']);
    const all = good(await readOne([unit(0, { status: 'canceled' }), unit(1, { status: 'canceled' })]));
    expect([all.status, all.lines[0]?.quantity]).toEqual(['cancelled', 2]);
  });

  it('tell a buyer who asks to call it off, and who sends it', async () => {
    expect(good(await readOne([unit(0, { need_cancel_confirm: 'true' })])).cancelRequested).toBe(true);
    expect(good(await readOne([unit(0)], { need_cancel_confirm: true })).cancelRequested).toBe(true);
    const over = await readOne([unit(0, { status: 'canceled', need_cancel_confirm: true })]);
    expect(good(over).cancelRequested).toBeUndefined();
    expect(good(await readOne([unit(0, { is_fbl: '1' })])).fulfilledBy).toBe('platform');
    expect(good(await readOne([unit(0, { is_fbl: 1 }), unit(1)]))).toMatchObject({
      fulfilledBy: 'seller',
      lines: [{ quantity: 1 }, { quantity: 1 }],
    });
    expect(good(await readOne([unit(0, { delivery_option_sof: '1' })])).platformShipping).toBe(false);
  });
});

describe('money and moments', () => {
  it('add up to the last digit, whatever the prices', async () => {
    const price = fc
      .integer({ min: 0, max: 99_999_999 })
      .map((cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(price, price), { minLength: 1, maxLength: 8 }), price, async (prices, fee) => {
        const units = prices.map(([item_price, paid_price], n) => unit(n, { item_price, paid_price }));
        const read = good(await readOne(units, { shipping_fee: fee }));
        const parts = [read.goodsAmount, read.shippingAmount, negate(read.discountAmount), negate(read.totalAmount)];
        expect(isZero(sum(parts))).toBe(true);
        const goods = sum(read.lines.map((line) => times(line.unitPrice, line.quantity)));
        expect(goods).toBe(read.goodsAmount);
        expect(read.lines.reduce((all, line) => all + line.quantity, 0)).toBe(units.length);
      }),
    );
  });

  it('are written in three ways', () => {
    for (const answered of [
      '2018-02-09 22:44:30 +0800',
      '2018-02-09T22:44:30+08:00',
      '1518187470000',
      1_518_187_470_000,
    ])
      expect(moment.parse(answered)).toBe('2018-02-09T14:44:30.000Z');
    for (const answered of ['2018-02-09 22:44:30', '1518187470', 'null', '', '2018-13-09 22:44:30 +0800'])
      expect(moment.safeParse(answered).success).toBe(false);
  });
});
