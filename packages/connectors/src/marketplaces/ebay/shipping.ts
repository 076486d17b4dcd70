import type {
  PlatformParcel,
  PlatformParcelRequest,
  PlatformShipping,
  PlatformShippingOption,
} from '../../capabilities/fulfilment.ts';
import { countryOrText } from '../../places.ts';
import type { EbayClient } from './client.ts';
import { createEdis, type EdisPackage, refused } from './edis.ts';
import type { Listing } from './listing.ts';
import type { Contact, EbayLine, EbayOrder } from './orderShape.ts';

/** eBay's own logistics (SpeedPAK), for sellers of mainland China, Hong Kong and Taiwan. */
const CARRIER = 'SpeedPAK';
/** Longest line of a street. */
const STREET = 50;

/** By it a parcel is found again: the order, and which of its parcels. */
const referenceOf = (request: PlatformParcelRequest): string => `${request.platformOrderNo}/${request.packageNo}`;

/** eDIS, like Trading, names a line by its listing and its transaction. */
const orderLineItem = (line: EbayLine): string => `${line.legacyItemId ?? ''}-${line.lineItemId}`;

const handOverOf = (type: string | undefined): PlatformShippingOption['handOver'] =>
  type?.includes('PICK_UP') ? 'pickup' : type?.includes('DROP_OFF') ? 'dropOff' : 'unknown';

const parcelOf = ({ packageId, trackingNumber, cost }: EdisPackage): PlatformParcel => ({
  ref: packageId,
  ...(trackingNumber ? { trackingNumber } : {}),
  carrierName: CARRIER,
  ...(cost ? { amount: cost.value, currency: cost.currency } : {}),
});

function destinationOf(order: EbayOrder): Contact & { contactAddress: NonNullable<Contact['contactAddress']> } {
  const shipTo = order.fulfillmentStartInstructions[0]?.shippingStep.shipTo;
  if (!shipTo?.contactAddress) throw refused('NO_ADDRESS', 'eBay tells no address of this order');
  return { ...shipTo, contactAddress: shipTo.contactAddress };
}

const countryOf = (order: EbayOrder): string => countryOrText(destinationOf(order).contactAddress.countryCode);

function shipToOf(order: EbayOrder) {
  const { fullName, companyName, primaryPhone, contactAddress: answered } = destinationOf(order);
  const street1 = answered.addressLine1 ?? '';
  // A street longer than eDIS takes goes on in the next line.
  const street2 = [street1.slice(STREET), answered.addressLine2].filter(Boolean).join(' ').slice(0, STREET);
  return {
    contact: fullName ?? '',
    ...(companyName ? { company: companyName } : {}),
    phone: primaryPhone.phoneNumber ?? '',
    countryCode: countryOf(order),
    province: answered.stateOrProvince ?? '',
    city: answered.city ?? '',
    street1: street1.slice(0, STREET),
    ...(street2 ? { street2 } : {}),
    postcode: answered.postalCode ?? '',
  };
}

/** What customs are told comes with the request; what it leaves out stays out. */
function itemsOf(order: EbayOrder, request: PlatformParcelRequest) {
  return request.lines.map((desired) => {
    const line = order.lineItems.find((one) => one.lineItemId === desired.platformLineId);
    if (!line) throw refused('NO_SUCH_LINE', `the order has no line ${desired.platformLineId}`);
    if (!line.lineItemCost) throw refused('NO_PRICE', `what line ${line.lineItemId} cost cannot be read`);
    const declared = request.items?.find((one) => one.sku === line.sku);
    return {
      orderId: order.orderId,
      orderLineItem: orderLineItem(line),
      itemTitle: line.title ?? line.sku ?? '',
      ...(order.buyer.username ? { buyerId: order.buyer.username } : {}),
      soldQuantity: line.quantity,
      postedQuantity: desired.quantity,
      soldPrice: line.lineItemCost,
      soldDate: order.creationDate,
      sku: {
        skuNumber: line.sku ?? line.lineItemId,
        nameEn: declared?.description ?? line.title ?? line.sku ?? '',
        ...(declared ? { price: { value: declared.unitValueUsd, currency: 'USD' }, weight: declared.weightGrams } : {}),
        ...(declared?.hsCode ? { tariffCode: declared.hsCode } : {}),
        ...(declared?.originCountry ? { origin: declared.originCountry } : {}),
      },
    };
  });
}

const centimetres = (mm: number | undefined): number => Math.max(1, Math.ceil((mm ?? 0) / 10));

export function createShipping(call: EbayClient, listing: Listing): PlatformShipping {
  const edis = createEdis(call);
  return {
    use: 'may',

    async options(access, request): Promise<PlatformShippingOption[]> {
      const country = countryOf(await listing.readOne(access, request.platformOrderNo));
      const services = await edis.servicesTo(access, country, request.weightGrams);
      const { handOver } = await edis.preferences(access);
      return services.map((one) => ({
        id: one.shippingServiceId,
        name: one.nameZh ?? one.nameEn ?? one.shippingServiceId,
        carrierName: CARRIER,
        handOver: handOverOf(handOver),
      }));
    },

    async arrange(access, request): Promise<PlatformParcel> {
      const order = await listing.readOne(access, request.platformOrderNo);
      const services = await edis.servicesTo(access, countryOf(order), request.weightGrams);
      const service = services.find((one) => !request.optionId || one.shippingServiceId === request.optionId);
      if (!service) throw refused('NO_SERVICE', 'eDIS has no such service for this parcel');
      const { shipFromAddressId, consignPreferenceId } = await edis.preferences(access);
      const made = await edis.create(access, {
        shippingServiceId: service.shippingServiceId,
        shipFromAddressId,
        consignPreferenceId,
        ...(service.incoterm ? { incoterm: service.incoterm } : {}),
        packageComment: referenceOf(request),
        packageWeight: request.weightGrams,
        packageLength: centimetres(request.lengthMm),
        packageWidth: centimetres(request.widthMm),
        packageHeight: centimetres(request.heightMm),
        shipToAddress: shipToOf(order),
        items: itemsOf(order, request),
      });
      await edis.confirm(access, made.packageId);
      return parcelOf(made);
    },

    async findParcel(access, request): Promise<PlatformParcel | null> {
      const order = await listing.readOne(access, request.platformOrderNo);
      const line = order.lineItems.find((one) => one.lineItemId === request.lines[0]?.platformLineId);
      const found = line && (await edis.find(access, orderLineItem(line), referenceOf(request)));
      if (!found) return null;
      // It may have been made and not confirmed when the answer was lost.
      await edis.confirm(access, found.packageId);
      return parcelOf(found);
    },

    async label(access, parcel) {
      return { format: 'pdf', data: await edis.labelOf(access, parcel.trackingNumber) };
    },

    async cancel(access, parcel): Promise<void> {
      await edis.cancel(access, parcel.ref);
    },

    handoverSheet: (access, numbers) => edis.handoverSheet(access, numbers),
  };
}
