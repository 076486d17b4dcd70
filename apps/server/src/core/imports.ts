import type { ImportCalls, ImportPreview } from '@tradewind/contract/imports.ts';
import type { z } from 'zod';
import type { App } from './app.ts';
import { defineAction, writeAudit } from './audit.ts';
import type { Ctx, Language, Rights } from './context.ts';
import type { Tx } from './database/database.ts';
import { sql } from './database/sql.ts';
import { badField, conflict, notFound } from './errors.ts';
import { askerRights } from './exports.ts';
import { fieldProblems } from './http/parse.ts';
import { type FileAnswer, handleApp, type Route, type UploadedFile } from './http/routes.ts';
import { arrange, type ImportColumn, PROBLEMS, type SheetLayout, titled, titleOf } from './import-sheet.ts';
import { addJob, defineJob } from './jobs/jobs.ts';
import { readSheet, writeRows, writeTemplate } from './sheets.ts';
import { defineTexts, say } from './text/texts.ts';

export type { ImportColumn } from './import-sheet.ts';

defineTexts({
  'import.empty': ['文件中没有数据行', 'The file has no data rows'],
  'import.columnMissing': [
    '文件缺少列：{columns}。请使用下载的模板',
    'Missing columns: {columns}. Use the downloaded template',
  ],
  'import.duplicate': ['与第 {line} 行重复', 'Duplicate of row {line}'],
  'import.notFound': ['找不到导入的文件，请重新上传', 'The import file was not found. Upload it again'],
  'import.groupBad': [
    '第 {line} 行有错误，同组的各行都不导入',
    'Row {line} in the same group has an error, so no row of the group is imported',
  ],
  'import.done': ['该文件已导入过', 'This file has already been imported'],
});

const imported = defineAction('core.imported', ['导入文件', 'File imported']);

export interface ImportRow<T> {
  line: number;
  value: T;
}

/** The database's part of checking a row: does it create a record, and what speaks against it. */
export interface Verdict {
  action: 'create' | 'update';
  problems: Problem[];
  /** The row is good if the user accepts this offer of the kind; otherwise this is its problem. */
  needs?: Problem & { offer: string; name: string };
}
interface Problem {
  column: string;
  code: string;
  params?: Record<string, string | number>;
}

/** A kind of import from a template. The same check runs for the preview and again for the commit. */
export interface ImportKind<T> {
  name: string;
  /** Of the template's file. */
  title: readonly [zh: string, en: string];
  columns: readonly ImportColumn[];
  /** The maximum rows of one file, if it differs from the usual one. */
  most?: number;
  row: z.ZodType<T>;
  /** Two rows of one file must not have the same. */
  keyOf(row: T): string;
  /** Rows that are left as the template brought them. */
  ignores?(cells: Record<string, string>): boolean;
  /** Fills the template with rows of the company, in the order of the columns. */
  fill?(tx: Tx, ctx: Ctx): Promise<string[][]>;
  /** Codes of texts with {count} and {names}, by offer: see `Verdict.needs`. */
  offers?: Readonly<Record<string, string>>;
  /** Rows with the same value succeed or fail together (the lines of an order). */
  groupOf?(cells: Record<string, string>): string;
  check(tx: Tx, ctx: Ctx, rows: readonly ImportRow<T>[]): Promise<Map<number, Verdict>>;
  write(tx: Tx, ctx: Ctx, rows: readonly T[]): Promise<{ created: number; updated: number }>;
  /** A job imports files with more rows; `tell` reports the result to the requester. See `defineImport`. */
  later?: { from: number; notify(tx: Tx, ctx: Ctx, result: ImportResult): Promise<void> };
}

interface EvaluatedRow<T> {
  line: number;
  cells: Record<string, string>;
  value: T | undefined;
  action: 'create' | 'update' | null;
  problems: { column: string; message: string }[];
  needs?: { offer: string; name: string };
}

export interface ImportResult {
  queued?: boolean;
  created: number;
  updated: number;
  skipped: { line: number; label: string; reason: string }[];
}

const SHOWN_BAD = 500;
const SHOWN_GOOD = 100;

async function templateFile<T>(app: App, ctx: Ctx, kind: ImportKind<T>): Promise<FileAnswer> {
  const { language } = ctx;
  const name = `${kind.title[language === 'zh' ? 0 : 1]}.xls`;
  const { fill } = kind;
  const rows = fill ? await app.database.look(ctx, (tx) => fill(tx, ctx)) : [];
  return { name, mime: 'application/vnd.ms-excel', data: writeTemplate(kind.columns, language, rows) };
}

