import { describe, expect, it } from 'vitest';
import { failure, type Sent, scripted } from '../../testing.ts';
import { ACCESS, connect, NOW, no, ok, order, unit } from './fixtures.ts';
import { createTiktokConnector } from './index.ts';
import { readReturnState } from './returns.ts';

const NO = '576461413038785752';
const LINE = '577000000000000001';
const notice = {
  platformOrderNo: NO,
  packageNo: 1,
  carrierCode: 'UPS',
  carrierName: 'UPS',
  serviceName: 'Ground',
  trackingNumber: '1Z999AA10123456784',
  shippedAt: '2026-11-02T12:00:00Z',
  lines: [{ platformLineId: LINE, quantity: 2 }],
};
const providers = ok({
  shipping_providers: [
    { id: '71', name: 'USPS' },
    { id: '72', name: 'U.P.S.' },
  ],
});
const bodyOf = (sent: Sent | undefined): unknown => JSON.parse(sent?.body || '{}');
const kindAndCode = async (work: Promise<unknown>) => {
  const { kind, code } = await failure(work);
  return [kind, code];
};

describe('telling TikTok of a parcel', () => {
  it('names the units and the carrier by their ids', async () => {
    const { fetch, sent } = scripted(ok({ orders: [order()] }), providers, ok({ package_id: '1153' }));
    expect(await connect(fetch).confirmShipment(ACCESS, notice)).toEqual({ outcome: 'confirmed' });
    expect(sent[2]?.url.pathname).toBe(`/fulfillment/202309/orders/${NO}/packages`);
    expect(bodyOf(sent[2])).toEqual({
      order_line_item_ids: ['577000000000000001', '577000000000000002'],
      tracking_number: '1Z999AA10123456784',
      shipping_provider_id: '72',
    });
  });

  it('takes the units that are left for the next parcel', async () => {
    const shipped = unit('577000000000000001', { package_status: 'PROCESSING', tracking_number: 'OTHER1' });
    const partly = order({ status: 'PARTIALLY_SHIPPING', line_items: [shipped, unit('577000000000000002')] });
    const { fetch, sent } = scripted(ok({ orders: [partly] }), providers, ok({ package_id: '1153' }));
    await connect(fetch).confirmShipment(ACCESS, { ...notice, lines: [{ platformLineId: LINE, quantity: 1 }] });
    expect(bodyOf(sent[2])).toMatchObject({ order_line_item_ids: ['577000000000000002'] });
    const both = connect(scripted(ok({ orders: [partly] })).fetch).confirmShipment(ACCESS, notice);
    expect(await kindAndCode(both)).toEqual(['rejected', 'NOTHING_TO_SHIP']);
  });

  it('says nothing twice', async () => {
    const done = { package_status: 'PROCESSING', tracking_number: '1z999-aa1 0123456784' };
    const line_items = [unit('577000000000000001', done), unit('577000000000000002', done)];
    const { fetch, sent } = scripted(ok({ orders: [order({ line_items })] }));
    expect((await connect(fetch).confirmShipment(ACCESS, notice)).outcome).toBe('alreadyConfirmed');
    expect(sent).toHaveLength(1);
  });

  it('is refused with a carrier or a line that TikTok does not know', async () => {
    const strange = { ...notice, carrierCode: 'X', carrierName: 'Donkey Express' };
    const carrier = connect(scripted(ok({ orders: [order()] }), providers).fetch).confirmShipment(ACCESS, strange);
    expect(await kindAndCode(carrier)).toEqual(['rejected', 'UNKNOWN_CARRIER']);
    const line = { ...notice, lines: [{ platformLineId: '1', quantity: 1 }] };
    const other = connect(scripted(ok({ orders: [order()] })).fetch).confirmShipment(ACCESS, line);
    expect(await kindAndCode(other)).toEqual(['rejected', 'NO_SUCH_LINE']);
  });

  it('is no matter of ours where TikTok ships, but for the label', async () => {
    const tiktok = (more: object) => ok({ orders: [order({ shipping_type: 'TIKTOK', ...more })] });
    const before = connect(scripted(tiktok({})).fetch).confirmShipment(ACCESS, notice);
    expect(await kindAndCode(before)).toEqual(['rejected', 'TIKTOK_SHIPPING']);
    const arranged = ['1', '2'].map((n) => unit(`57700000000000000${n}`, { package_status: 'PROCESSING' }));
    const after = connect(scripted(tiktok({ line_items: arranged })).fetch).confirmShipment(ACCESS, notice);
    expect((await after).outcome).toBe('alreadyConfirmed');
  });

  it('ships whole packages in markets where units cannot be chosen', async () => {
    const access = { ...ACCESS, region: 'MY' };
    const { fetch, sent } = scripted(ok({ orders: [order()] }), providers, ok({}));
    await connect(fetch).confirmShipment(access, notice);
    expect(sent[2]?.url.pathname).toBe('/fulfillment/202309/packages/1153000000000000001/ship');
    expect(bodyOf(sent[2])).toEqual({
      self_shipment: { tracking_number: '1Z999AA10123456784', shipping_provider_id: '72' },
    });
    const part = { ...notice, lines: [{ platformLineId: LINE, quantity: 1 }] };
    const refused = connect(scripted(ok({ orders: [order()] }), providers).fetch).confirmShipment(access, part);
    expect(await kindAndCode(refused)).toEqual(['rejected', 'PART_OF_PACKAGE']);
  });
});

