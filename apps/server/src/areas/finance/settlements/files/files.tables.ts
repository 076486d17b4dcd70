import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  amount,
  belongsTo,
  companyKeyedTable,
  companyTable,
  instant,
  keyOf,
  rawText,
  reference,
} from '../../../../core/database/table.ts';
import { settlementLine, shop } from '../../../channels/channels.tables.ts';

/** A settlement file that was taken, once by its content. */
export const settlementFile = companyTable(
  'settlement_file',
  {
    shopId: reference('shop_id').notNull(),
    name: text('name').notNull(),
    fileKey: text('file_key').notNull(),
    hash: rawText('hash').notNull(),
    role: text('role').notNull(),
    state: text('state').notNull(),
    format: text('format').notNull(),
    /** What its columns were read by; none for files of a known platform. */
    columns: jsonb('columns'),
    /** The way in which its lines are named: lines of files that were read alike are the same where their rows are. */
    readBy: rawText('read_by').notNull(),
    lines: integer('lines').notNull(),
    /** Lines that are taken, in the order of their references. */
    taken: integer('taken').notNull(),
    setAside: integer('set_aside').notNull(),
    fromAt: instant('from_at'),
    toAt: instant('to_at'),
    reason: text('reason'),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('settlement_file_hash').on(t.companyId, t.shopId, t.hash),
    index('settlement_file_open').on(t.companyId, t.id).where(sql`state = 'read'`),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]),
    check('settlement_file_confirmed', sql`(state = 'confirmed') = (reason is not null)`),
    check('settlement_file_taken', sql`taken <= lines and (state = 'reading' or taken = lines)`),
  ],
);

/** A settlement as a file holds it. Without a number: the lines that name none. */
export const settlementFileTotal = companyKeyedTable(
  'settlement_file_total',
  {
    fileId: reference('file_id').notNull(),
    number: rawText('number').notNull(),
    currency: text('currency').notNull(),
    lines: integer('lines').notNull(),
    linesTotal: amount('lines_total').notNull(),
    /** What the file states. */
    total: amount('total'),
    fromAt: instant('from_at'),
    toAt: instant('to_at'),
    depositDay: date('deposit_day'),
  },
  (t) => [
    keyOf(t.companyId, t.fileId, t.number, t.currency),
    index('settlement_file_total_number').on(t.companyId, t.number),
    belongsTo([t.companyId, t.fileId], [settlementFile.companyId, settlementFile.id]),
  ],
);

/** Which lines of settlements a booked file holds. A line may stand in several. */
export const settlementFileLine = companyKeyedTable(
  'settlement_file_line',
  { fileId: reference('file_id').notNull(), lineId: reference('line_id').notNull() },
  (t) => [
    keyOf(t.companyId, t.fileId, t.lineId),
    belongsTo([t.companyId, t.fileId], [settlementFile.companyId, settlementFile.id]),
    belongsTo([t.companyId, t.lineId], [settlementLine.companyId, settlementLine.id]),
  ],
);

/** Lines of files that are witnesses, each once. They are never booked. */
export const settlementWitnessLine = companyTable(
  'settlement_witness_line',
  {
    shopId: reference('shop_id').notNull(),
    reference: rawText('reference').notNull(),
    settlementId: rawText('settlement_id'),
    platformOrderNo: rawText('platform_order_no'),
    kind: text('kind').notNull(),
    type: text('type').notNull(),
    amount: amount('amount').notNull(),
    currency: text('currency').notNull(),
    postedAt: instant('posted_at').notNull(),
  },
  (t) => [
    uniqueIndex('settlement_witness_line_reference').on(t.companyId, t.shopId, t.reference),
    index('settlement_witness_line_settlement').on(t.companyId, t.shopId, t.settlementId),
    index('settlement_witness_line_posted').on(t.companyId, t.shopId, t.postedAt).where(sql`settlement_id is null`),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]),
  ],
);

/** What the columns of a shop's settlement files say. */
export const settlementColumns = companyKeyedTable(
  'settlement_columns',
  { shopId: reference('shop_id').notNull(), columns: jsonb('columns').notNull() },
  (t) => [keyOf(t.companyId, t.shopId), belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id])],
);
