import { z } from 'zod';
import type { ConfirmResult, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type ShopeeClient } from './client.ts';
import type { Listing } from './listing.ts';
import { naming, packageFor } from './packages.ts';
import type { ParcelCalls } from './parcel-calls.ts';
import { isArranged } from './status.ts';

/**
 * What Shopee's own logistics carry, Shopee knows from the moment it was arranged: there is nothing left to tell. A
 * carrier of the seller's own is told by its tracking number.
 */
export function createConfirmation(client: ShopeeClient, listing: Listing, calls: ParcelCalls) {
  return async function confirmShipment(access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult> {
    const { order, parcel } = await packageFor(client, listing, access, notice);
    if (isArranged(parcel.logistics_status ?? '')) {
      const answered = await calls.trackingNumber(access, order, parcel);
      const detail = `Shopee ships package ${parcel.package_number}${answered ? ` with ${answered}` : ''}`;
      return { outcome: 'alreadyConfirmed', detail };
    }
    const { info_needed: needed } = await calls.parameters(access, order, parcel);
    if (!needed.non_integrated) {
      const message = `Shopee ships order ${order.order_sn} itself: arrange its parcel first`;
      throw new ConnectorError(PLATFORM, 'rejected', message, { code: 'NOT_ARRANGED' });
    }
    // Told twice it is refused, and what stands is read first: the answer may get lost.
    await client.call(access, {
      method: 'POST',
      path: 'logistics/ship_order',
      json: { ...naming(order, parcel), non_integrated: { tracking_number: notice.trackingNumber } },
      shape: z.unknown(),
    });
    return { outcome: 'confirmed' };
  };
}
