import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { updateRows } from '../../../core/database/write.ts';
import { badField } from '../../../core/errors.ts';
import { Decimal, money, toBase } from '../../../core/money.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';
import type { Account } from '../ledger/accounts.ts';
import { book, reverse } from '../ledger/book.ts';
import { type Line, sum } from '../ledger/entry.ts';
import { type Held, moveExpenses } from './documents.ts';
import type { expense } from './expenses.tables.ts';

const neg = (amount: string) => money(new Decimal(amount).neg());
/** An expense is a debit of its type, an income a credit. */
const signed = (held: Held, amount: string) => (held.side === 'expense' ? money(amount) : neg(amount));

export async function today(tx: Tx): Promise<string> {
  return localDay(tx.now, (await companyOf(tx)).timeZone);
}

/** What the document is owed to or by: the company owes expenses, of a member their reimbursement. */
function owed(held: Held): Pick<Line, 'account' | 'partyKind' | 'partyId'> {
  const account: Account = held.side === 'expense' ? 'expense_payable' : 'receivable';
  return held.memberId === null ? { account } : { account, partyKind: 'member', partyId: held.memberId };
}

interface Part {
  expenseId: number;
  shopId: number | null;
  departmentId: number | null;
  amount: string;
}

/** Books approved documents on their day: each part on its type, the whole as owed. */
export async function bookApproved(tx: Tx, documents: readonly Held[]): Promise<void> {
  if (documents.length === 0) return;
  const parts = await tx.rows<Part>(sql`select expense_id, shop_id, department_id, amount from expense_line
    where company_id = ${sql.company} and expense_id = any(${documents.map(({ id }) => id)}::bigint[])
    order by expense_id, position`);
  await book(
    tx,
    documents.map((held) => {
      const { currency, rate } = held;
      const own = parts.filter((part) => part.expenseId === held.id);
      const lines: Line[] = own.map(({ amount, shopId, departmentId }) => ({
        ...{ account: held.account as Account, partyKind: 'expense_type', partyId: held.typeId, shopId, departmentId },
        ...{ amount: signed(held, amount), currency, rate },
      }));
      // The sum of the parts in base currency: what is owed has no rounding of its own.
      const base = neg(money(sum(lines.map((line) => toBase(line.amount, rate)))));
      const whole: Line = { ...owed(held), amount: neg(signed(held, held.amount)), currency, rate, baseAmount: base };
      return {
        ...{ docKind: held.side, docId: held.id, step: 'booked', onDay: held.day },
        text: held.side === 'expense' ? 'expenseBooked' : 'incomeBooked',
        lines: [...lines, whole],
      };
    }),
  );
  await moveExpenses(tx, documents, 'booked', 'booked');
}

export interface Paid {
  onDay: string;
  /** What settles it: money of an account, or an advance of the member. */
  from: 'money' | 'advance';
  moneyAccountId: number | null;
  /** In its own currency, which may be another one than the document's. */
  amount: string;
  currency: string;
  /** Of an advance: what this part of it was worth when it was paid. */
  baseAmount?: string;
}

/** What documents are worth in the books, from their own entries: what a payment closes. */
async function bookedBases(tx: Tx, documents: readonly Held[]): Promise<Map<number, string>> {
  const rows = await tx.rows<{ id: number; base: string }>(sql`select e.doc_id as id, sum(l.base_amount) as base
    from ledger_entry e join ledger_line l on l.company_id = ${sql.company} and l.entry_id = e.id
    where e.company_id = ${sql.company} and e.doc_kind = any(${[...new Set(documents.map((one) => one.side))]}::text[])
      and e.doc_id = any(${documents.map(({ id }) => id)}::bigint[]) and e.step = 'booked'
      and l.account in ('expense_payable', 'receivable') group by e.doc_id`);
  return new Map(rows.map((row) => [row.id, row.base]));
}

