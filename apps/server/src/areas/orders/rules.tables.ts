import type { OrderRule, RuleAction, RuleChange, RuleCondition } from '@tradewind/contract/orders.ts';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { belongsTo, companyKeyedTable, companyTable, instant, keyOf, reference } from '../../core/database/table.ts';

/** The live rules: of each type the first whose conditions all match; of tag rules, all that match. */
export const orderRule = companyTable(
  'order_rule',
  {
    name: text('name').notNull(),
    kind: text('kind').notNull(),
    position: integer('position').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    conditions: jsonb('conditions').notNull().$type<RuleCondition[]>(),
    action: jsonb('action').notNull().$type<RuleAction>(),
    /** The version that created or last changed it. */
    version: integer('version').notNull().default(1),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [index('order_rule_order').on(t.companyId, t.kind, t.position)],
);

/** The draft of the rules, one per company. Changes to rules lock this row. */
export const orderRuleDraft = companyKeyedTable(
  'order_rule_draft',
  {
    /** Null: no draft. */
    rules: jsonb('rules').$type<OrderRule[]>(),
    /** Increases with each change, so that exactly the rules of the dry run go live. */
    revision: integer('revision').notNull().default(0),
    /** The restored version. */
    restored: integer('restored'),
    actor: text('actor').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [keyOf(t.companyId)],
);

/** All versions of the rules, and when each went live. */
export const orderRuleVersion = companyKeyedTable(
  'order_rule_version',
  {
    version: integer('version').notNull(),
    rules: jsonb('rules').notNull().$type<OrderRule[]>(),
    /** The changes from the previous version. */
    changes: jsonb('changes').notNull().$type<RuleChange[]>(),
    /** The problems that the user confirmed. */
    overridden: text('overridden').array().notNull().default(sql`'{}'`),
    restored: integer('restored'),
    note: text('note').notNull().default(''),
    actor: text('actor').notNull(),
    at: instant('at').notNull(),
    /**
     * The re-evaluation of waiting orders: running, done, stopped (a later version is live), failed; null: not
     * requested.
     */
    rejudging: text('rejudging'),
    /** Orders up to this id are done. */
    reevaluateCursor: reference('reevaluate_cursor').notNull().default(0),
    reevaluateTotal: integer('reevaluate_total').notNull().default(0),
    reevaluated: integer('reevaluated').notNull().default(0),
    reevaluateChanged: integer('reevaluate_changed').notNull().default(0),
  },
  (t) => [
    keyOf(t.companyId, t.version),
    check('order_rule_version_reevaluation', sql`rejudging in ('running', 'done', 'stopped', 'failed')`),
  ],
);

/** A dry run of a draft on recent orders; kept for a day. */
export const ruleDryRun = companyTable(
  'rule_dry_run',
  {
    /** queued, running, done, failed, cancelled */
    state: text('state').notNull(),
    days: integer('days').notNull(),
    revision: integer('revision').notNull(),
    rules: jsonb('rules').notNull().$type<OrderRule[]>(),
    actor: text('actor').notNull(),
    at: instant('at').notNull(),
    /** Orders up to here, newest first, are done. */
    cursor: text('cursor'),
    total: integer('total').notNull(),
    looked: integer('looked').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    sums: jsonb('sums').notNull().$type<Record<string, unknown>>(),
  },
  (t) => [
    index('rule_dry_run_at').on(t.companyId, t.at),
    check('rule_dry_run_state_known', sql`state in ('queued', 'running', 'done', 'failed', 'cancelled')`),
  ],
);

/** An order whose result would change. */
export const simulatedOrder = companyKeyedTable(
  'simulated_order',
  {
    rehearsalId: reference('rehearsal_id').notNull(),
    orderId: reference('order_id').notNull(),
    shopId: reference('shop_id').notNull(),
    orderedAt: instant('ordered_at').notNull(),
    displayNo: text('display_no').notNull(),
    changes: text('changes').array().notNull(),
    before: jsonb('before').notNull().$type<Record<string, unknown>>(),
    after: jsonb('after').notNull().$type<Record<string, unknown>>(),
  },
  (t) => [
    keyOf(t.companyId, t.rehearsalId, t.orderedAt, t.orderId),
    belongsTo([t.companyId, t.rehearsalId], [ruleDryRun.companyId, ruleDryRun.id]).onDelete('cascade'),
  ],
);
