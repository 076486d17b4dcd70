import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  amount,
  belongsTo,
  companyKeyedTable,
  companyTable,
  instant,
  keyOf,
  reference,
} from '../../../core/database/table.ts';
import { ledgerLine, moneyAccount } from '../finance.tables.ts';

/** How the tables of a money account's bank look, as they were read last. */
export const statementLayout = companyKeyedTable(
  'statement_layout',
  {
    accountId: reference('account_id').notNull(),
    mapping: jsonb('mapping').notNull(),
  },
  (t) => [
    keyOf(t.companyId, t.accountId),
    belongsTo([t.companyId, t.accountId], [moneyAccount.companyId, moneyAccount.id]),
  ],
);

/** The head of an imported statement; `total` is the sum of all its lines, also of those that were there before. */
export const bankStatement = companyTable(
  'bank_statement',
  {
    accountId: reference('account_id').notNull(),
    source: text('source').notNull(),
    fileName: text('file_name').notNull().default(''),
    reference: text('reference').notNull().default(''),
    fromDay: date('from_day'),
    toDay: date('to_day'),
    opening: amount('opening'),
    closing: amount('closing'),
    total: amount('total').notNull(),
    lineCount: integer('line_count').notNull(),
    addedCount: integer('added_count').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('bank_statement_account').on(t.companyId, t.accountId, t.id),
    belongsTo([t.companyId, t.accountId], [moneyAccount.companyId, moneyAccount.id]),
    check('bank_statement_source', sql`source in ('csv', 'ofx', 'mt940', 'camt', 'api')`),
  ],
);

/** A rule of the company: lines whose text contains these words are booked to an account. */
export const bankRule = companyTable(
  'bank_rule',
  {
    /** Null: of all money accounts. */
    accountId: reference('account_id'),
    words: text('words').notNull(),
    direction: text('direction').notNull().default('any'),
    account: text('account').notNull(),
    active: boolean('active').notNull().default(true),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    belongsTo([t.companyId, t.accountId], [moneyAccount.companyId, moneyAccount.id]),
    check('bank_rule_direction', sql`direction in ('any', 'in', 'out')`),
  ],
);

/** What statement lines were found to be. Undone ones stay: the ledger has their entries and the reversals. */
export const bankMatch = companyTable(
  'bank_match',
  {
    kind: text('kind').notNull(),
    /** The account that a line was booked to by hand or by a rule. */
    account: text('account'),
    ruleId: reference('rule_id'),
    remark: text('remark').notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    undoneBy: text('undone_by'),
    undoneAt: instant('undone_at'),
  },
  (t) => [
    index('bank_match_rule').on(t.companyId, t.ruleId).where(sql`rule_id is not null and undone_at is null`),
    check('bank_match_kind', sql`kind in ('payout', 'document', 'transfer', 'exchange', 'fee', 'account', 'rule')`),
  ],
);

/**
 * A line of a statement, once however often and from however many sources it is read. Lines of equal day, amount and
 * reference are told apart by their count.
 */
export const bankLine = companyTable(
  'bank_line',
  {
    accountId: reference('account_id').notNull(),
    /** The first one that had it. */
    statementId: reference('statement_id').notNull(),
    onDay: date('on_day').notNull(),
    valueDay: date('value_day'),
    /** Positive: money came in. */
    amount: amount('amount').notNull(),
    currency: text('currency').notNull(),
    counterparty: text('counterparty').notNull().default(''),
    reference: text('reference').notNull().default(''),
    balanceAfter: amount('balance_after'),
    /** A digest of day, amount and reference. */
    content: text('content').notNull(),
    occurrence: integer('occurrence').notNull(),
    /** What each source calls it: {"api": "..."}. */
    externalIds: jsonb('external_ids').notNull().default({}),
    matchId: reference('match_id'),
    /** The provider took it back: it is shown, and no longer matched with anything. A match that stands is a person's to undo. */
    reversed: boolean('reversed').notNull().default(false),
  },
  (t) => [
    uniqueIndex('bank_line_once').on(t.companyId, t.accountId, t.content, t.occurrence),
    index('bank_line_day').on(t.companyId, t.accountId, t.onDay.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('bank_line_all_day').on(t.companyId, t.onDay.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('bank_line_open').on(t.companyId, t.currency, t.onDay, t.id).where(sql`match_id is null`),
    index('bank_line_match').on(t.companyId, t.matchId).where(sql`match_id is not null`),
    belongsTo([t.companyId, t.accountId], [moneyAccount.companyId, moneyAccount.id]),
    belongsTo([t.companyId, t.statementId], [bankStatement.companyId, bankStatement.id]),
    belongsTo([t.companyId, t.matchId], [bankMatch.companyId, bankMatch.id]),
    check('bank_line_amount', sql`amount <> 0 and occurrence > 0`),
  ],
);

/** How much of a booked amount a statement line takes. The rest of the amount waits for another line. */
export const bankMatchItem = companyTable(
  'bank_match_item',
  {
    matchId: reference('match_id').notNull(),
    lineId: reference('line_id').notNull(),
    ledgerLineId: reference('ledger_line_id').notNull(),
    /** Of the ledger line's currency, with its sign. */
    amount: amount('amount').notNull(),
    baseAmount: amount('base_amount').notNull(),
    /** False once the match is undone. */
    live: boolean('live').notNull().default(true),
  },
  (t) => [
    index('bank_match_item_ledger').on(t.companyId, t.ledgerLineId).where(sql`live`),
    index('bank_match_item_match').on(t.companyId, t.matchId),
    belongsTo([t.companyId, t.matchId], [bankMatch.companyId, bankMatch.id]),
    belongsTo([t.companyId, t.lineId], [bankLine.companyId, bankLine.id]),
    belongsTo([t.companyId, t.ledgerLineId], [ledgerLine.companyId, ledgerLine.id]),
  ],
);
