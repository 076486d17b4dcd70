import { getUserInfoMain } from '@tradewind/contract/identity.ts';
import { calls } from '@tradewind/contract/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type Person, type TestHouse } from '../../testing/harness.ts';

let house: TestHouse;
let member: Person;
beforeAll(async () => {
  house = await openHouse();
  const { companyId } = await house.company();
  member = await house.member(companyId);
});
afterAll(() => house.close());

describe('every call of the contract', () => {
  it.each(calls.map((named) => [`${named.area}.${named.name}`, named.call] as const))(
    '%s is served and guarded',
    async (_name, call) => {
      const stranger = await house.call(call, {});
      if (call.access === 'public') {
        expect(stranger.status).not.toBe(404);
        expect(stranger.status).toBeLessThan(500);
      } else {
        expect([stranger.status, stranger.code]).toEqual([401, 10086]);
        const bare = await house.call(call, {}, member);
        expect(bare.status).toBeLessThan(500);
        if (call.access !== 'user') expect(bare.status).toBe(403);
      }
    },
  );

  it('refuses the cookie without the web header, so that a link on another site cannot act', async () => {
    const headers = { cookie: `token1=${member.token}` };
    const address = `${house.url}/api${getUserInfoMain.path}`;
    expect((await fetch(address, { headers })).status).toBe(403);
    expect((await fetch(address, { headers: { ...headers, 'x-tradewind': 'web' } })).status).toBe(200);
  });
});
