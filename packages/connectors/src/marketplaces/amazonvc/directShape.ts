import { z } from 'zod';
import type { OrderRecord, PlatformOrder, PlatformOrderStatus } from '../../capabilities/orders.ts';
import { sum, times } from '../../money.ts';
import { amount, currencyCode, instant, listOf, optionalText, Unfit, wholeNumber } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import { chosenService } from '../../service.ts';
import type { Address } from '../../types.ts';

/** Vendor Direct Fulfillment Orders 2021-12-28, as far as we read it. */
const money = z.object({ amount, currencyCode });
const party = z.object({ partyId: z.string().min(1) });

export const directShape = z.object({
  purchaseOrderNumber: z.string().min(1),
  orderDetails: z.object({
    customerOrderNumber: optionalText,
    orderDate: instant,
    orderStatus: z.string().min(1),
    shipmentDetails: z.object({
      shipMethod: optionalText,
      shipmentDates: z.object({ requiredShipDate: instant.nullish() }).nullish(),
      messageToCustomer: optionalText,
      isPriorityShipment: z.boolean().nullish(),
    }),
    sellingParty: party,
    shipFromParty: party,
    shipToParty: z.object({
      name: optionalText,
      attention: optionalText,
      addressLine1: optionalText,
      addressLine2: optionalText,
      addressLine3: optionalText,
      city: optionalText,
      stateOrRegion: optionalText,
      postalCode: optionalText,
      countryCode: z.string().length(2),
      phone: optionalText,
    }),
    items: z
      .array(
        z.object({
          itemSequenceNumber: z.string().min(1),
          buyerProductIdentifier: optionalText,
          vendorProductIdentifier: optionalText,
          title: optionalText,
          orderedQuantity: z.object({ amount: wholeNumber }),
          netPrice: money,
          taxDetails: z.object({ taxLineItem: listOf(z.object({ taxAmount: money, type: optionalText })) }).nullish(),
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

function readAddress(answered: DirectOrder['orderDetails']['shipToParty']): Address {
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
    country: answered.countryCode.toUpperCase(),
    ...(phone ? { phone } : {}),
  };
}

/** Taxes of an article; a total among them says them once more. */
function taxOf(item: DirectItem, note: (currency: string) => void): string {
  const lines = item.taxDetails?.taxLineItem ?? [];
  const total = lines.find((line) => line.type === 'TOTAL');
  const counted = total ? [total] : lines;
  for (const line of counted) note(line.taxAmount.currencyCode);
  return sum(counted.map((line) => line.taxAmount.amount));
}

function toPlatformOrder(order: DirectOrder): PlatformOrder {
  const { orderDetails: details } = order;
  const status = readDirectStatus(details.orderStatus);
  if (!status) throw new Unfit('orderDetails.orderStatus', `"${details.orderStatus}" is unknown`);
  const currency = details.items[0]?.netPrice.currencyCode ?? '';
  const lines = details.items.map((item, index) => {
    const field = `orderDetails.items.${index}`;
    const same = (answered: string) => {
      if (answered !== currency)
        throw new Unfit(`${field}.netPrice.currencyCode`, `${answered} in an order of ${currency}`);
    };
    same(item.netPrice.currencyCode);
    const sku = item.vendorProductIdentifier ?? item.buyerProductIdentifier;
    if (!sku) throw new Unfit(`${field}.vendorProductIdentifier`, 'neither side names the article');
    return {
      platformLineId: item.itemSequenceNumber,
      sellerSku: sku,
      ...(item.buyerProductIdentifier ? { platformItemId: item.buyerProductIdentifier } : {}),
      title: item.title ?? sku,
      quantity: item.orderedQuantity.amount,
      unitPrice: item.netPrice.amount,
      discount: '0',
      tax: taxOf(item, same),
    };
  });
  const goodsAmount = sum(lines.map((line) => times(line.unitPrice, line.quantity)));
  const taxAmount = sum(lines.map((line) => line.tax));
  const shipBy = details.shipmentDetails.shipmentDates?.requiredShipDate;
  const shipTo = readAddress(details.shipToParty);
  return {
    platformOrderNo: order.purchaseOrderNumber,
    ...(details.customerOrderNumber ? { displayNo: details.customerOrderNumber } : {}),
    status,
    fulfilledBy: 'seller',
    platformShipping: true,
    orderedAt: details.orderDate,
    // Amazon does not tell when an order changed.
    updatedAt: details.orderDate,
    ...(shipBy ? { shipBy } : {}),
    ...chosenService(details.shipmentDetails.shipMethod, details.shipmentDetails.isPriorityShipment ? 'priority' : ''),
    marketplaceId: 'direct',
    currency,
    goodsAmount,
    shippingAmount: '0',
    taxAmount,
    discountAmount: '0',
    totalAmount: sum([goodsAmount, taxAmount]),
    ...(shipTo.name ? { buyerName: shipTo.name } : {}),
    ...(details.shipmentDetails.messageToCustomer ? { buyerNote: details.shipmentDetails.messageToCustomer } : {}),
    shipTo,
    lines,
  };
}

export const readDirect = (raw: unknown): OrderRecord =>
  readOrderAs(directShape, raw, 'purchaseOrderNumber', toPlatformOrder);
