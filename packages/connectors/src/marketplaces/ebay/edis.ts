import { z } from 'zod';
import type {
  PlatformLabel,
  PlatformParcel,
  PlatformParcelRequest,
  PlatformShipping,
  PlatformShippingOption,
} from '../../marketplace.ts';
import { optionalText } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { type EbayCall, type EbayClient, PLATFORM, shaped } from './client.ts';
import type { Listing } from './listing.ts';
import { type EbayLine, type EbayOrder, money, orderShape } from './orderShape.ts';

/** eDelivery International Shipping (SpeedPAK): eBay's own logistics for sellers of mainland China, Hong Kong and Taiwan. */
const CARRIER = 'SpeedPAK';
/** The package is confirmed, cancelled or under way already. */
const STATUS_FORBIDS = '355038';
/** eBay's side has not yet made the tracking number. */
const NO_NUMBER_YET = '355040';
const STREET = 50;

const services = z.object({
  serviceList: z.object({
    services: z.array(
      z.object({
        shippingServiceId: z.string().min(1),
        nameEn: optionalText,
        nameZh: optionalText,
        incoterm: optionalText,
        maxWeight: z.coerce.number().nullish(),
        directions: z.array(z.object({ from: optionalText, to: optionalText })).nullish(),
      }),
    ),
  }),
});
type Service = z.output<typeof services>['serviceList']['services'][number];

const addresses = z.object({
  addressPreferenceList: z.object({
    addresses: z.array(z.object({ addressId: z.string(), type: optionalText, countryCode: optionalText })),
  }),
});
const consignments = z.object({
  consignPreferenceList: z.object({
    consignPreferences: z.array(z.object({ consignPreferenceId: z.string(), type: optionalText })),
  }),
});
const made = z.object({
  createPackageResult: z.object({
    packageId: z.string().min(1),
    trackingNumber: optionalText,
    estimateCost: money.nullish(),
    paymentCost: money.nullish(),
  }),
});
const itemPackages = z.object({
  itemPackages: z.array(z.object({ packageId: z.string(), packageStatus: optionalText, trackingNumber: optionalText })),
});
const packageDetail = z.object({
  packageDetail: z.object({ packageComment: optionalText, paymentCost: money.nullish() }),
});
const labels = z.object({
  labels: z.array(z.object({ resultCode: optionalText, message: optionalText, base64Str: optionalText })),
});

const refused = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });
const isCode = (error: unknown, code: string) => error instanceof ConnectorError && error.code === code;

/** By it a parcel is found again: the order, and which of its parcels. */
const referenceOf = (request: PlatformParcelRequest): string => `${request.platformOrderNo}/${request.packageNo}`;
/** eDIS, like Trading, names a line by its listing and its transaction. */
const orderLineItem = (line: EbayLine): string => `${line.legacyItemId ?? ''}-${line.lineItemId}`;

const handOverOf = (type: string | undefined): PlatformShippingOption['handOver'] =>
  type?.includes('PICK_UP') ? 'pickup' : type?.includes('DROP_OFF') ? 'dropOff' : 'unknown';

