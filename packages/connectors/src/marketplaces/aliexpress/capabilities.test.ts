import { describe, expect, it } from 'vitest';
import type { PlatformParcelRequest } from '../../capabilities/fulfilment.ts';
import type { ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { sum } from '../../money.ts';
import { failure, type Sent, scripted } from '../../testing.ts';
import { ACCESS, business, child, connect, detail, money, NOW, ORDER, ok, refused } from './fixtures.ts';

const requested = (sent: Sent | undefined) => Object.fromEntries(new URLSearchParams(sent?.body));
const SECOND = String(Number(ORDER) + 1);
const notice = (more: Partial<ShipmentConfirmation> = {}): ShipmentConfirmation => ({
  platformOrderNo: ORDER,
  packageNo: 1,
  carrierCode: 'UPS',
  carrierName: 'UPS',
  serviceName: 'Ground',
  trackingNumber: '1Z 999',
  shippedAt: new Date(NOW).toISOString(),
  lines: [{ platformLineId: ORDER, quantity: 2 }],
  ...more,
});
const two = { child_order_list: { aeop_tp_child_order_dto: [child(0, { product_count: 2 }), child(1)] } };
const online = (...rows: object[]) =>
  ok({ result: { success: true, result_list: { aeop_logistics_order_detail_dto: rows } } });
const services = ok({
  result_success: true,
  result_list: {
    aeop_logistics_service_result: [
      { service_name: 'UPS', display_name: 'UPS Saver' },
      { service_name: 'YANWEN_AM', display_name: 'Special Line-YW' },
    ],
  },
});
const done = ok({ result_success: true });

describe('telling a shipment', () => {
  it('names the order as a whole when it goes in one parcel', async () => {
    const { fetch, sent } = scripted(detail(), online(), services, done);
    expect(await connect(fetch).confirmShipment(ACCESS, notice())).toEqual({ outcome: 'confirmed' });
    expect(requested(sent.at(-1))).toMatchObject({
      method: 'aliexpress.logistics.sellershipmentfortop',
      service_name: 'UPS',
      logistics_no: '1Z 999',
      send_type: 'all',
      out_ref: ORDER,
    });
  });

  it('names the parts of the order that are in the parcel', async () => {
    const { fetch, sent } = scripted(detail(two), online(), services, done);
    const lines = [{ platformLineId: SECOND, quantity: 1 }];
    await connect(fetch).confirmShipment(ACCESS, notice({ carrierCode: 'x', carrierName: 'special line-yw', lines }));
    const answered = requested(sent.at(-1));
    expect(answered).toMatchObject({
      method: 'aliexpress.logistics.sellershipmentsupportsubtradeorder',
      trade_order_id: ORDER,
    });
    expect(JSON.parse(answered.sub_trade_order_list ?? '')).toEqual([
      {
        sub_trade_order_index: 2,
        send_type: 'all',
        shipment_list: [{ logistics_no: '1Z 999', service_name: 'YANWEN_AM' }],
      },
    ]);
  });

  it('is not said again of a number that AliExpress knows', async () => {
    const logistic_info_list = { aeop_tp_logistic_info_dto: { logistics_no: '1z999' } };
    const { fetch, sent } = scripted(detail({ logistic_info_list, order_status: 'WAIT_BUYER_ACCEPT_GOODS' }));
    expect((await connect(fetch).confirmShipment(ACCESS, notice())).outcome).toBe('alreadyConfirmed');
    expect(sent).toHaveLength(1);
  });

  it('is refused before it is said where AliExpress could not take it', async () => {
    const code = async (more: Partial<ShipmentConfirmation>, order: object = {}) => {
      const { fetch } = scripted(detail(order), online(), services, done);
      return (await failure(connect(fetch).confirmShipment(ACCESS, notice(more)))).code;
    };
    expect(await code({ lines: [{ platformLineId: '1', quantity: 1 }] })).toBe('NO_SUCH_LINE');
    expect(await code({ lines: [{ platformLineId: ORDER, quantity: 1 }] })).toBe('CANNOT_SPLIT');
    expect(await code({}, { order_status: 'RISK_CONTROL' })).toBe('NOTHING_TO_SHIP');
    const gone = { aeop_tp_child_order_dto: [child(0, { product_count: 2, order_status: 'FINISH' }), child(1)] };
    expect(await code({}, { child_order_list: gone })).toBe('NOTHING_TO_SHIP');
    expect(await code({ carrierCode: 'moon', carrierName: 'Moon' })).toBe('NO_CARRIER');
  });

  it('calls a carrier that stands in no list by where its parcels can be followed', async () => {
    const { fetch, sent } = scripted(detail(), online(), services, done);
    const trackingUrl = 'https://moon.test/1';
    await connect(fetch).confirmShipment(ACCESS, notice({ carrierCode: 'moon', carrierName: 'Moon', trackingUrl }));
    expect(requested(sent.at(-1))).toMatchObject({ service_name: 'Other', tracking_website: trackingUrl });
  });

  it('calls a parcel of AliExpress’s own logistics by the service that it was ordered with', async () => {
    const row = {
      logistics_order_id: 1,
      international_logistics_num: '1Z999',
      international_logistics_type: 'CAINIAO_STANDARD',
      logistics_status: 'wait_warehouse_receive_goods',
    };
    const { fetch, sent } = scripted(detail(), online(row), done);
    await connect(fetch).confirmShipment(ACCESS, notice());
    expect(requested(sent.at(-1)).service_name).toBe('CAINIAO_STANDARD');
  });
});

describe('AliExpress’s own logistics', () => {
  const request = (more: Partial<PlatformParcelRequest> = {}): PlatformParcelRequest => ({
    platformOrderNo: ORDER,
    packageNo: 2,
    weightGrams: 840,
    lengthMm: 205,
    lines: notice().lines,
    ...more,
  });
  const offered = ok({
    is_success: true,
    result_list: {
      result: [
        { logistics_service_id: 'CAINIAO_STANDARD_SZ', logistics_service_name: 'Standard', warehouse_name: 'Shenzhen' },
      ],
    },
  });
  const made = (more: object = {}) =>
    ok({ result_success: true, result: { success: true, error_code: 1, warehouse_order_id: 7001, ...more } });
  const shipFrom = { name: 'T', line1: '1 Road', city: 'Shenzhen', postalCode: '518000', country: 'CN', phone: '1' };

  it('are asked what ways there are, by weight in kilograms and size in centimetres', async () => {
    const { fetch, sent } = scripted(offered);
    expect(await connect(fetch).shipping.options(ACCESS, request())).toEqual([
      { id: 'CAINIAO_STANDARD_SZ', name: 'Standard · Shenzhen', carrierName: 'Standard', handOver: 'unknown' },
    ]);
    expect(requested(sent[0])).toMatchObject({ goods_weight: '0.840', goods_length: '21', goods_width: '1' });
  });

  it('take a parcel under a number of ours, with what is in it', async () => {
    const { fetch, sent } = scripted(detail(), made({ intl_tracking_no: 'LP1CN' }));
    const items = [
      {
        sku: 'MUG-0',
        description: 'Red mug',
        quantity: 2,
        unitValueUsd: '9.25',
        hsCode: '691110',
        weightGrams: 400,
      },
    ];
    const option = { optionId: 'CAINIAO_ECONOMY_SZ', shipFrom, items };
    expect(await connect(fetch).shipping.arrange(ACCESS, request(option))).toEqual({
      ref: '7001',
      carrierName: 'CAINIAO_ECONOMY_SZ',
      trackingNumber: 'LP1CN',
    });
    const answered = requested(sent.at(-1));
    expect(answered).toMatchObject({
      trade_order_id: ORDER,
      trade_order_from: 'ESCROW',
      warehouse_carrier_service: 'CAINIAO_ECONOMY_SZ',
      domestic_tracking_no: `${ORDER}-2`,
      oaid: 'oaid-1',
    });
    expect(JSON.parse(answered.declare_product_d_t_os ?? '')).toEqual([
      {
        product_id: 1_005_001,
        product_num: 2,
        product_declare_amount: '9.25',
        product_weight: '0.400',
        category_cn_desc: 'Red mug',
        category_en_desc: 'Red mug',
        hs_code: '691110',
        sku_code: 'MUG-0',
        contains_battery: false,
        aneroid_markup: false,
        only_battery: false,
      },
    ]);
    const { sender, receiver } = JSON.parse(answered.address_d_t_os ?? '');
    expect([sender.street_address, receiver.street_address, receiver.country]).toEqual(['1 Road', '1** Elm St', 'US']);
  });

  it('come from an address kept there, where none is given', async () => {
    const addresses = ok({
      result_success: true,
      sender_seller_address_list: {
        senderselleraddresslist: [
          { address_id: 1, is_default: 0 },
          { address_id: 2, is_default: 1 },
        ],
      },
    });
    const { fetch, sent } = scripted(detail(), offered, addresses, made());
    expect(await connect(fetch).shipping.arrange(ACCESS, request())).toMatchObject({ ref: '7001' });
    expect(JSON.parse(requested(sent.at(-1)).address_d_t_os ?? '').sender).toEqual({ address_id: 2 });
    const none = scripted(detail(), offered, ok({ result_success: true }), made());
    expect((await failure(connect(none.fetch).shipping.arrange(ACCESS, request()))).code).toBe('NO_SENDER');
  });

  it('leave it open whether a parcel was ordered when the answer is lost or torn', async () => {
    const arrange = async (...answers: Parameters<typeof scripted>) =>
      failure(
        connect(scripted(detail(), ...answers).fetch).shipping.arrange(ACCESS, request({ optionId: 'x', shipFrom })),
      );
    expect((await arrange({ status: 500, text: '' })).kind).toBe('uncertain');
    expect((await arrange(ok({ result: {} }))).kind).toBe('uncertain');
    const no = ok({ result: { success: false, error_code: 20_012, error_desc: 'cannot be sent' } });
    expect(await arrange(no)).toMatchObject({ kind: 'rejected', code: '20012' });
  });

  it('find a parcel by that number, and none that was called off', async () => {
    const row = (more: object) => ({ logistics_order_id: 7001, logistics_status: 'wait_warehouse', ...more });
    const fee = money('3.12');
    const { fetch, sent } = scripted(online(row({ logistics_status: 'order_closed' }), row({ logistics_fee: fee })));
    expect(await connect(fetch).shipping.findParcel(ACCESS, request())).toEqual({
      ref: '7001',
      carrierName: 'AliExpress',
      amount: '3.12',
      currency: 'USD',
    });
    expect(requested(sent[0]).domestic_logistics_num).toBe(`${ORDER}-2`);
    expect(await connect(scripted(online()).fetch).shipping.findParcel(ACCESS, request())).toBeNull();
  });

  it('give the label that lies in the answer', async () => {
    const pdf = Buffer.from('%PDF-1.4 label');
    const parcel = { ref: '7001', carrierName: 'X', trackingNumber: 'LP1CN' };
    const print = (body: string) => ok({ result: JSON.stringify({ StatusCode: 200, body }) });
    const { fetch, sent } = scripted(print(pdf.toString('base64')));
    expect((await connect(fetch).shipping.label(ACCESS, parcel, ORDER)).data.equals(pdf)).toBe(true);
    expect(requested(sent[0]).warehouse_order_query_d_t_os).toBe('[{"id":7001,"international_logistics_id":"LP1CN"}]');
    for (const answer of [print('bm90IGE='), ok({ result: 'soon' })])
      expect((await failure(connect(scripted(answer).fetch).shipping.label(ACCESS, parcel, ORDER))).kind).toBe(
        'malformed',
      );
  });
});

describe('listings', () => {
  const rows = (...ids: number[]) =>
    ok({
      result: {
        total_page: 1,
        aeop_a_e_product_display_d_t_o_list: { item_display_dto: ids.map((product_id) => ({ product_id })) },
      },
    });
  const sku = { id: '200000182:193', sku_code: 'MUG-RED', sku_price: '12.50', ipm_sku_stock: 4 };
  const info = (more: object = {}) =>
    ok({
      result: {
        product_id: 1_005_001,
        subject: 'Mug',
        currency_code: 'USD',
        image_u_r_ls: 'https://a.test/1.jpg;https://a.test/2.jpg',
        aeop_ae_product_s_k_us: { global_aeop_ae_product_sku: [sku] },
        ...more,
      },
    });

  it('are one for each variant, state by state', async () => {
    const { fetch, sent } = scripted(rows(1), info(), ok({ result: {} }));
    const first = await connect(fetch).listListings(ACCESS, {});
    expect(first.listings).toEqual([
      {
        itemId: '1005001',
        variantId: '200000182:193',
        sellerSku: 'MUG-RED',
        title: 'Mug',
        state: 'active',
        quantity: 4,
        price: '12.50',
        currency: 'USD',
        refs: { currency: 'USD' },
        imageUrl: 'https://a.test/1.jpg',
        url: 'https://www.aliexpress.com/item/1005001.html',
        fulfilledBy: 'seller',
      },
    ]);
    let cursor = first.nextCursor;
    while (cursor) cursor = (await connect(fetch).listListings(ACCESS, { cursor })).nextCursor;
    const statuses = sent.map((one) => requested(one).aeop_a_e_product_list_query).filter(Boolean);
    expect(statuses.map((text) => JSON.parse(text ?? '').product_status_type)).toEqual([
      'onSelling',
      'offline',
      'auditing',
      'editingRequired',
    ]);
  });

  it('are set aside one by one', async () => {
    const torn = await connect(scripted(rows(1), info({ product_id: null })).fetch).listListings(ACCESS, {});
    expect([torn.listings.length, torn.unreadable.length]).toEqual([0, 1]);
    const gone = await connect(scripted(rows(1), business('isv.product-not-exist')).fetch).listListings(ACCESS, {});
    expect(gone.unreadable[0]?.reason).toContain('isv.product-not-exist');
  });

  const article = (itemId: string, sellerSku: string) => ({ itemId, sellerSku, quantity: 3 });

  it('take stock product by product, and say which they do not take', async () => {
    const answer = ok({
      update_success: false,
      update_failed_list: {
        synchronize_product_response_dto: [
          { product_id: 2, error_code: 'SKU_NOT_EXIST', error_message: 'no' },
          { product_id: 1, error_code: '', error_message: '' },
        ],
      },
      update_successful_list: { synchronize_product_response_dto: { product_id: 1 } },
    });
    const { fetch, sent } = scripted(answer);
    const items = [article('1', 'A'), article('2', 'C'), article('1', 'B'), article('3', 'D'), article('1', '')];
    const outcomes = await connect(fetch).pushStock(ACCESS, items);
    expect(outcomes.map((one) => (one.outcome === 'refused' ? one.code : one.outcome))).toEqual([
      'accepted',
      'SKU_NOT_EXIST',
      'accepted',
      'NOT_TAKEN',
      'NO_SKU',
    ]);
    expect(JSON.parse(requested(sent[0]).mutiple_product_update_list ?? '')[0]).toEqual({
      product_id: 1,
      multiple_sku_update_list: [
        { sku_code: 'A', inventory: 3 },
        { sku_code: 'B', inventory: 3 },
      ],
    });
  });

  it('take prices in their own money only', async () => {
    const { fetch, sent } = scripted(business('isv.invalid-parameter', 'price'));
    const price = { itemId: '1', sellerSku: 'A', price: '9.90', currency: 'USD' };
    const outcomes = await connect(fetch).pushPrice(ACCESS, [price, { ...price, refs: { currency: 'CNY' } }]);
    expect(outcomes).toMatchObject([
      { outcome: 'refused', code: 'isv.invalid-parameter' },
      { outcome: 'refused', code: 'CURRENCY' },
    ]);
    expect(requested(sent[0]).mutiple_product_update_list).toContain('"price":"9.90"');
    const dead = scripted(refused('IllegalAccessToken'));
    expect((await failure(connect(dead.fetch).pushPrice(ACCESS, [price]))).kind).toBe('unauthorized');
  });
});

describe('settlements', () => {
  const loan = (more: object = {}) => ({
    child_order_id: Number(ORDER),
    loan_amount: money('20.00'),
    escrow_fee: money('1.60'),
    affiliate_commission: money('0.60'),
    real_loan_amount: money('17.80'),
    real_refund_amount: money('0'),
    ...more,
  });
  const loans = (children: object[], total = 1) =>
    ok({
      result: {
        total_item: total,
        order_list: {
          order_loan_item_vo: { order_id: Number(ORDER), son_order_list: { son_order_loan_vo: children } },
        },
      },
    });
  const none = ok({ result: { total_item: 0 } });
  const from = (days: number) => ({ postedAfter: new Date(NOW - days * 86_400_000).toISOString() });

  it('take apart what was released for each part of an order', async () => {
    const { fetch } = scripted(loans([loan()]));
    const page = await connect(fetch).listSettlements(ACCESS, from(0));
    expect(page.lines.map((line) => [line.reference, line.kind, line.amount])).toEqual([
      [`${ORDER}/${ORDER}/loan_amount`, 'sale', '20.00'],
      [`${ORDER}/${ORDER}/escrow_fee`, 'commission', '-1.60'],
      [`${ORDER}/${ORDER}/affiliate_commission`, 'advertising', '-0.60'],
    ]);
    expect(page.lines[0]).toMatchObject({
      platformOrderNo: ORDER,
      platformLineId: ORDER,
      currency: 'USD',
      postedAt: '2023-11-14T08:00:00.000Z',
    });
  });

  it('always come to what was really paid out', async () => {
    const cases = [
      loan({ real_refund_amount: money('5.00') }),
      loan({ real_loan_amount: money('20.00') }),
      loan({ loan_amount: null }),
    ];
    for (const one of cases) {
      const { lines } = await connect(scripted(loans([one])).fetch).listSettlements(ACCESS, from(0));
      expect(Number(sum(lines.map((line) => line.amount)))).toBe(Number(one.real_loan_amount.amount));
    }
  });

  it('are asked day by day of California, past the empty ones, and the last two days again', async () => {
    const { fetch, sent } = scripted(none, none, loans([loan()]), none);
    const first = await connect(fetch).listSettlements(ACCESS, from(4));
    expect(first.lines).not.toEqual([]);
    const { cursor } = { cursor: first.nextCursor ?? '' };
    const last = await connect(fetch).listSettlements(ACCESS, { ...from(4), cursor });
    expect([last.nextCursor, last.listedUntil]).toEqual([undefined, '2023-11-12T08:00:00.000Z']);
    const days = sent.map((one) => JSON.parse(requested(one).param1 ?? '').create_date_start);
    expect(days).toEqual(['10', '11', '12', '13', '14'].map((day) => `11/${day}/2023 00:00:00`));
  });

  it('go on where a day has more, and set aside what is in two currencies', async () => {
    const { fetch, sent } = scripted(loans([loan()], 101), loans([loan({ escrow_fee: money('1', 'EUR') })], 101));
    const first = await connect(fetch).listSettlements(ACCESS, from(0));
    const second = await connect(fetch).listSettlements(ACCESS, { ...from(0), cursor: first.nextCursor ?? '' });
    expect([second.lines.length, second.unreadable.length, second.nextCursor]).toEqual([0, 1, undefined]);
    expect(JSON.parse(requested(sent[1]).param1 ?? '').page).toBe(2);
  });
});

describe('returns', () => {
  const issue = (more: object = {}) => ({
    issue_id: 680_000_001,
    issue_status: 'processing',
    order_id: Number(ORDER),
    parent_order_id: Number(ORDER),
    buyer_login_id: 'us1',
    reason_english: 'Broken',
    gmt_create: '2023-11-14 10:00:00',
    gmt_modified: '2023-11-14 12:00:00',
    ...more,
  });
  const issues = (rows: object[], total_item = rows.length) =>
    ok({ total_item, data_list: { issue_api_issue_dto: rows } });
  const solution = (more: object = {}) => ({
    status: 'reached',
    solution_type: 'return_and_refund',
    refund_money: '9.25',
    refund_money_currency: 'USD',
    ...more,
  });
  const answered = (more: object = {}) => ok({ result_object: { id: 680_000_001, ...more } });
  const list = async (rows: object[], more: object = {}, updatedAfter = NOW - 3 * 3_600_000) => {
    const { fetch, sent } = scripted(issues(rows), answered(more), detail());
    const page = await connect(fetch).listReturns(ACCESS, { updatedAfter: new Date(updatedAfter).toISOString() });
    return { page, sent };
  };

  it('are disputes, with what the part of the order holds', async () => {
    const { page } = await list([issue()], {
      buyer_solution_list: { solution_api_dto: solution({ status: 'wait_seller_accept' }) },
    });
    expect(page.returns).toEqual([
      {
        returnNo: '680000001',
        platformOrderNo: ORDER,
        state: 'requested',
        reason: 'Broken',
        lines: [{ platformLineId: ORDER, sellerSku: 'MUG-0', quantity: 2 }],
        refundAmount: '9.25',
        currency: 'USD',
        createdAt: '2023-11-14T18:00:00.000Z',
        updatedAt: '2023-11-14T20:00:00.000Z',
      },
    ]);
    expect(page.nextCursor).toBeTruthy();
  });

  it('stand where the solution that was reached puts them', async () => {
    const state = async (issue_status: string, more: object) =>
      (await list([issue({ issue_status })], more)).page.returns[0]?.state;
    const reached = (more: object = {}) => ({ platform_solution_list: { solution_api_dto: [solution(more)] } });
    expect(await state('processing', {})).toBe('requested');
    expect(await state('processing', reached())).toBe('approved');
    expect(await state('processing', { ...reached(), buyer_return_no: 'R1' })).toBe('shipped');
    expect(await state('finish', reached())).toBe('refunded');
    expect(await state('finish', reached({ refund_money: '0.00' }))).toBe('rejected');
    expect(await state('canceled_issue', {})).toBe('closed');
    expect((await list([issue({ issue_status: 'moon' })])).page.unreadable).toHaveLength(1);
  });

  it('that are known already are not read again', async () => {
    const { page, sent } = await list([issue({ gmt_modified: '2023-11-01 10:00:00' })]);
    expect([page.returns.length, sent.length]).toEqual([0, 1]);
  });

  it('are walked state by state, and no further than a list that goes from new to old shows old ones', async () => {
    const old = ['2023-10-02 10:00:00', '2023-10-01 10:00:00'].map((gmt_modified) => issue({ gmt_modified }));
    const { fetch, sent } = scripted(issues(old, 500));
    let cursor: string | undefined;
    const updatedAfter = new Date(NOW).toISOString();
    do cursor = (await connect(fetch).listReturns(ACCESS, { updatedAfter, ...(cursor ? { cursor } : {}) })).nextCursor;
    while (cursor);
    expect(sent.map((one) => JSON.parse(requested(one).query_dto ?? '').issue_status)).toEqual([
      'processing',
      'finish',
      'canceled_issue',
    ]);
    const mixed = scripted(issues(old.toReversed(), 500));
    const page = await connect(mixed.fetch).listReturns(ACCESS, { updatedAfter });
    await connect(mixed.fetch).listReturns(ACCESS, { updatedAfter, cursor: page.nextCursor ?? '' });
    expect(JSON.parse(requested(mixed.sent[1]).query_dto ?? '').current_page).toBe(2);
  });
});
