const LONGEST = 40;
const CHINESE = /[\p{Script=Han}]+/gu;
const CHINESE_TERM = 8;

/**
 * The search terms of a record, in capitals: its codes whole and in parts, each word of its names, and every suffix of
 * a run of Chinese characters, so that a prefix search finds any part of a Chinese name.
 */
export function searchTerms(codes: readonly (string | null)[], names: readonly string[]): string[] {
  const terms = new Set<string>();
  const add = (term: string) => {
    if (term !== '') terms.add(term.toUpperCase().slice(0, LONGEST));
  };
  for (const code of codes) {
    if (!code) continue;
    add(code);
    for (const part of code.split(/[^\p{L}\p{N}]+/u)) add(part);
  }
  for (const name of names) {
    for (const word of name.replaceAll(CHINESE, ' ').split(/[^\p{L}\p{N}]+/u)) add(word);
    for (const [run] of name.matchAll(CHINESE)) {
      const characters = [...run];
      for (const at of characters.keys()) add(characters.slice(at, at + CHINESE_TERM).join(''));
    }
  }
  return [...terms];
}

/** Converts a search text to ranges of terms; a record must match each. */
export function termRanges(search: string): { from: string; to: string }[] {
  const words = search.toUpperCase().trim().split(/\s+/).filter(Boolean).slice(0, 6);
  return words.map((word) => {
    const cut = [...word].slice(0, /\p{Script=Han}/u.test(word) ? CHINESE_TERM : LONGEST).join('');
    return { from: cut, to: `${cut}\u{10FFFF}` };
  });
}
