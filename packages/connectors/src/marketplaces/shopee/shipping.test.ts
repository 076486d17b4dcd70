import { describe, expect, it } from 'vitest';
import type { CancelReason } from '../../capabilities/cancellation.ts';
import type { PlatformParcelRequest } from '../../capabilities/fulfilment.ts';
import { failure, kindOfFailure, type Sent, scripted } from '../../testing.ts';
import { ACCESS, connect, details, item, ok, order, parcel, refused } from './fixtures.ts';

type Reply = ReturnType<typeof ok> | ReturnType<typeof refused> | { text: string };

/** Answers each call by what it is; a list of answers is used up, the last one stands. */
function answering(replies: Record<string, Reply | Reply[]>) {
  const requested = new Map<string, number>();
  return scripted((sent) => {
    const name = sent.url.pathname.split('/').at(-1) ?? '';
    const answered = replies[name];
    if (answered === undefined) throw new Error(`nobody said what ${name} answers`);
    const turn = requested.get(name) ?? 0;
    requested.set(name, turn + 1);
    return Array.isArray(answered)
      ? (answered[Math.min(turn, answered.length - 1)] ?? refused('error_server'))
      : answered;
  });
}
const callsOf = (sent: Sent[], name: string) => sent.filter((one) => one.url.pathname.endsWith(name));
const bodyOf = (sent: Sent[], name: string) => JSON.parse(callsOf(sent, name).at(-1)?.body || 'null');

const request = (more: Partial<PlatformParcelRequest> = {}): PlatformParcelRequest => ({
  platformOrderNo: '231114ABCDEFGH',
  packageNo: 1,
  weightGrams: 800,
  lines: [{ platformLineId: '100-101-100-0', quantity: 2 }],
  ...more,
});
const notice = (more: Partial<PlatformParcelRequest> = {}) => ({
  ...request(more),
  carrierCode: 'J&T',
  carrierName: 'J&T',
  serviceName: 'Standard',
  trackingNumber: 'JT123',
  shippedAt: '2023-11-15T00:00:00Z',
});
const pickup = ok({
  info_needed: { dropoff: [], pickup: ['address_id', 'pickup_time_id'] },
  dropoff: null,
  pickup: {
    address_list: [
      {
        address_id: 234,
        region: 'SG',
        address: '9 Raffles Place',
        time_slot_list: [
          // Midnight of the 24th in Singapore.
          { date: 1_700_755_200, time_text: '09:00', pickup_time_id: 'slot-1' },
          { date: 1_700_841_600, pickup_time_id: 'slot-2' },
        ],
      },
      { address_id: 235, region: 'SG', address: '', city: 'Jurong', time_slot_list: null },
    ],
  },
});
const arranged = (status = 'LOGISTICS_REQUEST_CREATED') => ({
  ...order(),
  order_status: 'PROCESSED',
  package_list: [parcel('OFG1', status, [100, 2])],
});
const tracking = (tracking_number: string) => ok({ tracking_number, hint: '' });

