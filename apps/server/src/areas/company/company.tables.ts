import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { amount, companyKeyedTable, companyTable, instant, keyOf, reference } from '../../core/database/table.ts';

/** A requested change of name or licence, which the provider must approve. */
export const companyChange = companyTable(
  'company_change',
  {
    wanted: jsonb('wanted').notNull().$type<Record<string, string>>(),
    state: text('state').notNull().default('applying'),
    remark: text('remark').notNull().default(''),
    createdBy: reference('created_by').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    decidedAt: instant('decided_at'),
    decidedBy: text('decided_by'),
  },
  (t) => [
    uniqueIndex('company_change_open').on(t.companyId).where(sql`state = 'applying'`),
    check('company_change_state', sql`state in ('applying', 'approved', 'rejected', 'cancelled')`),
  ],
);

/** Plans on offer, for all companies. A missing limit means unlimited. */
export const plan = pgTable('plan', {
  code: text('code').primaryKey(),
  nameZh: text('name_zh').notNull(),
  nameEn: text('name_en').notNull(),
  place: integer('place').notNull(),
  monthPrice: amount('month_price').notNull(),
  yearPrice: amount('year_price').notNull(),
  /** users, shops, ordersPerMonth, apiCallsPerMonth */
  limits: jsonb('limits').notNull().$type<Record<string, number>>(),
  lockedModules: integer('locked_modules').array().notNull().default(sql`'{}'`),
  onOffer: boolean('on_offer').notNull().default(true),
});

export const bill = companyTable(
  'bill',
  {
    number: text('number').notNull(),
    plan: text('plan').notNull(),
    months: integer('months').notNull(),
    amount: amount('amount').notNull(),
    currency: text('currency').notNull().default('CNY'),
    state: text('state').notNull().default('open'),
    createdBy: reference('created_by').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    paidAt: instant('paid_at'),
    /** The payment provider's number of the trade. */
    tradeNumber: text('trade_number'),
    payment: jsonb('payment').$type<Record<string, unknown>>(),
  },
  (t) => [
    uniqueIndex('bill_number').on(t.companyId, t.number),
    uniqueIndex('bill_trade').on(t.companyId, t.tradeNumber).where(sql`trade_number is not null`),
    index('bill_newest').on(t.companyId, t.id.desc().nullsFirst()),
    check('bill_state', sql`state in ('open', 'paid', 'cancelled', 'expired')`),
  ],
);

/** Usage of a month: orders, apiCalls. */
export const usage = companyKeyedTable(
  'usage',
  { month: text('month').notNull(), kind: text('kind').notNull(), used: integer('used').notNull() },
  (t) => [keyOf(t.companyId, t.month, t.kind)],
);
