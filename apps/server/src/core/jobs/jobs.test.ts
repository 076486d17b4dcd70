import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownServer, type Person, type TestServer } from '../../testing/harness.ts';
import type { Ctx } from '../context.ts';
import { Fail, notFound } from '../errors.ts';
import { keptFailure, readFailure } from './failure.ts';
import { addJob, defineEvent, defineJob, emit, subscribe } from './jobs.ts';
import { defineSchedule } from './schedule.ts';

const done: string[] = [];
const note = defineJob<{ text: string }>('test.note', ['测试', 'Test'], async (_app, ctx, { text }) => {
  done.push(`${ctx.companyId}:${text}`);
});
const inOrder = defineJob<{ n: number }>('test.inOrder', ['测试', 'Test'], async (_app, _ctx, { n }) => {
  await new Promise((resolve) => setTimeout(resolve, 30 - n * 10));
  done.push(`turn ${n}`);
});
const begun: number[] = [];
const release = Promise.withResolvers<void>();
const long = defineJob<{ n: number }>('test.long', ['测试', 'Test'], async (_app, _ctx, { n }) => {
  begun.push(n);
  if (n === 1) await release.promise;
});
const happened = defineEvent<{ id: number }>('test.happened');
subscribe(happened, 'test.first', ['一', 'One'], async (_app, _ctx, { id }) => void done.push(`first ${id}`));
subscribe(happened, 'test.second', ['二', 'Two'], async (_app, _ctx, { id }) => void done.push(`second ${id}`));

// A schedule mostly asks for a job of its own name.
defineSchedule({ name: note.name, cron: '0 0 1 1 *', work: async () => void done.push('by the clock') });

let server: TestServer;
let main: Person & { ctx: Ctx };
const tx: TestServer['app']['database']['inCompany'] = (ctx, work) => server.app.database.inCompany(ctx, work);
const queued = async () =>
  Number((await server.app.database.owner.query('select count(*) as n from graphile_worker._private_jobs')).rows[0].n);

beforeAll(async () => {
  server = await ownServer();
  main = await server.company();
});
afterAll(() => server.close());

describe('jobs before a worker runs', () => {
  it('exist if and only if their transaction commits', async () => {
    await expect(
      tx(main.ctx, async (t) => {
        await addJob(t, note, { text: 'never' });
        await emit(t, happened, { id: 1 });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await queued()).toBe(0);
    await tx(main.ctx, async (t) => {
      await addJob(t, note, { text: 'once' });
      await emit(t, happened, { id: 2 });
    });
    expect(await queued()).toBe(3);
  });

  it('of one key are one job, each company for itself', async () => {
    const other = await server.company('Elsewhere');
    const before = await queued();
    for (const ctx of [main.ctx, main.ctx, other.ctx])
      await tx(ctx, (t) => addJob(t, note, { text: 'keyed' }, { key: 'k' }));
    expect(await queued()).toBe(before + 2);
  });

  it('of a dead worker are given free again, and done', async () => {
    await tx(main.ctx, async (t) => {
      await addJob(t, note, { text: 'of the dead' }, { queue: 'shop:1' });
      await addJob(t, note, { text: 'behind it' }, { queue: 'shop:1' });
    });
    const { owner } = server.app.database;
    await owner.query(`update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() - interval '1 minute', attempts = 1
      where payload ->> 'text' = 'of the dead'`);
    await owner.query(
      `update graphile_worker._private_job_queues set locked_by = 'dead', locked_at = now() - interval '1 minute'`,
    );
    await server.startWorker();
    await server.until(
      async () => done.includes(`${main.companyId}:behind it`) && done.includes(`${main.companyId}:of the dead`),
    );
  });
});

describe('with a worker', () => {
  it('everything that was committed has been done, once', async () => {
    await server.until(async () => (await queued()) === 0);
    expect(done.filter((text) => text.endsWith(':once'))).toEqual([`${main.companyId}:once`]);
    expect(done.filter((text) => /^(first|second)/.test(text)).sort()).toEqual(['first 2', 'second 2']);
    expect(done.filter((text) => text.endsWith(':never'))).toEqual([]);
    expect(done.filter((text) => text.endsWith(':keyed'))).toHaveLength(2);
  });

  it('a job is its own work although a schedule has its name', async () => {
    await tx(main.ctx, (t) => addJob(t, note, { text: 'named twice' }));
    await server.until(async () => done.includes(`${main.companyId}:named twice`));
    expect(done).not.toContain('by the clock');
  });

  it('jobs of a queue run one after another, in their order', async () => {
    for (const n of [0, 1, 2]) await tx(main.ctx, (t) => addJob(t, inOrder, { n }, { queue: 'one' }));
    await server.until(async () => (await queued()) === 0);
    expect(done.filter((text) => text.startsWith('turn'))).toEqual(['turn 0', 'turn 1', 'turn 2']);
  });

  it('a job that takes long is begun once while its process lives, and holds its queue', async () => {
    for (const n of [1, 2]) await tx(main.ctx, (t) => addJob(t, long, { n }, { queue: 'long' }));
    await server.until(async () => begun.length > 0);
    const { owner } = server.app.database;
    await owner.query(
      `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where locked_at is not null`,
    );
    // Each heartbeat gives free what was locked by processes that fell silent.
    const beats = async () =>
      (await owner.query('select max(at)::text as at from worker_heartbeat')).rows[0].at as string;
    const before = await beats();
    await server.until(async () => (await beats()) !== before);
    expect(begun).toEqual([1]);
    release.resolve();
    await server.until(async () => (await queued()) === 0);
    expect(begun).toEqual([1, 2]);
  });
});

describe('what is kept of a failure', () => {
  it('can be said in any language when it was a rule', () => {
    const kept = keptFailure(notFound('orders.gone', { number: 'A "1"\n2', n: 3 }));
    expect(readFailure(kept.message)).toMatchObject({ code: 'orders.gone', params: { number: 'A "1"\n2', n: 3 } });
  });

  it('keeps message, place and cause of anything else, in bounds', () => {
    const error = new Error('first\nsecond', { cause: new Fail('a.b', 409) });
    const read = readFailure(keptFailure(error).message);
    expect(read).toMatchObject({ code: null, message: 'first' });
    expect(read.full).toContain('jobs.test.ts');
    expect(read.full).toContain('caused by: fail:a.b {}');
    expect(readFailure(keptFailure(new Error('x'.repeat(9000))).message).full.length).toBeLessThanOrEqual(4000);
    expect(readFailure(keptFailure('just text').message).message).toBe('just text');
  });
});