describe('TikTok’s own shipping', () => {
  const request = {
    ...notice,
    weightGrams: 800,
    lengthMm: 205,
    widthMm: 150,
    heightMm: 80,
  };
  const toTiktok = (more: object = {}) => ok({ orders: [order({ shipping_type: 'TIKTOK', ...more })] });

  it('offers services with their price, the default first', async () => {
    const service = (id: string, is_default: boolean) => ({
      ...{ id, name: `Service ${id}`, price: '6.18', currency: 'USD', is_default, shipping_provider_name: 'USPS' },
    });
    const { fetch, sent } = scripted(toTiktok(), ok({ shipping_services: [service('1', false), service('2', true)] }));
    const options = await connect(fetch).shipping.options(ACCESS, request);
    expect(options.map((one) => [one.id, one.amount, one.currency])).toEqual([
      ['2', '6.18', 'USD'],
      ['1', '6.18', 'USD'],
    ]);
    expect(bodyOf(sent[1])).toMatchObject({
      weight: { value: '800', unit: 'GRAM' },
      dimension: { length: '20.5', width: '15.0', height: '8.0', unit: 'CM' },
    });
  });

  it('leaves open whether a label was bought when the answer says nothing clear', async () => {
    const buy = (reply: object) => connect(scripted(toTiktok(), reply).fetch).shipping.arrange(ACCESS, request);
    expect((await failure(buy({ status: 500, text: 'x' }))).kind).toBe('uncertain');
    expect((await failure(buy({ text: '<html>' }))).kind).toBe('uncertain');
    expect((await failure(buy(no(36009003, 'Internal error.')))).kind).toBe('uncertain');
    expect((await failure(buy(no(21022025, 'A shipping label has already been purchased.')))).kind).toBe('rejected');
    const bought = await buy(ok({ package_id: '1153', shipping_service_info: { price: '6.18', currency: 'dollar' } }));
    expect(bought).toEqual({ ref: '1153', carrierName: 'TikTok Shipping' });
  });

  it('is not for orders that the seller ships', async () => {
    const work = connect(scripted(ok({ orders: [order()] })).fetch).shipping.arrange(ACCESS, request);
    expect(await kindAndCode(work)).toEqual(['rejected', 'SELLER_SHIPPING']);
  });

  it('finds the parcel of just these units', async () => {
    const at = (id: string, packageId: string) => unit(id, { package_id: packageId, package_status: 'PROCESSING' });
    const units = [at('577000000000000001', '11'), at('577000000000000002', '12'), unit('577000000000000003')];
    const find = async (packageNo: number, quantity: number, replies = [toTiktok({ line_items: units })]) => {
      const { fetch, sent } = scripted(...replies, ok({ tracking_number: '9400', shipping_provider_name: 'USPS' }));
      const lines = [{ platformLineId: LINE, quantity }];
      const found = await connect(fetch).shipping.findParcel(ACCESS, { ...request, packageNo, lines });
      expect(found === null || sent[1]?.url.pathname.endsWith(`/${found.ref}`)).toBe(true);
      return found;
    };
    expect(await find(1, 1)).toEqual({ ref: '11', trackingNumber: '9400', carrierName: 'USPS' });
    expect((await find(2, 1))?.ref).toBe('12');
    expect(await find(1, 2)).toBeNull();
    expect(await find(1, 1, [ok({ orders: [order()] })])).toBeNull();
  });

  describe('of several orders outside the United States', () => {
    const access = { ...ACCESS, region: 'TH' };
    const other = '576461413038785753';
    const box = {
      ...{ ...request, lines: [{ platformLineId: LINE, quantity: 1 }] },
      otherOrders: [{ platformOrderNo: other, lines: [{ platformLineId: '577000000000000009', quantity: 1 }] }],
    };
    const lies = (id: string, unitId: string, package_id: string) =>
      order({ id, shipping_type: 'TIKTOK', line_items: [unit(unitId, { package_id })] });
    /** Answers by path and what was sent before; whatever has no entry is an empty success. */
    const platform = (answers: Record<string, (sent: Sent) => object>, at: (no: string) => string) => {
      const { fetch, sent } = scripted((call) => {
        const path = call.url.pathname.replace('/fulfillment/202309/', '');
        const no = call.url.searchParams.get('ids');
        if (no) return ok({ orders: [lies(no, no === NO ? LINE : '577000000000000009', at(no))] });
        return ok(answers[path]?.(call) ?? {});
      });
      const paths = () => sent.map((one) => one.url.pathname.replace('/fulfillment/202309/', ''));
      return {
        sent,
        paths,
        arrange: (what: typeof box | typeof request) => connect(fetch).shipping.arrange(access, what),
      };
    };
    const apart = (no: string) => (no === NO ? '11' : '12');
    const offered = (id: string, next_page_token = '') => ({
      ...{ combinable_packages: [{ id, order_ids: [NO, other, '5'] }], next_page_token, total_count: 1 },
    });

    it('takes the draft from whatever page it is on, for these orders alone, and ships the package of the answer', async () => {
      const pages = (call: Sent) =>
        call.url.searchParams.get('page_token') ? offered('d2') : { combinable_packages: null, next_page_token: 'n' };
      const { sent, paths, arrange } = platform(
        {
          'combinable_packages/search': pages,
          'packages/combine': () => ({ packages: [{ id: '21', order_ids: [other, NO] }], errors: null }),
        },
        apart,
      );
      expect((await arrange(box)).ref).toBe('21');
      const combine = sent.find((one) => one.url.pathname.endsWith('/combine'));
      expect(bodyOf(combine)).toEqual({ combinable_packages: [{ id: 'd2', order_ids: [NO, other] }] });
      expect(paths().slice(-3)).toEqual(['packages/21', 'packages/21/handover_time_slots', 'packages/21/ship']);
    });

    it('ships nothing where the answer, good otherwise, refuses this package', async () => {
      const error = (code: number, message: string, package_id: string) => ({ code, message, detail: { package_id } });
      const { paths, arrange } = platform(
        {
          'combinable_packages/search': () => offered('d1'),
          'packages/combine': () => ({
            packages: [{ id: '22', order_ids: ['7', '8'] }],
            errors: [error(1, 'of another', 'd9'), error(21011050, 'different warehouses', 'd1')],
          }),
        },
        apart,
      );
      const refused = await failure(arrange(box));
      expect([refused.kind, refused.code]).toEqual(['rejected', '21011050']);
      expect(refused.message).toContain('different warehouses');
      expect(paths()).not.toContain('packages/22/ship');
    });

    it('says so where no page of a bounded number offers it, or the answer says nothing', async () => {
      const none = platform({ 'combinable_packages/search': () => ({ next_page_token: 'again' }) }, apart);
      expect(await kindAndCode(none.arrange(box))).toEqual(['rejected', 'NOT_COMBINABLE']);
      expect(none.paths().filter((path) => path === 'combinable_packages/search')).toHaveLength(40);
      const silent = platform({ 'combinable_packages/search': () => offered('d1') }, apart);
      expect((await failure(silent.arrange(box))).kind).toBe('malformed');
    });

    it('reads the order again where the answer names only those that left', async () => {
      let left = false;
      const { sent, arrange } = platform(
        {
          'packages/11': () => ({ orders: [{ id: '5' }, { id: NO }, { id: other }] }),
          'packages/11/uncombine': () => {
            left = true;
            return { packages: [{ id: '31', order_ids: ['5'] }] };
          },
        },
        () => (left ? '32' : '11'),
      );
      expect((await arrange(box)).ref).toBe('32');
      expect(bodyOf(sent.find((one) => one.url.pathname.endsWith('/uncombine')))).toEqual({ order_ids: ['5'] });
    });

    it('finds no parcel that was handed over with an order of another box', async () => {
      const done = unit(LINE, { package_id: '11', package_status: 'PROCESSING', tracking_number: 'T1' });
      const { fetch } = scripted(
        ok({ orders: [order({ shipping_type: 'TIKTOK', line_items: [done] })] }),
        ok({ orders: [{ id: NO }, { id: other }], tracking_number: 'T1' }),
      );
      const alone = { ...request, lines: box.lines };
      expect(await connect(fetch).shipping.findParcel(access, alone)).toBeNull();
    });
  });

  it('fetches the label without our token, and takes nothing for one that is none', async () => {
    const document = ok({ doc_url: 'https://files.test/x.pdf?sign=1', tracking_number: '9400' });
    const { fetch, sent } = scripted(document, { text: '%PDF-1.4 …' });
    const parcel = { ref: '11', carrierName: 'x' };
    expect((await connect(fetch).shipping.label(ACCESS, parcel, NO)).format).toBe('pdf');
    expect(sent[1]?.headers.has('x-tts-access-token')).toBe(false);
    const page = connect(scripted(document, { text: '<html>' }).fetch).shipping.label(ACCESS, parcel, NO);
    expect((await failure(page)).kind).toBe('malformed');
    const early = no(
      11034037,
      'The shipping document is still being generated by the logistics provider, please try again later.',
    );
    expect((await failure(connect(scripted(early).fetch).shipping.label(ACCESS, parcel, NO))).kind).toBe('unavailable');
  });
});

