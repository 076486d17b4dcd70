import type { Context } from '../http/app.ts';
import { isoSeconds } from '../world/clock.ts';
import type { OrderLine, SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { type DscoAccount, OTHER_RETAILER } from './account.ts';

const HOUR = 3_600_000;
/** Ids of another retailer's orders: those of this one with this before them. */
const OTHER = '99';

const money = (cents: number): number => cents / 100;
/** What the retailer charges the consumer for what it buys at the order's price. */
const consumerPrice = (line: OrderLine): number => money(Math.round(line.priceCents * 1.6));

/** How much of each line the supplier has said cannot be delivered. */
export function cancelledOf(order: SandboxOrder): Record<string, number> {
  if (order.status === 'cancelled') return Object.fromEntries(order.lines.map((line) => [line.id, line.quantity]));
  return (order.extra.cancelled as Record<string, number> | undefined) ?? {};
}

export const remainingOf = (order: SandboxOrder, line: OrderLine): number =>
  line.quantity - line.shipped - (cancelledOf(order)[line.id] ?? 0);

function lifecycleOf(order: SandboxOrder): { dscoStatus: string; dscoLifecycle: string } {
  if (order.lines.every((line) => remainingOf(order, line) <= 0)) {
    const shipped = order.lines.some((line) => line.shipped > 0);
    return { dscoStatus: shipped ? 'shipped' : 'cancelled', dscoLifecycle: 'completed' };
  }
  const begun = order.acknowledged || order.lines.some((line) => line.shipped > 0);
  return begun
    ? { dscoStatus: 'shipment_pending', dscoLifecycle: 'acknowledged' }
    : { dscoStatus: 'created', dscoLifecycle: order.seq % 2 ? 'received' : 'created' };
}

export const poNumberOf = (order: SandboxOrder): string => String(45_678_000 + order.seq);

export const lineNumberOf = (order: SandboxOrder, line: OrderLine): number => order.lines.indexOf(line) + 1;

function lineView(shop: Shop, order: SandboxOrder, line: OrderLine) {
  const cancelled = cancelledOf(order)[line.id] ?? 0;
  const item = shop.listings.bySku(line.sku);
  return {
    lineNumber: lineNumberOf(order, line),
    ...(item ? { dscoItemId: item.itemId, partnerSku: `R-${item.n}` } : {}),
    sku: line.sku,
    title: line.title,
    quantity: line.quantity,
    expectedCost: money(line.priceCents),
    consumerPrice: consumerPrice(line),
    status: cancelled >= line.quantity ? 'cancelled' : 'accepted',
    acceptedQuantity: line.quantity - cancelled,
    cancelledQuantity: cancelled,
    shippedQuantity: line.shipped,
    remainingQuantity: remainingOf(order, line),
    activity: [],
  };
}

function shippingView({ address }: SandboxOrder) {
  const [firstName = '', ...rest] = address.name.split(' ');
  return {
    name: address.name,
    firstName,
    lastName: rest.join(' '),
    address1: address.line1,
    address2: address.line2 || null,
    address: [address.line1, address.line2].filter(Boolean),
    city: address.city,
    region: address.state,
    state: address.state,
    postal: address.postalCode,
    country: address.country,
    phone: address.phone,
    addressType: address.residential ? 'Residential' : 'Commercial',
    shipSiteType: 'customer',
  };
}

const packagesView = (order: SandboxOrder) =>
  order.parcels
    .filter((parcel) => !parcel.cancelled)
    .map((parcel) => ({
      trackingNumber: parcel.numbers[0] ?? '',
      shipCarrier: parcel.carrier,
      shipMethod: parcel.method,
      shipDate: isoSeconds(parcel.shippedAt),
      items: parcel.lines.flatMap(({ lineId, quantity }) => {
        const line = order.lines.find((one) => one.id === lineId);
        return line ? [{ lineNumber: lineNumberOf(order, line), sku: line.sku, quantity }] : [];
      }),
    }));

export function orderView(ctx: Context, account: DscoAccount, shop: Shop, order: SandboxOrder) {
  const { retailer, platform } = account;
  const { faults } = ctx;
  const total = order.lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0);
  return {
    dscoOrderId: order.id,
    poNumber: poNumberOf(order),
    consumerOrderNumber: `W${55_000_000 + order.seq}`,
    supplierOrderNumber: null,
    ...lifecycleOf(order),
    ...(faults.marks(platform, 'unknownStatus', order.id) ? { dscoLifecycle: 'archived' } : {}),
    orderType: 'Dropship',
    testFlag: false,
    currencyCode: faults.marks(platform, 'oddMoney', order.id) ? 'EUR' : shop.currency,
    dscoRetailerId: retailer.accountId,
    dscoSupplierId: account.id,
    dscoTradingPartnerId: retailer.tradingPartnerId,
    dscoTradingPartnerName: retailer.tradingPartnerName,
    dscoCreateDate: faults.marks(platform, 'malformed', order.id) ? 'yesterday' : isoSeconds(order.createdAt),
    dscoLastUpdate: isoSeconds(order.updatedAt),
    retailerCreateDate: isoSeconds(order.createdAt),
    acknowledgeByDate: isoSeconds(order.createdAt + 24 * HOUR),
    shipByDate: isoSeconds(order.createdAt + 48 * HOUR),
    cancelAfterDate: isoSeconds(order.createdAt + 240 * HOUR),
    cancelRequested: order.cancelRequested && order.status !== 'cancelled',
    shipping: shippingView(order),
    requestedShipCarrier: 'UPS',
    requestedShipMethod: 'Ground',
    requestedShippingServiceLevelCode: 'UPCG',
    dscoWarehouseCode: 'LA1',
    packingSlipMessage: 'Thank you',
    orderTotalAmount: money(total),
    lineItems: order.lines.map((line) => lineView(shop, order, line)),
    packages: packagesView(order),
    ...(faults.of(platform).newField ? { aNewField: { since: 'yesterday' } } : {}),
  };
}
type View = ReturnType<typeof orderView>;

/** Every tenth order has a twin of the supplier's other customer: same lists, none of this retailer's business. */
export const hasTwin = (order: SandboxOrder): boolean => order.seq % 10 === 0;
export const twinOf = (view: View): View => ({
  ...view,
  dscoOrderId: `${OTHER}${view.dscoOrderId}`,
  dscoRetailerId: OTHER_RETAILER.accountId,
  dscoTradingPartnerId: OTHER_RETAILER.tradingPartnerId,
  dscoTradingPartnerName: OTHER_RETAILER.tradingPartnerName,
});
export const twinnedId = (id: string): string | undefined =>
  id.startsWith(OTHER) ? id.slice(OTHER.length) : undefined;
