import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../core/money.ts';
import { type Dated, dutyOf, overlapOf, rateFor } from './duty.ts';

let ids = 0;
const rule = (more: object) => ({
  ...{ id: ++ids, country: 'DE', hsPrefix: '', origin: null as string | null, dutyPercent: '0', vatPercent: '0' },
  ...{ fee: '0', dutyFreeUpTo: '0', vatFreeUpTo: '0', currency: 'USD' },
  ...more,
});
const item = (hsCode: string, unitValueUsd: string, quantity = 1, originCountry = 'CN') => ({
  ...{ hsCode, unitValueUsd, quantity, originCountry },
});
const dollars = (amount: string) => new Decimal(amount);

describe('the row of goods', () => {
  it('has the longest prefix, and of one prefix their origin', () => {
    const [all, heading, code, ours] = [
      rule({}),
      rule({ hsPrefix: '6912' }),
      rule({ hsPrefix: '69120029' }),
      rule({ hsPrefix: '6912', origin: 'CN' }),
    ];
    const rates = [all, heading, code, ours];
    const found = (hsCode: string, origin: string) => rateFor(rates, { hsCode, origin });
    expect(found('6912002900', 'CN')).toBe(code);
    expect(found('691200', 'CN')).toBe(ours);
    expect(found('691200', 'VN')).toBe(heading);
    expect(found('8501', 'CN')).toBe(all);
    expect(rateFor([ours], { hsCode: '8501', origin: 'CN' })).toBeUndefined();
  });

  it('is one whose prefix no longer one of these goods beats', () => {
    const prefix = fc.stringMatching(/^[12]{0,5}$/);
    fc.assert(
      fc.property(fc.array(prefix, { maxLength: 8 }), fc.stringMatching(/^[12]{6}$/), (prefixes, hsCode) => {
        const rates = prefixes.map((hsPrefix) => rule({ hsPrefix }));
        const fits = prefixes.filter((one) => hsCode.startsWith(one));
        const longest = Math.max(-1, ...fits.map((one) => one.length));
        expect(rateFor(rates, { hsCode, origin: 'CN' })?.hsPrefix.length ?? -1).toBe(longest);
      }),
      { seed: 5 },
    );
  });
});

describe('what a parcel owes', () => {
  it('is duty on the value, VAT on value and duty, and a fee for each heading', () => {
    const rates = [rule({ dutyPercent: '10', vatPercent: '19', fee: '3' })];
    const found = dutyOf([item('6912002900', '20', 2), item('6912.00.10', '10'), item('850110', '50')], rates, dollars);
    expect(found.lines.map(({ hsCode, duty, vat, fee }) => [hsCode, duty, vat, fee])).toEqual([
      ['6912002900', '4.00', '8.36', '3.00'],
      ['69120010', '1.00', '2.09', '0.00'],
      ['850110', '5.00', '10.45', '3.00'],
    ]);
    expect(found).toMatchObject({ value: '100.00', duty: '10.00', vat: '20.90', fee: '6.00', total: '36.90' });
  });

  it('is nothing up to the limits of the row, which are in its currency', () => {
    const rates = [
      rule({ dutyPercent: '10', vatPercent: '19', fee: '3', dutyFreeUpTo: '150', vatFreeUpTo: '22', currency: 'EUR' }),
    ];
    const euros = (amount: string) => new Decimal(amount).times('1.1');
    const sums = (value: string) => {
      const { duty, vat, fee } = dutyOf([item('691200', value)], rates, euros);
      return [duty, vat, fee];
    };
    expect(sums('24.20')).toEqual(['0.00', '0.00', '0.00']);
    expect(sums('24.21')).toEqual(['0.00', '4.60', '3.30']);
    expect(sums('165')).toEqual(['0.00', '31.35', '3.30']);
    expect(sums('165.01')).toEqual(['16.50', '34.49', '3.30']);
  });

  it('leaves goods without a row out, and says so', () => {
    const found = dutyOf(
      [item('691200', '10'), item('850110', '10')],
      [rule({ hsPrefix: '69', dutyPercent: '5' })],
      dollars,
    );
    expect(found.lines.map((line) => line.rateId === null)).toEqual([false, true]);
    expect(found.total).toBe('0.50');
  });

  it('always adds up', () => {
    const money = fc.integer({ min: 1, max: 50_000 }).map((cents) => (cents / 100).toFixed(2));
    const goods = fc.record({
      hs: fc.constantFrom('691200', '69120010', '850110', '8501109000', ''),
      value: money,
      quantity: fc.integer({ min: 1, max: 9 }),
    });
    const percent = fc.integer({ min: 0, max: 40_000 }).map((n) => (n / 1000).toFixed(3));
    fc.assert(
      fc.property(fc.array(goods, { maxLength: 8 }), percent, percent, money, (all, dutyPercent, vatPercent, fee) => {
        const rates = [rule({ dutyPercent, vatPercent, fee }), rule({ hsPrefix: '85', dutyPercent: vatPercent })];
        const found = dutyOf(
          all.map(({ hs, value, quantity }) => item(hs, value, quantity)),
          rates,
          dollars,
        );
        const cents = (text: string) => Math.round(Number(text) * 100);
        for (const part of ['duty', 'vat', 'fee', 'value'] as const)
          expect(found.lines.reduce((sum, line) => sum + cents(line[part]), 0)).toBe(cents(found[part]));
        expect(cents(found.total)).toBe(cents(found.duty) + cents(found.vat) + cents(found.fee));
      }),
      { seed: 9 },
    );
  });
});

it('two rows overlap where one day has both', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
  const dated = fc
    .record({
      hsPrefix: fc.constantFrom('', '69'),
      origin: fc.constantFrom(null, 'CN'),
      from: fc.nat({ max: 20 }),
      days: fc.option(fc.nat({ max: 6 })),
    })
    .map(({ hsPrefix, origin, from, days }): Dated => {
      const validTo = days === null ? null : day(from + days);
      return { country: 'DE', hsPrefix, origin, validFrom: day(from), validTo };
    });
  const both = (a: Dated, b: Dated) =>
    a.hsPrefix === b.hsPrefix &&
    a.origin === b.origin &&
    a.validFrom <= (b.validTo ?? '9999') &&
    b.validFrom <= (a.validTo ?? '9999');
  fc.assert(
    fc.property(fc.array(dated, { maxLength: 7 }), (rows) => {
      const any = rows.some((one, at) => rows.slice(at + 1).some((other) => both(one, other)));
      const pair = overlapOf(rows);
      expect(pair !== undefined).toBe(any);
      if (pair) expect(pair[0] !== pair[1] && both(pair[0], pair[1])).toBe(true);
    }),
    { seed: 3 },
  );
});
