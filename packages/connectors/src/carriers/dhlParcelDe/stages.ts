import type { TrackingStage } from '../../types.ts';

/** Of the tracking of all divisions: five states, and words that say more. */
const BY_STATUS: Readonly<Record<string, TrackingStage>> = {
  'pre-transit': 'created',
  transit: 'inTransit',
  delivered: 'delivered',
  failure: 'exception',
};

const BY_WORDS: readonly (readonly [RegExp, TrackingStage])[] = [
  [/(is|will be) (being )?returned/i, 'returning'],
  [/\blost\b|verloren|verlust/i, 'lost'],
  [/delivered to the (sender|shipper)|returned to the (sender|shipper)|an den absender zugestellt/i, 'returned'],
  [/return(ed|ing|s)?\b.*(sender|shipper)|is being returned|rücksendung|zurückgesandt/i, 'returning'],
  [
    /ready for (collection|pick-?up)|can be (collected|picked up)|available for (collection|pick-?up)|abholung bereit|abholbereit/i,
    'availableForPickup',
  ],
  [
    /could not be delivered|delivery (attempt|failed|was not)|not (be )?delivered|refused|nicht zugestellt|zustellversuch/i,
    'deliveryFailed',
  ],
  [/customs|zoll/i, 'customs'],
  [/loaded (onto|into) the delivery vehicle|out for delivery|zustellfahrzeug/i, 'outForDelivery'],
  [/electronically|instruction data|elektronisch angekündigt/i, 'created'],
  [/picked up|posted by the sender|handed (over|in)|eingeliefert|abgeholt/i, 'pickedUp'],
  [/successfully delivered|erfolgreich zugestellt/i, 'delivered'],
];

export function stageOf(status: string, words: string): TrackingStage {
  const known = BY_STATUS[status.toLowerCase()];
  const said = BY_WORDS.find(([pattern]) => pattern.test(words))?.[1];
  // Delivered is delivered, whatever else the sentence tells; only that it went back matters.
  if (known === 'delivered') return said === 'returned' ? 'returned' : 'delivered';
  return said ?? known ?? 'unknown';
}
