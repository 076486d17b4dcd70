import type { PlatformParcelRequest } from '../../capabilities/fulfilment.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM } from './client.ts';
import type { Listing } from './listing.ts';
import type { TiktokOrder, TiktokUnit } from './orderShape.ts';
import { chooseUnits, isCancelled, isOpen } from './units.ts';

/** What both ways of giving a parcel to TikTok's logistics share. */
export const CARRIER = 'TikTok Shipping';

export const rejected = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });

export interface Parcel {
  order: TiktokOrder;
  units: TiktokUnit[];
}

type PartOfParcel = Pick<PlatformParcelRequest, 'platformOrderNo' | 'lines'>;

/** The orders of a parcel, each with its lines. */
export const partsOf = (request: PlatformParcelRequest): PartOfParcel[] => [request, ...(request.otherOrders ?? [])];

/** The order, and those of its open units that the parcel holds. @throws ConnectorError `rejected` */
export async function openParcel(listing: Listing, access: ShopAccess, request: PartOfParcel): Promise<Parcel> {
  const order = await listing.wholeOrder(access, request.platformOrderNo);
  if (order.shipping_type !== 'TIKTOK')
    throw rejected('SELLER_SHIPPING', 'TikTok leaves the shipping of this order to the seller');
  const units = chooseUnits(order, request.lines, isOpen);
  if (!units) throw rejected('NOTHING_TO_SHIP', `TikTok has fewer open units of order ${order.id} than this parcel`);
  return { order, units };
}

/** The one package that TikTok has made of just these units: none is shipped in part. @throws ConnectorError `rejected` */
export function packageOf({ order, units }: Parcel): string {
  const [id, ...more] = new Set(units.map((unit) => unit.package_id));
  if (!id) throw rejected('NO_PACKAGE', 'TikTok has made no package of these units yet');
  if (more.length > 0) throw rejected('SEVERAL_PACKAGES', 'TikTok has made more than one package of this parcel');
  if (order.line_items.some((unit) => unit.package_id === id && !isCancelled(unit) && !units.includes(unit)))
    throw rejected('PART_OF_PACKAGE', `package ${id} holds more than this parcel: it is shipped as a whole`);
  return id;
}
