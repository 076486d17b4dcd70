import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  amount,
  belongsTo,
  companyKeyedTable,
  companyTable,
  instant,
  keyOf,
  rate,
  rawText,
  reference,
} from '../../../core/database/table.ts';
import { shop } from '../../channels/channels.tables.ts';
import { moneyAccount } from '../finance.tables.ts';

const SIDE = sql.raw(`side in ('expense', 'income')`);

/** What money is spent on or comes from, in a tree of two levels: a sub-account of its account. */
export const expenseType = companyTable(
  'expense_type',
  {
    parentId: reference('parent_id'),
    nameZh: text('name_zh').notNull().default(''),
    nameEn: text('name_en').notNull().default(''),
    account: text('account').notNull(),
    side: text('side').notNull(),
    active: boolean('active').notNull().default(true),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('expense_type_name_zh')
      .on(t.companyId, t.side, sql`coalesce(parent_id, 0)`, t.nameZh)
      .where(sql`name_zh <> ''`),
    uniqueIndex('expense_type_name_en')
      .on(t.companyId, t.side, sql`coalesce(parent_id, 0)`, t.nameEn)
      .where(sql`name_en <> ''`),
    foreignKey({
      columns: [t.companyId, t.parentId],
      foreignColumns: [t.companyId, t.id],
      name: 'expense_type_parent',
    }),
    check('expense_type_named', sql`name_zh <> '' or name_en <> ''`),
    check('expense_type_side', sql`${SIDE} and (account = 'other_income') = (side = 'income')`),
    check(
      'expense_type_account',
      sql`account in ('operating_expense', 'advertising', 'storage_fee', 'bank_fee', 'other_income')`,
    ),
  ],
);

/** Expenses of a currency that are paid together: one person prepares the run, another one confirms it. */
export const paymentRun = companyTable(
  'payment_run',
  {
    number: rawText('number').notNull(),
    state: text('state').notNull().default('prepared'),
    payOn: date('pay_on').notNull(),
    moneyAccountId: reference('money_account_id'),
    currency: text('currency').notNull(),
    amount: amount('amount').notNull(),
    documents: integer('documents').notNull(),
    remark: text('remark').notNull().default(''),
    preparedById: reference('prepared_by_id').notNull(),
    preparedBy: text('prepared_by').notNull(),
    preparedAt: instant('prepared_at').notNull(),
    confirmedById: reference('confirmed_by_id'),
    confirmedBy: text('confirmed_by'),
    confirmedAt: instant('confirmed_at'),
  },
  (t) => [
    uniqueIndex('payment_run_number').on(t.companyId, t.number),
    belongsTo([t.companyId, t.moneyAccountId], [moneyAccount.companyId, moneyAccount.id]),
    check('payment_run_state', sql`state in ('prepared', 'confirmed', 'cancelled')`),
    check('payment_run_two_people', sql`confirmed_by_id <> prepared_by_id`),
    check('payment_run_confirmed', sql`(state = 'confirmed') = (confirmed_by_id is not null)`),
  ],
);

/** Makes a document each month. */
export const recurringExpense = companyTable(
  'recurring_expense',
  {
    subject: text('subject').notNull().default(''),
    typeId: reference('type_id').notNull(),
    amount: amount('amount').notNull(),
    currency: text('currency').notNull(),
    /** Shop, department and share of each part. */
    lines: jsonb('lines').notNull(),
    payee: text('payee').notNull().default(''),
    payeeAccount: text('payee_account').notNull().default(''),
    memberId: reference('member_id'),
    remark: text('remark').notNull().default(''),
    dayOfMonth: integer('day_of_month').notNull(),
    /** The day of the next document. */
    nextOn: date('next_on').notNull(),
    until: date('until'),
    /** Submits the document instead of leaving a draft. */
    submits: boolean('submits').notNull().default(false),
    active: boolean('active').notNull().default(true),
    lastError: text('last_error').notNull().default(''),
    /** In whose name it is submitted. */
    createdById: reference('created_by_id').notNull(),
    createdBy: text('created_by').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('recurring_expense_next').on(t.companyId, t.nextOn).where(sql`active`),
    belongsTo([t.companyId, t.typeId], [expenseType.companyId, expenseType.id]),
    check('recurring_expense_sane', sql`day_of_month between 1 and 31 and amount > 0`),
  ],
);

