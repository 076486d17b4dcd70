import { describe, expect, it } from 'vitest';
import type { PlatformOrder } from '../../marketplace.ts';
import { failure, scripted } from '../../testing.ts';
import { ACCESS, address, amounts, connect, line, no, ok, order } from './fixtures.ts';
import { measures, priceOf } from './shipping.ts';

const record = (told: object, besides: object[]) =>
  connect(scripted(ok(told), ...besides).fetch).getOrder(ACCESS, 'PO-211-1');
async function read(told: object, besides: object[] = [ok(amounts()), ok(address())]): Promise<PlatformOrder> {
  const found = await record(told, besides);
  if (!found.ok) throw new Error(found.reason);
  return found.order;
}
const reason = async (told: object, besides: object[] = [ok(amounts()), ok(address())]) => {
  const found = await record(told, besides);
  return found.ok ? 'read' : [found.platformOrderNo, found.reason];
};

describe('an order', () => {
  it('is read whole: amounts and address are asked for, cents become decimals', async () => {
    expect(await read(order())).toEqual({
      platformOrderNo: 'PO-211-1',
      status: 'toShip',
      fulfilledBy: 'seller',
      orderedAt: '2023-11-14T19:26:40.000Z',
      updatedAt: '2023-11-14T20:50:00.000Z',
      shipBy: '2023-11-15T20:26:40.000Z',
      marketplaceId: '211',
      currency: 'USD',
      goodsAmount: '39.80',
      shippingAmount: '2.99',
      taxAmount: '1.50',
      discountAmount: '3.00',
      totalAmount: '41.29',
      buyerName: 'Lindsey Price',
      buyerEmail: 'relay@temu.example',
      shipTo: {
        name: 'Lindsey Price',
        line1: '127 Arthur Avenue',
        line2: 'Apt 4',
        city: 'Los Angeles',
        state: 'CA',
        postalCode: '90001',
        country: 'US',
        phone: '+1 555',
        email: 'relay@temu.example',
      },
      lines: [
        {
          platformLineId: '211-11',
          sellerSku: 'MUG-RED',
          platformItemId: '17592000000001',
          title: 'Mug · Red',
          quantity: 2,
          unitPrice: '19.90',
          discount: '3.00',
          tax: '1.50',
        },
      ],
    });
  });

  it.each([
    [1, 'unpaid'],
    [2, 'toShip'],
    [3, 'cancelled'],
    [4, 'shipped'],
    [41, 'partiallyShipped'],
    [5, 'shipped'],
    [51, 'shipped'],
  ])('in state %i is %s', async (parentOrderStatus, status) => {
    expect((await read(order({ parentOrderStatus }))).status).toBe(status);
  });

  it('is shipped in part when some of its lines are, also where Temu has no word for it', async () => {
    const lines = [line('211-11', { orderStatus: 4 }), line('211-12')];
    expect((await read(order({}, lines))).status).toBe('partiallyShipped');
  });

  it('loses what was called off, and shows all of it when the whole order was', async () => {
    const lines = [line('211-11'), line('211-12', { quantity: 0, orderStatus: 3 })];
    expect((await read(order({}, lines))).lines.map((one) => one.platformLineId)).toEqual(['211-11']);
    const over = await read(order({ parentOrderStatus: 3 }, [line('211-11', { quantity: 0, orderStatus: 3 })]));
    expect(over.lines[0]?.quantity).toBe(2);
  });

  it('says what the buyer wants, what holds it and who has to carry it', async () => {
    const on = (name: string) => order({ parentOrderLabel: [{ name, value: 1 }] });
    expect((await read(on('pending_buyer_cancellation'))).cancelRequested).toBe(true);
    expect((await read(on('pending_risk_control_alert'))).hold).toBe('pending_risk_control_alert');
    expect((await read(on('pending_buyer_address_change'))).hold).toBe('pending_buyer_address_change');
    expect((await read(order({ fulfillmentWarning: ['RESTRICT_SELF_SHIPPING'] }))).platformShipping).toBe(true);
    const byWarehouse = order({}, [line('211-11', { fulfillmentType: 'fulfillByCooperativeWarehouse' })]);
    expect((await read(byWarehouse)).fulfilledBy).toBe('platform');
  });

  it('counts pieces where sets are sold', async () => {
    const productList = [
      { productSkuId: 1, extCode: 'CUP', soldFactor: 4 },
      { productSkuId: 2, extCode: 'TRAY', soldFactor: null },
    ];
    const found = await read(order({}, [line('211-11', { productList })]));
    expect(found.lines.map((one) => [one.platformLineId, one.sellerSku, one.quantity, one.unitPrice])).toEqual([
      ['211-11', 'CUP', 8, '4.9750'],
      ['211-11#2', 'TRAY', 2, '0'],
    ]);
  });

  it('comes without amounts where the seller has not allowed them, or Temu still reckons', async () => {
    for (const code of [3_000_032, 140_020_008]) {
      const words = code === 140_020_008 ? 'still undergoing system calculation. Please try again later.' : 'no';
      const found = await read(order(), [no(code, words), ok(address())]);
      expect([found.currency, found.totalAmount, found.lines[0]?.unitPrice]).toEqual(['USD', '0', '0']);
    }
    expect(await reason(order({ regionId: 777 }), [no(3_000_032, 'no'), ok(address())])).toEqual([
      'PO-211-1',
      expect.stringContaining('no currency of 777'),
    ]);
    const busy = connect(scripted(ok(order()), no(4_000_004, 'busy')).fetch).getOrder(ACCESS, 'PO-211-1');
    expect((await failure(busy)).kind).toBe('throttled');
  });

  it('is told whole where the address is masked and may be seen, and masked where not', async () => {
    const masked = address({ addressLine1: '12***' });
    expect((await read(order(), [ok(amounts()), ok(masked), ok(address())])).shipTo?.line1).toBe('127 Arthur Avenue');
    expect((await read(order(), [ok(amounts()), ok(masked), no(3_000_032, 'no')])).shipTo?.line1).toBe('12***');
    expect((await read(order(), [ok(amounts()), no(180_020_008, 'sign the DPA')])).shipTo).toBeUndefined();
  });

  it('knows yen and never mixes currencies', async () => {
    expect((await read(order(), [ok(amounts('JPY')), ok(address())])).goodsAmount).toBe('3980');
    const mixed = amounts('USD', { taxTotal: { amount: 1, currency: 'EUR' } });
    expect(await reason(order(), [ok(mixed), ok(address())])).toEqual(['PO-211-1', 'amount: EUR in an order of USD']);
  });

  it('is set aside under its number when it cannot be read', async () => {
    expect(await reason(order({ parentOrderStatus: 77 }))).toEqual(['PO-211-1', 'parentOrderStatus: "77" is unknown']);
    expect(await reason(order({ parentOrderTime: 'yesterday' }))).toEqual([
      'PO-211-1',
      expect.stringContaining('parentOrderTime'),
    ]);
  });
});

