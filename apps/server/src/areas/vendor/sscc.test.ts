import { expect, it } from 'vitest';
import { checkDigit } from './sscc.ts';

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
