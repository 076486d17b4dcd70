import type { ResultOf } from '@tradewind/contract/call.ts';
import type { ExportState } from '@tradewind/contract/catalog.ts';
import type { getArchive } from '@tradewind/contract/company.ts';
import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { type Ctx, systemContext } from '../../../core/context.ts';
import { hashToken, newToken } from '../../../core/crypto.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { forbidden, ruleBroken } from '../../../core/errors.ts';
import { fileAnswer } from '../../../core/exports.ts';
import { hint } from '../../../core/hints.ts';
import type { FileStream, RequestCtx } from '../../../core/http/routes.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { openSpool } from '../../../core/spool.ts';
import { say } from '../../../core/text/texts.ts';
import { companyOf } from '../companies.ts';
import { writeArchive } from './archive.ts';

const KIND = 'company.archive';
/** An archive holds everything: it is not kept longer than it takes to fetch it. */
const KEPT_DAYS = 3;
const LINK_MINUTES = 10;
const PURPOSE = 'companyArchive';

const requested = defineAction('company.archiveRequested', ['导出公司全部数据', 'Archive of the company requested']);
const linked = defineAction('company.archiveLinked', [
  '获取公司数据下载链接',
  'Link to the archive of the company made',
]);

/** @throws forbidden company.archiveMainOnly */
function assertMain({ actor }: Pick<Ctx, 'actor'>): void {
  if (!actor.mainAccount) throw forbidden('company.archiveMainOnly');
}

interface Archive {
  id: number;
  name: string;
  state: ExportState;
  at: Date;
  bytes: number | null;
  expiresAt: Date | null;
  fileKey: string | null;
}

const latest = (tx: Tx) =>
  tx.row<Archive>(sql`select id, name, state, at, bytes, expires_at, file_key from export_file
    where company_id = ${sql.company} and kind = ${KIND} order by id desc limit 1`);

export async function archiveState(tx: Tx, ctx: Ctx): Promise<ResultOf<typeof getArchive>> {
  const found = ctx.actor.mainAccount ? await latest(tx) : undefined;
  if (!found) return { archive: null };
  const { state, at, bytes, expiresAt } = found;
  return { archive: { state, at: at.toISOString(), bytes, expiresAt: expiresAt?.toISOString() ?? null } };
}

