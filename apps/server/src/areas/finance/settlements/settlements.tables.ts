import { sql } from 'drizzle-orm';
import { check, date, index, integer, numeric, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  amount,
  belongsTo,
  companyKeyedTable,
  companyTable,
  instant,
  keyOf,
  rawText,
  reference,
} from '../../../core/database/table.ts';
import { settlementLine, shop } from '../../channels/channels.tables.ts';

/** A statement or payout of a platform: the sums of its lines, kept with them, and what the platform says of it. */
export const settlement = companyTable(
  'settlement',
  {
    shopId: reference('shop_id').notNull(),
    /** The platform's number. */
    number: rawText('number').notNull(),
    currency: text('currency').notNull(),
    fromDay: date('from_day').notNull(),
    toDay: date('to_day').notNull(),
    /** The day of its payout, once there is one. */
    depositDay: date('deposit_day'),
    lines: integer('lines').notNull(),
    /** Of all lines but payouts. */
    amount: amount('amount').notNull(),
    paidOut: amount('paid_out').notNull(),
    /** What the platform says it comes to; null where it does not say so. */
    total: amount('total'),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('settlement_number').on(t.companyId, t.shopId, t.number, t.currency),
    index('settlement_prefix').on(t.companyId, t.number),
    index('settlement_day').on(t.companyId, t.toDay.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('settlement_shop').on(t.companyId, t.shopId, t.toDay.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('settlement_gap')
      .on(t.companyId, t.toDay.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`total <> amount`),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]),
  ],
);

/** Where a line of a settlement is booked; no row: not yet. Each booking of it has the next generation. */
export const settlementBooking = companyKeyedTable(
  'settlement_booking',
  {
    lineId: reference('line_id').notNull(),
    account: text('account').notNull(),
    generation: integer('generation').notNull(),
    orderId: reference('order_id'),
  },
  (t) => [
    keyOf(t.companyId, t.lineId),
    index('settlement_booking_account').on(t.companyId, t.account, t.lineId),
    index('settlement_booking_order').on(t.companyId, t.orderId).where(sql`order_id is not null`),
    belongsTo([t.companyId, t.lineId], [settlementLine.companyId, settlementLine.id]),
  ],
);

/**
 * The company's own mapping of a platform's terms to accounts. Never changed: a new row replaces the old one, which
 * stays with the time until which it counted.
 */
export const settlementMapping = companyTable(
  'settlement_mapping',
  {
    platform: text('platform').notNull(),
    /** The platform's term, with * for any characters. */
    pattern: text('pattern').notNull(),
    account: text('account').notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    retiredAt: instant('retired_at'),
  },
  (t) => [
    uniqueIndex('settlement_mapping_pattern').on(t.companyId, t.platform, t.pattern).where(sql`retired_at is null`),
    check('settlement_mapping_named', sql`pattern <> ''`),
  ],
);

/** What a shop's platform has kept of its settled orders: the estimate for the next ones, and how good it was. */
export const feeExperience = companyKeyedTable(
  'fee_experience',
  {
    shopId: reference('shop_id').notNull(),
    /** Median of fees in percent of goods and shipping less discounts. */
    percent: numeric('percent', { precision: 9, scale: 4 }).notNull(),
    /** Median of how far estimates were from the fees, in percent of these. */
    errorPercent: numeric('error_percent', { precision: 9, scale: 4 }).notNull(),
    orders: integer('orders').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [keyOf(t.companyId, t.shopId), belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id])],
);
