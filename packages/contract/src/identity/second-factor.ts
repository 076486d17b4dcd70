import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, ok, requiredText } from '../call.ts';

const password = z.string().min(1).max(100);
/** Of the authenticator app, or a recovery code. */
const code = requiredText(40);
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const getSecondFactor = defineCall({
  method: 'GET',
  path: '/seller/user/getSecondFactor',
  access: 'user',
  summary: 'Returns whether the user has two-step sign-in, and how many recovery codes are left.',
  beforeSecondFactor: true,
  input: z.strictObject({}),
  result: z.object({
    enabledAt: z.string().nullable(),
    codesLeft: z.number().int(),
    /** The company requires it. */
    required: z.boolean(),
  }),
});
export const startSecondFactor = defineCall({
  method: 'POST',
  path: '/seller/user/startSecondFactor',
  access: 'user',
  summary:
    'Makes the secret for the user’s authenticator app, as text and as the address that its QR code holds. `enableSecondFactor` puts it into force.',
  beforeSecondFactor: true,
  notInSample: true,
  input: z.strictObject({ password }),
  result: z.object({ secret: z.string(), address: z.string() }),
  secret: true,
});
export const enableSecondFactor = defineCall({
  method: 'POST',
  path: '/seller/user/enableSecondFactor',
  access: 'user',
  summary:
    'Turns on two-step sign-in with a first code of the app. Returns ten recovery codes, which cannot be read again. The user’s other sessions end.',
  beforeSecondFactor: true,
  notInSample: true,
  input: z.strictObject({ code }),
  result: recoveryCodes,
  secret: true,
});
export const renewRecoveryCodes = defineCall({
  method: 'POST',
  path: '/seller/user/renewRecoveryCodes',
  access: 'user',
  summary: 'Replaces the user’s recovery codes by ten new ones.',
  notInSample: true,
  input: z.strictObject({ password, code }),
  result: recoveryCodes,
  secret: true,
});
export const disableSecondFactor = defineCall({
  method: 'POST',
  path: '/seller/user/disableSecondFactor',
  access: 'user',
  summary: 'Turns off the user’s two-step sign-in, unless the company requires it.',
  notInSample: true,
  input: z.strictObject({ password, code }),
  result: ok,
  secret: true,
});
export const resetSecondFactor = defineCall({
  method: 'POST',
  path: '/seller/user/management/resetSecondFactor',
  access: [rights.account.password],
  summary:
    'Turns off the two-step sign-in of a member who lost their device. Their sessions end, and they are informed by email.',
  notInSample: true,
  input: z.strictObject({ userLoginId: requiredText(60) }),
  result: ok,
});
