import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  currency,
  day,
  defineCall,
  documentHistory,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  pageOf,
  paging,
  positiveDecimal,
  text,
} from '../call.ts';
import { mayBy } from '../document-acts.ts';
import { EXPENSE_SIDES, expenseContent } from './expenses.ts';

const view = [rights.expense.view] as const;
const submit = [rights.expense.submit] as const;

// ---- advances to members
export const ADVANCE_KINDS = ['advance', 'repayment'] as const;
const advanceRow = z.object({
  id: z.number(),
  number: z.string(),
  kind: z.enum(ADVANCE_KINDS),
  state: z.enum(['booked', 'void']),
  memberId: z.number(),
  memberName: z.string(),
  amount: z.string(),
  currency: z.string(),
  day: z.string(),
  moneyAccountName: z.string().nullable(),
  remark: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
});
export type AdvanceRow = z.output<typeof advanceRow>;
export const listAdvances = defineCall({
  method: 'GET',
  path: '/seller/expense/advances',
  access: view,
  summary: 'Lists advances to members and their repayments, newest first.',
  input: z.strictObject({ memberId: id().optional(), kind: z.enum(ADVANCE_KINDS).optional(), ...paging }),
  result: pageOf(advanceRow),
});
export const advanceBalances = defineCall({
  method: 'GET',
  path: '/seller/expense/advanceBalances',
  access: view,
  summary: 'Returns what each member still has of advances, by currency, as the ledger has it.',
  input: z.strictObject({}),
  result: z.object({
    list: z.array(
      z.object({
        memberId: z.number(),
        memberName: z.string(),
        currency: z.string(),
        advanced: z.string(),
        settled: z.string(),
        repaid: z.string(),
        balance: z.string(),
      }),
    ),
  }),
});
export const recordAdvance = defineCall({
  method: 'POST',
  path: '/seller/expense/recordAdvance',
  access: submit,
  summary: 'Records an advance paid to a member, or what the member paid back of it.',
  input: z.strictObject({
    kind: z.enum(ADVANCE_KINDS),
    memberId: id(),
    amount: positiveDecimal(2),
    currency: currency(),
    day: day(),
    moneyAccountId: id().nullable().default(null),
    remark: text(500).default(''),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), number: z.string() }),
});
export const voidAdvance = defineCall({
  method: 'POST',
  path: '/seller/expense/voidAdvance',
  access: [rights.expense.delete],
  summary: 'Reverses an advance or a repayment that was recorded by mistake.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: ok,
});

// ---- expenses and incomes that repeat
const any = [rights.expense.view, rights.income.view] as const;
const recurringRow = z.object({
  id: z.number(),
  side: z.enum(EXPENSE_SIDES),
  subject: z.string(),
  typeId: z.number(),
  typeZh: z.string(),
  typeEn: z.string(),
  amount: z.string(),
  currency: z.string(),
  lines: z.array(z.object({ shopId: z.number().nullable(), departmentId: z.number().nullable(), share: z.string() })),
  payee: z.string(),
  payeeAccount: z.string(),
  memberId: z.number().nullable(),
  remark: z.string(),
  dayOfMonth: z.number().int(),
  nextOn: z.string(),
  until: z.string().nullable(),
  submits: z.boolean(),
  active: z.boolean(),
  /** Why its last document could not be made. */
  lastError: z.string(),
  made: z.number().int(),
  version: z.number().int(),
});
export type RecurringExpenseRow = z.output<typeof recurringRow>;
export const listRecurringExpenses = defineCall({
  method: 'GET',
  path: '/seller/expense/recurring',
  access: any,
  summary: 'Lists expenses or incomes that repeat every month.',
  input: z.strictObject({ side: z.enum(EXPENSE_SIDES).optional(), ...paging }),
  result: pageOf(recurringRow),
});
export const saveRecurringExpense = defineCall({
  method: 'POST',
  path: '/seller/expense/saveRecurring',
  access: [rights.expense.add, rights.expense.edit, rights.income.add, rights.income.edit],
  summary: 'Saves what repeats on a day of each month until an end: a draft once a month, or one that is submitted.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    ...expenseContent,
    /** In a shorter month its last day. */
    dayOfMonth: integer(1, 31),
    /** The first month, by any of its days. */
    startsOn: day(),
    until: day().nullable().default(null),
    submits: z.boolean().default(false),
    active: z.boolean().default(true),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number() }),
});

// ---- payment runs: one person prepares, another one confirms
export const PAYMENT_RUN_STATES = ['prepared', 'confirmed', 'cancelled'] as const;
export type PaymentRunState = (typeof PAYMENT_RUN_STATES)[number];
export const paymentRunMay = mayBy({ confirm: ['prepared'], cancel: ['prepared'] });
const runRow = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(PAYMENT_RUN_STATES),
  payOn: z.string(),
  moneyAccountId: z.number().nullable(),
  moneyAccountName: z.string().nullable(),
  currency: z.string(),
  amount: z.string(),
  documents: z.number().int(),
  remark: z.string(),
  preparedById: z.number(),
  preparedBy: z.string(),
  preparedAt: z.string(),
  confirmedBy: z.string().nullable(),
  confirmedAt: z.string().nullable(),
});
export type PaymentRunRow = z.output<typeof runRow>;
export const listPaymentRuns = defineCall({
  method: 'GET',
  path: '/seller/expense/runs',
  access: view,
  summary: 'Lists payment runs, newest first.',
  input: z.strictObject({ state: z.enum(PAYMENT_RUN_STATES).optional(), ...paging }),
  result: pageOf(runRow),
});
export const getPaymentRun = defineCall({
  method: 'GET',
  path: '/seller/expense/run',
  access: view,
  summary: 'Returns a payment run with its expenses and its history.',
  input: z.strictObject({ id: id() }),
  result: runRow.extend({
    expenses: z.array(
      z.object({
        id: z.number(),
        number: z.string(),
        subject: z.string(),
        payee: z.string(),
        payeeAccount: z.string(),
        amount: z.string(),
        currency: z.string(),
        day: z.string(),
      }),
    ),
    history: documentHistory,
  }),
});
export const preparePaymentRun = defineCall({
  method: 'POST',
  path: '/seller/expense/prepareRun',
  access: submit,
  summary: 'Puts booked expenses of one currency into a payment run that another person confirms.',
  input: z.strictObject({
    ids: list(id(), 500),
    moneyAccountId: id().nullable().default(null),
    payOn: day(),
    remark: text(300).default(''),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), number: z.string() }),
});
const actOnRun = (name: string, summary: string) =>
  defineCall({
    ...{ method: 'POST', path: `/seller/expense/${name}`, access: submit, summary },
    ...{ input: z.strictObject({ id: id(), ...idempotencyKey }), result: ok },
  });
export const confirmPaymentRun = actOnRun(
  'confirmRun',
  'Confirms a payment run that another person prepared, and books its payments once.',
);
export const cancelPaymentRun = actOnRun('cancelRun', 'Cancels a prepared payment run; its expenses are free again.');
export const paymentRunFile = defineCall({
  method: 'GET',
  path: '/seller/expense/runFile',
  access: [rights.expense.export],
  summary: 'Downloads the list of a payment run as .csv or .xlsx, for the bank or to print.',
  input: z.strictObject({ id: id(), kind: z.enum(['csv', 'xlsx']).default('csv') }),
  result: z.unknown(),
  download: true,
});
