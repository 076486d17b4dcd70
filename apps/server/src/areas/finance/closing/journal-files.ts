import type { JournalSystem } from '@tradewind/contract/finance/closing.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { type Cell, XlsxWriter } from '../../../core/xlsx.ts';

/** Of a day or the month. Its lines, debit positive, sum to zero. */
export interface Voucher {
  day: string;
  lines: { account: string; accountName: string; code: string; name: string; amount: string }[];
}

interface About {
  /** 2026-11 */
  month: string;
  currency: string;
}
type Line = Voucher['lines'][number];
interface Layout {
  columns: readonly string[];
  /** Texts and decimal numbers. */
  row(voucher: Voucher, number: number, line: Line, at: number, about: About): Cell[];
}

const NUMBER = /^-?\d+(\.\d+)?$/;
const debit = ({ amount }: Line) => (amount.startsWith('-') ? '' : amount);
const credit = ({ amount }: Line) => (amount.startsWith('-') ? amount.slice(1) : '');
const figure = (text: string): Cell => (NUMBER.test(text) ? { number: text } : null);
const dayMonthYear = (day: string) => day.split('-').reverse().join('/');
const monthDayYear = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
const idOf = (number: number, { month }: About) => `TW-${month.replace('-', '')}-${String(number).padStart(2, '0')}`;

/** The columns of each program's own template. Sources: docs/journals.md. */
const LAYOUTS: Record<JournalSystem, Layout> = {
  xero: {
    columns: [
      '*Narration',
      '*Date',
      'Description',
      '*AccountCode',
      '*TaxRate',
      '*Amount',
      'TrackingName1',
      'TrackingOption1',
      'TrackingName2',
      'TrackingOption2',
    ],
    row: (voucher, number, line, _at, about) => [
      `Tradewind ${idOf(number, about)}`,
      dayMonthYear(voucher.day),
      line.accountName,
      line.code,
      // Taxes stand on accounts of their own already.
      'Tax Exempt',
      figure(line.amount),
      ...['', '', '', ''],
    ],
  },
  quickbooks: {
    columns: ['Journal No.', 'Journal Date', 'Account Name', 'Debits', 'Credits', 'Description', 'Name', 'Currency'],
    row: (voucher, number, line, _at, about) => [
      idOf(number, about),
      monthDayYear(voucher.day),
      line.name,
      figure(debit(line)),
      figure(credit(line)),
      line.accountName,
      '',
      about.currency,
    ],
  },
  kingdee: {
    columns: [
      '日期',
      '凭证字',
      '凭证号',
      '附件数',
      '分录序号',
      '摘要',
      '科目代码',
      '科目名称',
      '币别',
      '汇率',
      '原币金额',
      '借方金额',
      '贷方金额',
    ],
    row: (voucher, number, line, at, about) => [
      voucher.day,
      '记',
      { number: String(number) },
      { number: '0' },
      { number: String(at + 1) },
      `${voucher.day.slice(0, 7)} ${line.accountName}`,
      line.code,
      line.name,
      about.currency,
      { number: '1' },
      figure(debit(line) || credit(line)),
      figure(debit(line)),
      figure(credit(line)),
    ],
  },
};

/** The template of a program: its columns, and what vouchers are in them. */
export const journalColumns = (system: JournalSystem): readonly string[] => LAYOUTS[system].columns;
export const journalLines = (system: JournalSystem, vouchers: readonly Voucher[], about: About): Cell[][] =>
  vouchers.flatMap((voucher, v) =>
    voucher.lines.map((line, at) => LAYOUTS[system].row(voucher, v + 1, line, at, about)),
  );

export async function writeJournal(
  system: JournalSystem,
  vouchers: readonly Voucher[],
  about: About,
): Promise<FileAnswer> {
  const columns = journalColumns(system);
  const rows = journalLines(system, vouchers, about);
  const name = `${system}-${about.month}`;
  if (system !== 'kingdee')
    return { name: `${name}.csv`, mime: 'text/csv; charset=utf-8', data: csv([[...columns], ...rows]) };
  const writer = await XlsxWriter.open(columns.map((title) => ({ title, width: 14 })));
  await writer.rows(rows);
  return {
    name: `${name}.xlsx`,
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    data: await writer.finish(),
  };
}

/** With a mark of its encoding, without which spreadsheets misread Chinese. */
function csv(rows: readonly (readonly Cell[])[]): Buffer {
  const text = rows.map((cells) => cells.map(cellText).join(',')).join('\r\n');
  return Buffer.from(`\ufeff${text}\r\n`, 'utf8');
}

/** What begins like a formula is kept from being one. */
function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return cell.number;
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
