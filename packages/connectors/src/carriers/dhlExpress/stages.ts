import type { TrackingStage } from '../../types.ts';

/** DHL's checkpoints; those that no list has are understood by their words. */
const CODES: readonly (readonly [TrackingStage, string])[] = [
  ['created', 'SA SD'],
  ['pickedUp', 'PU'],
  ['inTransit', 'PL AF AR DF DP TR TP FD RW SM CU'],
  ['customs', 'CC CD RR CI UD IC CR ES BR BN DI'],
  ['outForDelivery', 'WC'],
  ['delivered', 'OK DD PD'],
  ['deliveryFailed', 'NH BA CA RD CM MD'],
  ['exception', 'OH SS MS MC TD DM DS HN HX'],
  ['availableForPickup', 'HP'],
  ['returning', 'RT'],
];
const BY_CODE = new Map(CODES.flatMap(([stage, codes]) => codes.split(' ').map((code) => [code, stage] as const)));

/** Stronger than the code: what DHL's lists from several years call differently, or have no code for. */
const BY_WORDS: readonly (readonly [RegExp, TrackingStage])[] = [
  [/\blost\b|cannot be (located|found)|unable to locate/i, 'lost'],
  [/return(ed|ing)? to (the )?(shipper|sender)/i, 'returning'],
  [
    /await(s|ing) (collection|pick ?up) by|available for (collection|pick ?up)|ready for collection|service ?point/i,
    'availableForPickup',
  ],
];
const UNKNOWN_BY_WORDS: readonly (readonly [RegExp, TrackingStage])[] = [
  [/customs|clearance/i, 'customs'],
  [/information received|label (was )?created/i, 'created'],
  [/delivery (attempt|not)|refused|not home/i, 'deliveryFailed'],
  [/hold|exception|delay|damage/i, 'exception'],
  [/with (delivery )?courier|out for delivery/i, 'outForDelivery'],
  [/\bdelivered\b/i, 'delivered'],
  [/picked up/i, 'pickedUp'],
  [/process|arriv|depart|transit|transfer|forward/i, 'inTransit'],
];

const first = (table: readonly (readonly [RegExp, TrackingStage])[], text: string): TrackingStage | undefined =>
  table.find(([words]) => words.test(text))?.[1];

/** @param before what the parcel was at: delivered on its way back, it is back */
export function stageOf(code: string, words: string, before: TrackingStage): TrackingStage {
  const stage =
    first(BY_WORDS, words) ?? BY_CODE.get(code.toUpperCase()) ?? first(UNKNOWN_BY_WORDS, words) ?? 'unknown';
  return stage === 'delivered' && before === 'returning' ? 'returned' : stage;
}
