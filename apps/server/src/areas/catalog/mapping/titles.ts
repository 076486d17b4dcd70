const LONGEST = 40;
const WORDS_AT_MOST = 30;
const HAN = /\p{Script=Han}+/gu;
const EMPTY = new Set(['A', 'AN', 'AND', 'AT', 'BY', 'FOR', 'FROM', 'IN', 'OF', 'ON', 'OR', 'THE', 'TO', 'WITH']);

/**
 * The words by which titles are compared, in capitals: words of letters and digits without those that say nothing, and
 * pairs of Chinese characters.
 */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const word of text
    .toUpperCase()
    .replaceAll(HAN, ' ')
    .split(/[^\p{L}\p{N}]+/u))
    if (word.length > 1 && !EMPTY.has(word)) words.add(word.slice(0, LONGEST));
  for (const [run] of text.matchAll(HAN)) {
    const characters = [...run];
    for (let at = 0; at + 1 < characters.length; at++) words.add(characters.slice(at, at + 2).join(''));
  }
  return [...words].slice(0, WORDS_AT_MOST);
}

/** The terms of products that a word finds: itself, or all that begin with two Chinese characters. */
export const termRange = (word: string): [from: string, to: string] =>
  /^\p{Script=Han}/u.test(word) ? [word, `${word}\u{10FFFF}`] : [word, word];

/** A word of so many products says hardly anything; further ones are not read. */
export const COMMON = 100;

/** Rare words weigh more. One that the title lacks weighs as of some products, since nobody counts those. */
const weightOf = (products: number): number => 1 / (1 + Math.log2(products));
const MISSING = weightOf(8);

export interface Likeness {
  /** From 0 to 1. */
  share: number;
  matched: number;
  words: number;
}

/**
 * How much of a product's name, in the language that fits better, a title says.
 * @param products of how many products a word of the title is; a missing one is common
 */
export function likeness(title: ReadonlySet<string>, names: readonly string[], products: ReadonlyMap<string, number>) {
  const found = names.map((name): Likeness => {
    const words = wordsOf(name);
    const matched = words.filter((word) => title.has(word));
    const weight = matched.reduce((sum, word) => sum + weightOf(products.get(word) ?? COMMON), 0);
    const all = weight + (words.length - matched.length) * MISSING;
    return { share: all === 0 ? 0 : weight / all, matched: matched.length, words: words.length };
  });
  return found.reduce((best, one) => (one.share > best.share ? one : best), { share: 0, matched: 0, words: 0 });
}
