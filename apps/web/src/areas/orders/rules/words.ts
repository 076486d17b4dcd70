import type { ResultOf } from '@tradewind/contract/call.ts';
import type { listRules, RuleChange, RuleCondition, RuleProblem } from '@tradewind/contract/orders.ts';
import type { TFunction } from 'i18next';
import { type Choices, labelOf } from './choices.ts';
import { takesNothing } from './fields.ts';

export type Rule = ResultOf<typeof listRules>['rules'][number];
export type Kind = Rule['kind'];

/** "Country is one of US, CA" */
export function conditionWords(
  t: TFunction<'orders'>,
  choices: Choices,
  { field, operator, value, of }: RuleCondition,
): string {
  const name = `${t(`rule.field.${field}`)}${of ? ` ${of}` : ''} ${t(`rule.operator.${operator}`)}`;
  if (takesNothing(operator)) return name;
  const values = [value].flat().map((each) => labelOf(choices.values[field], each));
  return `${name} ${values.join(t('rule.comma'))}`;
}

export function conditionsWords(t: TFunction<'orders'>, choices: Choices, rule: Pick<Rule, 'conditions'>): string {
  if (rule.conditions.length === 0) return t('rule.every');
  return rule.conditions.map((condition) => conditionWords(t, choices, condition)).join(t('rule.and'));
}

export function actionWords(
  t: TFunction<'orders'>,
  choices: Choices,
  { kind, action }: Pick<Rule, 'kind' | 'action'>,
): string {
  switch (kind) {
    case 'review':
      return t(`rule.decision.${action.decision ?? 'review'}`);
    case 'warehouse':
      return t('rule.from', { name: labelOf(choices.warehouses, action.warehouseId) });
    case 'channel':
      return t('rule.by', { name: labelOf(choices.channels, action.channelId) });
    case 'tag':
      return t('rule.tagged', {
        names: (action.tagIds ?? []).map((id) => labelOf(choices.tags, id)).join(t('rule.comma')),
      });
    case 'priority':
      return t('rule.first', { priority: action.priority ?? 0 });
    case 'split':
      return t(`rule.splitTo.${action.splitBy ?? 'stock'}`, { limit: action.limit ?? 0 });
    case 'merge':
      return t(`rule.mergeTo.${action.merge ?? 'suggest'}`);
  }
}

/** Describes a rule change, with the old and the new rule. */
export function changeWords(t: TFunction<'orders'>, choices: Choices, change: RuleChange): string {
  const head = t(`rule.change.${change.change}`, { kind: t(`rule.kind.${change.kind}`), name: change.name });
  const said = (rule: NonNullable<RuleChange['after']>) =>
    `${conditionsWords(t, choices, rule)} → ${actionWords(t, choices, rule)}`;
  const { before, after } = change;
  if (before && after) {
    const parts = [
      ...(before.name === after.name ? [] : [[before.name, after.name]]),
      ...(said(before) === said(after) ? [] : [[said(before), said(after)]]),
    ];
    return `${head}: ${parts.map(([was, now]) => t('rule.wasNow', { was, now })).join('; ')}`;
  }
  const rule = before ?? after;
  return rule ? `${head}: ${said(rule)}` : head;
}

/** Describes a problem and the rule that has it. */
export function problemWords(t: TFunction<'orders'>, problem: RuleProblem): string {
  const { rule, by = '', count = 0, orders = [], field } = problem;
  return t(`rule.problem.${problem.problem}`, {
    name: rule,
    by,
    count,
    orders: orders.join(t('rule.comma')),
    field: field ? t(`rule.field.${field}`) : '',
  });
}
