import type { SettlementKind } from '../capabilities/settlements.ts';
import { fromMinor, isZero, negate, sum, times } from '../money.ts';
import { Unfit } from '../read.ts';
import type { Decimal } from '../types.ts';
import { type Message, readInterchange, type Segment } from '../x12.ts';
import { amountOf, instantOf } from './cells.ts';
import { type Found, NotASettlement, type SettlementFileLine, type SettlementFileOptions } from './file.ts';
import { rowNamer } from './reference.ts';

/** A message with the place of its ST among all segments of the file. */
interface Placed {
  message: Message;
  row: number;
  /** Of its group, where the message itself names no day. */
  day: string;
}
export const isEdi = (text: string): boolean => text.trimStart().startsWith('ISA');

const READERS: Readonly<Record<string, (placed: Placed, options: SettlementFileOptions) => Read>> = {
  '820': readRemittance,
  '810': readInvoice,
};

/** X12: remittance advice (820) and invoices (810), each message a settlement. */
export function readEdi(text: string, options: SettlementFileOptions): { format: string; found: Iterable<Found> } {
  const placed: Placed[] = [];
  try {
    let row = 1;
    for (const group of readInterchange(text).groups) {
      row++;
      for (const message of group.messages) {
        placed.push({ message, row: row + 1, day: group.day });
        row += message.segments.length + 2;
      }
      row++;
    }
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    throw new NotASettlement(`The X12 file cannot be relied on: ${error.message}.`);
  }
  const codes = [...new Set(placed.map(({ message }) => message.code))];
  if (!codes.some((code) => READERS[code]))
    throw new NotASettlement(`X12 messages ${codes.join(', ') || 'none'}: settlements are 820 and 810.`);
  return { format: `x12 ${codes.filter((code) => READERS[code]).join(' ')}`, found: readAll(placed, options) };
}

function* readAll(placed: readonly Placed[], options: SettlementFileOptions): Generator<Found> {
  const nameOf = rowNamer();
  for (const one of placed) {
    const { message, row } = one;
    const aside = (reason: string, at = row, raw = `ST*${message.code}*${message.control}`): Found => ({
      setAside: { row: at, reason, raw },
    });
    const read = READERS[message.code];
    if (!read) {
      yield aside(`a message ${message.code} settles nothing`);
      continue;
    }
    // Taken all the same: the gap shows what it has lost.
    if (message.problem) yield aside(message.problem);
    try {
      const found = read(one, options);
      yield { header: found.header };
      for (const { at, reason } of found.lost) yield aside(reason, row + 1 + at, message.segments[at]?.join('*'));
      for (const entry of found.entries) {
        const { at, ...said } = entry;
        const { settlementId } = found.header;
        const reference = `${settlementId}/${nameOf([settlementId, said.type, said.description, said.amount])}`;
        if (isZero(said.amount)) yield { zeroRow: row + 1 + at };
        else yield { line: { ...found.shared, ...said, settlementId, reference, row: row + 1 + at } };
      }
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      yield aside(error.message);
    }
  }
}

type Header = Extract<Found, { header: unknown }>['header'];
interface Entry {
  /** The segment within its message. */
  at: number;
  kind: SettlementKind;
  type: string;
  amountType: string;
  description: string;
  amount: Decimal;
  platformOrderNo?: string;
  sellerSku?: string;
  quantity?: number;
}
interface Read {
  header: Header & { total: Decimal };
  shared: Pick<SettlementFileLine, 'currency' | 'postedAt' | 'transactionType'>;
  entries: Entry[];
  lost: { at: number; reason: string }[];
}

const amountIn = (segment: Segment, element: number): Decimal =>
  amountOf(segment[element] ?? '', `${segment[0]}${String(element).padStart(2, '0')}`, { decimal: '.' });
const dayIn = (text: string, element: string): string => instantOf(text, element, {});
const first = (segments: readonly Segment[], name: string, qualifier?: string): Segment | undefined =>
  segments.find((one) => one[0] === name && (qualifier === undefined || one[1] === qualifier));

function currencyIn(segments: readonly Segment[], options: SettlementFileOptions): string {
  // A retailer of the United States that leaves CUR out pays in its own currency.
  const currency = first(segments, 'CUR')?.[2] || options.currency || 'USD';
  if (!/^[A-Z]{3}$/.test(currency)) throw new Unfit('CUR02', `${currency} is no currency`);
  return currency;
}