describe('shipping', () => {
  const notice = (more: object = {}) => ({
    platformOrderNo: 'PO-211-1',
    packageNo: 1,
    carrierCode: 'UPS',
    carrierName: 'UPS',
    serviceName: '',
    trackingNumber: '1Z999AA10123456784',
    shippedAt: '2026-11-02T12:00:00Z',
    lines: [{ platformLineId: '211-11', quantity: 2 }],
    ...more,
  });
  const none = ok({ shipmentInfoDTO: [] });
  const carriers = ok([{ logisticsServiceProviderId: 314_439_762, logisticsServiceProviderName: 'UPS' }]);
  const warehouses = ok({
    warehouseList: [
      { warehouseId: 'W2', defaultWarehouse: false },
      { warehouseId: 'W1', defaultWarehouse: true },
    ],
  });
  const confirm = async (told: object, wanted: object, ...replies: object[]) => {
    const { fetch, sent } = scripted(ok(told), ...replies);
    const outcome = await connect(fetch).confirmShipment(ACCESS, notice(wanted));
    return { outcome: outcome.outcome, last: JSON.parse(sent.at(-1)?.body ?? ''), calls: sent.length };
  };

  it('tells carrier, number, warehouse and what is in the parcel', async () => {
    const { outcome, last } = await confirm(order(), {}, none, carriers, warehouses, ok({}));
    expect(outcome).toBe('confirmed');
    expect(last).toMatchObject({
      type: 'bg.logistics.shipment.v2.confirm',
      sendType: 0,
      sendRequestList: [
        {
          carrierId: 314_439_762,
          trackingNumber: '1Z999AA10123456784',
          selfShippingWarehouseId: 'W1',
          orderSendInfoList: [
            {
              parentOrderSn: 'PO-211-1',
              orderSn: '211-11',
              goodsId: 601_000_000_000_001,
              skuId: 17_592_000_000_001,
              quantity: 2,
            },
          ],
        },
      ],
    });
  });

  it('says that it is a part when it is', async () => {
    const part = await confirm(
      order(),
      { lines: [{ platformLineId: '211-11', quantity: 1 }] },
      none,
      carriers,
      warehouses,
      ok({}),
    );
    expect([part.last.sendType, part.last.sendRequestList[0].orderSendInfoList[0].quantity]).toEqual([1, 1]);
    const two = order({}, [line('211-11'), line('211-12')]);
    expect((await confirm(two, {}, none, carriers, warehouses, ok({}))).last.sendType).toBe(1);
  });

  it('is not told again, and not where the label was Temu’s', async () => {
    const there = (more: object) =>
      ok({ shipmentInfoDTO: [{ packageSn: 'PK', trackingNumber: 'X', quantity: 2, packageDeliveryType: 1, ...more }] });
    expect((await confirm(order(), {}, there({ trackingNumber: '1z999 aa10123456784' }))).outcome).toBe(
      'alreadyConfirmed',
    );
    expect((await confirm(order(), {}, there({ packageDeliveryType: 2 }))).outcome).toBe('alreadyConfirmed');
    const other = await confirm(order(), {}, there({ quantity: 1 }), carriers, warehouses, ok({}));
    expect(other.outcome).toBe('confirmed');
  });

  it('counts sets as sold, and ships none in part', async () => {
    const productList = [{ productSkuId: 1, extCode: 'CUP', soldFactor: 4 }];
    const sets = order({}, [line('211-11', { productList })]);
    const right = await confirm(
      sets,
      { lines: [{ platformLineId: '211-11', quantity: 4 }] },
      none,
      carriers,
      warehouses,
      ok({}),
    );
    expect(right.last.sendRequestList[0].orderSendInfoList[0].quantity).toBe(1);
    const half = confirm(sets, { lines: [{ platformLineId: '211-11', quantity: 6 }] }, none);
    expect((await failure(half)).code).toBe('PART_OF_A_SET');
  });

  it('refuses what Temu would not know', async () => {
    const code = async (wanted: object, ...replies: object[]) =>
      (await failure(confirm(order(), wanted, ...replies))).code;
    expect(await code({ lines: [{ platformLineId: 'x', quantity: 1 }] })).toBe('NO_SUCH_LINE');
    expect(await code({ lines: [{ platformLineId: '211-11', quantity: 3 }] })).toBe('NOTHING_TO_SHIP');
    expect(await code({ carrierCode: 'ACME', carrierName: 'Acme' }, none, carriers)).toBe('UNKNOWN_CARRIER');
    expect(await code({}, none, carriers, warehouses, no(120_014_004, 'Tracking number has been used'))).toBe(
      '120014004',
    );
  });

  it('measures as each country wants it', () => {
    const parcel = {
      platformOrderNo: '1',
      packageNo: 1,
      lines: [],
      weightGrams: 800,
      lengthMm: 200,
      widthMm: 150,
      heightMm: 254,
    };
    expect(measures(parcel, '211', '100')).toEqual({
      ...{ weight: '1', weightUnit: 'lb', extendWeight: '13', extendWeightUnit: 'oz' },
      ...{ length: '7.88', width: '5.91', height: '10.00', dimensionUnit: 'in' },
    });
    expect(measures(parcel, '211', '1')).toMatchObject({ weight: '1.77', weightUnit: 'lb' });
    expect(measures(parcel, '98', '100')).toEqual({
      ...{ weight: '0.80', weightUnit: 'kg', length: '20.00', width: '15.00', height: '25.40', dimensionUnit: 'cm' },
    });
    expect(() => measures({ ...parcel, heightMm: 0 }, '98', '100')).toThrow('length, width and height');
  });

  it('reads a price only where it is plain', () => {
    expect(priceOf('$5.20', 'USD')).toEqual({ amount: '5.20', currency: 'USD' });
    expect(priceOf('₱41', 'PHP')).toEqual({ amount: '41', currency: 'PHP' });
    expect([priceOf('1.234,50 €', 'EUR'), priceOf('free', 'USD'), priceOf('$5', undefined)]).toEqual([{}, {}, {}]);
  });

  it('finds a label that is still being made, and asks for no second one', async () => {
    const request = { ...notice(), weightGrams: 500 };
    const waiting = ok({
      unshippedPackage: [
        {
          packageSn: 'PK-9',
          packageDetail: { shippableOrders: [{ orderSn: '211-11', parentOrderSn: 'PO-211-1', quantity: 2 }] },
        },
      ],
    });
    const found = await connect(scripted(ok(order()), none, waiting).fetch).shipping.findParcel(ACCESS, request);
    expect(found).toEqual({ ref: 'PK-9', carrierName: 'Temu' });
    const nothing = connect(scripted(ok(order()), none, ok({ unshippedPackage: [] })).fetch);
    expect(await nothing.shipping.findParcel(ACCESS, request)).toBeNull();
  });

  it('is called off for want of stock, or because the buyer asked Temu', async () => {
    const cancel = (reason: 'outOfStock' | 'other') => ({ platformOrderNo: 'PO-211-1', reason, lines: [] });
    const asked = order({ parentOrderLabel: [{ name: 'pending_buyer_cancellation', value: 1 }] });
    const request = ok({ data: [{ parentAfterSalesSn: 'A-1' }] });
    const granted = scripted(ok(asked), request, ok({}), ok(order({ parentOrderStatus: 3 })));
    expect((await connect(granted.fetch).cancelOrder(ACCESS, cancel('other'))).outcome).toBe('cancelled');
    const looked = scripted(ok(order()), ok({ applyResult: true }), ok(order()));
    expect((await connect(looked.fetch).cancelOrder(ACCESS, cancel('outOfStock'))).outcome).toBe('requested');
    const fail = { applyResult: false, failReasonList: [{ reasonList: ['TOO_LATE'] }] };
    const refused = connect(scripted(ok(order()), ok(fail)).fetch).cancelOrder(ACCESS, cancel('outOfStock'));
    expect((await failure(refused)).message).toContain('TOO_LATE');
    const strange = connect(scripted(ok(order())).fetch).cancelOrder(ACCESS, cancel('other'));
    expect((await failure(strange)).code).toBe('NO_SUCH_REASON');
  });
});

