import { createServer } from 'node:http';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type App, readiness } from './app.ts';
import { type Sql, sql } from './database/sql.ts';
import { watchOutsideCalls } from './outside-calls.ts';

const registry = new Registry();
collectDefaultMetrics({ register: registry });

/** Buckets in seconds: from a cached answer to a file of a million rows. */
const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 60];
const registers = [registry];

/** Answered requests by call (its path in the contract) and status. */
export const requestSeconds = new Histogram({
  ...{ name: 'tradewind_request_seconds', help: 'Time of answered requests', buckets: SECONDS, registers },
  labelNames: ['call', 'status'] as const,
});

/** Runs of jobs and schedules by name; outcome: done, failed (tried again) or lost (no try left). */
export const jobSeconds = new Histogram({
  ...{ name: 'tradewind_job_seconds', help: 'Time of runs of jobs', buckets: SECONDS, registers },
  labelNames: ['job', 'outcome'] as const,
});

/** Calls to other systems by host; outcome: the class of the status (2xx), or lost. */
export const outsideSeconds = new Histogram({
  ...{ name: 'tradewind_outside_seconds', help: 'Time of calls to other systems', buckets: SECONDS, registers },
  labelNames: ['host', 'outcome'] as const,
});

/**
 * How late the continuous backup is, by what: log (the oldest of it that is not in the store yet), base. Nothing without a
 * backup.
 */
export const backupLateSeconds = new Gauge({
  ...{ name: 'tradewind_backup_late_seconds', help: 'How late the continuous backup is', registers },
  labelNames: ['what'] as const,
});

watchOutsideCalls(({ host }) => {
  const start = performance.now();
  return (outcome) => {
    const kind = 'status' in outcome ? `${String(outcome.status)[0]}xx` : 'lost';
    outsideSeconds.observe({ host, outcome: kind }, (performance.now() - start) / 1000);
  };
});

interface DatabaseGauge {
  gauge: Gauge;
  read: Sql;
  label: string | undefined;
}
const ofDatabase: DatabaseGauge[] = [];

/**
 * A figure that the whole installation has once, read from the database by the worker processes only.
 * `read`: rows of `value`, and of `name` where it has a label. It runs as the owner and must take milliseconds.
 */
export function defineGauge(name: string, help: string, read: Sql, label?: string): void {
  const gauge = new Gauge({ name: `tradewind_${name}`, help, labelNames: label ? [label] : [], registers: [] });
  ofDatabase.push({ gauge, read, label });
}

/** What a worker tells: everything. */
export function allFigures(): { name: string; type: string; labels: readonly string[] }[] {
  const all = [...registry.getMetricsAsArray(), ...ofDatabase.map(({ gauge }) => gauge)];
  return (all as unknown as { name: string; type?: string; labelNames?: string[] }[]).map(
    ({ name, type = 'gauge', labelNames = [] }) => ({ name, type, labels: labelNames }),
  );
}

defineGauge(
  'archive_lag_seconds',
  'Since PostgreSQL archived the last file of its log; 0 where it does not archive',
  sql`select case when current_setting('archive_mode') = 'off' then 0 else
      extract(epoch from now() - greatest(last_archived_time, pg_postmaster_start_time())) end as value
    from pg_stat_archiver`,
);

/** Databases are read at most this often, however many ask. */
const FRESH_MS = 5_000;
const SLOWEST_MS = 10_000;

async function readDatabase(app: App): Promise<void> {
  await Promise.all(
    ofDatabase.map(async ({ gauge, read, label }) => {
      const rows = await app.database.asOwner<{ name?: string; value: number | string | null }>(read);
      gauge.reset();
      for (const { name, value } of rows) gauge.set(label ? { [label]: name ?? '' } : {}, Number(value ?? 0));
    }),
  );
}

const poolConnections = new Gauge({
  ...{ name: 'tradewind_pool_connections', help: 'Connections to the database, and who waits for one', registers },
  labelNames: ['pool', 'state'] as const,
});

function readPools({ database }: App): void {
  const pools = { app: database.pool, owner: database.owner, direct: database.direct };
  for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
    poolConnections.set({ pool, state: 'busy' }, totalCount - idleCount);
    poolConnections.set({ pool, state: 'idle' }, idleCount);
    poolConnections.set({ pool, state: 'waiting' }, waitingCount);
  }
}

/**
 * How this process is, on a port of its own: `/metrics` for Prometheus, `/live`, `/ready`. It is not for the internet.
 * @returns ends it
 */
export async function serveMetrics(app: App, port: number, host = app.config.host): Promise<() => Promise<void>> {
  let read = { at: 0, done: Promise.resolve() };
  const worker = app.config.roles.includes('worker');
  // In processes that do not read them they would stand there as zero.
  if (worker) for (const { gauge } of ofDatabase) registry.registerMetric(gauge);
  const metrics = async () => {
    readPools(app);
    if (worker) {
      if (Date.now() - read.at > FRESH_MS) read = { at: Date.now(), done: readDatabase(app) };
      // A database that is away must not hide what the process itself knows.
      const late = new Promise<void>((resolve) => setTimeout(resolve, SLOWEST_MS).unref());
      await Promise.race([read.done, late]).catch((error) => app.log.warn({ error }, 'metrics of the database'));
    }
    return registry.metrics();
  };
  const answers: Record<string, () => Promise<{ status: number; type: string; text: string }>> = {
    '/metrics': async () => ({ status: 200, type: registry.contentType, text: await metrics() }),
    '/live': async () => ({ status: 200, type: 'text/plain', text: 'ok\n' }),
    '/ready': async () => {
      const text = await readiness(app);
      return { status: text === 'ok' ? 200 : 503, type: 'text/plain', text: `${text}\n` };
    },
  };
  const server = createServer((request, response) => {
    const answer = answers[(request.url ?? '').split('?')[0] ?? ''];
    if (!answer) return void response.writeHead(404).end();
    answer().then(
      ({ status, type, text }) => response.writeHead(status, { 'content-type': type }).end(text),
      (error) => {
        app.log.error({ error }, 'metrics');
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}
