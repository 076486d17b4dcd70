import { z } from 'zod';
import type { ConfirmResult, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import type { ShopAccess } from '../../types.ts';
import type { Carriers } from './carriers.ts';
import type { TiktokClient } from './client.ts';
import type { Listing } from './listing.ts';
import type { TiktokOrder, TiktokUnit } from './orderShape.ts';
import { packageOf, rejected } from './parcels.ts';
import { marksAsShipped } from './regions.ts';
import { chooseUnits, isArranged, isOpen } from './units.ts';

const plain = (tracking: string): string => tracking.replace(/[\s-]/g, '').toUpperCase();

export function createConfirmation(call: TiktokClient, listing: Listing, carriers: Carriers) {
  async function mark(access: ShopAccess, order: TiktokOrder, units: TiktokUnit[], self: object): Promise<void> {
    await call(access, {
      operation: 'markShipped',
      method: 'POST',
      path: `/fulfillment/202309/orders/${encodeURIComponent(order.id)}/packages`,
      json: { order_line_item_ids: units.map((unit) => unit.id), ...self },
      effect: 'repeatable',
      shape: z.object({ package_id: z.string().min(1) }),
    });
  }

  /** Where sellers cannot choose units, TikTok has made the packages. */
  async function shipPackage(access: ShopAccess, id: string, self: object): Promise<void> {
    await call(access, {
      operation: 'shipPackage',
      method: 'POST',
      path: `/fulfillment/202309/packages/${encodeURIComponent(id)}/ship`,
      json: { self_shipment: self },
      effect: 'repeatable',
      shape: z.unknown(),
    });
  }

  return async function confirmShipment(access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult> {
    const order = await listing.wholeOrder(access, notice.platformOrderNo);
    const isOurs = ({ tracking_number: answered }: TiktokUnit) =>
      answered !== undefined && plain(answered) === plain(notice.trackingNumber);
    if (chooseUnits(order, notice.lines, isOurs))
      return { outcome: 'alreadyConfirmed', detail: `TikTok already ships the order with ${notice.trackingNumber}` };
    if (order.shipping_type === 'TIKTOK') {
      // The label was TikTok's: whoever buys it has told of the parcel.
      if (chooseUnits(order, notice.lines, isArranged))
        return { outcome: 'alreadyConfirmed', detail: 'the parcel goes by TikTok’s own shipping' };
      throw rejected('TIKTOK_SHIPPING', 'the order goes by TikTok’s own shipping: its label has to be arranged first');
    }
    const units = chooseUnits(order, notice.lines, isOpen);
    if (!units) throw rejected('NOTHING_TO_SHIP', `TikTok has fewer open units of order ${order.id} than this parcel`);
    const self = {
      tracking_number: notice.trackingNumber,
      shipping_provider_id: await carriers.providerOf(access, order, notice),
    };
    if (marksAsShipped(access.region)) await mark(access, order, units, self);
    else await shipPackage(access, packageOf({ order, units }), self);
    return { outcome: 'confirmed' };
  };
}
