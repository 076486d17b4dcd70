import type { SettlementKind } from '../capabilities/settlements.ts';
import { isZero, magnitude, negate, sum } from '../money.ts';
import { Unfit } from '../read.ts';
import type { Decimal } from '../types.ts';
import { type Above, aboveIn } from './above.ts';
import { amountOf, dayIn, instantOf, isNothing, type Style, styleFinder } from './cells.ts';
import { type SettlementColumns, settlementColumns } from './columns.ts';
import {
  type Found,
  NotASettlement,
  rawOf,
  type SettlementFileLine,
  type SettlementFileOptions,
  type SettlementHeader,
} from './file.ts';
import type { Preset } from './presets.ts';
import { rowNamer } from './reference.ts';
import type { Rows } from './rows.ts';

type Title = string | string[] | undefined;
/** The cell of a column in a row; nothing for a column that the mapping or the file does not have. */
type Cell = (cells: readonly string[], title: Title) => string;

interface Table {
  columns: SettlementColumns;
  kindOf: (type: string, amountType: string, description: string) => SettlementKind | undefined;
  head: number;
  cell: Cell;
  /** What the columns are called that the mapping reads, for the name of a row. */
  read: readonly Title[];
  style: Style;
}

/** Reads any table by a mapping of its columns. */
export function readTable(rows: Rows, preset: Preset, options: SettlementFileOptions): Iterable<Found> {
  const columns = settlementColumns.parse(preset.columns);
  if (!columns.amount && columns.parts.length === 0) throw new NotASettlement('The columns name no amount.');
  const { head, cell } = headOf(rows, columns);
  const kinds = columns.kinds.map(({ when, kind }) => ({ when: new RegExp(when, 'i'), kind }));
  const kindOf: Table['kindOf'] = (type, amountType, description) =>
    preset.kindOf?.(type, amountType, description) ??
    kinds.find(({ when }) => when.test([type, amountType, description].filter(Boolean).join(' ')))?.kind;
  const { date, order, orderLine, sku, quantity, type, amountType, description, currency, amount, parts } = columns;
  const read = [date, order, orderLine, sku, quantity, type, amountType, description, currency, amount];
  const table: Table = { columns, kindOf, head, cell, read: [...read, ...parts.map((part) => part.column)], style: {} };
  return readRows(rows, table, options);
}

const plain = (title: string) => title.toLowerCase().replace(/[–—]/g, '-').replace(/\s+/g, ' ').trim();
const namesOf = (title: Title): readonly string[] => (title === undefined ? [] : [title].flat().map(plain));

const HEAD_WITHIN = 40;
/** The row with the titles: the first that has the date and an amount. */
const placeOf = (titles: readonly string[], name: string): number =>
  name.endsWith('*') ? titles.findIndex((title) => title.startsWith(name.slice(0, -1))) : titles.indexOf(name);

function headOf(rows: Rows, { date, amount, parts }: SettlementColumns): { head: number; cell: Cell } {
  let widest: readonly string[] = [];
  let row = 0;
  const needed = amount ? [amount] : parts.map((part) => part.column);
  for (const cells of rows) {
    row++;
    const titles = cells.map(plain);
    const place = (title: Title) => namesOf(title).reduce((at, name) => (at >= 0 ? at : placeOf(titles, name)), -1);
    if (place(date) >= 0 && needed.some((title) => place(title) >= 0)) {
      const places = new Map<string, number>();
      const cell: Cell = (one, title) => {
        if (title === undefined) return '';
        const name = typeof title === 'string' ? title : title.join('\n');
        let at = places.get(name);
        if (at === undefined) {
          at = place(title);
          places.set(name, at);
        }
        const text = one[at] ?? '';
        return isNothing(text) ? '' : text;
      };
      return { head: row, cell };
    }
    if (titles.filter(Boolean).length > widest.filter(Boolean).length) widest = cells;
    if (row >= HEAD_WITHIN) break;
  }
  const [first] = namesOf(date);
  throw new NotASettlement(
    `No row names the columns: looked for "${first}" and ${needed.map((title) => `"${[title].flat()[0]}"`).join(' or ')}; ` +
      `found ${widest.filter(Boolean).slice(0, 30).join(', ') || 'nothing'}.`,
  );
}

function* bodyOf(rows: Rows, { columns, head }: Table): Generator<{ cells: readonly string[]; row: number }> {
  const skip = columns.skip === undefined ? undefined : new RegExp(columns.skip, 'i');
  let row = 0;
  for (const cells of rows) {
    row++;
    if (row <= head || cells.every((cell) => cell === '')) continue;
    if (!skip?.test(cells.find((cell) => cell !== '') ?? '')) yield { cells, row };
  }
}

interface Whole {
  headers: Map<string, SettlementHeader>;
  /** The only settlement, to which rows belong that name none. */
  only?: SettlementHeader;
  /** The only currency that the file names. */
  currency?: string;
  problems: Map<number, string>;
  headerRows: Set<number>;
  above?: Above;
}

