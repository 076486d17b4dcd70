import { z } from 'zod';
import { defineCall, id, integer, list, ok, requiredText, text } from '../call.ts';

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
  'isEmpty',
  'isNotEmpty',
] as const;
/** What is compared as a number. */
export const RULE_NUMBERS = [
  'totalAmount',
  'units',
  'lineCount',
  'weightGrams',
] as const satisfies (typeof RULE_FIELDS)[number][];
export const ruleCondition = z.strictObject({
  field: z.enum(RULE_FIELDS),
  operator: z.enum(RULE_OPERATORS),
  value: z.union([text(200), z.array(text(100)).max(500)]).default(''),
});
const action = z.strictObject({
  decision: z.enum(['pass', 'review', 'hold', 'exception']).optional(),
  warehouseId: id().optional(),
  channelId: id().optional(),
});
export const RULE_KINDS = ['review', 'warehouse', 'channel'] as const;
const ruleShape = {
  name: requiredText(80),
  kind: z.enum(RULE_KINDS),
  enabled: z.boolean(),
  conditions: z.array(ruleCondition).max(20),
  action,
};
export type RuleCondition = z.output<typeof ruleCondition>;
const rule = z.object({
  id: z.number(),
  position: z.number(),
  version: z.number(),
  updatedAt: z.string(),
  ...ruleShape,
});

export const listRules = defineCall({
  method: 'GET',
  path: '/seller/orderRule/list',
  access: ['440'],
  summary: 'Rules in their order; the first whose conditions all hold decides.',
  input: z.strictObject({}),
  result: z.object({ rules: z.array(rule) }),
});
export const saveRule = defineCall({
  method: 'POST',
  path: '/seller/orderRule/save',
  access: ['440:add', '440:edit'],
  summary: 'Adds a rule at the end of its kind, or changes one.',
  input: z.strictObject({ id: id().optional(), version: integer(1).optional(), ...ruleShape }),
  result: z.object({ id: z.number() }),
});
export const deleteRule = defineCall({
  method: 'POST',
  path: '/seller/orderRule/delete',
  access: ['440:delete'],
  summary: 'Removes a rule. Orders it has decided keep saying so.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const orderRules = defineCall({
  method: 'POST',
  path: '/seller/orderRule/reorder',
  access: ['440:edit'],
  summary: 'Puts the rules of a kind into the given order.',
  input: z.strictObject({ kind: z.enum(RULE_KINDS), ids: list(id(), 500) }),
  result: ok,
});
export const rehearseRules = defineCall({
  method: 'POST',
  path: '/seller/orderRule/rehearse',
  access: ['440:run'],
  summary: 'What a rule as drafted would do with the last 100 orders, beside what decides today. Changes nothing.',
  input: z.strictObject({ id: id().optional(), ...ruleShape }),
  result: z.object({
    looked: z.number(),
    /** Orders whose conditions hold; of these the draft decides `matched`, a rule before it the others. */
    holds: z.number(),
    matched: z.number(),
    orders: z.array(
      z.object({
        id: z.number(),
        displayNo: z.string(),
        /** Status and exception of a review ("exception:rule"); else the name of the rule that decides. */
        today: z.string(),
        draft: z.string(),
        todayRule: z.string(),
        draftRule: z.string(),
        changes: z.boolean(),
      }),
    ),
  }),
});
