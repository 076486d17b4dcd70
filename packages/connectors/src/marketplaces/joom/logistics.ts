import { z } from 'zod';
import type { PlatformParcel, PlatformShipping } from '../../capabilities/fulfilment.ts';
import type { JoomClient } from './client.ts';
import type { Listing } from './listing.ts';

const CARRIER = 'Joom Logistics';
const DROP_OFF = 'dropOff';
const arranged = z.object({
  data: z.object({
    shipperName: z.string().nullish(),
    shippingOrderNumber: z.string().min(1),
    trackingNumber: z.string().nullish(),
  }),
});

const parcel = (ref: string, trackingNumber: string | null | undefined, name: string | null | undefined) =>
  ({ ref, carrierName: name || CARRIER, ...(trackingNumber ? { trackingNumber } : {}) }) satisfies PlatformParcel;

/** Joom Logistics: the seller takes the parcel to its point of acceptance. */
export function createLogistics(client: JoomClient, listing: Listing): PlatformShipping {
  return {
    use: 'may',

    async options(access, request) {
      const { shippingOption } = await listing.readDetail(access, request.platformOrderNo);
      return [{ id: DROP_OFF, name: shippingOption.tierName ?? CARRIER, carrierName: CARRIER, handOver: 'dropOff' }];
    },

    async arrange(access, { platformOrderNo }) {
      const { data } = await client.call(access, {
        method: 'POST',
        path: '/orders/fulfillOnline',
        json: { ids: [platformOrderNo], pickup: false },
        effect: 'once',
        shape: arranged,
      });
      return parcel(data.shippingOrderNumber, data.trackingNumber, data.shipperName);
    },

    async findParcel(access, { platformOrderNo }) {
      const { shipment } = await listing.readDetail(access, platformOrderNo);
      return shipment.shippingOrderNumber
        ? parcel(shipment.shippingOrderNumber, shipment.trackingNumber, shipment.provider)
        : null;
    },

    async label(access, _parcel, platformOrderNo) {
      const data = await client.file(access, {
        method: 'GET',
        path: '/orders/shippingLabel',
        query: { id: platformOrderNo },
        effect: 'read',
        accept: 'application/pdf',
      });
      return { format: 'pdf', data };
    },
  };
}
