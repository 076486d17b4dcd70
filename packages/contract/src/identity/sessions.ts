import { z } from 'zod';
import { defineCall, ok, requiredText } from '../call.ts';

export const listSessions = defineCall({
  method: 'GET',
  path: '/seller/user/listSessions',
  access: 'user',
  summary: 'Lists where the user is signed in, the latest used first.',
  input: z.strictObject({}),
  result: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        address: z.string(),
        /** As the browser names itself. */
        userAgent: z.string(),
        createdAt: z.string(),
        /** Up to a minute old. */
        lastSeenAt: z.string(),
        /** The session of this request. */
        current: z.boolean(),
      }),
    ),
  }),
});
export const endSession = defineCall({
  method: 'POST',
  path: '/seller/user/endSession',
  access: 'user',
  summary: 'Ends one of the user’s sessions, at once.',
  notInSample: true,
  input: z.strictObject({ id: requiredText(64) }),
  result: ok,
});
export const endOtherSessions = defineCall({
  method: 'POST',
  path: '/seller/user/endOtherSessions',
  access: 'user',
  summary: 'Ends all sessions of the user but this one, at once.',
  notInSample: true,
  input: z.strictObject({}),
  result: ok,
});
