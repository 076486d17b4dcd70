import { z } from 'zod';
import type { PlatformParcelRequest, PlatformShipping, PlatformShippingOption } from '../../capabilities/fulfilment.ts';
import type { ShopAccess } from '../../types.ts';
import type { TiktokClient } from './client.ts';
import type { Listing } from './listing.ts';
import type { Packages } from './packages.ts';
import { CARRIER, openParcel, partsOf } from './parcels.ts';

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
export function createHandOver(
  call: TiktokClient,
  listing: Listing,
  packages: Packages,
): Pick<PlatformShipping, 'options' | 'arrange'> {
  /** TikTok's package of the parcel, and who carries it. */
  async function packed(access: ShopAccess, request: PlatformParcelRequest) {
    const parcels = await Promise.all(partsOf(request).map((part) => openParcel(listing, access, part)));
    const ref = await packages.together(access, parcels);
    return { ref, carrierName: parcels[0]?.order.shipping_provider ?? CARRIER };
  }

  async function options(
    access: ShopAccess,
    { ref, carrierName }: Awaited<ReturnType<typeof packed>>,
  ): Promise<PlatformShippingOption[]> {
    const answered = await call(access, {
      operation: 'getTimeSlots',
      method: 'GET',
      path: `/fulfillment/202309/packages/${encodeURIComponent(ref)}/handover_time_slots`,
      effect: 'read',
      shape: slotsShape,
    });
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
    options: async (access, request) => options(access, await packed(access, request)),

    async arrange(access, request) {
      const parcel = await packed(access, request);
      const { ref, carrierName } = parcel;
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
      return { ref, carrierName };
    },
  };
}