function* readRows(rows: Rows, blank: Table, options: SettlementFileOptions): Generator<Found> {
  const above = blank.columns.above && aboveIn(rows, blank.head, blank.columns.above, options);
  const { style, currency } = manner(rows, blank, options);
  const table = { ...blank, style };
  const whole = lookThrough(rows, table, above?.header.currency ?? currency);
  if (above) {
    whole.above = above;
    whole.only = above.header;
    whole.headers.set(above.header.settlementId, above.header);
  }
  for (const header of whole.headers.values()) yield { header };
  const nameOf = rowNamer();
  for (const line of above?.lines ?? []) yield { line };
  for (const { cells, row } of bodyOf(rows, table)) {
    const problem = whole.problems.get(row);
    if (problem !== undefined) yield { setAside: { row, reason: problem, raw: rawOf(cells) } };
    if (whole.headerRows.has(row)) continue;
    try {
      const found = linesOf(table, whole, cells, row, nameOf);
      if (found.length === 0) yield { zeroRow: row };
      for (const line of found) yield { line };
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      yield { setAside: { row, reason: error.message, raw: rawOf(cells) } };
    }
  }
}

const CURRENCY = /^[A-Z]{3}$/;
/** How the file writes, and its currency where it names only one. */
function manner(
  rows: Rows,
  table: Table,
  options: SettlementFileOptions,
): { style: Style; currency: string | undefined } {
  const { columns, cell } = table;
  const finder = styleFinder();
  const currencies = new Set<string>();
  const amounts = [columns.amount, columns.header?.total, ...columns.parts.map((part) => part.column)];
  const days = [columns.date, columns.depositDay, columns.header?.from, columns.header?.to, columns.header?.depositDay];
  for (const { cells } of bodyOf(rows, table)) {
    for (const title of amounts) finder.amount(cell(cells, title));
    for (const title of days) finder.day(cell(cells, title));
    const currency = cell(cells, columns.currency).toUpperCase();
    if (CURRENCY.test(currency)) currencies.add(currency);
  }
  const shown = finder.style();
  return {
    style: {
      decimal: options.decimal ?? columns.decimal ?? shown.decimal,
      dateOrder: options.dateOrder ?? columns.dateOrder ?? shown.dateOrder,
      zone: columns.zone ?? options.zone,
    },
    currency: currencies.size === 1 ? [...currencies][0] : options.currency,
  };
}

function lookThrough(rows: Rows, table: Table, currency: string | undefined): Whole {
  const { columns, cell, style } = table;
  const whole: Whole = { headers: new Map(), problems: new Map(), headerRows: new Set() };
  if (currency) whole.currency = currency;
  const stating = columns.header && new RegExp(columns.header.when, 'i');
  for (const { cells, row } of bodyOf(rows, table)) {
    const ofItsOwn = stating?.test(cell(cells, columns.type)) ?? false;
    try {
      if (ofItsOwn) whole.headerRows.add(row);
      const header = ofItsOwn ? statedIn(table, whole, cells, row) : namedIn(table, whole, cells, style);
      const known = header && whole.headers.get(header.settlementId);
      if (ofItsOwn && known?.total !== undefined)
        whole.problems.set(row, `settlement ${header?.settlementId} is already stated`);
      else if (header)
        whole.headers.set(header.settlementId, ofItsOwn ? { ...known, ...header } : { ...header, ...known });
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      // A row of the settlement itself says so when it is read.
      if (ofItsOwn) whole.problems.set(row, error.message);
    }
  }
  if (whole.headers.size === 1) whole.only = [...whole.headers.values()][0]!;
  return whole;
}

function currencyOf({ columns, cell }: Table, whole: Whole, cells: readonly string[], or?: string): string {
  const currency = cell(cells, columns.currency).toUpperCase() || or || whole.currency || '';
  if (!CURRENCY.test(currency))
    throw new Unfit(
      String([columns.currency ?? 'currency'].flat()[0]),
      currency ? `${currency} is no currency` : 'it is empty',
    );
  return currency;
}

/** A settlement that has a row of its own. */
function statedIn(table: Table, whole: Whole, cells: readonly string[], row: number): SettlementHeader {
  const { cell, columns, style } = table;
  const { total, sign, settlementId, from, to, depositDay, accountTail } = columns.header!;
  const id = cell(cells, settlementId ?? columns.settlementId) || cell(cells, columns.settlementId) || `row ${row}`;
  const amount = amountOf(cell(cells, total), [total].flat()[0] ?? '', style);
  const read = (title: Title, as: typeof instantOf) => {
    const text = cell(cells, title);
    return text === '' ? undefined : as(text, [title].flat()[0] ?? '', style);
  };
  const [begin, end] = [read(from, instantOf), read(to, instantOf)];
  const deposit = read(depositDay ?? columns.depositDay, dayIn);
  const tail = /(\w{2,4})\W*$/.exec(cell(cells, accountTail))?.[1];
  return {
    settlementId: id,
    ...(begin ? { from: begin } : {}),
    ...(end ? { to: end } : {}),
    ...(deposit ? { depositDay: deposit } : {}),
    currency: currencyOf(table, whole, cells),
    total: sign === 'opposite' ? negate(amount) : sign === 'positive' ? magnitude(amount) : amount,
    ...(tail ? { accountTail: tail } : {}),
  };
}

