import { describe, expect, it } from 'vitest';
import { sum } from '../../money.ts';
import { failure, type Sent, scripted } from '../../testing.ts';
import { ACCESS, connect, NOW, ok, refused } from './fixtures.ts';

const ago = (days: number) => new Date(NOW - days * 86_400_000).toISOString();
const nameOf = (sent: Sent) => sent.url.pathname.split('/').at(-1) ?? '';

describe('Shopee listings', () => {
  const plain = {
    item_id: 1,
    item_name: 'Lamp',
    item_sku: 'LAMP',
    item_status: 'NORMAL',
    has_model: false,
    price_info: [{ currency: 'SGD', original_price: 12.5, current_price: 9.9 }],
    stock_info_v2: { summary_info: { total_available_stock: 7 }, seller_stock: [{ location_id: 'SGZ', stock: 7 }] },
    image: { image_url_list: ['https://cf.shopee.sg/file/1'] },
  };
  const models = ok({
    tier_variation: [{ option_list: [{ option: 'Red' }, { option: 'Blue' }] }, { option_list: [{ option: 'L' }] }],
    model: [
      { model_id: 21, tier_index: [1, 0], model_sku: 'SHIRT-BL', price_info: plain.price_info, stock_info_v2: null },
      { model_id: 22, tier_index: [0, 0], model_sku: 'SHIRT-RL', model_status: 'MODEL_UNAVAILABLE' },
    ],
  });

  it('come with what pushing needs, models one by one, and odd ones set aside', async () => {
    const shirt = { item_id: 2, item_name: 'Shirt', item_sku: 'SHIRT', item_status: 'NORMAL', has_model: true };
    const items = [
      plain,
      shirt,
      { ...plain, item_id: 3, item_status: 'ON_MARS' },
      { ...plain, item_id: 4, item_name: 9 },
    ];
    const { fetch, sent } = scripted((one) =>
      nameOf(one) === 'get_model_list'
        ? models
        : nameOf(one) === 'get_item_list'
          ? ok({
              item: items.map(({ item_id }) => ({ item_id, item_status: 'NORMAL' })),
              has_next_page: true,
              next_offset: 20,
            })
          : ok({ item_list: items }),
    );
    const page = await connect(fetch).listListings(ACCESS, {});
    expect(page.listings).toEqual([
      {
        itemId: '1',
        imageUrl: 'https://cf.shopee.sg/file/1',
        sellerSku: 'LAMP',
        title: 'Lamp',
        state: 'active',
        quantity: 7,
        price: '12.5',
        currency: 'SGD',
        fulfilledBy: 'seller',
        refs: { locations: 'SGZ' },
      },
      {
        itemId: '2',
        variantId: '21',
        sellerSku: 'SHIRT-BL',
        title: 'Shirt · Blue · L',
        state: 'active',
        price: '12.5',
        currency: 'SGD',
        fulfilledBy: 'seller',
      },
      {
        itemId: '2',
        variantId: '22',
        sellerSku: 'SHIRT-RL',
        title: 'Shirt · Red · L',
        state: 'inactive',
        fulfilledBy: 'seller',
      },
    ]);
    expect(page.unreadable.map((one) => one.reason)).toEqual([
      'item_status: "ON_MARS" is unknown',
      expect.stringContaining('item_name: '),
    ]);
    expect(sent[0]?.url.searchParams.getAll('item_status')).toEqual(['NORMAL', 'UNLIST', 'REVIEWING', 'BANNED']);
    await connect(fetch).listListings(ACCESS, { cursor: page.nextCursor ?? '' });
    expect(sent.at(-3)?.url.searchParams.get('offset')).toBe('20');
  });

  it('take stock item by item, each model answered for itself', async () => {
    const { fetch, sent } = scripted((one) => {
      const { item_id } = JSON.parse(one.body);
      if (item_id === 9) return refused('error_item_not_found', 'Item_id is not found.');
      return ok({ success_list: [{ model_id: 21 }], failure_list: [{ model_id: 22, failed_reason: 'reserved' }] });
    });
    const push = (itemId: string, variantId: string, more = {}) => ({
      itemId,
      variantId,
      sellerSku: 'x',
      quantity: 5,
      ...more,
    });
    const outcomes = await connect(fetch).pushStock(ACCESS, [
      push('2', '21', { refs: { locations: 'SGZ' } }),
      push('9', '1'),
      push('2', '22'),
      push('2', '23'),
      push('3', '1', { refs: { locations: 'SGZ,MYZ' } }),
      push('no number', '1'),
    ]);
    expect(outcomes.map((one) => (one.outcome === 'refused' ? one.code : one.outcome))).toEqual([
      ...['accepted', 'error_item_not_found', 'NOT_TAKEN', 'NOT_TAKEN', 'MANY_WAREHOUSES', 'BAD_ITEM'],
    ]);
    expect(outcomes[2]).toMatchObject({ detail: 'reserved' });
    expect(sent.map((one) => JSON.parse(one.body))[0]).toEqual({
      item_id: 2,
      stock_list: [
        { model_id: 21, seller_stock: [{ location_id: 'SGZ', stock: 5 }] },
        { model_id: 22, seller_stock: [{ stock: 5 }] },
        { model_id: 23, seller_stock: [{ stock: 5 }] },
      ],
    });
    const away = connect(scripted(refused('error_server')).fetch);
    expect((await failure(away.pushStock(ACCESS, [push('2', '21')]))).kind).toBe('unavailable');
  });

  it('take a price to the last digit, in the money of their market only', async () => {
    const { fetch, sent } = scripted(ok({ success_list: [{ model_id: 0 }], failure_list: [] }));
    const price = (amount: string, currency: string) => ({ itemId: '1', sellerSku: 'x', price: amount, currency });
    const push = async (amount: string, currency = 'SGD') =>
      (await connect(fetch).pushPrice(ACCESS, [price(amount, currency)]))[0];
    for (const amount of ['12.34', '0.1', '1234567890.12', '9']) {
      expect(await push(amount)).toEqual({ outcome: 'accepted' });
      expect(sent.at(-1)?.body).toContain(`"original_price":${amount}}`);
    }
    expect(await push('1', 'USD')).toMatchObject({ outcome: 'refused', code: 'CURRENCY' });
    expect(sent).toHaveLength(4);
  });
});

