import type { ResultOf } from '@tradewind/contract/call.ts';
import type { listRules, RuleCondition } from '@tradewind/contract/orders.ts';
import type { TFunction } from 'i18next';
import { type Choices, labelOf } from './choices.ts';
import { takesNothing } from './fields.ts';

export type Rule = ResultOf<typeof listRules>['rules'][number];
export type Kind = Rule['kind'];

/** "Country is one of US, CA" */
export function conditionWords(
  t: TFunction<'orders'>,
  choices: Choices,
  { field, operator, value }: RuleCondition,
): string {
  const name = `${t(`rule.field.${field}`)} ${t(`rule.operator.${operator}`)}`;
  if (takesNothing(operator)) return name;
  const values = [value].flat().map((each) => labelOf(choices.values[field], each));
  return `${name} ${values.join(t('rule.comma'))}`;
}

export function actionWords(t: TFunction<'orders'>, choices: Choices, rule: Pick<Rule, 'kind' | 'action'>): string {
  if (rule.kind === 'review') return t(`rule.decision.${rule.action.decision ?? 'review'}`);
  if (rule.kind === 'warehouse') return t('rule.from', { name: labelOf(choices.warehouses, rule.action.warehouseId) });
  return t('rule.by', { name: labelOf(choices.channels, rule.action.channelId) });
}
