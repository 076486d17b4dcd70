import type { Decimal } from '../../../../core/money.ts';
import { amountOf, dayFrom, type ReadLine, type ReadStatement, squeezed, Unreadable } from './statement.ts';

interface Field {
  tag: string;
  lines: string[];
}

/** Fields begin with ":tag:"; what follows on further lines belongs to them. Blocks of the network around them are left out. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const tag = /^(?:\{4:)?:(\d{2}[A-Z]?|NS):(.*)$/.exec(line);
    if (tag) fields.push({ tag: tag[1] ?? '', lines: [tag[2] ?? ''] });
    else if (/^-\}?\s*$/.test(line) || /^\{[0-9]:/.test(line)) fields.push({ tag: '-', lines: [] });
    else if (line.trim() !== '') fields.at(-1)?.lines.push(line);
  }
  return fields;
}

/** "1234,5" and "1234,": the comma is always there, digits behind it need not be. */
const swiftAmount = (text: string): Decimal => amountOf(text.replace(',', '.'));
/** Two digits of a year: statements are of this century. */
const swiftDay = (text: string) => dayFrom(`20${text.slice(0, 2)}`, text.slice(2, 4), text.slice(4, 6));

interface Balance {
  day: string;
  currency: string;
  amount: string;
}
function balanceOf(field: Field | undefined): Balance | null {
  if (!field) return null;
  const read = /^([CD])(\d{6})([A-Z]{3})([\d,]+)/.exec(field.lines[0]?.trim() ?? '');
  if (!read) throw new Unreadable(`:${field.tag}: is no balance`);
  const [, mark, day = '', currency = '', amount = ''] = read;
  const value = swiftAmount(amount);
  return { day: swiftDay(day), currency, amount: (mark === 'D' ? value.neg() : value).toFixed(4) };
}

/**
 * Value day, entry day, debit or credit (R before it: a reversal, so the other way), the third letter of the currency,
 * amount, type, the customer's reference, the bank's one. Some banks leave the type out or break the line early.
 */
const LINE = /^(\d{6})(\d{4}| {4})?(R[CD]|E[CD]|[CD])([A-Z])?(\d[\d,]*)(?:([A-Z][A-Z0-9]{3})?(.*?))?(?:\/\/(.*))?$/;

function entryDay(value: string, entry: string): string {
  const year = Number(value.slice(0, 4));
  const [month, valueMonth] = [Number(entry.slice(0, 2)), Number(value.slice(5, 7))];
  // The entry day has no year: around New Year it is the one next to the value day.
  const turned = month - valueMonth > 6 ? -1 : valueMonth - month > 6 ? 1 : 0;
  return dayFrom(String(year + turned), entry.slice(0, 2), entry.slice(2, 4));
}

function lineOf(field: Field, details: Field | undefined, line: number): ReadLine | [] {
  const read = LINE.exec(field.lines[0]?.trimEnd() ?? '');
  if (!read) throw new Unreadable(`line ${line}: :61: cannot be read`);
  const [, value = '', entry = '', mark = '', , amount = '', , customer = '', bank = ''] = read;
  const sum = swiftAmount(amount);
  if (sum.isZero()) return [];
  const valueDay = swiftDay(value);
  const out = mark === 'D' || mark === 'ED' || mark === 'RC';
  const said = detailsOf(details?.lines ?? []);
  const own = customer.trim() === 'NONREF' ? '' : customer.trim();
  const rest = details && said.reference !== '' ? [] : field.lines.slice(1);
  return {
    line,
    externalId: bank.trim() || null,
    onDay: entry.trim() ? entryDay(valueDay, entry) : valueDay,
    valueDay,
    amount: (out ? sum.neg() : sum).toFixed(4),
    currency: null,
    counterparty: squeezed(said.counterparty, 100),
    reference: squeezed([said.reference, own, ...rest].filter(Boolean).join(' ')),
    balanceAfter: null,
  };
}

/** What :86: says: German banks number its parts (?20 to ?29 purpose, ?32 name), Dutch ones name them (/NAME/, /REMI/). */
function detailsOf(lines: readonly string[]): { counterparty: string; reference: string } {
  const joined = lines.map((line) => line.replace(/\s+$/, (end) => (end ? ' ' : ''))).join('');
  const numbered = /^\s*(\d{3})([?<>!#])(?=\d{2})/.exec(joined);
  if (numbered) {
    const mark = numbered[2] ?? '?';
    const parts = joined.split(mark).slice(1);
    const of = (from: number, to: number) =>
      parts
        .filter((part) => Number(part.slice(0, 2)) >= from && Number(part.slice(0, 2)) <= to)
        .map((part) => part.slice(2));
    const purpose = [...of(20, 29), ...of(60, 63)].join('');
    return { counterparty: of(32, 33).join(''), reference: purpose.trim() || of(0, 0).join('') };
  }
  if (/^\/[A-Z]{2,4}\//.test(joined)) {
    const named = new Map<string, string>();
    for (const [, name = '', text = ''] of joined.matchAll(/\/([A-Z]{3,4})\/((?:(?!\/[A-Z]{3,4}\/).)*)/g))
      if (text.trim() !== '') named.set(name, text.trim());
    return {
      counterparty: named.get('NAME') ?? '',
      reference: [named.get('REMI'), named.get('EREF')].filter(Boolean).join(' ') || joined,
    };
  }
  return { counterparty: '', reference: lines.map((line) => line.trim()).join(' ') };
}

/** Reads SWIFT MT940: one statement or many, of one account or many. @throws Unreadable */
export function readMt940(text: string): ReadStatement[] {
  const groups: Field[][] = [];
  for (const field of fieldsOf(text)) {
    if (field.tag === '20') groups.push([field]);
    else if (field.tag !== '-') groups.at(-1)?.push(field);
  }
  const statements = groups.filter((fields) => fields.some(({ tag }) => /^60[FM]$/.test(tag)));
  if (statements.length === 0) throw new Unreadable('no statement');
  let count = 0;
  return statements.map((fields) => {
    const find = (tag: RegExp) => fields.find((field) => tag.test(field.tag));
    const [opening, closing] = [balanceOf(find(/^60[FM]$/)), balanceOf(find(/^62[FM]$/))];
    const lines = fields.flatMap((field, at) => {
      if (field.tag !== '61') return [];
      const next = fields[at + 1]?.tag === 'NS' ? fields[at + 2] : fields[at + 1];
      count += 1;
      return lineOf(field, next?.tag === '86' ? next : undefined, count);
    });
    return {
      account: find(/^25P?$/)?.lines[0]?.trim() ?? '',
      currency: opening?.currency ?? closing?.currency ?? null,
      reference: find(/^28C?$/)?.lines[0]?.trim() ?? '',
      fromDay: opening?.day ?? null,
      toDay: closing?.day ?? null,
      opening: opening?.amount ?? null,
      closing: closing?.amount ?? null,
      lines,
    };
  });
}
