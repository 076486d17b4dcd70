import { describe, expect, it } from 'vitest';
import type { PlatformOrder } from '../../capabilities/orders.ts';
import { bent } from '../../lax.testing.ts';
import { failure, scripted } from '../../testing.ts';
import { ACCESS, address, amounts, connect, line, no, ok, order } from './fixtures.ts';

const record = (answered: object, besides: object[]) =>
  connect(scripted(answered, ...besides).fetch).getOrder(ACCESS, 'PO-211-1');
async function read(answered: object, besides: object[] = [ok(amounts()), ok(address())]): Promise<PlatformOrder> {
  const found = await record(ok(answered), besides);
  if (!found.ok) throw new Error(found.reason);
  return found.order;
}
const reason = async (answered: object, besides: object[] = [ok(amounts()), ok(address())]) => {
  const found = await record(ok(answered), besides);
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

  it('says that its amounts are unknown where the seller may not see them, or Temu still reckons', async () => {
    for (const code of [3_000_032, 140_020_008]) {
      const words = code === 140_020_008 ? 'still undergoing system calculation. Please try again later.' : 'no';
      const found = await read(order(), [no(code, words), ok(address())]);
      expect([found.currency, found.amountsUnknown, found.lines[0]?.quantity]).toEqual(['USD', true, 2]);
    }
    expect((await read(order())).amountsUnknown).toBeUndefined();
    expect(await reason(order({ regionId: 777 }), [no(3_000_032, 'no'), ok(address())])).toEqual([
      'PO-211-1',
      expect.stringContaining('no currency of 777'),
    ]);
    const busy = connect(scripted(ok(order()), no(4_000_004, 'busy')).fetch).getOrder(ACCESS, 'PO-211-1');
    expect((await failure(busy)).kind).toBe('throttled');
  });

  it('says so too where the price of a line or all sums are missing', async () => {
    const { parentOrderMap, orderList } = amounts();
    for (const answered of [null, {}, { parentOrderMap, orderList: [] }, { parentOrderMap: {}, orderList }])
      expect((await read(order(), [ok(answered), ok(address())])).amountsUnknown).toBe(true);
  });

  it('says so where one of them cannot be read, and not where Temu leaves it out', async () => {
    const unknown = async (shippingAmountTotal: unknown) =>
      (await read(order(), [ok(amounts('USD', { shippingAmountTotal })), ok(address())])).amountsUnknown;
    for (const odd of ['2.99', { amount: 'free', currency: 'USD' }, { amount: 299 }])
      expect(await unknown(odd)).toBe(true);
    for (const nothing of [null, undefined]) expect(await unknown(nothing)).toBeUndefined();
  });

  it('changed when it is read where a detail does not say when', async () => {
    const found = await read(order({ updateTime: undefined }));
    expect([found.updatedAt, found.orderedAt]).toEqual(['2023-11-14T22:13:20.000Z', '2023-11-14T19:26:40.000Z']);
  });

  it('does without the number of the article, which semi-managed sellers may not get', async () => {
    const found = await read(order({}, [line('211-11', { skuId: undefined, goodsId: undefined })]));
    expect(found.lines).toMatchObject([{ platformLineId: '211-11', sellerSku: 'MUG-RED', quantity: 2 }]);
  });

  it('goes to the country of the shop where it names none', async () => {
    const found = await read(order({ regionId: null }), [no(3_000_032, 'no'), ok(address())]);
    expect([found.currency, found.marketplaceId]).toEqual(['USD', '211']);
  });

  it('has no article where a set cannot be counted, so that nobody packs a part of it', async () => {
    const productList = [{ productSkuId: 1, extCode: 'CUP', soldFactor: 'some' }];
    const found = await read(order({}, [line('211-11', { productList })]));
    expect(found.lines).toMatchObject([{ sellerSku: '', quantity: 2 }]);
  });

  it('is read whatever happens to a field that nobody needs', async () => {
    const head = ['parentOrderSn', 'parentOrderStatus', 'parentOrderTime'].map((name) => `parentOrderMap.${name}`);
    const needed = [...head, 'orderList.*.orderSn', 'orderList.*.quantity'];
    const failed: string[] = [];
    const attempt = async (what: string, answered: unknown, besides: object[]) => {
      const found = await record(ok(answered), besides);
      if (!found.ok) failed.push(`${what}: ${found.reason}`);
    };
    for (const { what, answer } of bent(order(), needed)) await attempt(what, answer, [ok(amounts()), ok(address())]);
    for (const { what, answer } of bent(amounts(), [])) await attempt(what, order(), [ok(answer), ok(address())]);
    for (const { what, answer } of bent(address(), [])) await attempt(what, order(), [ok(amounts()), ok(answer)]);
    expect(failed).toEqual([]);
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
