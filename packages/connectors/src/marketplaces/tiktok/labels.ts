import { z } from 'zod';
import type { PlatformParcel, PlatformParcelRequest, PlatformShipping } from '../../capabilities/fulfilment.ts';
import { divide } from '../../money.ts';
import { amount, currencyCode, optionalText } from '../../read.ts';
import type { TiktokClient } from './client.ts';
import type { Listing } from './listing.ts';
import { CARRIER, openParcel } from './parcels.ts';

const service = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  price: amount.nullish(),
  // "dollar" has been seen.
  currency: currencyCode.nullish().catch(undefined),
  is_default: z.boolean().nullish(),
  shipping_provider_name: optionalText,
});
const servicesShape = z.object({ shipping_services: z.array(service).nullish() });
const createdShape = z.object({ package_id: z.string().min(1), shipping_service_info: service.partial().nullish() });

/** Weight and size as TikTok wants them; the three lengths only together. */
function measures({ weightGrams, lengthMm, widthMm, heightMm }: PlatformParcelRequest) {
  const cm = (mm: number) => divide(String(mm), 10, 1);
  return {
    weight: { value: String(weightGrams), unit: 'GRAM' },
    ...(lengthMm && widthMm && heightMm
      ? { dimension: { length: cm(lengthMm), width: cm(widthMm), height: cm(heightMm), unit: 'CM' } }
      : {}),
  };
}

const money = (answered: z.output<typeof createdShape>['shipping_service_info']) =>
  answered?.price && answered.currency ? { amount: answered.price, currency: answered.currency } : {};

/** The United States: a label is bought for units of an order, with one of the services that TikTok offers for it. */
export function createLabels(call: TiktokClient, listing: Listing): Pick<PlatformShipping, 'options' | 'arrange'> {
  return {
    async options(access, request) {
      const { order, units } = await openParcel(listing, access, request);
      const { shipping_services: answered } = await call(access, {
        operation: 'queryServices',
        method: 'POST',
        path: `/fulfillment/202309/orders/${encodeURIComponent(order.id)}/shipping_services/query`,
        json: { order_line_item_ids: units.map((unit) => unit.id), ...measures(request) },
        effect: 'read',
        shape: servicesShape,
      });
      return (answered ?? [])
        .toSorted((a, b) => Number(b.is_default ?? false) - Number(a.is_default ?? false))
        .map((one) => ({
          id: one.id,
          name: one.name,
          carrierName: one.shipping_provider_name ?? CARRIER,
          ...money(one),
          handOver: 'unknown',
        }));
    },

    async arrange(access, request): Promise<PlatformParcel> {
      const { order, units } = await openParcel(listing, access, request);
      const made = await call(access, {
        operation: 'createPackage',
        method: 'POST',
        path: '/fulfillment/202309/packages',
        json: {
          order_id: order.id,
          order_line_item_ids: units.map((unit) => unit.id),
          ...measures(request),
          ...(request.optionId ? { shipping_service_id: request.optionId } : {}),
        },
        effect: 'once',
        shape: createdShape,
      });
      const info = made.shipping_service_info;
      return { ref: made.package_id, carrierName: info?.shipping_provider_name ?? CARRIER, ...money(info) };
    },
  };
}
