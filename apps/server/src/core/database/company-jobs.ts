import type { PoolClient } from 'pg';
import { z } from 'zod';

/** A job as a line of an archive; names of queue and key without their company. */
const jobLine = z.object({
  task: z.string(),
  payload: z.record(z.string(), z.unknown()),
  queue: z.string().nullable(),
  key: z.string().nullable(),
  runAt: z.string(),
  maxAttempts: z.number(),
  priority: z.number(),
});

/** The company's jobs that are not done, as lines of JSON in their order. */
export async function jobLines(client: PoolClient, companyId: number, without: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<z.infer<typeof jobLine>>(
    `select t.identifier as task, j.payload::jsonb - 'companyId' as payload, q.queue_name as queue, j.key,
       to_json(j.run_at) #>> '{}' as "runAt", j.max_attempts::int as "maxAttempts", j.priority::int as priority
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     where (j.payload ->> 'companyId')::int = $1 and t.identifier <> all($2) order by j.id`,
    [companyId, without],
  );
  const own = (name: string | null) => (name?.startsWith(`${companyId}:`) ? name.slice(`${companyId}:`.length) : name);
  return rows.map(({ queue, key, ...job }) => JSON.stringify({ ...job, queue: own(queue), key: own(key) }));
}

/** Adds jobs of `jobLines` for a company: they begin with the commit. */
export async function putJobs(client: PoolClient, companyId: number, lines: readonly string[]): Promise<void> {
  const jobs = lines.map((line) => {
    const { payload, queue, key, ...job } = jobLine.parse(JSON.parse(line));
    return {
      ...{ ...job, payload: { ...payload, companyId } },
      ...(queue ? { queue: `${companyId}:${queue}` } : {}),
      ...(key ? { key: `${companyId}:${key}` } : {}),
    };
  });
  await client.query(`select set_config('app.company', $1, true)`, [String(companyId)]);
  await client.query('select app_add_jobs($1::jsonb)', [JSON.stringify(jobs)]);
}
