import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  bulkResult,
  currency,
  day,
  defineCall,
  id,
  idempotencyKey,
  integer,
  list,
  positiveDecimal,
  text,
} from '../call.ts';
import { EXPENSE_SIDES, EXPENSE_STATES } from './expenses.ts';

// The specification's calls of expenses and income. Their odd spellings stay at the wire.
const view = [rights.expense.view, rights.income.view] as const;
const part = z.object({ shopId: z.number().nullable(), deptId: z.number().nullable(), amount: z.string() });
const registration = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(EXPENSE_STATES),
  side: z.enum(EXPENSE_SIDES),
  /** What it is for. */
  eaName2: z.string(),
  /** Who is paid, or pays. */
  name2: z.string(),
  /** The company itself. */
  company2: z.string(),
  currency: z.string(),
  amount: z.string(),
  /** The day it is booked on. */
  eaDate: z.string(),
  /** The day it happened. */
  occurrenceDate2: z.string(),
  /** An id of selectExpenseTypeJson. */
  type: z.number(),
  typeName: z.string(),
  orderId: z.number().nullable(),
  /** Of its only part; null: it is split. */
  shopId: z.number().nullable(),
  deptId: z.number().nullable(),
  remark: z.string(),
  accounts: z.array(part),
});
export const getExpenseAccountJson = defineCall({
  method: 'GET',
  path: '/seller/incomeRegistration/getExpenseAccountJson',
  access: view,
  summary: 'Lists expenses and income, newest first.',
  input: z.strictObject({ pageNum: integer(1, 100_000).default(1), pageSize: integer(1, 200).default(30) }),
  result: z.object({ list: z.array(registration), total: z.number().int() }),
});
export const findOneExpenseAccount = defineCall({
  method: 'GET',
  path: '/seller/incomeRegistration/findOne',
  access: view,
  summary: 'Returns an expense or income.',
  input: z.strictObject({ id: id() }),
  result: registration,
});
export const saveOrUpdateExpenseAccount = defineCall({
  method: 'POST',
  path: '/seller/incomeRegistration/saveOrUpdateExpenseAccount',
  access: [rights.expense.add, rights.expense.edit, rights.income.add, rights.income.edit],
  summary: 'Saves a draft expense or income; its type says which of the two.',
  input: z.strictObject({
    id: id().optional(),
    eaName2: text(120).default(''),
    currency: currency(),
    eaDate: day(),
    occurrenceDate2: day().optional(),
    remark: text(1000).default(''),
    name2: text(120).default(''),
    company2: text(200).optional(),
    orderId: id().nullable().default(null),
    type: id(),
    shopId: id().nullable().default(null),
    deptId: id().nullable().default(null),
    /** The amount, or the amounts of shops and departments that share it. */
    accounts: z.union([
      positiveDecimal(2),
      z
        .array(
          z.strictObject({
            shopId: id().nullable().default(null),
            deptId: id().nullable().default(null),
            amount: positiveDecimal(2),
          }),
        )
        .min(1)
        .max(100),
    ]),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number() }),
});
export const delExpenseAccount = defineCall({
  method: 'POST',
  path: '/seller/incomeRegistration/delExpenseAccount',
  access: [rights.expense.delete, rights.income.delete],
  summary: 'Deletes drafts; reverses what is booked and keeps it as void.',
  input: z.strictObject({ ids: list(id(), 200), ...idempotencyKey }),
  result: bulkResult,
});
export const selectExpenseTypeJson = defineCall({
  method: 'GET',
  path: '/seller/incomeRegistration/selectExpenseTypeJson',
  access: 'user',
  summary: 'Lists the active types of expenses and income for pickers.',
  input: z.strictObject({}),
  result: z.object({
    list: z.array(
      z.object({
        id: z.number(),
        parentId: z.number().nullable(),
        name: z.string(),
        side: z.enum(EXPENSE_SIDES),
      }),
    ),
  }),
});
