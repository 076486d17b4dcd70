import { z } from 'zod';
import type {
  PlatformParcel,
  PlatformParcelRequest,
  PlatformShipping,
  PlatformShippingOption,
} from '../../capabilities/fulfilment.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import type { Sleep } from '../../pace.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type ShopeeClient } from './client.ts';
import { createLabels } from './label.ts';
import type { Listing } from './listing.ts';
import type { ShopeeOrder, ShopeePackage } from './orderShape.ts';
import { findPackage, naming, packageFor } from './packages.ts';
import type { Parameters, ParcelCalls } from './parcel-calls.ts';
import { dayIn } from './regions.ts';
import { isArranged } from './status.ts';

/** What ship_order takes; an option's id is just that, wrapped up. */
const choiceShape = z.union([
  z.object({ pickup: z.object({ address_id: z.string(), pickup_time_id: z.string().optional() }) }),
  z.object({
    dropoff: z.object({ branch_id: z.string().optional(), slug: z.string().optional(), sender: z.boolean() }),
  }),
]);
type Choice = z.output<typeof choiceShape>;

const where = (one: { address?: string | undefined; city?: string | undefined; state?: string | undefined }) =>
  one.address ?? one.city ?? one.state;
const named = (...words: (string | undefined)[]) => words.filter(Boolean).join(' · ');

/** A carrier's number that only the seller could know: such a way is not offered. */
const needsTheirNumber = (needed: readonly string[]) =>
  needed.some((one) => one === 'tracking_no' || one === 'tracking_number') && !needed.includes('sender_real_name');

function pickups(answered: Parameters, region: string): [name: string, choice: Choice][] {
  const needed = answered.info_needed.pickup;
  if (!needed || needsTheirNumber(needed)) return [];
  return (answered.pickup?.address_list ?? []).flatMap((address): [string, Choice][] => {
    const pickup = { address_id: address.address_id };
    const slots = address.time_slot_list.filter((one) => one.pickup_time_id !== undefined);
    // Some carriers name no hours: the address alone will do.
    if (slots.length === 0) return [[named('Pickup', where(address)), { pickup }]];
    return slots.map((one) => [
      named('Pickup', one.date && dayIn(region, one.date), one.time_text, where(address)),
      { pickup: { ...pickup, pickup_time_id: one.pickup_time_id } },
    ]);
  });
}

function dropOffs(answered: Parameters): [name: string, choice: Choice][] {
  const needed = answered.info_needed.dropoff;
  if (!needed || needsTheirNumber(needed)) return [];
  const branches = needed.includes('branch_id') ? (answered.dropoff?.branch_list ?? []) : [undefined];
  const slugs = needed.includes('slug') ? (answered.dropoff?.slug_list ?? []) : [undefined];
  const sender = needed.includes('sender_real_name');
  return branches.flatMap((branch) =>
    slugs.map((slug): [string, Choice] => [
      named('Drop-off', slug?.slug_name ?? slug?.slug, branch && where(branch)),
      { dropoff: { branch_id: branch?.branch_id, slug: slug?.slug, sender } },
    ]),
  );
}

function bodyOf(choice: Choice, request: PlatformParcelRequest) {
  // The key alone tells the way, so it is sent even where nothing stands in it.
  if ('pickup' in choice) {
    const { address_id, pickup_time_id } = choice.pickup;
    return { pickup: { address_id: Number(address_id), ...(pickup_time_id ? { pickup_time_id } : {}) } };
  }
  const { branch_id, slug, sender } = choice.dropoff;
  const name = request.shipFrom?.name;
  return {
    dropoff: {
      ...(branch_id ? { branch_id: Number(branch_id) } : {}),
      ...(slug ? { slug } : {}),
      ...(sender && name ? { sender_real_name: name } : {}),
    },
  };
}

export function createShipping(
  client: ShopeeClient,
  listing: Listing,
  calls: ParcelCalls,
  sleep: Sleep,
): PlatformShipping {
  const carrierOf = (order: ShopeeOrder, parcel: ShopeePackage) =>
    parcel.shipping_carrier ?? order.shipping_carrier ?? 'Shopee';

  function choices(answered: Parameters, order: ShopeeOrder, parcel: ShopeePackage): PlatformShippingOption[] {
    const carrierName = carrierOf(order, parcel);
    const option =
      (handOver: 'pickup' | 'dropOff') =>
      ([name, choice]: [string, Choice]) => ({
        id: writeCursor(choice),
        name,
        carrierName,
        handOver,
      });
    return [
      ...pickups(answered, order.region ?? '').map(option('pickup')),
      ...dropOffs(answered).map(option('dropOff')),
    ];
  }

  async function toParcel(access: ShopAccess, order: ShopeeOrder, parcel: ShopeePackage): Promise<PlatformParcel> {
    const trackingNumber = await calls.trackingNumber(access, order, parcel);
    return {
      ref: parcel.package_number,
      carrierName: carrierOf(order, parcel),
      ...(trackingNumber ? { trackingNumber } : {}),
    };
  }

  return {
    use: 'must',

    async options(access, request) {
      const { order, parcel } = await packageFor(client, listing, access, request);
      return choices(await calls.parameters(access, order, parcel), order, parcel);
    },

    async arrange(access, request) {
      const { order, parcel } = await packageFor(client, listing, access, request);
      let optionId = request.optionId;
      if (optionId === undefined) {
        optionId = choices(await calls.parameters(access, order, parcel), order, parcel)[0]?.id;
        if (optionId === undefined)
          throw new ConnectorError(PLATFORM, 'rejected', 'Shopee offers no way to hand this parcel over', {
            code: 'NO_OPTION',
          });
      }
      await client.call(access, {
        method: 'POST',
        path: 'logistics/ship_order',
        json: { ...naming(order, parcel), ...bodyOf(readCursor(PLATFORM, choiceShape, optionId), request) },
        effect: 'once',
        shape: z.unknown(),
      });
      try {
        return await toParcel(access, order, parcel);
      } catch (error) {
        // It is arranged, whatever became of the question for its number: that is asked again later.
        if (!(error instanceof ConnectorError)) throw error;
        return { ref: parcel.package_number, carrierName: carrierOf(order, parcel) };
      }
    },

    async findParcel(access, request) {
      const order = await listing.readDetail(access, request.platformOrderNo);
      const parcel = findPackage(order, request.lines);
      if (!parcel || !isArranged(parcel.logistics_status ?? '')) return null;
      return toParcel(access, order, parcel);
    },

    label: createLabels(client, listing, calls, sleep),
  };
}
