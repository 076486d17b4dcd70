import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  bulkCall,
  currency,
  day,
  defineCall,
  documentHistory,
  exportCall,
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
import { type DocumentActs, mayBy } from '../document-acts.ts';
import { importCalls } from '../imports.ts';

/** One kind of document for money that leaves and money that comes in. */
export const EXPENSE_SIDES = ['expense', 'income'] as const;
export type ExpenseSide = (typeof EXPENSE_SIDES)[number];
/** The module of each side: its rights decide about its documents and types. */
export const EXPENSE_MODULES = { expense: rights.expense, income: rights.income } as const;
/** Accounts of the ledger that a type can stand for. */
export const EXPENSE_ACCOUNTS = [
  'operating_expense',
  'advertising',
  'storage_fee',
  'bank_fee',
  'other_income',
] as const;
export type ExpenseAccount = (typeof EXPENSE_ACCOUNTS)[number];
export const sideOfAccount = (account: ExpenseAccount): ExpenseSide =>
  account === 'other_income' ? 'income' : 'expense';

/** `approved`: its day has not come, so the ledger does not have it yet. */
export const EXPENSE_STATES = ['draft', 'reviewing', 'approved', 'booked', 'paid', 'void'] as const;
export type ExpenseState = (typeof EXPENSE_STATES)[number];
export const EXPENSE_STEPS: Readonly<Record<ExpenseState, readonly ExpenseState[]>> = {
  draft: ['reviewing'],
  reviewing: ['approved', 'draft'],
  approved: ['booked', 'void'],
  booked: ['paid', 'void'],
  paid: ['void'],
  void: [],
};
const freeOfRuns = (row: { inRun?: boolean }) => !row.inRun;
/** What is in a prepared payment run waits for it. */
export const expenseMay = mayBy<
  'edit' | 'submit' | 'discard' | 'void' | 'pay' | 'run',
  { state: string; inRun?: boolean }
>(
  {
    edit: ['draft'],
    submit: ['draft'],
    /** Never booked: the row goes. */
    discard: ['draft'],
    /** Approved or booked: it stays, and its entries are reversed. */
    void: ['approved', 'booked', 'paid'],
    pay: ['booked'],
    run: ['booked'],
  } satisfies DocumentActs<ExpenseState>,
  { void: freeOfRuns, pay: freeOfRuns, run: freeOfRuns },
);

const both = <B extends keyof typeof rights.expense & keyof typeof rights.income & string>(button: B) =>
  [rights.expense[button], rights.income[button]] as Exclude<
    (typeof rights.expense)[B] | (typeof rights.income)[B],
    number
  >[];
export const viewAny = [...both('view'), rights.budget.view];
const view = both('view');
const side = z.enum(EXPENSE_SIDES);
const money = () => positiveDecimal(2);

// ---- types
const typeRow = z.object({
  id: z.number(),
  parentId: z.number().nullable(),
  nameZh: z.string(),
  nameEn: z.string(),
  account: z.enum(EXPENSE_ACCOUNTS),
  side,
  active: z.boolean(),
  /** Documents, budgets or types under it refer to it. */
  used: z.boolean(),
  version: z.number().int(),
});
export type ExpenseTypeRow = z.output<typeof typeRow>;
export const listExpenseTypes = defineCall({
  method: 'GET',
  path: '/seller/expense/types',
  access: viewAny,
  summary: 'Lists the types of expenses and income: those of the first level, each followed by those under it.',
  input: z.strictObject({}),
  result: z.object({ list: z.array(typeRow) }),
});
export const saveExpenseType = defineCall({
  method: 'POST',
  path: '/seller/expense/saveType',
  access: both('edit'),
  summary: 'Adds or changes a type of expenses or income. The account of a used type stays.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    /** A type of the first level. */
    parentId: id().nullable().default(null),
    nameZh: text(60).default(''),
    nameEn: text(60).default(''),
    account: z.enum(EXPENSE_ACCOUNTS),
    active: z.boolean().default(true),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number() }),
});
export const deleteExpenseType = defineCall({
  method: 'POST',
  path: '/seller/expense/deleteType',
  access: both('delete'),
  summary: 'Deletes a type that nothing refers to. A used one can be switched off.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const getExpenseChoices = defineCall({
  method: 'GET',
  path: '/seller/expense/choices',
  access: viewAny,
  summary: 'Returns what forms of expenses offer: departments, members, money accounts and the closed months.',
  input: z.strictObject({}),
  result: z.object({
    baseCurrency: z.string(),
    today: z.string(),
    departments: z.array(z.object({ id: z.number(), name: z.string() })),
    members: z.array(z.object({ id: z.number(), name: z.string() })),
    moneyAccounts: z.array(z.object({ id: z.number(), name: z.string(), currency: z.string() })),
    /** First days of the latest closed months. */
    closedMonths: z.array(z.string()),
  }),
});

