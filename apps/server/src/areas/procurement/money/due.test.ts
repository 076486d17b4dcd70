import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billDue, instalmentDue, monthEnd, type OrderDays } from './due.ts';

const NEVER: OrderDays = { orderedOn: null, shippedOn: null, receivedOn: null, expectedOn: null };
const anyDay = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const apart = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

describe('month end', () => {
  it.each([
    ['2026-01-31', 0, '2026-01-31'],
    ['2026-02-01', 0, '2026-02-28'],
    ['2028-02-10', 0, '2028-02-29'],
    ['2026-12-05', 0, '2026-12-31'],
    ['2026-12-05', 30, '2027-01-30'],
    ['2026-01-30', 30, '2026-03-02'],
  ])('%s and %i days: %s', (day, days, due) => expect(monthEnd(day, days)).toBe(due));

  it('is in the month of the day, followed by the first of the next, and days move it by as many', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 365 }), (day, days) => {
        const end = monthEnd(day, 0);
        expect([end.slice(0, 7), end >= day]).toEqual([day.slice(0, 7), true]);
        expect(new Date(Date.parse(end) + 86_400_000).getUTCDate()).toBe(1);
        expect(apart(end, monthEnd(day, days))).toBe(days);
      }),
    );
  });

  it('never comes earlier for a later day', () => {
    fc.assert(
      fc.property(anyDay, anyDay, fc.integer({ min: 0, max: 365 }), (a, b, days) => {
        const [first, second] = [a, b].sort() as [string, string];
        expect(monthEnd(first, days) <= monthEnd(second, days)).toBe(true);
      }),
    );
  });
});

describe('an instalment', () => {
  const on = { orderedOn: '2026-11-02', shippedOn: '2026-11-20', receivedOn: '2026-12-10', expectedOn: '2026-12-01' };
  it.each([
    ['order', 0, '2026-11-02'],
    ['dispatch', 0, '2026-11-20'],
    ['receipt', 15, '2026-12-25'],
    ['monthEnd', 30, '2027-01-30'],
  ] as const)('%s and %i days is due on %s', (when, days, dueOn) =>
    expect(instalmentDue({ when, days }, on)).toEqual({ dueOn, planned: false }),
  );

  it('is planned from the expected day until the goods are here, and unknown before that', () => {
    const coming = { ...on, receivedOn: null };
    expect(instalmentDue({ when: 'receipt', days: 15 }, coming)).toEqual({ dueOn: '2026-12-16', planned: true });
    for (const when of ['order', 'dispatch', 'receipt', 'monthEnd'] as const)
      expect(instalmentDue({ when, days: 0 }, NEVER).dueOn).toBeNull();
  });
});

describe('a bill', () => {
  const deposit = { percent: '30', when: 'order', days: 0 } as const;
  it('is due when the first part beside the deposit is', () => {
    const terms = [
      deposit,
      { percent: '40', when: 'receipt' as const, days: 30 },
      { percent: '30', when: 'monthEnd' as const, days: 0 },
    ];
    expect(billDue(terms, '2026-11-05', { ...NEVER, receivedOn: '2026-11-01' })).toBe('2026-11-30');
    expect(billDue(terms, '2026-11-05', { ...NEVER, receivedOn: '2026-10-01' })).toBe('2026-10-31');
  });

  it('is due at once before dispatch, and on no day without terms', () => {
    const dispatch = { percent: '70', when: 'dispatch' as const, days: 0 };
    expect(billDue([deposit, dispatch], '2026-11-05', NEVER)).toBe('2026-11-05');
    expect(billDue([], '2026-11-05', NEVER)).toBeNull();
    expect(billDue([deposit], '2026-11-05', NEVER)).toBeNull();
  });
});
