import type { ResultOf } from '@tradewind/contract/call.ts';
import type { listJobs, retryJobs } from '@tradewind/contract/integrity.ts';
import type { Ctx, Language } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { writeHistory } from '../../../core/documents.ts';
import { readFailure } from '../../../core/jobs/failure.ts';
import { jobKinds } from '../../../core/jobs/jobs.ts';
import { say } from '../../../core/text/texts.ts';
import { documentsOf, type JobDocument } from './documents.ts';
import {
  cancelByIds,
  countJobs,
  type JobRow,
  type JobState,
  jobsByIds,
  jobsMatching,
  jobsPage,
  retryByIds,
} from './job.queries.ts';

export interface JobFilter {
  state?: JobState | undefined;
  task?: string | undefined;
  page: number;
  pageSize: number;
}

export async function readJobs(tx: Tx, ctx: Ctx, filter: JobFilter): Promise<ResultOf<typeof listJobs>> {
  const all = await countJobs(tx);
  const matching = all.filter((row) => !filter.task || row.task === filter.task);
  const countOf = (state: JobState) => sum(matching.filter((row) => row.state === state));
  const rows = await jobsPage(tx, filter);
  const documents = await documentsOf(
    tx,
    rows.map((row) => row.payload),
  );
  const tasks = [...new Set(all.map((row) => row.task))];
  return {
    rows: rows.map((row, i) => presented(row, documents[i] ?? null, ctx.language)),
    total: sum(matching.filter((row) => !filter.state || row.state === filter.state)),
    totalExact: true,
    counts: {
      queued: countOf('queued'),
      running: countOf('running'),
      retrying: countOf('retrying'),
      failed: countOf('failed'),
    },
    kinds: tasks.map((task) => ({
      task,
      title: titleOf(task, ctx.language),
      count: sum(all.filter((row) => row.task === task)),
    })),
  };
}

const sum = (rows: readonly { count: number }[]) => rows.reduce((total, row) => total + row.count, 0);

function titleOf(task: string, language: Language): string {
  return jobKinds().get(task)?.title[language === 'zh' ? 0 : 1] ?? task;
}

function presented(row: JobRow, document: JobDocument | null, language: Language) {
  const failure = row.lastError ? readFailure(row.lastError) : undefined;
  return {
    id: row.id,
    task: row.task,
    title: titleOf(row.task, language),
    document,
    state: row.state,
    attempts: row.attempts,
    maxAttempts: row.maxAttempts,
    reason: failure ? (failure.code ? say(language, failure.code, failure.params) : failure.message) : null,
    failure: failure?.full ?? null,
    createdAt: row.createdAt.toISOString(),
    runAt: row.runAt.toISOString(),
    startedAt: row.lockedAt?.toISOString() ?? null,
  };
}

interface Chosen {
  ids: readonly number[];
  filter?: { state?: JobState | undefined; task?: string | undefined } | undefined;
}
type Act = 'retry' | 'cancel';
const DO: Record<Act, (tx: Tx, ids: readonly number[]) => Promise<Set<number>>> = {
  retry: retryByIds,
  cancel: cancelByIds,
};

/** Retries or cancels jobs; reports running or finished ones separately, with the reason. */
export async function actOnJobs(tx: Tx, ctx: Ctx, act: Act, chosen: Chosen): Promise<ResultOf<typeof retryJobs>> {
  const jobs = chosen.filter ? await jobsMatching(tx, chosen.filter) : await jobsByIds(tx, chosen.ids);
  const done = await DO[act](
    tx,
    jobs.map((job) => job.id),
  );
  writeHistory(
    tx,
    jobs
      .filter((job) => done.has(job.id))
      .map((job) => ({ docKind: 'job', docId: job.id, event: act, fromState: job.state, detail: { task: job.task } })),
  );
  const known = new Map(jobs.map((job) => [job.id, job]));
  const desired = chosen.filter ? [...known.keys()] : [...new Set(chosen.ids)];
  return {
    done: done.size,
    failed: desired
      .filter((id) => !done.has(id))
      .map((id) => {
        const job = known.get(id);
        const error = job ? 'integrity.jobRuns' : 'integrity.jobGone';
        const label = job ? `${titleOf(job.task, ctx.language)} #${id}` : `#${id}`;
        return { id, label, error, reason: say(ctx.language, error) };
      }),
  };
}
