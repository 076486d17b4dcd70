import { describe, expect, it } from 'vitest';
import { failure, scripted } from '../../testing.ts';
import { ACCESS, connect, line, no, ok, order } from './fixtures.ts';
import { measures, priceOf } from './shipping.ts';

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
  const confirm = async (answered: object, desired: object, ...replies: object[]) => {
    const { fetch, sent } = scripted(ok(answered), ...replies);
    const outcome = await connect(fetch).confirmShipment(ACCESS, notice(desired));
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

  it('leaves out the numbers of an article that Temu does not tell', async () => {
    const bare = order({ regionId: undefined }, [line('211-11', { goodsId: undefined, skuId: null })]);
    const { outcome, last } = await confirm(bare, {}, none, carriers, warehouses, ok({}));
    expect(outcome).toBe('confirmed');
    expect(last.sendRequestList[0].orderSendInfoList).toEqual([
      { parentOrderSn: 'PO-211-1', orderSn: '211-11', quantity: 2 },
    ]);
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
    const code = async (desired: object, ...replies: object[]) =>
      (await failure(confirm(order(), desired, ...replies))).code;
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
    const requested = order({ parentOrderLabel: [{ name: 'pending_buyer_cancellation', value: 1 }] });
    const request = ok({ data: [{ parentAfterSalesSn: 'A-1' }] });
    const granted = scripted(ok(requested), request, ok({}), ok(order({ parentOrderStatus: 3 })));
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
