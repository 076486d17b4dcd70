import type { Quote } from '@tradewind/contract/logistics.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../testing/property.ts';
import { chooseQuote, compareQuotes } from './choose.ts';

const rate = fc.record({
  serviceCode: fc.uuid(),
  serviceName: fc.constant('Service'),
  amount: fc.integer({ min: 100, max: 9999 }).map((cents) => (cents / 100).toFixed(2)),
  listAmount: fc.constant('0'),
  currency: fc.constant('USD'),
  transitDays: fc.integer({ min: 1, max: 12 }),
  surcharges: fc.constant<Quote['surcharges']>([]),
});
const DAYS = { allowed: [], today: '2026-11-25', shipByDay: '2026-11-20' };
const rates = fc.array(rate, { minLength: 1, maxLength: 8 });
const chosen = (quotes: readonly Quote[], rule: 'price' | 'promise' | 'inTime'): Quote => {
  const choice = chooseQuote(quotes, { fixed: '', rule });
  if (!choice) throw new Error('no choice');
  return choice.quote;
};

it('never takes a late rate in time, never a dearer one by price, never a slower one by promise', () => {
  fc.assert(
    fc.property(rates, (offered) => {
      const quotes = compareQuotes(offered, DAYS);
      const prices = (of: readonly Quote[]) => Math.min(...of.map((one) => Number(one.amount)));
      const onTime = quotes.filter((one) => one.inTime);
      const days = quotes.map((one) => one.arrivesOnDay ?? '').sort();
      expect(Number(chosen(quotes, 'price').amount)).toBe(prices(quotes));
      expect(chosen(quotes, 'promise').arrivesOnDay).toBe(days[0]);
      const inTime = chosen(quotes, 'inTime');
      if (onTime.length > 0) expect([inTime.inTime, Number(inTime.amount)]).toEqual([true, prices(onTime)]);
      else expect(inTime.arrivesOnDay).toBe(days[0]);
    }),
    { numRuns: runs(300, 5000) },
  );
});

it('says why, and leaves a fixed service and the choice of a person alone', () => {
  const base = { serviceName: '', listAmount: '0', currency: 'USD', surcharges: [] };
  const quotes = compareQuotes(
    [
      { ...base, serviceCode: 'slow', amount: '5', transitDays: 9 },
      { ...base, serviceCode: 'middle', amount: '8', transitDays: 5 },
      { ...base, serviceCode: 'fast', amount: '20', transitDays: 1 },
    ],
    DAYS,
  );
  const by = (rule: 'price' | 'promise' | 'inTime', more: object = {}) => {
    const { quote, reason } = chooseQuote(quotes, { fixed: '', rule, ...more }) ?? {};
    return [quote?.serviceCode, reason];
  };
  expect(by('price')).toEqual(['slow', 'cheapest']);
  expect(by('promise')).toEqual(['fast', 'fastest']);
  expect(by('inTime')).toEqual(['middle', 'cheapestInTime']);
  expect(by('inTime', { fixed: 'slow' })).toEqual(['slow', 'fixed']);
  expect(by('promise', { wanted: 'middle' })).toEqual(['middle', 'byHand']);
});

it('takes the days of own parcels where the carrier promises none', () => {
  const base = { serviceName: '', listAmount: '0', currency: 'USD', surcharges: [] };
  const rates = [
    { ...base, serviceCode: 'silent', amount: '5' },
    { ...base, serviceCode: 'dated', amount: '8', arrivesOn: '2026-12-03' },
  ];
  const days = (lane?: { p50: number; p90: number; parcels: number }) =>
    compareQuotes(rates, { ...DAYS, lane }).map((one) => one.arrivesOnDay);
  expect(days()).toEqual([null, '2026-12-03']);
  expect(days({ p50: 4, p90: 6, parcels: 30 })).toEqual(['2026-12-01', '2026-12-03']);
  const quotes = compareQuotes(rates, { ...DAYS, lane: { p50: 4, p90: 6, parcels: 30 } });
  expect(chosen(quotes, 'promise').serviceCode).toBe('silent');
  expect(chosen(compareQuotes(rates, DAYS), 'promise').serviceCode).toBe('dated');
});
