import type { RULE_FIELDS, RULE_OPERATORS } from '@tradewind/contract/orders.ts';
import { Decimal } from '../../core/money.ts';

/** What rules look at: known before the order is stored, so that it is stored in its right state at once. */
export interface OrderFacts {
  platform: string;
  shopId: number;
  currency: string;
  totalAmount: string;
  country: string;
  postalCode: string;
  units: number;
  lineCount: number;
  buyerNote: string;
  skus: readonly string[];
  /** Grams, as far as products know it. */
  weightGrams: number;
  battery: boolean;
}

export type Field = (typeof RULE_FIELDS)[number];
export type Operator = (typeof RULE_OPERATORS)[number];

export interface Condition {
  field: Field;
  operator: Operator;
  value: unknown;
}

export interface Rule {
  id: number;
  name: string;
  kind: 'review' | 'warehouse' | 'channel';
  conditions: readonly Condition[];
  /** review: {decision: 'pass' | 'review' | 'hold' | 'exception'}; warehouse: {warehouseId}; channel: {channelId} */
  action: Record<string, unknown>;
}

/** The first rule of a kind whose conditions all hold, in the rules' order. */
export function firstMatch(rules: readonly Rule[], kind: Rule['kind'], facts: OrderFacts): Rule | undefined {
  return rules.find((rule) => rule.kind === kind && rule.conditions.every((condition) => holds(condition, facts)));
}

export function holds({ field, operator, value }: Condition, facts: OrderFacts): boolean {
  const found = field === 'sku' ? facts.skus : [facts[field]];
  const words = found.map((v) => String(v).toLowerCase());
  const wanted = (Array.isArray(value) ? value : [value]).map((v) => String(v ?? '').toLowerCase());
  const one = wanted[0] ?? '';
  switch (operator) {
    case 'is':
      return words.includes(one);
    case 'isNot':
      return !words.includes(one);
    case 'in':
      return words.some((word) => wanted.includes(word));
    case 'notIn':
      return !words.some((word) => wanted.includes(word));
    case 'atLeast':
      return compare(words[0], one) >= 0;
    case 'atMost':
      return compare(words[0], one) <= 0;
    case 'contains':
      return words.some((word) => word.includes(one));
    case 'startsWith':
      return words.some((word) => word.startsWith(one));
    case 'isEmpty':
      return words.every((word) => word.trim() === '');
    case 'isNotEmpty':
      return words.some((word) => word.trim() !== '');
  }
}

function compare(left: string | undefined, right: string): number {
  if (!left || !isNumber(left) || !isNumber(right)) return Number.NaN;
  return new Decimal(left).cmp(right);
}

function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}
