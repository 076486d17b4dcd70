import { describe, expect, it } from 'vitest';
import type { PlatformOrder } from '../../capabilities/orders.ts';
import { bent } from '../../lax.testing.ts';
import { failure, scripted } from '../../testing.ts';
import { ACCESS, connect, line, order, page, product } from './fixtures.ts';

/** The first of the released orders in Walmart's documentation (Get all released orders), as it is shown there. */
const usd = (amount: number) => ({ currency: 'USD', amount });
const released = (more: object = {}) => ({
  purchaseOrderId: '4792982839409',
  customerOrderId: '5681962097195',
  customerEmailId: '9336DEB95193429EA032F07770C3E48A@relay.walmart.com',
  orderType: 'REPLACEMENT',
  originalCustomerOrderID: '1234567891234',
  orderDate: 1571903550000,
  shippingInfo: {
    phone: '7992381678',
    estimatedDeliveryDate: 1572375600000,
    estimatedShipDate: 1572069600000,
    methodCode: 'Express',
    postalAddress: {
      ...{ name: 'SFirst1340778269137n SLast1340778269137n', address1: '13227 City Square Dr', city: 'Jacksonville' },
      ...{ state: 'CA', postalCode: '12901', country: 'USA', addressType: 'RESIDENTIAL' },
    },
  },
  orderLines: {
    orderLine: [
      {
        lineNumber: '3',
        item: { productName: 'Dummystresstest_MP_Home_29', sku: 'StressTestHome_29' },
        charges: {
          charge: [
            {
              chargeType: 'PRODUCT',
              chargeName: 'ItemPrice',
              chargeAmount: usd(99),
              tax: { taxName: 'Tax1', taxAmount: usd(7.92) },
            },
            { chargeType: 'SHIPPING', chargeName: 'Shipping', chargeAmount: usd(60) },
          ],
        },
        orderLineQuantity: { unitOfMeasurement: 'EACH', amount: '1' },
        statusDate: 1571903748000,
        orderLineStatuses: {
          orderLineStatus: [{ status: 'Created', statusQuantity: { unitOfMeasurement: 'EACH', amount: '1' } }],
        },
        fulfillment: { fulfillmentOption: 'S2H', shipMethod: 'EXPEDITED', pickUpDateTime: 1572289200000 },
      },
    ],
  },
  shipNode: [] as unknown,
  ...more,
});

const one = (raw: unknown) => connect(scripted({ json: { order: raw } }).fetch).getOrder(ACCESS, '4792982839409');
async function read(raw: unknown): Promise<PlatformOrder> {
  const record = await one(raw);
  if (!record.ok) throw new Error(record.reason);
  return record.order;
}
const withCharges = (charges: unknown) => order({ orderLines: { orderLine: [line({ charges })] } });