/** An expense or income registered by a person, a file or a month. */
export const expense = companyTable(
  'expense',
  {
    number: rawText('number').notNull(),
    side: text('side').notNull(),
    state: text('state').notNull().default('draft'),
    subject: text('subject').notNull().default(''),
    typeId: reference('type_id').notNull(),
    amount: amount('amount').notNull(),
    currency: text('currency').notNull(),
    /** To base currency, of its day. */
    rate: rate('rate').notNull(),
    /** The day it is booked on. */
    day: date('day').notNull(),
    /** Null: the same day. */
    occurredOn: date('occurred_on'),
    orderId: reference('order_id'),
    payee: text('payee').notNull().default(''),
    payeeAccount: text('payee_account').notNull().default(''),
    /** Who paid it and is reimbursed. */
    memberId: reference('member_id'),
    remark: text('remark').notNull().default(''),
    runId: reference('run_id'),
    recurringId: reference('recurring_id'),
    /** The first day of the month for which it was made. */
    recurringMonth: date('recurring_month'),
    paidOn: date('paid_on'),
    paidFrom: text('paid_from'),
    moneyAccountId: reference('money_account_id'),
    paidAmount: amount('paid_amount'),
    paidCurrency: text('paid_currency'),
    paidReference: text('paid_reference').notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('expense_number').on(t.companyId, t.number),
    index('expense_side').on(t.companyId, t.side, t.id.desc().nullsFirst()),
    index('expense_state').on(t.companyId, t.side, t.state, t.id.desc().nullsFirst()),
    index('expense_day').on(t.companyId, t.day),
    index('expense_approved').on(t.companyId, t.day).where(sql`state = 'approved'`),
    index('expense_type_of').on(t.companyId, t.typeId),
    index('expense_run').on(t.companyId, t.runId).where(sql`run_id is not null`),
    index('expense_member').on(t.companyId, t.memberId).where(sql`member_id is not null`),
    /** A month makes one document, however often the schedule runs. */
    uniqueIndex('expense_recurring')
      .on(t.companyId, t.recurringId, t.recurringMonth)
      .where(sql`recurring_id is not null`),
    belongsTo([t.companyId, t.typeId], [expenseType.companyId, expenseType.id]),
    belongsTo([t.companyId, t.runId], [paymentRun.companyId, paymentRun.id]),
    belongsTo([t.companyId, t.recurringId], [recurringExpense.companyId, recurringExpense.id]),
    belongsTo([t.companyId, t.moneyAccountId], [moneyAccount.companyId, moneyAccount.id]),
    check('expense_side_known', SIDE),
    check('expense_state_known', sql`state in ('draft', 'reviewing', 'approved', 'booked', 'paid', 'void')`),
    check('expense_amount', sql`amount > 0`),
    check('expense_paid', sql`state <> 'paid' or (paid_on is not null and paid_from is not null)`),
    check(
      'expense_paid_from',
      sql`paid_from in ('money', 'advance') and (paid_from <> 'advance' or member_id is not null)`,
    ),
  ],
);

/** A part of an expense; the parts sum to its amount. */
export const expenseLine = companyKeyedTable(
  'expense_line',
  {
    expenseId: reference('expense_id').notNull(),
    position: integer('position').notNull(),
    shopId: reference('shop_id'),
    departmentId: reference('department_id'),
    share: numeric('share', { precision: 18, scale: 4 }).notNull(),
    amount: amount('amount').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.expenseId, t.position),
    index('expense_line_shop').on(t.companyId, t.shopId).where(sql`shop_id is not null`),
    belongsTo([t.companyId, t.expenseId], [expense.companyId, expense.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]),
  ],
);

/** Money handed to a member before it is spent, or handed back. */
export const expenseAdvance = companyTable(
  'expense_advance',
  {
    number: rawText('number').notNull(),
    kind: text('kind').notNull(),
    state: text('state').notNull().default('booked'),
    memberId: reference('member_id').notNull(),
    amount: amount('amount').notNull(),
    currency: text('currency').notNull(),
    day: date('day').notNull(),
    moneyAccountId: reference('money_account_id'),
    remark: text('remark').notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('expense_advance_number').on(t.companyId, t.number),
    index('expense_advance_member').on(t.companyId, t.memberId, t.id.desc().nullsFirst()),
    belongsTo([t.companyId, t.moneyAccountId], [moneyAccount.companyId, moneyAccount.id]),
    check('expense_advance_known', sql`kind in ('advance', 'repayment') and state in ('booked', 'void')`),
    check('expense_advance_amount', sql`amount > 0`),
  ],
);

/** What may be spent in a month; without a department or shop it covers all of them. */
export const budget = companyTable(
  'budget',
  {
    /** Its first day. */
    month: date('month').notNull(),
    departmentId: reference('department_id'),
    shopId: reference('shop_id'),
    remark: text('remark').notNull().default(''),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('budget_once').on(t.companyId, t.month, sql`coalesce(department_id, 0)`, sql`coalesce(shop_id, 0)`),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]),
    check('budget_month', sql`extract(day from month) = 1`),
  ],
);

/** Of a type and the types under it, in base currency. */
export const budgetLine = companyTable(
  'budget_line',
  {
    budgetId: reference('budget_id').notNull(),
    typeId: reference('type_id').notNull(),
    amount: amount('amount').notNull(),
  },
  (t) => [
    uniqueIndex('budget_line_once').on(t.companyId, t.budgetId, t.typeId),
    index('budget_line_type').on(t.companyId, t.typeId),
    belongsTo([t.companyId, t.budgetId], [budget.companyId, budget.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.typeId], [expenseType.companyId, expenseType.id]),
    check('budget_line_amount', sql`amount >= 0`),
  ],
);
