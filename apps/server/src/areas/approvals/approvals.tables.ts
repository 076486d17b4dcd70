import { sql } from 'drizzle-orm';
import { check, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { amount, belongsTo, companyTable, instant, reference } from '../../core/database/table.ts';

/** Who approves a module's documents, by level, from a minimum amount. */
export const approvalSetting = companyTable(
  'approval_setting',
  {
    moduleId: integer('module_id').notNull(),
    level: integer('level').notNull(),
    approverId: reference('approver_id').notNull(),
    /** Reviews before the approver decides; null: nobody. */
    reviewerId: reference('reviewer_id'),
    /** Base currency; documents below it skip this level. */
    amountFrom: amount('amount_from').notNull().default('0'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('approval_setting_level').on(t.companyId, t.moduleId, t.level),
    check('approval_setting_sane', sql`level between 1 and 9 and amount_from >= 0`),
  ],
);

/** A request to approve a document. A document has one open request at a time. */
export const approvalRequest = companyTable(
  'approval_request',
  {
    docKind: text('doc_kind').notNull(),
    docId: reference('doc_id').notNull(),
    moduleId: integer('module_id').notNull(),
    title: text('title').notNull(),
    amount: amount('amount'),
    currency: text('currency'),
    /** unaudited, reviewing, audited, rejected, withdrawn */
    state: text('state').notNull().default('unaudited'),
    level: integer('level').notNull().default(1),
    authorId: reference('author_id').notNull(),
    author: text('author').notNull(),
    submittedAt: instant('submitted_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
    /** When the daily message last reminded the current approver. */
    remindedAt: instant('reminded_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('approval_request_open')
      .on(t.companyId, t.docKind, t.docId)
      .where(sql`state in ('unaudited', 'reviewing')`),
    index('approval_request_state').on(t.companyId, t.state, t.id.desc().nullsFirst()),
    index('approval_request_author').on(t.companyId, t.authorId, t.id.desc().nullsFirst()),
    check('approval_request_states', sql`state in ('unaudited', 'reviewing', 'audited', 'rejected', 'withdrawn')`),
  ],
);

/** The steps of a request, fixed when it was submitted, and their results. */
export const approvalStep = companyTable(
  'approval_step',
  {
    requestId: reference('request_id').notNull(),
    level: integer('level').notNull(),
    /** reviewer, approver */
    role: text('role').notNull(),
    userId: reference('user_id').notNull(),
    /** waiting (its turn has not come), open, approved, rejected, skipped */
    state: text('state').notNull().default('waiting'),
    /** Who decided: the user or, while they were away, their delegate. */
    decidedBy: reference('decided_by'),
    decider: text('decider'),
    remark: text('remark').notNull().default(''),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    belongsTo([t.companyId, t.requestId], [approvalRequest.companyId, approvalRequest.id]),
    uniqueIndex('approval_step_once').on(t.companyId, t.requestId, t.level, t.role),
    index('approval_step_open').on(t.companyId, t.userId, t.requestId).where(sql`state = 'open'`),
    check('approval_step_states', sql`state in ('waiting', 'open', 'approved', 'rejected', 'skipped')`),
  ],
);
