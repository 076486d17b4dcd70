import { z } from 'zod';
import type { OrderRecord, PlatformOrder, PlatformOrderLine, PlatformOrderStatus } from '../../capabilities/orders.ts';
import {
  anyCurrency,
  capitals,
  count,
  idText,
  lax,
  laxList,
  laxObject,
  laxText,
  optionalOrUnreadable,
} from '../../lax.ts';
import { sum, times } from '../../money.ts';
import { countryOrText } from '../../places.ts';
import { amount, instant, Unfit } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import type { Address } from '../../types.ts';

/** Vendor Orders v1: purchase orders, and how Amazon's warehouses received them. */
const money = z.object({
  amount,
  currencyCode: anyCurrency,
  /** Only for what is sold by weight: the price is then that of a pound or a kilogram. */
  unitOfMeasure: optionalOrUnreadable(z.string()),
});

/** The model writes Cases and Eaches, the sandbox published with it CASES, too. */
const unit = capitals.pipe(z.enum(['CASES', 'EACHES'])).transform((word) => (word === 'CASES' ? 'Cases' : 'Eaches'));

/** Whoever cannot tell cases from pieces would ship too much or too little. */
const quantity = z
  .object({ amount: count, unitOfMeasure: unit.nullish(), unitSize: count.nullish() })
  .refine(
    ({ unitOfMeasure, unitSize }) =>
      unitOfMeasure === 'Eaches' ||
      (unitOfMeasure === 'Cases' ? (unitSize ?? 0) > 0 : unitSize === undefined || unitSize === null || unitSize === 1),
    'neither pieces nor cases of a known size',
  );
const party = z.object({
  partyId: idText,
  address: lax(
    z.object({
      name: laxText,
      addressLine1: laxText,
      addressLine2: laxText,
      addressLine3: laxText,
      city: laxText,
      stateOrRegion: laxText,
      postalCode: laxText,
      countryCode: laxText,
      phone: laxText,
    }),
  ),
});

export const retailShape = z.object({
  purchaseOrderNumber: idText,
  purchaseOrderState: capitals,
  orderDetails: z.object({
    purchaseOrderDate: instant,
    purchaseOrderChangedDate: lax(instant),
    purchaseOrderStateChangedDate: lax(instant),
    sellingParty: party,
    shipToParty: lax(party),
    billToParty: lax(party),
    shipWindow: laxText,
    deliveryWindow: laxText,
    items: z
      .array(
        z.object({
          itemSequenceNumber: idText,
          amazonProductIdentifier: laxText,
          vendorProductIdentifier: laxText,
          orderedQuantity: quantity,
          netCost: optionalOrUnreadable(money),
        }),
      )
      .min(1),
  }),
});
export type RetailOrder = z.output<typeof retailShape>;
export type RetailItem = RetailOrder['orderDetails']['items'][number];

export const retailStatusShape = z.object({
  purchaseOrderNumber: idText,
  /** Where it cannot be read, the order is read whenever it was placed. */
  purchaseOrderDate: lax(instant),
  lastUpdatedDate: lax(instant),
  itemStatus: laxList(
    z.object({
      orderedQuantity: laxObject({
        orderedQuantity: lax(quantity),
        orderedQuantityDetails: laxList(z.object({ cancelledQuantity: lax(quantity) })),
      }),
      acknowledgementStatus: laxObject({ confirmationStatus: lax(capitals) }),
      receivingStatus: laxObject({ receiveStatus: lax(capitals), receivedQuantity: lax(quantity) }),
    }),
  ),
});
export type RetailStatus = z.output<typeof retailStatusShape>;

/** Amazon orders by the piece or by the case; we count pieces. */
export function eaches(answered: z.output<typeof quantity> | undefined): number {
  return (answered?.amount ?? 0) * (answered?.unitOfMeasure === 'Cases' ? (answered.unitSize ?? 1) : 1);
}

const STATES = new Set(['NEW', 'ACKNOWLEDGED', 'CLOSED']);

/** A purchase order is paid by terms, so it never waits for money; who has shipped it, its warehouse says. */
export function readRetailStatus(state: string, answered: RetailStatus | undefined): PlatformOrderStatus | undefined {
  if (!STATES.has(state)) return undefined;
  const items = answered?.itemStatus ?? [];
  if (items.length === 0) return state === 'CLOSED' ? 'cancelled' : 'toShip';
  const live = items.filter((item) => {
    const { orderedQuantity: now, orderedQuantityDetails: changes } = item.orderedQuantity;
    const cancelled = changes.reduce((all, one) => all + eaches(one.cancelledQuantity), 0);
    const gone = cancelled > 0 && cancelled >= eaches(now);
    return !gone && item.acknowledgementStatus.confirmationStatus !== 'REJECTED';
  });
  if (live.length === 0) return 'cancelled';
  if (live.every((item) => item.receivingStatus.receiveStatus === 'RECEIVED')) return 'shipped';
  const received = live.some((item) => eaches(item.receivingStatus.receivedQuantity) > 0);
  if (state === 'CLOSED') return received ? 'shipped' : 'cancelled';
  return received ? 'partiallyShipped' : 'toShip';
}

