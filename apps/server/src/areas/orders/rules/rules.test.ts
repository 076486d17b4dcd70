import { describe, expect, it } from 'vitest';
import type { ProductFacts } from '../../catalog/public.ts';
import { type Case, evaluate } from './decide.ts';
import { type Condition, firstMatch, holds, type OrderFacts, type Rule, tagging } from './rules.ts';

const facts: OrderFacts = {
  platform: 'shopify',
  shopId: 7,
  currency: 'USD',
  totalAmount: '100.50',
  country: 'US',
  postalCode: '99501',
  units: 3,
  lineCount: 2,
  buyerNote: 'Please gift wrap',
  state: 'AK',
  lines: [
    { sellerSku: 'TEE-RED', quantity: 1 },
    { sellerSku: 'MUG', quantity: 2 },
  ],
  weightGrams: 1500,
  battery: true,
  tags: [4],
  firstOrder: true,
  discountAmount: '5.00',
  promiseHours: '',
  weekday: 6,
  hour: 23,
  addressType: 'residential',
  origin: 'platform',
  serviceLevel: 'nextDay',
  serviceAsked: 'UPSNextDay',
};
const condition = (field: Condition['field'], operator: Condition['operator'], value: unknown = ''): Condition => ({
  field,
  operator,
  value,
});

describe('conditions', () => {
  it.each([
    [condition('country', 'is', 'us'), true],
    [condition('country', 'isNot', 'US'), false],
    [condition('country', 'in', ['CA', 'US']), true],
    [condition('country', 'notIn', ['CA', 'MX']), true],
    [condition('shopId', 'in', ['7']), true],
    [condition('totalAmount', 'atLeast', '100.50'), true],
    [condition('totalAmount', 'atLeast', '100.51'), false],
    [condition('totalAmount', 'atMost', '9.9'), false],
    [condition('units', 'atMost', '3'), true],
    [condition('weightGrams', 'atLeast', '10000'), false],
    [condition('buyerNote', 'contains', 'GIFT'), true],
    [condition('buyerNote', 'isEmpty'), false],
    [condition('buyerNote', 'isNotEmpty'), true],
    [condition('sku', 'is', 'mug'), true],
    [condition('sku', 'startsWith', 'tee-'), true],
    [condition('sku', 'notIn', ['MUG']), false],
    [condition('postalCode', 'startsWith', '995'), true],
    [condition('battery', 'is', 'true'), true],
    [condition('state', 'in', ['ak', 'hi']), true],
    [condition('postalCode', 'inRange', ['99500-99999']), true],
    [condition('postalCode', 'inRange', ['10000-19999', '995-999']), true],
    [condition('postalCode', 'inRange', ['99502-99999']), false],
    [{ ...condition('skuUnits', 'atLeast', '2'), of: 'mug' }, true],
    [{ ...condition('skuUnits', 'atMost', '0'), of: 'none' }, true],
    [condition('tag', 'in', ['3', '4']), true],
    [condition('tag', 'notIn', ['4']), false],
    [condition('firstOrder', 'is', 'true'), true],
    [condition('discountAmount', 'atLeast', '5'), true],
    [condition('weekday', 'in', ['6', '7']), true],
    [condition('hour', 'atLeast', '22'), true],
    [condition('addressType', 'is', 'residential'), true],
    [condition('origin', 'notIn', ['resend']), true],
    [condition('serviceLevel', 'in', ['expedited', 'nextDay']), true],
    [condition('serviceLevel', 'in', ['standard']), false],
    [condition('serviceAsked', 'startsWith', 'ups'), true],
    [condition('serviceAsked', 'isEmpty'), false],
    // Without a ship-by time, it is neither soon nor late.
    [condition('promiseHours', 'atMost', '24'), false],
    [condition('promiseHours', 'isEmpty'), true],
    // A value that is not a number is neither more nor less.
    [condition('totalAmount', 'atLeast', 'many'), false],
    [condition('totalAmount', 'atMost', ''), false],
  ])('%o -> %s', (input, expected) => expect(holds(input, facts)).toBe(expected));
});

