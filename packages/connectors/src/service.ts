import type { ChosenService, ServiceLevel } from './capabilities/orders.ts';

/**
 * Words by which platforms and carriers call their services, the surest first: "FedEx Standard Overnight" is there the
 * next day, Shopee's "Standard Express" is its standard one.
 */
const WORDS: readonly (readonly [ServiceLevel, RegExp])[] = [
  ['sameDay', /\b(same ?day|instant)\b/],
  ['nextDay', /\b((next|one|1) ?day|overnight)\b/],
  ['secondDay', /\b((second|two|2|2nd) ?day)\b/],
  ['scheduled', /\b(scheduled)\b/],
  ['freight', /\b(freight|ltl|white ?glove|curbside)\b/],
  ['standard', /\b(standard|std|ground|parcel)\b/],
  ['expedited', /\b(expedited|exp|express|priority|premium|(three|3) ?day)\b/],
  ['economy', /\b(economy|value|saver)\b/],
];

/** "UPS2ndDay", "SECOND_DAY_AIR", "Next-Day" as single words in small letters. */
function wordsOf(name: string): string {
  return name
    .replace(/aliexpress/gi, ' ')
    .replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])|([A-Za-z])(?=\d)/g, '$1$3$4 $2')
    .replace(/[^A-Za-z\d]+/g, ' ')
    .toLowerCase();
}

/**
 * The service that the buyer chose, as part of an order: what the platform calls it, and how fast that is where its
 * words say so.
 * @param words what says how fast it is, where that is not its name
 */
export function chosenService(name: string | undefined, words = name): { service?: ChosenService } {
  if (!name) return {};
  const answered = wordsOf(words ?? '');
  const level = WORDS.find(([, pattern]) => pattern.test(answered))?.[0];
  return { service: { name: name.slice(0, 100), ...(level ? { level } : {}) } };
}
