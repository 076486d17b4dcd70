import { z } from 'zod';
import { rights } from './access/modules.ts';
import { defineCall, id, ok, pageOf, paging } from './call.ts';

/** The possible limits of a plan. A missing limit does not limit. */
export const LIMITS = ['users', 'shops', 'ordersPerMonth', 'apiCallsPerMonth'] as const;
/** A year costs less than twelve months; the plan says how much. */
export const TERMS = [1, 3, 6, 12] as const;
const limit = z.number().int().nullable();

export const listPlans = defineCall({
  method: 'GET',
  path: '/seller/plan/listPlans',
  access: 'public',
  summary: 'Lists the plans on offer.',
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
export const getMyPlan = defineCall({
  method: 'GET',
  path: '/seller/plan/getMyPlan',
  access: 'user',
  summary: 'Returns the company’s plan, when it expires, and how much of its limits is used.',
  input: z.strictObject({}),
  result: z.object({
    plan: z.string(),
    expireTime: z.string().nullable(),
    expired: z.boolean(),
    meters: z.array(z.object({ kind: z.enum(LIMITS), used: z.number(), limit, over: z.boolean() })),
    /** Of former months and this one, newest first. */
    months: z.array(z.object({ month: z.string(), orders: z.number(), apiCalls: z.number() })),
    mayOrder: z.boolean(),
    /** false where this installation has no way to be paid. */
    payment: z.boolean(),
  }),
});
const bill = z.object({
  id: z.number(),
  number: z.string(),
  plan: z.string(),
  months: z.number(),
  amount: z.string(),
  currency: z.string(),
  state: z.enum(['open', 'paid', 'cancelled', 'expired']),
  createdAt: z.string(),
  expiresAt: z.string(),
  paidAt: z.string().nullable(),
  tradeNumber: z.string().nullable(),
});
export const orderPlan = defineCall({
  method: 'POST',
  path: '/seller/plan/orderPlan',
  access: [rights.company.edit],
  summary: 'Orders a plan: creates a bill that is due within 24 hours, and returns the payment page.',
  notInSample: true,
  input: z.strictObject({
    plan: z.string().min(1).max(40),
    months: z.literal([...TERMS]),
    idempotencyKey: z.string().min(8).max(80).optional(),
  }),
  result: z.object({ id: z.number(), number: z.string(), amount: z.string(), payUrl: z.string() }),
});
export const listBills = defineCall({
  method: 'GET',
  path: '/seller/plan/listBills',
  access: [rights.company.view],
  summary: 'Lists bills, newest first.',
  input: z.strictObject({ ...paging }),
  result: pageOf(bill),
});
export const payBill = defineCall({
  method: 'POST',
  path: '/seller/plan/payBill',
  access: [rights.company.edit],
  summary: 'Returns the payment page of an open bill.',
  notInSample: true,
  input: z.strictObject({ id: id() }),
  result: z.object({ payUrl: z.string() }),
});
export const checkBill = defineCall({
  method: 'POST',
  path: '/seller/plan/checkBill',
  access: [rights.company.edit],
  summary: 'Checks the status of a bill with the payment provider.',
  input: z.strictObject({ id: id() }),
  result: bill,
});
export const cancelBill = defineCall({
  method: 'POST',
  path: '/seller/plan/cancelBill',
  access: [rights.company.edit],
  summary: 'Cancels an open bill. It can no longer be paid.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