// ---- documents
export const expenseFilter = z.strictObject({
  side: side.optional(),
  state: z.enum(EXPENSE_STATES).optional(),
  /** With the types under it. */
  typeId: id().optional(),
  shopId: id().optional(),
  departmentId: id().optional(),
  memberId: id().optional(),
  currency: currency().optional(),
  runId: id().optional(),
  from: day().optional(),
  to: day().optional(),
  /** Prefix of a number, or a part of subject or payee. */
  text: text(80).optional(),
});
const expenseRow = z.object({
  id: z.number(),
  number: z.string(),
  side,
  state: z.enum(EXPENSE_STATES),
  subject: z.string(),
  typeId: z.number(),
  typeZh: z.string(),
  typeEn: z.string(),
  amount: z.string(),
  currency: z.string(),
  /** To base currency: of its day. */
  rate: z.string(),
  baseAmount: z.string(),
  day: z.string(),
  occurredOn: z.string().nullable(),
  shopNames: z.string(),
  departmentNames: z.string(),
  orderId: z.number().nullable(),
  orderNo: z.string().nullable(),
  payee: z.string(),
  payeeAccount: z.string(),
  memberId: z.number().nullable(),
  memberName: z.string().nullable(),
  remark: z.string(),
  runId: z.number().nullable(),
  runNumber: z.string().nullable(),
  /** In a run that nobody has confirmed yet. */
  inRun: z.boolean(),
  recurring: z.boolean(),
  paidOn: z.string().nullable(),
  paidFrom: z.enum(['money', 'advance']).nullable(),
  moneyAccountName: z.string().nullable(),
  paidAmount: z.string().nullable(),
  paidCurrency: z.string().nullable(),
  paidReference: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  version: z.number().int(),
});
export type ExpenseRow = z.output<typeof expenseRow>;
const expenseLine = z.object({
  shopId: z.number().nullable(),
  shopName: z.string().nullable(),
  departmentId: z.number().nullable(),
  departmentName: z.string().nullable(),
  share: z.string(),
  amount: z.string(),
});
const ledgerOfExpense = z.object({
  entryId: z.number(),
  onDay: z.string(),
  /** Its own day, if that month was closed. */
  eventDay: z.string().nullable(),
  step: z.string(),
  account: z.string(),
  accountName: z.string(),
  amount: z.string(),
  currency: z.string(),
  baseAmount: z.string(),
  shopName: z.string().nullable(),
  departmentName: z.string().nullable(),
});
export type ExpenseLedgerLine = z.output<typeof ledgerOfExpense>;
const get = <I extends z.ZodType, O extends z.ZodType>(name: string, summary: string, input: I, result: O) =>
  defineCall({ method: 'GET', path: `/seller/expense/${name}`, access: view, summary, input, result });
