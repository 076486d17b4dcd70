import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { amount, belongsTo, bytes, companyTable, instant, rawText, reference } from '../../../core/database/table.ts';
import { moneyAccount } from '../finance.tables.ts';

/** A seller's access to a provider of receiving accounts. A consent that nobody gave yet is a one_time_key. */
export const receivingConnection = companyTable(
  'receiving_connection',
  {
    provider: rawText('provider').notNull(),
    /** How the provider names the seller. */
    account: rawText('account').notNull(),
    state: text('state').notNull(),
    /** Keys and tokens; see the vault. Null once they were given back. */
    sealed: bytes('sealed'),
    /** Then the seller has to agree again. */
    endsAt: instant('ends_at'),
    lastError: text('last_error'),
    connectedAt: instant('connected_at').notNull(),
    connectedBy: text('connected_by').notNull(),
    /** Statements were read up to here. */
    readUntil: instant('read_until'),
  },
  (t) => [
    uniqueIndex('receiving_connection_account').on(t.companyId, t.provider, t.account),
    check('receiving_connection_state', sql`state in ('active', 'expired', 'revoked', 'error')`),
    check('receiving_connection_sealed', sql`(state = 'revoked') = (sealed is null)`),
  ],
);

/** The wallet of a currency at a provider, and the money account that shows it. */
export const receivingAccount = companyTable(
  'receiving_account',
  {
    connectionId: reference('connection_id').notNull(),
    moneyAccountId: reference('money_account_id').notNull(),
    currency: text('currency').notNull(),
    available: amount('available'),
    pending: amount('pending'),
    frozen: amount('frozen'),
    total: amount('total'),
    asOf: instant('as_of'),
    /** Before the first line that was read. */
    opening: amount('opening'),
    /** What the provider says, less opening and lines; as last compared. */
    gap: amount('gap'),
  },
  (t) => [
    uniqueIndex('receiving_account_currency').on(t.companyId, t.connectionId, t.currency),
    uniqueIndex('receiving_account_money').on(t.companyId, t.moneyAccountId),
    belongsTo([t.companyId, t.connectionId], [receivingConnection.companyId, receivingConnection.id]),
    belongsTo([t.companyId, t.moneyAccountId], [moneyAccount.companyId, moneyAccount.id]),
  ],
);

/** A movement in one currency as the provider last showed it. Those that succeeded are lines of the bank statement. */
export const receivingLeg = companyTable(
  'receiving_leg',
  {
    connectionId: reference('connection_id').notNull(),
    externalTxnId: rawText('external_txn_id').notNull(),
    leg: text('leg').notNull(),
    at: instant('at').notNull(),
    onDay: date('on_day').notNull(),
    valueDay: date('value_day'),
    /** Positive: money came in. */
    amount: amount('amount').notNull(),
    currency: text('currency').notNull(),
    kind: text('kind').notNull(),
    rawKind: text('raw_kind').notNull(),
    state: text('state').notNull(),
    counterparty: text('counterparty').notNull().default(''),
    reference: text('reference').notNull().default(''),
    balanceAfter: amount('balance_after'),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    uniqueIndex('receiving_leg_once').on(t.companyId, t.connectionId, t.externalTxnId, t.leg),
    index('receiving_leg_day').on(t.companyId, t.connectionId, t.currency, t.onDay),
    belongsTo([t.companyId, t.connectionId], [receivingConnection.companyId, receivingConnection.id]),
    check('receiving_leg_state', sql`state in ('PENDING', 'SUCCESS', 'FAILED', 'REVERSED')`),
  ],
);

/** A line of a statement that could not be read. The others are taken. */
export const receivingSetAside = companyTable(
  'receiving_set_aside',
  {
    connectionId: reference('connection_id').notNull(),
    /** What makes it the same when it comes again. */
    hash: rawText('hash').notNull(),
    /** Kept while it is open. */
    raw: jsonb('raw'),
    reason: text('reason').notNull(),
    times: integer('times').notNull().default(1),
    /** A reading since then held it: every longer one does, as long as the provider has it. */
    listedSince: instant('listed_since').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    triedAt: instant('tried_at'),
    resolvedAt: instant('resolved_at'),
    /** Null where it could be read later. */
    resolvedBy: text('resolved_by'),
  },
  (t) => [
    uniqueIndex('receiving_set_aside_hash').on(t.companyId, t.connectionId, t.hash),
    index('receiving_set_aside_open').on(t.companyId, t.id).where(sql`resolved_at is null`),
    belongsTo([t.companyId, t.connectionId], [receivingConnection.companyId, receivingConnection.id]),
    check('receiving_set_aside_resolved', sql`resolved_by is null or resolved_at is not null`),
  ],
);
