import { z } from 'zod';
import { defineCall } from '../call.ts';

/** In CNY: the specification's threshold. */
export const LOW_BALANCE = '500';
export const checkBalance = defineCall({
  ...{ method: 'GET', path: '/seller/finance/checkBalance', access: 'user' },
  summary: 'Returns the balances at third-party warehouses in CNY, the lowest first; low if that is below 500.',
  input: z.strictObject({}),
  result: z.object({
    /** Another one after each sign-in: the prompt comes once for each. */
    signIn: z.string(),
    low: z.boolean(),
    balances: z.array(z.object({ name: z.string(), balance: z.string(), currency: z.string(), cny: z.string() })),
  }),
});