/** Reads, checks and keeps a file, so that exactly the previewed rows can be committed. Writes nothing else. */
async function previewImport<T>(
  app: App,
  ctx: Ctx,
  kind: ImportKind<T>,
  supplied: UploadedFile,
  pasted = false,
): Promise<ImportPreview> {
  const file = pasted ? { ...supplied, data: titled(kind, supplied.data) } : supplied;
  const sheet = arrange(kind, await readSheet(file.data, kind.most));
  const fileKey = await app.files.put(ctx.companyId, file.name, file.data);
  return app.database.inCompany(ctx, async (tx) => {
    const rows = await evaluate(tx, ctx, kind, sheet.rows, 'preview');
    const importId = await keep(tx, { kind: `import:${kind.name}`, of: 0, fileKey, file });
    const bad = rows.filter((row) => row.problems.length > 0);
    const good = rows.filter((row) => row.problems.length === 0);
    if (bad.length > 0) {
      const wrong = { name: file.name, data: badRows(sheet, bad, ctx.language) };
      const key = await app.files.put(ctx.companyId, wrong.name, wrong.data);
      await keep(tx, { kind: errorsOf(kind), of: importId, fileKey: key, file: wrong });
    }
    return {
      importId,
      total: rows.length,
      good: good.length,
      bad: bad.length,
      columns: sheet.columns.map((column) => ({ key: column.key, title: titleOf(column, ctx.language) })),
      unknownColumns: sheet.unknown,
      rows: [...bad.slice(0, SHOWN_BAD), ...good.slice(0, SHOWN_GOOD)].map(
        ({ value: _value, needs: _needs, ...row }) => row,
      ),
      ...(kind.offers ? { offers: offersOf(kind.offers, rows, ctx.language) } : {}),
    };
  });
}

const NAMED = 5;
/** What the rows need besides, each offer once, with the first of its names. */
function offersOf<T>(offers: Readonly<Record<string, string>>, rows: readonly EvaluatedRow<T>[], language: Language) {
  return Object.entries(offers).flatMap(([name, code]) => {
    const names = [...new Set(rows.flatMap(({ needs }) => (needs?.offer === name ? [needs.name] : [])))];
    const shown = names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ' …' : '');
    return names.length > 0 ? [{ name, text: say(language, code, { count: names.length, names: shown }) }] : [];
  });
}

const errorsOf = (kind: { name: string }) => `import:${kind.name}:errors`;

async function keep(
  tx: Tx,
  { kind, of, fileKey, file }: { kind: string; of: number; fileKey: string; file: { name: string; data: Buffer } },
): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`
    insert into attachment (company_id, doc_kind, doc_id, file_key, name, mime, bytes, user_id)
    values (${tx.companyId}, ${kind}, ${of}, ${fileKey}, ${file.name}, 'application/vnd.ms-excel', ${file.data.length},
      ${tx.actor.userId}) returning id`);
  return row?.id ?? 0;
}

/** The refused rows, unchanged, with their mistakes beside them: to fix and upload again. */
function badRows<T>(sheet: SheetLayout, bad: readonly EvaluatedRow<T>[], language: Language): Buffer {
  return writeRows(
    [...sheet.columns.map((column) => titleOf(column, language)), PROBLEMS[language === 'zh' ? 0 : 1]],
    bad.map((row) => [...sheet.columns.map((column) => row.cells[column.key] ?? ''), reasonOf(sheet, row, language)]),
    language,
  );
}

/** The rows of a previewed file that have errors. @throws notFound if it has none, or is not the actor's */
async function importErrors(
  app: App,
  ctx: Ctx,
  kind: Pick<ImportKind<never>, 'name' | 'title'>,
  importId: number,
): Promise<FileAnswer> {
  const kept = await app.database.look(ctx, (tx) =>
    tx.row<{ fileKey: string }>(sql`select file_key from attachment where company_id = ${tx.companyId}
      and doc_kind = ${errorsOf(kind)} and doc_id = ${importId} and user_id = ${tx.actor.userId}`),
  );
  if (!kept) throw notFound('import.notFound');
  const zh = ctx.language === 'zh';
  return {
    name: zh ? `${kind.title[0]}-错误行.xls` : `${kind.title[1]} - rows with errors.xls`,
    mime: 'application/vnd.ms-excel',
    data: await app.files.get(ctx.companyId, kept.fileKey),
  };
}

