import { z } from 'zod';
import type { OrderRecord, PlatformOrder, PlatformOrderLine, PlatformOrderStatus } from '../../capabilities/orders.ts';
import {
  anyCurrency,
  capitals,
  count,
  idText,
  lax,
  laxObject,
  laxText,
  listWithGaps,
  optionalOrUnreadable,
} from '../../lax.ts';
import { sum, times } from '../../money.ts';
import { countryOrText } from '../../places.ts';
import { amount, instant, Unfit } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import { chosenService } from '../../service.ts';
import type { Address } from '../../types.ts';

/** Vendor Direct Fulfillment Orders 2021-12-28, as far as we read it. */
const money = z.object({ amount, currencyCode: anyCurrency });
const party = z.object({ partyId: idText });

export const directShape = z.object({
  purchaseOrderNumber: idText,
  orderDetails: z.object({
    customerOrderNumber: laxText,
    orderDate: instant,
    orderStatus: capitals,
    shipmentDetails: laxObject({
      shipMethod: laxText,
      shipmentDates: laxObject({ requiredShipDate: lax(instant) }),
      messageToCustomer: laxText,
      isPriorityShipment: lax(z.boolean()),
    }),
    /** Both are named back to Amazon with everything that is done with the order. */
    sellingParty: party,
    shipFromParty: party,
    shipToParty: lax(
      z.object({
        name: laxText,
        attention: laxText,
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
    items: z
      .array(
        z.object({
          itemSequenceNumber: idText,
          buyerProductIdentifier: laxText,
          vendorProductIdentifier: laxText,
          title: laxText,
          orderedQuantity: z.object({ amount: count }),
          netPrice: optionalOrUnreadable(money),
          taxDetails: optionalOrUnreadable(
            z.object({
              taxLineItem: listWithGaps(z.object({ taxAmount: money, type: optionalOrUnreadable(capitals) })),
            }),
          ),
        }),
      )
      .min(1),
  }),
});
export type DirectOrder = z.output<typeof directShape>;
type DirectItem = DirectOrder['orderDetails']['items'][number];

const STATUSES: Record<string, PlatformOrderStatus> = {
  NEW: 'toShip',
  ACCEPTED: 'toShip',
  SHIPPED: 'shipped',
  CANCELLED: 'cancelled',
};
export const readDirectStatus = (answered: string): PlatformOrderStatus | undefined => STATUSES[answered];

/** Vendors who ship by Amazon's label alone are told nothing of the buyer but where they live. */
const masked = (text: string | undefined): string | undefined => (text && /^x+$/i.test(text) ? undefined : text);

function readAddress(answered: NonNullable<DirectOrder['orderDetails']['shipToParty']>): Address {
  const [line1 = '', ...more] = [answered.addressLine1, answered.addressLine2, answered.addressLine3]
    .map(masked)
    .filter((one) => one !== undefined);
  const phone = masked(answered.phone);
  return {
    name: masked(answered.name) ?? masked(answered.attention) ?? '',
    line1,
    ...(more.length > 0 ? { line2: more.join(', ') } : {}),
    city: masked(answered.city) ?? '',
    ...(answered.stateOrRegion ? { state: answered.stateOrRegion } : {}),
    postalCode: answered.postalCode ?? '',
    country: countryOrText(answered.countryCode),
    ...(phone ? { phone } : {}),
  };
}

type Money = z.output<typeof money>;

/** Taxes of an article; a total among them says them once more. Null where that cannot be made out. */
function taxesOf(item: DirectItem): Money[] | null {
  const lines = item.taxDetails === undefined ? [] : item.taxDetails?.taxLineItem;
  if (!lines) return null;
  const read = lines.filter((line) => line !== null);
  const total = read.find((line) => line.type === 'TOTAL');
  if (total) return [total.taxAmount];
  // One of several that does not say what it is might be their total.
  const unclear = read.length < lines.length || (read.length > 1 && read.some((line) => !line.type));
  return unclear ? null : read.map((line) => line.taxAmount);
}

/** One currency for the whole order; the vendor's where the order names none. */
function currencyIn(items: readonly DirectItem[], ofVendor: string | undefined): string {
  let currency: string | undefined;
  for (const [index, item] of items.entries())
    for (const one of [item.netPrice, ...(taxesOf(item) ?? [])]) {
      if (!one) continue;
      currency ??= one.currencyCode;
      if (one.currencyCode !== currency)
        throw new Unfit(
          `orderDetails.items.${index}.netPrice.currencyCode`,
          `${one.currencyCode} in an order of ${currency}`,
        );
    }
  currency ??= ofVendor;
  if (!currency) throw new Unfit('orderDetails.items.0.netPrice.currencyCode', 'no currency');
  return currency;
}

function readLine(item: DirectItem, index: number): PlatformOrderLine {
  const sku = item.vendorProductIdentifier ?? item.buyerProductIdentifier;
  if (!sku) throw new Unfit(`orderDetails.items.${index}.vendorProductIdentifier`, 'neither side names the article');
  return {
    platformLineId: item.itemSequenceNumber,
    sellerSku: sku,
    ...(item.buyerProductIdentifier ? { platformItemId: item.buyerProductIdentifier } : {}),
    title: item.title ?? sku,
    quantity: item.orderedQuantity.amount,
    unitPrice: item.netPrice?.amount ?? '0',
    discount: '0',
    tax: sum((taxesOf(item) ?? []).map((tax) => tax.amount)),
  };
}

function toPlatformOrder(order: DirectOrder, ofVendor: string | undefined): PlatformOrder {
  const { orderDetails: details } = order;
  const status = readDirectStatus(details.orderStatus);
  if (!status) throw new Unfit('orderDetails.orderStatus', `"${details.orderStatus}" is unknown`);
  const currency = currencyIn(details.items, ofVendor);
  const lines = details.items.map(readLine);
  const goodsAmount = sum(lines.map((line) => times(line.unitPrice, line.quantity)));
  const taxAmount = sum(lines.map((line) => line.tax));
  const unknown = details.items.some((item) => !item.netPrice || taxesOf(item) === null);
  const { shipMethod, shipmentDates, messageToCustomer, isPriorityShipment } = details.shipmentDetails;
  const shipTo = details.shipToParty && readAddress(details.shipToParty);
  return {
    platformOrderNo: order.purchaseOrderNumber,
    ...(details.customerOrderNumber ? { displayNo: details.customerOrderNumber } : {}),
    status,
    fulfilledBy: 'seller',
    platformShipping: true,
    orderedAt: details.orderDate,
    // Amazon does not tell when an order changed.
    updatedAt: details.orderDate,
    ...(shipmentDates.requiredShipDate ? { shipBy: shipmentDates.requiredShipDate } : {}),
    ...chosenService(shipMethod, isPriorityShipment ? 'priority' : ''),
    marketplaceId: 'direct',
    currency,
    goodsAmount,
    shippingAmount: '0',
    taxAmount,
    discountAmount: '0',
    totalAmount: sum([goodsAmount, taxAmount]),
    ...(unknown ? { amountsUnknown: true } : {}),
    ...(shipTo?.name ? { buyerName: shipTo.name } : {}),
    ...(messageToCustomer ? { buyerNote: messageToCustomer } : {}),
    ...(shipTo ? { shipTo } : {}),
    lines,
  };
}

/** @param ofVendor the currency of the vendor's country, for an order that names none */
export const readDirect = (raw: unknown, ofVendor?: string): OrderRecord =>
  readOrderAs(directShape, raw, 'purchaseOrderNumber', (order) => toPlatformOrder(order, ofVendor));
