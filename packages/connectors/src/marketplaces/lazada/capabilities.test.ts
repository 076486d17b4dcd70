import { describe, expect, it } from 'vitest';
import type { PlatformParcelRequest } from '../../capabilities/fulfilment.ts';
import type { ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { failure, kindOfFailure, type Sent, scripted } from '../../testing.ts';
import type { ShopAccess } from '../../types.ts';
import { ACCESS, answered, connect, NOW, ORDER, ok, refused, result, unit } from './fixtures.ts';
import { kindOfFee } from './settlements.ts';

const SG: ShopAccess = { ...ACCESS, account: 'sg-1', region: 'SG', marketplaceIds: ['SG'] };
const LINE = '260422900298363';
const notice = (quantity: number, lineId = LINE): ShipmentConfirmation => ({
  platformOrderNo: ORDER,
  packageNo: 1,
  carrierCode: 'X',
  carrierName: 'X',
  serviceName: 'X',
  trackingNumber: 'T1',
  shippedAt: new Date(NOW).toISOString(),
  lines: [{ platformLineId: lineId, quantity }],
});
const parcel = (quantity: number): PlatformParcelRequest => ({ ...notice(quantity), weightGrams: 500 });
const form = (sent: Sent | undefined) => Object.fromEntries(new URLSearchParams(sent?.body));
const packed = (n: number, package_id: string, status = 'packed') =>
  unit(n, { status, package_id, tracking_code: `TH-${package_id}`, shipment_provider: 'LEX' });
const packs = (...units: object[]) =>
  result({ pack_order_list: [{ order_id: Number(ORDER), order_item_list: units }] });
const packedOk = (n: number, package_id = 'FP1') => ({
  order_item_id: Number(LINE) + n,
  item_err_code: '0',
  msg: 'success',
  package_id,
  tracking_number: 'TH1',
  shipment_provider: 'LEX',
  retry: false,
});
const providers = (more: object = {}) =>
  result({ platform_default: 1, shipping_allocate_type: 'TFS', shipment_providers: [], ...more });

describe('Lazada’s own logistics', () => {
  it('pack units that are open still, by the carrier that Lazada chooses', async () => {
    const units = [packed(0, 'FP0'), unit(1), unit(2)];
    const { fetch, sent } = scripted(...answered(units), providers(), packs(packedOk(1), packedOk(2)));
    const made = await connect(fetch).shipping.arrange(ACCESS, parcel(2));
    expect(made).toEqual({ ref: 'FP1', carrierName: 'LEX', trackingNumber: 'TH1' });
    const request = JSON.parse(form(sent.at(-1)).packReq ?? '');
    expect(request).toEqual({
      pack_order_list: [{ order_id: Number(ORDER), order_item_list: [Number(LINE) + 1, Number(LINE) + 2] }],
      delivery_type: 'dropship',
      shipping_allocate_type: 'TFS',
    });
  });

  it('offer the carriers among which a seller has to choose, and pack by the one chosen', async () => {
    const told2 = providers({
      platform_default: 0,
      shipping_allocate_type: 'NTFS',
      shipment_providers: [{ name: 'Flash', provider_code: 'FM50' }, { provider_code: 'FM51' }],
    });
    const { fetch } = scripted(...answered([unit(0)]), told2);
    const options = await connect(fetch).shipping.options(ACCESS, parcel(1));
    expect(options.map((one) => one.name)).toEqual(['Flash', 'FM51']);
    const packing = scripted(...answered([unit(0)]), packs(packedOk(0)));
    await connect(packing.fetch).shipping.arrange(ACCESS, { ...parcel(1), optionId: options[1]?.id ?? '' });
    expect(JSON.parse(form(packing.sent.at(-1)).packReq ?? '')).toMatchObject({
      shipping_allocate_type: 'NTFS',
      shipment_provider_code: 'FM51',
    });
  });

  it('fail in each layer as what it is', async () => {
    const arrange = async (answer: object) => {
      const { fetch } = scripted(...answered([unit(0)]), providers(), answer);
      return failure(connect(fetch).shipping.arrange(ACCESS, parcel(1)));
    };
    const part = (item_err_code: string, retry = false) =>
      packs({ ...packedOk(0), package_id: '', item_err_code, msg: 'words', retry });
    const kinds = [
      [part('700026'), 'rejected'],
      [part('1003', true), 'unavailable'],
      [part('40011'), 'uncertain'],
      [part('0'), 'uncertain'],
      [{ json: { code: '0', result: { success: false, error_code: '700021', error_msg: 'x' } } }, 'rejected'],
      [{ json: { code: '0', result: { success: true } } }, 'uncertain'],
      [{ status: 500 }, 'uncertain'],
      [refused('SYSTEM_ERROR'), 'uncertain'],
    ] as const;
    for (const [answer, kind] of kinds) expect([answer, (await arrange(answer)).kind]).toEqual([answer, kind]);
  });

  it('find a parcel by what it holds, equal ones by their number, and none that holds more', async () => {
    const find = async (units: object[], packageNo: number, quantity = 1) => {
      const { fetch } = scripted(...answered(units));
      return (await connect(fetch).shipping.findParcel(ACCESS, { ...parcel(quantity), packageNo }))?.ref;
    };
    const two = [packed(0, 'FP1'), packed(1, 'FP2', 'ready_to_ship'), unit(2)];
    expect([await find(two, 1), await find(two, 2), await find(two, 1, 2)]).toEqual(['FP1', 'FP2', undefined]);
    expect(await find([packed(0, 'FP1'), packed(1, 'FP1')], 1)).toBeUndefined();
    expect(await find([packed(0, 'FP1', 'canceled'), unit(1)], 1)).toBeUndefined();
  });

  it('give the label as it is, or from where it lies', async () => {
    const one = { ref: 'FP1', carrierName: 'LEX' };
    const pdf = Buffer.from('%PDF-1.4 label');
    const inside = scripted(result({ doc_type: 'PDF', file: pdf.toString('base64') }));
    expect((await connect(inside.fetch).shipping.label(ACCESS, one, ORDER)).data.equals(pdf)).toBe(true);
    const file = Buffer.from('<iframe>').toString('base64');
    const outside = scripted(result({ doc_type: 'PDF', file, pdf_url: 'https://files.test/x.pdf?k=1' }), {
      text: pdf.toString(),
    });
    expect((await connect(outside.fetch).shipping.label(ACCESS, one, ORDER)).data.equals(pdf)).toBe(true);
    expect(outside.sent[1]?.url.toString()).toBe('https://files.test/x.pdf?k=1');
    const none = scripted(result({ doc_type: 'PDF', file }));
    expect(await kindOfFailure(connect(none.fetch).shipping.label(ACCESS, one, ORDER))).toBe('malformed');
  });

  it('take a package apart again', async () => {
    const { fetch, sent } = scripted(result({ packages: [{ package_id: 'FP1', item_err_code: '0' }] }));
    await connect(fetch).shipping.cancel?.(ACCESS, { ref: 'FP1', carrierName: 'LEX' }, ORDER);
    expect(form(sent[0]).rePackReq).toBe('{"packages":[{"package_id":"FP1"}]}');
  });
});

describe('telling a shipment', () => {
  const confirm = async (lines: ShipmentConfirmation, ...answers: object[]) => {
    const { fetch, sent } = scripted(...answers);
    return { outcome: connect(fetch).confirmShipment(ACCESS, lines), sent };
  };
  const done = (ref = 'FP1') => result({ packages: [{ package_id: ref, item_err_code: '0', msg: 'success' }] });

  it('is telling Lazada that its package is ready', async () => {
    const { outcome, sent } = await confirm(notice(1), ...answered([packed(0, 'FP1'), unit(1)]), done());
    expect(await outcome).toEqual({ outcome: 'confirmed' });
    expect(sent.at(-1)?.url.pathname).toBe('/rest/order/package/rts');
    expect(form(sent.at(-1)).readyToShipReq).toBe('{"packages":[{"package_id":"FP1"}]}');
  });

  it('is not said again of units that are ready or gone', async () => {
    for (const status of ['ready_to_ship', 'shipped', 'delivered', 'returned']) {
      const { outcome, sent } = await confirm(notice(1), ...answered([packed(0, 'FP1', status)]));
      expect((await outcome).outcome).toBe('alreadyConfirmed');
      expect(sent).toHaveLength(2);
    }
  });

  it('needs a package of just these units', async () => {
    const part = await confirm(notice(1), ...answered([packed(0, 'FP1'), packed(1, 'FP1')]));
    expect((await failure(part.outcome)).code).toBe('PART_OF_PACKAGE');
    const open = await confirm(notice(1), ...answered([unit(0)]));
    expect((await failure(open.outcome)).code).toBe('NOT_PACKED');
    const many = await confirm(notice(3), ...answered([unit(0)]));
    expect((await failure(many.outcome)).code).toBe('NOTHING_TO_PACK');
    const strange = await confirm(notice(1, '1'), ...answered([unit(0)]));
    expect((await failure(strange.outcome)).code).toBe('NO_SUCH_LINE');
  });

  it('packs in the same breath what sellers deliver themselves', async () => {
    const own = unit(0, { delivery_option_sof: 1 });
    const { outcome, sent } = await confirm(notice(1), ...answered([own]), providers(), packs(packedOk(0)), done());
    expect(await outcome).toEqual({ outcome: 'confirmed' });
    expect(sent.map((one) => one.url.pathname.replace('/rest', ''))).toEqual([
      '/order/get',
      '/order/items/get',
      '/order/shipment/providers/get',
      '/order/fulfill/pack',
      '/order/package/rts',
    ]);
  });

  it('passes on what is said of the package', async () => {
    const refusal = result({ packages: [{ package_id: 'FP1', item_err_code: '600002', msg: 'cancelled' }] });
    const { outcome } = await confirm(notice(1), ...answered([packed(0, 'FP1')]), refusal);
    expect(await failure(outcome)).toMatchObject({ kind: 'rejected', code: '600002' });
  });
});

describe('calling an order off', () => {
  const cancel = { platformOrderNo: ORDER, reason: 'outOfStock' as const, lines: notice(1).lines };
  const reasons = ok({ tip_type: 'warn', reason_options: [{ reason_id: '1000017', reason_name: 'Out of Stock' }] });
  const over = answered([unit(0, { status: 'canceled' })]);

  it('gives one of the reasons that Lazada offers for it', async () => {
    const { fetch, sent } = scripted(...answered([unit(0)]), reasons, ok({ tip_type: 'warn' }), ...over);
    expect(await connect(fetch).cancelOrder(ACCESS, cancel)).toEqual({ outcome: 'cancelled' });
    expect(sent[3]?.url.searchParams.get('reason_id')).toBe('1000017');
    expect(sent[3]?.url.searchParams.get('order_item_id_list')).toBe(`[${LINE}]`);
  });

  it('says which there are when none fits, and why when it may not be', async () => {
    const other = scripted(...answered([unit(0)]), reasons);
    const error = await failure(connect(other.fetch).cancelOrder(ACCESS, { ...cancel, reason: 'wrongPrice' }));
    expect([error.code, error.message]).toEqual(['NO_SUCH_REASON', 'Lazada takes only: Out of Stock']);
    const late = scripted(...answered([unit(0)]), ok({ tip_type: 'error', tip_content: 'too late' }));
    expect((await failure(connect(late.fetch).cancelOrder(ACCESS, cancel))).message).toBe('too late');
  });

  it('agrees where the buyer asked, and does nothing when it is over', async () => {
    const requested = unit(0, { need_cancel_confirm: true, reverse_order_id: '700' });
    const { fetch, sent } = scripted(...answered([requested]), ok(null), ...answered([requested]));
    expect(await connect(fetch).cancelOrder(ACCESS, cancel)).toEqual({ outcome: 'requested' });
    expect(Object.fromEntries(sent[2]?.url.searchParams ?? [])).toMatchObject({
      reverse_order_id: '700',
      agree_cancel: 'true',
    });
    const done = scripted(...over);
    expect(await connect(done.fetch).cancelOrder(ACCESS, cancel)).toEqual({ outcome: 'alreadyCancelled' });
  });
});

describe('listings', () => {
  const sku = (more: object = {}) => ({
    SkuId: 77,
    SellerSku: 'A',
    Status: 'active',
    price: 32.5,
    quantity: 4,
    ...more,
  });
  const product = (skus: object[], more: object = {}) => ({
    item_id: 180_226_526,
    status: 'Active',
    attributes: { name: 'Mug' },
    images: '["https://a.test/1.jpg"]',
    skus,
    ...more,
  });
  const list = async (answer: object, cursor?: string) => {
    const { fetch, sent } = scripted(answer);
    return { page: await connect(fetch).listListings(SG, cursor ? { cursor } : {}), sent };
  };

  it('are one for each SKU, with what may be sold of it', async () => {
    const stores = [
      { warehouseCode: 'w1', sellableQuantity: 2 },
      { warehouseCode: 'w2', sellableQuantity: 3 },
    ];
    const skus = [sku(), sku({ SkuId: 78, SellerSku: 'B', Status: 'inactive', multiWarehouseInventories: stores })];
    const { page } = await list(ok({ total_products: 1, products: [product(skus)] }));
    expect(page.listings).toEqual([
      {
        itemId: '180226526',
        variantId: '77',
        sellerSku: 'A',
        title: 'Mug',
        state: 'active',
        quantity: 4,
        price: '32.5',
        currency: 'SGD',
        imageUrl: 'https://a.test/1.jpg',
        fulfilledBy: 'seller',
      },
      expect.objectContaining({ sellerSku: 'B', state: 'inactive', quantity: 5, refs: { warehouses: 'w1,w2' } }),
    ]);
  });

  it('are set aside in a state that is unknown', async () => {
    const { page } = await list(ok({ products: [product([sku()], { status: 'On The Moon' }), product([sku()])] }));
    expect([page.listings.length, page.unreadable[0]?.reason]).toEqual([1, 'status: "On The Moon" is unknown']);
  });

  it('of shops that are too large to be counted off come by the time they were put up', async () => {
    const first = await list(ok({ total_products: 10_001, products: [product([sku()])] }));
    expect(first.page.listings).toEqual([]);
    const window = (sent: Sent[]) =>
      ['create_after', 'create_before'].map((name) => sent[0]?.url.searchParams.get(name));
    const half = await list(ok({ total_products: 1, products: [product([sku()])] }), first.page.nextCursor);
    const rest = await list(ok({ total_products: 1, products: [] }), half.page.nextCursor);
    expect(window(half.sent)[0]).toBe(window(first.sent)[0]);
    expect(window(rest.sent)).toEqual([window(half.sent)[1], window(first.sent)[1]]);
    expect(rest.page.nextCursor).toBeUndefined();
  });

  const article = { itemId: '1', variantId: '2', sellerSku: 'A&B <1>' };

  it('take figures in the XML that Lazada wants, escaped', async () => {
    const { fetch, sent } = scripted(ok({}));
    expect(await connect(fetch).pushStock(SG, [{ ...article, quantity: 5 }])).toEqual([{ outcome: 'accepted' }]);
    expect(form(sent[0]).payload).toBe(
      '<Request><Product><Skus><Sku><ItemId>1</ItemId><SkuId>2</SkuId><SellerSku>A&amp;B &lt;1&gt;</SellerSku>' +
        '<SellableQuantity>5</SellableQuantity></Sku></Skus></Product></Request>',
    );
  });

  it('are sent one by one when Lazada refuses them together', async () => {
    const bad = refused('501', 'E501: Update product failed');
    const { fetch, sent } = scripted(bad, ok({}), bad);
    const items = [1, 2].map((n) => ({ ...article, sellerSku: `S${n}`, quantity: n }));
    const several = { ...article, quantity: 1, refs: { warehouses: 'a,b' } };
    const outcomes = await connect(fetch).pushStock(SG, [several, ...items]);
    expect(outcomes.map((one) => one.outcome)).toEqual(['refused', 'accepted', 'refused']);
    expect(outcomes[0]).toMatchObject({ code: 'MANY_WAREHOUSES' });
    expect(sent).toHaveLength(3);
  });

  it('take prices in the country’s money only, and stop for what concerns the whole shop', async () => {
    const { fetch, sent } = scripted(ok({}));
    const prices = [{ ...article, price: '9.90', currency: 'VND' }];
    expect(await connect(fetch).pushPrice(SG, prices)).toMatchObject([{ outcome: 'refused', code: 'CURRENCY' }]);
    expect(sent).toHaveLength(0);
    const dead = scripted(refused('IllegalAccessToken'));
    expect(await kindOfFailure(connect(dead.fetch).pushStock(SG, [{ ...article, quantity: 1 }]))).toBe('unauthorized');
  });
});

describe('settlements', () => {
  const row = (n: number, more: object = {}) => ({
    transaction_number: `SG1-${n}`,
    transaction_date: '13 Nov 2023',
    fee_type: '16',
    fee_name: 'Commission',
    amount: '-0.62',
    statement: '',
    order_no: ORDER,
    orderItem_no: LINE,
    seller_sku: 'A',
    ...more,
  });
  const from = (days: number) => ({ postedAfter: new Date(NOW - days * 86_400_000).toISOString() });

  it('are lines of a day of the country, each under its own number', async () => {
    const { fetch, sent } = scripted(ok([row(1), row(2, { transaction_date: 'soon' })]));
    const page = await connect(fetch).listSettlements(SG, from(3));
    expect(page.lines).toEqual([
      {
        reference: `SG1-1/16/${LINE}`,
        platformOrderNo: ORDER,
        sellerSku: 'A',
        kind: 'commission',
        type: 'Commission',
        amount: '-0.62',
        currency: 'SGD',
        postedAt: '2023-11-12T16:00:00.000Z',
      },
    ]);
    expect(page.unreadable).toHaveLength(1);
    expect([page.nextCursor, page.listedUntil]).toEqual([undefined, '2023-11-12T16:00:00.000Z']);
    // 22:13 UTC is the next day already in Singapore.
    expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toMatchObject({
      start_time: '2023-11-12',
      end_time: '2023-11-15',
      limit: '500',
      offset: '0',
    });
  });

  it('of a long time come in pieces that Lazada lets pass, without a day twice or left out', async () => {
    const { fetch, sent } = scripted(ok(Array.from({ length: 500 }, (_, n) => row(n))), ok([]));
    let cursor: string | undefined;
    do cursor = (await connect(fetch).listSettlements(SG, { ...from(200), ...(cursor ? { cursor } : {}) })).nextCursor;
    while (cursor);
    const windows = sent.map(({ url }) =>
      ['start_time', 'end_time', 'offset'].map((name) => url.searchParams.get(name)),
    );
    expect(windows).toEqual([
      ['2023-04-29', '2023-07-28', '0'],
      ['2023-04-29', '2023-07-28', '500'],
      ['2023-07-29', '2023-10-27', '0'],
      ['2023-10-28', '2023-11-15', '0'],
    ]);
  });

  it('are of a kind by the name of the fee', () => {
    const names = [
      ['Item Price Credit', 'sale'],
      ['Reversal Item Price', 'refund'],
      ['Commission', 'commission'],
      ['Payment Fee', 'payment'],
      ['Shipping Fee (Paid By Customer)', 'shipping'],
      ['Shipping Fee  Paid by Seller', 'fulfilment'],
      ['Sponsored Discovery - Top up', 'advertising'],
      ['Promotional Charges Vouchers', 'discount'],
      ['Lost Claim', 'adjustment'],
      ['Withholding Tax', 'tax'],
      ['Something new', 'other'],
    ] as const;
    for (const [name, kind] of names) expect([name, kindOfFee(name)]).toEqual([name, kind]);
  });
});

describe('returns', () => {
  const line = (more: object = {}) => ({
    reverse_status: 'REQUEST_INITIATE',
    ofc_status: 'INITIAL',
    seller_sku_id: 'A',
    refund_amount: 1050,
    reason_text: 'Does not fit',
    tracking_number: '',
    return_order_line_gmt_create: 1_699_990_000_000,
    return_order_line_gmt_modified: 1_699_995_000_000,
    ...more,
  });
  const reverse = (lines: object[], more: object = {}) => ({
    reverse_order_id: 8001,
    trade_order_id: ORDER,
    request_type: 'RETURN',
    reverse_order_lines: lines,
    ...more,
  });
  const list = async (items: object[], access = SG, total = items.length) => {
    const { fetch, sent } = scripted(result(undefined, { items, total, page_no: 1 }));
    const page = await connect(fetch).listReturns(access, { updatedAfter: new Date(NOW - 60_000).toISOString() });
    return { page, sent };
  };

  it('are told with their units as lines, and money in hundredths but for dong', async () => {
    const { page, sent } = await list([reverse([line(), line({ tracking_number: 'T1' })])]);
    expect(page.returns).toEqual([
      {
        returnNo: '8001',
        platformOrderNo: ORDER,
        state: 'requested',
        reason: 'Does not fit',
        lines: [{ sellerSku: 'A', quantity: 2 }],
        refundAmount: '21.00',
        currency: 'SGD',
        trackingNumber: 'T1',
        createdAt: '2023-11-14T19:26:40.000Z',
        updatedAt: '2023-11-14T20:50:00.000Z',
      },
    ]);
    expect(sent[0]?.url.searchParams.get('ReverseOrderLineModifiedTimeRangeStart')).toBe(String(NOW - 60_000));
    expect((await list([reverse([line()])], ACCESS)).page.returns[0]).toMatchObject({
      refundAmount: '1050',
      currency: 'VND',
    });
  });

  it('stand where the slowest of their units does', async () => {
    const cases = [
      ['REQUEST_INITIATE', 'INITIAL', 'requested'],
      ['REFUND_PENDING', 'RETURN_PICKUP_PENDING', 'approved'],
      ['REFUND_PENDING', 'RETURN_IN_TRANSIT', 'shipped'],
      ['REFUND_PENDING', 'RETURN_DELIVERED', 'received'],
      ['REFUND_PENDING', 'RETURN_CANCELED', 'closed'],
      ['REFUND_SUCCESS', '', 'refunded'],
      ['REQUEST_REJECT', '', 'rejected'],
      ['REQUEST_CANCEL', '', 'closed'],
      ['REQUEST_COMPLETE', '', 'closed'],
    ] as const;
    for (const [reverse_status, ofc_status, state] of cases) {
      const { page } = await list([reverse([line({ reverse_status, ofc_status })])]);
      expect([reverse_status, ofc_status, page.returns[0]?.state]).toEqual([reverse_status, ofc_status, state]);
    }
    const mixed = [line({ reverse_status: 'REFUND_SUCCESS' }), line({ reverse_status: 'REFUND_PENDING' })];
    expect((await list([reverse(mixed)])).page.returns[0]?.state).toBe('approved');
  });

  it('for money alone are not answered from here: agreeing would give it back', async () => {
    const lines = [line({ reverse_order_line_id: 1 })];
    const { fetch, sent } = scripted(
      result(undefined, { items: [reverse(lines, { request_type: 'ONLY_REFUND' })], total: 1, page_no: 1 }),
    );
    const answer = connect(fetch).answerReturn(SG, { returnNo: '8001', platformOrderNo: ORDER, approve: true });
    expect((await failure(answer)).code).toBe('ONLY_REFUND');
    expect(sent).toHaveLength(1);
  });

  it('leave out what is only an order called off, and set aside what is in an unknown state', async () => {
    const { page } = await list(
      [
        reverse([line({ reverse_status: 'CANCEL_SUCCESS' })], { request_type: 'CANCEL' }),
        reverse([line({ reverse_status: 'MOON' })]),
      ],
      SG,
      21,
    );
    expect([page.returns.length, page.unreadable.length]).toEqual([0, 1]);
    expect(page.nextCursor).toBeTruthy();
  });
});
