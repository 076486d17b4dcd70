import { isZero } from '../money.ts';
import { Unfit } from '../read.ts';
import type { Instant } from '../types.ts';
import { amountOf, dayIn, instantOf } from './cells.ts';
import type { SettlementColumns } from './columns.ts';
import { NotASettlement, type SettlementFileLine, type SettlementFileOptions, type SettlementHeader } from './file.ts';
import { rowNamer } from './reference.ts';
import type { Rows } from './rows.ts';

export interface Above {
  header: SettlementHeader;
  postedAt: Instant;
  lines: SettlementFileLine[];
}

/** What the rows above a table say of its settlement. @throws NotASettlement where they do not say which one it is */
export function aboveIn(
  rows: Rows,
  head: number,
  above: NonNullable<SettlementColumns['above']>,
  options: SettlementFileOptions,
): Above {
  const texts = textsOf(rows, head);
  const find = (pattern: string): string | undefined =>
    texts.map((text) => new RegExp(pattern, 'i').exec(text)?.[1]).find((found) => found !== undefined);
  const [settlementId, day] = [find(above.settlementId), find(above.day)];
  const currency = (find(above.currency) ?? options.currency ?? '').toUpperCase();
  const [total, style] = [find(above.total), { decimal: options.decimal, dateOrder: options.dateOrder }];
  if (!settlementId || !day || !/^[A-Z]{3}$/.test(currency))
    throw new NotASettlement('The rows above the table do not name the settlement, its day and its currency.');
  try {
    const postedAt = instantOf(day, 'day', style);
    const lines = texts.flatMap((text, at) =>
      above.lines.flatMap(({ when, kind }): SettlementFileLine[] => {
        const { type = '', amount: cell = '' } = new RegExp(when, 'i').exec(text)?.groups ?? {};
        const amount = cell === '' ? '0' : amountOf(cell, type, style);
        if (isZero(amount)) return [];
        const reference = `${settlementId}/${rowNamer()([text])}`;
        const words = { transactionType: type, amountType: '', description: '', type };
        return [{ ...words, reference, settlementId, kind, amount, currency, postedAt, row: at + 1 }];
      }),
    );
    const depositDay = dayIn(day, 'day', style);
    const sum = total === undefined ? {} : { total: amountOf(total, 'total', style) };
    return { header: { settlementId, currency, depositDay, ...sum }, postedAt, lines };
  } catch (error) {
    if (error instanceof Unfit) throw new NotASettlement(`The rows above the table: ${error.message}.`);
    throw error;
  }
}

function textsOf(rows: Rows, head: number): string[] {
  const texts: string[] = [];
  for (const cells of rows) {
    if (texts.length >= head - 1) break;
    texts.push(cells.filter(Boolean).join(' '));
  }
  return texts;
}
