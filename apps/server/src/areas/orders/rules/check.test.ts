import type { OrderRule } from '@tradewind/contract/orders.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../testing/property.ts';
import { contradiction, implies, problemsOf } from './check.ts';
import { type Condition, firstMatch, holds, type OrderFacts, type Rule } from './rules.ts';
import { changesBetween } from './versions.ts';

const is = (field: Condition['field'], operator: Condition['operator'], value: string | string[] = ''): Condition => ({
  field,
  operator,
  value,
});
const rule = (id: number, conditions: Condition[], more: Partial<OrderRule> = {}) =>
  ({
    id,
    name: `R${id}`,
    kind: 'review',
    enabled: true,
    version: 1,
    action: { decision: 'pass' },
    conditions,
    ...more,
  }) as OrderRule;
const found = (...rules: OrderRule[]) =>
  problemsOf(rules, () => false).map(({ problem, rule: name, by }) => [problem, name, by].filter(Boolean).join(' '));

describe('conditions that contradict each other', () => {
  it.each([
    [[is('country', 'in', ['US', 'CA']), is('country', 'in', ['MX'])], 'country'],
    [[is('country', 'in', ['US']), is('country', 'notIn', ['us', 'CA'])], 'country'],
    [[is('totalAmount', 'atLeast', '100'), is('totalAmount', 'atMost', '99.99')], 'totalAmount'],
    [[is('units', 'is', '3'), is('units', 'atLeast', '4')], 'units'],
    [[is('buyerNote', 'isEmpty'), is('buyerNote', 'contains', 'gift')], 'buyerNote'],
    [[is('sku', 'in', ['A']), is('sku', 'notIn', ['A', 'B'])], 'sku'],
    [[is('tag', 'isEmpty'), is('tag', 'in', ['1'])], 'tag'],
    [[is('postalCode', 'in', ['10001']), is('postalCode', 'startsWith', '9')], 'postalCode'],
    // An order with two SKUs matches both.
    [[is('sku', 'in', ['A']), is('sku', 'in', ['B'])], undefined],
    [[is('totalAmount', 'atLeast', '100'), is('totalAmount', 'atMost', '100')], undefined],
    [
      [
        { ...is('skuUnits', 'atLeast', '3'), of: 'A' },
        { ...is('skuUnits', 'atMost', '1'), of: 'B' },
      ],
      undefined,
    ],
  ])('%o: %s', (conditions, field) => expect(contradiction(conditions as Condition[])).toBe(field));
});

describe('rules that are never asked', () => {
  it('stand behind one that takes all they would', () => {
    expect(found(rule(1, []), rule(2, [is('country', 'in', ['US'])]))).toEqual(['shadowed R2 R1']);
    expect(found(rule(2, [is('country', 'in', ['US'])]), rule(1, []))).toEqual([]);
    expect(found(rule(1, [], { enabled: false }), rule(2, []))).toEqual([]);
    const wide = [is('totalAmount', 'atLeast', '50'), is('country', 'in', ['US', 'CA', 'MX'])];
    const narrow = [is('country', 'is', 'CA'), is('totalAmount', 'atLeast', '80'), is('sku', 'startsWith', 'A-')];
    expect(found(rule(1, wide), rule(2, narrow))).toEqual(['shadowed R2 R1']);
    // If the first rule is skipped, the second one applies.
    expect(
      problemsOf(
        [rule(1, wide), rule(2, narrow)],
        () => false,
        ({ id }) => id === 1,
      ),
    ).toEqual([]);
    expect(found(rule(1, narrow), rule(2, wide))).toEqual([]);
    expect(found(rule(1, []), rule(2, [], { kind: 'warehouse', action: { warehouseId: 1 } }))).toEqual([]);
    expect(found(rule(1, [], { kind: 'tag' }), rule(2, [], { kind: 'tag' }))).toEqual([]);
  });
});

