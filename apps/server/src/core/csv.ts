import type { Cell, SheetColumn } from './xlsx.ts';

const BOM = '\ufeff';
/** What a spreadsheet takes for a formula, after the space that it skips. */
const FORMULA = /^\s*[=+\-@]/;

/**
 * Writes a table as CSV in UTF-8 with a byte order mark, which spreadsheets need. Text that they would calculate begins
 * with an apostrophe; figures stay figures. It has one table: the first.
 */
export class CsvWriter {
  readonly #write: (chunk: Buffer) => Promise<void>;
  #tables = 0;

  constructor(write: (chunk: Buffer) => Promise<void>) {
    this.#write = write;
  }

  async sheet(columns: readonly SheetColumn[]): Promise<void> {
    this.#tables++;
    if (this.#tables === 1) await this.#write(Buffer.from(BOM + line(columns.map(({ title }) => title))));
  }

  async rows(rows: readonly (readonly Cell[])[]): Promise<void> {
    if (this.#tables === 1 && rows.length > 0) await this.#write(Buffer.from(rows.map(line).join('')));
  }

  async end(): Promise<void> {}
}

const line = (cells: readonly Cell[]): string => `${cells.map(field).join(',')}\r\n`;

function field(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return cell.number;
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
