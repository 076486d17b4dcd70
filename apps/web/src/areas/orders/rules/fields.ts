import { RULE_NUMBERS, type RuleCondition } from '@tradewind/contract/orders.ts';

export type Field = RuleCondition['field'];
export type Operator = RuleCondition['operator'];

/** What may be asked of a field, the likeliest first. */
export const OPERATORS: Record<Field, readonly Operator[]> = {
  country: ['in', 'notIn'],
  totalAmount: ['atLeast', 'atMost'],
  sku: ['in', 'notIn', 'startsWith', 'contains'],
  shopId: ['in', 'notIn'],
  platform: ['in', 'notIn'],
  units: ['atLeast', 'atMost', 'is'],
  lineCount: ['atLeast', 'atMost', 'is'],
  weightGrams: ['atLeast', 'atMost'],
  battery: ['is'],
  buyerNote: ['isNotEmpty', 'isEmpty', 'contains'],
  postalCode: ['startsWith', 'in', 'notIn'],
  currency: ['in', 'notIn'],
};

export const isNumber = (field: Field): boolean => RULE_NUMBERS.some((name) => name === field);
export const takesNothing = (operator: Operator): boolean => operator === 'isEmpty' || operator === 'isNotEmpty';
export const takesMany = (operator: Operator): boolean => operator === 'in' || operator === 'notIn';

/** The value that a changed field or operator begins with. */
export function emptyValue(field: Field, operator: Operator): RuleCondition['value'] {
  if (takesMany(operator)) return [];
  return field === 'battery' ? 'true' : '';
}
