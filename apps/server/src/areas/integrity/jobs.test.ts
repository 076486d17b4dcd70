import { rights } from '@tradewind/contract/access/modules.ts';
import { getAlerts, getNum } from '@tradewind/contract/access.ts';
import { cancelJobs, listJobs, retryJobs } from '@tradewind/contract/integrity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../core/context.ts';
import { ruleBroken } from '../../core/errors.ts';
import { addJob, defineJob } from '../../core/jobs/jobs.ts';
import { ownServer, type Person, type TestServer } from '../../testing/harness.ts';

let works = false;
const flaky = defineJob<{ userId: number }>('test.flaky', ['测试：不稳定', 'Test: flaky'], async () => {
  if (!works) throw ruleBroken('settings.noRate', { currency: 'XAF', day: '2026-11-01' });
});
let letGo: () => void = () => {};
const slow = defineJob<Record<string, never>>(
  'test.slow',
  ['测试：慢', 'Test: slow'],
  () =>
    new Promise((resolve) => {
      letGo = resolve;
    }),
);
const crashing = defineJob<{ orderIds: number[] }>('test.crash', ['测试：崩溃', 'Test: crash'], async () => {
  throw new Error('the carrier said no\nand more of it', { cause: new Error('socket closed') });
});

let server: TestServer;
let main: Person & { ctx: Ctx };
beforeAll(async () => {
  server = await ownServer();
  main = await server.company();
  await server.app.database.inCompany(main.ctx, async (tx) => {
    await addJob(tx, flaky, { userId: main.userId }, { maxAttempts: 1 });
    await addJob(tx, slow, {});
    await addJob(tx, crashing, { orderIds: [4711, 4712, 4713] }, { maxAttempts: 5 });
    await addJob(tx, flaky, { userId: main.userId }, { runAt: new Date(Date.now() + 3600_000) });
  });
  await server.startWorker();
});
afterAll(async () => {
  letGo();
  await server.close();
});

const settled = () =>
  server.until(async () => {
    const found = await server.ok(listJobs, {}, main);
    const { failed, running, retrying, queued } = found.counts;
    return failed === 1 && running === 1 && retrying === 1 && queued === 1 && found;
  });

describe('the job center', () => {
  it('shows what waits, runs, is tried again and failed, in the reader’s language', async () => {
    const { rows, total, kinds } = await settled();
    expect(total).toBe(4);
    expect(kinds).toContainEqual({ task: 'test.flaky', title: '测试：不稳定', count: 2 });
    const failed = rows.find((row) => row.state === 'failed');
    expect(failed).toMatchObject({
      title: '测试：不稳定',
      document: { kind: 'user', id: main.userId, label: main.userLoginId, more: 0 },
      attempts: 1,
      maxAttempts: 1,
      reason: 'XAF 在 2026-11-01 没有汇率，请先在“汇率”页面设置',
    });
    const retrying = rows.find((row) => row.state === 'retrying');
    expect(retrying).toMatchObject({
      reason: 'the carrier said no',
      document: { kind: 'order', label: '#4711', more: 2 },
    });
    expect(retrying?.failure).toContain('caused by: socket closed');
    expect(Date.parse(retrying?.runAt ?? '')).toBeGreaterThan(Date.now());
    const running = rows.find((row) => row.state === 'running');
    expect(Date.now() - Date.parse(running?.startedAt ?? '')).toBeLessThan(30_000);
    const english = await fetch(`${server.url}/api${listJobs.path}?state=failed`, {
      headers: { token: main.token, 'x-language': 'en' },
    });
    expect(await english.text()).toContain('No exchange rate for XAF');
  });

  it('filters by state and kind, and pages', async () => {
    expect((await server.ok(listJobs, { state: 'failed' }, main)).total).toBe(1);
    const flakies = await server.ok(listJobs, { task: 'test.flaky', pageSize: 1, page: 2 }, main);
    expect([flakies.total, flakies.rows.length, flakies.counts.running]).toEqual([2, 1, 0]);
  });

  it('rings for failed jobs', async () => {
    expect(await server.ok(getNum, {}, main)).toContainEqual({ modelId: rights.job.id, num: 1 });
    const alerts = await server.ok(getAlerts, {}, main);
    expect(alerts).toContainEqual(expect.objectContaining({ level: 'bad', path: '/system/jobs?state=failed' }));
  });

  it('shows a company its own jobs only, and lets nobody else touch them', async () => {
    const stranger = await server.company('Elsewhere');
    expect((await server.ok(listJobs, {}, stranger)).total).toBe(0);
    const { rows } = await server.ok(listJobs, { state: 'failed' }, main);
    const ids = rows.map((row) => row.id);
    expect(await server.ok(cancelJobs, { ids }, stranger)).toMatchObject({
      done: 0,
      failed: [{ error: 'integrity.jobGone' }],
    });
    const reader = await server.member(main.companyId, [rights.job.view]);
    expect((await server.call(retryJobs, { ids }, reader)).status).toBe(403);
    expect((await server.ok(listJobs, { state: 'failed' }, main)).total).toBe(1);
  });

  it('cannot cancel what runs, and says so', async () => {
    const { rows } = await server.ok(listJobs, { state: 'running' }, main);
    const ids = rows.map((row) => row.id);
    expect(await server.ok(cancelJobs, { ids: [...ids, 999_999] }, main)).toMatchObject({
      done: 0,
      failed: [
        { id: ids[0], error: 'integrity.jobRuns' },
        { id: 999_999, error: 'integrity.jobGone' },
      ],
    });
  });

  it('retries all that failed, with their tries given back', async () => {
    works = true;
    expect(await server.ok(retryJobs, { filter: { state: 'failed' } }, main)).toEqual({ done: 1, failed: [] });
    await server.until(async () => (await server.ok(listJobs, { task: 'test.flaky' }, main)).total === 1);
    const trail = await server.app.database.owner.query(
      `select actor, event, from_state from document_event where doc_kind = 'job'`,
    );
    expect(trail.rows).toEqual([{ actor: main.userLoginId, event: 'retry', from_state: 'failed' }]);
  });

  it('cancels what waits', async () => {
    const { rows } = await server.ok(listJobs, { state: 'queued' }, main);
    expect(await server.ok(cancelJobs, { ids: rows.map((row) => row.id) }, main)).toEqual({ done: 1, failed: [] });
    expect((await server.ok(listJobs, { task: 'test.flaky' }, main)).total).toBe(0);
  });
});
