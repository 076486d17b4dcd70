import { describe, expect, it } from 'vitest';
import type { ProductFacts } from '../catalog/public.ts';
import { type Case, judge } from './judge.ts';
import { type Condition, firstMatch, holds, type OrderFacts, type Rule } from './rules.ts';

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
  skus: ['TEE-RED', 'MUG'],
  weightGrams: 1500,
  battery: true,
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
    // What is no number is neither more nor less.
    [condition('totalAmount', 'atLeast', 'many'), false],
    [condition('totalAmount', 'atMost', ''), false],
  ])('%o -> %s', (given, expected) => expect(holds(given, facts)).toBe(expected));
});

describe('the first rule whose conditions all hold', () => {
  const rule = (id: number, conditions: Condition[], decision = 'pass', kind: Rule['kind'] = 'review'): Rule => ({
    id,
    name: `rule ${id}`,
    kind,
    conditions,
    action: { decision },
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
    ...more,
  });
  const products = new Map([[1, product(100)]]);

  it('makes the decision; without one a person reviews', () => {
    const decide = (decision: string) => judge(order(), [rule(1, [], decision)], products);
    expect(decide('pass')).toMatchObject({ status: 'allocate', rule: { id: 1 } });
    expect(decide('hold')).toMatchObject({ status: 'held' });
    expect(decide('exception')).toMatchObject({ status: 'exception', exception: 'rule' });
    expect(decide('review')).toMatchObject({ status: 'review' });
    expect(judge(order(), [], products)).toMatchObject({ status: 'review', rule: undefined });
  });

  it('sees weights in units of the product', () => {
    const heavy = rule(1, [condition('weightGrams', 'atLeast', '600')], 'hold');
    expect(judge(order(), [heavy], products).status).toBe('held');
    expect(judge(order(), [heavy], new Map([[1, product(99)]])).status).toBe('review');
  });

  it('is not asked where the order cannot go on as it is', () => {
    const pass = [rule(1, [])];
    const statusOf = (more: Partial<Case>) => {
      const { status, exception } = judge(order(more), pass, products);
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
    expect(judge(order(), rules, products)).toMatchObject({
      status: 'allocate',
      warehouse: { id: 3 },
      channel: { id: 4 },
    });
  });
});