describe('listings', () => {
  const sku = (more: object = {}) => ({
    goodsId: 601,
    skuId: 175,
    skuSn: 'MUG',
    goodsName: 'Mug',
    specName: 'Red',
    stock: 4,
    status4VO: 2,
    ...more,
  });
  const prices = ok({
    openapiGoodsSupplierPriceDTOList: [
      { openapiSkuSupplierPriceDTOList: [{ skuId: 175, supplierPrice: { amount: '12.50', currency: 'USD' } }] },
    ],
  });

  it('come active ones first, then the others, with prices where they may be seen', async () => {
    const first = await connect(scripted(ok({ total: 1, skuList: [sku()] }), prices).fetch).listListings(ACCESS, {});
    expect(first.listings[0]).toEqual({
      itemId: '601',
      variantId: '175',
      sellerSku: 'MUG',
      title: 'Mug · Red',
      state: 'active',
      quantity: 4,
      price: '12.50',
      currency: 'USD',
      fulfilledBy: 'seller',
    });
    const cursor = first.nextCursor ?? '';
    const { fetch, sent } = scripted(ok({ total: 1, skuList: [sku({ status4VO: 3 })] }), no(3_000_032, 'no'));
    const second = await connect(fetch).listListings(ACCESS, { cursor });
    expect(JSON.parse(sent[0]?.body ?? '').skuStatusFilterType).toBe(3);
    expect([second.listings[0]?.state, second.listings[0]?.price, second.nextCursor]).toEqual([
      'inactive',
      undefined,
      undefined,
    ]);
  });

  it('are set aside in a state nobody knows', async () => {
    const page = await connect(
      scripted(ok({ total: 1, skuList: [sku({ status4VO: 99 })] }), prices).fetch,
    ).listListings(ACCESS, {});
    expect([page.listings, page.unreadable[0]?.reason]).toEqual([[], 'status4VO: "99" is unknown']);
  });

  it('take prices as a wish that Temu looks at, one by one', async () => {
    const items = ['175', '176'].map((variantId) => ({
      ...{ itemId: '601', variantId, sellerSku: variantId, price: '9.90', currency: 'USD' },
    }));
    const answer = ok({ successSkuList: [175], failedSkuReasonMap: { 176: 'too high' } });
    expect(await connect(scripted(answer).fetch).pushPrice(ACCESS, items)).toEqual([
      { outcome: 'accepted' },
      { outcome: 'refused', code: 'FAILED', detail: 'too high' },
    ]);
  });

  it('take quantities article by article, and say which were refused', async () => {
    const items = ['175', '176'].map((variantId) => ({ itemId: '601', variantId, sellerSku: variantId, quantity: 1 }));
    const statuses = [
      { skuId: 175, stockEditStatus: true },
      { skuId: 176, stockEditStatus: false, errorCode: 7, errorMsg: 'locked' },
    ];
    const answer = ok({ operateResult: false, skuStockEditStatusInfoList: statuses });
    expect(await connect(scripted(answer).fetch).pushStock(ACCESS, items)).toEqual([
      { outcome: 'accepted' },
      { outcome: 'refused', code: '7', detail: 'locked' },
    ]);
    const nothing = ok({ operateResult: false, msg: 'closed' });
    expect(await connect(scripted(nothing).fetch).pushStock(ACCESS, items)).toEqual(
      items.map(() => ({ outcome: 'refused', code: 'FAILED', detail: 'closed' })),
    );
  });
});

