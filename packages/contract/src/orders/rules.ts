import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  defineCall,
  exportCall,
  flag,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  pageOf,
  paging,
  requiredText,
  text,
} from '../call.ts';

export const RULE_FIELDS = [
  'platform',
  'shopId',
  'currency',
  'totalAmount',
  'country',
  'postalCode',
  'units',
  'lineCount',
  'buyerNote',
  'sku',
  'weightGrams',
  'battery',
  'state',
  'skuUnits',
  'tag',
  'firstOrder',
  'discountAmount',
  'promiseHours',
  'weekday',
  'hour',
  'addressType',
  'origin',
  'serviceLevel',
  'serviceAsked',
] as const;
export const RULE_OPERATORS = [
  'is',
  'isNot',
  'in',
  'notIn',
  'atLeast',
  'atMost',
  'contains',
  'startsWith',
  'inRange',
  'isEmpty',
  'isNotEmpty',
] as const;
/** Fields that compare as numbers. */
export const RULE_NUMBERS = [
  'totalAmount',
  'units',
  'lineCount',
  'weightGrams',
  'skuUnits',
  'discountAmount',
  'promiseHours',
  'weekday',
  'hour',
] as const satisfies (typeof RULE_FIELDS)[number][];
export const ruleCondition = z.strictObject({
  field: z.enum(RULE_FIELDS),
  operator: z.enum(RULE_OPERATORS),
  value: z.union([text(200), z.array(text(100)).max(500)]).default(''),
  /** skuUnits: of which SKU the units are counted. */
  of: text(100).optional(),
});
export const RULE_DECISIONS = ['pass', 'review', 'hold', 'exception'] as const;
export const SPLIT_BY = ['stock', 'weight', 'quantity'] as const;
const action = z.strictObject({
  /** review */
  decision: z.enum(RULE_DECISIONS).optional(),
  warehouseId: id().optional(),
  channelId: id().optional(),
  /** tag */
  tagIds: list(id(), 20).optional(),
  /** priority: higher is served first. */
  priority: integer(-100, 100).optional(),
  /** split: available goods first, or boxes of at most this size. */
  splitBy: z.enum(SPLIT_BY).optional(),
  limit: integer(1, 1_000_000).optional(),
  /** merge: automatically, or as a suggestion to a person. */
  merge: z.enum(['auto', 'suggest']).optional(),
});
/** In the order of evaluation: tags first, because the other rules may ask for them. */
export const RULE_KINDS = ['tag', 'review', 'warehouse', 'channel', 'split', 'merge', 'priority'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];
const ruleShape = {
  name: requiredText(80),
  kind: z.enum(RULE_KINDS),
  enabled: z.boolean(),
  conditions: z.array(ruleCondition).max(20),
  action,
};
/** Below zero while the draft alone has it. */
const ruleId = () => z.coerce.number().int();
export type RuleCondition = z.output<typeof ruleCondition>;
export type RuleAction = z.output<typeof action>;
const rule = z.object({
  id: z.number(),
  version: z.number(),
  ...ruleShape,
});
export type OrderRule = z.output<typeof rule>;

export const RULE_PROBLEMS = ['gone', 'contradiction', 'shadowed', 'fallen'] as const;
/** A person may switch on despite these, naming them; a rule with a missing target never works. */
export const RULE_OVERRIDES = ['contradiction', 'shadowed', 'fallen'] as const;
const problem = z.object({
  problem: z.enum(RULE_PROBLEMS),
  kind: z.enum(RULE_KINDS),
  /** The rule; of fallen orders the one that decides them today. */
  rule: z.string(),
  ruleId: z.number(),
  /** shadowed: the rule before it. */
  by: z.string().optional(),
  /** contradiction: the field. */
  field: z.enum(RULE_FIELDS).optional(),
  /** fallen: how many orders, and some of them. */
  count: z.number().optional(),
  orders: z.array(z.string()).optional(),
});
export type RuleProblem = z.output<typeof problem>;

