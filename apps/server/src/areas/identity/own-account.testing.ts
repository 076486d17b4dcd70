import { rights } from '@tradewind/contract/access/modules.ts';
import { enableSecondFactor, listSessions, login, startSecondFactor } from '@tradewind/contract/identity.ts';
import { expect } from 'vitest';
import { codeOf } from '../../testing/authenticator.ts';
import { type CallCase, OK, type World } from '../../testing/calls.ts';
import type { Person } from '../../testing/harness.ts';
import { openSession } from './sessions.ts';

const PASSWORD = 'Tradewind2026';
export const WHEN = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
export const TOKEN = { token: expect.stringMatching(/^[\w-]{40,}$/), step: 'done', mayRemember: false };
const CODES = Array.from({ length: 10 }, () => expect.stringMatching(/^([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/));

/** What a person with two-step sign-in calls. */
export function secondFactorCalls(careful: () => Person): Record<string, CallCase> {
  /** Of their app. */
  let secret = '';
  return {
    'POST /seller/user/startSecondFactor {password}': {
      access: 'user',
      as: careful,
      input: { password: PASSWORD },
      gives: { secret: expect.stringMatching(/^[A-Z2-7]{32}$/), address: expect.stringMatching(/^otpauth:\/\/totp\//) },
      refuses: { password: {} },
    },
    'POST /seller/user/enableSecondFactor {code}': {
      access: 'user',
      as: careful,
      input: async ({ server }: World) => {
        secret = (await server.ok(startSecondFactor, { password: PASSWORD }, careful())).secret;
        return { code: codeOf(secret, -1) };
      },
      gives: { recoveryCodes: CODES },
      refuses: { code: {} },
    },
    'GET /seller/user/getSecondFactor': {
      access: 'user',
      as: careful,
      gives: { enabledAt: WHEN, codesLeft: 10, required: false },
    },
    'POST /seller/user/renewRecoveryCodes {password,code}': {
      access: 'user',
      as: careful,
      input: () => ({ password: PASSWORD, code: codeOf(secret) }),
      gives: { recoveryCodes: CODES },
      refuses: { code: { password: PASSWORD }, password: { code: '123456' } },
    },
    'POST /seller/user/confirmSignIn {code,token,remember}': {
      access: 'public',
      input: async ({ server }: World) => ({
        token: (await server.ok(login, { userLoginId: careful().userLoginId, password: PASSWORD })).token,
        code: codeOf(secret, 1),
      }),
      gives: TOKEN,
      refuses: { code: { token: 'x' } },
    },
    'POST /seller/user/disableSecondFactor {password,code}': {
      access: 'user',
      as: careful,
      input: async ({ owner }: World) => {
        await owner('update second_factor set last_step = 0 where user_id = $1', [careful().userId]);
        return { password: PASSWORD, code: codeOf(secret) };
      },
      gives: OK,
      refuses: { code: { password: PASSWORD } },
    },
    'POST /seller/user/management/resetSecondFactor {userLoginId}': {
      access: [rights.account.password],
      input: async ({ server }: World) => {
        const { secret } = await server.ok(startSecondFactor, { password: PASSWORD }, careful());
        await server.ok(enableSecondFactor, { code: codeOf(secret) }, careful());
        return { userLoginId: careful().userLoginId };
      },
      gives: OK,
      refuses: { userLoginId: {} },
    },
  };
}

/** What somebody calls who looks where they are signed in. */
export function sessionCalls(guest: () => Person): Record<string, CallCase> {
  return {
    'GET /seller/user/listSessions': {
      access: 'user',
      as: guest,
      gives: {
        list: [
          {
            id: expect.stringMatching(/^[0-9a-f]{64}$/),
            address: '127.0.0.1',
            userAgent: 'test',
            createdAt: WHEN,
            lastSeenAt: WHEN,
            current: true,
          },
        ],
      },
    },
    'POST /seller/user/endSession {id}': {
      access: 'user',
      as: guest,
      input: async ({ server }: World) => {
        await openSession(server.app, guest(), { address: '127.0.0.1', userAgent: 'test' });
        const { list } = await server.ok(listSessions, {}, guest());
        return { id: list[1]?.id };
      },
      gives: OK,
      refuses: { id: { id: '' } },
    },
    'POST /seller/user/endOtherSessions': { access: 'user', as: guest, gives: OK },
  };
}
