import { z } from 'zod';
import { createHttp, kindOfStatus, unreadable } from '../../http.ts';
import type {
  PlatformLabel,
  PlatformParcel,
  PlatformParcelRequest,
  PlatformShipping,
  PlatformShippingOption,
} from '../../marketplace.ts';
import { divide } from '../../money.ts';
import { amount, currencyCode, optionalText } from '../../read.ts';
import { ConnectorError, type HttpOptions, type ShopAccess } from '../../types.ts';
import { PLATFORM, type TiktokClient } from './client.ts';
import type { Listing } from './listing.ts';
import type { TiktokOrder, TiktokUnit } from './orderShape.ts';
import { byId, chooseUnits, isArranged, isOpen } from './units.ts';

const service = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  price: amount.nullish(),
  currency: currencyCode.nullish().catch(undefined),
  is_default: z.boolean().nullish(),
  shipping_provider_name: optionalText,
});
const servicesShape = z.object({ shipping_services: z.array(service).nullish() });
const createdShape = z.object({ package_id: z.string().min(1), shipping_service_info: service.partial().nullish() });
const slotsShape = z.object({
  can_pickup: z.boolean().nullish(),
  can_drop_off: z.boolean().nullish(),
  pickup_slots: z
    .array(z.object({ start_time: z.number().int(), end_time: z.number().int(), avaliable: z.boolean().nullish() }))
    .nullish(),
});
const packageShape = z.object({ tracking_number: optionalText, shipping_provider_name: optionalText });
const documentShape = z.object({ doc_url: z.url() });

const CARRIER = 'TikTok Shipping';
const LABEL_BYTES = 8 * 1024 * 1024;
const rejected = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });

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

const money = (told: { price?: string | null | undefined; currency?: string | null | undefined } | null | undefined) =>
  told?.price && told.currency ? { amount: told.price, currency: told.currency } : {};

/** How the parcel is given away: "PICKUP:1700000000:1700007200" or "DROP_OFF". */
function handOverOf(optionId: string | undefined): object | undefined {
  const [handover_method, start, end] = (optionId ?? '').split(':');
  if (handover_method === 'DROP_OFF') return { handover_method };
  if (handover_method !== 'PICKUP') return undefined;
  return { handover_method, pickup_slot: { start_time: Number(start), end_time: Number(end) } };
}

/**
 * TikTok's own logistics. In the United States a label is bought for units of an order, with a service and a price;
 * elsewhere TikTok has made the packages, and the seller says when they are fetched or that they are brought.
 */
