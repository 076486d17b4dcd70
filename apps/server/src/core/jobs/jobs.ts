import type { App } from '../app.ts';
import type { Ctx } from '../context.ts';
import type { Tx } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { arrayOf } from '../scope.ts';
import { traceHere } from '../tracing.ts';

export interface JobOptions {
  /** Jobs of one queue run one after another, e.g. one queue a shop. */
  queue?: string;
  /** At most one waiting job of a key: a new one replaces it. */
  key?: string;
  keyMode?: 'replace' | 'preserve_run_at' | 'unsafe_dedupe';
  runAt?: Date;
  maxAttempts?: number;
  /** Lower runs first; 0 is usual. */
  priority?: number;
}

export type JobHandler<P> = (
  app: App,
  ctx: Ctx,
  payload: P,
  run: { attempt: number; maxAttempts: number },
) => Promise<void>;

interface JobKind {
  name: string;
  /** Its name in the job center. */
  title: readonly [zh: string, en: string];
  handler: JobHandler<never>;
}

const kinds = new Map<string, JobKind>();
const subscribers = new Map<string, string[]>();

export interface Job<P extends object> {
  name: string;
  /** Keeps the type of the payload. */
  readonly _payload?: P;
}

/** Declares a kind of job. Handlers may run twice (a crash after the work) and must do the work only once. */
export function defineJob<P extends object>(
  name: string,
  title: readonly [zh: string, en: string],
  handler: JobHandler<P>,
): Job<P> {
  if (kinds.has(name)) throw new Error(`Job ${name} is defined twice`);
  kinds.set(name, { name, title, handler: handler as JobHandler<never> });
  return { name };
}

export function jobKinds(): ReadonlyMap<string, JobKind> {
  return kinds;
}

/** Writes a job in the transaction that needs it: it exists if and only if the transaction commits. */
export async function addJob<P extends object>(
  tx: Tx,
  job: Job<P>,
  payload: P,
  options: JobOptions = {},
): Promise<void> {
  await addJobs(tx, [{ task: job.name, payload, ...options }]);
}

type JobSpec = { task: string; payload: object; runAt?: string } & Omit<JobOptions, 'runAt'>;
const waiting = new WeakMap<Tx, JobSpec[]>();

/** One statement at the end of a transaction writes all its jobs, so that others wait for a key the shortest time. */
async function addJobs(tx: Tx, jobs: ({ task: string; payload: object } & JobOptions)[]): Promise<void> {
  let specs = waiting.get(tx);
  if (!specs) {
    const mine: JobSpec[] = [];
    waiting.set(tx, mine);
    tx.beforeCommit(() => tx.later(sql`select app_add_jobs(${JSON.stringify(mine)}::jsonb)`));
    specs = mine;
  }
  const from = traceHere();
  for (const { runAt, key, queue, ...job } of jobs)
    specs.push({
      ...job,
      payload: { ...job.payload, companyId: tx.companyId, ...(from && { trace: from }) },
      ...(key ? { key: `${tx.companyId}:${key}` } : {}),
      ...(queue ? { queue: `${tx.companyId}:${queue}` } : {}),
      ...(runAt ? { runAt: runAt.toISOString() } : {}),
    });
}

/** An event for areas above: `orders` never calls `finance`, `finance` subscribes to `order.shipped`. */
export interface Event<P extends object> {
  name: string;
  readonly _payload?: P;
}

export function defineEvent<P extends object>(name: string): Event<P> {
  return { name };
}

/** The subscriber's handler runs as a job of its own after the event's transaction has committed. */
export function subscribe<P extends object>(
  event: Event<P>,
  subscriber: string,
  title: readonly [zh: string, en: string],
  handler: JobHandler<P>,
): void {
  const job = defineJob(`${subscriber}<${event.name}`, title, handler);
  subscribers.set(event.name, [...(subscribers.get(event.name) ?? []), job.name]);
}

export async function emit<P extends object>(
  tx: Tx,
  event: Event<P>,
  payload: P,
  options: JobOptions = {},
): Promise<void> {
  const tasks = subscribers.get(event.name) ?? [];
  if (tasks.length > 0)
    await addJobs(
      tx,
      tasks.map((task) => ({ task, payload, ...options })),
    );
}

/** graphile-worker waits e^tries seconds before the next try, e^10 at most. */
function triesWithin(seconds: number): number {
  let tries = 1;
  for (let left = seconds; tries < 25; tries++) {
    left -= Math.exp(Math.min(tries, 10));
    if (left < 0) break;
  }
  return tries;
}

/**
 * A schedule's tick: asks for the job of each company, a second apart, or closer where they would not fit before the
 * next tick. What fails is tried again until then. A job that still waits or runs is not asked for a second time. A
 * company's jobs by the clock run in two queues, so that a long one of the night holds up none of every minute.
 * Always in the order of companies, so that two schedules of one minute wait for each other and never both.
 * @param seconds from this tick to the next
 * @param due selects `company_id`
 */
export async function eachCompany<P extends object>(
  app: App,
  job: Job<P>,
  seconds: number,
  due: Sql = sql`select id as company_id from company`,
): Promise<void> {
  const found = await app.database.asOwner<{ companyId: number }>(sql`select company_id from (${due}) d
    where not exists (select from company_removal r where r.id = d.company_id and r.ended_at is null) order by company_id`);
  if (found.length === 0) return;
  const ids = sql`unnest(${arrayOf(found.map((row) => row.companyId))}::int[])`;
  const jobs = sql`graphile_worker._private_jobs`;
  await app.database.asOwner(
    sql`select graphile_worker.reschedule_jobs(array(select j.id from ${jobs} j join ${ids} as c(id) on j.key = c.id || ':' || ${job.name}
       where j.locked_at is null and j.attempts >= j.max_attempts), run_at => now(), attempts => 0)`,
  );
  await app.database.asOwner(
    sql`select graphile_worker.add_job(identifier => ${job.name}, payload => json_build_object('companyId', c.id),
       queue_name => c.id || ${seconds < 3600 ? ':clock' : ':clock:long'}, run_at => now() + make_interval(secs => (c.place - 1) * ${Math.min(1, seconds / found.length)}),
       max_attempts => ${triesWithin(seconds)}, job_key => c.id || ':' || ${job.name})
     from ${ids} with ordinality as c(id, place) where not exists (select from ${jobs} j where j.key = c.id || ':' || ${job.name})
     order by c.place`,
  );
}

/** For the job center: this company's jobs. */
export function listJobs(tx: Tx) {
  return tx.rows<{
    id: number;
    task: string;
    payload: Record<string, unknown>;
    queue: string | null;
    attempts: number;
    maxAttempts: number;
    lastError: string | null;
    runAt: Date;
    createdAt: Date;
    lockedAt: Date | null;
    state: 'queued' | 'running' | 'retrying' | 'failed';
  }>(sql`select id, task, payload, queue, attempts, max_attempts, last_error,
    run_at, created_at, locked_at, state from app_list_jobs() order by id desc limit 1000`);
}
