import { describe, expect, it } from 'vitest';
import type { PlatformOrder } from '../../capabilities/orders.ts';
import { bent } from '../../lax.testing.ts';
import { failure, scripted } from '../../testing.ts';
import { ACCESS, address, connect, no, ok, order, unit } from './fixtures.ts';

async function read(answered: object, ...more: object[]): Promise<PlatformOrder> {
  const { fetch } = scripted(ok([answered]), ...(more.length > 0 ? more : [ok(address)]));
  const record = await connect(fetch).getOrder(ACCESS, 'GSU100000000001');
  if (!record.ok) throw new Error(record.reason);
  return record.order;
}
const reason = async (answered: object) => {
  const record = await connect(scripted(ok([answered])).fetch).getOrder(ACCESS, 'GSU100000000001');
  return record.ok ? 'read' : record.reason;
};

describe('an order', () => {
  it('is read whole: units become lines, times leave Beijing, sums are exact', async () => {
    expect(await read(order())).toEqual({
      platformOrderNo: 'GSU100000000001',
      fulfilmentRefs: ['PK1'],
      status: 'toShip',
      fulfilledBy: 'seller',
      platformShipping: false,
      orderedAt: '2026-01-05T02:00:00.000Z',
      paidAt: '2026-01-05T02:01:00.000Z',
      updatedAt: '2026-01-05T02:20:00.319Z',
      shipBy: '2026-01-07T15:59:59.000Z',
      marketplaceId: 'shein-us',
      currency: 'USD',
      goodsAmount: '39.80',
      shippingAmount: '2.00',
      taxAmount: '1.50',
      discountAmount: '3.00',
      totalAmount: '40.30',
      buyerName: 'Lindsey Price',
      shipTo: {
        name: 'Lindsey Price',
        line1: '127 Arthur Avenue',
        line2: 'Apt 4',
        city: 'LA',
        state: 'CA',
        postalCode: '90001',
        country: 'US',
        phone: '55555555',
      },
      lines: [
        {
          platformLineId: '5230236437987443003',
          sellerSku: 'MUG-RED',
          platformItemId: 'I0abc',
          title: 'Mug',
          quantity: 2,
          unitPrice: '19.90',
          discount: '3.00',
          tax: '1.50',
        },
      ],
    });
  });

  it('keeps ids beyond what JavaScript counts, and sums that come as numbers', async () => {
    const text = JSON.stringify(order({ orderGoodsInfoList: [unit('GOODS', { sellerCurrencyPrice: 0 })] }));
    const answered = text
      .replace('"GOODS"', '5230236437987443003')
      .replace('"sellerCurrencyPrice":0', '"sellerCurrencyPrice":12.30');
    const { fetch } = scripted({ text: `{"code":"0","info":[${answered}]}` }, ok(address));
    const record = await connect(fetch).getOrder(ACCESS, 'GSU100000000001');
    expect(record.ok && [record.order.lines[0]?.platformLineId, record.order.goodsAmount]).toEqual([
      '5230236437987443003',
      '12.30',
    ]);
  });

  it('has no time of payment where SHEIN tells none', async () => {
    for (const paymentTime of ['', null, undefined, 'soon'])
      expect((await read(order({ paymentTime }))).paidAt).toBeUndefined();
  });

  it('says that its amounts are unknown where one cannot be read', async () => {
    const unknown = async (more: object) => (await read(order(more))).amountsUnknown;
    expect(await unknown({ sellerShippingFee: 'free?' })).toBe(true);
    expect(await unknown({ orderGoodsInfoList: [unit('1', { saleTax: {} })] })).toBe(true);
    for (const nothing of [null, undefined, '']) {
      expect(await unknown({ sellerShippingFee: nothing })).toBeUndefined();
      expect(await unknown({ orderGoodsInfoList: [unit('1', { saleTax: nothing })] })).toBeUndefined();
    }
  });

  it('is read whatever happens to a field that nobody needs', async () => {
    const failed: string[] = [];
    const attempt = async (what: string, answered: unknown, exported: unknown) => {
      const { fetch } = scripted(ok([answered]), ok(exported));
      const record = await connect(fetch).getOrder(ACCESS, 'GSU100000000001');
      if (!record.ok) failed.push(`${what}: ${record.reason}`);
    };
    const units = ['goodsId', 'sellerCurrencyPrice', 'orderCurrency'].map((name) => `orderGoodsInfoList.*.${name}`);
    const needed = ['orderNo', 'orderStatus', 'orderTime', 'orderCurrency', ...units];
    for (const { what, answer } of bent(order(), needed)) await attempt(what, answer, address);
    for (const { what, answer } of bent(address, [])) await attempt(what, order(), answer);
    expect(failed).toEqual([]);
  });

  it.each([
    [1, 'toShip'],
    [2, 'toShip'],
    [3, 'toShip'],
    [4, 'shipped'],
    [5, 'shipped'],
    [6, 'cancelled'],
    [7, 'toShip'],
    [8, 'shipped'],
    [9, 'shipped'],
  ])('in state %i is %s', async (orderStatus, status) => {
    expect((await read(order({ orderStatus }))).status).toBe(status);
  });

  it('is refunded, not cancelled, when it had left', async () => {
    expect((await read(order({ orderStatus: 6, sellerDeliveryTime: '2026-01-06 10:00:00' }))).status).toBe('refunded');
    const units = [unit('1', { newGoodsStatus: 8 })];
    expect((await read(order({ orderStatus: 6, orderGoodsInfoList: units }))).status).toBe('refunded');
  });

  it('is shipped in part when some units are, and loses those that were refunded', async () => {
    const orderGoodsInfoList = [
      unit('1', { newGoodsStatus: 4 }),
      unit('2', { newGoodsStatus: 2 }),
      unit('3', { newGoodsStatus: 6 }),
    ];
    const found = await read(order({ orderStatus: 2, orderGoodsInfoList }));
    expect([found.status, found.lines[0]?.quantity, found.goodsAmount]).toEqual(['partiallyShipped', 2, '39.80']);
  });

  it('says what holds it, and who carries it', async () => {
    const held = await read(order({ unProcessReason: [3], optionalLogisticsList: [1, 2] }));
    expect([held.hold, held.platformShipping]).toEqual(['unProcessReason 3', undefined]);
    const { fetch, sent } = scripted(ok([order({ optionalLogisticsList: [1], stockMode: 2 })]));
    const record = await connect(fetch).getOrder(ACCESS, 'GSU100000000001');
    // Nobody asks for the address of an order whose label is SHEIN's.
    expect(sent).toHaveLength(1);
    expect(record.ok && [record.order.platformShipping, record.order.fulfilledBy, record.order.shipTo]).toEqual([
      true,
      'platform',
      { name: '', line1: '', city: 'LA', state: 'CA', postalCode: '90001', country: 'US' },
    ]);
  });

  it('is told without street and name where SHEIN does not show them', async () => {
    const found = await read(order(), no('9999004', 'The address may not be exported'));
    expect([found.shipTo?.line1, found.shipTo?.city, found.buyerName]).toEqual(['', 'LA', undefined]);
  });

  it('never mixes currencies', async () => {
    const found = await read(order({ saleCurrency: 'CNY' }));
    expect([found.currency, found.goodsAmount, found.discountAmount, found.taxAmount, found.totalAmount]).toEqual([
      'CNY',
      '39.80',
      '0',
      '0',
      '39.80',
    ]);
    expect(await reason(order({ orderGoodsInfoList: [unit('1', { orderCurrency: 'EUR' })] }))).toContain('EUR');
  });

  it('is set aside when it cannot be read', async () => {
    expect(await reason(order({ orderStatus: 77 }))).toBe('orderStatus: "77" is unknown');
    expect(await reason(order({ orderTime: 'yesterday' }))).toContain('orderTime: not a time');
    expect(await reason(order({ orderGoodsInfoList: [] }))).toContain('orderGoodsInfoList');
    expect(await reason(order({ orderGoodsInfoList: [unit('1', { sellerCurrencyPrice: null })] }))).toContain(
      'without a price',
    );
    expect((await failure(connect(scripted(ok([])).fetch).getOrder(ACCESS, 'X'))).code).toBe('NotFound');
  });
});

