import type { OrderRule, RuleAction, RuleChange, RuleCondition } from '@tradewind/contract/orders.ts';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { belongsTo, companyKeyedTable, companyTable, instant, keyOf, reference } from '../../core/database/table.ts';

/** The rules that decide: the first of a kind whose conditions all hold; of those for tags, all. */
export const orderRule = companyTable(
  'order_rule',
  {
    name: text('name').notNull(),
    kind: text('kind').notNull(),
    position: integer('position').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    conditions: jsonb('conditions').notNull().$type<RuleCondition[]>(),
    action: jsonb('action').notNull().$type<RuleAction>(),
    /** Of the set in which it came to be as it is. */
    version: integer('version').notNull().default(1),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [index('order_rule_order').on(t.companyId, t.kind, t.position)],
);

/** The rules as people are about to change them: one draft a company. Whoever changes rules locks this row. */
export const orderRuleDraft = companyKeyedTable(
  'order_rule_draft',
  {
    /** Null: there is no draft. */
    rules: jsonb('rules').$type<OrderRule[]>(),
    /** Grows with each change and never falls: what was rehearsed is what is switched on. */
    revision: integer('revision').notNull().default(0),
    /** The version that was brought back. */
    restored: integer('restored'),
    actor: text('actor').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [keyOf(t.companyId)],
);

/** Every set of rules that decided, from when. */
export const orderRuleVersion = companyKeyedTable(
  'order_rule_version',
  {
    version: integer('version').notNull(),
    rules: jsonb('rules').notNull().$type<OrderRule[]>(),
    /** What is different from the one before. */
    changes: jsonb('changes').notNull().$type<RuleChange[]>(),
    /** What was wrong with it and meant to be so. */
    overridden: text('overridden').array().notNull().default(sql`'{}'`),
    restored: integer('restored'),
    note: text('note').notNull().default(''),
    actor: text('actor').notNull(),
    at: instant('at').notNull(),
    /** How orders that waited are judged by it, too: running, done, stopped (a later set decides), failed; null: they were not to be. */
    rejudging: text('rejudging'),
    /** Orders up to here have been. */
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

/** A draft tried on the orders of the last days; kept for a day. */
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
    /** Orders until here, newest first, have been looked at. */
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

/** An order that would end differently. */
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
