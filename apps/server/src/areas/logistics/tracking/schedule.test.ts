import { describe, expect, it } from 'vitest';
import { addWorkingDays, chooseQuote, compareQuotes } from '../parcel/choose.ts';
import { nextTrackAt } from './schedule.ts';

const now = new Date('2026-11-20T12:00:00Z');
const hoursUntil = (input: Partial<Parameters<typeof nextTrackAt>[0]>) => {
  const next = nextTrackAt({ stage: 'inTransit', shippedAt: now, lastScanAt: now, failures: 0, now, ...input });
  return next === null ? null : (next.getTime() - now.getTime()) / 3_600_000;
};
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

describe('when a carrier is asked next', () => {
  it('often near the door, seldom where nothing happens, never after the end', () => {
    expect(hoursUntil({ stage: 'outForDelivery' })).toBe(1);
    expect(hoursUntil({ stage: 'inTransit' })).toBe(4);
    expect(hoursUntil({ stage: 'inTransit', lastScanAt: daysAgo(4) })).toBe(12);
    expect(hoursUntil({ stage: 'delivered' })).toBeNull();
    expect(hoursUntil({ stage: 'cancelled' })).toBeNull();
    expect(hoursUntil({ stage: 'exception', shippedAt: daysAgo(61) })).toBeNull();
  });

  it('later after each failure, at most half a day', () => {
    const waits = [1, 2, 3, 4, 5, 9].map((failures) => hoursUntil({ failures }));
    expect(waits).toEqual([0.5, 1, 2, 4, 8, 12]);
  });
});

describe('comparing prices', () => {
  const rate = (serviceCode: string, amount: string, transitDays?: number) => ({
    serviceCode,
    serviceName: serviceCode,
    amount,
    listAmount: amount,
    currency: 'USD',
    surcharges: [],
    ...(transitDays === undefined ? {} : { transitDays }),
  });
  const rates = [rate('01', '40.00', 1), rate('03', '9.50', 5), rate('02', '9.50', 2), rate('12', '10.05', 3)];

  it('cheapest first, the faster of equals before the slower, 9.50 before 10.05', () => {
    const quotes = compareQuotes(rates, { allowed: [], today: '2026-11-20', shipByDay: null });
    expect(quotes.map((q) => q.serviceCode)).toEqual(['02', '03', '12', '01']);
    expect(chooseQuote(quotes, { fixed: '' })).toMatchObject({ reason: 'cheapest', quote: { serviceCode: '02' } });
    expect(chooseQuote(quotes, { fixed: '12' })?.reason).toBe('fixed');
    expect(chooseQuote(quotes, { fixed: '12', wanted: '01' })).toMatchObject({ reason: 'byHand' });
    expect(chooseQuote(quotes, { fixed: '', wanted: '14' })).toBeUndefined();
  });

  it('a late box is in time only by services that make up for it', () => {
    const input = { allowed: ['03', '12', '01'], today: '2026-11-20', shipByDay: '2026-11-18' };
    const inTime = compareQuotes(rates, input).map((q) => [q.serviceCode, q.inTime]);
    expect(inTime).toEqual([
      ['03', false],
      ['12', true],
      ['01', true],
    ]);
    const early = compareQuotes(rates, { ...input, today: '2026-11-18' });
    expect(early.every((q) => q.inTime)).toBe(true);
  });

  it('counts working days over the weekend', () => {
    expect(addWorkingDays('2026-11-20', 1)).toBe('2026-11-23');
    expect(addWorkingDays('2026-11-20', 0)).toBe('2026-11-20');
    expect(addWorkingDays('2026-11-18', 5)).toBe('2026-11-25');
  });
});
