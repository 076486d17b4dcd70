import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkDigit, gtinOf } from './gs1.ts';

it("the check digit is GS1's, by published numbers", () => {
  const published = {
    '09528765432101234': 6,
    '00614141000000001': 2,
    '19501234567890123': 4,
    '400638133393': 1,
    '1061414112345': 9,
  };
  for (const [body, digit] of Object.entries(published)) expect([body, checkDigit(body)]).toEqual([body, digit]);
});

it('a GTIN is one number in all its lengths, by published numbers', () => {
  const published = {
    '96385074': '00000096385074',
    '036000291452': '00036000291452',
    '36000291452': '00036000291452',
    '0036000291452': '00036000291452',
    '4006381333931': '04006381333931',
    '629-1041500-213': '06291041500213',
    '10614141123459': '10614141123459',
  };
  for (const [text, gtin] of Object.entries(published)) expect([text, gtinOf(text)]).toEqual([text, gtin]);
  for (const none of ['', '4006381333932', 'X00170NZI8', '00000000', '1234567', '106141411234590']) {
    expect([none, gtinOf(none)]).toEqual([none, null]);
  }
});

it('a GTIN of a GTIN is itself, and a wrong digit makes it none', () => {
  const bodies = fc.stringMatching(/^[0-9]{7,13}$/).filter((body) => !/^0+$/.test(body));
  fc.assert(
    fc.property(bodies, fc.integer({ min: 1, max: 9 }), (body, off) => {
      const digit = checkDigit(body);
      const gtin = gtinOf(`${body}${digit}`) ?? '';
      expect(gtin).toHaveLength(14);
      expect(gtinOf(gtin)).toBe(gtin);
      expect(gtinOf(`${body}${(digit + off) % 10}`)).toBeNull();
    }),
  );
});
