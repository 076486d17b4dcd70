import { z } from 'zod';
import { defineCall } from './call.ts';

/** A limit that is missing does not limit. */
const limit = z.number().int().nullable();

export const listPlans = defineCall({
  method: 'GET',
  path: '/seller/plan/listPlans',
  access: 'public',
  summary: 'Plans on offer, side by side.',
  input: z.strictObject({}),
  result: z.object({
    plans: z.array(
      z.object({
        code: z.string(),
        nameZh: z.string(),
        nameEn: z.string(),
        monthPrice: z.string(),
        yearPrice: z.string(),
        limits: z.object({ users: limit, shops: limit, ordersPerMonth: limit, apiCallsPerMonth: limit }),
        lockedModules: z.array(z.object({ id: z.number(), zh: z.string(), en: z.string() })),
      }),
    ),
    currency: z.string(),
  }),
});
