import type { ResultOf } from '@tradewind/contract/call.ts';
import type { listExports } from '@tradewind/contract/catalog.ts';
import { sql } from './database/sql.ts';
import { defineList } from './lists.ts';

/** The actor's exports, finished and in progress. */
export const exportFiles = defineList<object, ResultOf<typeof listExports>['rows'][number]>({
  table: 'export_file',
  as: 'f',
  scope: (tx) => sql`f.user_id = ${tx.actor.userId}`,
  filters: {},
  order: sql`f.id desc`,
  columns: sql`f.id, f.name, f.state, f.rows_done, f.rows_total, f.error, f.at`,
  missing: 'export.notFound',
});
