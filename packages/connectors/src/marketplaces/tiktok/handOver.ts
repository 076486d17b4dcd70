import { z } from 'zod';
import type { PlatformShipping, PlatformShippingOption } from '../../capabilities/fulfilment.ts';
import type { ShopAccess } from '../../types.ts';
import type { TiktokClient } from './client.ts';
import type { Listing } from './listing.ts';
import { CARRIER, openParcel, type Parcel, packageOf } from './parcels.ts';

const slotsShape = z.object({
  can_pickup: z.boolean().nullish(),
  can_drop_off: z.boolean().nullish(),
  pickup_slots: z
    // So it is spelt.
    .array(z.object({ start_time: z.number().int(), end_time: z.number().int(), avaliable: z.boolean().nullish() }))
    .nullish(),
});

/** "PICKUP:1700000000:1700007200" or "DROP_OFF", as TikTok wants to be told. */
function wordsOf(optionId: string | undefined): object {
  const [handover_method, start, end] = (optionId ?? '').split(':');
  if (handover_method === 'DROP_OFF') return { handover_method };
  if (handover_method !== 'PICKUP') return {};
  return { handover_method, pickup_slot: { start_time: Number(start), end_time: Number(end) } };
}

const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');

/** Outside the United States TikTok has made the packages: the seller says when they are fetched, or brings them. */
export function createHandOver(call: TiktokClient, listing: Listing): Pick<PlatformShipping, 'options' | 'arrange'> {
  async function options(access: ShopAccess, { order, units }: Parcel): Promise<PlatformShippingOption[]> {
    const answered = await call(access, {
      operation: 'getTimeSlots',
      method: 'GET',
      path: `/fulfillment/202309/packages/${encodeURIComponent(packageOf({ order, units }))}/handover_time_slots`,
      effect: 'read',
      shape: slotsShape,
    });
    const carrierName = order.shipping_provider ?? CARRIER;
    const pickups = (answered.can_pickup ? (answered.pickup_slots ?? []) : []).filter(
      (slot) => slot.avaliable !== false,
    );
    return [
      ...(answered.can_drop_off
        ? [{ id: 'DROP_OFF', name: 'Drop-off', carrierName, handOver: 'dropOff' as const }]
        : []),
      ...pickups.map(({ start_time: from, end_time: to }) => ({
        id: `PICKUP:${from}:${to}`,
        name: `${clock(from)} – ${clock(to)} UTC`,
        carrierName,
        handOver: 'pickup' as const,
      })),
    ];
  }

  return {
    options: async (access, request) => options(access, await openParcel(listing, access, request)),

    async arrange(access, request) {
      const parcel = await openParcel(listing, access, request);
      const ref = packageOf(parcel);
      const optionId = request.optionId ?? (await options(access, parcel))[0]?.id;
      await call(access, {
        operation: 'shipPackage',
        method: 'POST',
        path: `/fulfillment/202309/packages/${encodeURIComponent(ref)}/ship`,
        // In South-East Asia TikTok looks at none of it.
        json: { ...wordsOf(optionId) },
        effect: 'once',
        shape: z.unknown(),
      });
      return { ref, carrierName: parcel.order.shipping_provider ?? CARRIER };
    },
  };
}
