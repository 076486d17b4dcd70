import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { belongsTo, companyTable, instant, rawText, reference } from '../../../../core/database/table.ts';
import { shop } from '../../../channels/channels.tables.ts';
import { settlementFile } from '../files/files.tables.ts';

/** A line of a settlement or of a list of fees that could not be read, from its platform or from a file. The others are booked. */
export const settlementSetAside = companyTable(
  'settlement_set_aside',
  {
    shopId: reference('shop_id').notNull(),
    /** Null: the platform listed it. */
    fileId: reference('file_id'),
    rowNo: integer('row_no'),
    /** settlement, fee: which list of the platform held it. */
    kind: text('kind').notNull().default('settlement'),
    /** What makes it the same when it comes again. */
    hash: rawText('hash').notNull(),
    /** Kept while it is open. */
    raw: jsonb('raw'),
    reason: text('reason').notNull(),
    times: integer('times').notNull().default(1),
    /** A listing since then held it: every longer one does, as long as the platform has it. */
    listedSince: instant('listed_since'),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    triedAt: instant('tried_at'),
    resolvedAt: instant('resolved_at'),
    /** Null where it could be read later. */
    resolvedBy: text('resolved_by'),
  },
  (t) => [
    uniqueIndex('settlement_set_aside_hash').on(t.companyId, t.shopId, t.hash),
    index('settlement_set_aside_shop').on(t.companyId, t.shopId, t.id),
    index('settlement_set_aside_open').on(t.companyId, t.id).where(sql`resolved_at is null`),
    index('settlement_set_aside_file').on(t.companyId, t.fileId).where(sql`file_id is not null`),
    belongsTo([t.companyId, t.shopId], [shop.companyId, shop.id]),
    belongsTo([t.companyId, t.fileId], [settlementFile.companyId, settlementFile.id]),
    check(
      'settlement_set_aside_source',
      sql`(file_id is null) = (row_no is null) and (file_id is null) = (listed_since is not null)`,
    ),
    check('settlement_set_aside_kind', sql`kind = 'settlement' or (kind = 'fee' and file_id is null)`),
    check('settlement_set_aside_resolved', sql`resolved_by is null or resolved_at is not null`),
  ],
);