const words = ['a', 'b', 'ab', 'abc', ''];
const numbers = ['0', '1', '2', '5', '5.5', '9'];
const wordCondition = fc.record({
  field: fc.constantFrom('country' as const, 'buyerNote' as const, 'sku' as const, 'tag' as const),
  operator: fc.constantFrom(
    'is' as const,
    'isNot' as const,
    'in' as const,
    'notIn' as const,
    'contains' as const,
    'startsWith' as const,
    'isEmpty' as const,
    'isNotEmpty' as const,
  ),
  value: fc.array(fc.constantFrom('a', 'b', 'ab', 'abc'), { minLength: 1, maxLength: 3 }),
});
const numberCondition = fc.record({
  field: fc.constantFrom('units' as const, 'totalAmount' as const, 'promiseHours' as const, 'skuUnits' as const),
  operator: fc.constantFrom('is' as const, 'in' as const, 'atLeast' as const, 'atMost' as const),
  value: fc.array(fc.constantFrom(...numbers), { minLength: 1, maxLength: 2 }),
  of: fc.constantFrom('a', 'b'),
});
const someConditions = fc.array(fc.oneof(wordCondition, numberCondition), { maxLength: 4 });
const someFacts = fc
  .record({
    country: fc.constantFrom(...words),
    buyerNote: fc.constantFrom(...words),
    skus: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
    tags: fc.array(fc.constantFrom('a', 'b', 'ab'), { maxLength: 2 }),
    units: fc.constantFrom(0, 1, 2, 5, 9),
    totalAmount: fc.constantFrom(...numbers),
    promiseHours: fc.constantFrom('', 1, 5, 9),
  })
  .map(
    ({ skus, ...rest }) =>
      ({ ...rest, lines: skus.map((sellerSku) => ({ sellerSku, quantity: 2 })) }) as unknown as OrderFacts,
  );

describe('for any rules and any order', () => {
  it('the first match is the first whose conditions all hold; nobody before it fits', () => {
    fc.assert(
      fc.property(fc.array(someConditions, { maxLength: 5 }), someFacts, (sets, facts) => {
        const rules = sets.map((conditions, id) => rule(id, conditions) as Rule);
        const match = firstMatch(rules, 'review', facts);
        const at = rules.findIndex(({ conditions }) => conditions.filter((each) => !holds(each, facts)).length === 0);
        expect(match?.id).toBe(at < 0 ? undefined : at);
      }),
    );
  });

  it('is and is not, is one of and is none of are opposites', () => {
    fc.assert(
      fc.property(wordCondition, someFacts, (requested, facts) => {
        const opposite = { is: 'isNot', in: 'notIn', isEmpty: 'isNotEmpty' } as const;
        if (requested.operator !== 'is' && requested.operator !== 'in' && requested.operator !== 'isEmpty') return;
        expect(holds({ ...requested, operator: opposite[requested.operator] }, facts)).toBe(!holds(requested, facts));
      }),
    );
  });

  it('what is called contradictory holds for none, and what is called implied always holds', () => {
    fc.assert(
      fc.property(
        someConditions,
        fc.oneof(wordCondition, numberCondition),
        someFacts,
        (conditions, requested, facts) => {
          const all = conditions.every((each) => holds(each, facts));
          if (contradiction(conditions)) expect(all).toBe(false);
          if (all && implies(conditions, requested)) expect(holds(requested, facts)).toBe(true);
        },
      ),
      { numRuns: runs(200, 50000) },
    );
  });

  it('a rule that is called shadowed never decides', () => {
    fc.assert(
      fc.property(fc.array(someConditions, { minLength: 2, maxLength: 4 }), someFacts, (sets, facts) => {
        const rules = sets.map((conditions, id) => rule(id, conditions));
        const shadowed = problemsOf(rules, () => false).map(({ ruleId }) => ruleId);
        const match = firstMatch(rules as Rule[], 'review', facts);
        if (match) expect(shadowed).not.toContain(match.id);
      }),
      { numRuns: runs(200, 20000) },
    );
  });
});

describe('what is different between two sets', () => {
  const [a, b, c] = [rule(1, []), rule(2, [is('country', 'is', 'US')]), rule(3, [])] as const;
  it('names each rule once for each thing that happened to it', () => {
    const words = (before: OrderRule[], after: OrderRule[]) =>
      changesBetween(before, after).map(({ change, name }) => `${change} ${name}`);
    expect(words([a, b, c], [a, b, c])).toEqual([]);
    expect(words([a, b, c], [c, a, b])).toEqual(['moved R3']);
    expect(words([a, b], [b])).toEqual(['removed R1']);
    expect(
      words(
        [a, b],
        [
          { ...a, enabled: false },
          { ...b, conditions: [] },
        ],
      ),
    ).toEqual(['off R1', 'changed R2']);
    expect(words([a], [a, { ...c, id: -1 }])).toEqual(['added R3']);
  });
});
