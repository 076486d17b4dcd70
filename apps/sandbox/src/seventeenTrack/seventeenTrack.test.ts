import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { call, dig, digList, startForTest } from '../testing.ts';

let box: Sandbox;
const NUMBER = 'RR123456785CN';
const ask = (method: string, body: unknown, key = 't17-key-demo') =>
  call(`${box.url}/seventeenTrack/${method}`, { body, headers: { '17token': key } });
const accepted = async (method: string, body: unknown) => digList((await ask(method, body)).body, 'data', 'accepted');
const codes = async (method: string, body: unknown) =>
  digList((await ask(method, body)).body, 'data', 'rejected').map((one) => dig(one, 'error', 'code'));

beforeAll(async () => {
  box = await startForTest({ ordersPerShop: 1 });
});
afterAll(() => box.close());
beforeEach(() => call(`${box.url}/control/reset`, { body: { orders: 1 } }));

describe('the stand-in of 17TRACK', () => {
  it('refuses a strange key, no list and a list too long, each with code and errors', async () => {
    const wrong = await ask('getquota', {}, 'no');
    expect([wrong.status, dig(wrong.body, 'data', 'errors', 0, 'code')]).toEqual([401, -18010002]);
    for (const body of [{}, [], Array.from({ length: 41 }, () => ({ number: NUMBER }))]) {
      const answer = await ask('register', body);
      expect([answer.status, dig(answer.body, 'data', 'errors', 0, 'code')]).toEqual([200, -18010013]);
    }
  });

  it('names what is wrong with a number', async () => {
    expect(await codes('register', [{}, { number: 'a-b-c-d' }, { number: 'ABCDE' }])).toEqual([
      -18010010, -18010012, -18019903,
    ]);
    expect(await codes('register', [{ number: 'ABCDE', carrier: 7 }])).toEqual([-18019910]);
    expect(await codes('gettrackinfo', [{ number: NUMBER }])).toEqual([-18019902]);
  });

  it('takes a number twice for two carriers, and once for one', async () => {
    expect(await accepted('register', [{ number: NUMBER }, { number: NUMBER, carrier: 21051 }])).toHaveLength(2);
    expect(await codes('register', [{ number: NUMBER, carrier: 3011 }])).toEqual([-18019901]);
    expect(await accepted('gettrackinfo', [{ number: NUMBER }])).toHaveLength(2);
    expect(await accepted('gettrackinfo', [{ number: NUMBER, carrier: 3011 }])).toHaveLength(1);
    expect(dig((await ask('getquota', {})).body, 'data', 'quota_used')).toBe(2);
  });

  it('stops once, goes on once, and forgets', async () => {
    const one = [{ number: NUMBER }];
    await ask('register', one);
    expect(await codes('retrack', one)).toEqual([-18019904]);
    expect(await accepted('stoptrack', one)).toEqual([{ number: NUMBER, carrier: 3011 }]);
    expect(await codes('stoptrack', one)).toEqual([-18019906]);
    expect(await accepted('retrack', one)).toHaveLength(1);
    await ask('stoptrack', one);
    expect(await codes('retrack', one)).toEqual([-18019905]);
    expect(await accepted('deletetrack', one)).toHaveLength(1);
    expect(await codes('gettrackinfo', one)).toEqual([-18019902]);
  });
});