describe('the first rule whose conditions all hold', () => {
  const rule = (id: number, conditions: Condition[], decision = 'pass', kind: Rule['kind'] = 'review'): Rule => ({
    id,
    name: `rule ${id}`,
    version: 1,
    kind,
    conditions,
    action: kind === 'review' ? { decision: decision as 'pass' } : {},
  });

  it('decides, in the order of the rules', () => {
    const rules = [
      rule(1, [condition('country', 'is', 'US'), condition('units', 'atLeast', '10')]),
      rule(2, [condition('country', 'is', 'US')]),
      rule(3, []),
    ];
    expect(firstMatch(rules, 'review', facts)?.id).toBe(2);
    expect(firstMatch([...rules].reverse(), 'review', facts)?.id).toBe(3);
    expect(firstMatch(rules, 'warehouse', facts)).toBeUndefined();
  });

  const product = (weightGrams: number) => ({ weightGrams, battery: false }) as ProductFacts;
  const order = (more: Partial<Case> = {}): Case => ({
    shopId: 7,
    platform: 'shopify',
    platformStatus: 'toShip',
    fulfilledBy: 'seller',
    currency: 'USD',
    totalAmount: '10',
    shipTo: { name: 'A', line1: 'B', city: 'C', postalCode: '1', country: 'US' },
    platformShipping: false,
    buyerNote: '',
    cancelRequested: false,
    lines: [{ sellerSku: 'MUG', quantity: 2, productId: 1, factor: 3 }],
    orderedAt: '2026-11-01T02:30:00Z',
    shipBy: '2026-11-03T02:30:00Z',
    discountAmount: '0',
    origin: 'platform',
    serviceLevel: null,
    serviceAsked: '',
    tagIds: [],
    warehouseId: null,
    firstOrder: null,
    timeZone: 'UTC',
    ...more,
  });
  const products = new Map([[1, product(100)]]);

  it('makes the decision; without one a person reviews', () => {
    const decide = (decision: string) => evaluate(order(), [rule(1, [], decision)], products);
    expect(decide('pass')).toMatchObject({ status: 'allocate', rule: { id: 1 } });
    expect(decide('hold')).toMatchObject({ status: 'held' });
    expect(decide('exception')).toMatchObject({ status: 'exception', exception: 'rule' });
    expect(decide('review')).toMatchObject({ status: 'review' });
    expect(evaluate(order(), [], products)).toMatchObject({ status: 'review', rule: undefined });
  });

  it('sees weights in units of the product', () => {
    const heavy = rule(1, [condition('weightGrams', 'atLeast', '600')], 'hold');
    expect(evaluate(order(), [heavy], products).status).toBe('held');
    expect(evaluate(order(), [heavy], new Map([[1, product(99)]])).status).toBe('review');
  });

  it('is not asked where the order cannot go on as it is', () => {
    const pass = [rule(1, [])];
    const statusOf = (more: Partial<Case>) => {
      const { status, exception } = evaluate(order(more), pass, products);
      return exception ? `${status}/${exception}` : status;
    };
    const line = { sellerSku: 'MUG', quantity: 1, productId: null, factor: 1 };
    expect(statusOf({ lines: [line] })).toBe('exception/unmapped');
    expect(statusOf({ shipTo: null })).toBe('exception/address');
    expect(statusOf({ shipTo: null, platformShipping: true })).toBe('allocate');
    expect(statusOf({ shipTo: { name: 'A', line1: ' ', city: 'C', postalCode: '1', country: 'US' } })).toBe(
      'exception/address',
    );
    expect(statusOf({ shipTo: { name: 'A', line1: 'B', city: 'C', postalCode: '1', country: 'USA' } })).toBe(
      'exception/address',
    );
    expect(statusOf({ cancelRequested: true })).toBe('held');
    expect(statusOf({ platformStatus: 'unpaid', lines: [line] })).toBe('unpaid');
    expect(statusOf({ platformStatus: 'cancelled' })).toBe('cancelled');
    expect(statusOf({ fulfilledBy: 'platform' })).toBe('shipped');
  });

  it('chooses warehouse and channel apart from the review', () => {
    const rules = [
      rule(1, [], 'pass'),
      { ...rule(2, [condition('country', 'is', 'CA')], '', 'warehouse'), action: { warehouseId: 5 } },
      { ...rule(3, [], '', 'warehouse'), action: { warehouseId: 6 } },
      { ...rule(4, [], '', 'channel'), action: { channelId: 9 } },
    ];
    expect(evaluate(order(), rules, products)).toMatchObject({
      status: 'allocate',
      warehouse: { id: 3 },
      channel: { id: 4 },
    });
  });

  it('reads the clock where the company is', () => {
    const sunday = [rule(1, [condition('weekday', 'is', '7'), condition('hour', 'is', '2')])];
    const saturday = [rule(2, [condition('weekday', 'is', '6'), condition('hour', 'is', '19')])];
    const both = [...sunday, ...saturday];
    expect(evaluate(order(), both, products).rule?.id).toBe(1);
    expect(evaluate(order({ timeZone: 'America/Los_Angeles' }), both, products).rule?.id).toBe(2);
    expect(evaluate(order(), [rule(3, [condition('promiseHours', 'is', '48')])], products).rule?.id).toBe(3);
  });

  const tag = (id: number, conditions: Condition[], ...tagIds: number[]): Rule => ({
    ...rule(id, conditions, '', 'tag'),
    action: { tagIds },
  });

  it('gives tags in one pass: a rule sees those of rules before it, none of those behind, and nothing goes round', () => {
    const circle = [
      tag(1, [condition('tag', 'in', ['20'])], 10),
      tag(2, [condition('country', 'is', 'US')], 20),
      tag(3, [condition('tag', 'in', ['20'])], 30),
      tag(4, [condition('tag', 'notIn', ['40'])], 40),
    ];
    expect(tagging(circle, { ...facts, tags: [] })).toMatchObject({ tags: [20, 30, 40] });
    const onTag = rule(9, [condition('tag', 'in', ['30'])], 'hold');
    const decided = evaluate(order(), [onTag, ...circle], products);
    expect(decided).toMatchObject({ status: 'held', tagIds: [20, 30, 40] });
    expect(decided.tagRules.map(({ id }) => id)).toEqual([2, 3, 4]);
    expect(evaluate(order({ tagIds: [20] }), circle, products).tagIds).toEqual([20, 10, 30, 40]);
  });

  it('says whether none matched, or the content alone decided', () => {
    expect(evaluate(order(), [], products)).toMatchObject({ status: 'review', unruled: true });
    expect(evaluate(order(), [rule(1, [], 'review')], products)).toMatchObject({ status: 'review', unruled: false });
    expect(evaluate(order({ shipTo: null }), [], products)).toMatchObject({ status: 'exception', unruled: false });
  });
});
