import type { RULE_FIELDS, RULE_OPERATORS, RuleAction, RuleKind } from '@tradewind/contract/orders.ts';
import { Decimal } from '../../../core/money.ts';

/** The input of rules, known before the order is stored, so that it is stored in its final status. Unknown: ''. */
export interface OrderFacts {
  platform: string;
  shopId: number;
  currency: string;
  totalAmount: string;
  country: string;
  state: string;
  postalCode: string;
  units: number;
  lineCount: number;
  buyerNote: string;
  lines: readonly { sellerSku: string; quantity: number }[];
  /** In grams, if the products have weights. */
  weightGrams: number;
  battery: boolean;
  /** Tag ids, including those of earlier rules. */
  tags: readonly number[];
  firstOrder: boolean | '';
  discountAmount: string;
  /** Hours from the order to the platform's ship-by time. */
  promiseHours: number | '';
  /** 1 (Monday) to 7 (Sunday), and 0 to 23, in the company's time zone. */
  weekday: number;
  hour: number;
  addressType: 'residential' | 'business' | '';
  origin: string;
  serviceLevel: string;
  /** The platform's name for it. */
  serviceAsked: string;
}

export type Field = (typeof RULE_FIELDS)[number];
export type Operator = (typeof RULE_OPERATORS)[number];

export interface Condition {
  field: Field;
  operator: Operator;
  value: unknown;
  /** skuUnits: of which SKU. */
  of?: string | undefined;
}

export interface Rule {
  id: number;
  name: string;
  /** The version that created or last changed it. */
  version: number;
  kind: RuleKind;
  conditions: readonly Condition[];
  action: RuleAction;
  /** For channel rules: the warehouses without its channel. */
  notFrom?: readonly number[] | null | undefined;
}

export function matches(rule: Pick<Rule, 'conditions'>, facts: OrderFacts): boolean {
  return rule.conditions.every((condition) => holds(condition, facts));
}

/** The first rule of a type whose conditions all match. */
export function firstMatch(rules: readonly Rule[], kind: RuleKind, facts: OrderFacts): Rule | undefined {
  return rules.find((rule) => rule.kind === kind && matches(rule, facts));
}

/**
 * All matching tag rules. Evaluates each once, in order: a rule may use the tags of earlier rules only, so there are no
 * cycles.
 */
export function tagging(rules: readonly Rule[], facts: OrderFacts): { rules: Rule[]; tags: number[] } {
  const tags = new Set(facts.tags);
  const input: Rule[] = [];
  for (const rule of rules) {
    if (rule.kind !== 'tag' || !matches(rule, withTags(facts, [...tags]))) continue;
    input.push(rule);
    for (const id of rule.action.tagIds ?? []) tags.add(id);
  }
  return { rules: input, tags: [...tags] };
}

/** Does not change the facts: some are calculated on demand. */
export function withTags(facts: OrderFacts, tags: readonly number[]): OrderFacts {
  return tags.length === facts.tags.length ? facts : Object.create(facts, { tags: { value: tags } });
}

function wordsOf({ field, of = '' }: Condition, facts: OrderFacts): string[] {
  if (field === 'sku') return facts.lines.map((line) => line.sellerSku.toLowerCase());
  if (field === 'tag') return facts.tags.map(String);
  if (field === 'skuUnits') {
    const requested = facts.lines.filter((line) => line.sellerSku.toLowerCase() === of.toLowerCase());
    return [String(requested.reduce((sum, line) => sum + line.quantity, 0))];
  }
  return [String(facts[field]).toLowerCase()];
}

export function holds(condition: Condition, facts: OrderFacts): boolean {
  return says(condition, wordsOf(condition, facts));
}

/** Whether the condition matches one of these texts (lower case). */
export function says({ operator, value }: Condition, words: readonly string[]): boolean {
  const desired = desiredOf(value);
  const one = desired[0] ?? '';
  switch (operator) {
    case 'is':
      return words.includes(one);
    case 'isNot':
      return !words.includes(one);
    case 'in':
      return words.some((word) => desired.includes(word));
    case 'notIn':
      return !words.some((word) => desired.includes(word));
    case 'atLeast':
      return compare(words[0], one) >= 0;
    case 'atMost':
      return compare(words[0], one) <= 0;
    case 'contains':
      return words.some((word) => word.includes(one));
    case 'startsWith':
      return words.some((word) => word.startsWith(one));
    case 'inRange':
      return words.some((word) => desired.some((range) => between(word, range)));
    case 'isEmpty':
      return words.every((word) => word.trim() === '');
    case 'isNotEmpty':
      return words.some((word) => word.trim() !== '');
  }
}

export function desiredOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map((v) => String(v ?? '').toLowerCase());
}

/** "90000-96199", "H0A-H9Z": both ends belong to the range and set the number of compared characters. */
export function rangeOf(range: string): [string, string] | undefined {
  const [from = '', to = '', ...more] = range.toLowerCase().replaceAll(' ', '').split('-');
  return from && from.length === to.length && from <= to && more.length === 0 ? [from, to] : undefined;
}

function between(word: string, range: string): boolean {
  const ends = rangeOf(range);
  const code = word.replaceAll(/[ -]/g, '').slice(0, ends?.[0].length);
  return ends !== undefined && code.length === ends[0].length && ends[0] <= code && code <= ends[1];
}

function compare(left: string | undefined, right: string): number {
  if (!left || !isNumber(left) || !isNumber(right)) return Number.NaN;
  return new Decimal(left).cmp(right);
}

function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}
