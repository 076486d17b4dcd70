import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sum } from '../../money.ts';
import { isFor, noteOf } from './refundNote.ts';
import { partsOf } from './returnDesk.ts';

const money = (cents: number) => (cents / 100).toFixed(2);
const transaction = (id: string, kind: string, cents: number, parent?: string, status = 'SUCCESS') => ({
  id,
  kind,
  status,
  gateway: 'shopify_payments',
  amountSet: { shopMoney: { amount: money(cents) } },
  ...(parent ? { parentTransaction: { id: parent } } : {}),
});

describe('money goes back the way it came', () => {
  it('from the first payment that has some left, then from the next', () => {
    const transactions = [
      transaction('card', 'SALE', 1000),
      transaction('void', 'SALE', 9000, undefined, 'FAILURE'),
      transaction('back', 'REFUND', 700, 'card'),
      transaction('gift', 'CAPTURE', 500),
    ];
    const { parts, missing } = partsOf(transactions, '6.00');
    expect(parts.map(({ payment, amount }) => [payment.id, Number(amount)])).toEqual([
      ['card', 3],
      ['gift', 3],
    ]);
    expect(missing).toBe(false);
    expect(partsOf(transactions, '8.01').missing).toBe(true);
  });

  it('never more than was paid, never another sum than was asked for', () => {
    const payments = fc.array(fc.tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 0, max: 5000 })), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(payments, fc.integer({ min: 1, max: 15_000 }), (paid, desired) => {
        const transactions = paid.flatMap(([cents, back], i) => [
          transaction(`p${i}`, 'SALE', cents),
          transaction(`b${i}`, 'REFUND', Math.min(back, cents), `p${i}`),
        ]);
        const left = paid.map(([cents, back]) => cents - Math.min(back, cents));
        const { parts, missing } = partsOf(transactions, money(desired));
        for (const { payment, amount } of parts)
          expect(Math.round(Number(amount) * 100)).toBeLessThanOrEqual(left[Number(payment.id.slice(1))] ?? 0);
        const total = Math.round(Number(sum(parts.map((part) => part.amount))) * 100);
        const all = left.reduce((one, other) => one + other, 0);
        expect([total, missing]).toEqual([Math.min(desired, all), desired > all]);
      }),
    );
  });
});

describe('the refund of a return', () => {
  const refund = (note?: string, id?: string) => ({
    note,
    ...(id ? { return: { id: `gid://shopify/Return/${id}` } } : {}),
    totalRefundedSet: { shopMoney: { amount: '1.00', currencyCode: 'USD' } },
  });

  it('is known by the beginning of its note, or by its link', () => {
    const of12 = isFor('12');
    for (const note of [noteOf('12', undefined), noteOf('12', 'Too small')]) expect(of12(refund(note))).toBe(true);
    for (const note of ['Return 123', 'Return 1', 'About Return 12', '', undefined])
      expect(of12(refund(note))).toBe(false);
    expect(of12(refund('Return 13', '12'))).toBe(true);
    expect(of12(refund('Return 12', '13'))).toBe(false);
  });
});
