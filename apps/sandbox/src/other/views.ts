import type { Context } from '../http/app.ts';
import { dollars, orderTotals, type SandboxOrder } from '../world/orders.ts';

const STATUS = {
  pending: 'unpaid',
  unshipped: 'toShip',
  partial: 'partiallyShipped',
  shipped: 'shipped',
  cancelled: 'cancelled',
} as const;

const iso = (at: number) => new Date(at).toISOString();

/** An order as the shop's software writes it for Tradewind. */
export function orderView({ world, faults }: Context, order: SandboxOrder) {
  const { address: to } = order;
  const { total } = orderTotals(order);
  const broken = faults.marks('other', 'malformed', order.id);
  return {
    orderNo: order.id,
    displayNo: order.name,
    status: faults.marks('other', 'unknownStatus', order.id) ? 'pondering' : STATUS[order.status],
    orderedAt: iso(order.createdAt),
    updatedAt: iso(order.updatedAt),
    currency: faults.marks('other', 'oddMoney', order.id) ? 'XTS' : world.shop(order.shop).currency,
    shippingAmount: dollars(order.shippingCents),
    totalAmount: dollars(total),
    cancelRequested: order.cancelRequested,
    buyer: { name: order.buyerName, email: order.buyerEmail },
    shipTo: {
      name: to.name,
      line1: to.line1,
      line2: to.line2,
      city: to.city,
      state: to.state,
      postalCode: to.postalCode,
      country: to.country,
      phone: to.phone,
    },
    lines: order.lines.map((line) => ({
      lineId: line.id,
      sku: line.sku,
      title: line.title,
      quantity: broken ? 'two' : line.quantity,
      unitPrice: dollars(line.priceCents),
      tax: dollars(line.taxCents),
    })),
    ...(faults.of('other').newField ? { loyaltyPoints: 7 } : {}),
  };
}
