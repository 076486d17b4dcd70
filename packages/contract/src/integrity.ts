import { z } from 'zod';
import { rights } from './access/modules.ts';
import { bulkCall, defineCall, id, idempotencyKey, list, pageOf, paging, text } from './call.ts';

/** In the order in which the page shows them. */
export const INTEGRITY_AREAS = ['stock', 'orders', 'logistics', 'procurement', 'finance'] as const;

const jobState = z.enum(['queued', 'running', 'retrying', 'failed']);

/** The subject of a job, if it has a single one. */
const document = z.object({
  kind: z.enum(['order', 'shop', 'parcel', 'outbound', 'wave', 'product', 'user']),
  id: z.number().int(),
  label: z.string(),
  /** How many more it is about. */
  more: z.number().int(),
});
const job = z.object({
  id: z.number().int(),
  task: z.string(),
  /** In the user's language. */
  title: z.string(),
  document: document.nullable(),
  state: jobState,
  attempts: z.number().int(),
  maxAttempts: z.number().int(),
  /** Why the last try failed: in one line and in full. */
  reason: z.string().nullable(),
  failure: z.string().nullable(),
  createdAt: z.string(),
  /** When it is tried next, or was to be. */
  runAt: z.string(),
  /** Running since. */
  startedAt: z.string().nullable(),
});

export const listJobs = defineCall({
  method: 'GET',
  path: '/seller/trust/listJobs',
  access: [rights.job.view],
  summary: 'Lists the company’s background jobs: waiting, running, retrying and failed.',
  input: z.strictObject({ state: jobState.optional(), task: text(100).optional(), ...paging }),
  result: pageOf(job).extend({
    counts: z.object({
      queued: z.number().int(),
      running: z.number().int(),
      retrying: z.number().int(),
      failed: z.number().int(),
    }),
    /** Kinds of jobs that there are now, for the filter. */
    kinds: z.array(z.object({ task: z.string(), title: z.string(), count: z.number().int() })),
  }),
});
const chosenJobs = z.strictObject({
  ids: list(id(), 1000).default([]),
  /** All matches, instead of chosen ones. */
  filter: z.strictObject({ state: jobState.optional(), task: text(100).optional() }).optional(),
  ...idempotencyKey,
});
export const retryJobs = bulkCall(
  '/seller/trust/retryJobs',
  [rights.job.retry],
  'Retries jobs at once, with all their attempts available again.',
  chosenJobs,
);
export const cancelJobs = bulkCall(
  '/seller/trust/cancelJobs',
  [rights.job.cancel],
  'Removes jobs from the queue. A running job cannot be cancelled.',
  chosenJobs,
);

const brokenRow = z.object({
  subject: z.string(),
  field: z.string(),
  expected: z.string(),
  actual: z.string(),
});
const checkResult = z.object({
  key: z.string(),
  area: z.enum(INTEGRITY_AREAS),
  title: z.string(),
  explain: z.string(),
  /** null: not checked yet in this run. */
  green: z.boolean().nullable(),
  checked: z.number().int(),
  broken: z.number().int(),
  rows: z.array(brokenRow),
  /** The check itself failed. */
  error: z.string().nullable(),
  ms: z.number().int(),
});
const runHead = z.object({
  id: z.number().int(),
  at: z.string(),
  finishedAt: z.string().nullable(),
  /** A user's username, or "schedule". */
  startedBy: z.string(),
  green: z.boolean(),
  done: z.number().int(),
  total: z.number().int(),
  red: z.number().int(),
});
export const listIntegrityRuns = defineCall({
  method: 'GET',
  path: '/seller/trust/listTrustRuns',
  access: [rights.integrity.view],
  summary: 'Lists the last thirty runs of the integrity checks. A run in progress includes its progress.',
  input: z.strictObject({}),
  result: z.object({ runs: z.array(runHead) }),
});
export const findIntegrityRun = defineCall({
  method: 'GET',
  path: '/seller/trust/findTrustRun',
  access: [rights.integrity.view],
  summary:
    'Returns a run with all of its checks and the first broken rows. Without `id`, returns the latest finished run.',
  input: z.strictObject({ id: id().optional() }),
  result: z.object({ run: runHead.nullable(), results: z.array(checkResult) }),
});
export const runIntegrityChecks = defineCall({
  method: 'POST',
  path: '/seller/trust/runTrustChecks',
  access: [rights.integrity.run],
  summary: 'Starts the integrity checks, unless a run is in progress. Returns the run.',
  input: z.strictObject({ ...idempotencyKey }),
  result: z.object({ id: z.number().int() }),
});
