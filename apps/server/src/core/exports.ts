import { rights as modules } from '@tradewind/contract/access/modules.ts';
import type { Access, Call, exportQueued, ParsedOf } from '@tradewind/contract/call.ts';
import type { ExportFormat } from '@tradewind/contract/catalog.ts';
import type { z } from 'zod';
import type { App } from './app.ts';
import { type Ctx, mayPress, maySee, permits, type Rights } from './context.ts';
import type { Tx } from './database/database.ts';
import { sql } from './database/sql.ts';
import { dayOf } from './database/statement.ts';
import { conflict, Fail, forbidden, notFound } from './errors.ts';
import type { ExportKind, PagedExport } from './export-kind.ts';
import { exportEnded, writeFile } from './export-write.ts';
import { hint } from './hints.ts';
import { defineHook } from './hooks.ts';
import { type FileStream, handle, type Route } from './http/routes.ts';
import { addJob, defineJob } from './jobs/jobs.ts';
import { defineTexts, say } from './text/texts.ts';

export type { ExportColumn, ExportKind, PagedExport } from './export-kind.ts';
export { exportEnded } from './export-write.ts';

defineTexts({
  'export.notPermitted': ['您没有导出数据的权限', 'You do not have permission to export data'],
  'export.rightLost': ['您已没有导出该数据的权限', 'You no longer have permission to export this data'],
  'export.notFound': ['找不到该导出文件', 'This export does not exist'],
  'export.notReady': ['该文件尚未生成', 'This file is not ready yet'],
  'export.expired': ['该文件已过期，请重新生成', 'This file has expired. Run it again'],
  'export.finished': ['该导出已结束', 'This export has already finished'],
  'export.underWay': ['请先取消该导出', 'Cancel this export first'],
  'export.cannotRepeat': [
    '该文件不能重新生成，请在原页面再次导出',
    'This file cannot be made again. Export it on its page',
  ],
  'export.tooManyRows': [
    '超过 {rows} 行，请缩小筛选范围后再导出',
    'More than {rows} rows. Narrow the filters and export again',
  ],
  'export.about': ['说明', 'About'],
  'export.aboutName': ['项目', 'What'],
  'export.aboutValue': ['内容', 'Value'],
  'export.failed': [
    '导出出错，请重试；仍不成功请联系我们并提供编号 {id}',
    'The export failed. Try again. If it fails again, contact us and quote {id}',
  ],
});

