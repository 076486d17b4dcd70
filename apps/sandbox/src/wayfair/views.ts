import type { OrderLine, SandboxOrder } from '../world/orders.ts';
import type { Call } from './graph.ts';
import { SUPPLIER, WAYFAIR } from './supplier.ts';

const DAY = 86_400_000;

/** "2026-11-01 10:15:00.000000 -05:00": Wayfair's time is Boston's. */
export function moment(at: number): string {
  const there = new Date(at - 5 * 3_600_000).toISOString();
  return `${there.slice(0, 10)} ${there.slice(11, 19)}.000000 -05:00`;
}

/** Wayfair buys at its own cost, well below what its customers pay. */
export const costOf = (line: OrderLine): number => Math.round(line.priceCents * 0.6);

/** What a customer never paid reaches the supplier as called off. */
export const isOver = (order: SandboxOrder): boolean => order.status === 'cancelled' || order.status === 'pending';

export const WAREHOUSE = {
  id: SUPPLIER,
  name: 'Tradewind LA',
  address: {
    name: 'Tradewind LA',
    address1: '1 Dock Rd',
    address2: '',
    address3: '',
    city: 'Los Angeles',
    state: 'CA',
    country: 'US',
    postalCode: '90001',
    phoneNumber: '2135550100',
  },
};

export const carrierOf = (order: SandboxOrder): string => (order.seq % 3 === 0 ? 'UPSN' : 'FDEG');

function productView(order: SandboxOrder, line: OrderLine) {
  const cost = costOf(line) / 100;
  const pounds = Math.round((line.weightGrams / 453.592) * 100) / 100;
  return {
    partNumber: line.sku,
    // A number, told as text.
    quantity: String(line.quantity),
    price: cost,
    pieceCount: 1,
    totalCost: Math.round(cost * line.quantity * 100) / 100,
    name: line.title,
    weight: pounds,
    totalWeight: Math.round(pounds * line.quantity * 100) / 100,
    estShipDate: moment(order.createdAt + 2 * DAY),
    fillDate: null,
    sku: `DEMO${line.id.slice(-6)}`,
    isCancelled: isOver(order),
    customComment: null,
  };
}

export function orderView({ ctx, shop }: Call, order: SandboxOrder) {
  const { address } = order;
  const shipTo = {
    name: address.name,
    address1: address.line1,
    address2: address.line2,
    address3: '',
    city: address.city,
    state: address.state,
    country: address.country,
    postalCode: address.postalCode,
    phoneNumber: address.phone.replace(/\D/g, ''),
  };
  const view = {
    id: String(7000 + order.seq),
    storePrefix: order.id.slice(0, 2),
    poNumber: order.id,
    poDate: moment(order.createdAt),
    orderId: String(3_000_000_000 + order.seq),
    supplierId: Number(shop.id),
    estimatedShipDate: moment(order.createdAt + 2 * DAY),
    scheduledDeliveryDate: null,
    customerName: address.name,
    customerAddress1: address.line1,
    customerAddress2: address.line2,
    customerCity: address.city,
    customerState: address.state,
    customerPostalCode: address.postalCode,
    customerCountry: address.country,
    customerEmail: null,
    salesChannelName: 'Wayfair',
    orderType: 'REGULAR',
    packingSlipUrl: `https://api.wayfair.com/v1/packing_slip/${order.id}`,
    shippingInfo: { shipSpeed: 'GROUND', carrierCode: carrierOf(order) },
    warehouse: WAREHOUSE,
    products: order.lines.map((line) => productView(order, line)),
    shipTo,
    billTo: {
      ...shipTo,
      name: 'Wayfair LLC',
      address1: '4 Copley Place',
      city: 'Boston',
      state: 'MA',
      postalCode: '02116',
    },
  };
  // Wayfair names no state and no currency: both stand and fall with the store.
  if (ctx.faults.marks(WAYFAIR, 'unknownStatus', order.id)) view.storePrefix = 'ZZ';
  if (ctx.faults.marks(WAYFAIR, 'oddMoney', order.id)) view.storePrefix = 'UK';
  if (ctx.faults.marks(WAYFAIR, 'malformed', order.id))
    for (const product of view.products) Object.assign(product, { quantity: 'two' });
  return view;
}
