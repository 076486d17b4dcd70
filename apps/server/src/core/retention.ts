import type { App } from './app.ts';
import type { Ctx } from './context.ts';
import { sql } from './database/sql.ts';
import { defineSchedule } from './jobs/schedule.ts';

/** The days for which an export can be downloaded, and for which an uploaded import file is kept. */
export const KEEP_DAYS = 30;
const AT_ONCE = 200;

/** Exports and uploaded import files expire after a month; documents' attachments stay. */
export async function forgetFiles(app: App, ctx: Ctx): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const old = await app.database.look(ctx, (tx) =>
      tx.rows<{ id: number; of: 'export' | 'import'; fileKey: string | null }>(sql`
        (select id, 'export' as of, file_key from export_file
          where company_id = ${tx.companyId} and at < now() - make_interval(days => ${KEEP_DAYS}) limit ${AT_ONCE})
        union all
        (select id, 'import', file_key from attachment
          where company_id = ${tx.companyId} and doc_kind >= 'import:' and doc_kind < 'import;'
            and at < now() - make_interval(days => ${KEEP_DAYS}) limit ${AT_ONCE})`),
    );
    if (old.length === 0) return forgotten;
    // The file first: after a crash in between its row is found again.
    for (const { fileKey } of old) if (fileKey) await app.files.remove(ctx.companyId, fileKey);
    const idsOf = (kind: string) => old.filter((row) => row.of === kind).map((row) => row.id);
    await app.database.inCompany(ctx, (tx) =>
      Promise.all([
        tx.rows(
          sql`delete from export_file where company_id = ${tx.companyId} and id = any(${idsOf('export')}::bigint[])`,
        ),
        tx.rows(
          sql`delete from attachment where company_id = ${tx.companyId} and id = any(${idsOf('import')}::bigint[])`,
        ),
      ]),
    );
    forgotten += old.length;
  }
}

defineSchedule({
  name: 'core.forgetFiles',
  cron: '47 2 * * *',
  title: ['删除过期文件', 'Delete expired files'],
  each: forgetFiles,
});
