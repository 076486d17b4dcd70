import type { Context } from '../http/app.ts';
import { type SandboxOrder, speedOf } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { WALMART } from './api.ts';
import { isWfs, keptOf, type RefundCharge, type Unit, unitsOf } from './units.ts';

const DAY = 86_400_000;
const METHODS = { standard: 'Value', expedited: 'Express', nextDay: 'OneDay' };
const COUNTRIES: Readonly<Record<string, string>> = { US: 'USA', CA: 'CAN', MX: 'MEX' };

export const iso = (ms: number): string => new Date(ms).toISOString();
export const moneyIn = (currency: string) => (cents: number) => ({ currency, amount: cents / 100 });
type Money = ReturnType<typeof moneyIn>;

export const customerOrderOf = (order: SandboxOrder): string => String(2_000_000_000_000 + order.seq * 7919);
export const shipBy = (order: SandboxOrder): number => order.createdAt + 2 * DAY;
export const deliverBy = (order: SandboxOrder): number => order.createdAt + 6 * DAY;

function lineView(order: SandboxOrder, unit: Unit, money: Money) {
  const { line, number, taxCents, status } = unit;
  const kept = keptOf(order);
  const sent = kept.sent[number];
  const charge = (chargeType: string, chargeName: string, cents: number, tax: number) => ({
    chargeType,
    chargeName,
    chargeAmount: money(cents),
    tax: tax === 0 ? null : { taxName: 'Tax1', taxAmount: money(tax) },
  });
  const quantity = { unitOfMeasurement: 'EACH', amount: '1' };
  return {
    lineNumber: number,
    item: { productName: line.title, sku: line.sku, condition: 'New' },
    charges: {
      charge: [
        charge('PRODUCT', 'ItemPrice', line.priceCents, taxCents),
        ...(number === '1' && order.shippingCents > 0 ? [charge('SHIPPING', 'Shipping', order.shippingCents, 0)] : []),
      ],
    },
    orderLineQuantity: quantity,
    statusDate: order.updatedAt,
    orderLineStatuses: {
      orderLineStatus: [
        {
          status,
          statusQuantity: quantity,
          cancellationReason: status === 'Cancelled' ? (kept.cancelled[number] ?? order.cancelReason) : null,
          trackingInfo: sent
            ? {
                shipDateTime: sent.at,
                carrierName: { otherCarrier: sent.otherCarrier || null, carrier: sent.carrier || null },
                methodCode: sent.method,
                trackingNumber: sent.tracking,
                trackingURL: sent.url || null,
              }
            : null,
        },
      ],
    },
    ...(kept.refunds?.[number]
      ? { refund: { refundCharges: { refundCharge: refundViews(kept.refunds[number], money) } } }
      : {}),
    intentToCancel: order.cancelRequested ? 'TRUE' : null,
    fulfillment: {
      fulfillmentOption: 'S2H',
      shipMethod: METHODS[speedOf(order)].toUpperCase(),
      pickUpDateTime: shipBy(order),
    },
  };
}

const refundViews = (charges: readonly RefundCharge[], money: Money) =>
  charges.map(({ reason, type, name, cents, taxCents }) => ({
    refundReason: reason,
    charge: {
      chargeType: type,
      chargeName: name,
      chargeAmount: money(-cents),
      ...(taxCents > 0 ? { tax: { taxName: 'Tax', taxAmount: money(-taxCents) } } : {}),
    },
  }));

/** An order as every call of the Orders API tells it. */
export function orderView(ctx: Context, shop: Shop, order: SandboxOrder): Record<string, unknown> {
  const odd = ctx.faults.marks(WALMART, 'oddMoney', order.id);
  const money = moneyIn(odd ? 'EUR' : shop.currency);
  const { address } = order;
  const lines = unitsOf(order).map((unit) => lineView(order, unit, money));
  const view: Record<string, unknown> = {
    purchaseOrderId: order.id,
    customerOrderId: customerOrderOf(order),
    customerEmailId: order.buyerEmail,
    orderType: 'REGULAR',
    orderDate: order.createdAt,
    shippingInfo: {
      phone: address.phone.replace(/\D/g, ''),
      estimatedDeliveryDate: deliverBy(order),
      estimatedShipDate: shipBy(order),
      methodCode: METHODS[speedOf(order)],
      postalAddress: {
        name: address.name,
        address1: address.line1,
        address2: address.line2 || null,
        city: address.city,
        state: address.state,
        postalCode: address.postalCode,
        country: COUNTRIES[address.country] ?? address.country,
        addressType: address.residential ? 'RESIDENTIAL' : 'OFFICE',
      },
    },
    orderLines: { orderLine: lines },
    shipNode: { type: isWfs(order) ? 'WFSFulfilled' : 'SellerFulfilled', name: `${shop.name} DC`, id: shop.id },
  };
  if (ctx.faults.marks(WALMART, 'unknownStatus', order.id)) {
    for (const line of lines)
      for (const one of line.orderLineStatuses.orderLineStatus) Object.assign(one, { status: 'AwaitingDrone' });
  }
  if (ctx.faults.marks(WALMART, 'malformed', order.id))
    Object.assign(view, { orderDate: null, orderLines: { orderLine: [{ lineNumber: 7, orderLineQuantity: 'two' }] } });
  if (ctx.faults.of(WALMART).newField) Object.assign(view, { carbonFootprint: { grams: 812 } });
  return view;
}
