import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  amount,
  belongsTo,
  bytes,
  companyKeyedTable,
  companyTable,
  instant,
  keyOf,
  rawText,
  reference,
} from '../../core/database/table.ts';
import { purchaseOrder } from './purchase.tables.ts';

/** The account of 1688 that a company buys with. */
export const sourcingAccount = companyKeyedTable(
  'sourcing_account',
  {
    /** The platform's id of the buyer, and what they sign in with. */
    account: rawText('account').notNull(),
    name: text('name').notNull(),
    /** Sealed; see the vault. */
    tokens: bytes('tokens').notNull(),
    /** authorized, expired: nothing is read or placed until a person authorizes it again. */
    state: text('state').notNull(),
    authorizedAt: instant('authorized_at').notNull(),
    endsAt: instant('ends_at'),
    lastError: text('last_error'),
    /** Nothing is read before: 1688 counts calls. */
    heldUntil: instant('held_until'),
  },
  (t) => [keyOf(t.companyId), check('sourcing_account_state', sql`state in ('authorized', 'expired')`)],
);

/** A purchase order as it was placed on 1688. Its row is there before the call. */
export const sourcingOrder = companyTable(
  'sourcing_order',
  {
    orderId: reference('order_id').notNull(),
    /** By it 1688 finds what we placed: outOrderId. */
    reference: rawText('reference').notNull(),
    /** placing, unclear, placed, refused, released, ended */
    state: text('state').notNull().default('placing'),
    addressId: rawText('address_id').notNull(),
    address: text('address').notNull().default(''),
    /** The most that a person agreed to pay, freight included. */
    confirmed: amount('confirmed').notNull(),
    expectedOn: date('expected_on'),
    asn: boolean('asn').notNull(),
    placedBy: text('placed_by').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Committed before the call: from then on it is looked up and never sent again. */
    sentAt: instant('sent_at'),
    nextAt: instant('next_at'),
    attempts: integer('attempts').notNull().default(0),
    error: text('error'),
  },
  (t) => [
    uniqueIndex('sourcing_order_reference').on(t.companyId, t.reference),
    // One at a time: a purchase order is on 1688 once.
    uniqueIndex('sourcing_order_live').on(t.companyId, t.orderId).where(sql`state in ('placing', 'unclear', 'placed')`),
    index('sourcing_order_of').on(t.companyId, t.orderId, t.id),
    index('sourcing_order_due').on(t.companyId, t.nextAt).where(sql`next_at is not null`),
    check('sourcing_order_state', sql`state in ('placing', 'unclear', 'placed', 'refused', 'released', 'ended')`),
    check('sourcing_order_sent', sql`sent_at is not null or state in ('placing', 'refused')`),
    check('sourcing_order_sense', sql`confirmed >= 0 and attempts >= 0`),
    belongsTo([t.companyId, t.orderId], [purchaseOrder.companyId, purchaseOrder.id]).onDelete('cascade'),
  ],
);

export interface TradeLine {
  offerId: string;
  specId: string;
  name: string;
  quantity: string;
  price: string;
  amount: string;
}
export interface TradeParcel {
  parcelId: string;
  carrier: string;
  trackingNumber: string;
  sentAt: string | null;
  /** What the carrier reported, oldest first. */
  steps: { at: string; text: string }[];
}

/** An order of 1688, as last read there. */
export const sourcingTrade = companyTable(
  'sourcing_trade',
  {
    sourcingId: reference('sourcing_id').notNull(),
    orderNo: rawText('order_no').notNull(),
    /** unpaid, paid, dispatched, delivered, done, cancelled, unknown */
    state: text('state').notNull().default('unpaid'),
    rawState: text('raw_state').notNull().default(''),
    /** Null until it was read. */
    total: amount('total'),
    freight: amount('freight'),
    refunded: amount('refunded'),
    paidAt: instant('paid_at'),
    payBefore: instant('pay_before'),
    closeReason: text('close_reason').notNull().default(''),
    lines: jsonb('lines').$type<TradeLine[]>().notNull().default([]),
    parcels: jsonb('parcels').$type<TradeParcel[]>().notNull().default([]),
    /** When it changed there: older answers change nothing. */
    changedAt: instant('changed_at'),
    readAt: instant('read_at'),
    nextAt: instant('next_at'),
    attempts: integer('attempts').notNull().default(0),
    error: text('error'),
  },
  (t) => [
    uniqueIndex('sourcing_trade_no').on(t.companyId, t.orderNo),
    index('sourcing_trade_of').on(t.companyId, t.sourcingId, t.id),
    index('sourcing_trade_due').on(t.companyId, t.nextAt).where(sql`next_at is not null`),
    check(
      'sourcing_trade_state',
      sql`state in ('unpaid', 'paid', 'dispatched', 'delivered', 'done', 'cancelled', 'unknown')`,
    ),
    belongsTo([t.companyId, t.sourcingId], [sourcingOrder.companyId, sourcingOrder.id]).onDelete('cascade'),
  ],
);
