import { z } from 'zod';
import type { CancelReason, CancelRequest, CancelResult } from '../../capabilities/cancellation.ts';
import type { ConfirmResult, PlatformCarrier, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type TophatterClient } from './client.ts';
import type { Listing } from './listing.ts';
import { orderShape } from './orders.ts';

const REASONS: Readonly<Record<CancelReason, string>> = {
  outOfStock: 'out_of_stock',
  buyerAsked: 'buyer_requested_through_ticket',
  badAddress: 'incorrect_buyers_address',
  wrongPrice: 'other',
  other: 'other',
};

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
const rejected = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });

export function createShipment(call: TophatterClient, listing: Listing) {
  /** Several names may stand for one carrier: the first is shown. */
  async function listCarriers(access: ShopAccess): Promise<PlatformCarrier[]> {
    const shape = z.record(z.string(), z.string());
    const answered = await call(access, { method: 'GET', path: 'metadata/carriers', effect: 'read', shape });
    const carriers = new Map<string, PlatformCarrier>();
    for (const [name, code] of Object.entries(answered)) if (!carriers.has(code)) carriers.set(code, { code, name });
    return [...carriers.values()];
  }

  return {
    listCarriers,

    async confirmShipment(access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult> {
      const order = await listing.readDetail(access, notice.platformOrderNo);
      const stands = order.tracking_number;
      if (stands && plain(stands) === plain(notice.trackingNumber))
        return { outcome: 'alreadyConfirmed', detail: `Tophatter already knows ${stands}` };
      if (stands) throw rejected('SHIPPED', `Tophatter knows the order as shipped with ${stands}`);
      if (order.status !== 'paid') throw rejected('NOT_OPEN', `the order is ${order.status}: it is not to be shipped`);
      const known = await listCarriers(access);
      const desired = [notice.carrierCode, notice.carrierName].map(plain);
      const carrier =
        known.find(({ code }) => code === notice.carrierCode) ??
        known.find(({ code, name }) => desired.includes(plain(name)) || desired.includes(plain(code)));
      if (!carrier) throw rejected('UNKNOWN_CARRIER', `Tophatter knows no carrier ${notice.carrierName}`);
      await call(access, {
        method: 'POST',
        path: 'orders/fulfill',
        fields: { order_id: order.order_id, carrier: carrier.code, tracking_number: notice.trackingNumber },
        // Asked again, the order is read first.
        effect: 'repeatable',
        shape: orderShape,
      });
      return { outcome: 'confirmed' };
    },

    /** The whole order is given back. */
    async cancelOrder(access: ShopAccess, notice: CancelRequest): Promise<CancelResult> {
      const order = await listing.readDetail(access, notice.platformOrderNo);
      if (order.status === 'refunded') return { outcome: 'alreadyCancelled', detail: order.status };
      if (order.tracking_number) throw rejected('SHIPPED', 'the order is shipped: a refund would not call it off');
      const after = await call(access, {
        method: 'POST',
        path: 'orders/refund',
        fields: {
          order_id: order.order_id,
          type: 'full',
          reason: REASONS[notice.reason],
          explanation: notice.note,
        },
        effect: 'repeatable',
        shape: orderShape,
      });
      return after.status === 'refunded' ? { outcome: 'cancelled' } : { outcome: 'requested', detail: after.status };
    },
  };
}
