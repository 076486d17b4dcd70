import type { PushedTracking, Tracker } from '../../carriers/connector.ts';
import type { CarrierAccess } from '../../types.ts';
import type { SeventeenTrackCall } from './client.ts';
import { readParcel } from './events.ts';
import { KNOWN_ALREADY } from './refusals.ts';
import { quotaAnswer, registerAnswer, trackAnswer } from './shapes.ts';

/** Numbers in one call. */
const BATCH = 40;
const NUMBER = /^[A-Za-z0-9]{5,50}$/;

type Requested = Parameters<Tracker['register']>[1][number];

function* batches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += BATCH) yield all.slice(start, start + BATCH);
}

const registration = ({ trackingNumber, carrierKey, postalCode, reference }: Requested) => ({
  number: trackingNumber,
  ...(carrierKey && /^\d+$/.test(carrierKey) ? { carrier: Number(carrierKey) } : { auto_detection: true }),
  order_no: reference.slice(0, 50),
  // What some carriers want beside the number.
  ...(postalCode ? { param: postalCode } : {}),
});

export function createFollowing(call: SeventeenTrackCall): Pick<Tracker, 'batch' | 'register' | 'track' | 'quota'> {
  return {
    batch: BATCH,

    async register(access: CarrierAccess, parcels: readonly Requested[]) {
      const once = [...new Map(parcels.map((one) => [one.trackingNumber, one])).values()];
      const refused = once
        .filter((one) => !NUMBER.test(one.trackingNumber))
        .map(({ trackingNumber }) => ({ trackingNumber, detail: 'not 5 to 50 letters and digits' }));
      for (const some of batches(once.filter((one) => NUMBER.test(one.trackingNumber)))) {
        const { rejected } = await call(access, 'register', some.map(registration), registerAnswer);
        for (const { number, error } of rejected)
          if (error.code !== KNOWN_ALREADY)
            refused.push({ trackingNumber: number, detail: `${error.message} (${error.code})`.trim() });
      }
      return refused;
    },

    async track(access: CarrierAccess, trackingNumbers: readonly string[]): Promise<PushedTracking[]> {
      const known = new Map<string, unknown[]>();
      const requested = [...new Set(trackingNumbers)].filter((number) => NUMBER.test(number));
      for (const some of batches(requested)) {
        const numbers = some.map((number) => ({ number }));
        const { accepted } = await call(access, 'gettrackinfo', numbers, trackAnswer);
        // Registered for several carriers, a number comes several times.
        for (const { number, track_info } of accepted) known.set(number, [...(known.get(number) ?? []), track_info]);
      }
      return [...known]
        .map(([trackingNumber, infos]) => ({ trackingNumber, events: readParcel(infos) }))
        .filter(({ events }) => events.length > 0);
    },

    async quota(access: CarrierAccess) {
      const { quota_total, quota_used, quota_remain } = await call(access, 'getquota', {}, quotaAnswer);
      return { total: quota_total, used: quota_used, left: quota_remain };
    },
  };
}