describe('Shopee’s ways to hand a parcel over', () => {
  it('are its pick-up hours, by the day of the market, and its counters', async () => {
    const { fetch, sent } = answering({ get_order_detail: details(order()), get_shipping_parameter: pickup });
    const options = await connect(fetch).shipping.options(ACCESS, request());
    expect(options.map(({ name, handOver }) => [name, handOver])).toEqual([
      ['Pickup · 2023-11-24 · 09:00 · 9 Raffles Place', 'pickup'],
      ['Pickup · 2023-11-25 · 9 Raffles Place', 'pickup'],
      ['Pickup · Jurong', 'pickup'],
      ['Drop-off', 'dropOff'],
    ]);
    expect(new Set(options.map((one) => one.id)).size).toBe(4);
    // An order in one piece must not have its package named.
    expect(callsOf(sent, 'get_shipping_parameter')[0]?.url.searchParams.has('package_number')).toBe(false);
  });

  it('are told to Shopee as they were chosen, the key alone where nothing stands in it', async () => {
    const { fetch, sent } = answering({
      get_order_detail: details(order()),
      get_shipping_parameter: pickup,
      ship_order: ok(undefined),
      get_tracking_number: tracking(''),
    });
    const { shipping } = connect(fetch);
    const options = await shipping.options(ACCESS, request());
    const answered = async (index: number) => {
      await shipping.arrange(ACCESS, request({ optionId: options[index]?.id ?? '' }));
      const { order_sn: _order, ...way } = bodyOf(sent, 'ship_order');
      return way;
    };
    expect(await answered(1)).toEqual({ pickup: { address_id: 234, pickup_time_id: 'slot-2' } });
    expect(await answered(2)).toEqual({ pickup: { address_id: 235 } });
    expect(await answered(3)).toEqual({ dropoff: {} });
    expect((await failure(shipping.arrange(ACCESS, request({ optionId: 'mine' })))).code).toBe('BAD_CURSOR');
  });

  it('at a counter name branch, carrier and sender where these are wanted, and nothing that only the seller knows', async () => {
    const counters = (needed: string[]) =>
      answering({
        get_order_detail: details(order()),
        get_shipping_parameter: ok({
          info_needed: { dropoff: needed },
          dropoff: { branch_list: [{ branch_id: 8, address: '1 Main' }], slug_list: [{ slug: 'fm', slug_name: 'FM' }] },
        }),
        ship_order: ok(undefined),
        get_tracking_number: tracking('T1'),
      });
    const { fetch, sent } = counters(['branch_id', 'slug', 'sender_real_name']);
    const shipFrom = { name: 'Tan', line1: 'x', city: 'SG', postalCode: '1', country: 'SG' };
    expect(await connect(fetch).shipping.arrange(ACCESS, request({ shipFrom }))).toEqual({
      ref: 'OFG1',
      carrierName: 'SPX Express',
      trackingNumber: 'T1',
    });
    expect(bodyOf(sent, 'ship_order').dropoff).toEqual({ branch_id: 8, slug: 'fm', sender_real_name: 'Tan' });
    const theirs = connect(counters(['tracking_no']).fetch).shipping;
    expect(await theirs.options(ACCESS, request())).toEqual([]);
    expect((await failure(theirs.arrange(ACCESS, request()))).code).toBe('NO_OPTION');
  });
});

describe('arranging a parcel', () => {
  const replies = { get_order_detail: details(order()), get_shipping_parameter: pickup };

  it('is done once it is done, whether or not its number can be asked for', async () => {
    const { fetch } = answering({
      ...replies,
      ship_order: ok(undefined),
      get_tracking_number: refused('error_server'),
    });
    expect(await connect(fetch).shipping.arrange(ACCESS, request())).toEqual({
      ref: 'OFG1',
      carrierName: 'SPX Express',
    });
  });

  it('is open when Shopee stumbles over it, and refused when Shopee refuses', async () => {
    const kind = (code: string, status = 200) =>
      kindOfFailure(
        connect(answering({ ...replies, ship_order: refused(code, 'x', status) }).fetch).shipping.arrange(
          ACCESS,
          request(),
        ),
      );
    expect(await kind('error_server')).toBe('uncertain');
    expect(await kind('logistics.error_timeout')).toBe('uncertain');
    expect(await kind('logistics.error_too_many_invoke_function')).toBe('unavailable');
    expect(await kind('logistics.ship_order_not_ready_to_ship')).toBe('rejected');
    const torn = answering({ ...replies, ship_order: { text: '{"error":' } });
    expect(await kindOfFailure(connect(torn.fetch).shipping.arrange(ACCESS, request()))).toBe('uncertain');
  });

  it('is found again by the order and its lines, and not before it was done', async () => {
    const find = (raw: unknown) =>
      connect(
        answering({ get_order_detail: details(raw), get_tracking_number: tracking('SPX1') }).fetch,
      ).shipping.findParcel(ACCESS, request());
    expect(await find(order())).toBeNull();
    expect(await find(arranged())).toEqual({ ref: 'OFG1', carrierName: 'SPX Express', trackingNumber: 'SPX1' });
    expect(await find(arranged('LOGISTICS_REQUEST_CANCELED'))).toBeNull();
    const other = { ...arranged(), item_list: [item(100, 2), item(200)] };
    expect(await find(other)).toMatchObject({ ref: 'OFG1' });
  });
});