describe('Shopee settlements', () => {
  const shop = (more = {}) => ({ json: { error: '', shop_name: 'Demo', region: 'SG', ...more } });
  const income = {
    escrow_amount: 88.5,
    original_cost_of_goods_sold: 100,
    buyer_paid_shipping_fee: 5,
    actual_shipping_fee: 7.5,
    shopee_shipping_rebate: 2.5,
    voucher_from_seller: 0,
    commission_fee: 8.03,
    seller_transaction_fee: 2.1,
    service_fee: 1.37,
    escrow_tax: null,
  };
  const release = { order_sn: 'A', payout_amount: 88, escrow_release_time: 1_699_900_000 };
  const wallet = (transaction_list: object[]) => ok({ transaction_list, more: false });
  const answers = (transactions: object[], shopMore = {}) =>
    scripted((one) => {
      const name = nameOf(one);
      if (name === 'get_shop_info') return shop(shopMore);
      if (name === 'get_escrow_list') return ok({ escrow_list: [release], more: false });
      if (name === 'get_escrow_detail_batch')
        return { json: { error: '', response: [{ escrow_detail: { order_sn: 'A', order_income: income } }] } };
      return wallet(transactions);
    });

  it('are an order’s parts, which add up to what was paid out', async () => {
    const { fetch } = answers([]);
    const page = await connect(fetch).listSettlements(ACCESS, { postedAfter: ago(3) });
    expect(page.lines.map(({ type, kind, amount }) => [type, kind, amount])).toEqual([
      ['original_cost_of_goods_sold', 'sale', '100'],
      ['buyer_paid_shipping_fee', 'shipping', '5'],
      ['actual_shipping_fee', 'fulfilment', '-7.5'],
      ['shopee_shipping_rebate', 'fulfilment', '2.5'],
      ['commission_fee', 'commission', '-8.03'],
      ['seller_transaction_fee', 'payment', '-2.1'],
      ['service_fee', 'other', '-1.37'],
      // A fee that nobody has told us of.
      ['rest_of_escrow', 'adjustment', '-0.50'],
    ]);
    expect(Number(sum(page.lines.map((line) => line.amount)))).toBe(88);
    expect(page.lines[0]).toMatchObject({
      reference: 'A/1699900000/original_cost_of_goods_sold',
      platformOrderNo: 'A',
      currency: 'SGD',
      postedAt: '2023-11-13T18:26:40.000Z',
    });
  });

  it('go on with the wallet, up to the very same moment', async () => {
    const at = 1_699_950_000;
    const { fetch, sent } = answers([
      { transaction_type: 'ESCROW_VERIFIED_ADD', amount: 88, money_flow: 'MONEY_IN', create_time: at, order_sn: 'A' },
      {
        transaction_type: 'WITHDRAWAL_CREATED',
        amount: 500,
        money_flow: 'MONEY_OUT',
        create_time: at,
        withdrawal_id: 3,
      },
      { transaction_type: 'PAID_ADS_CHARGE', amount: -20.5, create_time: at },
      { transaction_type: 'ADJUSTMENT_ADD', amount: 4, create_time: at, status: 'FAILED' },
      {
        transaction_type: 'ADJUSTMENT_FOR_RR_AFTER_ESCROW_VERIFIED',
        amount: -30,
        money_flow: 'MONEY_OUT',
        create_time: at,
        order_sn: 'A',
        refund_sn: 'R1',
      },
      { transaction_type: 'ADJUSTMENT_MINUS', amount: 'some', create_time: at },
    ]);
    const first = await connect(fetch).listSettlements(ACCESS, { postedAfter: ago(3) });
    const later = connect(fetch, NOW + 3_600_000);
    const second = await later.listSettlements(ACCESS, { postedAfter: ago(2), cursor: first.nextCursor ?? '' });
    expect(second.lines.map(({ type, kind, amount }) => [type, kind, amount])).toEqual([
      ['WITHDRAWAL_CREATED', 'payout', '-500'],
      ['PAID_ADS_CHARGE', 'advertising', '-20.5'],
      ['ADJUSTMENT_FOR_RR_AFTER_ESCROW_VERIFIED', 'refund', '-30'],
    ]);
    expect(new Set(second.lines.map((line) => line.reference)).size).toBe(3);
    expect(second.unreadable).toHaveLength(1);
    expect(second.nextCursor).toBeUndefined();
    expect(second.listedUntil).toBe(first.listedUntil);
    expect(Object.fromEntries(sent.at(-1)?.url.searchParams ?? [])).toMatchObject({
      page_no: '0',
      create_time_from: String(NOW / 1000 - 3 * 86_400),
      create_time_to: String(NOW / 1000),
    });
  });

  it('of a seller from abroad end with the releases', async () => {
    const page = await connect(answers([], { is_cb: true }).fetch).listSettlements(ACCESS, { postedAfter: ago(3) });
    expect(page.nextCursor).toBeUndefined();
    expect(page.lines.length).toBeGreaterThan(0);
  });

  it('set aside a release that cannot be read or whose parts are not told', async () => {
    const odd = { order_sn: 'B', payout_amount: 'much', escrow_release_time: 1 };
    const { fetch } = scripted((one) => {
      if (nameOf(one) === 'get_shop_info') return shop();
      return nameOf(one) === 'get_escrow_list'
        ? ok({ escrow_list: [release, odd], more: true })
        : { json: { error: '', response: [] } };
    });
    const page = await connect(fetch).listSettlements(ACCESS, { postedAfter: ago(3) });
    expect(page).toMatchObject({ lines: [], unreadable: [{ raw: odd }, { raw: { order_sn: 'A' } }] });
    const next = await connect(fetch).listSettlements(ACCESS, { postedAfter: ago(3), cursor: page.nextCursor ?? '' });
    expect(next.unreadable).toHaveLength(2);
  });
});