/** Adjustment reason codes (element 426) that name more than an adjustment. */
const REASONS: readonly (readonly [SettlementKind, string])[] = [
  ['refund', '04 05 11 12 13 14 15 25 41 42 59 72'],
  ['discount', '24 43 57 90'],
  ['advertising', '56 71'],
  ['fulfilment', '30 46 54'],
  ['tax', '55'],
];
const kindOfReason = (code: string): SettlementKind =>
  REASONS.find(([, codes]) => codes.split(' ').includes(code))?.[0] ?? 'adjustment';

interface Item {
  at: number;
  segment: Segment;
  adjustments: { at: number; segment: Segment }[];
  order: string;
}

/** Invoices with the adjustments that follow each, and adjustments that belong to none. */
function itemsOf(segments: readonly Segment[]): { items: Item[]; alone: Item['adjustments'] } {
  const items: Item[] = [];
  const alone: Item['adjustments'] = [];
  let item: Item | undefined;
  for (const [at, segment] of segments.entries()) {
    const [name, qualifier, value = ''] = segment;
    if (name === 'ENT') item = undefined;
    else if (name === 'RMR') {
      item = { at, segment, adjustments: [], order: qualifier === 'PO' ? value : '' };
      items.push(item);
    } else if (name === 'ADX') (item?.adjustments ?? alone).push({ at, segment });
    else if (name === 'REF' && qualifier === 'PO' && item) item.order = value;
  }
  return { items, alone };
}

function readRemittance({ message, day }: Placed, options: SettlementFileOptions): Read {
  const { segments } = message;
  const bpr = first(segments, 'BPR');
  if (!bpr) throw new Unfit('BPR', 'the message does not say what is paid');
  const total = amountIn(bpr, 2);
  const currency = currencyIn(segments, options);
  const head = segments.slice(0, segments.findIndex((one) => one[0] === 'ENT' || one[0] === 'RMR') + 1 || undefined);
  const paid = dayIn(bpr[16] || first(head, 'DTM')?.[2] || day, 'BPR16');
  const settlementId = first(segments, 'TRN')?.[2] || first(head, 'REF')?.[2] || message.control;
  const tail = (bpr[15] ?? '').slice(-4);
  const shared = { currency, postedAt: paid, transactionType: '820' };
  const lost: Read['lost'] = [];
  const entries: Entry[] = [];
  const { items, alone } = itemsOf(segments);
  for (const adjustment of alone) safely(lost, adjustment.at, () => entries.push(adjusted(adjustment, '')));
  const read = items.flatMap(
    (item) => safely(lost, item.at, () => [{ item, amount: amountIn(item.segment, 4) }]) ?? [],
  );
  const before = sum([...entries.map(({ amount }) => amount), ...read.map(({ amount }) => amount)]);
  const explaining = read.flatMap(({ item }) =>
    item.adjustments.flatMap((one) => safely(lost, one.at, () => [adjusted(one, item.order)]) ?? []),
  );
  // Some payers state what is paid after adjustments, some before: what comes to the payment shows which.
  const isGross =
    !isZero(sum([before, negate(total)])) &&
    isZero(sum([before, ...explaining.map((one) => one.amount), negate(total)]));
  for (const { item, amount } of read) {
    const own = explaining.filter(({ at }) => item.adjustments.some((one) => one.at === at));
    const whole = isGross ? amount : sum([amount, ...own.map((one) => negate(one.amount))]);
    entries.push(...invoiceOf(item, whole), ...own);
  }
  return {
    header: {
      ...{ settlementId, depositDay: paid.slice(0, 10), currency, total },
      ...(tail ? { accountTail: tail } : {}),
    },
    ...{ shared, entries, lost },
  };
}

function safely<T>(lost: Read['lost'], at: number, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    lost.push({ at, reason: error.message });
    return undefined;
  }
}

function adjusted({ at, segment }: { at: number; segment: Segment }, order: string): Entry {
  const [, , code = '', , reference = ''] = segment;
  return {
    ...{ at, kind: kindOfReason(code), type: `ADX/${code}`, amountType: `ADX ${code}`, description: reference },
    amount: amountIn(segment, 1),
    ...(order ? { platformOrderNo: order } : {}),
  };
}

