import { boolean, index, jsonb, text } from 'drizzle-orm/pg-core';
import { companyTable, instant } from '../../core/database/table.ts';

export const trustRun = companyTable(
  'trust_run',
  {
    at: instant('at').notNull().defaultNow(),
    startedBy: text('started_by').notNull(),
    green: boolean('green').notNull(),
    /** [{invariant, green, checked, broken, rows: first broken rows}] */
    results: jsonb('results').notNull().$type<Record<string, unknown>[]>(),
  },
  (t) => [index('trust_run_at').on(t.companyId, t.id.desc().nullsFirst())],
);