interface Later {
  kind: string;
  importId: number;
  /** Missing in jobs from before there were offers. */
  accept?: string[];
  asker: Pick<Ctx, 'actor' | 'language'>;
}
const kinds = new Map<string, ImportKind<never>>();

/** A kind whose large files are imported by a job has to be known by its name. */
export function defineImport<T>(kind: ImportKind<T>): ImportKind<T> {
  kinds.set(kind.name, kind as ImportKind<never>);
  return kind;
}

const importJob = defineJob<Later>(
  'core.import',
  ['导入文件', 'Import a file'],
  async (app, jobCtx, { kind: name, importId, accept = [], asker }) => {
    const kind = kinds.get(name);
    if (!kind) throw new Error(`no import ${name}`);
    const requested: { userId: number; rights?: Rights } = { userId: asker.actor.userId };
    await app.database.inCompany(jobCtx, (tx) => askerRights.call(tx, requested));
    // A deleted user imports nothing any more.
    if (!requested.rights) return;
    const ctx: Ctx = { ...jobCtx, ...asker, rights: requested.rights };
    const { sheet, file } = await keptSheet(app, ctx, kind, importId);
    await app.database.inCompany(ctx, async (tx) => {
      await kind.later?.notify(tx, ctx, await takeOver(tx, ctx, kind, { importId, accept, sheet, file }));
    });
  },
);

/**
 * Imports the good rows of a previewed file, checked again, in one transaction: at once, or by a job for a large file.
 * A file is imported once.
 */
async function commitImport<T>(
  app: App,
  ctx: Ctx,
  kind: ImportKind<T>,
  { importId, accept = [] }: { importId: number; accept?: string[] | undefined },
): Promise<ImportResult> {
  const { sheet, file } = await keptSheet(app, ctx, kind, importId);
  return app.database.inCompany(ctx, async (tx) => {
    const claimed = await tx.row(
      sql`update attachment set doc_id = 1 where ${keptOf(ctx, kind, importId)} and doc_id = 0 returning id`,
    );
    if (!claimed) throw conflict('import.done');
    if (!kind.later || sheet.rows.length <= kind.later.from)
      return takeOver(tx, ctx, kind, { importId, accept, sheet, file });
    const asker = { actor: ctx.actor, language: ctx.language };
    await addJob(tx, importJob, { kind: kind.name, importId, accept, asker }, { maxAttempts: 3, priority: 10 });
    return { queued: true, created: 0, updated: 0, skipped: [] };
  });
}

const keptOf = (ctx: Ctx, kind: { name: string }, importId: number) =>
  sql`company_id = ${ctx.companyId} and id = ${importId} and doc_kind = ${`import:${kind.name}`} and user_id = ${ctx.actor.userId}`;

async function keptSheet<T>(app: App, ctx: Ctx, kind: ImportKind<T>, importId: number) {
  const kept = await app.database.inCompany(ctx, (tx) =>
    tx.row<{ fileKey: string; name: string }>(
      sql`select file_key, name from attachment where ${keptOf(ctx, kind, importId)}`,
    ),
  );
  if (!kept) throw notFound('import.notFound');
  const sheet = arrange(kind, await readSheet(await app.files.get(ctx.companyId, kept.fileKey), kind.most));
  return { sheet, file: kept.name };
}

async function takeOver<T>(
  tx: Tx,
  ctx: Ctx,
  kind: ImportKind<T>,
  { importId, accept, sheet, file }: { importId: number; accept: string[]; sheet: SheetLayout; file: string },
): Promise<ImportResult> {
  const rows = await evaluate(tx, ctx, kind, sheet.rows, new Set(accept));
  const good = rows.flatMap((row) => (row.problems.length === 0 && row.value !== undefined ? [row.value] : []));
  const done = good.length > 0 ? await kind.write(tx, ctx, good) : { created: 0, updated: 0 };
  const targetName = kind.title[ctx.language === 'zh' ? 0 : 1];
  writeAudit(tx, [
    { action: imported, targetKind: 'import', targetId: importId, targetName, detail: { file, ...done } },
  ]);
  const skipped = rows
    .filter((row) => row.problems.length > 0)
    .map((row) => ({
      line: row.line,
      label: row.cells[sheet.columns[0]?.key ?? ''] ?? '',
      reason: reasonOf(sheet, row, ctx.language),
    }));
  return { ...done, skipped };
}