/** `zip`: a company as a whole, which no export of a list is. */
const MIMES: Record<ExportFormat | 'zip', string> = {
  zip: 'application/zip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** A part of a file; behind the key of its last row the next one begins. */
export const partOf = <R>(rows: R[], limit: number, keyOf: (row: R) => string | number) => {
  const last = rows.at(-1);
  return { rows, next: last !== undefined && rows.length === limit ? String(keyOf(last)) : null };
};

interface Kind {
  allow(ctx: Pick<Ctx, 'rights'>, filter: unknown): void;
  write(app: App, ctx: Ctx, file: { exportId: number; format: ExportFormat }, filter: unknown): Promise<void>;
  queue(tx: Tx, ctx: Asker, filter: unknown, requested: ExportRequest): Promise<number | undefined>;
}
const kinds = new Map<string, Kind>();

export function defineExport<F extends object, R>(kind: PagedExport<F, R>): PagedExport<F, R>;
export function defineExport<F extends object, R>(kind: ExportKind<F, R>): ExportKind<F, R>;
export function defineExport<F extends object, R>(kind: ExportKind<F, R>): ExportKind<F, R> {
  if (kinds.has(kind.name)) throw new Error(`Export ${kind.name} is defined twice`);
  kinds.set(kind.name, {
    allow: (ctx, filter) => kind.allow?.(ctx, kind.filter.parse(filter)),
    write: (app, ctx, file, filter) => writeFile(app, ctx, file, kind, kind.filter.parse(filter)),
    queue: (tx, ctx, filter, requested) => queueExport(tx, ctx, kind, kind.filter.parse(filter), requested),
  });
  return kind;
}

interface Payload {
  exportId: number;
  kind: string;
  filter: object;
  asker: Pick<Ctx, 'actor' | 'language'>;
  /** Jobs of an earlier version have neither. */
  access?: Access;
  format?: ExportFormat;
}

/** Areas that know users return the requester's current rights. No answer: the user is gone or disabled. */
export const askerRights = defineHook<{ userId: number; rights?: Rights }>();

export async function rightsOf(tx: Tx, userId: number): Promise<Rights | undefined> {
  const requested: { userId: number; rights?: Rights } = { userId };
  await askerRights.call(tx, requested);
  return requested.rights;
}

const exportJob = defineJob<Payload>(
  'core.export',
  ['导出文件', 'Export a file'],
  async (app, jobCtx, payload, run) => {
    const { actor, language } = payload.asker;
    const { exportId, access = 'user', format = 'xlsx' } = payload;
    const rights = await app.database.inCompany(jobCtx, (tx) => rightsOf(tx, actor.userId));
    const ctx: Ctx = { ...jobCtx, actor, language, rights: rights ?? jobCtx.rights };
    const kind = kinds.get(payload.kind);
    if (!kind) throw new Error(`no export ${payload.kind}`);
    try {
      // The file leaves out data to which they lost the right while it waited.
      if (!rights || !maySee(rights, 'export')) throw forbidden('export.notPermitted');
      if (!permits(access, rights)) throw forbidden('export.rightLost');
      kind.allow(ctx, payload.filter);
      await kind.write(app, ctx, { exportId, format }, payload.filter);
    } catch (error) {
      if (!(error instanceof Fail) && run.attempt < run.maxAttempts) throw error;
      const answered = error instanceof Fail ? error : new Fail('export.failed', 500, { id: exportId });
      if (answered !== error) app.log.error({ error, exportId }, 'export failed');
      await app.database.inCompany(ctx, async (tx) => {
        const failed = await tx.row(sql`update export_file set state = 'failed', finished_at = now(),
            error = ${say(ctx.language, answered.code, answered.params)}
          where company_id = ${sql.company} and id = ${exportId} and state in ('queued', 'running') returning id`);
        if (!failed) return;
        hint(tx, 'files', [actor.userId]);
        await exportEnded.call(tx, { exportId, done: false });
      });
    }
  },
);

/** In whose name a file is made; their rights are looked up again when it is. */
export type Asker = Pick<Ctx, 'actor' | 'language'>;

/** How a file is requested. */
export interface ExportRequest {
  /** Of the call: any of its rights is needed again when the file is made. */
  access: Access;
  format?: ExportFormat | undefined;
  centre?: boolean;
  rerunOf?: number;
  schedule?: { id: number; dueAt: Date };
}

/** Queues the file of an export. @throws forbidden without the permission to take data out */
export async function startExport<F extends object, R>(
  tx: Tx,
  ctx: Ctx,
  kind: ExportKind<F, R>,
  filter: F,
  requested: ExportRequest,
): Promise<{ exportId: number }> {
  if (!maySee(ctx.rights, 'export')) throw forbidden('export.notPermitted');
  kind.allow?.(ctx, filter);
  return { exportId: (await queueExport(tx, ctx, kind, filter, requested)) ?? 0 };
}

/** Whether its asker may have it is found out when it is made. Undefined: its schedule has requested it before. */
export async function queueExport<F extends object, R>(
  tx: Tx,
  { actor, language }: Asker,
  kind: ExportKind<F, R>,
  filter: F,
  { access, format = 'xlsx', centre = false, rerunOf, schedule }: ExportRequest,
): Promise<number | undefined> {
  const titles = typeof kind.title === 'function' ? kind.title(filter) : kind.title;
  const title = titles[language === 'zh' ? 0 : 1];
  const made = await tx.row<{ id: number }>(sql`
    insert into export_file (company_id, user_id, name, state, kind, filter, access, format, centre, rerun_of, schedule_id, due_at)
    select ${sql.company}, ${actor.userId}, concat(${title}::text, to_char(${dayOf(sql`${tx.now}`)}, ' YYYY-MM-DD'), ${`.${format}`}::text), 'queued',
      ${kind.name}, ${JSON.stringify(filter)}::jsonb, ${JSON.stringify(access)}::jsonb, ${format}, ${centre}, ${rerunOf ?? null},
      ${schedule?.id ?? null}, ${schedule?.dueAt ?? null}
    on conflict do nothing returning id`);
  if (!made) return undefined;
  const settled = kind.settle ? await kind.settle(tx, filter, schedule?.dueAt ?? tx.now) : filter;
  await addJob(
    tx,
    exportJob,
    { exportId: made.id, kind: kind.name, filter: settled, asker: { actor, language }, access, format },
    // Two at once: a company that requests many keeps nobody else waiting.
    { maxAttempts: 3, priority: 10, queue: `exports:${made.id % 2}` },
  );
  hint(tx, 'files', [actor.userId]);
  return made.id;
}

type ExportCall = Call<z.ZodType<object>, typeof exportQueued>;
/** The route of an export. `filterOf`: if the filter is a part of the input. */
export function exportRoute<C extends ExportCall, R>(
  call: C,
  kind: ExportKind<Omit<ParsedOf<C>, 'idempotencyKey'>, R>,
): Route;
export function exportRoute<C extends ExportCall, F extends object, R>(
  call: C,
  kind: ExportKind<F, R>,
  filterOf: (input: ParsedOf<C>) => F,
): Route;
export function exportRoute(
  call: ExportCall,
  kind: ExportKind<object, unknown>,
  filterOf: (input: object) => object = withoutKey,
): Route {
  return handle(call, (tx, input, ctx) => startExport(tx, ctx, kind, filterOf(input), { access: call.access }));
}

function withoutKey({ idempotencyKey: _key, ...filter }: { idempotencyKey?: string }): object {
  return filter;
}

const mine = (tx: Tx, exportId: number) =>
  sql`company_id = ${sql.company} and user_id = ${tx.actor.userId} and id = ${exportId}`;

interface Kept {
  name: string;
  state: string;
  kind: string;
  filter: object;
  access: Access;
  format: ExportFormat;
  centre: boolean;
  fileKey: string | null;
}

/** One of the actor's own files. @throws notFound */
async function keptFile(tx: Tx, exportId: number): Promise<Kept> {
  const row = await tx.row<Kept>(sql`select name, state, kind, filter, access, format, centre, file_key from export_file
    where ${mine(tx, exportId)}`);
  if (!row) throw notFound('export.notFound');
  return row;
}

export async function readExportFile(app: App, ctx: Ctx, exportId: number): Promise<FileStream> {
  const file = await app.database.inCompany(ctx, (tx) => keptFile(tx, exportId));
  if (file.centre && !mayPress(ctx.rights, modules.reportCentre.download)) throw forbidden();
  return fileAnswer(app, ctx.companyId, file);
}

/** A finished file, which leaves the store in a stream. @throws conflict for one that is not there yet, or no longer */
export async function fileAnswer(
  app: App,
  companyId: number,
  { name, state, format, fileKey }: Pick<Kept, 'name' | 'state' | 'fileKey'> & { format: keyof typeof MIMES },
): Promise<FileStream> {
  if (state === 'expired') throw conflict('export.expired');
  if (state !== 'done' || !fileKey) throw conflict('export.notReady');
  return { name, mime: MIMES[format], data: await app.files.stream(companyId, fileKey) };
}

export async function cancelExportFile(tx: Tx, exportId: number): Promise<void> {
  const row = await tx.row(sql`update export_file set state = 'cancelled', finished_at = ${tx.now}
    where ${mine(tx, exportId)} and state in ('queued', 'running') returning id`);
  hint(tx, 'files', [tx.actor.userId]);
  if (row) return;
  await keptFile(tx, exportId);
  throw conflict('export.finished');
}

/** The same again, with the days as they are now and the rights of now. */
export async function rerunExport(tx: Tx, ctx: Ctx, exportId: number): Promise<{ exportId: number }> {
  const { kind: name, filter, access, format, centre } = await keptFile(tx, exportId);
  if (!maySee(ctx.rights, 'export')) throw forbidden('export.notPermitted');
  if (!permits(access, ctx.rights)) throw forbidden('export.rightLost');
  const kind = kinds.get(name);
  if (!kind) throw conflict('export.cannotRepeat');
  kind.allow(ctx, filter);
  return { exportId: (await kind.queue(tx, ctx, filter, { access, format, centre, rerunOf: exportId })) ?? 0 };
}

/** Deletes one with its file. */
export async function deleteExport(app: App, ctx: Ctx, exportId: number): Promise<void> {
  const { fileKey } = await app.database.inCompany(ctx, async (tx) => {
    const file = await keptFile(tx, exportId);
    const gone =
      await tx.row(sql`delete from export_file where ${mine(tx, exportId)} and state not in ('queued', 'running')
      returning id`);
    if (!gone) throw conflict('export.underWay');
    hint(tx, 'files', [tx.actor.userId]);
    return file;
  });
  if (fileKey) await app.files.remove(ctx.companyId, fileKey);
}