export function createShipping(call: EbayClient, listing: Listing): PlatformShipping {
  const edis = (access: ShopAccess, input: Omit<EbayCall, 'api'>) => call(access, { api: 'edis', ...input });

  async function orderOf(access: ShopAccess, orderNo: string): Promise<EbayOrder> {
    const json = await listing.readRaw(access, orderNo);
    return shaped(orderShape, { json, headers: new Headers() }, 'getOrder');
  }

  function countryOf(order: EbayOrder): string {
    const told = order.fulfillmentStartInstructions?.[0]?.shippingStep?.shipTo?.contactAddress?.countryCode;
    if (!told) throw refused('NO_ADDRESS', 'eBay tells no address of this order');
    return told.toUpperCase();
  }

  async function servicesTo(access: ShopAccess, country: string, grams: number): Promise<Service[]> {
    const answer = await edis(access, { method: 'GET', path: '/services', query: { limit: 100, offset: 0 } });
    const all = shaped(services, answer, 'services').serviceList.services;
    return all.filter(
      (one) =>
        (one.directions ?? []).some((way) => way.to?.toUpperCase() === country) && (one.maxWeight ?? grams) >= grams,
    );
  }

  /** Where the seller sends from and how the parcels come to eDIS, as set up there. */
  async function preferences(access: ShopAccess) {
    const answer = await edis(access, { method: 'GET', path: '/address_preference' });
    const known = shaped(addresses, answer, 'address_preference').addressPreferenceList.addresses;
    const from = known.find((one) => one.type === 'SHIP_FROM_ADDRESS');
    const consigned = await edis(access, { method: 'GET', path: '/consign_preference' });
    const [how] = shaped(consignments, consigned, 'consign_preference').consignPreferenceList.consignPreferences;
    if (!from || !how)
      throw refused('NOT_SET_UP', 'eDIS knows no address to ship from, or not how parcels are handed over');
    return { shipFromAddressId: from.addressId, consignPreferenceId: how.consignPreferenceId, type: how.type };
  }

  function shipToOf(order: EbayOrder) {
    const shipTo = order.fulfillmentStartInstructions?.[0]?.shippingStep?.shipTo;
    const told = shipTo?.contactAddress;
    const [street1 = '', street2] = [told?.addressLine1, told?.addressLine2];
    return {
      contact: shipTo?.fullName ?? '',
      ...(shipTo?.companyName ? { company: shipTo.companyName } : {}),
      phone: shipTo?.primaryPhone?.phoneNumber ?? '',
      countryCode: countryOf(order),
      province: told?.stateOrProvince ?? '',
      city: told?.city ?? '',
      // A street longer than eDIS takes goes on in the next line.
      street1: street1.slice(0, STREET),
      ...(street1.length > STREET || street2
        ? { street2: [street1.slice(STREET), street2].filter(Boolean).join(' ').slice(0, STREET) }
        : {}),
      postcode: told?.postalCode ?? '',
    };
  }

  /** What customs are told comes with the request; what it leaves out stays out. */
  function itemsOf(order: EbayOrder, request: PlatformParcelRequest) {
    return request.lines.map((wanted) => {
      const line = order.lineItems.find((one) => one.lineItemId === wanted.platformLineId);
      if (!line) throw refused('NO_SUCH_LINE', `the order has no line ${wanted.platformLineId}`);
      const declared = request.items?.find((one) => one.sku === line.sku);
      return {
        orderId: order.orderId,
        orderLineItem: orderLineItem(line),
        itemTitle: line.title ?? line.sku ?? '',
        ...(order.buyer?.username ? { buyerId: order.buyer.username } : {}),
        soldQuantity: line.quantity,
        postedQuantity: wanted.quantity,
        soldPrice: line.lineItemCost,
        soldDate: order.creationDate,
        sku: {
          skuNumber: line.sku ?? line.lineItemId,
          nameEn: declared?.description ?? line.title ?? line.sku ?? '',
          ...(declared
            ? { price: { value: declared.unitValueUsd, currency: 'USD' }, weight: declared.weightGrams }
            : {}),
          ...(declared?.hsCode ? { tariffCode: declared.hsCode } : {}),
          ...(declared?.originCountry ? { origin: declared.originCountry } : {}),
        },
      };
    });
  }

  /** Freezes the price and asks for the pickup; told again, eDIS says that it is done. */
  async function confirm(access: ShopAccess, packageId: string): Promise<void> {
    try {
      await edis(access, { method: 'POST', path: `/package/${encodeURIComponent(packageId)}/confirm` });
    } catch (error) {
      if (!isCode(error, STATUS_FORBIDS)) throw error;
    }
  }

  const parcelOf = (packageId: string, trackingNumber: string | undefined, cost: z.output<typeof money> | null) => ({
    ref: packageId,
    ...(trackingNumber ? { trackingNumber } : {}),
    carrierName: CARRIER,
    ...(cost ? { amount: cost.value, currency: cost.currency } : {}),
  });

  return {
    use: 'may',

    async options(access, request): Promise<PlatformShippingOption[]> {
      const country = countryOf(await orderOf(access, request.platformOrderNo));
      const found = await servicesTo(access, country, request.weightGrams);
      const { type } = await preferences(access);
      return found.map((one) => ({
        id: one.shippingServiceId,
        name: one.nameZh ?? one.nameEn ?? one.shippingServiceId,
        carrierName: CARRIER,
        handOver: handOverOf(type),
      }));
    },

    async arrange(access, request): Promise<PlatformParcel> {
      const order = await orderOf(access, request.platformOrderNo);
      const found = await servicesTo(access, countryOf(order), request.weightGrams);
      const service = request.optionId ? found.find((one) => one.shippingServiceId === request.optionId) : found[0];
      if (!service) throw refused('NO_SERVICE', 'eDIS has no such service for this parcel');
      const { shipFromAddressId, consignPreferenceId } = await preferences(access);
      const cm = (mm: number | undefined) => Math.max(1, Math.ceil((mm ?? 0) / 10));
      const answer = await edis(access, {
        method: 'POST',
        path: '/package',
        effect: 'once',
        json: {
          packageInfo: {
            shippingServiceId: service.shippingServiceId,
            shipFromAddressId,
            consignPreferenceId,
            ...(service.incoterm ? { incoterm: service.incoterm } : {}),
            packageComment: referenceOf(request),
            packageWeight: request.weightGrams,
            packageLength: cm(request.lengthMm),
            packageWidth: cm(request.widthMm),
            packageHeight: cm(request.heightMm),
            shipToAddress: shipToOf(order),
            items: itemsOf(order, request),
          },
        },
      });
      const read = made.safeParse(answer.json);
      if (!read.success)
        throw new ConnectorError(PLATFORM, 'uncertain', 'eDIS took the package and said nothing readable of it', {
          code: 'UNREADABLE',
          cause: read.error,
        });
      const { packageId, trackingNumber, paymentCost, estimateCost } = read.data.createPackageResult;
      await confirm(access, packageId);
      return parcelOf(packageId, trackingNumber, paymentCost ?? estimateCost ?? null);
    },

    async findParcel(access, request): Promise<PlatformParcel | null> {
      const order = await orderOf(access, request.platformOrderNo);
      const line = order.lineItems.find((one) => one.lineItemId === request.lines[0]?.platformLineId);
      if (!line) return null;
      const path = `/package/${encodeURIComponent(orderLineItem(line))}/item`;
      const known = await edis(access, { method: 'GET', path }).catch((error: unknown) => {
        if (error instanceof ConnectorError && error.status === 404) return undefined;
        throw error;
      });
      if (!known || known.json === undefined) return null;
      for (const one of shaped(itemPackages, known, 'item packages').itemPackages) {
        if (/CANCEL|DELETE/i.test(one.packageStatus ?? '')) continue;
        const detail = await edis(access, { method: 'GET', path: `/package/${encodeURIComponent(one.packageId)}` });
        const { packageComment, paymentCost } = shaped(packageDetail, detail, 'package').packageDetail;
        if (packageComment !== referenceOf(request)) continue;
        // It may have been made and not confirmed when the answer was lost.
        await confirm(access, one.packageId);
        return parcelOf(one.packageId, one.trackingNumber, paymentCost ?? null);
      }
      return null;
    },

    async label(access, parcel): Promise<PlatformLabel> {
      if (!parcel.trackingNumber)
        throw new ConnectorError(PLATFORM, 'unavailable', 'eDIS has not given the parcel its number yet', {
          code: NO_NUMBER_YET,
        });
      const query = { tracking_numbers: parcel.trackingNumber };
      const [label] = shaped(labels, await edis(access, { method: 'GET', path: '/labels', query }), 'labels').labels;
      if (!label?.base64Str)
        throw new ConnectorError(PLATFORM, 'unavailable', `eDIS gives no label yet: ${label?.message ?? ''}`, {
          code: label?.resultCode ?? NO_NUMBER_YET,
        });
      return { format: 'pdf', data: Buffer.from(label.base64Str, 'base64') };
    },

    async cancel(access, parcel): Promise<void> {
      await edis(access, { method: 'POST', path: `/package/${encodeURIComponent(parcel.ref)}/cancel` });
    },
  };
}
