import { z } from 'zod';
import type { PlatformParcel, PlatformParcelRequest, PlatformShipping } from '../../capabilities/fulfilment.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { downloadPdf, isPdf } from '../../document.ts';
import { createHttp } from '../../http.ts';
import { malformed } from '../../read.ts';
import type { HttpOptions, ShopAccess } from '../../types.ts';
import { byNumber } from '../../units.ts';
import { PLATFORM, rejected } from './client.ts';
import type { Fulfilment, Providers } from './fulfilment.ts';
import type { Listing } from './listing.ts';
import type { LazadaOrder, LazadaUnit } from './orderShape.ts';
import { byLazada, chooseUnits, is } from './units.ts';

const CARRIER = 'Lazada';

/** What pack takes; an option's id is just that, wrapped up. */
const wayShape = z.object({ allocate: z.string().min(1), code: z.string().min(1).optional() });

export const isOpen = (unit: LazadaUnit): boolean => is(unit, 'open') && !byLazada(unit);
export const isPacked = (unit: LazadaUnit): boolean => unit.package_id !== undefined && is(unit, 'packed', 'ready');

/** The units that a parcel is to hold, still unpacked. @throws ConnectorError `rejected` */
export function openUnits(order: LazadaOrder, lines: PlatformParcelRequest['lines']): LazadaUnit[] {
  const units = chooseUnits(order, lines, isOpen);
  if (!units)
    throw rejected('NOTHING_TO_PACK', `Lazada has fewer open units of order ${order.order_id} than this parcel`);
  return units;
}

/** The platform chooses the carrier, or the seller does among those told. */
export function waysOf(answered: Providers): { name: string; way: z.output<typeof wayShape> }[] {
  const allocate = answered.shipping_allocate_type;
  const providers = answered.shipment_providers ?? [];
  if (answered.platform_default || providers.length === 0) return [{ name: CARRIER, way: { allocate } }];
  return providers.map((one) => ({ name: one.name ?? one.provider_code, way: { allocate, code: one.provider_code } }));
}

export function createShipping(listing: Listing, fulfilment: Fulfilment, http: HttpOptions): PlatformShipping {
  const download = createHttp(PLATFORM, http);
  const idsOf = (units: readonly LazadaUnit[]) => units.map((unit) => unit.order_item_id);

  async function choices(access: ShopAccess, order: LazadaOrder, units: readonly LazadaUnit[]) {
    return waysOf(await fulfilment.providers(access, order.order_id, idsOf(units)));
  }

  /** Packages that hold exactly these units; equal ones in the order of their numbers. */
  function packageOf(order: LazadaOrder, request: PlatformParcelRequest): LazadaUnit | undefined {
    const total = request.lines.reduce((sum, line) => sum + line.quantity, 0);
    const packed = order.order_items.filter(isPacked);
    const same = [...new Set(packed.flatMap((unit) => unit.package_id ?? []))].sort(byNumber).filter((ref) => {
      const content = packed.filter((unit) => unit.package_id === ref);
      return content.length === total && chooseUnits(order, request.lines, (unit) => content.includes(unit)) !== null;
    });
    const ref = same[Math.min(request.packageNo, same.length) - 1];
    return packed.find((unit) => unit.package_id === ref);
  }

  return {
    use: 'may',

    async options(access, request) {
      const order = await listing.readDetail(access, request.platformOrderNo);
      return (await choices(access, order, openUnits(order, request.lines))).map(({ name, way }) => ({
        id: writeCursor(way),
        name,
        carrierName: name,
        handOver: 'unknown',
      }));
    },

    async arrange(access, request): Promise<PlatformParcel> {
      const order = await listing.readDetail(access, request.platformOrderNo);
      const units = openUnits(order, request.lines);
      const way =
        request.optionId === undefined
          ? (await choices(access, order, units))[0]?.way
          : readCursor(PLATFORM, wayShape, request.optionId);
      if (!way) throw rejected('NO_OPTION', 'Lazada offers no way to hand this parcel over');
      const { ref, others, unit } = await fulfilment.pack(access, order.order_id, idsOf(units), {
        allocate: way.allocate,
        ...(way.code ? { code: way.code } : {}),
      });
      if (others.length > 0)
        throw rejected(
          'SEVERAL_PACKAGES',
          `Lazada made several packages of the parcel: ${[ref, ...others].join(', ')}`,
        );
      return {
        ref,
        carrierName: unit?.shipment_provider ?? CARRIER,
        ...(unit?.tracking_number ? { trackingNumber: unit.tracking_number } : {}),
      };
    },

    async findParcel(access, request) {
      const unit = packageOf(await listing.readDetail(access, request.platformOrderNo), request);
      if (!unit?.package_id) return null;
      return {
        ref: unit.package_id,
        carrierName: unit.shipment_provider ?? CARRIER,
        ...(unit.tracking_code ? { trackingNumber: unit.tracking_code } : {}),
      };
    },

    async label(access, parcel) {
      const answered = await fulfilment.document(access, parcel.ref);
      const inside = Buffer.from(answered.file ?? '', 'base64');
      if (isPdf(inside)) return { format: 'pdf', data: inside };
      if (!answered.pdf_url) throw malformed(PLATFORM, 'the label is no PDF', inside.toString('latin1', 0, 200));
      return { format: 'pdf', data: await downloadPdf(PLATFORM, download, answered.pdf_url) };
    },

    /** Only until it is told as ready: Lazada takes the package apart, and its units are open again. */
    cancel: (access, parcel) => fulfilment.unpack(access, [parcel.ref]),
  };
}
