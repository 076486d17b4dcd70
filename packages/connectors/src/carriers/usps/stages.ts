import type { TrackingStage } from '../../types.ts';

/** Publication 199, appendix G: codes that mean one thing. What others say is in their words. */
const BY_CODE: Readonly<Record<string, TrackingStage>> = {
  '01': 'delivered',
  '02': 'deliveryFailed',
  '03': 'pickedUp',
  '07': 'inTransit',
  '09': 'returning',
  '10': 'inTransit',
  '14': 'availableForPickup',
  '16': 'availableForPickup',
  A1: 'inTransit',
  EF: 'inTransit',
  GX: 'created',
  MA: 'created',
  OF: 'outForDelivery',
  PC: 'inTransit',
  SF: 'inTransit',
  T1: 'inTransit',
  TL: 'inTransit',
  U1: 'inTransit',
};

/** What says more stands above: "Delivered, To Original Sender" is no delivery. */
const BY_WORDS: readonly (readonly [RegExp, TrackingStage])[] = [
  [/^(delivered,? to (the )?(original )?sender|returned to (the )?sender)/i, 'returned'],
  [
    /return(ing)? to sender|being returned|unclaimed|\brefused\b|addressee unknown|moved, left no address|vacant/i,
    'returning',
  ],
  [/\blost\b|dead (mail|letter)|mail recovery center|destroyed/i, 'lost'],
  [/cancell?ed/i, 'cancelled'],
  [/label created|pre-?shipment|awaiting item|acceptance pending|shipping label/i, 'created'],
  [/customs/i, 'customs'],
  [/available for pickup|ready for pickup|held at post office|reminder to (pick|schedule)/i, 'availableForPickup'],
  [
    /notice left|attempted|delivery attempt|no access|business closed|no authorized recipient|receptacle|undeliverable/i,
    'deliveryFailed',
  ],
  [/out for delivery/i, 'outForDelivery'],
  [/^delivered|individual picked up|picked up by (agent|addressee)/i, 'delivered'],
  [/in possession|accept(ed|ance)|picked up/i, 'pickedUp'],
  [
    /alert|delayed|missent|mis-?shipped|damaged|insufficient address|no such number|on hold|exception|seized/i,
    'exception',
  ],
  [/arriv|depart|in transit|processed|sorting|en ?route|forwarded|handed|received|dispatched/i, 'inTransit'],
];

/** Of the whole parcel, in the words of its category. */
const BY_CATEGORY: readonly (readonly [RegExp, TrackingStage])[] = [
  [/pre-?shipment/i, 'created'],
  [/^accepted/i, 'pickedUp'],
  [/return/i, 'returning'],
  [/out for delivery/i, 'outForDelivery'],
  [/available for pickup/i, 'availableForPickup'],
  [/delivery attempt/i, 'deliveryFailed'],
  [/delivered/i, 'delivered'],
  [/alert/i, 'exception'],
  [/in.?transit/i, 'inTransit'],
];

const first = (table: readonly (readonly [RegExp, TrackingStage])[], text: string): TrackingStage | undefined =>
  table.find(([words]) => words.test(text))?.[1];

const ON_THE_WAY = new Set<TrackingStage>(['inTransit', 'outForDelivery', 'customs', 'pickedUp', 'availableForPickup']);

/** Words before codes: a code is told with words that say more. What was turned back is on its way to the sender. */
export function stageOf(code: string, words: string, before: TrackingStage): TrackingStage {
  const stage = first(BY_WORDS, words) ?? BY_CODE[code.toUpperCase()] ?? 'unknown';
  if (before !== 'returning') return stage;
  return stage === 'delivered' ? 'returned' : ON_THE_WAY.has(stage) ? 'returning' : stage;
}

export const stageOfCategory = (category: string): TrackingStage => first(BY_CATEGORY, category) ?? 'unknown';
