import {
  BANK_STATEMENT_FIELDS,
  type StatementField,
  type StatementMapping,
} from '@tradewind/contract/finance/banking.ts';
import { dayOfCell } from '../../../../core/cell-time.ts';
import { badField } from '../../../../core/errors.ts';
import { Decimal } from '../../../../core/money.ts';
import {
  amountOf,
  dayFrom,
  type LineProblem,
  type ReadLine,
  type ReadStatement,
  squeezed,
  Unreadable,
} from './statement.ts';

/** How banks and wallets call their columns: without blanks and signs, the likeliest first. */
const NAMES: Record<StatementField, readonly string[]> = {
  day: [
    'bookingdate',
    'transactiondate',
    'posteddate',
    'postingdate',
    'date',
    'completeddate',
    'time',
    '交易日期',
    '记账日期',
    '入账日期',
    '交易时间',
    '日期',
    '时间',
  ],
  valueDay: ['valuedate', 'valuta', '起息日', '起息日期'],
  amount: ['amount', 'transactionamount', 'netamount', 'net', '交易金额', '金额', '发生额', '收支金额'],
  moneyIn: [
    'credit',
    'creditamount',
    'moneyin',
    'paidin',
    'deposit',
    'deposits',
    '收入',
    '收入金额',
    '贷方',
    '贷方金额',
    '贷方发生额',
    '存入',
  ],
  moneyOut: [
    'debit',
    'debitamount',
    'moneyout',
    'paidout',
    'withdrawal',
    'withdrawals',
    '支出',
    '支出金额',
    '借方',
    '借方金额',
    '借方发生额',
    '支取',
  ],
  counterparty: [
    'counterparty',
    'counterpartyname',
    'payee',
    'beneficiary',
    'name',
    'payername',
    'from',
    '对方户名',
    '对方名称',
    '交易对方',
    '对方账户名称',
    '付款方',
    '收款人',
  ],
  reference: [
    'reference',
    'description',
    'details',
    'memo',
    'narrative',
    'purpose',
    'remittanceinformation',
    'paymentreference',
    '摘要',
    '附言',
    '用途',
    '备注',
    '交易摘要',
    '说明',
  ],
  externalId: [
    'transactionid',
    'transactionno',
    'transactionnumber',
    'transactionreference',
    'bankreference',
    'id',
    '交易流水号',
    '流水号',
    '交易号',
    '交易编号',
  ],
  balance: ['balance', 'runningbalance', 'accountbalance', 'endingbalance', '余额', '账户余额', '交易后余额'],
};
const plain = (title: string) => title.toLowerCase().replaceAll(/\([^)]*\)|（[^）]*）|[^a-z0-9\p{Script=Han}]/gu, '');
const KNOWN = new Set(Object.values(NAMES).flat());
const HEAD_WITHIN = 30;

/** The line of the titles: of the first ones the one that knows most columns. */
export function headOf(rows: readonly string[][]): number {
  const hits = rows.slice(0, HEAD_WITHIN).map((row) => row.filter((cell) => KNOWN.has(plain(cell))).length);
  const most = Math.max(0, ...hits);
  return most === 0 ? 0 : hits.indexOf(most);
}

/** What each column says by its name. A remembered mapping counts if the file still has all of its columns. */
export function proposed(
  rows: readonly string[][],
  remembered: StatementMapping | null,
): { mapping: StatementMapping; remembered: boolean } {
  const head = headOf(rows);
  const titles = rows[head] ?? [];
  if (remembered && Object.values(remembered.columns).every((title) => titles.includes(title ?? '')))
    return { mapping: remembered, remembered: true };
  const columns: StatementMapping['columns'] = {};
  const used = new Set<string>();
  for (const field of BANK_STATEMENT_FIELDS) {
    if (columns.amount && (field === 'moneyIn' || field === 'moneyOut')) continue;
    const title = NAMES[field].flatMap((name) => titles.find((one) => plain(one) === name && !used.has(one)) ?? [])[0];
    if (title === undefined) continue;
    columns[field] = title;
    used.add(title);
  }
  const cells = (field: StatementField) =>
    rows.slice(head + 1, head + 201).map((row) => row[titles.indexOf(columns[field] ?? '')] ?? '');
  const parts = cells('day').flatMap((cell) => {
    const read = /^(\d{1,2})[./-](\d{1,2})[./-]\d{2,4}/.exec(cell);
    return read ? [[Number(read[1]), Number(read[2])] as const] : [];
  });
  const dotted = cells('day').some((cell) => /^\d{1,2}\.\d{1,2}\./.test(cell));
  const dayOrder =
    parts.length === 0
      ? 'ymd'
      : dotted || parts.some(([first]) => first > 12)
        ? 'dmy'
        : parts.some(([, second]) => second > 12)
          ? 'mdy'
          : 'dmy';
  const amounts = [...cells('amount'), ...cells('moneyIn'), ...cells('moneyOut')];
  const decimalComma =
    amounts.some((cell) => /,\d{1,2}$/.test(cell.trim())) && !amounts.some((cell) => /\.\d{1,2}$/.test(cell.trim()));
  return { mapping: { columns, dayOrder, decimalComma }, remembered: false };
}

