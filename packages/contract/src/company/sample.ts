import { z } from 'zod';
import { defineCall, ok } from '../call.ts';

/** `failed`: its data could not be laid in completely. */
export const SAMPLE_STATES = ['none', 'loading', 'ready', 'failed'] as const;

export const getSample = defineCall({
  method: 'GET',
  path: '/seller/company/getSample',
  access: 'user',
  summary:
    'Returns whether the company has a sample company, how far its data is loaded, and whether the user is in it.',
  input: z.strictObject({}),
  result: z.object({
    state: z.enum(SAMPLE_STATES),
    /** While it loads. */
    percent: z.number().int().nullable(),
    visiting: z.boolean(),
    /** Main accounts make and remove it; everybody may visit. */
    mayManage: z.boolean(),
  }),
});
export const visitSample = defineCall({
  method: 'POST',
  path: '/seller/company/visitSample',
  access: 'user',
  summary:
    'Enters the sample company: until it is left, the session reads and changes made-up data. Makes the company if there is none, for main accounts only.',
  input: z.strictObject({}),
  result: ok,
});
export const leaveSample = defineCall({
  method: 'POST',
  path: '/seller/company/leaveSample',
  access: 'user',
  summary: 'Leaves the sample company and returns to the user’s own company.',
  whileViewing: true,
  input: z.strictObject({}),
  result: ok,
});
export const removeSample = defineCall({
  method: 'POST',
  path: '/seller/company/removeSample',
  access: 'user',
  summary:
    'Removes the sample company with all its data; whoever is in it returns to their own company. Main accounts only.',
  input: z.strictObject({}),
  result: ok,
});