describe('calling off an order', () => {
  const cancel = (reason: 'outOfStock' | 'badAddress' | 'other', status: string, region = 'US') => {
    const { fetch, sent } = scripted(
      ok({ orders: [order({ status })] }),
      ok({ cancel_status: 'CANCELLATION_REQUEST_SUCCESS' }),
    );
    const work = connect(fetch).cancelOrder(
      { ...ACCESS, region },
      { platformOrderNo: NO, reason, lines: notice.lines },
    );
    return { work, sent };
  };

  it.each([
    ['outOfStock', 'AWAITING_SHIPMENT', 'US', 'seller_cancel_reason_out_of_stock'],
    ['outOfStock', 'UNPAID', 'DE', 'seller_cancel_unpaid_reason_out_of_stock'],
    ['badAddress', 'ON_HOLD', 'GB', 'seller_cancel_paid_reason_address_not_deliver_uk'],
  ] as const)('for %s while it is %s in %s', async (reason, status, region, name) => {
    const { work, sent } = cancel(reason, status, region);
    expect((await work).outcome).toBe('cancelled');
    expect(bodyOf(sent[1])).toEqual({ order_id: NO, cancel_reason: name });
  });

  it('needs a reason that TikTok has', async () => {
    expect(await kindAndCode(cancel('other', 'AWAITING_SHIPMENT').work)).toEqual(['rejected', 'NO_SUCH_REASON']);
    expect(await kindAndCode(cancel('badAddress', 'UNPAID').work)).toEqual(['rejected', 'NO_SUCH_REASON']);
  });

  it('grants what the buyer has asked for before', async () => {
    const requested = ok({ orders: [order({ is_buyer_request_cancel: true })] });
    const { fetch, sent } = scripted(requested, ok({ cancellations: [{ cancel_id: '4035' }] }), ok({}));
    const notice = { platformOrderNo: NO, reason: 'buyerAsked' as const, lines: [] };
    expect((await connect(fetch).cancelOrder(ACCESS, notice)).outcome).toBe('cancelled');
    expect(sent[2]?.url.pathname).toBe('/return_refund/202309/cancellations/4035/approve');
  });
});