export function createShipping(call: TiktokClient, listing: Listing, options: HttpOptions): PlatformShipping {
  const download = createHttp(PLATFORM, options);
  const buysLabels = (access: ShopAccess) => access.region === undefined || access.region === 'US';

  async function toShip(access: ShopAccess, request: PlatformParcelRequest) {
    const order = await listing.wholeOrder(access, request.platformOrderNo);
    if (order.shipping_type !== 'TIKTOK')
      throw rejected('SELLER_SHIPPING', 'TikTok leaves the shipping of this order to the seller');
    const units = chooseUnits(order, request.lines, isOpen);
    if (!units) throw rejected('NOTHING_TO_SHIP', `TikTok has fewer open units of order ${order.id} than this parcel`);
    return { order, units };
  }

  /** The one package that TikTok has made of exactly these units. */
  function packageOf(order: TiktokOrder, units: readonly TiktokUnit[]): string {
    const [id, ...more] = new Set(units.map((unit) => unit.package_id));
    if (!id || more.length > 0) throw rejected('NO_PACKAGE', 'the parcel is not one of the packages TikTok has made');
    if (order.line_items.some((unit) => unit.package_id === id && !units.includes(unit)))
      throw rejected('PART_OF_PACKAGE', `package ${id} holds more than this parcel: it is shipped as a whole`);
    return id;
  }

  async function services(access: ShopAccess, request: PlatformParcelRequest): Promise<PlatformShippingOption[]> {
    const { order, units } = await toShip(access, request);
    const { shipping_services: told } = await call(access, {
      operation: 'queryServices',
      method: 'POST',
      path: `/fulfillment/202309/orders/${encodeURIComponent(order.id)}/shipping_services/query`,
      json: { order_line_item_ids: units.map((unit) => unit.id), ...measures(request) },
      effect: 'read',
      shape: servicesShape,
    });
    return (told ?? [])
      .toSorted((a, b) => Number(b.is_default ?? false) - Number(a.is_default ?? false))
      .map((one) => ({
        id: one.id,
        name: one.name,
        carrierName: one.shipping_provider_name ?? CARRIER,
        ...money(one),
        handOver: 'unknown',
      }));
  }

  async function slots(access: ShopAccess, request: PlatformParcelRequest): Promise<PlatformShippingOption[]> {
    const { order, units } = await toShip(access, request);
    const told = await call(access, {
      operation: 'getTimeSlots',
      method: 'GET',
      path: `/fulfillment/202309/packages/${encodeURIComponent(packageOf(order, units))}/handover_time_slots`,
      effect: 'read',
      shape: slotsShape,
    });
    const carrierName = order.shipping_provider ?? CARRIER;
    const time = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
    const pickups = (told.can_pickup ? (told.pickup_slots ?? []) : [])
      .filter((slot) => slot.avaliable !== false)
      .map(
        ({ start_time: from, end_time: to }): PlatformShippingOption => ({
          id: `PICKUP:${from}:${to}`,
          name: `${time(from)} – ${time(to)} UTC`,
          carrierName,
          handOver: 'pickup',
        }),
      );
    return [
      ...(told.can_drop_off ? [{ id: 'DROP_OFF', name: 'Drop-off', carrierName, handOver: 'dropOff' as const }] : []),
      ...pickups,
    ];
  }

  async function buy(access: ShopAccess, request: PlatformParcelRequest): Promise<PlatformParcel> {
    const { order, units } = await toShip(access, request);
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
  }

  async function ship(access: ShopAccess, request: PlatformParcelRequest): Promise<PlatformParcel> {
    const { order, units } = await toShip(access, request);
    const id = packageOf(order, units);
    const optionId = request.optionId ?? (await slots(access, request))[0]?.id;
    await call(access, {
      operation: 'shipPackage',
      method: 'POST',
      path: `/fulfillment/202309/packages/${encodeURIComponent(id)}/ship`,
      // In South-East Asia TikTok looks at none of it.
      json: { ...handOverOf(optionId) },
      effect: 'once',
      shape: z.unknown(),
    });
    return { ref: id, carrierName: order.shipping_provider ?? CARRIER };
  }

  /** Packages that hold exactly these units; equal ones in the order they were made. */
  async function findParcel(access: ShopAccess, request: PlatformParcelRequest): Promise<PlatformParcel | null> {
    const order = await listing.wholeOrder(access, request.platformOrderNo);
    if (order.shipping_type !== 'TIKTOK') return null;
    const total = request.lines.reduce((sum, line) => sum + line.quantity, 0);
    const arranged = order.line_items.filter(isArranged);
    const same = [...new Set(arranged.flatMap((unit) => unit.package_id ?? []))].sort(byId).filter((id) => {
      const content = arranged.filter((unit) => unit.package_id === id);
      return content.length === total && chooseUnits(order, request.lines, (unit) => content.includes(unit)) !== null;
    });
    const ref = same[Math.min(request.packageNo, same.length) - 1];
    if (!ref) return null;
    const told = await call(access, {
      operation: 'getPackage',
      method: 'GET',
      path: `/fulfillment/202309/packages/${encodeURIComponent(ref)}`,
      effect: 'read',
      shape: packageShape,
    });
    return {
      ref,
      ...(told.tracking_number ? { trackingNumber: told.tracking_number } : {}),
      carrierName: told.shipping_provider_name ?? CARRIER,
    };
  }

  async function label(access: ShopAccess, parcel: PlatformParcel): Promise<PlatformLabel> {
    const { doc_url: url } = await call(access, {
      operation: 'getDocument',
      method: 'GET',
      path: `/fulfillment/202309/packages/${encodeURIComponent(parcel.ref)}/shipping_documents`,
      query: { document_type: 'SHIPPING_LABEL', document_size: 'A6' },
      effect: 'read',
      shape: documentShape,
    });
    // The address lies with a file store and opens by itself: it gets neither token nor signature.
    const request = { method: 'GET', url, headers: { accept: '*/*' }, effect: 'read', maxBytes: LABEL_BYTES } as const;
    const answer = await download(request);
    if (answer.status !== 200)
      throw new ConnectorError(PLATFORM, kindOfStatus(answer.status, 'read'), `label: HTTP ${answer.status}`, {
        status: answer.status,
        ...(answer.status === 429 ? { retryAfterMs: 1000 } : {}),
      });
    if (answer.bytes.subarray(0, 4).toString('latin1') !== '%PDF')
      throw unreadable(PLATFORM, request, 'the label is no PDF', undefined);
    return { format: 'pdf', data: answer.bytes };
  }

  return {
    use: 'may',
    options: (access, request) => (buysLabels(access) ? services(access, request) : slots(access, request)),
    arrange: (access, request) => (buysLabels(access) ? buy(access, request) : ship(access, request)),
    findParcel,
    label,
  };
}
