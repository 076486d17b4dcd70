import type { BillMapping } from '@tradewind/contract/logistics.ts';
import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, numeric, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { amount, belongsTo, companyTable, instant, rawText, reference } from '../../core/database/table.ts';
import { warehouse } from '../warehouse/warehouse.tables.ts';
import { carrierAccount, parcel } from './logistics.tables.ts';

type Parts = { code: string; amount: string }[];

/** A carrier or warehouse that sends bills: how its files read, and the terms of their checks. */
export const billIssuer = companyTable(
  'bill_issuer',
  {
    name: text('name').notNull(),
    carrierAccountId: reference('carrier_account_id'),
    warehouseId: reference('warehouse_id'),
    currency: text('currency').notNull(),
    tolerancePercent: numeric('tolerance_percent', { precision: 7, scale: 2 }).notNull(),
    toleranceAmount: amount('tolerance_amount').notNull(),
    claimDays: integer('claim_days').notNull(),
    /** Of the last bill. */
    mapping: jsonb('mapping').$type<BillMapping>(),
  },
  (t) => [
    uniqueIndex('bill_issuer_name').on(t.companyId, t.name),
    belongsTo([t.companyId, t.carrierAccountId], [carrierAccount.companyId, carrierAccount.id]),
    belongsTo([t.companyId, t.warehouseId], [warehouse.companyId, warehouse.id]),
  ],
);