/** A settlement of which only its rows speak. */
function namedIn(table: Table, whole: Whole, cells: readonly string[], style: Style): SettlementHeader | undefined {
  const { columns, cell } = table;
  const settlementId = cell(cells, columns.settlementId);
  if (settlementId === '' || whole.headers.get(settlementId)?.depositDay !== undefined) return undefined;
  const deposit = cell(cells, columns.depositDay);
  const depositDay = deposit && dayIn(deposit, 'deposit day', style);
  return { settlementId, ...(depositDay ? { depositDay } : {}), currency: currencyOf(table, whole, cells) };
}

interface Part {
  name: string;
  kind: SettlementKind | undefined;
  amount: Decimal;
}

function linesOf(
  table: Table,
  whole: Whole,
  cells: readonly string[],
  row: number,
  nameOf: (words: readonly string[]) => string,
): SettlementFileLine[] {
  const { columns, cell } = table;
  const of = (title: Title) => cell(cells, title);
  const [transactionType, amountType, description] = [
    of(columns.type),
    of(columns.amountType),
    of(columns.description),
  ];
  if (columns.type && transactionType === '') throw new Unfit([columns.type].flat()[0] ?? 'type', 'it is empty');
  if (columns.amountType && amountType === '') throw new Unfit([columns.amountType].flat()[0] ?? 'type', 'it is empty');
  const id = of(columns.settlementId);
  const settlement = id ? whole.headers.get(id) : columns.settlementId ? undefined : whole.only;
  const settlementId = id || settlement?.settlementId;
  const currency = currencyOf(table, whole, cells, settlement?.currency);
  if (settlement && settlement.currency !== currency)
    throw new Unfit('currency', `${currency} in a settlement of ${settlement.currency}`);
  const own = table.kindOf(transactionType, amountType, description);
  const parts = partsOf(table, cells, own);
  const postedAt =
    whole.above?.postedAt ?? instantOf(of(columns.date), [columns.date].flat()[0] ?? 'date', table.style);
  const name = `${settlementId ?? ''}/${nameOf(table.read.map(of))}`;
  const quantity = of(columns.quantity);
  const shared = {
    ...(settlementId ? { settlementId } : {}),
    ...(of(columns.order) ? { platformOrderNo: of(columns.order) } : {}),
    ...(of(columns.orderLine) ? { platformLineId: of(columns.orderLine) } : {}),
    ...(of(columns.sku) ? { sellerSku: of(columns.sku) } : {}),
    ...(/^-?\d{1,9}([.,]0+)?$/.test(quantity) ? { quantity: Number.parseInt(quantity, 10) } : {}),
    ...{ transactionType, description, currency, postedAt, row },
  };
  return parts
    .filter(({ amount }) => !isZero(amount))
    .map((part) => ({
      ...shared,
      reference: part.name ? `${name}/${part.name}` : name,
      kind: part.kind ?? 'other',
      type: [transactionType, amountType, part.name].filter(Boolean).join('/'),
      amountType: part.name || amountType,
      amount: part.amount,
    }));
}

/** @throws Unfit where an amount is lost or cannot be read */
function partsOf({ columns, cell, style }: Table, cells: readonly string[], own: SettlementKind | undefined): Part[] {
  const taken = columns.taken && new RegExp(columns.taken.when, 'i').test(cell(cells, columns.taken.column));
  const read = (title: Title, sign: 'same' | 'opposite'): Decimal | undefined => {
    const text = cell(cells, title);
    if (text === '') return undefined;
    const amount = amountOf(text, [title].flat()[0] ?? 'amount', style);
    const signed = columns.taken ? (taken ? negate(magnitude(amount)) : magnitude(amount)) : amount;
    return sign === 'opposite' ? negate(signed) : signed;
  };
  const parts = columns.parts.flatMap(({ column, kind, sign }): Part[] => {
    const amount = read(column, sign);
    if (amount === undefined) return [];
    // What a refund gives back of price and shipping is the refund.
    const isRefunded = own === 'refund' && (kind === 'sale' || kind === 'shipping');
    return [{ name: ([column].flat()[0] ?? '').replace(/\*$/, ''), kind: isRefunded ? own : (kind ?? own), amount }];
  });
  if (!columns.amount) {
    if (parts.length === 0) throw new Unfit('amount', 'no column of the row holds one');
    return parts;
  }
  const whole = read(columns.amount, columns.amountSign);
  if (whole === undefined) throw new Unfit([columns.amount].flat()[0] ?? 'amount', 'it is empty');
  const rest = sum([whole, ...parts.map(({ amount }) => negate(amount))]);
  if (parts.every(({ amount }) => isZero(amount))) return [{ name: '', kind: own, amount: whole }];
  return isZero(rest) ? parts : [...parts, { name: 'rest', kind: undefined, amount: rest }];
}
