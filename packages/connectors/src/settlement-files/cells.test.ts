import { describe, expect, it } from 'vitest';
import { amountOf, instantOf, styleFinder } from './cells.ts';

describe('an amount', () => {
  it.each([
    ['1234', '1234'],
    ['-0.00', '0.00'],
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['-1.234.567', '-1234567'],
    ['1\u202f234,5', '1234.5'],
    ["1'234.50", '1234.50'],
    ['12,34,567.80', '1234567.80'],
    ['(55.00)', '-55.00'],
    ['55,00-', '-55.00'],
    ['\u22124,50', '-4.50'],
    ['-$12.00', '-12.00'],
    ['US$ 12.00', '12.00'],
    ['12,00 €', '12.00'],
    ['USD -3.10', '-3.10'],
    ['0,125', '0.125'],
    ['.5', '0.5'],
    ['1234,567', '1234.567'],
  ])('%s is %s', (text, amount) => expect(amountOf(text, 'amount', {})).toBe(amount));

  it.each(['', 'twelve', '1.2.3', '1,23,4', '--5', '(-5)', '1e5', '12.34.56', '5 6x', '#REF!'])('%s is none', (text) =>
    expect(() => amountOf(text, 'amount', {})).toThrow('is no amount'),
  );

  it('with one sign before three digits is what the others of the file show', () => {
    expect(() => amountOf('1,234', 'amount', {})).toThrow('may have decimals or not');
    for (const [others, amount] of [
      [['12.50'], '1234'],
      [['12,50'], '1.234'],
      [['1.234.567'], '1.234'],
      [['12.50', '12,50'], undefined],
      [['12', '1,234'], undefined],
    ] as const) {
      const finder = styleFinder();
      for (const other of others) finder.amount(other);
      const read = () => amountOf('1,234', 'amount', finder.style());
      if (amount === undefined) expect(read).toThrow('may have decimals');
      else expect(read()).toBe(amount);
    }
  });
});

describe('a time', () => {
  it.each([
    ['2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['2026/6/12', '2026-06-12T00:00:00.000Z'],
    ['2026-11-01 12:00:00 UTC', '2026-11-01T12:00:00.000Z'],
    ['2015-12-02T03:27:08+00:00', '2015-12-02T03:27:08.000Z'],
    ['2026-09-01T02:00:00.123Z', '2026-09-01T02:00:00.000Z'],
    ['01.11.2026 12:00:00 UTC', '2026-11-01T12:00:00.000Z'],
    ['11/30/2026', '2026-11-30T00:00:00.000Z'],
    ['30/11/2026 23:59', '2026-11-30T23:59:00.000Z'],
    ['30/11/26', '2026-11-30T00:00:00.000Z'],
    ['2026-01-19 12:07:45 +0100', '2026-01-19T11:07:45.000Z'],
    ['Jun 8, 2025 10:23:05 PM PDT', '2025-06-09T05:23:05.000Z'],
    ['Jun 8, 2025 12:23:05 a.m. GMT+9', '2025-06-07T15:23:05.000Z'],
    ['5. Okt 2026', '2026-10-05T00:00:00.000Z'],
    ['25-Nov-26', '2026-11-25T00:00:00.000Z'],
    ['20261119', '2026-11-19T00:00:00.000Z'],
    ['46327', '2026-11-01T00:00:00.000Z'],
    ['46327.5', '2026-11-01T12:00:00.000Z'],
  ])('%s is %s', (text, at) => expect(instantOf(text, 'date', {})).toBe(at));

  it.each(['', 'soon', '2026-02-30', '32.01.2026', '13/13/2026', '2026-11-01 25:00:00', '11-2026'])(
    '%s is none',
    (text) => expect(() => instantOf(text, 'date', {})).toThrow(),
  );

  it('without a zone is of the clock that the mapping names, or UTC', () => {
    expect(instantOf('2026-11-02 00:30:00', 'date', { zone: 'Asia/Shanghai' })).toBe('2026-11-01T16:30:00.000Z');
    expect(() => instantOf('2026-11-02 00:30:00 CST', 'date', {})).toThrow('in a zone that nobody knows');
  });

  it('whose day and month may be either is what another day of the file shows', () => {
    expect(() => instantOf('11/01/2026', 'date', {})).toThrow('may be two days');
    for (const [other, day] of [
      ['11/30/2026', '2026-11-01'],
      ['30/11/2026', '2026-01-11'],
    ] as const) {
      const finder = styleFinder();
      finder.day(other);
      expect(instantOf('11/01/2026', 'date', finder.style()).slice(0, 10)).toBe(day);
    }
  });
});