/** What an invoice comes to, and the discount that the payer takes from it where both and the payment agree. */
function invoiceOf({ at, segment, order }: Item, paid: Decimal): Entry[] {
  const [, qualifier = '', number = ''] = segment;
  const shared = { at, description: number, ...(order ? { platformOrderNo: order } : {}) };
  const kind: SettlementKind = qualifier === 'CM' ? 'refund' : 'sale';
  const line = (amount: Decimal): Entry => ({
    ...shared,
    kind,
    type: `RMR/${qualifier}`,
    amountType: `RMR ${qualifier}`,
    amount,
  });
  if (!segment[5] || !segment[6]) return [line(paid)];
  const [whole, discount] = [amountIn(segment, 5), amountIn(segment, 6)];
  if (isZero(discount) || !isZero(sum([whole, negate(discount), negate(paid)]))) return [line(paid)];
  return [
    line(whole),
    { ...shared, kind: 'discount', type: 'RMR/discount', amountType: 'RMR discount', amount: negate(discount) },
  ];
}

/** TDS01 and SAC05 are told in the smallest unit, without a point. */
function minorIn(segment: Segment, element: number, currency: string): Decimal {
  const text = segment[element] ?? '';
  if (!/^-?\d{1,18}$/.test(text))
    throw new Unfit(`${segment[0]}${String(element).padStart(2, '0')}`, `${text} is no amount`);
  return fromMinor(text, currency);
}

function readInvoice({ message, day }: Placed, options: SettlementFileOptions): Read {
  const { segments } = message;
  const [big, tds] = [first(segments, 'BIG'), first(segments, 'TDS')];
  if (!big || !tds) throw new Unfit(big ? 'TDS' : 'BIG', 'the invoice lacks it');
  const currency = currencyIn(segments, options);
  const total = minorIn(tds, 1, currency);
  const order = big[4] ?? '';
  const lost: Read['lost'] = [];
  const entries = segments.flatMap(
    (segment, at) => safely(lost, at, () => invoiced(segment, at, order, currency)) ?? [],
  );
  const isCredit = /^C[NR]$/.test(big[7] ?? '') && isZero(sum([total, ...entries.map((one) => one.amount)]));
  return {
    header: { settlementId: big[2] || message.control, currency, total },
    shared: { currency, postedAt: dayIn(big[1] || day, 'BIG01'), transactionType: '810' },
    // A credit memo may state its lines as an invoice does, and only its total as what it is.
    entries: isCredit ? entries.map((one) => ({ ...one, amount: negate(one.amount) })) : entries,
    lost,
  };
}

function invoiced(segment: Segment, at: number, order: string, currency: string): Entry[] {
  const [name, one = '', code = ''] = segment;
  const entry = (kind: SettlementKind, type: string, amount: Decimal, description = ''): Entry => ({
    ...{ at, kind, type, amountType: type, description, amount },
    ...(order ? { platformOrderNo: order } : {}),
  });
  if (name === 'IT1') {
    const [quantity, sku] = [amountIn(segment, 2), skuIn(segment)];
    const article = entry('sale', 'IT1', times(quantity, amountIn(segment, 4)), one);
    return [
      {
        ...article,
        ...(sku ? { sellerSku: sku } : {}),
        ...(/^-?\d{1,9}$/.test(quantity) ? { quantity: Number(quantity) } : {}),
      },
    ];
  }
  if (name === 'SAC' && /^[AC]$/.test(one) && segment[5]) {
    const amount = minorIn(segment, 5, currency);
    const isAllowance = one === 'A';
    const type = `SAC ${one} ${code}`;
    return [entry(isAllowance ? 'discount' : 'shipping', type, isAllowance ? negate(amount) : amount, segment[15])];
  }
  return name === 'TXI' && code ? [entry('tax', `TXI ${one}`, amountIn(segment, 2))] : [];
}

/** Of the pairs of qualifier and number the vendor's own, else the buyer's. */
function skuIn(segment: Segment): string | undefined {
  const numbers = new Map<string, string>();
  for (let at = 6; at < segment.length; at += 2) numbers.set(segment[at] ?? '', segment[at + 1] ?? '');
  return numbers.get('VN') || numbers.get('VP') || numbers.get('SK');
}
