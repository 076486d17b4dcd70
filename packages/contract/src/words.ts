/** One text in both languages. `one`: the English of a count of one; `en` is then that of any other count. */
export type TextPair = readonly [zh: string, en: string, one?: string];
/** Texts by key; a group of them is an object of its own. */
export interface TextPairs {
  readonly [key: string]: TextPair | TextPairs;
}
