import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  currency,
  day,
  defineCall,
  exportCall,
  id,
  idempotencyKey,
  integer,
  list,
  pageOf,
  paging,
  positiveDecimal,
  text,
} from '../call.ts';
import { EXPENSE_SIDES } from './expenses.ts';

const view = [rights.budget.view] as const;
const month = () => z.string().regex(/^(19|2[01])\d\d-(0[1-9]|1[0-2])(-01)?$/);
export const budgetFilter = z.strictObject({
  /** 2026-11 */
  month: month(),
  shopId: id().optional(),
  departmentId: id().optional(),
  typeId: id().optional(),
});
const budgetRow = z.object({
  /** Of the line: a type of a budget. */
  id: z.number(),
  budgetId: z.number(),
  month: z.string(),
  /** Null: all of them. */
  departmentId: z.number().nullable(),
  departmentName: z.string().nullable(),
  shopId: z.number().nullable(),
  shopName: z.string().nullable(),
  typeId: z.number(),
  typeZh: z.string(),
  typeEn: z.string(),
  side: z.enum(EXPENSE_SIDES),
  amount: z.string(),
  /** Lines of the ledger in that month. */
  used: z.string(),
  /** Documents in review, and approved ones that are not booked yet. */
  committed: z.string(),
  left: z.string(),
  percent: z.number().nullable(),
});
export type BudgetRow = z.output<typeof budgetRow>;
export const listBudget = defineCall({
  method: 'GET',
  path: '/seller/budget/list',
  access: view,
  summary: 'Lists the budget lines of a month with what is used, committed and left, in base currency.',
  input: budgetFilter.extend(paging),
  result: pageOf(budgetRow),
});
export const budgetMonth = defineCall({
  method: 'GET',
  path: '/seller/budget/month',
  access: view,
  summary: 'Returns the expenses of a month as the ledger has them, and the part that no budget covers.',
  input: z.strictObject({ month: month() }),
  result: z.object({
    currency: z.string(),
    booked: z.string(),
    committed: z.string(),
    uncovered: z.string(),
  }),
});
export const exportBudget = exportCall(
  '/seller/budget/export',
  [rights.budget.export],
  'Exports the budget lines of a month with what is used and left to a file.',
  z.strictObject({ filter: budgetFilter }),
);

// ---- The specification's calls. Their odd spellings stay at the wire.
const accountOf = z.object({
  id: z.number(),
  type: z.number(),
  typeName: z.string(),
  amount: z.string(),
});
const wireBudget = z.object({
  id: z.number(),
  currency: z.string(),
  /** First day of the month. */
  eaDate: z.string(),
  occurrenceDate2: z.string(),
  company2: z.string(),
  deptId: z.number().nullable(),
  deptName: z.string().nullable(),
  shopId: z.number().nullable(),
  shopName: z.string().nullable(),
  remark: z.string(),
  /** Of its types. */
  amount: z.string(),
  version: z.number(),
});
export const getMonthBudgetJson = defineCall({
  method: 'GET',
  path: '/seller/incomeRegistration/getMonthBudgetJson',
  access: view,
  summary: 'Lists monthly budgets, latest month first.',
  input: z.strictObject({ pageNum: integer(1, 100_000).default(1), pageSize: integer(1, 200).default(30) }),
  result: z.object({ list: z.array(wireBudget), total: z.number().int() }),
});
export const findOneMonthBudget = defineCall({
  method: 'GET',
  path: '/seller/incomeRegistration/findOneMonthBudget',
  access: view,
  summary: 'Returns a monthly budget.',
  input: z.strictObject({ id: id() }),
  result: wireBudget,
});
export const getMonthBudgetAccounts = defineCall({
  method: 'GET',
  path: '/seller/incomeRegistration/getMonthBudgetAccounts',
  access: view,
  summary: 'Lists the types of a monthly budget with their amounts.',
  input: z.strictObject({ id: id() }),
  result: z.object({ list: z.array(accountOf) }),
});
export const saveOrUpdateMonthBudget = defineCall({
  method: 'POST',
  path: '/seller/incomeRegistration/saveOrUpdateMonthBudget',
  access: [rights.budget.add, rights.budget.edit],
  summary: 'Saves the budget of a month for a department, a shop or all: an amount for each type, in base currency.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    /** The company's base currency. */
    currency: currency().optional(),
    /** Any day of the month. */
    eaDate: day(),
    occurrenceDate2: day().optional(),
    /** The company itself. */
    company2: text(200).optional(),
    deptId: id().nullable().default(null),
    shopId: id().nullable().default(null),
    remark: text(500).default(''),
    /** Left out: the amounts stay. */
    accounts: z
      .array(z.strictObject({ type: id(), amount: positiveDecimal(2) }))
      .max(200)
      .optional(),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number() }),
});
export const delMonthBudget = defineCall({
  method: 'POST',
  path: '/seller/incomeRegistration/delMonthBudget',
  access: [rights.budget.delete],
  summary: 'Deletes monthly budgets.',
  input: z.strictObject({ ids: list(id(), 200), ...idempotencyKey }),
  result: z.object({ done: z.number().int() }),
});
