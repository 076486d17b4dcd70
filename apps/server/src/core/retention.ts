import type { App } from './app.ts';
import type { Ctx } from './context.ts';
import { sql } from './database/sql.ts';
import { defineSchedule } from './jobs/schedule.ts';

/** The days for which an uploaded import file is kept. How long an export can be downloaded, its row says. */
export const KEEP_DAYS = 30;
/** The days after which an export is forgotten altogether. */
const ROW_DAYS = 400;
const AT_ONCE = 200;

/** Files of exports expire, their rows stay; uploaded import files go after a month; documents' attachments stay. */
export async function forgetFiles(app: App, ctx: Ctx): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const old = await app.database.look(ctx, (tx) =>
      tx.rows<{ id: number; of: 'expired' | 'export' | 'import'; fileKey: string | null }>(sql`
        (select id, 'expired' as of, file_key from export_file
          where company_id = ${sql.company} and state = 'done' and expires_at <= ${tx.now} limit ${AT_ONCE})
        union all
        (select id, 'export', file_key from export_file
          where company_id = ${sql.company} and at < now() - make_interval(days => ${ROW_DAYS})
            and not (state = 'done' and expires_at <= ${tx.now}) limit ${AT_ONCE})
        union all
        (select id, 'import', file_key from attachment
          where company_id = ${sql.company} and doc_kind >= 'import:' and doc_kind < 'import;'
            and at < now() - make_interval(days => ${KEEP_DAYS}) limit ${AT_ONCE})`),
    );
    if (old.length === 0) return forgotten;
    // The file first: after a crash in between its row is found again.
    for (const { fileKey } of old) if (fileKey) await app.files.remove(ctx.companyId, fileKey);
    const idsOf = (kind: string) => old.filter((row) => row.of === kind).map((row) => row.id);
    await app.database.inCompany(ctx, (tx) =>
      Promise.all([
        tx.rows(
          sql`update export_file set state = 'expired', file_key = null
            where company_id = ${sql.company} and id = any(${idsOf('expired')}::bigint[])`,
        ),
        tx.rows(
          sql`delete from export_file where company_id = ${sql.company} and id = any(${idsOf('export')}::bigint[])`,
        ),
        tx.rows(
          sql`delete from attachment where company_id = ${sql.company} and id = any(${idsOf('import')}::bigint[])`,
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

/** Answers for repeated requests: nobody repeats one after so long, and some name buyers. */
export async function forgetAnswers(app: App, ctx: Ctx): Promise<number> {
  for (let forgotten = 0; ; ) {
    const gone = await app.database.inCompany(ctx, (tx) =>
      tx.rows(sql`delete from idempotency i using (select user_id, call, key from idempotency
          where company_id = ${sql.company} and at < ${tx.now}::timestamptz - make_interval(days => ${KEEP_DAYS}) limit ${AT_ONCE}) d
        where i.company_id = ${sql.company} and i.user_id = d.user_id and i.call = d.call and i.key = d.key returning 1`),
    );
    forgotten += gone.length;
    if (gone.length < AT_ONCE) return forgotten;
  }
}

defineSchedule({
  name: 'core.forgetAnswers',
  cron: '13 3 * * *',
  title: ['删除过期的请求记录', 'Delete answers of old requests'],
  each: forgetAnswers,
});
