import { RULE_NUMBERS, type RuleCondition } from '@tradewind/contract/orders.ts';

export type Field = RuleCondition['field'];
export type Operator = RuleCondition['operator'];

/** The operators of each field, the most common first. */
export const OPERATORS: Record<Field, readonly Operator[]> = {
  country: ['in', 'notIn'],
  state: ['in', 'notIn'],
  postalCode: ['startsWith', 'inRange', 'in', 'notIn'],
  totalAmount: ['atLeast', 'atMost'],
  discountAmount: ['atLeast', 'atMost'],
  sku: ['in', 'notIn', 'startsWith', 'contains'],
  skuUnits: ['atLeast', 'atMost', 'is'],
  units: ['atLeast', 'atMost', 'is'],
  lineCount: ['atLeast', 'atMost', 'is'],
  weightGrams: ['atLeast', 'atMost'],
  battery: ['is'],
  tag: ['in', 'notIn', 'isEmpty', 'isNotEmpty'],
  shopId: ['in', 'notIn'],
  platform: ['in', 'notIn'],
  origin: ['in', 'notIn'],
  firstOrder: ['is'],
  serviceLevel: ['in', 'notIn', 'isEmpty'],
  serviceAsked: ['contains', 'startsWith', 'isEmpty', 'isNotEmpty'],
  addressType: ['is'],
  promiseHours: ['atMost', 'atLeast'],
  weekday: ['in', 'notIn'],
  hour: ['atLeast', 'atMost'],
  buyerNote: ['isNotEmpty', 'isEmpty', 'contains'],
  currency: ['in', 'notIn'],
};

const FIRST: Partial<Record<Field, string>> = { battery: 'true', firstOrder: 'true', addressType: 'residential' };

export const isNumber = (field: Field): boolean => RULE_NUMBERS.some((name) => name === field);
export const takesNothing = (operator: Operator): boolean => operator === 'isEmpty' || operator === 'isNotEmpty';
export const takesMany = (operator: Operator): boolean => ['in', 'notIn', 'inRange'].includes(operator);

/** The initial value after the field or operator changes. */
export function emptyValue(field: Field, operator: Operator): RuleCondition['value'] {
  return takesMany(operator) ? [] : (FIRST[field] ?? '');
}
