import type { PlatformOrder } from '../../capabilities/orders.ts';
import type { Freight } from '../../capabilities/shipments.ts';
import { notice } from '../../conformance.testing.ts';
import type { Talk } from '../../published/conversation.testing.ts';
import { evaluatePublished } from '../../published/evaluate.testing.ts';
import { amazonvc } from './definition.ts';

evaluatePublished(
  amazonvc,
  {
    descriptions: new URL('./published/', import.meta.url),
    at: '/amazonvc/spapi',
    outside: [[/^\/amazonvc\/lwa\//, 'Login with Amazon has no model']],
  },
  inBulk,
);

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const party = { code: '', name: '', line1: '', city: '', state: '', postalCode: '', country: '', taxId: '' };

function freightOf(order: PlatformOrder): Freight {
  const lines = order.lines.map(({ platformLineId, quantity }) => ({ platformLineId, quantity }));
  const carton = { lengthCm: '60', widthCm: '40.5', heightCm: '30', grossKg: '12.5', palletNo: 1 };
  return {
    ...{ shipmentNo: 'VS-1', mode: 'LessThanTruckLoad', scac: 'ABFS', billOfLading: '06141410000000012', pro: 'PRO1' },
    ...{ terms: 'collect', shippedDay: day(0), deliveryDay: day(4) },
    cartons: [{ ...carton, number: 1, sscc: '006141410000000012', lines }],
    pallets: [{ number: 1, sscc: '106141410000000019' }],
  };
}

/** What only vendors say: an answer by line, freight by carton and pallet, and the bill. */
async function inBulk({ connector, access, openOrder }: Talk): Promise<void> {
  const split = await openOrder(
    (one) => one.marketplaceId === 'retail' && one.lines.every((line) => line.quantity > 2),
    (order) =>
      order.lines.map(({ platformLineId, quantity }) => ({
        ...{ platformLineId, accepted: quantity - 2, backordered: 1, backorderDay: day(9) },
        ...{ rejected: 1, reason: 'ObsoleteProduct' },
      })),
  );
  await connector.getOrder(access, split.platformOrderNo);
  const order = await openOrder((one) => one.marketplaceId === 'retail');
  await connector.confirmShipment(access, notice(order, { freight: freightOf(order) }));
  const { currency, goodsAmount, platformOrderNo } = order;
  const lines = order.lines.map(({ platformLineId, quantity, unitPrice }) => ({ platformLineId, quantity, unitPrice }));
  await connector.bill?.(access, {
    ...{ number: 'VI-1', day: day(0), platformOrderNo, currency, lines, goodsAmount, totalAmount: goodsAmount },
    ...{ taxPercent: '0', taxAmount: '0', netDueDays: 60, billTo: null },
    remitTo: { ...party, name: 'Harbor Home', line1: '1 Pier', city: 'Boston', country: 'US', taxId: 'US1' },
  });
}
