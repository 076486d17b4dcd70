import { z } from 'zod';
import type {
  PlatformParcel,
  PlatformParcelRequest,
  PlatformShipping,
  PlatformShippingOption,
} from '../../capabilities/fulfilment.ts';
import { idText } from '../../lax.ts';
import { listOf, optionalText, wholeNumber } from '../../read.ts';
import { type Address, ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, shaped, type WalmartClient } from './client.ts';
import type { Listing } from './listing.ts';
import { money, type WalmartOrder } from './orderShape.ts';
import { readAddress } from './orders.ts';

/** Ship with Walmart: labels of its carriers at its prices. Buying one does not tell the shipment. */

const BASE = '/v3/shipping/labels';
const OWN_BOX = 'CUSTOM_PACKAGE';

const estimates = z.object({
  data: z.object({
    estimates: listOf(
      z.object({
        name: z.string().min(1),
        displayName: optionalText,
        carrierName: z.string().min(1),
        carrierDisplayName: optionalText,
        estimatedRate: money.nullish(),
      }),
    ),
  }),
});

const labelShape = z.object({
  trackingNo: z.string().min(1),
  carrierName: z.string().min(1),
  carrierFullName: optionalText,
  boxItems: listOf(z.object({ lineNumber: idText, quantity: wholeNumber })),
});
type Label = z.output<typeof labelShape>;
const bought = z.object({ data: labelShape });
const known = z.object({ data: listOf(labelShape) });

const refused = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });

/** An option is a carrier and one of its services. */
const optionId = (carrier: string, service: string) => `${carrier}|${service}`;

const parcelOf = (label: Label): PlatformParcel => ({
  ref: `${label.carrierName}/${label.trackingNo}`,
  trackingNumber: label.trackingNo,
  carrierName: label.carrierFullName ?? label.carrierName,
});

function labelPath({ ref }: PlatformParcel): string {
  const [carrier = '', number = ''] = ref.split('/');
  return `${BASE}/carriers/${encodeURIComponent(carrier)}/trackings/${encodeURIComponent(number)}`;
}

/** What is in a box; Walmart names no parcel of ours, so it is known by its content. */
const contentOf = (items: readonly { lineNumber: string; quantity: number }[]): string =>
  items
    .map(({ lineNumber, quantity }) => `${lineNumber}x${quantity}`)
    .sort()
    .join(',');

const contentOfRequest = (request: PlatformParcelRequest): string =>
  contentOf(request.lines.map(({ platformLineId: lineNumber, quantity }) => ({ lineNumber, quantity })));

function boxOf(request: PlatformParcelRequest) {
  const centimetres = (mm: number | undefined) => Math.max(1, Math.ceil((mm ?? 0) / 10));
  return {
    boxDimensionUnit: 'CM',
    boxLength: centimetres(request.lengthMm),
    boxWidth: centimetres(request.widthMm),
    boxHeight: centimetres(request.heightMm),
    boxWeightUnit: 'KG',
    boxWeight: request.weightGrams / 1000,
  };
}

function itemsOf(order: WalmartOrder, request: PlatformParcelRequest) {
  return request.lines.map(({ platformLineId, quantity }) => {
    const line = order.orderLines.orderLine.find((one) => one.lineNumber === platformLineId);
    if (!line) throw refused('NO_SUCH_LINE', `the order has no line ${platformLineId}`);
    const declared = request.items?.find((one) => one.sku === line.item.sku);
    return {
      sku: line.item.sku ?? '',
      quantity,
      lineNumber: platformLineId,
      ...(line.item.productName ? { productName: line.item.productName } : {}),
      ...(declared?.hsCode ? { hsCode: declared.hsCode } : {}),
      ...(declared?.originCountry ? { countryOfOrigin: declared.originCountry } : {}),
    };
  });
}

const placeOf = (address: Address) => ({
  addressLines: [address.line1, address.line2].filter(Boolean),
  city: address.city,
  state: address.state ?? '',
  postalCode: address.postalCode,
  countryCode: address.country,
});

const senderOf = (address: Address) => ({
  contactName: address.name,
  ...(address.company ? { companyName: address.company } : {}),
  addressLine1: address.line1,
  ...(address.line2 ? { addressLine2: address.line2 } : {}),
  city: address.city,
  state: address.state ?? '',
  postalCode: address.postalCode,
  country: address.country,
  phone: address.phone ?? '',
  ...(address.email ? { email: address.email } : {}),
});