describe('shipping', () => {
  const notice = (lines = [{ platformLineId: '5230236437987443003', quantity: 1 }]) => ({
    platformOrderNo: 'GSU100000000001',
    packageNo: 1,
    carrierCode: 'ups',
    carrierName: 'UPS',
    serviceName: '',
    trackingNumber: '1Z 999-AA1',
    shippedAt: '2026-11-02T12:00:00Z',
    lines,
  });
  const channels = ok({ expressChannels: [{ expressIdCode: 'UPS', expressChannelCode: 'D2D-1' }] });

  it('accepts a pending order, then tells the number for each unit, its id digit by digit', async () => {
    const { fetch, sent } = scripted(ok([order()]), channels, ok(address), ok([{ errorMsg: null }]));
    expect(await connect(fetch).confirmShipment(ACCESS, notice())).toEqual({ outcome: 'confirmed' });
    expect(sent.map((one) => one.url.pathname.slice(10))).toEqual([
      'order/order-detail',
      'order/express-channel',
      'order/export-address',
      'order/import-batch-multiple-express',
    ]);
    expect(sent[2]?.body).toContain('"handleType":2');
    expect(sent[3]?.body).toContain('"goodsId":5230236437987443003,"status":2');
    expect(JSON.parse(sent[3]?.body ?? '').infoList).toHaveLength(1);
  });

  it('is not told again, and not in the place of SHEIN’s own', async () => {
    const shipped = order({
      orderStatus: 4,
      packageWaybillList: [{ packageNo: 'PK1', waybillNo: '1Z999AA1', productInventoryList: [] }],
    });
    expect((await connect(scripted(ok([shipped])).fetch).confirmShipment(ACCESS, notice())).outcome).toBe(
      'alreadyConfirmed',
    );
    const byShein = order({
      orderStatus: 7,
      orderLogisticsType: 1,
      packageWaybillList: [{ packageNo: 'PK1', waybillNo: 'SHN1', productInventoryList: [] }],
    });
    expect((await connect(scripted(ok([byShein])).fetch).confirmShipment(ACCESS, notice())).outcome).toBe(
      'alreadyConfirmed',
    );
    const must = order({ optionalLogisticsList: [1] });
    expect((await failure(connect(scripted(ok([must])).fetch).confirmShipment(ACCESS, notice()))).code).toBe(
      'SHEIN_SHIPPING',
    );
  });

  it('says what SHEIN does not take', async () => {
    const other = scripted(ok([order()]), ok({ expressChannels: [{ expressIdCode: 'USPS' }] }));
    const unknown = await failure(connect(other.fetch).confirmShipment(ACCESS, notice()));
    expect([unknown.code, unknown.message]).toEqual(['UNKNOWN_CARRIER', 'SHEIN does not know UPS, but: USPS']);
    const refusal = scripted(ok([order({ orderStatus: 2 })]), channels, ok([{ errorMsg: 'format is incorrect' }]));
    expect((await failure(connect(refusal.fetch).confirmShipment(ACCESS, notice()))).message).toContain(
      'format is incorrect',
    );
    const many = notice([{ platformLineId: '5230236437987443003', quantity: 3 }]);
    expect((await failure(connect(scripted(ok([order()])).fetch).confirmShipment(ACCESS, many))).code).toBe(
      'NOTHING_TO_SHIP',
    );
  });

  it('finds a placed parcel whose number is still on its way, and never one that is not placed', async () => {
    const { shipping } = connect(
      scripted(ok([order({ orderStatus: 3, orderLogisticsType: 1 })]), ok({ deliveryNo: 'PK1', handleResult: 2 }))
        .fetch,
    );
    const request = { ...notice([{ platformLineId: '5230236437987443003', quantity: 2 }]), weightGrams: 500 };
    expect(await shipping.findParcel(ACCESS, request)).toEqual({ ref: 'PK1', carrierName: 'SHEIN' });
    const none = connect(scripted(ok([order({ orderLogisticsType: 1 })]), ok({ handleResult: null })).fetch);
    expect(await none.shipping.findParcel(ACCESS, request)).toBeNull();
    expect(await connect(scripted(ok([order()])).fetch).shipping.findParcel(ACCESS, request)).toBeNull();
  });

  it('is called off for want of stock only', async () => {
    const cancel = { platformOrderNo: 'GSU100000000001', reason: 'buyerAsked' as const, lines: [] };
    expect((await failure(connect(scripted(ok([order()])).fetch).cancelOrder(ACCESS, cancel))).code).toBe(
      'NO_SUCH_REASON',
    );
    const gone = connect(scripted(ok([order({ orderStatus: 6 })])).fetch);
    expect(await gone.cancelOrder(ACCESS, cancel)).toEqual({ outcome: 'alreadyCancelled' });
  });
});
