import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { harmfulTo } from '../../harm.testing.ts';
import { parseJson } from '../../json.ts';
import { sum } from '../../money.ts';
import { failure, type Sent, scripted } from '../../testing.ts';
import { ACCESS, connect, details, item, listed, NOW, ok, order, parcel } from './fixtures.ts';
import { orderShape } from './orderShape.ts';
import { toPlatformOrder } from './orders.ts';
import { readStatus } from './status.ts';

const ago = (days: number) => new Date(NOW - days * 86_400_000).toISOString();
const requested = (sent: Sent | undefined) => Object.fromEntries(sent?.url.searchParams ?? []);
/** As it comes over the wire: figures with decimals stay the text that was sent. */
const read = (raw: unknown) => toPlatformOrder(orderShape.parse(parseJson(JSON.stringify(raw))));

describe('Shopee orders', () => {
  it('are listed and then told, with everything that is ours to know', async () => {
    const { fetch, sent } = scripted(listed([order().order_sn]), details(order()));
    const page = await connect(fetch).listOrders(ACCESS, { updatedAfter: ago(1) });
    expect(page.records[0]).toEqual({
      ok: true,
      order: {
        platformOrderNo: '231114ABCDEFGH',
        fulfilmentRefs: ['OFG1'],
        status: 'toShip',
        fulfilledBy: 'seller',
        orderedAt: '2023-11-14T19:26:40.000Z',
        paidAt: '2023-11-14T19:27:10.000Z',
        updatedAt: '2023-11-14T20:50:00.000Z',
        shipBy: '2023-11-16T22:13:20.000Z',
        marketplaceId: 'SG',
        currency: 'SGD',
        goodsAmount: '49.0',
        shippingAmount: '3.99',
        taxAmount: '0',
        discountAmount: '0',
        totalAmount: '52.99',
        buyerName: 'b***r',
        buyerNote: 'please hurry',
        shipTo: {
          name: 'T****n',
          line1: '****',
          line2: 'D1',
          city: 'Singapore',
          postalCode: '',
          country: 'SG',
          phone: '******89',
        },
        lines: [
          {
            platformLineId: '100-101-100-0',
            sellerSku: 'LAMP-100',
            platformItemId: '100',
            title: 'Lamp · Red',
            quantity: 2,
            unitPrice: '24.5',
            discount: '0',
            tax: '0',
          },
        ],
      },
    });
    expect(page.nextCursor).toBeUndefined();
    expect(page.listedUntil).toBe('2023-11-14T22:08:20.000Z');
    expect(requested(sent[0])).toMatchObject({
      time_range_field: 'update_time',
      time_from: String(NOW / 1000 - 86_400),
      time_to: String(NOW / 1000),
      page_size: '50',
      cursor: '',
      request_order_status_pending: 'true',
    });
    expect(requested(sent[1]).response_optional_fields).toContain('item_list');
  });

  it('go on from page to page by the cursor alone, and stop where a page is its own next', async () => {
    const { fetch, sent } = scripted(listed(['A'], '50'), details(), listed(['B']), details());
    const connector = connect(fetch);
    const first = await connector.listOrders(ACCESS, { updatedAfter: ago(1) });
    // A day later, by another process.
    const later = connect(fetch, NOW + 86_400_000);
    const second = await later.listOrders(ACCESS, { updatedAfter: ago(9), cursor: first.nextCursor ?? '' });
    expect(requested(sent[2])).toMatchObject({
      cursor: '50',
      time_from: requested(sent[0]).time_from,
      time_to: requested(sent[0]).time_to,
    });
    expect(second).toMatchObject({ listedUntil: first.listedUntil });
    expect(second.nextCursor).toBeUndefined();

    const loop = connect(
      scripted((one) => (one.url.pathname.endsWith('list') ? listed(['A'], '50') : details())).fetch,
    );
    let cursor = first.nextCursor;
    const turn = async () => {
      for (let i = 0; i < 9; i++)
        cursor = (await loop.listOrders(ACCESS, { updatedAfter: ago(1), cursor: cursor ?? '' })).nextCursor;
    };
    expect((await failure(turn())).code).toBe('LOOP');
    expect((await failure(connector.listOrders(ACCESS, { updatedAfter: ago(1), cursor: 'x' }))).code).toBe(
      'BAD_CURSOR',
    );
  });

  it('of a long time are asked for in pieces that Shopee takes, without a gap', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 400 * 86_400 }), async (length) => {
        const { fetch, sent } = scripted((one) => (one.url.pathname.endsWith('list') ? listed(['A']) : details()));
        const connector = connect(fetch);
        const from = NOW / 1000 - length;
        let cursor: string | undefined;
        do {
          const input = { updatedAfter: new Date(from * 1000).toISOString(), ...(cursor ? { cursor } : {}) };
          cursor = (await connector.listOrders(ACCESS, input)).nextCursor;
        } while (cursor);
        const windows = sent
          .filter((one) => one.url.pathname.endsWith('list'))
          .map((one) => [Number(requested(one).time_from), Number(requested(one).time_to)] as const);
        for (const [start, end] of windows) {
          expect(end).toBeGreaterThan(start);
          expect(end - start).toBeLessThanOrEqual(15 * 86_400);
        }
        expect(windows[0]?.[0]).toBe(Math.min(from, NOW / 1000 - 1));
        expect(windows.at(-1)?.[1]).toBe(NOW / 1000);
        for (const [index, [start]] of windows.entries()) if (index > 0) expect(start).toBe(windows[index - 1]?.[1]);
      }),
    );
  });

  it('pass over pieces without an order in one step', async () => {
    const { fetch, sent } = scripted(listed([]), listed([]), listed(['A']), details());
    const page = await connect(fetch).listOrders(ACCESS, { updatedAfter: ago(40) });
    expect(page.records).toHaveLength(1);
    expect(sent).toHaveLength(4);
  });

  it('are set aside when they are listed but not told, or cannot be read', async () => {
    const odd = { ...order(), order_sn: 'ODD', total_amount: 'a lot', create_time: 'yesterday' };
    const strange = { ...order(), order_sn: 'STRANGE', order_status: 'FROZEN' };
    const { fetch } = scripted(listed(['GONE', 'ODD', 'STRANGE']), details(odd, strange));
    const { records } = await connect(fetch).listOrders(ACCESS, { updatedAfter: ago(1) });
    expect(records).toMatchObject([
      { ok: false, platformOrderNo: 'GONE' },
      { ok: false, platformOrderNo: 'ODD', raw: parseJson(JSON.stringify(odd)) },
      { ok: false, platformOrderNo: 'STRANGE', reason: 'order_status: "FROZEN" is unknown' },
    ]);
    expect(records[1]?.ok === false && records[1].reason).toMatch(/^create_time: /);
  });

  it('are read whatever happens to a field that nobody needs', async () => {
    const needed = ['order_sn', 'order_status', 'create_time'];
    for (const name of ['item_id', 'model_sku', 'model_quantity_purchased']) needed.push(`item_list.*.${name}`);
    const attempt = (answer: unknown) => connect(scripted(details(answer)).fetch).getOrder(ACCESS, order().order_sn);
    expect(await harmfulTo(order(), needed, attempt)).toEqual([]);
    const nameless = await attempt({ ...order(), item_list: [{ ...item(100, 2), model_sku: null }] });
    expect(nameless.ok && nameless.order.lines).toMatchObject([{ sellerSku: '', platformItemId: '100', quantity: 2 }]);
    const { currency: _currency, region: _region, ...bare } = order();
    const found = await attempt(bare);
    expect(found.ok && [found.order.currency, found.order.marketplaceId]).toEqual(['SGD', 'SG']);
    const elsewhere = await attempt({ ...order(), recipient_address: { name: 'A', region: 'XYZ' } });
    expect(elsewhere.ok && elsewhere.order.shipTo?.country).toBe('XYZ');
  });

  it('are not known when Shopee tells nothing of them', async () => {
    const error = await failure(connect(scripted(details()).fetch).getOrder(ACCESS, 'X'));
    expect([error.kind, error.code]).toEqual(['rejected', 'NotFound']);
  });

  it('are counted by the time they were placed, which only their details tell', async () => {
    const { fetch, sent } = scripted(listed(['A'], '50'), details({ order_sn: 'A', create_time: 1_699_000_000 }));
    const input = { orderedFrom: ago(3), orderedTo: ago(1) };
    const page = await connect(fetch).listOrderNos(ACCESS, input);
    expect(page.orders).toEqual([{ platformOrderNo: 'A', orderedAt: '2023-11-03T08:26:40.000Z' }]);
    expect(page.nextCursor).toBeDefined();
    expect(requested(sent[0])).toMatchObject({
      time_range_field: 'create_time',
      time_to: String(NOW / 1000 - 86_400),
    });
    expect(requested(sent[1]).response_optional_fields).toBeUndefined();
  });
});