/** "2026-11-05T08:00:00Z--2026-11-12T08:00:00Z": the end of it. */
function endOf(window: string | undefined): string | undefined {
  const end = instant.safeParse(window?.split('--')[1]);
  return end.success ? end.data : undefined;
}

function readAddress(shipTo: RetailOrder['orderDetails']['shipToParty']): Address | undefined {
  const answered = shipTo?.address;
  if (!shipTo || !answered) return undefined;
  const more = [answered.addressLine2, answered.addressLine3].filter((one) => one !== undefined);
  return {
    name: answered.name ?? shipTo.partyId,
    company: `Amazon ${shipTo.partyId}`,
    line1: answered.addressLine1 ?? '',
    ...(more.length > 0 ? { line2: more.join(', ') } : {}),
    city: answered.city ?? '',
    ...(answered.stateOrRegion ? { state: answered.stateOrRegion } : {}),
    postalCode: answered.postalCode ?? '',
    country: countryOrText(answered.countryCode),
    ...(answered.phone ? { phone: answered.phone } : {}),
    residential: false,
  };
}

/** Of a piece; undefined where Amazon names none, or only that of a weight. */
export const pieceCost = ({ netCost }: RetailItem) =>
  netCost && netCost.unitOfMeasure === undefined ? netCost : undefined;

/** One currency for the whole order; the vendor's where the order names none. */
function currencyIn(items: readonly RetailItem[], ofVendor: string | undefined): string {
  const answered = items.flatMap((item) => item.netCost?.currencyCode ?? []);
  const currency = answered[0] ?? ofVendor;
  if (!currency) throw new Unfit('orderDetails.items.0.netCost', 'no currency');
  const other = items.findIndex((item) => item.netCost && item.netCost.currencyCode !== currency);
  if (other >= 0)
    throw new Unfit(
      `orderDetails.items.${other}.netCost.currencyCode`,
      `${items[other]?.netCost?.currencyCode} in an order of ${currency}`,
    );
  return currency;
}

function readLine(item: RetailItem, index: number): PlatformOrderLine {
  const sku = item.vendorProductIdentifier ?? item.amazonProductIdentifier;
  if (!sku) throw new Unfit(`orderDetails.items.${index}.vendorProductIdentifier`, 'neither side names the article');
  return {
    platformLineId: item.itemSequenceNumber,
    sellerSku: sku,
    ...(item.amazonProductIdentifier ? { platformItemId: item.amazonProductIdentifier } : {}),
    title: sku,
    quantity: eaches(item.orderedQuantity),
    unitPrice: pieceCost(item)?.amount ?? '0',
    discount: '0',
    tax: '0',
  };
}

function toPlatformOrder(
  order: RetailOrder,
  answered: RetailStatus | undefined,
  ofVendor: string | undefined,
): PlatformOrder {
  const { orderDetails: details } = order;
  const status = readRetailStatus(order.purchaseOrderState, answered);
  if (!status) throw new Unfit('purchaseOrderState', `"${order.purchaseOrderState}" is unknown`);
  const currency = currencyIn(details.items, ofVendor);
  const lines = details.items.map(readLine);
  const goodsAmount = sum(lines.map((line) => times(line.unitPrice, line.quantity)));
  const shipBy = endOf(details.shipWindow) ?? endOf(details.deliveryWindow);
  const shipTo = readAddress(details.shipToParty);
  const changes = [
    details.purchaseOrderDate,
    details.purchaseOrderChangedDate,
    details.purchaseOrderStateChangedDate,
    answered?.lastUpdatedDate,
  ].filter((at): at is string => typeof at === 'string');
  return {
    platformOrderNo: order.purchaseOrderNumber,
    status,
    fulfilledBy: 'seller',
    platformShipping: false,
    orderedAt: details.purchaseOrderDate,
    updatedAt: changes.sort().at(-1) ?? details.purchaseOrderDate,
    ...(shipBy ? { shipBy } : {}),
    marketplaceId: 'retail',
    currency,
    goodsAmount,
    shippingAmount: '0',
    taxAmount: '0',
    discountAmount: '0',
    totalAmount: goodsAmount,
    ...(details.items.every(pieceCost) ? {} : { amountsUnknown: true }),
    ...(details.shipToParty ? { buyerName: `Amazon ${details.shipToParty.partyId}` } : {}),
    ...(shipTo ? { shipTo } : {}),
    lines,
  };
}

/** @param ofVendor the currency of the vendor's country, for an order that names none */
export const readRetail = (raw: unknown, answered: RetailStatus | undefined, ofVendor?: string): OrderRecord =>
  readOrderAs(retailShape, raw, 'purchaseOrderNumber', (order) => toPlatformOrder(order, answered, ofVendor));