export const RULE_CHANGES = ['added', 'removed', 'changed', 'moved', 'on', 'off'] as const;
const change = z.object({
  change: z.enum(RULE_CHANGES),
  kind: z.enum(RULE_KINDS),
  name: z.string(),
  /** Of changes: before and after. */
  before: rule.optional(),
  after: rule.optional(),
});
export type RuleChange = z.output<typeof change>;

/** The results that may change for an order. */
export const SIMULATED_CHANGES = [
  'status',
  'warehouse',
  'channel',
  'tags',
  'priority',
  'split',
  'merge',
  'cost',
  'late',
] as const;
const sum = z.object({ currency: z.string(), before: z.string(), after: z.string(), orders: z.number() });
const dryRun = z.object({
  id: z.number(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  days: z.number(),
  revision: z.number(),
  at: z.string(),
  by: z.string(),
  total: z.number(),
  looked: z.number(),
  changed: z.number(),
  /** Orders by what changes for them. */
  changes: z.partialRecord(z.enum(SIMULATED_CHANGES), z.number()),
  /** Estimated label costs of orders whose cost changes and is known before and after. */
  costs: z.array(sum),
  lateBefore: z.number(),
  lateAfter: z.number(),
  /** Of the changed ones: orders whose cost, or whose shipping time, is unknown for lack of parcels. */
  costUnknown: z.number(),
  lateUnknown: z.number(),
  /** A rule decides them today, none would. */
  fallen: z.number(),
});
export type DryRun = z.output<typeof dryRun>;

/** How the rules re-evaluate orders that waited when a set was switched on. */
const reevaluation = z.object({
  /** stopped: a later set decides. */
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  total: z.number(),
  looked: z.number(),
  changed: z.number(),
});
export type Reevaluation = z.output<typeof reevaluation>;

export const listRules = defineCall({
  method: 'GET',
  path: '/seller/orderRule/list',
  access: [rights.orderRule.view],
  summary: 'Lists the rules in order, as drafted if there is a draft, with the draft’s problems and last dry run.',
  input: z.strictObject({}),
  result: z.object({
    rules: z.array(rule),
    /** The set that decides; 0: rules that were never switched on as a set. */
    live: z.object({
      version: z.number(),
      at: z.string().nullable(),
      by: z.string(),
      rejudging: reevaluation.nullable(),
    }),
    draft: z.object({ revision: z.number(), at: z.string(), by: z.string(), changes: z.array(change) }).nullable(),
    problems: z.array(problem),
    rehearsal: dryRun.nullable(),
    tags: z.array(z.object({ id: z.number(), name: z.string(), colour: z.string() })),
    /** Orders that wait for review because no rule matched; counted up to 10,000. */
    unruled: z.number(),
    /** Where there is a draft: orders not picked yet that nobody decided about by hand; counted up to 10,000. */
    waiting: z.number(),
  }),
});
export const saveRule = defineCall({
  method: 'POST',
  path: '/seller/orderRule/save',
  access: [rights.orderRule.add, rights.orderRule.edit],
  summary:
    'Adds a rule to the draft, at the end of its type, or changes one. It takes effect once the draft goes live.',
  input: z.strictObject({ id: ruleId().optional(), version: integer(0).optional(), ...ruleShape }),
  result: z.object({ id: z.number() }),
});
export const deleteRule = defineCall({
  method: 'POST',
  path: '/seller/orderRule/delete',
  access: [rights.orderRule.delete],
  summary: 'Removes a rule from the draft. Orders that it decided keep their record of it.',
  input: z.strictObject({ id: ruleId() }),
  result: ok,
});
export const orderRules = defineCall({
  method: 'POST',
  path: '/seller/orderRule/reorder',
  access: [rights.orderRule.edit],
  summary: 'Sets the order of the drafted rules of a type.',
  input: z.strictObject({ kind: z.enum(RULE_KINDS), ids: list(ruleId(), 500) }),
  result: ok,
});
export const discardRules = defineCall({
  method: 'POST',
  path: '/seller/orderRule/discard',
  access: [rights.orderRule.edit],
  summary: 'Discards the draft. The live rules do not change.',
  input: z.strictObject({}),
  result: ok,
});
export const simulateRules = defineCall({
  method: 'POST',
  path: '/seller/orderRule/rehearse',
  access: [rights.orderRule.run],
  summary:
    'Starts a dry run: evaluates recent orders by the live and drafted rules, many in the background. Changes nothing.',
  input: z.strictObject({ days: integer(1, 90), ...idempotencyKey }),
  result: dryRun,
});
export const cancelDryRun = defineCall({
  method: 'POST',
  path: '/seller/orderRule/cancelRehearsal',
  access: [rights.orderRule.run],
  summary: 'Cancels a dry run in progress.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
const side = z.object({
  status: z.string(),
  exception: z.string().nullable(),
  warehouse: z.string(),
  channel: z.string(),
  tags: z.array(z.string()),
  priority: z.number().nullable(),
  split: z.string(),
  merge: z.string(),
  cost: z.string().nullable(),
  costCurrency: z.string(),
  /** Handed over after the platform's deadline; null: unknown. */
  late: z.boolean().nullable(),
  /** Average days in transit of its channel; null: unknown. */
  transitDays: z.number().nullable(),
  /** The deciding rule, by kind. */
  rules: z.partialRecord(z.enum(RULE_KINDS), z.string()),
});
export type SimulatedSide = z.output<typeof side>;
export const listSimulated = defineCall({
  method: 'GET',
  path: '/seller/orderRule/rehearsed',
  access: [rights.orderRule.view],
  summary:
    'Lists the orders of a dry run whose result would change, newest first: before, after, and the deciding rules.',
  input: z.strictObject({
    rehearsalId: id(),
    change: z.enum([...SIMULATED_CHANGES, 'fallen']).optional(),
    ...paging,
  }),
  result: pageOf(
    z.object({
      id: z.number(),
      displayNo: z.string(),
      orderedAt: z.string(),
      changes: z.array(z.enum([...SIMULATED_CHANGES, 'fallen'])),
      before: side,
      after: side,
    }),
  ),
});
export const exportSimulated = exportCall(
  '/seller/orderRule/exportRehearsed',
  [rights.orderRule.run],
  'Exports the orders of a dry run whose result would change to a file.',
  z.strictObject({ rehearsalId: id() }),
);
export const switchOnRules = defineCall({
  method: 'POST',
  path: '/seller/orderRule/switchOn',
  access: [rights.orderRule.edit],
  summary: 'Makes the draft live as a new version. Needs a completed dry run and no problems that are not overridden.',
  input: z.strictObject({
    /** The draft of the dry run on the screen. */
    revision: integer(1),
    /** Mistakes that the person accepts. */
    override: list(z.enum(RULE_OVERRIDES), 3).default([]),
    note: text(200).default(''),
    /** Also re-evaluates waiting orders; otherwise only new ones. */
    rejudge: flag().default(false),
    ...idempotencyKey,
  }),
  result: z.object({
    version: z.number(),
    /** Orders to re-evaluate. */
    rejudging: z.number(),
  }),
});
export const listRuleVersions = defineCall({
  method: 'GET',
  path: '/seller/orderRule/versions',
  access: [rights.orderRule.view],
  summary: 'Lists all rule versions that went live, newest first: who switched each on, when, and what changed.',
  input: z.strictObject({ ...paging }),
  result: pageOf(
    z.object({
      version: z.number(),
      at: z.string(),
      by: z.string(),
      note: z.string(),
      overridden: z.array(z.enum(RULE_OVERRIDES)),
      restored: z.number().nullable(),
      rules: z.number(),
      changes: z.array(change),
      rejudging: reevaluation.nullable(),
    }),
  ),
});
export const restoreRules = defineCall({
  method: 'POST',
  path: '/seller/orderRule/restore',
  access: [rights.orderRule.edit],
  summary: 'Restores the rules of an old version as the draft.',
  input: z.strictObject({ version: integer(1) }),
  result: ok,
});
