import type { Texts } from './i18n.ts';

type Tree = Texts['zh'];

/** The texts of an area's parts as one; groups of the same name are joined. @throws where two parts have a word of one key */
export function joinTexts(parts: readonly Texts[]): Texts {
  return { zh: joined(parts.map((part) => part.zh)), en: joined(parts.map((part) => part.en)) };
}

function joined(trees: readonly Tree[]): Tree {
  const all: Tree = {};
  for (const tree of trees)
    for (const [key, value] of Object.entries(tree)) {
      const known = all[key];
      if (known !== undefined && (typeof known === 'string' || typeof value === 'string'))
        throw new Error(`Two texts have the key ${key}`);
      all[key] = typeof known === 'object' && typeof value === 'object' ? joined([known, value]) : value;
    }
  return all;
}
