import type { TrackingStage } from '../../types.ts';

/** FedEx's table of status codes; what it says of customs under "Regulatory" is used in events, too. */
const CODES: readonly (readonly [TrackingStage, string])[] = [
  ['created', 'OC OX IN EP MD PD DS DR RP'],
  ['pickedUp', 'PU PX AP OF'],
  ['inTransit', 'IT IX AA AC AF AO AR AX CC CH DD DP DY EA EO FD LO OW PF PL PM PY SF SP TR'],
  ['customs', 'CD CP'],
  ['outForDelivery', 'OD ED AD'],
  ['deliveryFailed', 'DE'],
  ['availableForPickup', 'HL HP'],
  ['delivered', 'DL'],
  ['exception', 'SE HA'],
  ['returning', 'RS RT'],
  ['cancelled', 'CA RD LP'],
];
const BY_CODE = new Map(CODES.flatMap(([stage, codes]) => codes.split(' ').map((code) => [code, stage] as const)));

/** The buyer changes where and when it is delivered: nothing new of the parcel. */
const UNCHANGED = new Set(['RR', 'RM', 'RC', 'RG']);

/** An exception tells by its words what it is about. */
const BY_WORDS: readonly (readonly [RegExp, TrackingStage])[] = [
  [/\blost\b|unable to locate|cannot be located|missing package/i, 'lost'],
  [/return(ed|ing)? to (the )?(shipper|sender)/i, 'returning'],
  [/clearance|customs|\bimport\b|regulatory agency/i, 'customs'],
  [/not (in|home|available)|no one|business closed|delivery attempt|refused|unable to deliver/i, 'deliveryFailed'],
];

/**
 * @param words what the event and its exception say
 * @param before the stage of the event before: a parcel that goes back is not delivered, but returned
 */
export function stageOf(code: string, words: string, before: TrackingStage): TrackingStage {
  const known = code.toUpperCase();
  if (UNCHANGED.has(known)) return before === 'unknown' ? 'created' : before;
  const stage = BY_CODE.get(known) ?? 'unknown';
  if (stage === 'exception' || stage === 'unknown') return BY_WORDS.find(([said]) => said.test(words))?.[1] ?? stage;
  if (before !== 'returning' && before !== 'returned') return stage;
  if (stage === 'delivered') return 'returned';
  return ['pickedUp', 'inTransit', 'outForDelivery'].includes(stage) ? 'returning' : stage;
}
