import type { TrackingStage } from '../../types.ts';

/** Statuses, sub-statuses and stages of 17TRACK: the first that fits what a name begins with. */
const BY_NAME: readonly (readonly [RegExp, TrackingStage])[] = [
  [/^InfoReceived/, 'created'],
  [/^(InTransit_)?PickedUp/, 'pickedUp'],
  [/^InTransit_Customs/, 'customs'],
  [/^(InTransit|Departure|Arrival)/, 'inTransit'],
  [/^AvailableForPickup/, 'availableForPickup'],
  [/^OutForDelivery/, 'outForDelivery'],
  [/^DeliveryFailure/, 'deliveryFailed'],
  [/^Delivered/, 'delivered'],
  [/^(Exception_)?Returning/, 'returning'],
  [/^(Exception_)?Returned/, 'returned'],
  [/^Exception_Lost/, 'lost'],
  [/^Exception_Cancel/, 'cancelled'],
  [/^(Exception|Expired)/, 'exception'],
];

/** By the first of these names that says something. */
export function stageOf(...names: readonly string[]): TrackingStage {
  for (const name of names) {
    const stage = BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
    if (stage) return stage;
  }
  return 'unknown';
}