describe('an order in several parcels', () => {
  const both = { ...order(), item_list: [item(100, 2), item(200, 3)] };
  const whole = { ...both, package_list: [parcel('OFG1', 'LOGISTICS_READY', [100, 2], [200, 3])] };
  const parted = {
    ...both,
    package_list: [parcel('A', 'LOGISTICS_READY', [100, 2]), parcel('B', 'LOGISTICS_READY', [200, 3])],
  };

  it('is split by Shopee into these lines and the rest, and each package named from then on', async () => {
    const { fetch, sent } = answering({
      get_order_detail: [details(whole), details(parted)],
      split_order: ok({ order_sn: 'x', package_list: [] }),
      get_shipping_parameter: pickup,
      ship_order: ok(undefined),
      get_tracking_number: tracking('SPX1'),
    });
    expect((await connect(fetch).shipping.arrange(ACCESS, request())).ref).toBe('A');
    expect(bodyOf(sent, 'split_order').package_list).toEqual([
      { item_list: [{ item_id: 100, model_id: 101, order_item_id: 100, promotion_group_id: 0 }] },
      { item_list: [{ item_id: 200, model_id: 201, order_item_id: 200, promotion_group_id: 0 }] },
    ]);
    expect(bodyOf(sent, 'ship_order').package_number).toBe('A');
    const second = await connect(fetch).shipping.arrange(
      ACCESS,
      request({ packageNo: 2, lines: [{ platformLineId: '200-201-200-0', quantity: 3 }] }),
    );
    expect(second.ref).toBe('B');
    expect(callsOf(sent, 'split_order')).toHaveLength(1);
  });

  it('is not split inside a line, of strange lines, or once a package went', async () => {
    const code = async (raw: unknown, lines: PlatformParcelRequest['lines']) => {
      const { fetch } = answering({ get_order_detail: details(raw) });
      return (await failure(connect(fetch).shipping.arrange(ACCESS, request({ lines })))).code;
    };
    expect(await code(whole, [{ platformLineId: '100-101-100-0', quantity: 1 }])).toBe('CANNOT_SPLIT');
    expect(await code(whole, [{ platformLineId: '999', quantity: 1 }])).toBe('NO_SUCH_LINE');
    expect(await code(parted, [{ platformLineId: '100-101-100-0', quantity: 1 }])).toBe('NO_PACKAGE');
    const gone = { ...both, package_list: [parcel('OFG1', 'LOGISTICS_PICKUP_DONE', [100, 2], [200, 3])] };
    expect(await code(gone, [{ platformLineId: '100-101-100-0', quantity: 2 }])).toBe('NO_PACKAGE');
  });
});

describe('Shopee’s label', () => {
  const result = (one: object) => ok({ result_list: [{ order_sn: '231114ABCDEFGH', ...one }] });
  const steps = {
    get_order_detail: details(arranged()),
    get_tracking_number: tracking('SPX1'),
    get_shipping_document_parameter: result({
      suggest_shipping_document_type: 'NORMAL_AIR_WAYBILL',
      selectable_shipping_document_type: ['NORMAL_AIR_WAYBILL', 'THERMAL_AIR_WAYBILL'],
    }),
    create_shipping_document: result({}),
    get_shipping_document_result: [result({ status: 'PROCESSING' }), result({ status: 'READY' })],
    download_shipping_document: { text: '%PDF-1.4 …' },
  };
  const label = (more: object = {}) => {
    const { fetch, sent } = answering({ ...steps, ...more });
    const parcelOf = { ref: 'OFG1', carrierName: 'SPX Express' };
    return { sent, made: connect(fetch).shipping.label(ACCESS, parcelOf, '231114ABCDEFGH') };
  };

  it('is made, waited for and fetched, for a label printer where that can be chosen', async () => {
    const { made, sent } = label();
    expect(await made).toMatchObject({ format: 'pdf' });
    expect(bodyOf(sent, 'create_shipping_document').order_list).toEqual([
      { order_sn: '231114ABCDEFGH', tracking_number: 'SPX1', shipping_document_type: 'THERMAL_AIR_WAYBILL' },
    ]);
    expect(callsOf(sent, 'get_shipping_document_result')).toHaveLength(2);
  });

  it('fails as Shopee says, and is no label when it is no PDF', async () => {
    const failed = label({ get_shipping_document_result: result({ status: 'FAILED' }) });
    expect((await failure(failed.made)).code).toBe('LABEL_FAILED');
    const inside = label({
      create_shipping_document: result({ fail_error: 'logistics.package_can_not_print', fail_message: 'no' }),
    });
    expect((await failure(inside.made)).code).toBe('logistics.package_can_not_print');
    const zip = label({ download_shipping_document: { text: 'PK\u0003\u0004' } });
    expect((await failure(zip.made)).kind).toBe('malformed');
    const later = label({ download_shipping_document: refused('logistics.download_later', 'Processing') });
    expect((await failure(later.made)).kind).toBe('unavailable');
  });
});

