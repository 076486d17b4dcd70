import { z } from 'zod';
import type { ConfirmResult, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { type AmazonClient, PLATFORM } from './client.ts';
import type { Listing } from './listing.ts';

const packages = z.object({
  packages: z.array(z.object({ trackingNumber: z.string().nullish() })).nullish(),
});

export const sameTracking = (a: string, b: string): boolean =>
  a.replace(/[\s-]/g, '').toUpperCase() === b.replace(/[\s-]/g, '').toUpperCase();

function marketplaceOf(access: ShopAccess, notice: ShipmentConfirmation): string {
  const only = access.marketplaceIds?.length === 1 ? access.marketplaceIds[0] : undefined;
  const id = notice.marketplaceId ?? only;
  if (!id) throw new ConnectorError(PLATFORM, 'rejected', 'confirmShipment: the marketplace of the order is not known');
  return id;
}

export function createConfirmation(call: AmazonClient, listing: Listing) {
  /** Amazon no longer knows a package to update once the order is wholly shipped: is it shipped by this very parcel? */
  async function isShippedWith(access: ShopAccess, notice: ShipmentConfirmation): Promise<boolean> {
    const { raw } = await listing.getOrder(access, notice.platformOrderNo, ['PACKAGES']);
    const read = packages.safeParse(raw);
    const answered = read.success ? (read.data.packages ?? []) : [];
    return answered.some((one) => one.trackingNumber && sameTracking(one.trackingNumber, notice.trackingNumber));
  }

  return async function confirmShipment(access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult> {
    if (!Number.isSafeInteger(notice.packageNo) || notice.packageNo < 1) {
      throw new ConnectorError(PLATFORM, 'rejected', 'confirmShipment: the package number must be a positive integer');
    }
    try {
      await call(access, {
        operation: 'confirmShipment',
        method: 'POST',
        path: `/orders/v0/orders/${encodeURIComponent(notice.platformOrderNo)}/shipmentConfirmation`,
        json: {
          marketplaceId: marketplaceOf(access, notice),
          packageDetail: {
            // A JSON string that holds a positive integer; a number is refused.
            packageReferenceId: String(notice.packageNo),
            carrierCode: notice.carrierCode,
            carrierName: notice.carrierName,
            shippingMethod: notice.serviceName,
            trackingNumber: notice.trackingNumber,
            shipDate: new Date(notice.shippedAt).toISOString(),
            orderItems: notice.lines.map((line) => ({ orderItemId: line.platformLineId, quantity: line.quantity })),
          },
        },
      });
      return { outcome: 'confirmed' };
    } catch (error) {
      const refused = error instanceof ConnectorError && error.kind === 'rejected';
      if (!refused || !`${error.code} ${error.message}`.includes('PackageToUpdateNotFound')) throw error;
      if (!(await isShippedWith(access, notice))) throw error;
      return { outcome: 'alreadyConfirmed', detail: `Amazon already ships the order with ${notice.trackingNumber}` };
    }
  };
}