describe('the money of a Shopee order', () => {
  it('always adds up to what the buyer paid', () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 1, max: 99 }), (price, total, quantity) => {
        const answered = read({
          ...order(),
          total_amount: (total / 100).toFixed(2),
          item_list: [{ ...item(1, quantity), model_discounted_price: (price / 100).toFixed(2) }],
        });
        const parts = sum([
          answered.goodsAmount,
          answered.shippingAmount,
          answered.taxAmount,
          `-${answered.discountAmount}`,
        ]);
        expect(Number(parts)).toBe(total / 100);
        expect(answered.shippingAmount.startsWith('-') || answered.discountAmount.startsWith('-')).toBe(false);
      }),
    );
  });

  it('is exact in markets without cents and where a float is not', () => {
    const dong = { ...order(), currency: 'VND', total_amount: 53_000 };
    expect(read({ ...dong, item_list: [{ ...item(1), model_discounted_price: 48_000 }] })).toMatchObject({
      goodsAmount: '48000',
      shippingAmount: '5000',
      totalAmount: '53000',
    });
    const thirds = { ...item(1, 3), model_discounted_price: '0.1' };
    expect(read({ ...order(), total_amount: '0.2', item_list: [thirds] })).toMatchObject({
      goodsAmount: '0.3',
      discountAmount: '0.1',
    });
  });

  it('takes the full price inside a bundle and the goods where no total is told yet', () => {
    const bundle = { ...item(1, 2), model_discounted_price: 0 };
    expect(read({ ...order(), total_amount: 45, item_list: [bundle] })).toMatchObject({
      goodsAmount: '60',
      discountAmount: '15',
      lines: [{ unitPrice: '30' }],
    });
    const { total_amount: _none, ...unpaid } = order();
    expect(read({ ...unpaid, order_status: 'UNPAID' })).toMatchObject({ status: 'unpaid', totalAmount: '49.0' });
  });
});

