import { z } from 'zod';
import type { OrderRecord, PlatformOrder, PlatformOrderStatus } from '../../capabilities/orders.ts';
import { sum, times } from '../../money.ts';
import { amount, currencyCode, instant, optionalText, Unfit, wholeNumber } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import type { Address } from '../../types.ts';

/** Vendor Orders v1: purchase orders, and how Amazon's warehouses received them. */
const money = z.object({ amount, currencyCode, unitOfMeasure: optionalText });
const quantity = z.object({
  amount: wholeNumber.nullish(),
  unitOfMeasure: z.enum(['Cases', 'Eaches']).nullish(),
  unitSize: wholeNumber.nullish(),
});
const party = z.object({
  partyId: z.string().min(1),
  address: z
    .object({
      name: optionalText,
      addressLine1: optionalText,
      addressLine2: optionalText,
      addressLine3: optionalText,
      city: optionalText,
      stateOrRegion: optionalText,
      postalCode: optionalText,
      countryCode: z.string().length(2),
      phone: optionalText,
    })
    .nullish(),
});

export const retailShape = z.object({
  purchaseOrderNumber: z.string().min(1),
  purchaseOrderState: z.string().min(1),
  orderDetails: z.object({
    purchaseOrderDate: instant,
    purchaseOrderChangedDate: instant.nullish(),
    purchaseOrderStateChangedDate: instant.nullish(),
    sellingParty: party,
    shipToParty: party.nullish(),
    billToParty: party.nullish(),
    shipWindow: optionalText,
    deliveryWindow: optionalText,
    items: z
      .array(
        z.object({
          itemSequenceNumber: z.string().min(1),
          amazonProductIdentifier: optionalText,
          vendorProductIdentifier: optionalText,
          orderedQuantity: quantity,
          netCost: money.nullish(),
        }),
      )
      .min(1),
  }),
});
export type RetailOrder = z.output<typeof retailShape>;
export type RetailItem = RetailOrder['orderDetails']['items'][number];

export const retailStatusShape = z.object({
  purchaseOrderNumber: z.string().min(1),
  purchaseOrderDate: instant,
  lastUpdatedDate: instant.nullish(),
  itemStatus: z.array(
    z.object({
      itemSequenceNumber: z.string(),
      orderedQuantity: z
        .object({
          orderedQuantity: quantity.nullish(),
          orderedQuantityDetails: z.array(z.object({ cancelledQuantity: quantity.nullish() })).nullish(),
        })
        .nullish(),
      acknowledgementStatus: z.object({ confirmationStatus: optionalText }).nullish(),
      receivingStatus: z.object({ receiveStatus: optionalText, receivedQuantity: quantity.nullish() }).nullish(),
    }),
  ),
});
export type RetailStatus = z.output<typeof retailStatusShape>;

/** Amazon orders by the piece or by the case; we count pieces. */
export function eaches(answered: z.output<typeof quantity> | null | undefined): number {
  return (answered?.amount ?? 0) * (answered?.unitOfMeasure === 'Cases' ? (answered.unitSize ?? 1) : 1);
}

const STATES = new Set(['New', 'Acknowledged', 'Closed']);

/** A purchase order is paid by terms, so it never waits for money; who has shipped it, its warehouse says. */
export function readRetailStatus(state: string, answered: RetailStatus | undefined): PlatformOrderStatus | undefined {
  if (!STATES.has(state)) return undefined;
  const items = answered?.itemStatus ?? [];
  if (items.length === 0) return state === 'Closed' ? 'cancelled' : 'toShip';
  const live = items.filter((item) => {
    const { orderedQuantity: now, orderedQuantityDetails: changes } = item.orderedQuantity ?? {};
    const cancelled = (changes ?? []).reduce((all, one) => all + eaches(one.cancelledQuantity), 0);
    const gone = cancelled > 0 && cancelled >= eaches(now);
    return !gone && item.acknowledgementStatus?.confirmationStatus !== 'REJECTED';
  });
  if (live.length === 0) return 'cancelled';
  if (live.every((item) => item.receivingStatus?.receiveStatus === 'RECEIVED')) return 'shipped';
  const received = live.some((item) => eaches(item.receivingStatus?.receivedQuantity) > 0);
  if (state === 'Closed') return received ? 'shipped' : 'cancelled';
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
    country: answered.countryCode.toUpperCase(),
    ...(answered.phone ? { phone: answered.phone } : {}),
    residential: false,
  };
}

function toPlatformOrder(order: RetailOrder, answered: RetailStatus | undefined): PlatformOrder {
  const { orderDetails: details } = order;
  const status = readRetailStatus(order.purchaseOrderState, answered);
  if (!status) throw new Unfit('purchaseOrderState', `"${order.purchaseOrderState}" is unknown`);
  const [first] = details.items;
  const currency = first?.netCost?.currencyCode;
  if (!currency) throw new Unfit('orderDetails.items.0.netCost', 'no price');
  const lines = details.items.map((item, index) => {
    const field = `orderDetails.items.${index}`;
    if (!item.netCost) throw new Unfit(`${field}.netCost`, 'no price');
    if (item.netCost.currencyCode !== currency)
      throw new Unfit(`${field}.netCost.currencyCode`, `${item.netCost.currencyCode} in an order of ${currency}`);
    if (item.netCost.unitOfMeasure) throw new Unfit(`${field}.netCost.unitOfMeasure`, 'priced by weight');
    const sku = item.vendorProductIdentifier ?? item.amazonProductIdentifier;
    if (!sku) throw new Unfit(`${field}.vendorProductIdentifier`, 'neither side names the article');
    return {
      platformLineId: item.itemSequenceNumber,
      sellerSku: sku,
      ...(item.amazonProductIdentifier ? { platformItemId: item.amazonProductIdentifier } : {}),
      title: sku,
      quantity: eaches(item.orderedQuantity),
      unitPrice: item.netCost.amount,
      discount: '0',
      tax: '0',
    };
  });
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
    ...(details.shipToParty ? { buyerName: `Amazon ${details.shipToParty.partyId}` } : {}),
    ...(shipTo ? { shipTo } : {}),
    lines,
  };
}

export const readRetail = (raw: unknown, answered: RetailStatus | undefined): OrderRecord =>
  readOrderAs(retailShape, raw, 'purchaseOrderNumber', (order) => toPlatformOrder(order, answered));
