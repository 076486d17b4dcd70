import { kindOfAmount } from '../marketplaces/amazon/settlement-kinds.ts';
import { isZero } from '../money.ts';
import { Unfit } from '../read.ts';
import type { Decimal } from '../types.ts';
import { type AmountCell, columnsOf, type Layout, layoutOf } from './amazon-layout.ts';
import { amountOf, dayIn, instantOf, type Style, styleFinder } from './cells.ts';
import {
  type Found,
  NotASettlement,
  rawOf,
  type SettlementFileLine,
  type SettlementFileOptions,
  type SettlementHeader,
} from './file.ts';
import { rowNamer } from './reference.ts';
import type { Rows } from './rows.ts';

interface Draft {
  header: SettlementHeader;
  row: number;
  /** It stands in a row of its own, not only beside amounts. */
  ofItsOwn: boolean;
}
interface Whole {
  layout: Layout;
  style: Style;
  headers: Map<string, Draft>;
  problems: Map<number, string>;
}

/** Amazon's flat files: in V1 each amount has columns of its own, in V2 each has a row. */
export function readAmazon(rows: Rows, options: SettlementFileOptions): { format: string; found: Iterable<Found> } {
  const layout = layoutOf(rows);
  if (!layout) throw new NotASettlement(noLayout(rows));
  return { format: `amazon ${layout.version}`, found: readFlat(rows, layout, options) };
}

function noLayout(rows: Rows): string {
  for (const cells of rows) {
    const titles = cells.map((cell) => cell.toLowerCase());
    if (titles.includes('date/time') && titles.includes('settlement id'))
      return 'This is a report by date range. Download the settlement itself: flat file or flat file V2.';
  }
  return 'This is no settlement of Amazon: no row names its columns (settlement-id, amount-type, amount ...).';
}

function* readFlat(rows: Rows, layout: Layout, options: SettlementFileOptions): Generator<Found> {
  const whole = lookThrough(rows, layout, options);
  for (const { header } of whole.headers.values()) yield { header };
  const nameOf = rowNamer();
  let row = 0;
  for (const cells of rows) {
    row++;
    if (row <= layout.head || cells.every((cell) => cell === '')) continue;
    const problem = whole.problems.get(row);
    if (problem !== undefined) yield { setAside: { row, reason: problem, raw: rawOf(cells) } };
    else if (!isHeader(layout, cells)) yield* readRow(whole, cells, row, nameOf, options);
  }
}

const isHeader = ({ at, amounts }: Layout, cells: readonly string[]): boolean =>
  Boolean(cells[at.total] || (cells[at.from] && !cells[at.type])) &&
  !cells[at.type] &&
  amounts.every(({ amount }) => !cells[amount]);

/** What holds of the whole file: its way of writing, and its settlements, wherever they stand. */
function lookThrough(rows: Rows, layout: Layout, options: SettlementFileOptions): Whole {
  const { at } = layout;
  const finder = styleFinder();
  const stated: { cells: readonly string[]; row: number; ofItsOwn: boolean }[] = [];
  const byRows = new Set<string>();
  let row = 0;
  for (const cells of rows) {
    row++;
    if (row <= layout.head) continue;
    for (const { amount } of layout.amounts) finder.amount(cells[amount] ?? '');
    finder.amount(cells[at.total] ?? '');
    for (const day of [at.from, at.to, at.deposit, at.postedAt, at.postedDay]) finder.day(cells[day] ?? '');
    if (isHeader(layout, cells)) stated.push({ cells, row, ofItsOwn: true });
    else if (cells[at.from] || cells[at.total] || cells[at.currency]) {
      // Some files repeat the settlement in every row.
      const name = [at.id, at.total, at.currency].map((column) => cells[column] ?? '').join('\t');
      if (!byRows.has(name)) stated.push({ cells, row, ofItsOwn: false });
      byRows.add(name);
    }
  }
  const shown = finder.style();
  const style: Style = {
    decimal: options.decimal ?? shown.decimal,
    dateOrder: options.dateOrder ?? shown.dateOrder,
    zone: options.zone,
  };
  const headers = new Map<string, Draft>();
  const problems = new Map<number, string>();
  const weight = (one: (typeof stated)[number]) => (one.ofItsOwn ? 2 : 0) + (one.cells[at.total] ? 1 : 0);
  stated.sort((a, b) => weight(b) - weight(a));
  for (const one of stated) state(headers, problems, layout, one, style, options);
  return { layout, style, headers, problems };
}

