import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownServer, type TestServer } from '../../testing/harness.ts';
import { sql } from '../database/sql.ts';
import { defineSchedule, schedules, secondsBetween } from './schedule.ts';

const NEVER = '0 0 1 1 *';
const done: number[] = [];
const failing = new Set<number>();
defineSchedule({
  name: 'test.round',
  cron: NEVER,
  title: ['测试', 'Test'],
  each: async (_app, ctx) => {
    done.push(ctx.companyId);
    if (failing.has(ctx.companyId)) throw new Error(`not for ${ctx.companyId}`);
  },
});
defineSchedule({
  name: 'test.few',
  cron: NEVER,
  title: ['测试', 'Test'],
  due: sql`select id as company_id from company where name = 'Due'`,
  each: async (_app, ctx) => void done.push(ctx.companyId),
});
const begun: string[] = [];
const release = Promise.withResolvers<void>();
for (const [name, cron] of [
  ['minute', '* * * * *'],
  ['quarter', '*/15 * * * *'],
  ['hour', '7 * * * *'],
  ['night', '5 2 * * *'],
] as const)
  defineSchedule({
    name: `test.long.${name}`,
    cron,
    title: ['测试', 'Test'],
    due: sql`select id as company_id from company where name = 'Busy'`,
    each: async () => {
      begun.push(name);
      await release.promise;
    },
  });

let server: TestServer;
const ids: number[] = [];
beforeAll(async () => {
  server = await ownServer();
  for (const name of ['One', 'Two', 'Due']) ids.push((await server.company(name)).companyId);
});
afterAll(() => {
  release.resolve();
  return server.close();
});

const tick = async (name: string) =>
  schedules()
    .find((one) => one.name === name)
    ?.work(server.app);
const jobs = async (task: string) => {
  const { rows } = await server.app.database.owner.query<{ company: number; attempts: number; error: string | null }>(
    `select (j.payload ->> 'companyId')::int as company, j.attempts::int, j.last_error as error from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1 order by 1`,
    [`${task}/each`],
  );
  return rows;
};
const atOnce = () =>
  server.app.database.owner.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null');

it.each([
  ['* * * * *', 60],
  ['*/5 * * * *', 300],
  ['17,47 * * * *', 1800],
  ['23 * * * *', 3600],
  ['0 6,16 * * *', 12 * 3600],
  ['40 2 * * *', 24 * 3600],
  ['40 12 2 * *', 24 * 3600],
])('%s comes round after %i seconds', (cron, seconds) => {
  expect(secondsBetween(cron)).toBe(seconds);
});

it('a tick asks for one job of each company, and a second tick for none that waits', async () => {
  await tick('test.round');
  await tick('test.round');
  expect((await jobs('test.round')).map((job) => job.company)).toEqual(ids);
});

it('only companies with something to do get one', async () => {
  await tick('test.few');
  expect((await jobs('test.few')).map((job) => job.company)).toEqual(ids.slice(2));
});

it('what fails for one company holds up no other, and is tried again', async () => {
  const [one = 0, ...others] = ids;
  const mine = async () => (await jobs('test.round')).filter((job) => job.company === one);
  failing.add(one);
  await atOnce();
  await server.startWorker();
  await server.until(async () => (await jobs('test.round')).every((job) => job.error !== null));
  expect(await jobs('test.round')).toMatchObject([{ company: one, error: expect.stringContaining(`not for ${one}`) }]);
  expect(done).toEqual(expect.arrayContaining(others));
  // A tick meanwhile leaves it to its next try.
  await tick('test.round');
  const [left, ...more] = await mine();
  expect([left?.attempts, more]).toEqual([expect.toSatisfy((attempts: number) => attempts > 0), []]);
  failing.clear();
  await atOnce();
  await server.until(async () => (await jobs('test.round')).length === 0);
  expect(done.filter((id) => id === one).length).toBeGreaterThan(1);
});

it('what failed to the end is begun anew by the next tick, as the same job', async () => {
  const [one = 0] = ids;
  failing.add(one);
  await tick('test.round');
  await atOnce();
  await server.until(async () => (await jobs('test.round')).every((job) => job.error !== null));
  await server.app.database.owner.query(
    'update graphile_worker._private_jobs set attempts = max_attempts where last_error is not null',
  );
  failing.clear();
  const before = done.length;
  await tick('test.round');
  await atOnce();
  // Also the one that failed is gone: it was this one that ran, not a second one beside it.
  await server.until(async () => (await jobs('test.round')).length === 0);
  expect(done.slice(before)).toContain(one);
});

it('a company has at most two of them running, and a long one holds up none of every minute', async () => {
  await server.company('Busy');
  for (const name of ['night', 'hour']) await tick(`test.long.${name}`);
  // The worker keeps the time as well: at a full minute it may begin one of these by itself.
  await server.until(async () => begun.length > 0);
  for (const name of ['minute', 'quarter']) await tick(`test.long.${name}`);
  await server.until(async () => begun.length === 2);
  expect(begun.toSorted((a, b) => Number(/minute|quarter/.test(a)) - Number(/minute|quarter/.test(b)))).toEqual([
    expect.stringMatching(/night|hour/),
    expect.stringMatching(/minute|quarter/),
  ]);
  // Of another company they run meanwhile: the worker has room, and nothing of these waits for it.
  await tick('test.few');
  await server.until(async () => (await jobs('test.few')).length === 0);
  expect(begun).toHaveLength(2);
  // Running ones are not asked for again.
  const before = (await jobs('test.long.minute')).length + (await jobs('test.long.quarter')).length;
  for (const name of ['minute', 'quarter']) await tick(`test.long.${name}`);
  expect((await jobs('test.long.minute')).length + (await jobs('test.long.quarter')).length).toBe(before);
  release.resolve();
  await server.until(async () => new Set(begun).size === 4);
});
