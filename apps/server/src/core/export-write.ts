import type { ExportFormat } from '@tradewind/contract/catalog.ts';
import { z } from 'zod';
import type { App } from './app.ts';
import { defineSetting, settingOf } from './company-settings.ts';
import type { Ctx } from './context.ts';
import { CsvWriter } from './csv.ts';
import { sql } from './database/sql.ts';
import { Fail } from './errors.ts';
import type { ExportColumn, ExportKind } from './export-kind.ts';
import { hint } from './hints.ts';
import { defineHook } from './hooks.ts';
import { openSpool, type Spool } from './spool.ts';
import { say } from './text/texts.ts';
import { type Cell, XlsxWriter } from './xlsx.ts';

const ROWS_AT_MOST = 5_000_000;
const PAGE_ROWS = 1_000;
/** How often progress is written, and a cancellation noticed. */
const PROGRESS_MS = 1_000;

/** The days for which an export can be downloaded. */
export const FILE_DAYS = defineSetting('exports.days', z.number().int().min(1).max(365), 30);

/** In the transaction that writes down how it ended: it is there, or has failed for good. */
export const exportEnded = defineHook<{ exportId: number; done: boolean }>();

interface File {
  exportId: number;
  format: ExportFormat;
}

/** The rows go through the disk into the store: memory holds one part of them, whatever their number. */
export async function writeFile<F extends object, R>(
  app: App,
  ctx: Ctx,
  { exportId, format }: File,
  kind: ExportKind<F, R>,
  filter: F,
): Promise<void> {
  const total = await app.database.inCompany(ctx, (tx) => kind.count(tx, ctx, filter));
  if (total > ROWS_AT_MOST) throw new Fail('export.tooManyRows', 422, { rows: ROWS_AT_MOST });
  if (!(await progress(app, ctx, exportId, 0, total))) return;
  const spool = await openSpool(app.config.dataDir);
  try {
    const columns = kind.columns(ctx, filter);
    const done = await writeRows(app, ctx, { exportId, format, total }, kind, filter, columns, spool);
    if (done === undefined) return;
    const titles = columns.map(({ title }) => title[ctx.language === 'zh' ? 0 : 1]);
    await keep(app, ctx, { exportId, format }, spool, { rows: done, titles });
  } finally {
    await spool.close();
  }
}

/** The number of rows; undefined if the export was cancelled. */
async function writeRows<F extends object, R>(
  app: App,
  ctx: Ctx,
  { exportId, format, total }: File & { total: number },
  kind: ExportKind<F, R>,
  filter: F,
  columns: readonly ExportColumn<R>[],
  spool: Spool,
): Promise<number | undefined> {
  const at = ctx.language === 'zh' ? 0 : 1;
  const about = kind.about && (await app.database.inCompany(ctx, (tx) => kind.about?.(tx, ctx, filter)));
  const sheets = about ? ['Sheet1', say(ctx.language, 'export.about')] : ['Sheet1'];
  const write = (chunk: Buffer) => spool.write(chunk);
  const writer = format === 'csv' ? new CsvWriter(write) : await XlsxWriter.book(sheets, { write });
  await writer.sheet(columns.map((column) => ({ title: column.title[at], width: column.width ?? 16 })));
  let done = 0;
  let goesOn = true;
  let said = Date.now();
  const take = async (rows: R[]): Promise<boolean> => {
    await writer.rows(rows.map((row) => columns.map((column) => cellOf(column.value(row, ctx)))));
    done += rows.length;
    if (Date.now() - said < PROGRESS_MS) return done < ROWS_AT_MOST;
    said = Date.now();
    goesOn = await progress(app, ctx, exportId, done, Math.max(total, done));
    return goesOn && done < ROWS_AT_MOST;
  };
  await takeAll(app, ctx, kind, filter, take);
  if (!goesOn) return undefined;
  if (about) {
    await writer.sheet([
      { title: say(ctx.language, 'export.aboutName'), width: 24 },
      { title: say(ctx.language, 'export.aboutValue'), width: 48 },
    ]);
    await writer.rows(about.map((row) => [...row]));
  }
  await writer.end();
  return done;
}

/**
 * Puts the file into the store and says so. Its key is written down first, so that a process that dies here leaves no
 * file that nobody knows: the next try removes it.
 */
async function keep(
  app: App,
  ctx: Ctx,
  { exportId, format }: File,
  spool: Spool,
  { rows, titles }: { rows: number; titles: string[] },
): Promise<void> {
  const key = app.files.newKey(ctx.companyId, `export.${format}`);
  const running = sql`company_id = ${sql.company} and id = ${exportId} and state = 'running'`;
  const claimed = await app.database.inCompany(ctx, (tx) =>
    tx.row<{ former: string | null }>(sql`update export_file f set file_key = ${key}
      from (select id, file_key as former from export_file where ${running} for update) o
      where f.company_id = ${sql.company} and f.id = o.id returning o.former`),
  );
  if (!claimed) return;
  if (claimed.former) await app.files.remove(ctx.companyId, claimed.former);
  await app.files.putStream(ctx.companyId, key, spool.read(), spool.bytes());
  const kept = await app.database.inCompany(ctx, async (tx) => {
    const days = await settingOf(tx, FILE_DAYS);
    const row = await tx.row(sql`update export_file set state = 'done', rows_done = ${rows}, rows_total = ${rows},
        bytes = ${spool.bytes()}, columns = ${JSON.stringify(titles)}::jsonb, finished_at = now(),
        expires_at = now() + make_interval(days => ${days})
      where ${running} and file_key = ${key} returning id`);
    if (!row) return false;
    hint(tx, 'files', [ctx.actor.userId]);
    await exportEnded.call(tx, { exportId, done: true });
    return true;
  });
  // Cancelled meanwhile, or another process has made it, too.
  if (!kept) await app.files.remove(ctx.companyId, key);
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
  const row = await app.database.inCompany(ctx, async (tx) => {
    const running =
      await tx.row(sql`update export_file set state = 'running', rows_done = ${done}, rows_total = ${total}
      where company_id = ${sql.company} and id = ${exportId} and state in ('queued', 'running') returning id`);
    if (running) hint(tx, 'files', [ctx.actor.userId]);
    return running;
  });
  return row !== undefined;
}
