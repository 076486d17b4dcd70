import { INSTALMENT_WORDS, type Instalment } from '@tradewind/contract/procurement/words.ts';
import { badField } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';

const COUNTED: readonly Instalment['when'][] = ['receipt', 'monthEnd'];

const sumOf = (terms: readonly Instalment[]) => terms.reduce((sum, one) => sum.plus(one.percent), new Decimal(0));

/** @throws badField terms: they do not add up to 100 %, or count days from an order or a dispatch */
export function assertTerms(terms: readonly Instalment[]): void {
  for (const [at, { when, days }] of terms.entries())
    if (days > 0 && !COUNTED.includes(when)) throw badField(`terms.${at}.days`, 'procurement.termsDays');
  const sum = sumOf(terms);
  if (terms.length > 0 && !sum.eq(100))
    throw badField(`terms.${terms.length - 1}.percent`, 'procurement.termsSum', { sum: sum.toString() });
}

const PART = /^(\d{1,3}(?:\.\d{1,2})?)\s*%\s*(.+)$/;

/** The terms in a cell of a sheet, as pages and exports write them in either language. Undefined: not understood. */
export function readTerms(text: string): Instalment[] | undefined {
  const terms: Instalment[] = [];
  for (const part of text.split(/[,，;；、+\n]/)) {
    if (part.trim() === '') continue;
    const [, percent = '', words = ''] = PART.exec(part.trim()) ?? [];
    const due = dueOf(words.trim().toLowerCase());
    if (!due) return undefined;
    terms.push({ percent: new Decimal(percent).toString(), ...due });
  }
  return terms.length > 0 && sumOf(terms).eq(100) ? terms : undefined;
}

function dueOf(words: string): Pick<Instalment, 'when' | 'days'> | undefined {
  const days = Number(/\d+/.exec(words)?.[0] ?? 0);
  if (days > 365) return undefined;
  const plain = words.replace(/\d+\s*(天|days?)?/, '').trim();
  for (const [when, [zh, en]] of Object.entries(INSTALMENT_WORDS) as [Instalment['when'], readonly [string, string]][])
    if ((plain === zh || plain === en) && (days === 0 || COUNTED.includes(when))) return { when, days };
  return undefined;
}