/** Closes what is owed by money or an advance; another rate than that of the booking goes to `fx_difference`. */
async function bookPaid(tx: Tx, payments: readonly Payment[]): Promise<void> {
  const { baseCurrency } = await companyOf(tx);
  const bases = await bookedBases(
    tx,
    payments.map(({ held }) => held),
  );
  const rates = await ratesOn(
    tx,
    payments.map(({ paid }) => ({ currency: paid.currency, day: paid.onDay })),
  );
  await book(
    tx,
    payments.map(({ held, paid }) => {
      const booked = bases.get(held.id) ?? '0';
      const rate = rates.get(rateKey(paid.currency, paid.onDay)) ?? '1';
      const base = neg(signed(held, paid.baseAmount ?? toBase(paid.amount, rate)));
      const rest = money(new Decimal(booked).minus(base));
      const closed: Line = {
        ...owed(held),
        amount: signed(held, held.amount),
        currency: held.currency,
        rate: held.rate,
      };
      return {
        ...{ docKind: held.side, docId: held.id, step: 'paid', onDay: paid.onDay },
        text:
          held.side === 'income' ? 'incomeReceived' : paid.from === 'advance' ? 'expenseFromAdvance' : 'expensePaid',
        lines: [
          { ...closed, baseAmount: neg(booked) },
          {
            ...meansOf(held, paid),
            amount: neg(signed(held, paid.amount)),
            currency: paid.currency,
            rate,
            baseAmount: base,
          },
          { account: 'fx_difference', amount: rest, currency: baseCurrency, rate: '1', baseAmount: rest },
        ],
      };
    }),
  );
}

const meansOf = (held: Held, paid: Paid): Pick<Line, 'account' | 'partyKind' | 'partyId'> =>
  paid.from === 'advance'
    ? { account: 'staff_advance', partyKind: 'member', partyId: held.memberId ?? 0 }
    : cashOf(paid.moneyAccountId);

export interface Payment {
  held: Held;
  paid: Paid;
}

/** Pays booked documents, each once. */
export async function settle(tx: Tx, payments: readonly Payment[], reference: string): Promise<void> {
  await bookPaid(tx, payments);
  const rows = payments.map(({ held, paid }) => ({
    ...{ id: held.id, paidOn: paid.onDay, paidFrom: paid.from, moneyAccountId: paid.moneyAccountId },
    ...{ paidAmount: paid.amount, paidCurrency: paid.currency, paidReference: reference },
  }));
  await tx.rows(sql`${updateRows<typeof expense>('expense', rows)}`);
  const means = new Map(payments.map(({ held, paid }) => [held.id, { amount: paid.amount, currency: paid.currency }]));
  await moveExpenses(
    tx,
    payments.map(({ held }) => held),
    'paid',
    'paid',
    ({ id }) => means.get(id),
  );
}

export const cashOf = (moneyAccountId: number | null): Pick<Line, 'account' | 'partyKind' | 'partyId'> =>
  moneyAccountId === null
    ? { account: 'cash' }
    : { account: 'cash', partyKind: 'money_account', partyId: moneyAccountId };

/** Takes what is booked of the document back, its payment first. */
export async function reverseBooked(tx: Tx, held: Held): Promise<void> {
  const named = { docKind: held.side, docId: held.id };
  await reverse(
    tx,
    ['paid', 'booked'].map((step) => ({ ...named, step })),
    await today(tx),
    'expenseReversed',
  );
}

/** An active money account. @throws badField moneyAccountId */
export async function moneyAccountFor(tx: Tx, id: number | null): Promise<{ currency: string } | undefined> {
  if (id === null) return undefined;
  const row = await tx.row<{ currency: string }>(sql`select currency from money_account
    where company_id = ${sql.company} and id = ${id} and active`);
  if (!row) throw badField('moneyAccountId', 'finance.expense.moneyAccount');
  return row;
}

/** @throws badField if the day is still to come */
export async function assertPast(tx: Tx, field: string, day: string): Promise<void> {
  if (day > (await today(tx))) throw badField(field, 'finance.expense.dayToCome');
}
