import type { BillField, BillMapping } from '@tradewind/contract/logistics.ts';
import { dayOfCell } from '../../../core/cell-time.ts';
import { badField } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { headOf } from './columns.ts';

/** A row of the file as a line of a bill. */
export interface ReadLine {
  line: number;
  trackingNumber: string;
  reference: string;
  claimReference: string;
  service: string;
  day: string | null;
  weightGrams: number | null;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
  zone: string;
  amount: string;
  parts: { code: string; amount: string }[];
}
export interface RowProblem {
  line: number;
  cells: string[];
  code: string;
  params: Record<string, string>;
}
export interface BillRead {
  titles: string[];
  lines: ReadLine[];
  problems: RowProblem[];
}

const GRAMS = { kg: 1000, g: 1, lb: 453.59237, oz: 28.349523125 };
const MILLIMETRES = { cm: 10, mm: 1, in: 25.4 };
/** Beyond them a cell is no weight or side of a parcel. */
const MOST_GRAMS = 10_000_000;
const MOST_MM = 100_000;
const DAY = /^(19|2[01])\d\d-\d\d-\d\d$/;

class Wrong extends Error {
  readonly code: string;
  readonly title: string;
  constructor(code: string, title: string) {
    super(code);
    this.code = code;
    this.title = title;
  }
}

/** Rows name parcels, of which each has one line; or each is a fee by itself, perhaps of nothing that has a number. */
export type RowsAre = 'parcels' | 'fees';

/** Reads the rows of an invoice by a mapping. @throws badField mapping.columns if a needed column is missing */
export function readLines(rows: readonly string[][], mapping: BillMapping, rowsAre: RowsAre = 'parcels'): BillRead {
  const { columns, parts } = mapping;
  if (rowsAre === 'parcels' && !columns.trackingNumber && !columns.reference)
    throw badField('mapping.columns', 'logistics.billNoKey');
  if (!columns.amount && parts.length === 0) throw badField('mapping.columns', 'logistics.billNoAmount');
  const head = headOf(rows);
  const titles = rows[head] ?? [];
  const places = new Map(titles.map((title, at) => [title, at] as const).reverse());
  for (const title of [...Object.values(columns), ...parts])
    if (!places.has(title ?? '')) throw badField('mapping.columns', 'logistics.billNoColumn', { title: title ?? '' });
  const lines: ReadLine[] = [];
  const problems: RowProblem[] = [];
  rows.slice(head + 1).forEach((cells, at) => {
    if (cells.every((cell) => cell === '')) return;
    const line = head + at + 2;
    try {
      lines.push(readRow(line, (title) => cells[places.get(title ?? '') ?? -1] ?? '', mapping, rowsAre));
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      problems.push({ line, cells, code: error.code, params: { title: error.title } });
    }
  });
  return { titles, lines: columns.charge && rowsAre === 'parcels' ? merged(lines) : lines, problems };
}

function readRow(
  line: number,
  cell: (title: string | undefined) => string,
  mapping: BillMapping,
  rowsAre: RowsAre,
): ReadLine {
  const { columns, weightUnit, sideUnit } = mapping;
  const text = (field: BillField, most = 60) => cell(columns[field]).slice(0, most);
  const key = (field: BillField) => text(field).replaceAll(/\s/g, '').toUpperCase();
  const measure = (field: BillField, factor: number, most: number) => {
    const typed = numberOf(text(field), columns[field]);
    if (typed === null || typed.isZero()) return null;
    const value = typed.times(factor).round().toNumber();
    if (value < 0 || value > most) throw new Wrong('logistics.billCellNumber', columns[field] ?? '');
    return value;
  };
  const [trackingNumber, reference] = [key('trackingNumber'), key('reference')];
  if (rowsAre === 'parcels' && trackingNumber === '' && reference === '') throw new Wrong('logistics.billRowKey', '');
  const parts = mapping.parts.flatMap((title) => {
    const amount = numberOf(cell(title), title);
    return amount === null || amount.isZero() ? [] : { code: title, amount: amount.toFixed(4) };
  });
  const sum = parts.reduce((all, part) => all.plus(part.amount), new Decimal(0));
  const amount = columns.amount ? numberOf(cell(columns.amount), columns.amount) : sum;
  if (amount === null) throw new Wrong('logistics.billCellEmpty', columns.amount ?? '');
  const charge = text('charge');
  return {
    ...{ line, trackingNumber, reference, claimReference: key('claimReference') },
    ...{ service: text('service'), zone: text('zone', 40), day: dayOf(text('day'), columns.day) },
    weightGrams: measure('weight', GRAMS[weightUnit], MOST_GRAMS),
    lengthMm: measure('length', MILLIMETRES[sideUnit], MOST_MM),
    widthMm: measure('width', MILLIMETRES[sideUnit], MOST_MM),
    heightMm: measure('height', MILLIMETRES[sideUnit], MOST_MM),
    amount: amount.toFixed(4),
    parts: charge ? [{ code: charge, amount: amount.toFixed(4) }] : parts,
  };
}

function dayOf(typed: string, title: string | undefined): string | null {
  if (typed === '') return null;
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(typed);
  const day = dayOfCell(american ? `${american[3]}-${american[1]}-${american[2]}` : typed);
  if (!DAY.test(day)) throw new Wrong('logistics.billCellDay', title ?? '');
  return day;
}

/** "1,234.50", "$12", "(3.00)" and "12.00-" as bills write them. */
function numberOf(typed: string, title: string | undefined): Decimal | null {
  const bare = typed.replaceAll(/[\s,$€£¥￥]|[A-Z]{3}/g, '');
  if (bare === '') return null;
  const negative = /^\(.*\)$|-$/.test(bare);
  const digits = bare.replaceAll(/[()]|-$/g, '');
  if (!/^-?\d{1,9}(\.\d{1,8})?$/.test(digits)) throw new Wrong('logistics.billCellNumber', title ?? '');
  return negative ? new Decimal(digits).neg() : new Decimal(digits);
}

/** Rows of single charges as one line for each parcel; the same charge once more begins another line. */
function merged(rows: readonly ReadLine[]): ReadLine[] {
  const open = new Map<string, ReadLine>();
  const lines: ReadLine[] = [];
  for (const row of rows) {
    const sign = new Decimal(row.amount).isNegative() ? '-' : '+';
    const key = `${row.trackingNumber || row.reference}\n${sign}`;
    const line = open.get(key);
    const code = row.parts[0]?.code;
    if (!line || line.parts.some((part) => part.code === code)) {
      const first = { ...row, parts: [...row.parts] };
      open.set(key, first);
      lines.push(first);
      continue;
    }
    line.amount = new Decimal(line.amount).plus(row.amount).toFixed(4);
    line.parts.push(...row.parts);
    line.weightGrams ??= row.weightGrams;
    if (line.zone === '') line.zone = row.zone;
  }
  return lines;
}
