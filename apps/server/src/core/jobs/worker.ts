import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { App } from '../app.ts';
import { systemContext } from '../context.ts';
import { sql } from '../database/sql.ts';
import { hintSoon } from '../hints.ts';
import { defineGauge, jobSeconds } from '../metrics.ts';
import { SpanKind, traced } from '../tracing.ts';
import { keptFailure } from './failure.ts';
import { jobKinds } from './jobs.ts';
import { patientPool } from './patient-pool.ts';
import { type Schedule, schedules } from './schedule.ts';
import '../retention.ts';

const HEARTBEAT_MS = 5_000;
const SILENT_AFTER_SECONDS = 30;

/**
 * Runs jobs and schedules. Several processes may do so at once. Each writes a heartbeat with the ids that lock its
 * jobs; jobs of a silent process (killed, powered off) are released instead of waiting for hours.
 */
export async function startWorker(
  app: App,
  options: { alone: boolean; concurrency?: number },
): Promise<{ stop(): Promise<void> }> {
  const { database } = app;
  if (options.alone) await database.asOwner(sql`delete from worker_heartbeat`);
  const self = randomUUID();
  const ids = new Set<string>();
  const beat = async () => {
    await database.asOwner(
      sql`insert into worker_heartbeat (process, worker_ids) values (${self}, ${[...ids]})
       on conflict (process) do update set worker_ids = excluded.worker_ids, at = now()`,
    );
    await database.asOwner(sql`delete from worker_heartbeat where at < now() - interval '1 day'`);
    await freeJobsOfTheSilent(app);
  };

  const events: WorkerEvents = new EventEmitter();
  // Jobs are locked under the pool's id, not under those of its workers.
  events.on('pool:create', ({ workerPool }) => ids.add(workerPool.id));
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') app.log.warn({ message }, 'job');
  });
  const runner: Runner = await run({
    pgPool: patientPool(database.direct),
    events,
    taskList: tasksOf(app),
    concurrency: options.concurrency ?? 4,
    pollInterval: 1000,
    noHandleSignals: true,
    logger,
    parsedCronItems: parseCronItems(
      schedules().map((s) => ({
        task: taskOf(s),
        match: s.cron,
        identifier: s.name,
        options: { backfillPeriod: 0, maxAttempts: 1, jobKey: s.name },
      })),
    ),
  });
  await beat();
  const timer = setInterval(() => void beat().catch((error) => app.log.warn({ error }, 'heartbeat')), HEARTBEAT_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await runner.stop();
      await database.asOwner(sql`delete from worker_heartbeat where process = ${self}`);
    },
  };
}

/** A schedule and its job may share a name: they are two tasks. */
const taskOf = (schedule: Schedule): string => `schedule:${schedule.name}`;

/** What a process can do, by the name of the task. */
export function tasksOf(app: App): TaskList {
  const tasks: TaskList = {};
  for (const kind of jobKinds().values()) {
    tasks[kind.name] = async (payload, helpers) => {
      const { companyId, trace, ...rest } = payload as { companyId: number; trace?: string };
      const ctx = systemContext(companyId, kind.name, `job-${helpers.job.id}`);
      const run = { attempt: helpers.job.attempts, maxAttempts: helpers.job.max_attempts };
      const attributes = { 'tradewind.company': companyId, 'tradewind.attempt': run.attempt };
      const span = { kind: SpanKind.CONSUMER, from: trace, attributes };
      const work = () => kind.handler(app, ctx, rest as never, run);
      await traced(kind.name, span, () => timed(kind.name, run.attempt >= run.maxAttempts, work)).catch(
        (error: unknown) => {
          if (run.attempt >= run.maxAttempts) hintSoon(companyId, 'work');
          throw keptFailure(error);
        },
      );
    };
  }
  for (const schedule of schedules())
    tasks[taskOf(schedule)] = () =>
      traced(taskOf(schedule), {}, () => timed(taskOf(schedule), true, async () => schedule.work(app)));
  return tasks;
}

async function timed(job: string, last: boolean, work: () => Promise<void>): Promise<void> {
  const end = jobSeconds.startTimer({ job });
  try {
    await work();
    end({ outcome: 'done' });
  } catch (error) {
    end({ outcome: last ? 'lost' : 'failed' });
    throw error;
  }
}

const WAITING = sql`from graphile_worker.jobs where locked_at is null and run_at <= now()`;
defineGauge(
  'job_lag_seconds',
  'How long the oldest job that could run has been waiting',
  sql`select task_identifier as name, extract(epoch from max(now() - run_at)) as value ${WAITING} and attempts < max_attempts group by 1`,
  'job',
);
defineGauge(
  'jobs_waiting',
  'Jobs that could run',
  sql`select task_identifier as name, count(*) as value ${WAITING} and attempts < max_attempts group by 1`,
  'job',
);
defineGauge(
  'jobs_lost',
  'Jobs that failed in all their tries',
  sql`select task_identifier as name, count(*) as value ${WAITING} and attempts >= max_attempts group by 1`,
  'job',
);
defineGauge(
  'workers_silent_seconds',
  'Since the last heartbeat of any worker',
  sql`select extract(epoch from now() - max(at)) as value from worker_heartbeat`,
);

async function freeJobsOfTheSilent(app: App): Promise<void> {
  await app.database.asOwner(
    sql`select graphile_worker.force_unlock_workers(array(
       select distinct locked_by from graphile_worker._private_jobs j
       where locked_by is not null and locked_at < now() - make_interval(secs => 2)
         and not exists (select from worker_heartbeat h where j.locked_by = any(h.worker_ids)
                         and h.at > now() - make_interval(secs => ${SILENT_AFTER_SECONDS}))))`,
  );
}