describe('an order', () => {
  it('is read as Walmart publishes it, with an empty list for its node', async () => {
    expect(await read(released())).toMatchObject({
      platformOrderNo: '4792982839409',
      status: 'toShip',
      fulfilledBy: 'seller',
      currency: 'USD',
      goodsAmount: '99',
      shippingAmount: '60',
      taxAmount: '7.92',
      totalAmount: '166.92',
      shipTo: { country: 'US', residential: true },
      lines: [{ platformLineId: '3', sellerSku: 'StressTestHome_29', quantity: 1, unitPrice: '99', tax: '7.92' }],
    });
  });

  it('is of the node that was asked for where it does not say', async () => {
    const nothing = page([], null, 0);
    const { fetch } = scripted(({ url }) =>
      url.searchParams.get('shipNodeType') === 'WFSFulfilled' ? page([released({ shipNode: { type: {} } })]) : nothing,
    );
    const records = [];
    let cursor: string | undefined;
    do {
      const at = cursor === undefined ? {} : { cursor };
      const listed = await connect(fetch).listOrders(ACCESS, { updatedAfter: '2026-10-20T00:00:00.000Z', ...at });
      records.push(...listed.records);
      cursor = listed.nextCursor;
    } while (cursor !== undefined);
    expect(records).toMatchObject([{ ok: true, order: { fulfilledBy: 'platform' } }]);
    expect((await read(released({ shipNode: { type: 'wfsfulfilled' } }))).fulfilledBy).toBe('platform');
  });

  it('says that its amounts are unknown where one is missing or cannot be read', async () => {
    const unknown = async (raw: unknown) => {
      const found = await read(raw);
      return [found.amountsUnknown, found.currency];
    };
    expect(await unknown(order())).toEqual([undefined, 'USD']);
    const odd = { chargeType: 'SHIPPING', chargeAmount: { currency: 'USD' } };
    for (const charges of [undefined, null, 'free', { charge: [] }, { charge: [product(1), odd] }])
      expect(await unknown(withCharges(charges))).toEqual([true, 'USD']);
    // The price alone is missing; and a tax that cannot be read.
    expect(await unknown(withCharges({ charge: [{ ...product(1), chargeType: 'SHIPPING' }] }))).toEqual([true, 'USD']);
    for (const tax of ['none', { taxName: 'Tax1' }, { taxAmount: { amount: 'some', currency: 'USD' } }])
      expect(await unknown(withCharges({ charge: [{ ...product(1), tax }] }))).toEqual([true, 'USD']);
    for (const tax of [null, undefined, []])
      expect(await unknown(withCharges({ charge: [{ ...product(1), tax }] }))).toEqual([undefined, 'USD']);
  });

  it('goes to countries of three letters, and keeps those that nobody knows', async () => {
    const to = async (country: unknown) => {
      const { shippingInfo } = order();
      const postalAddress = { ...shippingInfo.postalAddress, country };
      return (await read(order({ shippingInfo: { ...shippingInfo, postalAddress } }))).shipTo?.country;
    };
    expect([await to('USA'), await to('MEXICO'), await to('DEU'), await to('XYZ'), await to(null)]).toEqual([
      'US',
      'MX',
      'DE',
      'XYZ',
      '',
    ]);
  });

  it('has no number or quantity where null stands for it', async () => {
    for (const odd of [
      released({ purchaseOrderId: null }),
      order({ orderLines: { orderLine: [line({ lineNumber: null })] } }),
      order({ orderLines: { orderLine: [line({ orderLineQuantity: { amount: null } })] } }),
    ])
      expect((await one(odd)).ok).toBe(false);
  });

  it('is read whatever happens to a field that nobody needs', async () => {
    const needed = [
      ...['purchaseOrderId', 'orderDate'],
      ...['lineNumber', 'item.sku', 'orderLineQuantity.amount'].map((name) => `orderLines.orderLine.*.${name}`),
      ...['status', 'statusQuantity.amount'].map(
        (name) => `orderLines.orderLine.*.orderLineStatuses.orderLineStatus.*.${name}`,
      ),
    ];
    const brief = ({ platformOrderNo, fulfilledBy, lines }: PlatformOrder) =>
      JSON.stringify([platformOrderNo, fulfilledBy, ...lines.map((each) => [each.sellerSku, each.quantity])]);
    const wrong: unknown[] = [];
    for (const shipNode of [[], { type: 'SellerFulfilled' }])
      for (const { what, answer } of bent(released({ shipNode }), needed)) {
        const record = await one(answer);
        const found = record.ok ? brief(record.order) : record.reason;
        if (found !== '["4792982839409","seller",["StressTestHome_29",1]]') wrong.push([what, found]);
      }
    expect(wrong).toEqual([]);
  });
});

describe('money given back', () => {
  it('that cannot be read is not taken for none', async () => {
    const refundedOf = (refund: unknown) => {
      const raw = order({ orderLines: { orderLine: [line({ refund })] } });
      return connect(scripted({ json: { order: raw } }).fetch).returnRefunded(ACCESS, {
        platformOrderNo: '1796277083022',
        returnNo: '1',
      });
    };
    expect(await refundedOf(null)).toBe('0');
    const back = { chargeType: 'PRODUCT', chargeAmount: { currency: 'USD', amount: -5 } };
    expect(await refundedOf({ refundCharges: { refundCharge: [{ charge: back }] } })).toBe('5');
    for (const odd of ['some', { refundCharges: 'some' }, { refundCharges: { refundCharge: [{ charge: {} }] } }])
      expect((await failure(refundedOf(odd))).code).toBe('UNREADABLE');
  });

  it('belongs to a return that has a number', async () => {
    const returned = (more: object) => ({
      returnOrderId: '1',
      returnOrderDate: '2026-11-01T01:01:08.000Z',
      returnOrderLines: [
        { purchaseOrderId: '1796277083022', quantity: { measurementValue: 1 }, status: 'INITIATED', ...more },
      ],
    });
    const listed = async (raw: object) => {
      const { fetch } = scripted({ json: { meta: {}, returnOrders: [raw] } });
      const found = await connect(fetch).listReturns(ACCESS, { updatedAfter: '2026-11-01T00:00:00.000Z' });
      return [found.returns.length, found.unreadable.length];
    };
    expect(await listed(returned({ purchaseOrderLineNumber: null }))).toEqual([1, 0]);
    expect(await listed({ ...returned({}), returnOrderId: null })).toEqual([0, 1]);
    expect(await listed(returned({ purchaseOrderId: null }))).toEqual([0, 1]);
  });
});
