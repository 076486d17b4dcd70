import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';
import { decimal, divide, fromMinor, isDecimal, magnitude, NotADecimal, negate, sum, times } from './money.ts';

const cents = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
const write = (value: bigint): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

describe('money', () => {
  it('adds like whole cents, however large', () => {
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 20 }), (list) => {
        expect(sum(list.map(write))).toBe(write(list.reduce((a, b) => a + b, 0n)));
      }),
    );
  });

  it('multiplies a price by a quantity exactly', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 100_000 }), (price, quantity) => {
        expect(times(write(price), quantity)).toBe(write(price * BigInt(quantity)));
      }),
    );
  });

  it('negates twice to itself and has no negative zero', () => {
    fc.assert(fc.property(cents, (value) => negate(negate(write(value))) === write(value)));
    expect(negate('0.00')).toBe('0.00');
    expect(magnitude('-2.50')).toBe('2.50');
  });

  it('divides half away from zero', () => {
    expect(divide('10', 3, 4)).toBe('3.3333');
    expect(divide('0.05', 2, 2)).toBe('0.03');
    expect(divide('-0.05', 2, 2)).toBe('-0.03');
    expect(divide('5.0', '0.00220462262', 0)).toBe('2268');
  });

  it('reads plain and exponent notation, and refuses the rest', () => {
    expect(decimal('+007.50')).toBe('7.50');
    expect(decimal('2.5E1')).toBe('25');
    expect(decimal('25e-3')).toBe('0.025');
    expect(decimal(12)).toBe('12');
    for (const bad of ['', ' ', 'NaN', '1,00', '0x10', '1.', '.5', 'Infinity', '1e9999']) {
      expect(isDecimal(bad)).toBe(false);
      expect(() => decimal(bad)).toThrow(NotADecimal);
    }
  });
});

describe('amounts in the smallest unit', () => {
  it('have the decimals of their currency', () => {
    expect([fromMinor(1234, 'USD'), fromMinor('-5', 'EUR'), fromMinor(1234, 'JPY'), fromMinor(0, 'USD')]).toEqual([
      '12.34',
      '-0.05',
      '1234',
      '0.00',
    ]);
    fc.assert(fc.property(cents, (value) => fromMinor(String(value), 'USD') === write(value)));
    expect(() => fromMinor('1.5', 'USD')).toThrow(NotADecimal);
  });
});

describe('parseJson', () => {
  it('keeps decimals and large ids as they were written', () => {
    expect(parseJson('{"a":24.10,"b":9007199254740993,"c":7,"d":1.0E2,"e":"x","f":null}')).toEqual({
      a: '24.10',
      b: '9007199254740993',
      c: 7,
      d: '1.0E2',
      e: 'x',
      f: null,
    });
  });

  it('keeps them wherever they stand, and nothing else', () => {
    for (const at of ['%', ' %', '\n%\n', '[%]', '[7,%]', '[7, %]', '{"a":%}', '{"a": %}', '{"a":7,\t"b":\r\n%}'])
      for (const number of ['1.5', '-0.50', '1e3', '1E3', '12e-1', '9007199254740992', '-9007199254740993', '0.0']) {
        const quoted = JSON.parse(at.replace('%', `"${number}"`));
        expect(parseJson(at.replace('%', number))).toEqual(quoted);
        // In a text it stays what it is, beside numbers that JavaScript holds.
        expect(parseJson(`[${at.replace('%', `"${number}"`)},12,-7]`)).toEqual([quoted, 12, -7]);
      }
    expect(parseJson('["it costs 12.50, or: 1e3", 9007199254740, true]')).toEqual([
      'it costs 12.50, or: 1e3',
      9007199254740,
      true,
    ]);
  });

  it('gives back every decimal amount to the last digit', () => {
    fc.assert(
      fc.property(cents, (value) => {
        expect(parseJson(`[${write(value)}]`)).toEqual([write(value)]);
      }),
    );
  });
});
