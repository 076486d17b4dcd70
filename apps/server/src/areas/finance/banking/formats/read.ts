import type { FileKind } from '@tradewind/contract/call.ts';
import {
  BANK_STATEMENT_LINES_MOST,
  type StatementMapping,
  type StatementSource,
} from '@tradewind/contract/finance/banking.ts';
import { badField, ruleBroken } from '../../../../core/errors.ts';
import { sniff } from '../../../../core/http/uploads.ts';
import { Decimal } from '../../../../core/money.ts';
import { readSheet } from '../../../../core/sheets.ts';
import { readCamt } from './camt.ts';
import { readMt940 } from './mt940.ts';
import { readOfx } from './ofx.ts';
import { type LineProblem, type ReadStatement, Unreadable } from './statement.ts';
import { readTable } from './table.ts';

const READERS = { ofx: readOfx, mt940: readMt940, camt: readCamt } as const;
type Marked = keyof typeof READERS;

const sourceOf = (kind: FileKind | undefined): StatementSource =>
  kind !== undefined && kind in READERS ? (kind as Marked) : 'csv';
export const statementSource = (data: Buffer): StatementSource => sourceOf(sniff(data));

/** Banks write UTF-8 or Windows' Western code page. */
function textOf(data: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    return new TextDecoder('windows-1252').decode(data);
  }
}

interface Account {
  currency: string;
  tail: string;
}
export interface AccountStatement {
  source: StatementSource;
  statement: ReadStatement;
  /** Lines of other accounts or currencies. */
  others: number;
  problems: LineProblem[];
}

/**
 * Reads what a file says about one account. @throws ruleBroken finance.bank.unreadable, finance.bank.whichAccount; badField
 * mapping.columns
 */
export async function readFor(
  data: Buffer,
  account: Account,
  mapping: StatementMapping | null,
): Promise<AccountStatement> {
  const source = statementSource(data);
  if (source === 'csv' || source === 'api') {
    if (!mapping) throw badField('mapping.columns', 'finance.bank.noDayColumn');
    return { source, others: 0, ...readTable(await readSheet(data, BANK_STATEMENT_LINES_MOST), mapping) };
  }
  let all: ReadStatement[];
  try {
    all = READERS[source](textOf(data));
  } catch (error) {
    if (error instanceof Unreadable) throw ruleBroken('finance.bank.unreadable');
    throw error;
  }
  if (all.reduce((sum, { lines }) => sum + lines.length, 0) > BANK_STATEMENT_LINES_MOST)
    throw ruleBroken('sheet.tooManyRows', { rows: BANK_STATEMENT_LINES_MOST });
  const mine = ofAccount(all, account);
  const others = all.filter((one) => !mine.includes(one)).reduce((sum, { lines }) => sum + lines.length, 0);
  const joined = join(mine);
  const lines = joined.lines.filter((line) => line.currency === null || line.currency === account.currency);
  const foreign = joined.lines.length - lines.length;
  return { source, statement: { ...joined, lines }, others: others + foreign, problems: [] };
}

function ofAccount(all: readonly ReadStatement[], { currency, tail }: Account): ReadStatement[] {
  const inCurrency = all.filter((one) => one.currency === null || one.currency === currency);
  const number = ({ account }: ReadStatement) => account.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();
  const numbers = new Set(inCurrency.map(number));
  if (numbers.size <= 1) return inCurrency;
  // Some banks put the currency behind the number.
  const mine = inCurrency.filter(
    (one) =>
      tail !== '' &&
      number(one)
        .replace(new RegExp(`${currency}$`), '')
        .endsWith(tail.toUpperCase()),
  );
  if (mine.length === 0) throw ruleBroken('finance.bank.whichAccount');
  return mine;
}

/** The days of one file as one statement: it opens as the first and closes as the last. */
function join(statements: readonly ReadStatement[]): ReadStatement {
  const ordered = statements.toSorted((a, b) => ((a.fromDay ?? '') < (b.fromDay ?? '') ? -1 : 1));
  const [first, last] = [ordered[0], ordered.at(-1)];
  return {
    account: first?.account ?? '',
    currency: first?.currency ?? null,
    reference: [...new Set([first?.reference ?? '', last?.reference ?? ''])].filter(Boolean).join(' – ').slice(0, 100),
    fromDay: first?.fromDay ?? null,
    toDay: last?.toDay ?? null,
    opening: first?.opening ?? null,
    closing: last?.closing ?? null,
    lines: ordered.flatMap(({ lines }) => lines),
  };
}

export const totalOf = (lines: readonly { amount: string }[]): string =>
  lines.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0)).toFixed(4);

/** opening + lines - closing; null where a balance is missing. */
export const gapOf = ({ opening, closing, lines }: ReadStatement): string | null =>
  opening === null || closing === null ? null : new Decimal(opening).plus(totalOf(lines)).minus(closing).toFixed(2);