function dayIn(cell: string, order: StatementMapping['dayOrder']): string {
  const text = cell.trim();
  const read = /^(\d{1,2})[./-](\d{1,2})[./-](\d{2}|\d{4})(?!\d)/.exec(text);
  if (read && order !== 'ymd') {
    const [, first = '', second = '', year = ''] = read;
    const full = year.length === 2 ? `20${year}` : year;
    return order === 'dmy' ? dayFrom(full, second, first) : dayFrom(full, first, second);
  }
  const packed = /^(\d{4})(\d{2})(\d{2})(?!\d)/.exec(text);
  if (packed) return dayFrom(packed[1] ?? '', packed[2] ?? '', packed[3] ?? '');
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(dayOfCell(text)) ?? [];
  return dayFrom(year, month, day);
}

/** "1,234.50", "$12", "(3.00)", "12.00-" and "1.234,50" as statements write them; null: nothing. */
function numberIn(cell: string, decimalComma: boolean): Decimal | null {
  const bare = cell.replaceAll(/[\s'$€£¥￥]|[A-Z]{3}/g, '');
  if (bare === '' || bare === '-' || bare === '--') return null;
  const negative = /^\(.*\)$|.-$/.test(bare);
  const digits = bare.replaceAll(/[()]|(?<=.)-$/g, '');
  const value = amountOf(decimalComma ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', ''));
  return negative ? value.neg() : value;
}

/** Reads a table by a mapping. @throws badField mapping.columns if a needed column is missing */
export function readTable(
  rows: readonly string[][],
  { columns, dayOrder, decimalComma }: StatementMapping,
): { statement: ReadStatement; problems: LineProblem[] } {
  if (!columns.day) throw badField('mapping.columns', 'finance.bank.noDayColumn');
  if (!columns.amount && !columns.moneyIn && !columns.moneyOut)
    throw badField('mapping.columns', 'finance.bank.noAmountColumn');
  const head = headOf(rows);
  const titles = rows[head] ?? [];
  for (const title of Object.values(columns))
    if (!titles.includes(title ?? ''))
      throw badField('mapping.columns', 'finance.bank.noColumn', { title: title ?? '' });
  const lines: ReadLine[] = [];
  const problems: LineProblem[] = [];
  rows.slice(head + 1).forEach((cells, at) => {
    const cell = (field: StatementField) => (columns[field] ? (cells[titles.indexOf(columns[field] ?? '')] ?? '') : '');
    // Sums below the table have no day.
    if (cell('day').trim() === '') return;
    const line = head + at + 2;
    try {
      const amount = columns.amount
        ? numberIn(cell('amount'), decimalComma)
        : (numberIn(cell('moneyIn'), decimalComma)?.abs() ?? new Decimal(0)).minus(
            numberIn(cell('moneyOut'), decimalComma)?.abs() ?? 0,
          );
      if (amount === null || amount.isZero()) return;
      lines.push({
        line,
        externalId: squeezed(cell('externalId'), 255) || null,
        onDay: dayIn(cell('day'), dayOrder),
        valueDay: cell('valueDay').trim() === '' ? null : dayIn(cell('valueDay'), dayOrder),
        amount: amount.toFixed(4),
        currency: null,
        counterparty: squeezed(cell('counterparty'), 100),
        reference: squeezed(cell('reference')),
        balanceAfter: numberIn(cell('balance'), decimalComma)?.toFixed(4) ?? null,
      });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      problems.push({ line, code: 'finance.bank.badLine', params: {} });
    }
  });
  return { statement: { ...bare, lines, ...balancesOf(lines), ...daysOf(lines) }, problems };
}
const bare = { account: '', currency: null, reference: '' };

function daysOf(lines: readonly ReadLine[]): Pick<ReadStatement, 'fromDay' | 'toDay'> {
  const days = lines.map(({ onDay }) => onDay).sort();
  return { fromDay: days[0] ?? null, toDay: days.at(-1) ?? null };
}

/** A column of balances says opening and closing; files run forwards or backwards in time. */
function balancesOf(lines: readonly ReadLine[]): Pick<ReadStatement, 'opening' | 'closing'> {
  if (lines.length === 0 || lines.some(({ balanceAfter }) => balanceAfter === null))
    return { opening: null, closing: null };
  const links = (ordered: readonly ReadLine[]) =>
    ordered.filter((line, at) => {
      const before = ordered[at - 1];
      return before && new Decimal(before.balanceAfter ?? 0).plus(line.amount).eq(line.balanceAfter ?? 0);
    }).length;
  const backwards = lines.toReversed();
  const ordered = links(backwards) > links(lines) ? backwards : lines;
  const [first, last] = [ordered[0], ordered.at(-1)];
  return {
    opening: new Decimal(first?.balanceAfter ?? 0).minus(first?.amount ?? 0).toFixed(4),
    closing: last?.balanceAfter ?? null,
  };
}