export function createShipping(call: WalmartClient, listing: Listing, now: () => number): PlatformShipping {
  async function optionsOf(
    access: ShopAccess,
    order: WalmartOrder,
    request: PlatformParcelRequest,
  ): Promise<PlatformShippingOption[]> {
    const to = readAddress(order);
    if (!to) throw refused('NO_ADDRESS', 'Walmart tells no address of this order');
    const moment = (answered: string | null | undefined, days: number) =>
      answered ?? new Date(now() + days * 86_400_000).toISOString();
    const json = {
      purchaseOrderId: order.purchaseOrderId,
      packageType: OWN_BOX,
      boxDimensions: boxOf(request),
      boxItems: itemsOf(order, request),
      ...(request.shipFrom ? { fromAddress: placeOf(request.shipFrom) } : {}),
      toAddress: placeOf(to),
      shipByDate: moment(order.shippingInfo.estimatedShipDate, 1),
      deliverByDate: moment(order.shippingInfo.estimatedDeliveryDate, 5),
      includeServicesNotMeetingDeliveryPromise: true,
    };
    const path = `${BASE}/shipping-estimates`;
    const answer = await call(access, { kind: 'labels', method: 'POST', path, effect: 'read', json });
    return shaped(estimates, answer, 'shipping-estimates').data.estimates.map((one) => ({
      id: optionId(one.carrierName, one.name),
      name: one.displayName ?? one.name,
      carrierName: one.carrierDisplayName ?? one.carrierName,
      ...(one.estimatedRate ? { amount: one.estimatedRate.amount, currency: one.estimatedRate.currency } : {}),
      handOver: 'unknown',
    }));
  }

  return {
    use: 'may',

    async options(access, request): Promise<PlatformShippingOption[]> {
      const { order } = await listing.readOne(access, request.platformOrderNo);
      return optionsOf(access, order, request);
    },

    async arrange(access, request): Promise<PlatformParcel> {
      const { order } = await listing.readOne(access, request.platformOrderNo);
      const options = await optionsOf(access, order, request);
      const option = request.optionId ? options.find((one) => one.id === request.optionId) : options[0];
      if (!option) throw refused('NO_SERVICE', 'Walmart has no such service for this parcel');
      const [carrierName, carrierServiceType] = option.id.split('|');
      const answer = await call(access, {
        kind: 'labels',
        method: 'POST',
        path: BASE,
        effect: 'once',
        json: {
          purchaseOrderId: order.purchaseOrderId,
          packageType: OWN_BOX,
          boxDimensions: boxOf(request),
          boxItems: itemsOf(order, request),
          ...(request.shipFrom ? { fromAddress: senderOf(request.shipFrom) } : {}),
          carrierName,
          carrierServiceType,
        },
      });
      const read = bought.safeParse(answer.json);
      if (!read.success)
        throw new ConnectorError(PLATFORM, 'uncertain', 'Walmart made a label and said nothing readable of it', {
          code: 'UNREADABLE',
          cause: read.error,
        });
      const price = option.amount && option.currency ? { amount: option.amount, currency: option.currency } : {};
      return { ...parcelOf(read.data.data), ...price };
    },

    async findParcel(access, request): Promise<PlatformParcel | null> {
      const path = `${BASE}/purchase-orders/${encodeURIComponent(request.platformOrderNo)}`;
      const answer = await call(access, { kind: 'labels', method: 'GET', path, mayBeNothing: true });
      if (answer.json === undefined) return null;
      const content = contentOfRequest(request);
      const found = shaped(known, answer, 'labels').data.find((one) => contentOf(one.boxItems) === content);
      return found ? parcelOf(found) : null;
    },

    async label(access, parcel) {
      const answer = await call(access, {
        kind: 'labels',
        method: 'GET',
        path: labelPath(parcel),
        accept: 'application/pdf',
      });
      return { format: 'pdf', data: answer.bytes };
    },

    async cancel(access, parcel): Promise<void> {
      await call(access, { kind: 'labels', method: 'DELETE', path: labelPath(parcel) });
    },
  };
}