describe('amounts of a Shopee order', () => {
  it('are unknown where one is missing or cannot be read', () => {
    const unknown = (more: object, ofItem: object = {}) =>
      read({ ...order(), ...more, item_list: [{ ...item(1), ...ofItem }] }).amountsUnknown;
    for (const odd of ['a lot', {}]) {
      expect(unknown({ total_amount: odd })).toBe(true);
      expect(unknown({}, { model_discounted_price: odd })).toBe(true);
      expect(unknown({}, { model_discounted_price: 0, model_original_price: odd })).toBe(true);
    }
    expect(unknown({ total_amount: null })).toBe(true);
    expect(unknown({}, { model_discounted_price: null, model_original_price: null })).toBe(true);
    expect(unknown({ total_amount: null, order_status: 'UNPAID' })).toBeUndefined();
    expect(unknown({}, { model_discounted_price: null })).toBeUndefined();
  });
});

describe('the lines of a Shopee order', () => {
  it('have ids of their own, also for one article in two promotions and twice in one', () => {
    const items = [item(1), { ...item(1), promotion_group_id: 7 }, { ...item(1), promotion_group_id: 7 }, item(2)];
    const answered = read({ ...order(), item_list: items });
    expect(answered.lines.map((line) => line.platformLineId)).toEqual(['1-2-1-0', '1-2-1-7', '1-2-1-7-2', '2-3-2-0']);
  });

  it('are matched by the model’s SKU, or by the item’s where it has no models', () => {
    const plain = { ...item(1), model_id: 0, model_sku: '', item_sku: 'PLAIN' };
    expect(read({ ...order(), item_list: [plain] }).lines[0]).toMatchObject({
      sellerSku: 'PLAIN',
      platformLineId: '1-0-1-0',
    });
  });

  it('keep ids that are too large for a number', async () => {
    const text = JSON.stringify(details(order()).json).replace('"item_id":100,', '"item_id":9007199254740993,');
    const record = await connect(scripted({ text }).fetch).getOrder(ACCESS, order().order_sn);
    expect(record.ok && record.order.lines[0]?.platformItemId).toBe('9007199254740993');
  });
});

