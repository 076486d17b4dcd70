import type { Passed } from '../world/world.ts';
import type { Registration } from './register.ts';

const LAST_MILE = { key: 21051, name: 'USPS', alias: 'USPS', tel: null, homepage: '', country: 'US' };

interface Step {
  sub: string;
  words: string;
  /** In the words of the last mile's carrier, where it tells of this step as well. */
  last?: string;
  milestone?: string;
}

/** The steps of all stand-ins of carriers, as 17TRACK understands them. */
const STEPS: Readonly<Record<string, Step>> = {
  created: { sub: 'InfoReceived', words: 'Shipment information received', milestone: 'InfoReceived' },
  picked_up: { sub: 'InTransit_PickedUp', words: 'Parcel picked up', milestone: 'PickedUp' },
  in_transit: { sub: 'InTransit_Departure', words: 'Departed from facility', milestone: 'Departure' },
  arrived: { sub: 'InTransit_CustomsProcessing', words: 'Arrived, customs processing', milestone: 'Arrival' },
  cleared: { sub: 'InTransit_CustomsReleased', words: 'Customs cleared' },
  handed_over: { sub: 'InTransit_Other', words: 'Handed over to the last mile', last: 'Accepted at regional facility' },
  out_for_delivery: {
    ...{ sub: 'OutForDelivery_Other', words: 'Out for delivery', last: 'OUT FOR DELIVERY TODAY' },
    milestone: 'OutForDelivery',
  },
  delivered: {
    ...{ sub: 'Delivered_Other', words: 'Delivered', last: 'Delivered, in or at mailbox' },
    milestone: 'Delivered',
  },
  exception: { sub: 'Exception_Delayed', words: 'Delayed' },
  returned: { sub: 'Exception_Returning', words: 'Returned to sender', milestone: 'Returning' },
  cancelled: { sub: 'Exception_Cancel', words: 'Shipment cancelled' },
};
const UNNAMED: Step = { sub: 'InTransit_Other', words: 'In transit' };
const stepOf = ({ stage }: Passed): Step => STEPS[stage] ?? UNNAMED;

const NEAR_SENDER = new Set(['created', 'picked_up', 'in_transit', 'cancelled', 'returned']);
const placeOf = ({ stage }: Passed) =>
  NEAR_SENDER.has(stage)
    ? { country: 'CN', city: 'Shenzhen', hours: 8, offset: '+08:00' }
    : { country: 'US', city: 'New York', hours: -5, offset: '-05:00' };

function timesOf(step: Passed) {
  const { hours, offset } = placeOf(step);
  const local = new Date(step.at + hours * 3_600_000).toISOString().slice(0, 19);
  const [date, time] = local.split('T');
  return {
    time_iso: `${local}${offset}`,
    time_utc: `${new Date(step.at).toISOString().slice(0, 19)}Z`,
    time_raw: { date, time, timezone: offset },
  };
}

function eventView(step: Passed, words: string) {
  const { country, city } = placeOf(step);
  return {
    ...timesOf(step),
    description: words,
    location: city,
    stage: stepOf(step).milestone ?? null,
    sub_status: stepOf(step).sub,
    address: { country, state: null, city, street: null, postal_code: null },
  };
}

const providerView = (provider: object, events: object[], at: string) => ({
  ...{ provider, service_type: null, latest_sync_status: 'Success', latest_sync_time: at },
  ...{ events_hash: events.length, events },
});

/** Newest first, as they answer. */
export function trackView(one: Registration, passed: readonly Passed[], now: number) {
  const newest = passed.toReversed();
  const [last] = newest;
  const at = new Date(now).toISOString();
  const first = newest.map((step) => eventView(step, stepOf(step).words));
  const second = newest.flatMap((step) => {
    const words = stepOf(step).last;
    return words ? [eventView(step, words)] : [];
  });
  const carrier = { key: one.carrier, name: 'Carrier', alias: 'Carrier', tel: null, homepage: '', country: 'CN' };
  const sub = last ? stepOf(last).sub : 'NotFound_Other';
  return {
    ...{ number: one.number, carrier: one.carrier, tag: one.tag, param: one.param || null },
    track_info: {
      shipping_info: { shipper_address: { country: 'CN' }, recipient_address: { country: 'US' } },
      latest_status: { status: sub.split('_')[0], sub_status: sub, sub_status_descr: null },
      latest_event: first[0] ?? null,
      milestone: ['InfoReceived', 'PickedUp', 'Departure', 'Arrival', 'OutForDelivery', 'Delivered'].map(
        (key_stage) => {
          const step = passed.find((done) => stepOf(done).milestone === key_stage);
          const { time_iso = null, time_utc = null } = step ? timesOf(step) : {};
          return { key_stage, time_iso, time_utc };
        },
      ),
      tracking: {
        providers_hash: passed.length,
        providers: [
          providerView(carrier, first, at),
          ...(second.length > 0 ? [providerView(LAST_MILE, second, at)] : []),
        ],
      },
    },
  };
}
