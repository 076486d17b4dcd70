import type { Call, exportQueued, ParsedOf } from '@tradewind/contract/call.ts';
import type { z } from 'zod';
import type { App } from './app.ts';
import { type Ctx, maySee, type Rights } from './context.ts';
import type { Tx } from './database/database.ts';
import { sql } from './database/sql.ts';
import { dayOf } from './database/statement.ts';
import { conflict, Fail, forbidden, notFound } from './errors.ts';
import { defineHook } from './hooks.ts';
import { type FileAnswer, handle, type Route } from './http/routes.ts';
import { addJob, defineJob } from './jobs/jobs.ts';
import { defineTexts, say } from './text/texts.ts';
import { type Cell, XlsxWriter } from './xlsx.ts';

defineTexts({
  'export.notPermitted': ['您没有导出数据的权限', 'You do not have permission to export data'],
  'export.notFound': ['找不到该导出文件', 'This export does not exist'],
  'export.notReady': ['该文件尚未生成', 'This file is not ready yet'],
  'export.finished': ['该导出已结束', 'This export has already finished'],
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

const ROWS_AT_MOST = 1_000_000;
const PAGE_ROWS = 1_000;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface ExportColumn<R> {
  title: readonly [zh: string, en: string];
  width?: number;
  /** A number becomes a figure, a Date its instant in ISO 8601. */
  value: (row: R, ctx: Ctx) => Cell | number | Date;
}

/** Rows after `cursor` in a fixed order. `next` is null with the last ones. */
type PageOf<F extends object, R> = (
  tx: Tx,
  ctx: Ctx,
  filter: F,
  cursor: string | null,
  limit: number,
) => Promise<{ rows: R[]; next: string | null }>;

/** A list that can be exported. It reads like its page: with the scope and the rights of the requester. */
export interface ExportKind<F extends object, R> {
  name: string;
  title: readonly [zh: string, en: string] | ((filter: F) => readonly [zh: string, en: string]);
  filter: z.ZodType<F>;
  columns(ctx: Ctx, filter: F): readonly ExportColumn<R>[];
  count(tx: Tx, ctx: Ctx, filter: F): Promise<number>;
  page?: PageOf<F, R>;
  /**
   * Instead of pages: gives all rows in parts, in one transaction, until `take` answers false. For what is dear to begin
   * anew, as sums.
   */
  each?(tx: Tx, ctx: Ctx, filter: F, take: (rows: R[]) => Promise<boolean>): Promise<void>;
  /** What the rows mean, on a sheet of its own: names and values. */
  about?(tx: Tx, ctx: Ctx, filter: F): Promise<readonly (readonly [name: string, value: string])[]>;
}

export interface PagedExport<F extends object, R> extends ExportKind<F, R> {
  page: PageOf<F, R>;
}

/** A part of a file; behind the key of its last row the next one begins. */
export const partOf = <R>(rows: R[], limit: number, keyOf: (row: R) => string | number) => {
  const last = rows.at(-1);
  return { rows, next: last !== undefined && rows.length === limit ? String(keyOf(last)) : null };
};

type Writing = (app: App, ctx: Ctx, exportId: number, filter: unknown) => Promise<void>;
const kinds = new Map<string, Writing>();

export function defineExport<F extends object, R>(kind: PagedExport<F, R>): PagedExport<F, R>;
export function defineExport<F extends object, R>(kind: ExportKind<F, R>): ExportKind<F, R>;
export function defineExport<F extends object, R>(kind: ExportKind<F, R>): ExportKind<F, R> {
  if (kinds.has(kind.name)) throw new Error(`Export ${kind.name} is defined twice`);
  kinds.set(kind.name, (app, ctx, exportId, filter) => writeFile(app, ctx, exportId, kind, kind.filter.parse(filter)));
  return kind;
}

interface Payload {
  exportId: number;
  kind: string;
  filter: object;
  asker: Pick<Ctx, 'actor' | 'language'>;
}

/** Areas that know users return the requester's current rights. No answer: the user is gone or disabled. */
export const askerRights = defineHook<{ userId: number; rights?: Rights }>();

const exportJob = defineJob<Payload>(
  'core.export',
  ['导出文件', 'Export a file'],
  async (app, jobCtx, payload, run) => {
    const { actor, language } = payload.asker;
    const requested: { userId: number; rights?: Rights } = { userId: actor.userId };
    await app.database.inCompany(jobCtx, (tx) => askerRights.call(tx, requested));
    const ctx: Ctx = { ...jobCtx, actor, language, rights: requested.rights ?? jobCtx.rights };
    const write = kinds.get(payload.kind);
    if (!write) throw new Error(`no export ${payload.kind}`);
    try {
      // The file leaves out data to which they lost the right while it waited.
      if (!requested.rights || !maySee(requested.rights, 'export')) throw forbidden('export.notPermitted');
      await write(app, ctx, payload.exportId, payload.filter);
    } catch (error) {
      if (!(error instanceof Fail) && run.attempt < run.maxAttempts) throw error;
      const answered = error instanceof Fail ? error : new Fail('export.failed', 500, { id: payload.exportId });
      if (answered !== error) app.log.error({ error, exportId: payload.exportId }, 'export failed');
      await app.database.inCompany(ctx, (tx) =>
        tx.rows(sql`update export_file set state = 'failed', error = ${say(ctx.language, answered.code, answered.params)}
        where company_id = ${tx.companyId} and id = ${payload.exportId} and state in ('queued', 'running')`),
      );
    }
  },
);

/** Queues the file of an export. @throws forbidden without the permission to take data out */
export async function startExport<F extends object, R>(
  tx: Tx,
  ctx: Ctx,
  kind: ExportKind<F, R>,
  filter: F,
): Promise<{ exportId: number }> {
  if (!maySee(ctx.rights, 'export')) throw forbidden('export.notPermitted');
  const titles = typeof kind.title === 'function' ? kind.title(filter) : kind.title;
  const title = titles[ctx.language === 'zh' ? 0 : 1];
  const made = await tx.row<{ id: number }>(sql`
    insert into export_file (company_id, user_id, name, state)
    values (${tx.companyId}, ${tx.actor.userId}, concat(${title}::text, to_char(${dayOf(sql`${tx.now}`)}, ' YYYY-MM-DD'), '.xlsx'), 'queued')
    returning id`);
  const exportId = made?.id ?? 0;
  const asker = { actor: ctx.actor, language: ctx.language };
  await addJob(tx, exportJob, { exportId, kind: kind.name, filter, asker }, { maxAttempts: 3, priority: 10 });
  return { exportId };
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
  return handle(call, (tx, input, ctx) => startExport(tx, ctx, kind, filterOf(input)));
}

function withoutKey({ idempotencyKey: _key, ...filter }: { idempotencyKey?: string }): object {
  return filter;
}

async function writeFile<F extends object, R>(
  app: App,
  ctx: Ctx,
  exportId: number,
  kind: ExportKind<F, R>,
  filter: F,
): Promise<void> {
  const total = await app.database.inCompany(ctx, (tx) => kind.count(tx, ctx, filter));
  if (total > ROWS_AT_MOST) throw new Fail('export.tooManyRows', 422, { rows: ROWS_AT_MOST });
  if (!(await progress(app, ctx, exportId, 0, total))) return;
  const columns = kind.columns(ctx, filter);
  const at = ctx.language === 'zh' ? 0 : 1;
  const about = kind.about && (await app.database.inCompany(ctx, (tx) => kind.about?.(tx, ctx, filter)));
  const writer = await XlsxWriter.book(about ? ['Sheet1', say(ctx.language, 'export.about')] : ['Sheet1']);
  await writer.sheet(columns.map((column) => ({ title: column.title[at], width: column.width ?? 16 })));
  let done = 0;
  let cancelled = false;
  const take = async (rows: R[]): Promise<boolean> => {
    await writer.rows(rows.map((row) => columns.map((column) => cellOf(column.value(row, ctx)))));
    done += rows.length;
    cancelled = !(await progress(app, ctx, exportId, done, Math.max(total, done)));
    return !cancelled && done < ROWS_AT_MOST;
  };
  await takeAll(app, ctx, kind, filter, take);
  if (cancelled) return;
  if (about) {
    await writer.sheet([
      { title: say(ctx.language, 'export.aboutName'), width: 24 },
      { title: say(ctx.language, 'export.aboutValue'), width: 48 },
    ]);
    await writer.rows(about.map((row) => [...row]));
  }
  const fileKey = await app.files.put(ctx.companyId, 'export.xlsx', await writer.finish());
  await app.database.inCompany(ctx, (tx) =>
    tx.rows(sql`update export_file set state = 'done', file_key = ${fileKey}, rows_total = ${done}
      where company_id = ${tx.companyId} and id = ${exportId} and state = 'running'`),
  );
}

/** The rows of a file in parts: each page in a transaction of its own, or all of them in one. */
async function takeAll<F extends object, R>(
  app: App,
  ctx: Ctx,
  kind: ExportKind<F, R>,
  filter: F,
  take: (rows: R[]) => Promise<boolean>,
): Promise<void> {
  if (kind.each) {
    await app.database.inCompany(ctx, (tx) => kind.each?.(tx, ctx, filter, take));
    return;
  }
  let cursor: string | null = null;
  do {
    const after: string | null = cursor;
    const part: { rows: R[]; next: string | null } | undefined = await app.database.inCompany(ctx, (tx) =>
      kind.page?.(tx, ctx, filter, after, PAGE_ROWS),
    );
    if (!part || !(await take(part.rows))) return;
    cursor = part.next;
  } while (cursor !== null);
}

function cellOf(value: Cell | number | Date): Cell {
  if (typeof value === 'number') return { number: String(value) };
  return value instanceof Date ? value.toISOString() : value;
}

/** False if the export was cancelled. */
async function progress(app: App, ctx: Ctx, exportId: number, done: number, total: number): Promise<boolean> {
  const row = await app.database.inCompany(ctx, (tx) =>
    tx.row(sql`update export_file set state = 'running', rows_done = ${done}, rows_total = ${total}
      where company_id = ${tx.companyId} and id = ${exportId} and state in ('queued', 'running') returning id`),
  );
  return row !== undefined;
}

export async function readExportFile(app: App, ctx: Ctx, exportId: number): Promise<FileAnswer> {
  const row = await app.database.inCompany(ctx, (tx) =>
    tx.row<{ name: string; fileKey: string | null }>(sql`select name, file_key from export_file
      where company_id = ${tx.companyId} and user_id = ${tx.actor.userId} and id = ${exportId}`),
  );
  if (!row) throw notFound('export.notFound');
  if (!row.fileKey) throw conflict('export.notReady');
  return { name: row.name, mime: XLSX, data: await app.files.get(ctx.companyId, row.fileKey) };
}

export async function cancelExportFile(tx: Tx, exportId: number): Promise<void> {
  const mine = sql`company_id = ${tx.companyId} and user_id = ${tx.actor.userId} and id = ${exportId}`;
  const row = await tx.row(sql`update export_file set state = 'cancelled'
    where ${mine} and state in ('queued', 'running') returning id`);
  if (row) return;
  throw (await tx.row(sql`select 1 as there from export_file where ${mine}`))
    ? conflict('export.finished')
    : notFound('export.notFound');
}
