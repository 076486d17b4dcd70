import type { TrackingStage } from '@tradewind/connectors/types.ts';

const HOUR_MS = 3_600_000;
/** After this long delivery is unlikely: stops tracking. */
export const FORGET_AFTER_DAYS = 60;

const EVERY_HOURS: Record<TrackingStage, number> = {
  created: 3,
  pickedUp: 4,
  inTransit: 4,
  customs: 6,
  availableForPickup: 6,
  outForDelivery: 1,
  deliveryFailed: 4,
  exception: 4,
  returning: 12,
  unknown: 6,
  delivered: 0,
  returned: 0,
  lost: 0,
  cancelled: 0,
};

/**
 * The next tracking time. Often for parcels near delivery, less and less for those without movement; failures back off.
 * null: never again.
 */
export function nextTrackAt(input: {
  stage: TrackingStage;
  shippedAt: Date | null;
  /** Of a return label, which ships when its buyer hands it over. */
  boughtAt?: Date | null;
  lastScanAt: Date | null;
  failures: number;
  now: Date;
}): Date | null {
  const { stage, now } = input;
  if (EVERY_HOURS[stage] === 0) return null;
  const since = input.shippedAt ?? input.boughtAt ?? now;
  if (now.getTime() - since.getTime() > FORGET_AFTER_DAYS * 24 * HOUR_MS) return null;
  const hours = input.failures > 0 ? Math.min(12, 0.25 * 2 ** input.failures) : restHours(input);
  return new Date(now.getTime() + hours * HOUR_MS);
}

function restHours(input: { stage: TrackingStage; lastScanAt: Date | null; now: Date }): number {
  const usual = EVERY_HOURS[input.stage];
  const silentDays = input.lastScanAt ? (input.now.getTime() - input.lastScanAt.getTime()) / (24 * HOUR_MS) : 0;
  return silentDays > 3 ? Math.min(24, usual * 3) : usual;
}
