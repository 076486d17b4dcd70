import { z } from 'zod';
import type { CancelRequest, CancelResult } from '../../capabilities/cancellation.ts';
import type { ConfirmResult, PlatformCarrier, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { type JoomClient, listShape, oneShape, PLATFORM } from './client.ts';
import type { Listing } from './listing.ts';
import type { JoomOrder } from './orderShape.ts';

const shipper = z.object({ id: z.string().min(1), name: z.string().min(1) });
const CALLED_OFF = new Set(['cancelled', 'refunded', 'paidByJoomRefund', 'returnCompleted']);

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

export function createShipment(client: JoomClient, listing: Listing) {
  async function listCarriers(access: ShopAccess): Promise<PlatformCarrier[]> {
    const { data } = await client.call(access, { method: 'GET', path: '/shippers', effect: 'read', shape: listShape });
    return data.flatMap((raw) => {
      const read = shipper.safeParse(raw);
      return read.success ? [{ code: read.data.id, name: read.data.name }] : [];
    });
  }

  /** @throws ConnectorError `rejected` UNKNOWN_CARRIER */
  async function shipperOf(access: ShopAccess, notice: ShipmentConfirmation): Promise<PlatformCarrier> {
    const known = await listCarriers(access);
    const names = [notice.carrierName, notice.carrierCode].map(plain);
    const found =
      known.find((one) => one.code === notice.carrierCode) ?? known.find((one) => names.includes(plain(one.name)));
    if (found) return found;
    throw new ConnectorError(PLATFORM, 'rejected', `Joom knows no shipper ${notice.carrierName}`, {
      code: 'UNKNOWN_CARRIER',
    });
  }

  /** What stands already needs no telling: the same number, a parcel of Joom's logistics, or another part's parcel. */
  function standing(order: JoomOrder, notice: ShipmentConfirmation): string | undefined {
    const { shipment } = order;
    if (!shipment.trackingNumber && !shipment.shippingOrderNumber) return undefined;
    if (shipment.trackingNumber && plain(shipment.trackingNumber) === plain(notice.trackingNumber))
      return `Joom already knows ${shipment.trackingNumber}`;
    if (shipment.shippingOrderNumber) return 'the parcel goes by Joom Logistics';
    const answered = notice.lines.reduce((pieces, line) => pieces + line.quantity, 0);
    return answered < order.quantity ? `Joom knows one parcel of an order: ${shipment.trackingNumber}` : undefined;
  }

  return {
    listCarriers,

    async confirmShipment(access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult> {
      const order = await listing.readDetail(access, notice.platformOrderNo);
      const detail = standing(order, notice);
      if (detail) return { outcome: 'alreadyConfirmed', detail };
      if (order.allowedShippingTypes?.toLowerCase() === 'onlineonly')
        throw new ConnectorError(PLATFORM, 'rejected', 'the order has to go by Joom Logistics: its label comes first', {
          code: 'ONLINE_ONLY',
        });
      const { code, name } = await shipperOf(access, notice);
      await client.call(access, {
        method: 'POST',
        path: order.shipment.trackingNumber ? '/orders/modifyTracking' : '/orders/fulfill',
        query: { id: order.id },
        json: { providerId: code, provider: name, trackingNumber: notice.trackingNumber },
        // Asked again, the order is read first.
        effect: 'repeatable',
        shape: oneShape,
      });
      return { outcome: 'confirmed' };
    },

    /** Always the whole order, and counted against the merchant. */
    async cancelOrder(access: ShopAccess, notice: CancelRequest): Promise<CancelResult> {
      const order = await listing.readDetail(access, notice.platformOrderNo);
      if (CALLED_OFF.has(order.status)) return { outcome: 'alreadyCancelled', detail: order.status };
      await client.call(access, {
        method: 'POST',
        path: '/orders/cancel',
        query: { id: order.id },
        json: {
          reason: notice.reason === 'outOfStock' ? 'outOfStock' : 'unableToFulfill',
          ...(notice.note ? { note: notice.note } : {}),
        },
        effect: 'repeatable',
        shape: z.unknown(),
      });
      return { outcome: 'cancelled' };
    },
  };
}
