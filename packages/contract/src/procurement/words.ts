import type { TextPair } from '../words.ts';
import type { INSTALMENTS, SUPPLIER_STATES } from './suppliers.ts';

export const SUPPLIER_STATE_WORDS = {
  active: ['合作中', 'Active'],
  blocked: ['已拉黑', 'Blocked'],
} satisfies Record<(typeof SUPPLIER_STATES)[number], TextPair>;

/** When an instalment is due; days follow the word in Chinese and go before it in English. */
export const INSTALMENT_WORDS = {
  order: ['下单时', 'at order'],
  dispatch: ['发货前', 'before dispatch'],
  receipt: ['收货后', 'after receipt'],
  monthEnd: ['月结', 'after month end'],
} satisfies Record<(typeof INSTALMENTS)[number], TextPair>;

export type Instalment = { percent: string; when: (typeof INSTALMENTS)[number]; days: number };

/** The terms of payment as pages, files and papers write them: "30% at order, 70% before dispatch". */
export function termsIn(language: 'zh' | 'en', terms: readonly Instalment[]): string {
  const zh = language === 'zh';
  return terms
    .map(({ percent, when, days }) => {
      const word = INSTALMENT_WORDS[when][zh ? 0 : 1];
      const due = days === 0 ? word : zh ? `${word}${days}天` : `${days} days ${word}`;
      return `${Number(percent)}% ${due}`;
    })
    .join(zh ? '，' : ', ');
}
