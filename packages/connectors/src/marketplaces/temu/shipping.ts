import { z } from 'zod';
import type {
  PlatformParcel,
  PlatformParcelRequest,
  PlatformShipping,
  PlatformShippingOption,
} from '../../capabilities/fulfilment.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { exact } from '../../json.ts';
import { optionalText } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type TemuClient } from './client.ts';
import type { Listing } from './listing.ts';
import { id, type TemuOrder } from './orderShape.ts';
import type { Packages, TemuPackage } from './packages.ts';
import { type Sold, soldIn } from './parts.ts';
import { UNITED_STATES } from './regions.ts';
import { type Carriers, rejected, sendInfo, sendType } from './shipment.ts';

const CARRIER = 'Temu';
const LOCAL = '100';
const FAILED = 2;

const choiceShape = z.object({ warehouse: z.string(), channel: z.string(), company: z.string() });
const channelsShape = z.object({
  onlineChannelDtoList: z
    .array(
      z.object({
        channelId: id,
        shipCompanyId: id,
        shippingCompanyName: optionalText,
        shipLogisticsType: optionalText,
        estimatedAmount: optionalText,
        estimatedCurrencyCode: optionalText,
      }),
    )
    .nullish(),
});
const resultShape = z.object({
  packageInfoResultList: z
    .array(
      z.object({
        packageSn: optionalText,
        shippingLabelStatus: z.number().int().nullish(),
        trackingNumber: optionalText,
        shippingCompanyName: optionalText,
        failReasonText: optionalText,
      }),
    )
    .nullish(),
});
const labelShape = z.object({ shippingLabelUrlList: z.array(z.object({ url: z.string().min(1) })).nullish() });

const upTo = (value: number, per: number): string => {
  const hundredths = Math.ceil((value * 100) / per - 1e-9);
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
};

/** Pounds and inches in the United States (whole pounds and ounces for its local shops), kilograms and centimetres else. */
export function measures(request: PlatformParcelRequest, regionId: string | undefined, mallType: string | undefined) {
  const { weightGrams, lengthMm, widthMm, heightMm } = request;
  if (!lengthMm || !widthMm || !heightMm)
    throw rejected('NO_SIZE', 'Temu wants to know length, width and height of the parcel');
  const us = regionId === UNITED_STATES;
  const size = (mm: number) => upTo(mm, us ? 25.4 : 10);
  const ounces = Math.ceil(weightGrams / 28.349523125 - 1e-9);
  const weight =
    us && mallType === LOCAL
      ? {
          weight: String(Math.floor(ounces / 16)),
          weightUnit: 'lb',
          extendWeight: String(ounces % 16),
          extendWeightUnit: 'oz',
        }
      : { weight: upTo(weightGrams, us ? 453.59237 : 1000), weightUnit: us ? 'lb' : 'kg' };
  return {
    ...weight,
    length: size(lengthMm),
    width: size(widthMm),
    height: size(heightMm),
    dimensionUnit: us ? 'in' : 'cm',
  };
}

/** "$5.20": only where it is plain to read. */
export function priceOf(amount: string | undefined, currency: string | undefined) {
  const digits = /^[^\d,.]*(\d+(?:\.\d{1,2})?)[^\d,.]*$/.exec(amount ?? '')?.[1];
  return digits && currency && /^[A-Z]{3}$/.test(currency) ? { amount: digits, currency } : {};
}

