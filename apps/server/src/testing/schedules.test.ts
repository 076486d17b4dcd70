import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../sandbox/src/main.ts';
import { schedules, secondsBetween } from '../core/jobs/schedule.ts';
import { ownServer, type TestServer } from './harness.ts';
import { strike } from './strike.ts';

let sandbox: Sandbox;
let server: TestServer;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: 7, ordersPerShop: 0 });
  server = await ownServer({ SANDBOX_PORT: String(sandbox.port) });
  await server.company();
  await server.company('Elsewhere');
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

/** What is due now or has failed; what asked to be run later is neither. */
async function due(): Promise<{ task: string; error: string | null }[]> {
  const { rows } = await server.app.database.owner.query<{ task: string; error: string | null }>(
    `select t.identifier as task, j.last_error as error from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where j.run_at <= now() or j.last_error is not null`,
  );
  return rows;
}

it('asks for no job where nothing is due, however many companies there are', async () => {
  for (let n = 0; n < 10; n++) await server.company(`Idle ${n}`);
  await server.app.database.owner.query(`update session set last_seen_at = now() - interval '2 hours'`);
  const often = schedules().filter(({ cron }) => secondsBetween(cron) < 3600);
  expect(often.length).toBeGreaterThan(10);
  for (const schedule of often) await schedule.work(server.app);
  expect((await due()).filter(({ task }) => task.endsWith('/each'))).toEqual([]);
});

it('what comes round by itself comes to an end: no job asks for itself for ever, and none fails', async () => {
  for (const { name } of schedules()) await strike(server.app, name);
  await server.startWorker();
  await server.until(async () => (await due()).every((job) => job.error !== null), 60);
  expect(await due()).toEqual([]);
});