/** A second press while one is made finds that one. */
export async function requestArchive(tx: Tx, ctx: RequestCtx): Promise<{ exportId: number }> {
  assertMain(ctx);
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`${KIND}:${tx.companyId}`}, 0))`);
  const found = await latest(tx);
  if (found && (found.state === 'queued' || found.state === 'running')) return { exportId: found.id };
  const made = await tx.row<{ id: number }>(sql`
    insert into export_file (company_id, user_id, name, state, kind, format, access)
    select ${sql.company}, ${ctx.actor.userId}, concat(${say(ctx.language, 'company.archiveName')}::text,
      to_char(${dayOf(sql`${tx.now}`)}, ' YYYY-MM-DD'), '.zip'), 'queued', ${KIND}, 'zip', '"user"'::jsonb returning id`);
  if (!made) throw new Error('no row for an archive');
  await addJob(
    tx,
    archiveJob,
    { exportId: made.id, userId: ctx.actor.userId },
    { queue: 'exports:0', maxAttempts: 3, priority: 10 },
  );
  note(tx, requested, ctx);
  hint(tx, 'files', [ctx.actor.userId]);
  return { exportId: made.id };
}

const archiveJob = defineJob<{ exportId: number; userId: number }>(
  KIND,
  ['导出公司全部数据', 'Make an archive of the company'],
  async (app, ctx, { exportId, userId }, run) => {
    try {
      await makeFile(app, ctx, exportId, userId);
    } catch (error) {
      if (run.attempt >= run.maxAttempts)
        await setState(app, ctx, { exportId, userId }, sql`state = 'failed', finished_at = now()`);
      throw error;
    }
  },
);

/** A new state, unless it was cancelled meanwhile. */
async function setState(
  app: App,
  ctx: Ctx,
  { exportId, userId }: { exportId: number; userId: number },
  set: ReturnType<typeof sql>,
): Promise<boolean> {
  return app.database.inCompany(ctx, async (tx) => {
    hint(tx, 'files', [userId]);
    const row = await tx.row(sql`update export_file set ${set} where company_id = ${sql.company} and id = ${exportId}
      and state in ('queued', 'running') returning id`);
    return row !== undefined;
  });
}

async function makeFile(app: App, ctx: Ctx, exportId: number, userId: number): Promise<void> {
  const key = app.files.newKey(ctx.companyId, 'archive.zip');
  const of = { exportId, userId };
  const former = await app.database.look(ctx, (tx) =>
    tx.row<{ fileKey: string | null }>(
      sql`select file_key from export_file where company_id = ${sql.company} and id = ${exportId}`,
    ),
  );
  // Written down first, so that a process that dies leaves no file that nobody knows.
  if (!(await setState(app, ctx, of, sql`state = 'running', file_key = ${key}`))) return;
  if (former?.fileKey) await app.files.remove(ctx.companyId, former.fileKey);
  const { name } = await app.database.look(ctx, companyOf);
  const spool = await openSpool(app.config.dataDir);
  try {
    const { tables } = await writeArchive(app, { id: ctx.companyId, name }, (chunk) => spool.write(chunk));
    await app.files.putStream(ctx.companyId, key, spool.read(), spool.bytes());
    const rows = tables.flatMap(({ parts }) => parts).reduce((sum, part) => sum + part.rows, 0);
    const done = await setState(
      app,
      ctx,
      of,
      sql`state = 'done', rows_done = ${rows}, rows_total = ${rows},
      bytes = ${spool.bytes()}, finished_at = now(), expires_at = now() + make_interval(days => ${KEPT_DAYS})`,
    );
    if (!done) await app.files.remove(ctx.companyId, key);
  } finally {
    await spool.close();
  }
}

/** The database keeps only the hash of the link's key. @throws ruleBroken company.noArchive */
export async function linkToArchive(tx: Tx, ctx: RequestCtx, publicUrl: string): Promise<{ url: string }> {
  assertMain(ctx);
  const found = await latest(tx);
  if (found?.state !== 'done') throw ruleBroken('company.noArchive');
  const key = newToken();
  await tx.rows(sql`insert into one_time_key (key_hash, purpose, company_id, payload, expires_at)
    values (${hashToken(key)}, ${PURPOSE}, ${sql.company}, ${JSON.stringify({ exportId: found.id })}::jsonb,
      now() + make_interval(mins => ${LINK_MINUTES}))`);
  note(tx, linked, ctx);
  return { url: `${publicUrl}/api/seller/company/downloadArchive?key=${key}` };
}

/** @throws ruleBroken for a key that is unknown, used or too old */
export async function archiveOfLink(app: App, key: string): Promise<FileStream> {
  const [used] = await app.database.global<{ companyId: number; exportId: number }>(sql`
    update one_time_key set used_at = now() where key_hash = ${hashToken(key)} and purpose = ${PURPOSE}
      and used_at is null and expires_at > now() returning company_id, (payload ->> 'exportId')::bigint as export_id`);
  if (!used) throw ruleBroken('company.noArchive');
  const ctx = systemContext(used.companyId, KIND);
  const file = await app.database.look(ctx, (tx) =>
    tx.row<Archive>(
      sql`select name, state, file_key from export_file where company_id = ${sql.company} and id = ${used.exportId}`,
    ),
  );
  if (!file) throw ruleBroken('company.noArchive');
  return fileAnswer(app, used.companyId, { ...file, format: 'zip' });
}

function note(tx: Tx, action: typeof requested, { address }: RequestCtx): void {
  writeAudit(tx, [{ action, targetKind: 'company', targetId: tx.companyId, targetName: '', address }]);
}
