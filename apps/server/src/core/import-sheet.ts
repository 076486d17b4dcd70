import type { Language } from './context.ts';
import { ruleBroken } from './errors.ts';
import type { TemplateColumn } from './sheets.ts';

export interface ImportColumn extends TemplateColumn {
  key: string;
  /**
   * Turns a filled cell into the value that the row's shape expects; by default the text itself. Empty cells are left
   * out.
   */
  read?: (text: string) => unknown;
}

/** What finding the template's columns in a file asks of its kind. */
interface Layout {
  columns: readonly ImportColumn[];
  ignores?(cells: Record<string, string>): boolean;
}

/**
 * A block from a spreadsheet, cells separated by tabs: without titles its columns are the template's, in their order.
 */
export function titled(kind: Layout, data: Buffer): Buffer {
  const [first = ''] = data.toString('utf8').split(/\r?\n/, 1);
  const known = kind.columns.flatMap((column) => [...column.title, column.key].map(plain));
  const hasTitles = first.split('\t').some((cell) => known.includes(plain(cell)));
  const titles = hasTitles ? '' : `${kind.columns.map((column) => column.title[0]).join('\t')}\n`;
  return Buffer.concat([Buffer.from(`sep=\t\n${titles}`), data]);
}

/** The column that a file of refused rows has beside the template's. */
export const PROBLEMS = ['问题', 'Problems'] as const;

export const titleOf = (column: ImportColumn, language: Language) => column.title[language === 'zh' ? 0 : 1];
const plain = (title: string) => title.replaceAll(/[\s*]/g, '').toLowerCase();

export interface SheetLayout {
  columns: readonly ImportColumn[];
  unknown: string[];
  rows: { line: number; cells: Record<string, string> }[];
}

/** Finds the template's columns by their titles in either language, wherever they stand. */
export function arrange(kind: Layout, lines: readonly string[][]): SheetLayout {
  const head = lines[0] ?? [];
  const places = new Map<string, number>();
  const unknown: string[] = [];
  head.forEach((title, at) => {
    const column = kind.columns.find((one) => [...one.title, one.key].some((name) => plain(name) === plain(title)));
    if (column && !places.has(column.key)) places.set(column.key, at);
    else if (title !== '' && !PROBLEMS.some((own) => own === title)) unknown.push(title);
  });
  const missing = kind.columns.filter((column) => column.required && !places.has(column.key));
  if (missing.length > 0)
    throw ruleBroken('import.columnMissing', { columns: missing.map((column) => column.title.join(' / ')).join(', ') });
  const columns = kind.columns.filter((column) => places.has(column.key));
  const rows = lines.slice(1).flatMap((cells, i) => {
    const named = columns.map((column) => [column.key, cells[places.get(column.key) ?? -1] ?? ''] as const);
    const row = { line: i + 2, cells: Object.fromEntries(named) };
    return named.some(([, text]) => text !== '') && !kind.ignores?.(row.cells) ? [row] : [];
  });
  if (rows.length === 0) throw ruleBroken('import.empty');
  return { columns, unknown, rows };
}

/** The rows in sets of so many, in their order. */
export const setsOf = <T>(rows: readonly T[], each: number): T[][] =>
  Array.from({ length: Math.ceil(rows.length / each) }, (_, at) => rows.slice(at * each, (at + 1) * each));