export function createShipping(
  { call, download }: TemuClient,
  listing: Listing,
  packages: Packages,
  carriers: Carriers,
): PlatformShipping {
  const sizes = (access: ShopAccess, order: TemuOrder, request: PlatformParcelRequest) =>
    measures(request, order.parentOrderMap.regionId ?? access.tokens.keys?.regionId, access.tokens.keys?.mallType);

  async function options(access: ShopAccess, request: PlatformParcelRequest, order: TemuOrder, sold: Sold) {
    const found: PlatformShippingOption[] = [];
    for (const warehouse of await carriers.warehouses(access)) {
      if (warehouse.enableBuyShippingLabel === false) continue;
      const { onlineChannelDtoList } = await call(access, {
        type: 'bg.logistics.shippingservices.get',
        params: {
          warehouseId: warehouse.warehouseId,
          orderSnList: sold.map(({ line }) => line.orderSn),
          ...sizes(access, order, request),
          signatureOnDelivery: false,
        },
        effect: 'read',
        shape: channelsShape,
      });
      for (const one of onlineChannelDtoList ?? [])
        found.push({
          id: writeCursor({ warehouse: warehouse.warehouseId, channel: one.channelId, company: one.shipCompanyId }),
          name: [one.shippingCompanyName, one.shipLogisticsType].filter(Boolean).join(' · ') || one.channelId,
          carrierName: one.shippingCompanyName ?? CARRIER,
          ...priceOf(one.estimatedAmount, one.estimatedCurrencyCode),
          handOver: 'unknown',
        });
    }
    return found;
  }

  async function outcome(access: ShopAccess, packageSn: string) {
    const { packageInfoResultList } = await call(access, {
      type: 'bg.logistics.shipment.result.get',
      params: { packageSnList: [packageSn] },
      effect: 'read',
      shape: resultShape,
    });
    return packageInfoResultList?.[0];
  }

  const toParcel = (one: TemuPackage): PlatformParcel => ({
    ref: one.packageSn ?? one.trackingNumber ?? '',
    carrierName: one.carrierName ?? CARRIER,
    ...(one.trackingNumber ? { trackingNumber: one.trackingNumber } : {}),
  });

  return {
    use: 'may',

    async options(access, request) {
      const order = await listing.wholeOrder(access, request.platformOrderNo);
      return options(access, request, order, soldIn(order, request.lines));
    },

    async arrange(access, request) {
      const order = await listing.wholeOrder(access, request.platformOrderNo);
      const sold = soldIn(order, request.lines);
      const optionId = request.optionId || (await options(access, request, order, sold))[0]?.id;
      if (!optionId) throw rejected('NO_OPTION', 'Temu offers no way to ship this parcel');
      const { warehouse, channel, company } = readCursor(PLATFORM, choiceShape, optionId);
      const { packageSnList } = await call(access, {
        type: 'bg.logistics.shipment.create',
        params: {
          sendType: sendType(order, sold),
          shipLater: false,
          sendRequestList: [
            {
              warehouseId: warehouse,
              channelId: exact(channel),
              shipCompanyId: exact(company),
              ...sizes(access, order, request),
              orderSendInfoList: sendInfo(order, sold),
            },
          ],
        },
        effect: 'once',
        shape: z.object({ packageSnList: z.array(z.string().min(1)).min(1) }),
      });
      const [ref = ''] = packageSnList;
      // It is ordered, whatever becomes of the question how far it is: that is asked again later.
      const answered = await outcome(access, ref).catch(() => undefined);
      if (answered?.shippingLabelStatus === FAILED)
        throw rejected('LABEL_FAILED', answered.failReasonText ?? 'Temu could not buy the label');
      return {
        ref,
        carrierName: answered?.shippingCompanyName ?? CARRIER,
        ...(answered?.trackingNumber ? { trackingNumber: answered.trackingNumber } : {}),
      };
    },

    async findParcel(access, request) {
      const order = await listing.wholeOrder(access, request.platformOrderNo);
      const sold = soldIn(order, request.lines);
      const holdsJust = ({ holds, byTemu }: TemuPackage) =>
        byTemu && sold.every(({ line, quantity }) => holds.get(line.orderSn) === quantity);
      const orderSns = sold.map(({ line }) => line.orderSn);
      const found =
        (await packages.shipped(access, order, orderSns)).find(holdsJust) ??
        (await packages.waiting(access, order)).find(holdsJust);
      return found ? toParcel(found) : null;
    },

    async label(access, parcel) {
      const { shippingLabelUrlList } = await call(access, {
        type: 'bg.logistics.shipment.document.get',
        params: { documentType: 'SHIPPING_LABEL_PDF', packageSnList: [parcel.ref] },
        effect: 'read',
        shape: labelShape,
      });
      const url = shippingLabelUrlList?.[0]?.url;
      if (!url) throw new ConnectorError(PLATFORM, 'unavailable', 'the label is not made yet');
      return { format: 'pdf', data: await download(access, url) };
    },
  };
}