const reasonOf = <T>(sheet: SheetLayout, row: EvaluatedRow<T>, language: Language) =>
  row.problems.map(({ column, message }) => withTitle(sheet, column, message, language)).join('; ');

function withTitle(sheet: SheetLayout, key: string, message: string, language: Language): string {
  const column = sheet.columns.find((one) => one.key === key);
  return column ? `${titleOf(column, language)}: ${message}` : message;
}

/** Adds the column's hint to a vague message such as "not a valid option". */
function withHint<T>(kind: ImportKind<T>, key: string, message: string, language: Language): string {
  const hint = kind.columns.find((column) => column.key === key)?.hint[language === 'zh' ? 0 : 1];
  const vague = ['core.badChoice', 'core.badFormat'].some((code) => say(language, code) === message);
  if (!hint || !vague) return message;
  return language === 'zh' ? `${message}（${hint}）` : `${message} (${hint})`;
}

async function evaluate<T>(
  tx: Tx,
  ctx: Ctx,
  kind: ImportKind<T>,
  lines: SheetLayout['rows'],
  accepted: ReadonlySet<string> | 'preview',
): Promise<EvaluatedRow<T>[]> {
  const firstLine = new Map<string, number>();
  const rows = lines.map(({ line, cells }): EvaluatedRow<T> => {
    const filled = kind.columns.flatMap((column) => {
      const text = cells[column.key] ?? '';
      return text === '' ? [] : [[column.key, column.read ? column.read(text) : text] as const];
    });
    const parsed = kind.row.safeParse(Object.fromEntries(filled));
    if (!parsed.success) {
      const problems = fieldProblems(parsed.error, ctx.language).map(({ path, message }) => ({
        column: path,
        message: withHint(kind, path, message, ctx.language),
      }));
      return { line, cells, value: undefined, action: null, problems };
    }
    const key = kind.keyOf(parsed.data);
    const same = firstLine.get(key);
    if (same === undefined) firstLine.set(key, line);
    const keyColumn = kind.columns[0]?.key ?? '';
    const problems =
      same === undefined ? [] : [{ column: keyColumn, message: say(ctx.language, 'import.duplicate', { line: same }) }];
    return { line, cells, value: parsed.data, action: null, problems };
  });
  const readable = rows.flatMap(({ line, value, problems }) =>
    value !== undefined && problems.length === 0 ? [{ line, value }] : [],
  );
  const verdicts = readable.length > 0 ? await kind.check(tx, ctx, readable) : new Map<number, Verdict>();
  for (const row of rows) {
    const verdict = verdicts.get(row.line);
    if (!verdict) continue;
    row.action = verdict.action;
    const { needs } = verdict;
    if (needs) row.needs = { offer: needs.offer, name: needs.name };
    const refused = needs && accepted !== 'preview' && !accepted.has(needs.offer) ? [needs] : [];
    for (const { column, code, params } of [...verdict.problems, ...refused])
      row.problems.push({ column, message: say(ctx.language, code, params) });
  }
  if (kind.groupOf) spoilGroups(rows, kind.groupOf, ctx.language);
  return rows;
}

function spoilGroups<T>(
  rows: readonly EvaluatedRow<T>[],
  groupOf: (cells: Record<string, string>) => string,
  language: Language,
): void {
  for (const group of Map.groupBy(rows, (row) => groupOf(row.cells)).values()) {
    const bad = group.find((row) => row.problems.length > 0);
    if (!bad) continue;
    for (const row of group)
      if (row.problems.length === 0)
        row.problems.push({ column: '', message: say(language, 'import.groupBad', { line: bad.line }) });
  }
}

/** The routes of an import: the template, the preview, the refused rows, and the commit. */
export function importRoutes<T>(app: App, calls: ImportCalls, kind: ImportKind<T>): Route[] {
  return [
    handleApp(calls.template, (ctx) => templateFile(app, ctx, kind)),
    handleApp(calls.preview, (ctx, input) => {
      if (!ctx.file) throw badField('file', 'core.fileMissing');
      // Only some imports take a pasted block.
      const { pasted } = input as { pasted?: boolean };
      return previewImport(app, ctx, kind, ctx.file, pasted);
    }),
    ...(calls.errors ? [handleApp(calls.errors, (ctx, { importId }) => importErrors(app, ctx, kind, importId))] : []),
    handleApp(calls.commit, (ctx, input) => commitImport(app, ctx, kind, input)),
  ];
}
