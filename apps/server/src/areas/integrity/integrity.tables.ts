import { boolean, index, jsonb, text } from 'drizzle-orm/pg-core';
import { companyTable, instant } from '../../core/database/table.ts';

export const integrityRun = companyTable(
  'integrity_run',
  {
    at: instant('at').notNull().defaultNow(),
    startedBy: text('started_by').notNull(),
    /** Null while the run waits or is in progress. */
    finishedAt: instant('finished_at'),
    /** Of what is in `results` so far. */
    green: boolean('green').notNull().default(true),
    /** One entry a finished invariant, in their order: {key, green, checked, broken, rows: first broken rows, error, ms} */
    results: jsonb('results').notNull().default([]).$type<Record<string, unknown>[]>(),
  },
  (t) => [index('integrity_run_at').on(t.companyId, t.id.desc().nullsFirst())],
);
