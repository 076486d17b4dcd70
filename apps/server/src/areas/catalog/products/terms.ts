const LONGEST = 40;
const CHINESE = /[\p{Script=Han}]+/gu;
const CHINESE_TERM = 8;

export interface Named {
  sku: string;
  parentSku: string | null;
  barcode: string | null;
  nameZh: string;
  nameEn: string;
}

/**
 * The search terms of a product, in capitals: its codes whole and in parts, each word of its names, and every suffix of
 * a run of Chinese characters, so that a prefix search finds any part of a Chinese name.
 */
export function termsOf(product: Named): string[] {
  const terms = new Set<string>();
  const add = (term: string) => {
    if (term !== '') terms.add(term.toUpperCase().slice(0, LONGEST));
  };
  for (const code of [product.sku, product.parentSku, product.barcode]) {
    if (!code) continue;
    add(code);
    for (const part of code.split(/[^\p{L}\p{N}]+/u)) add(part);
  }
  for (const name of [product.nameZh, product.nameEn]) {
    for (const word of name.replaceAll(CHINESE, ' ').split(/[^\p{L}\p{N}]+/u)) add(word);
    for (const [run] of name.matchAll(CHINESE)) {
      const characters = [...run];
      for (const at of characters.keys()) add(characters.slice(at, at + CHINESE_TERM).join(''));
    }
  }
  return [...terms];
}

/** Converts a search text to ranges of terms; a product must match each. */
export function termRanges(search: string): { from: string; to: string }[] {
  const words = search.toUpperCase().trim().split(/\s+/).filter(Boolean).slice(0, 6);
  return words.map((word) => {
    const cut = [...word].slice(0, /\p{Script=Han}/u.test(word) ? CHINESE_TERM : LONGEST).join('');
    return { from: cut, to: `${cut}\u{10FFFF}` };
  });
}