export const listExpenses = get(
  'list',
  'Lists expenses and income of the sides that the user may see, newest first.',
  expenseFilter.extend(paging),
  pageOf(expenseRow),
);
export const expenseTabs = get(
  'tabs',
  'Returns the number of expenses or incomes by status.',
  z.strictObject({ side }),
  z.object({ counts: z.record(z.string(), z.number()) }),
);
export const expenseSums = get(
  'sums',
  'Returns the totals of the matching documents by currency, without void ones.',
  expenseFilter,
  z.object({
    baseCurrency: z.string(),
    sums: z.array(
      z.object({ currency: z.string(), count: z.number().int(), amount: z.string(), baseAmount: z.string() }),
    ),
  }),
);
export const getExpense = get(
  'detail',
  'Returns an expense or income with its shares, its ledger entries and its history.',
  z.strictObject({ id: id() }),
  expenseRow.extend({
    baseCurrency: z.string(),
    lines: z.array(expenseLine),
    entries: z.array(ledgerOfExpense),
    history: documentHistory,
  }),
);
export type ExpenseDetail = z.output<typeof getExpense.result>;

/** Shares are weights: three times 1 splits evenly, and amounts that sum to the total stay as they are. */
export const expenseShares = z
  .array(
    z.strictObject({
      shopId: id().nullable().default(null),
      departmentId: id().nullable().default(null),
      share: positiveDecimal(4),
    }),
  )
  .min(1)
  .max(100);
/** What a document and one that repeats have in common. */
export const expenseContent = {
  subject: text(120).default(''),
  typeId: id(),
  amount: money(),
  currency: currency(),
  lines: expenseShares,
  payee: text(120).default(''),
  payeeAccount: text(120).default(''),
  memberId: id().nullable().default(null),
  remark: text(1000).default(''),
};
export const saveExpense = defineCall({
  method: 'POST',
  path: '/seller/expense/save',
  access: [...both('add'), ...both('edit')],
  summary: 'Saves a draft expense or income; its type says which of the two. Shares sum to the amount exactly.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    ...expenseContent,
    day: day(),
    occurredOn: day().nullable().default(null),
    orderId: id().nullable().default(null),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), number: z.string() }),
});
export const submitExpense = defineCall({
  method: 'POST',
  path: '/seller/expense/submit',
  access: both('submit'),
  summary: 'Submits a draft. Without an approval workflow it is approved, and booked as soon as its day has come.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: z.object({ state: z.enum(EXPENSE_STATES) }),
});
export const payExpense = defineCall({
  method: 'POST',
  path: '/seller/expense/pay',
  access: both('submit'),
  summary: 'Records the payment of a booked expense or the receipt of an income, or settles it with an advance.',
  input: z.strictObject({
    id: id(),
    paidOn: day(),
    from: z.enum(['money', 'advance']).default('money'),
    moneyAccountId: id().nullable().default(null),
    /** In the currency of the money account, if it is another one. */
    paidAmount: money().optional(),
    reference: text(80).default(''),
    ...idempotencyKey,
  }),
  result: ok,
});
export const removeExpenses = bulkCall(
  '/seller/expense/remove',
  both('delete'),
  'Deletes drafts. Approved, booked and paid documents become void, and their entries are reversed.',
  z.strictObject({ ids: list(id(), 200), ...idempotencyKey }),
);
export const exportExpenses = exportCall(
  '/seller/expense/export',
  both('export'),
  'Exports the expenses or incomes that match the filter to a file, a line for each share.',
  z.strictObject({ filter: expenseFilter }),
);
export const {
  template: expenseTemplate,
  preview: previewExpenseImport,
  errors: expenseImportErrors,
  commit: commitExpenseImport,
} = importCalls({
  of: 'expenses and income',
  access: both('import'),
  paths: {
    template: '/seller/expense/importTemplate',
    preview: '/seller/expense/importPreview',
    errors: '/seller/expense/importErrors',
    commit: '/seller/expense/importCommit',
  },
  kinds: ['xls', 'xlsx', 'csv'],
});