describe('articles', () => {
  const sku = (id: string, more: object = {}) => ({
    id,
    seller_sku: `S-${id}`,
    price: { currency: 'USD', tax_exclusive_price: '18.00' },
    inventory: [
      { warehouse_id: 'w1', quantity: 3 },
      { warehouse_id: 'w2', quantity: 4 },
    ],
    ...more,
  });
  const product = (status: string, ...skus: object[]) => ({ id: '17', title: 'Mug', status, skus });

  it('come with each of their variants, and what is unknown is set aside', async () => {
    const abroad = sku('2', {
      price: { currency: 'JPY', sale_price: '1980', tax_exclusive_price: '1800' },
      inventory: [],
    });
    const off = sku('3', { status_info: { status: 'DEACTIVATED' } });
    const odd = product('TELEPORTED', sku('4'));
    const { fetch } = scripted(
      ok({ products: [product('ACTIVATE', sku('1'), abroad, off), odd], next_page_token: 'n' }),
    );
    const page = await connect(fetch).listListings(ACCESS, {});
    expect(page.listings.map((one) => [one.variantId, one.state, one.quantity, one.price, one.refs])).toEqual([
      ['1', 'active', 7, '18.00', { warehouses: 'w1,w2' }],
      ['2', 'active', undefined, '1980', { price: 'sale' }],
      ['3', 'inactive', 7, '18.00', { warehouses: 'w1,w2' }],
    ]);
    expect(page.unreadable).toEqual([{ raw: odd, reason: expect.stringContaining('status: "TELEPORTED"') }]);
    expect(page.nextCursor).toBeTruthy();
  });

  it.each([
    ['FAILED', 'blocked'],
    ['FREEZE', 'blocked'],
    ['PLATFORM_DEACTIVATED', 'blocked'],
    ['DRAFT', 'inactive'],
    ['PENDING', 'inactive'],
    ['SELLER_DEACTIVATED', 'inactive'],
    ['DELETED', 'ended'],
  ])('that are %s are %s', async (status, state) => {
    const { fetch } = scripted(ok({ products: [product(status, sku('1'))] }));
    expect((await connect(fetch).listListings(ACCESS, {})).listings[0]?.state).toBe(state);
  });

  it('take quantities article by article, each variant with its own answer', async () => {
    const { fetch, sent } = scripted(
      ok({
        errors: [
          {
            code: 12052990,
            message: 'Check failed',
            detail: { sku_id: '2', extra_errors: [{ code: 1, message: 'gone' }] },
          },
        ],
      }),
      no(12052260, 'The product ID does not exist'),
    );
    const item = (itemId: string, variantId: string, refs?: Record<string, string>) => ({
      ...{ itemId, variantId, sellerSku: variantId, quantity: 9, ...(refs ? { refs } : {}) },
    });
    const items = [item('17', '1', { warehouses: 'w1,w2' }), item('18', '3'), item('17', '2')];
    expect(await connect(fetch).pushStock(ACCESS, items)).toEqual([
      { outcome: 'accepted' },
      { outcome: 'refused', code: '12052260', detail: expect.stringContaining('does not exist') },
      { outcome: 'refused', code: '12052990', detail: 'Check failed: gone' },
    ]);
    expect(bodyOf(sent[0])).toEqual({
      skus: [
        {
          id: '1',
          inventory: [
            { warehouse_id: 'w1', quantity: 9 },
            { warehouse_id: 'w2', quantity: 0 },
          ],
        },
        { id: '2', inventory: [{ quantity: 9 }] },
      ],
    });
    expect((await failure(connect(scripted(no(36009002, 'Too many', 429)).fetch).pushStock(ACCESS, items))).kind).toBe(
      'throttled',
    );
  });

  it('take the price that their sellers set', async () => {
    const { fetch, sent } = scripted(ok({}));
    const item = { itemId: '17', variantId: '1', sellerSku: 'A', price: '18.00', currency: 'USD' };
    await connect(fetch).pushPrice(ACCESS, [item, { ...item, variantId: '2', refs: { price: 'sale' } }]);
    expect(bodyOf(sent[0])).toEqual({
      skus: [
        { id: '1', price: { amount: '18.00', currency: 'USD' } },
        { id: '2', price: { sale_price: '18.00', currency: 'USD' } },
      ],
    });
  });
});