function state(
  headers: Map<string, Draft>,
  problems: Map<number, string>,
  { at }: Layout,
  { cells, row, ofItsOwn }: { cells: readonly string[]; row: number; ofItsOwn: boolean },
  style: Style,
  options: SettlementFileOptions,
): void {
  const cell = (column: number) => cells[column] ?? '';
  const problem = (reason: string) => {
    if (ofItsOwn) problems.set(row, reason);
  };
  const settlementId = cell(at.id);
  const currency = (cell(at.currency) || options.currency || '').toUpperCase();
  if (settlementId === '' || !/^[A-Z]{3}$/.test(currency)) {
    problem(settlementId === '' ? 'settlement-id: it is empty' : `currency: ${currency || 'none'} is no currency`);
    return;
  }
  const reader = withDateOrder(style, currency);
  const optional = <T>(column: number, read: (text: string) => T): T | undefined => {
    try {
      return cell(column) === '' ? undefined : read(cell(column));
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      problem(error.message);
      return undefined;
    }
  };
  const from = optional(at.from, (text) => instantOf(text, 'settlement-start-date', reader));
  const to = optional(at.to, (text) => instantOf(text, 'settlement-end-date', reader));
  const depositDay = optional(at.deposit, (text) => dayIn(text, 'deposit-date', reader));
  const total = optional(at.total, (text) => amountOf(text, 'total-amount', reader));
  const header: SettlementHeader = {
    settlementId,
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(depositDay ? { depositDay } : {}),
    currency,
    ...(total === undefined ? {} : { total }),
  };
  const lost = cell(at.total) === '';
  if (lost) problem('total-amount: it is empty');
  const known = headers.get(settlementId);
  if (!known) headers.set(settlementId, { header, row, ofItsOwn });
  else if (!ofItsOwn && !known.ofItsOwn) known.header = { ...header, ...known.header };
  else if (ofItsOwn && !lost) problem(`settlement ${settlementId} is already stated in row ${known.row}`);
}

/** Days like 11/01/2026, none of which shows its order: in US dollars the month comes first. */
const withDateOrder = (style: Style, currency: string): Style =>
  style.dateOrder || currency !== 'USD' ? style : { ...style, dateOrder: 'mdy' };

function* readRow(
  { layout, style, headers }: Whole,
  cells: readonly string[],
  row: number,
  nameOf: (words: readonly string[]) => string,
  options: SettlementFileOptions,
): Generator<Found> {
  try {
    const stated = headers.get(cells[layout.at.id] ?? '')?.header;
    const found = linesOf(layout, cells, row, stated, style, nameOf, options);
    if (found.length === 0) yield { zeroRow: row };
    for (const line of found) yield { line };
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    yield { setAside: { row, reason: error.message, raw: rawOf(cells) } };
  }
}

