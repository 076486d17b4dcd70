import type { TrackingStage } from '../../types.ts';

/** These say nothing new of the parcel: its last-mile carrier was told of it, or something else. */
const UNCHANGED = new Set(['SC40', 'SC45', 'OTHER']);

/** Yanwen's codes as public clients list them: the first that fits. Trouble and returns come before their families. */
const CODES: readonly (readonly [RegExp, TrackingStage])[] = [
  [/^OR30$/, 'cancelled'],
  [/^OR\d/, 'created'],
  [/^LM5\d$/, 'deliveryFailed'],
  [/^(PU30|EC30|IC51|IC70|LH35|LM32|LM[6-8]\d)$/, 'exception'],
  [/^(SC3\d|LM9\d)$/, 'returning'],
  [/^PU\d/, 'pickedUp'],
  [/^IC50$/, 'customs'],
  [/^LM25$/, 'outForDelivery'],
  [/^LM40$/, 'delivered'],
  [/^(SC|EC|LH|IC|LM)\d/, 'inTransit'],
];

export function stageOf(status: string, before: TrackingStage): TrackingStage {
  const code = status.toUpperCase();
  if (UNCHANGED.has(code)) return before === 'unknown' ? 'created' : before;
  return CODES.find(([pattern]) => pattern.test(code))?.[1] ?? 'unknown';
}
