import { decimal } from '@tradewind/contract/call.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldProblems } from './parse.ts';

const input = z.object({ amount: decimal(2) });
const saidOf = (amount: unknown) => {
  const { error } = input.safeParse({ amount });
  return error && fieldProblems(error, 'en', { amount });
};

test.each([
  ['1.234', 'Enter a number with up to 2 decimals'],
  ['twelve', 'Enter a number with up to 2 decimals'],
  ['12345678901234.5', 'Too large: at most 13 digits before the decimal point'],
  [undefined, 'Required'],
])('a figure of %s is refused by what is wrong with it', (amount, message) => {
  expect(saidOf(amount)).toEqual([{ path: 'amount', message }]);
});

test('the largest figure is no problem', () => {
  expect(saidOf('-9999999999999.99')).toBeUndefined();
});
