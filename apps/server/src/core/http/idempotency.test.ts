import { defineCall, idempotencyKey } from '@tradewind/contract/call.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';
import { conflict } from '../errors.ts';
import { once } from './idempotency.ts';
import type { RequestCtx } from './routes.ts';

const CALL = '/seller/test/pay';
const pay = defineCall({
  method: 'POST',
  path: CALL,
  access: 'user',
  summary: 'For the shape of a key.',
  input: z.strictObject({ ...idempotencyKey }),
  result: z.object({ paid: z.number() }),
});

let server: TestServer;
let main: Person;
beforeAll(async () => {
  server = await testServer();
  main = await server.company();
});
afterAll(() => server.close());

const ctxOf = (person: Person): RequestCtx => ({
  companyId: person.companyId,
  actor: { userId: person.userId, name: person.userLoginId, mainAccount: true },
  rights: { all: true, modules: new Set(), buttons: new Set(), base: new Set(), shopIds: null, warehouseIds: null },
  language: 'zh',
  requestId: 'test',
  now: () => new Date(),
  address: '127.0.0.1',
  userAgent: 'test',
  tokenHash: undefined,
  cookies: {},
  setCookie: () => {},
});
const run = (key: string, work: () => Promise<unknown>, person = main) =>
  once(server.app, ctxOf(person), CALL, key, work);

describe('a write with an idempotency key', () => {
  it('is done once; the second try gets the first answer', async () => {
    let paid = 0;
    const work = async () => ({ paid: ++paid });
    expect(await run('click-0001', work)).toEqual({ paid: 1 });
    expect(await run('click-0001', work)).toEqual({ paid: 1 });
    expect(await run('click-0002', work)).toEqual({ paid: 2 });
  });

  it('is refused while the first try is under way', async () => {
    let finish: () => void = () => {};
    const first = run(
      'click-0003',
      () =>
        new Promise((resolve) => {
          finish = () => resolve({ paid: 1 });
        }),
    );
    await server.until(
      async () =>
        (await server.app.database.owner.query(`select 1 from idempotency where key = 'click-0003'`)).rowCount === 1,
    );
    await expect(run('click-0003', async () => ({ paid: 2 }))).rejects.toMatchObject({
      code: 'core.inProgress',
      status: 409,
    });
    finish();
    expect(await first).toEqual({ paid: 1 });
    expect(await run('click-0003', async () => ({ paid: 3 }))).toEqual({ paid: 1 });
  });

  it('may be tried again after it failed', async () => {
    await expect(run('click-0004', () => Promise.reject(conflict('core.stale')))).rejects.toMatchObject({
      code: 'core.stale',
    });
    expect(await run('click-0004', async () => ({ paid: 1 }))).toEqual({ paid: 1 });
  });

  it('is not held up for ever by a try whose process died', async () => {
    const claim = (minutes: number) =>
      server.app.database.owner.query(
        `insert into idempotency (company_id, user_id, call, key, at) values ($1, $2, $3, $4, now() - make_interval(mins => $5))`,
        [main.companyId, main.userId, CALL, `click-dead-${minutes}`, minutes],
      );
    await claim(1);
    await claim(3);
    await expect(run('click-dead-1', async () => ({ paid: 1 }))).rejects.toMatchObject({ code: 'core.inProgress' });
    expect(await run('click-dead-3', async () => ({ paid: 1 }))).toEqual({ paid: 1 });
  });

  it('is each user’s own', async () => {
    const colleague = await server.member(main.companyId);
    expect(await run('click-0005', async () => ({ paid: 1 }))).toEqual({ paid: 1 });
    expect(await run('click-0005', async () => ({ paid: 2 }), colleague)).toEqual({ paid: 2 });
  });

  it('has a key of bounded length', () => {
    expect(pay.input.safeParse({ idempotencyKey: 'short' }).success).toBe(false);
    expect(pay.input.safeParse({ idempotencyKey: 'x'.repeat(81) }).success).toBe(false);
    expect(pay.input.safeParse({ idempotencyKey: 'click-0001' }).success).toBe(true);
  });
});