function linesOf(
  layout: Layout,
  cells: readonly string[],
  row: number,
  stated: SettlementHeader | undefined,
  style: Style,
  nameOf: (words: readonly string[]) => string,
  options: SettlementFileOptions,
): SettlementFileLine[] {
  const { at, width } = layout;
  const cell = (column: number) => cells[column] ?? '';
  if (cells.slice(width).some((one) => one !== ''))
    throw new Unfit('row', `it has ${cells.length} cells, and the file ${width} columns`);
  const settlementId = cell(at.id);
  if (settlementId === '') throw new Unfit('settlement-id', 'it is empty');
  const currency = (cell(at.currency) || stated?.currency || options.currency || '').toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) throw new Unfit('currency', `no row says that of settlement ${settlementId}`);
  if (stated && stated.currency !== currency)
    throw new Unfit('currency', `${currency} in a settlement of ${stated.currency}`);
  const transactionType = cell(at.type);
  if (transactionType === '') throw new Unfit('transaction-type', 'it is empty');
  const parts = partsOf(layout, cells, style);
  const posted = cell(at.postedAt) || cell(at.postedDay);
  const postedAt = instantOf(posted, 'posted-date', withDateOrder(style, currency));
  const name = `${settlementId}/${nameOf(columnsOf(layout, cells))}`;
  const shared = {
    settlementId,
    ...numbersOf(layout, cells),
    ...(cell(at.item) ? { platformLineId: cell(at.item) } : {}),
    ...(cell(at.sku) ? { sellerSku: cell(at.sku) } : {}),
    ...quantityOf(cell(at.quantity)),
    ...{ transactionType, currency, postedAt, row },
  };
  return parts
    .filter(({ amount }) => !isZero(amount))
    .map(({ column, amountType, description, amount }) => ({
      ...shared,
      reference: parts.length > 1 ? `${name}/${column}` : name,
      kind: kindOfAmount(transactionType, amountType, description),
      type: description ? `${amountType}/${description}` : amountType,
      ...{ amountType, description, amount },
    }));
}

/** Their type alone does not tell a price from its shipping, nor one fee from another. */
const NAMED_BY_DESCRIPTION = /^(Item(Price|Fees)|Promotion)$/i;

interface Part {
  column: string;
  amountType: string;
  description: string;
  amount: Decimal;
}

/** @throws Unfit where an amount or its name is lost */
function partsOf(layout: Layout, cells: readonly string[], style: Style): Part[] {
  const cell = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''));
  const parts = layout.amounts.flatMap((one: AmountCell): Part[] => {
    const text = cell(one.amount);
    const description = cell(one.description);
    if (text === '') {
      if (one.named && description !== '') throw new Unfit(one.title, 'it is empty');
      return [];
    }
    const amountType = one.type === undefined ? one.is : cell(one.type);
    const name =
      amountType === '' || (one.type !== undefined && !NAMED_BY_DESCRIPTION.test(amountType))
        ? amountType
        : description;
    if (one.named && name === '') throw new Unfit(one.title, 'nothing names the amount');
    return [{ column: one.title, amountType, description, amount: amountOf(text, one.title, style) }];
  });
  // In V1 a row of its own tells the quantity, without an amount.
  if (parts.length === 0 && !(layout.version === 'V1' && cell(layout.at.quantity) !== ''))
    throw new Unfit('amount', 'it is empty');
  return parts;
}

const quantityOf = (text: string): { quantity?: number } =>
  /^-?\d{1,9}([.,]0+)?$/.test(text) ? { quantity: Number.parseInt(text, 10) } : {};

const ORDER_NUMBER = /^[A-Z0-9]{3}-\d{7}-\d{7}$/i;
const OF_AN_ORDER = /^(order|refund|a-to-z|chargeback|liquidations|order_|refund_)/i;

/** The order column may name a shipment: fees of FBA are charged for those as well. */
function numbersOf({ at }: Layout, cells: readonly string[]) {
  const number = cells[at.order] ?? '';
  const isOrder = ORDER_NUMBER.test(number) || (OF_AN_ORDER.test(cells[at.type] ?? '') && !/^FBA/i.test(number));
  const shipmentNo = number !== '' && !isOrder ? number : (cells[at.shipment] ?? '');
  return {
    ...(number !== '' && isOrder ? { platformOrderNo: number } : {}),
    ...(shipmentNo ? { shipmentNo } : {}),
  };
}