describe('the state of a Shopee order', () => {
  it.each([
    ['UNPAID', [], { status: 'unpaid' }],
    ['PENDING', [], { status: 'toShip', hold: 'PENDING' }],
    ['INVOICE_PENDING', [], { status: 'toShip', hold: 'INVOICE_PENDING' }],
    ['READY_TO_SHIP', ['LOGISTICS_READY'], { status: 'toShip' }],
    ['RETRY_SHIP', ['LOGISTICS_PICKUP_RETRY'], { status: 'toShip' }],
    ['PROCESSED', ['LOGISTICS_REQUEST_CREATED'], { status: 'toShip' }],
    ['READY_TO_SHIP', ['LOGISTICS_PICKUP_DONE', 'LOGISTICS_READY'], { status: 'partiallyShipped' }],
    ['PROCESSED', ['LOGISTICS_PICKUP_DONE', 'LOGISTICS_REQUEST_CANCELED'], { status: 'toShip' }],
    ['SHIPPED', ['LOGISTICS_PICKUP_DONE'], { status: 'shipped' }],
    ['TO_CONFIRM_RECEIVE', [], { status: 'shipped' }],
    ['COMPLETED', ['LOGISTICS_DELIVERY_DONE'], { status: 'shipped' }],
    ['TO_RETURN', [], { status: 'shipped' }],
    ['IN_CANCEL', ['LOGISTICS_READY'], { status: 'toShip', cancelRequested: true }],
    ['IN_CANCEL', ['LOGISTICS_PICKUP_DONE'], { status: 'shipped', cancelRequested: true }],
    ['IN_CANCEL', [], { status: 'toShip', cancelRequested: true }],
    ['CANCELLED', ['LOGISTICS_INVALID'], { status: 'cancelled' }],
    ['completed', [], undefined],
    ['', [], undefined],
  ] as const)('%s %j', (answered, packages, reading) => {
    expect(readStatus(answered, packages)).toEqual(reading);
  });

  it('says why Shopee keeps an order back', () => {
    const kept = read({ ...order(), order_status: 'PENDING', pending_terms: ['SYSTEM_PENDING', 'KYC_PENDING'] });
    expect(kept).toMatchObject({ status: 'toShip', hold: 'SYSTEM_PENDING, KYC_PENDING' });
  });

  it('is Shopee’s business where Shopee ships, from its house or from stock on its way', () => {
    const whose = (more: object) => read({ ...order(), ...more }).fulfilledBy;
    expect(whose({ fulfillment_flag: 'fulfilled_by_shopee' })).toBe('platform');
    expect(whose({ advance_package: true })).toBe('platform');
    expect(whose({ fulfillment_flag: 'fulfilled_by_cb_seller' })).toBe('seller');
  });

  it('comes with no address where none is shown', () => {
    expect(read({ ...order(), recipient_address: null }).shipTo).toBeUndefined();
    expect(read({ ...order(), package_list: null }).fulfilmentRefs).toBeUndefined();
    expect(read({ ...order(), package_list: [parcel('P', 'LOGISTICS_READY')] }).fulfilmentRefs).toEqual(['P']);
  });
});

describe('an answer of the list', () => {
  it('that has more but no cursor is malformed', async () => {
    const { fetch } = scripted(ok({ more: true, next_cursor: '', order_list: [] }));
    expect((await failure(connect(fetch).listOrders(ACCESS, { updatedAfter: ago(1) }))).kind).toBe('malformed');
  });
});
