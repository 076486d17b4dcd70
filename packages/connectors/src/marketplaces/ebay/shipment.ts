import { z } from 'zod';
import type { ConfirmResult, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { type EbayClient, PLATFORM, shaped } from './client.ts';

const fulfilments = z.object({
  fulfillments: z
    .array(z.object({ fulfillmentId: z.string().nullish(), shipmentTrackingNumber: z.string().nullish() }))
    .nullish(),
});
/** A moment that eBay's clock might not have reached is left out: it then takes its own. */
const CLOCKS_MS = 10 * 60_000;

/** eBay takes letters and digits only. */
export const plainTracking = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '');

export function createConfirmation(call: EbayClient, now: () => number) {
  /** Fulfilments cannot be edited and are not told apart by eBay: what stands is read before another one is made. */
  async function isConfirmedAlready(access: ShopAccess, path: string, tracking: string): Promise<boolean> {
    const answer = await call(access, { api: 'fulfillment', method: 'GET', path });
    const known = shaped(fulfilments, answer, 'getShippingFulfillments').fulfillments ?? [];
    const same = (text: string | null | undefined) =>
      plainTracking(text ?? '').toUpperCase() === tracking.toUpperCase();
    return known.some((one) => same(one.shipmentTrackingNumber) || same(one.fulfillmentId));
  }

  return async function confirmShipment(access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult> {
    const tracking = plainTracking(notice.trackingNumber);
    if (tracking === '')
      throw new ConnectorError(PLATFORM, 'rejected', 'the tracking number has neither letters nor digits', {
        code: 'NO_TRACKING',
      });
    const path = `/order/${encodeURIComponent(notice.platformOrderNo)}/shipping_fulfillment`;
    if (await isConfirmedAlready(access, path, tracking))
      return { outcome: 'alreadyConfirmed', detail: `eBay already ships the order with ${tracking}` };
    const shippedAt = Date.parse(notice.shippedAt);
    await call(access, {
      api: 'fulfillment',
      method: 'POST',
      path,
      json: {
        lineItems: notice.lines.map((line) => ({ lineItemId: line.platformLineId, quantity: line.quantity })),
        ...(shippedAt < now() - CLOCKS_MS ? { shippedDate: new Date(shippedAt).toISOString() } : {}),
        shippingCarrierCode: notice.carrierCode || notice.carrierName,
        trackingNumber: tracking,
      },
    });
    return { outcome: 'confirmed' };
  };
}