describe('telling Shopee of a shipment', () => {
  const own = ok({ info_needed: { non_integrated: ['tracking_no'] } });

  it('says a carrier’s own number where the seller’s carrier ships', async () => {
    const { fetch, sent } = answering({
      get_order_detail: details(order()),
      get_shipping_parameter: own,
      ship_order: ok(undefined),
    });
    expect(await connect(fetch).confirmShipment(ACCESS, notice())).toEqual({ outcome: 'confirmed' });
    expect(bodyOf(sent, 'ship_order')).toEqual({
      order_sn: '231114ABCDEFGH',
      non_integrated: { tracking_number: 'JT123' },
    });
  });

  it('says nothing where Shopee ships, and knows what was not arranged', async () => {
    const { fetch, sent } = answering({
      get_order_detail: details(arranged()),
      get_tracking_number: tracking('SPX1'),
    });
    expect(await connect(fetch).confirmShipment(ACCESS, notice())).toEqual({
      outcome: 'alreadyConfirmed',
      detail: 'Shopee ships package OFG1 with SPX1',
    });
    expect(callsOf(sent, 'ship_order')).toEqual([]);
    const early = answering({ get_order_detail: details(order()), get_shipping_parameter: pickup });
    expect((await failure(connect(early.fetch).confirmShipment(ACCESS, notice()))).code).toBe('NOT_ARRANGED');
  });
});

describe('cancelling at Shopee', () => {
  const cancelled = { ...order(), order_status: 'CANCELLED' };
  const cancel = (first: object, reason: CancelReason = 'outOfStock', then: object = cancelled) => {
    const { fetch, sent } = answering({
      get_order_detail: [details(first), details(then)],
      cancel_order: ok({ update_time: 1 }),
      handle_buyer_cancellation: ok({ update_time: 1 }),
    });
    const lines = request().lines;
    return { sent, done: connect(fetch).cancelOrder(ACCESS, { platformOrderNo: 'x', reason, lines }) };
  };

  it('names the articles that are out of stock, and no others', async () => {
    const out = cancel({ ...order(), order_sn: 'x' }, 'outOfStock', { ...cancelled, order_sn: 'x' });
    expect(await out.done).toEqual({ outcome: 'cancelled' });
    expect(bodyOf(out.sent, 'cancel_order')).toEqual({
      order_sn: 'x',
      cancel_reason: 'OUT_OF_STOCK',
      item_list: [{ item_id: 100, model_id: 101 }],
    });
    const requested = cancel({ ...order(), order_sn: 'x' }, 'buyerAsked', { ...arranged(), order_sn: 'x' });
    expect(await requested.done).toEqual({ outcome: 'requested' });
    expect(bodyOf(requested.sent, 'cancel_order').item_list).toBeUndefined();
  });

  it('agrees to what the buyer asked, and does nothing twice', async () => {
    const x = { order_sn: 'x' };
    const buyer = cancel({ ...order(), ...x, order_status: 'IN_CANCEL' }, 'other', { ...cancelled, ...x });
    expect(await buyer.done).toEqual({ outcome: 'cancelled' });
    expect(bodyOf(buyer.sent, 'handle_buyer_cancellation')).toEqual({ order_sn: 'x', operation: 'ACCEPT' });
    const again = cancel({ ...cancelled, ...x });
    expect(await again.done).toEqual({ outcome: 'alreadyCancelled' });
    expect(again.sent).toHaveLength(1);
  });

  it('refuses what the buyer asked while it waits for an answer', async () => {
    const { fetch, sent } = answering({
      get_order_detail: [details({ ...order(), order_sn: 'x', order_status: 'IN_CANCEL' })],
      handle_buyer_cancellation: ok({ update_time: 1 }),
    });
    expect(await connect(fetch).refuseCancel(ACCESS, { platformOrderNo: 'x' })).toBe('refused');
    expect(bodyOf(sent, 'handle_buyer_cancellation')).toEqual({ order_sn: 'x', operation: 'REJECT' });
    const over = answering({ get_order_detail: [details({ ...order(), order_sn: 'x' })] });
    expect(await connect(over.fetch).refuseCancel(ACCESS, { platformOrderNo: 'x' })).toBe('over');
  });

  it('never gives Shopee a reason that is not true', async () => {
    const x = { ...order(), order_sn: 'x' };
    expect((await failure(cancel(x, 'wrongPrice').done)).code).toBe('NO_SUCH_REASON');
    expect((await failure(cancel(x, 'badAddress').done)).code).toBe('NO_SUCH_REASON');
    const taiwan = cancel({ ...x, region: 'TW', currency: 'TWD' }, 'badAddress', { ...cancelled, order_sn: 'x' });
    await taiwan.done;
    expect(bodyOf(taiwan.sent, 'cancel_order').cancel_reason).toBe('UNDELIVERABLE_AREA');
  });
});
