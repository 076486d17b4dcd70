import { runOnce } from 'graphile-worker';
import type { App } from '../core/app.ts';
import { schedules } from '../core/jobs/schedule.ts';
import { tasksOf } from '../core/jobs/worker.ts';
import { until } from './harness.ts';

/** A schedule's tick, and at once what it asks each company's job to do. Throws what a company's job threw. */
export async function strike(app: App, name: string): Promise<void> {
  const schedule = schedules().find((one) => one.name === name);
  if (!schedule) throw new Error(`no schedule ${name}`);
  await schedule.work(app);
  const task = `${name}/each`;
  const work = tasksOf(app)[task];
  if (!work) return;
  const { owner } = app.database;
  const mine = `from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1`;
  await owner.query(`update graphile_worker._private_jobs set run_at = now() where id in (select j.id ${mine})`, [
    task,
  ]);
  // Graphile's statements have names, which an older pooler does not keep.
  await runOnce({ pgPool: app.database.direct, taskList: { [task]: work }, noHandleSignals: true });
  // A worker of the test's may have taken some.
  await until(async () => (await owner.query(`select ${mine} and j.last_error is null`, [task])).rowCount === 0);
  const failed = await owner.query(`select j.last_error ${mine} and j.last_error is not null`, [task]);
  if (failed.rows[0]) throw new Error(`${task}: ${failed.rows[0].last_error}`);
}
