import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, text } from 'drizzle-orm/pg-core';
import { amount, companyKeyedTable, instant, keyOf, reference } from '../../../core/database/table.ts';

/** A closing of a month. Its figures are written right after it: the month cannot change any more. */
export const financeClose = companyKeyedTable(
  'finance_close',
  {
    month: date('month').notNull(),
    version: integer('version').notNull(),
    closedAt: instant('closed_at').notNull(),
    closedBy: text('closed_by').notNull(),
    /** Null: they are being written. */
    figuresAt: instant('figures_at'),
    /** The newest entry of the month. What comes after a reopening has a higher id. */
    lastEntry: reference('last_entry').notNull(),
    lines: bigint('lines', { mode: 'number' }).notNull().default(0),
    /** Over the month's ledger lines. */
    digest: text('digest').notNull().default(''),
    reopenReason: text('reopen_reason'),
    reopenUser: reference('reopen_user'),
    reopenBy: text('reopen_by'),
    reopenAt: instant('reopen_at'),
    confirmedBy: text('confirmed_by'),
    confirmedAt: instant('confirmed_at'),
  },
  (t) => [
    keyOf(t.companyId, t.month, t.version),
    index('finance_close_due').on(t.companyId, t.month).where(sql`figures_at is null`),
    check('finance_close_reopened', sql`confirmed_at is null or reopen_at is not null`),
  ],
);

/** What a closing left, never to be changed. Debit positive; of no shop: 0. */
export const financeFigure = companyKeyedTable(
  'finance_figure',
  {
    month: date('month').notNull(),
    version: integer('version').notNull(),
    account: text('account').notNull(),
    partyKind: text('party_kind').notNull(),
    partyId: reference('party_id').notNull(),
    shopId: reference('shop_id').notNull(),
    currency: text('currency').notNull(),
    movement: amount('movement').notNull(),
    movementBase: amount('movement_base').notNull(),
    closing: amount('closing').notNull(),
    closingBase: amount('closing_base').notNull(),
  },
  (t) => [keyOf(t.companyId, t.month, t.version, t.account, t.partyKind, t.partyId, t.shopId, t.currency)],
);

/** A person accepted an item of the checklist, up to this count, for the next version. */
export const financeTick = companyKeyedTable(
  'finance_tick',
  {
    month: date('month').notNull(),
    version: integer('version').notNull(),
    item: text('item').notNull(),
    count: integer('count').notNull(),
    reason: text('reason').notNull(),
    by: text('by').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [keyOf(t.companyId, t.month, t.version, t.item)],
);

/**
 * Costs without an order, allocated to products for reports alone: the rows of an account and shop sum to what is booked.
 * Product 0: allocated to none.
 */
export const financeAllocation = companyKeyedTable(
  'finance_allocation',
  {
    month: date('month').notNull(),
    account: text('account').notNull(),
    shopId: reference('shop_id').notNull(),
    productId: reference('product_id').notNull(),
    amount: amount('amount').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.month, t.account, t.shopId, t.productId),
    index('finance_allocation_product').on(t.companyId, t.productId, t.month),
  ],
);

/** What an account of ours is called in another bookkeeping program. */
export const journalAccount = companyKeyedTable(
  'journal_account',
  {
    system: text('system').notNull(),
    account: text('account').notNull(),
    code: text('code').notNull(),
    name: text('name').notNull(),
  },
  (t) => [keyOf(t.companyId, t.system, t.account)],
);
