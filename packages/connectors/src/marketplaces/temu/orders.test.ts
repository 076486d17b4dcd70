import { describe, expect, it } from 'vitest';
import type { PlatformOrder } from '../../capabilities/orders.ts';
import { failure, scripted } from '../../testing.ts';
import { ACCESS, address, amounts, connect, line, no, ok, order } from './fixtures.ts';

const record = (answered: object, besides: object[]) =>
  connect(scripted(ok(answered), ...besides).fetch).getOrder(ACCESS, 'PO-211-1');
async function read(answered: object, besides: object[] = [ok(amounts()), ok(address())]): Promise<PlatformOrder> {
  const found = await record(answered, besides);
  if (!found.ok) throw new Error(found.reason);
  return found.order;
}
const reason = async (answered: object, besides: object[] = [ok(amounts()), ok(address())]) => {
  const found = await record(answered, besides);
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