describe('Shopee returns', () => {
  const answered = (status: string, more = {}) => ({
    return_sn: '200203171852695',
    order_sn: 'A',
    status,
    reason: 'PHYSICAL_DMG',
    text_reason: 'broken',
    refund_amount: 14.09,
    currency: 'SGD',
    tracking_number: '',
    create_time: 1_699_900_000,
    update_time: 1_699_950_000,
    item: [{ amount: 2, item_sku: 'USB', variation_sku: 'RED' }],
    ...more,
  });
  const list = async (raw: object, logistics = '') => {
    const { fetch, sent } = scripted((one) =>
      nameOf(one) === 'get_return_list'
        ? ok({ more: false, return: [raw] })
        : ok({ ...raw, reverse_logistics_status: logistics }),
    );
    return { sent, page: await connect(fetch).listReturns(ACCESS, { updatedAfter: ago(1) }) };
  };

  it('are told with their goods and their money', async () => {
    const { page, sent } = await list(answered('REQUESTED'));
    expect(page.returns).toEqual([
      {
        returnNo: '200203171852695',
        platformOrderNo: 'A',
        state: 'requested',
        reason: 'PHYSICAL_DMG: broken',
        lines: [{ sellerSku: 'RED', quantity: 2 }],
        refundAmount: '14.09',
        currency: 'SGD',
        createdAt: '2023-11-13T18:26:40.000Z',
        updatedAt: '2023-11-14T08:20:00.000Z',
      },
    ]);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.url.searchParams.get('page_no')).toBe('0');
  });

  it.each([
    ['REQUESTED', '', 'requested'],
    ['JUDGING', '', 'requested'],
    ['SELLER_DISPUTE', '', 'requested'],
    ['PROCESSING', 'LOGISTICS_PENDING_ARRANGE', 'approved'],
    ['PROCESSING', 'LOGISTICS_PICKUP_DONE', 'shipped'],
    ['PROCESSING', 'LOGISTICS_DELIVERY_DONE', 'received'],
    ['ACCEPTED', '', 'refunded'],
    ['CANCELLED', '', 'closed'],
    ['CLOSED', '', 'closed'],
  ])('%s %s is %s', async (status, logistics, state) => {
    expect((await list(answered(status), logistics)).page.returns[0]?.state).toBe(state);
  });

  it('are set aside in a state that nobody knows', async () => {
    const { page } = await list(answered('VANISHED'));
    expect(page).toMatchObject({ returns: [], unreadable: [{ reason: 'status: "VANISHED" is unknown' }] });
  });
});