describe('settlements', () => {
  const statement = { id: '7238', statement_time: 1762041600, currency: 'GBP' };
  const sale = (more: object = {}) => ({
    id: '16',
    type: 'ORDER',
    order_id: NO,
    settlement_amount: '14.42',
    revenue_amount: '18.00',
    revenue_breakdown: {
      subtotal_before_discount_amount: '20.00',
      seller_discount_amount: '-2.00',
      cod_service_fee_amount: '0',
    },
    shipping_cost_amount: '-2.00',
    shipping_cost_breakdown: {
      actual_shipping_fee_amount: '-3.50',
      customer_paid_shipping_fee_amount: '1.50',
      supplementary_component: { fbm_shipping_cost_amount: '-3.50' },
    },
    fee_tax_amount: '-1.58',
    fee_tax_breakdown: {
      fee: {
        platform_commission_amount: '-1.00',
        transaction_fee_amount: '-0.20',
        affiliate_ads_commission_amount: '-0.10',
        mall_service_fee_amount: '',
      },
      tax: { local_vat_amount: '-0.20' },
    },
    adjustment_amount: '0',
    ...more,
  });
  const walk = async (...transactions: object[]) => {
    const { fetch } = scripted(ok({ statements: [statement] }), ok({ currency: 'GBP', transactions }));
    const first = await connect(fetch).listSettlements(ACCESS, { postedAfter: '2025-11-01T00:00:00Z' });
    return connect(fetch).listSettlements(ACCESS, {
      postedAfter: '2025-11-01T00:00:00Z',
      cursor: first.nextCursor ?? '',
    });
  };

  it('are taken apart to what they come to', async () => {
    const page = await walk(sale());
    expect(page.unreadable).toEqual([]);
    expect(page.nextCursor).toBeUndefined();
    expect(page.lines.map(({ kind, type, amount }) => [kind, type, amount])).toEqual([
      ['sale', 'subtotal_before_discount_amount', '20.00'],
      ['discount', 'seller_discount_amount', '-2.00'],
      ['fulfilment', 'actual_shipping_fee_amount', '-3.50'],
      ['shipping', 'customer_paid_shipping_fee_amount', '1.50'],
      ['commission', 'platform_commission_amount', '-1.00'],
      ['payment', 'transaction_fee_amount', '-0.20'],
      ['advertising', 'affiliate_ads_commission_amount', '-0.10'],
      ['tax', 'local_vat_amount', '-0.20'],
      // What no name stands for is not lost.
      ['other', 'fee_tax_amount', '-0.08'],
    ]);
    expect(page.lines[0]).toMatchObject({
      reference: '16/subtotal_before_discount_amount',
      settlementId: '7238',
      platformOrderNo: NO,
      currency: 'GBP',
      postedAt: '2025-11-02T00:00:00.000Z',
    });
  });

  it('mean the same when costs are told above zero', async () => {
    const positive = sale({
      shipping_cost_amount: '2.00',
      shipping_cost_breakdown: { actual_shipping_fee_amount: '2.00' },
      fee_tax_amount: '1.58',
      fee_tax_breakdown: { fee: { platform_commission_amount: '1.58' } },
    });
    const { lines } = await walk(positive);
    expect(lines.slice(2).map((line) => line.amount)).toEqual(['-2.00', '-1.58']);
  });

  it('are set aside when their parts come to something else', async () => {
    const { lines, unreadable } = await walk(
      sale({ settlement_amount: '99' }),
      sale({ id: '17', fee_tax_amount: 'much' }),
    );
    expect(lines).toEqual([]);
    expect(unreadable.map((one) => one.reason)).toEqual([
      expect.stringContaining('settlement_amount: '),
      expect.stringContaining('fee_tax_amount: '),
    ]);
  });

  it('know adjustments and reserves', async () => {
    const none = { revenue_amount: '0', shipping_cost_amount: '0', fee_tax_amount: '0', order_id: '' };
    const { lines } = await walk(
      {
        ...none,
        id: '1',
        type: 'CHARGE_BACK',
        adjustment_amount: '-5.00',
        settlement_amount: '-5.00',
        adjustment_order_id: NO,
      },
      { ...none, id: '2', type: 'RESERVE', settlement_amount: '0', reserve_amount: '-3.00', associated_order_id: NO },
    );
    expect(lines.map(({ kind, type, amount, platformOrderNo }) => [kind, type, amount, platformOrderNo])).toEqual([
      ['adjustment', 'CHARGE_BACK', '-5.00', NO],
      ['other', 'RESERVE', '-3.00', NO],
    ]);
  });

  it('are walked page by page, statement after statement', async () => {
    const { fetch, sent } = scripted(
      ok({ statements: [statement, { ...statement, id: '7239' }], next_page_token: 's2' }),
      ok({ currency: 'GBP', transactions: [sale()], next_page_token: 't2' }),
      ok({ currency: 'GBP', transactions: [sale({ id: '17' })] }),
      ok({ currency: 'GBP', transactions: [] }),
      ok({ statements: [] }),
    );
    let cursor: string | undefined;
    const observed: string[] = [];
    do {
      const page = await connect(fetch).listSettlements(ACCESS, {
        postedAfter: '2025-11-01T00:00:00Z',
        ...(cursor === undefined ? {} : { cursor }),
      });
      observed.push(...new Set(page.lines.map((line) => line.reference.split('/')[0] ?? '')));
      expect(page.listedUntil).toBe('2026-11-02T11:59:01.000Z');
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(observed).toEqual(['16', '17']);
    expect(sent.map((one) => [one.url.pathname.split('/')[4] ?? '', one.url.searchParams.get('page_token')])).toEqual([
      ['', null],
      ['7238', null],
      ['7238', 't2'],
      ['7239', null],
      ['', 's2'],
    ]);
  });
});

describe('returns', () => {
  it.each([
    ['RETURN_OR_REFUND_REQUEST_PENDING', 'REFUND', 'requested'],
    ['REPLACEMENT_REQUEST_PENDING', 'REPLACEMENT', 'requested'],
    ['AWAITING_BUYER_RESPONSE', 'REFUND', 'requested'],
    ['AWAITING_BUYER_SHIP', 'RETURN_AND_REFUND', 'approved'],
    ['BUYER_SHIPPED_ITEM', 'RETURN_AND_REFUND', 'shipped'],
    ['RETURN_OR_REFUND_REQUEST_SUCCESS', 'RETURN_AND_REFUND', 'received'],
    ['RETURN_OR_REFUND_REQUEST_SUCCESS', 'REFUND', 'approved'],
    ['RETURN_OR_REFUND_REQUEST_COMPLETE', 'REFUND', 'refunded'],
    ['REPLACEMENT_REQUEST_REFUND_SUCCESS', 'REPLACEMENT', 'refunded'],
    ['REFUND_OR_RETURN_REQUEST_REJECT', 'REFUND', 'rejected'],
    ['REJECT_RECEIVE_PACKAGE', 'RETURN_AND_REFUND', 'rejected'],
    ['REPLACEMENT_REQUEST_REJECT', 'REPLACEMENT', 'rejected'],
    ['RETURN_OR_REFUND_REQUEST_CANCEL', 'REFUND', 'closed'],
    ['RETURN_OR_REFUND_REQUEST_CANCELLED', 'REFUND', 'closed'],
    ['REPLACEMENT_REQUEST_CANCEL', 'REPLACEMENT', 'closed'],
    ['REPLACEMENT_REQUEST_COMPLETE', 'REPLACEMENT', 'closed'],
  ])('%s of %s is %s', (status, type, state) => {
    expect(readReturnState(status, type)).toBe(state);
  });

  it('come with their articles, and the unknown ones are set aside', async () => {
    const back = {
      ...{ return_id: '4035', order_id: NO, return_type: 'RETURN_AND_REFUND', return_status: 'AWAITING_BUYER_SHIP' },
      ...{
        return_reason_text: 'Too small',
        create_time: 1762066800,
        update_time: 1762070400,
        return_tracking_number: '',
      },
      refund_amount: { currency: 'USD', refund_total: '40.00' },
      return_line_items: [
        { seller_sku: 'MUG-1', sku_id: '1' },
        { seller_sku: 'MUG-1', sku_id: '1' },
        { seller_sku: 'CUP', sku_id: '2' },
      ],
    };
    const odd = { ...back, return_status: 'EATEN' };
    const { fetch, sent } = scripted(ok({ return_orders: [back, odd, 7] }));
    const page = await connect(fetch).listReturns(ACCESS, { updatedAfter: '2026-11-01T00:00:00Z' });
    expect(page.returns).toEqual([
      {
        returnNo: '4035',
        platformOrderNo: NO,
        state: 'approved',
        reason: 'Too small',
        lines: [
          { sellerSku: 'MUG-1', quantity: 2 },
          { sellerSku: 'CUP', quantity: 1 },
        ],
        refundAmount: '40.00',
        currency: 'USD',
        createdAt: '2025-11-02T07:00:00.000Z',
        updatedAt: '2025-11-02T08:00:00.000Z',
      },
    ]);
    expect(page.unreadable).toHaveLength(2);
    expect(sent[0]?.url.searchParams.get('page_size')).toBe('50');
  });
});

describe('subscribing', () => {
  it('tells TikTok only what it does not have yet', async () => {
    const url = 'https://erp.test/api/push/tiktok';
    const known = [
      { event_type: 'ORDER_STATUS_CHANGE', address: url },
      { event_type: 'RETURN_STATUS_CHANGE', address: 'https://old.test/' },
    ];
    const { fetch, sent } = scripted(ok({ webhooks: known }), ok({}));
    await createTiktokConnector({
      app: { appKey: 'k', appSecret: 's', serviceId: '1' },
      http: { fetch, now: () => NOW },
    }).subscribe(ACCESS, url);
    expect(sent.slice(1).map((one) => [one.method, (bodyOf(one) as { event_type: string }).event_type])).toEqual([
      ['PUT', 'RECIPIENT_ADDRESS_UPDATE'],
      ['PUT', 'SELLER_DEAUTHORIZATION'],
      ['PUT', 'CANCELLATION_STATUS_CHANGE'],
      ['PUT', 'RETURN_STATUS_CHANGE'],
    ]);
  });
});

describe('answers and refunds', () => {
  const which = { returnNo: '4035', platformOrderNo: NO };
  const answered = (return_type: string, return_status: string) =>
    ok({
      return_orders: [
        {
          ...{ return_id: '4035', order_id: NO, return_type, return_status, create_time: 1762066800 },
          ...{ update_time: 1762070400, refund_amount: { currency: 'USD', refund_total: '40.00' } },
        },
      ],
    });
  const refund = { ...which, amount: '40', currency: 'USD', shipping: '0', lines: [], key: 'k' };

  it('never give money back by an answer; a refund does', async () => {
    const requested = () => answered('REFUND', 'RETURN_OR_REFUND_REQUEST_PENDING');
    const answer = connect(scripted(requested()).fetch).answerReturn(ACCESS, { ...which, approve: true });
    expect(await kindAndCode(answer)).toEqual(['rejected', 'REFUND_ANSWERS']);
    const { fetch, sent } = scripted(requested(), ok({}));
    await connect(fetch).refundReturn(ACCESS, refund);
    expect(sent[1]?.url.pathname).toBe('/return_refund/202309/returns/4035/approve');
    expect(bodyOf(sent[1])).toEqual({ decision: 'APPROVE_REFUND' });
  });

  it.each([
    ['RETURN_AND_REFUND', 'AWAITING_BUYER_SHIP', 'NOT_BACK'],
    ['RETURN_AND_REFUND', 'RETURN_OR_REFUND_REQUEST_PENDING', 'NOT_BACK'],
    ['REPLACEMENT', 'REPLACEMENT_REQUEST_PENDING', 'NOT_BACK'],
    ['SOMETHING_NEW', 'RETURN_OR_REFUND_REQUEST_PENDING', 'UNKNOWN_TYPE'],
  ])('refund nothing for %s that is %s', async (type, status, code) => {
    const { fetch, sent } = scripted(answered(type, status));
    expect(await kindAndCode(connect(fetch).refundReturn(ACCESS, refund))).toEqual(['rejected', code]);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['RETURN_OR_REFUND_REQUEST_SUCCESS', '40.00'],
    ['RETURN_OR_REFUND_REQUEST_COMPLETE', '40.00'],
    ['REPLACEMENT_REQUEST_REFUND_SUCCESS', '40.00'],
    ['REPLACEMENT_REQUEST_COMPLETE', '0'],
    ['BUYER_SHIPPED_ITEM', '0'],
  ])('of %s know that %s went back', async (status, amount) => {
    const { fetch } = scripted(answered('RETURN_AND_REFUND', status));
    expect(await connect(fetch).returnRefunded(ACCESS, which)).toBe(amount);
  });
});