it.each([
  [1, 2, 'requested'],
  [2, 2, 'shipped'],
  [3, 2, 'received'],
  [4, 2, 'received'],
  [4, 1, 'approved'],
  [5, 1, 'refunded'],
  [6, 2, 'closed'],
  [7, 2, 'rejected'],
  [8, 2, 'requested'],
  [9, 2, 'received'],
  [10, 2, 'requested'],
  [11, 2, 'requested'],
])('a return in state %i of type %i is %s', async (parentAfterSalesStatus, afterSalesType, state) => {
  const head = { parentAfterSalesSn: 'A-1', parentOrderSn: 'PO-1', createAt: 1_699_000_000, updateAt: 1_699_999_000 };
  const page = ok({ total: 1, data: [{ ...head, parentAfterSalesStatus, afterSalesType }] });
  const lines = ok({
    total: 1,
    data: [{ parentAfterSalesSn: 'A-1', applyAfterSalesGoodsNumber: 2, productList: [{ extCode: 'MUG' }] }],
  });
  const { returns } = await connect(scripted(page, lines).fetch).listReturns(ACCESS, {
    updatedAfter: '2023-11-01T00:00:00Z',
  });
  expect(returns[0]).toMatchObject({ returnNo: 'A-1', state, lines: [{ sellerSku: 'MUG', quantity: 2 }] });
});
