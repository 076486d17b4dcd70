import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, numeric, text, uniqueIndex } from 'drizzle-orm/pg-core';
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
import { billIssuer } from '../../logistics/bills.tables.ts';
import { warehouse } from '../../warehouse/warehouse.tables.ts';

/** How far the balance of a party may go in a currency, and its days of payment. */
export const partyTerms = companyKeyedTable(
  'party_terms',
  {
    partyKind: text('party_kind').notNull(),
    partyId: reference('party_id').notNull(),
    currency: text('currency').notNull(),
    creditLimit: amount('credit_limit'),
    /** From the day of a booking to the day when it is due, where its document names none. */
    paymentDays: integer('payment_days'),
    changedBy: text('changed_by').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.partyKind, t.partyId, t.currency),
    check('party_terms_sense', sql`credit_limit >= 0 and payment_days between 0 and 365`),
    check('party_terms_some', sql`credit_limit is not null or payment_days is not null`),
  ],
);

/** What a warehouse provider says that it charged. open -> confirmed, and back. Money is in its currency. */
export const providerStatement = companyTable(
  'provider_statement',
  {
    /** The provider's. */
    number: rawText('number').notNull(),
    issuerId: reference('issuer_id').notNull(),
    warehouseId: reference('warehouse_id').notNull(),
    currency: text('currency').notNull(),
    billedOn: date('billed_on').notNull(),
    fromDay: date('from_day').notNull(),
    toDay: date('to_day').notNull(),
    state: text('state').notNull().default('open'),
    /** Confirmed so many times: part of the name of each booking, so that it is booked once each time. */
    round: integer('round').notNull().default(0),
    tolerancePercent: numeric('tolerance_percent', { precision: 7, scale: 2 }).notNull(),
    toleranceAmount: amount('tolerance_amount').notNull(),
    fileName: text('file_name').notNull(),
    fileKey: text('file_key').notNull(),
    fileHash: text('file_hash').notNull(),
    lineCount: integer('line_count').notNull(),
    amount: amount('amount').notNull(),
    ours: amount('ours').notNull().default('0'),
    wrongCount: integer('wrong_count').notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    confirmedBy: text('confirmed_by').notNull().default(''),
    confirmedAt: instant('confirmed_at'),
  },
  (t) => [
    uniqueIndex('provider_statement_number').on(t.companyId, t.issuerId, t.number),
    uniqueIndex('provider_statement_file').on(t.companyId, t.fileHash),
    index('provider_statement_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    index('provider_statement_warehouse').on(t.companyId, t.warehouseId, t.id.desc().nullsFirst()),
    belongsTo([t.companyId, t.issuerId], [billIssuer.companyId, billIssuer.id]),
    belongsTo([t.companyId, t.warehouseId], [warehouse.companyId, warehouse.id]),
    check('provider_statement_state_known', sql`state in ('open', 'confirmed')`),
    check('provider_statement_confirmed', sql`(state = 'confirmed') = (confirmed_at is not null)`),
    check('provider_statement_days', sql`from_day <= to_day`),
  ],
);

/** A fee of the statement, or one of ours that it lacks. */
export const providerStatementLine = companyTable(
  'provider_statement_line',
  {
    statementId: reference('statement_id').notNull(),
    /** In the file; 0: ours alone. */
    line: integer('line').notNull(),
    trackingNumber: rawText('tracking_number').notNull(),
    reference: rawText('reference').notNull(),
    feeType: text('fee_type').notNull(),
    day: date('day').notNull(),
    /** A refund is negative. */
    amount: amount('amount'),
    ours: amount('ours'),
    result: text('result').notNull().default('theirs'),
    /** The confirmation books its difference. */
    takes: boolean('takes').notNull().default(false),
    outboundId: reference('outbound_id'),
    orderId: reference('order_id'),
    /** Of a fee of ours alone: which one. */
    itemKind: text('item_kind'),
    itemId: reference('item_id'),
    twiceId: reference('twice_id'),
    /** What stands in the books for it now, and where. */
    booked: amount('booked').notNull().default('0'),
    bookedCurrency: text('booked_currency').notNull().default(''),
    bookedTo: text('booked_to').notNull().default(''),
  },
  (t) => [
    index('provider_statement_line_of').on(t.companyId, t.statementId, t.result, t.id),
    index('provider_statement_line_tracking').on(t.companyId, t.trackingNumber),
    belongsTo([t.companyId, t.statementId], [providerStatement.companyId, providerStatement.id]).onDelete('cascade'),
    check(
      'provider_statement_line_result',
      sql`result in ('different', 'theirs', 'ours', 'duplicate', 'matched') and (result = 'ours') = (line = 0)`,
    ),
    check('provider_statement_line_item', sql`(line = 0) = (item_kind is not null and item_id is not null)`),
    check('provider_statement_line_amounts', sql`amount is not null or ours is not null`),
    check('provider_statement_line_booked', sql`booked_to in ('', 'warehouse_prepaid', 'warehouse_payable')`),
  ],
);

/** The fees of ours that a line of a statement accounts for: each belongs to one line of all statements. */
export const providerStatementMatch = companyKeyedTable(
  'provider_statement_match',
  {
    /** fee: the first revision of a `wms_fee`; estimate: a `warehouse_prepayment`. */
    kind: text('kind').notNull(),
    itemId: reference('item_id').notNull(),
    lineId: reference('line_id').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.kind, t.itemId),
    index('provider_statement_match_line').on(t.companyId, t.lineId),
    belongsTo([t.companyId, t.lineId], [providerStatementLine.companyId, providerStatementLine.id]).onDelete('cascade'),
    check('provider_statement_match_kind', sql`kind in ('fee', 'estimate')`),
  ],
);
