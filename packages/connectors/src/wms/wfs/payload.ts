import { ConnectorError } from '../../types.ts';
import type { WmsAccess, WmsOutbound } from '../../wms.ts';
import { splitName } from '../convert.ts';
import { PLATFORM } from './client.ts';

/** Walmart in the United States. */
export const HEADER = { headerAttributes: { buId: '0', martId: '202' } };

const refuse = (field: string, why: string): never => {
  throw new ConnectorError(PLATFORM, 'rejected', `${field}: ${why}`, { code: `VALIDATION_${field}` });
};

/** Walmart wants a phone and an address of mail of everybody: where a buyer has none, those of the seller's account. */
function contactOf({ keys }: WmsAccess, { recipient }: WmsOutbound) {
  const { first, last } = splitName(recipient.name);
  const phone = recipient.phone?.trim() || keys.contactPhone?.trim();
  const email = recipient.email?.trim() || keys.contactEmail?.trim();
  return {
    name: { firstName: first, lastName: last || first },
    phone: phone ?? refuse('recipient.phone', 'Walmart wants one; give the account one for buyers without'),
    email: email ?? refuse('recipient.email', 'Walmart wants one; give the account one for buyers without'),
  };
}

/** @throws ConnectorError `rejected` naming the field that Walmart cannot ship without */
export function bodyOf(access: WmsAccess, input: WmsOutbound, now: number) {
  const { recipient, clientOrderNo, shippingMethod, items } = input;
  if (input.label) refuse('label', 'Walmart takes no label with an order');
  if (/\s/.test(clientOrderNo)) refuse('clientOrderNo', 'must not have blanks');
  if (!recipient.name.trim()) refuse('recipient.name', 'is missing');
  const contact = contactOf(access, input);
  const shippingTo = {
    contact,
    address: {
      line1: recipient.line1,
      ...(recipient.line2 ? { line2: recipient.line2 } : {}),
      city: recipient.city,
      state: recipient.state ?? '',
      country: recipient.country === 'US' ? 'USA' : recipient.country,
      zip: recipient.postalCode,
      addressType: 'RESIDENTIAL',
    },
  };
  return {
    orderChannelId: access.keys.orderChannelId?.trim() ?? '',
    sellerOrderId: clientOrderNo,
    orderPlacedTime: new Date(now).toISOString(),
    needsConfirmation: false,
    partialFulfillments: false,
    customer: { contact },
    orderItems: items.map(({ sku, quantity }, index) => ({
      sellerLineId: String(index + 1),
      fulfillmentType: 'DELIVERY',
      shippingMethod,
      itemDetail: { sku },
      qty: { unitOfMeasure: 'EACH', measurementValue: quantity },
      shippingTo,
      // What the buyer paid is no business of the warehouse; their documents prefer 0.
      chargeDetails: [
        {
          chargeCategory: 'PRODUCT',
          chargeName: 'Sale Price',
          chargePerUnit: { currencyAmount: 0, currencyUnit: 'USD' },
          taxDetails: { taxPerLine: { currencyAmount: 0, currencyUnit: 'USD' } },
        },
      ],
    })),
  };
}