/** An invoice of a carrier or warehouse. draft -> checking -> checked -> settled; a checked one may be checked again. */
export const carrierBill = companyTable(
  'carrier_bill',
  {
    /** The issuer's. */
    number: rawText('number').notNull(),
    issuerId: reference('issuer_id').notNull(),
    accountNumber: text('account_number').notNull().default(''),
    currency: text('currency').notNull(),
    billedOn: date('billed_on').notNull(),
    fromDay: date('from_day').notNull(),
    toDay: date('to_day').notNull(),
    state: text('state').notNull().default('draft'),
    fileName: text('file_name').notNull(),
    fileKey: text('file_key').notNull(),
    fileHash: text('file_hash').notNull(),
    /** As its last check used them. */
    tolerancePercent: numeric('tolerance_percent', { precision: 7, scale: 2 }).notNull(),
    toleranceAmount: amount('tolerance_amount').notNull(),
    lineCount: integer('line_count').notNull().default(0),
    wrongCount: integer('wrong_count').notNull().default(0),
    amount: amount('amount').notNull().default('0'),
    expected: amount('expected').notNull().default('0'),
    overcharged: amount('overcharged').notNull().default('0'),
    /** Channels of its parcels. */
    channelIds: reference('channel_ids').array().notNull().default(sql`'{}'`),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    checkedAt: instant('checked_at'),
    settledAt: instant('settled_at'),
  },
  (t) => [
    uniqueIndex('carrier_bill_number').on(t.companyId, t.issuerId, t.number),
    uniqueIndex('carrier_bill_file').on(t.companyId, t.fileHash),
    index('carrier_bill_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    belongsTo([t.companyId, t.issuerId], [billIssuer.companyId, billIssuer.id]),
    check('carrier_bill_state_known', sql`state in ('draft', 'checking', 'checked', 'settled')`),
    check('carrier_bill_days', sql`from_day <= to_day`),
  ],
);

/** What the issuer bills of a parcel. Money is in the bill's currency. */
export const carrierBillLine = companyTable(
  'carrier_bill_line',
  {
    billId: reference('bill_id').notNull(),
    /** In the file. */
    line: integer('line').notNull(),
    trackingNumber: rawText('tracking_number').notNull(),
    reference: rawText('reference').notNull(),
    service: text('service').notNull(),
    day: date('day'),
    weightGrams: integer('weight_grams'),
    lengthMm: integer('length_mm'),
    widthMm: integer('width_mm'),
    heightMm: integer('height_mm'),
    zone: text('zone').notNull(),
    claimReference: rawText('claim_reference').notNull(),
    amount: amount('amount').notNull(),
    parts: jsonb('parts').$type<Parts>().notNull(),
    reason: text('reason').notNull().default('uncompared'),
    parcelId: reference('parcel_id'),
    expected: amount('expected'),
    expectedParts: jsonb('expected_parts').$type<Parts>().notNull().default([]),
    expectedZone: text('expected_zone').notNull().default(''),
    tolerance: amount('tolerance').notNull().default('0'),
    /** The line that billed the same parcel before. */
    twiceId: reference('twice_id'),
    /** Of a credit: the claim that it closes. */
    claimId: reference('claim_id'),
    /** Of its parcel. Null without one, and where an earlier version compared it. */
    carrierAccountId: reference('carrier_account_id'),
    channelId: reference('channel_id'),
    country: text('country'),
    shopId: reference('shop_id'),
    warehouseId: reference('warehouse_id'),
  },
  (t) => [
    uniqueIndex('carrier_bill_line_of').on(t.companyId, t.billId, t.line),
    index('carrier_bill_line_reason').on(t.companyId, t.billId, t.reason, t.line),
    index('carrier_bill_line_parcel').on(t.companyId, t.parcelId).where(sql`parcel_id is not null`),
    index('carrier_bill_line_claim').on(t.companyId, t.claimId).where(sql`claim_id is not null`),
    belongsTo([t.companyId, t.billId], [carrierBill.companyId, carrierBill.id]).onDelete('cascade'),
    belongsTo([t.companyId, t.parcelId], [parcel.companyId, parcel.id]),
    check(
      'carrier_bill_line_reason_known',
      sql`reason in ('weight', 'size', 'zone', 'surcharge', 'duty', 'price', 'duplicate', 'voided', 'unknown', 'uncompared', 'credit', 'ok')`,
    ),
  ],
);

/** Money that a carrier is to give back for a line or a parcel. suspected -> opened -> accepted or refused -> paid. */
export const carrierClaim = companyTable(
  'carrier_claim',
  {
    number: rawText('number').notNull(),
    issuerId: reference('issuer_id').notNull(),
    /** Null: no bill names its parcel yet. */
    lineId: reference('line_id'),
    state: text('state').notNull().default('suspected'),
    /** Copied for lists and scope, so that they need no join. */
    reason: text('reason').notNull(),
    trackingNumber: rawText('tracking_number').notNull(),
    parcelId: reference('parcel_id'),
    orderId: reference('order_id'),
    shopId: reference('shop_id'),
    currency: text('currency').notNull(),
    asked: amount('asked').notNull(),
    accepted: amount('accepted'),
    /** The sum of its credits, in its currency. */
    paid: amount('paid').notNull().default('0'),
    reference: rawText('reference').notNull().default(''),
    deadline: date('deadline').notNull(),
    /** What speaks for it, as it was when the claim was made. */
    evidence: jsonb('evidence').$type<Record<string, unknown>>().notNull(),
    remark: text('remark').notNull().default(''),
    version: integer('version').notNull().default(1),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('carrier_claim_number').on(t.companyId, t.number),
    index('carrier_claim_line').on(t.companyId, t.lineId),
    uniqueIndex('carrier_claim_overcharge').on(t.companyId, t.lineId).where(sql`reason not in ('lost', 'late')`),
    index('carrier_claim_parcel').on(t.companyId, t.parcelId),
    uniqueIndex('carrier_claim_course').on(t.companyId, t.parcelId, t.reason).where(sql`reason in ('lost', 'late')`),
    index('carrier_claim_unbilled').on(t.companyId, t.parcelId).where(sql`line_id is null`),
    index('carrier_claim_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    index('carrier_claim_due').on(t.companyId, t.deadline).where(sql`state = 'suspected'`),
    index('carrier_claim_tracking').on(t.companyId, t.issuerId, t.trackingNumber),
    belongsTo([t.companyId, t.issuerId], [billIssuer.companyId, billIssuer.id]),
    belongsTo([t.companyId, t.lineId], [carrierBillLine.companyId, carrierBillLine.id]),
    belongsTo([t.companyId, t.parcelId], [parcel.companyId, parcel.id]),
    check('carrier_claim_of', sql`line_id is not null or (parcel_id is not null and reason in ('lost', 'late'))`),
    check('carrier_claim_state_known', sql`state in ('suspected', 'opened', 'accepted', 'refused', 'paid')`),
    check('carrier_claim_amounts', sql`asked > 0 and accepted >= 0 and paid >= 0 and (paid > 0 or state <> 'paid')`),
    check('carrier_claim_accepted', sql`state <> 'accepted' or accepted > 0`),
  ],
);
