import type { ImportCalls, ImportPreview } from '@tradewind/contract/imports.ts';
import type { App } from './app.ts';
import { defineAction, writeAudit } from './audit.ts';
import type { Ctx, Language, Rights } from './context.ts';
import type { Tx } from './database/database.ts';
import { sql } from './database/sql.ts';
import { badField, conflict, notFound } from './errors.ts';
import { askerRights } from './exports.ts';
import { type FileAnswer, handleApp, type Route, type UploadedFile } from './http/routes.ts';
import { type EvaluatedRow, Evaluator, reasonOf } from './import-evaluate.ts';
import { type ImportKind, type ImportResult, importNamed } from './import-kind.ts';
import { advanceRun, holdRun, openRun, runOf } from './import-run.ts';
import { arrange, PROBLEMS, type SheetLayout, setsOf, titled, titleOf } from './import-sheet.ts';
import { addJob, defineJob } from './jobs/jobs.ts';
import { readSheet, writeRows, writeTemplate } from './sheets.ts';
import { defineTexts, say } from './text/texts.ts';
import { XlsxWriter } from './xlsx.ts';

export {
  defineImport,
  type ImportKind,
  type ImportResult,
  type ImportRow,
  type Problem,
  type Verdict,
} from './import-kind.ts';
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

const XLS = 'application/vnd.ms-excel';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** More rows than these make an .xlsx, which is written in a stream. */
const OLD_FORMAT = 5_000;
const SHOWN_BAD = 500;
const SHOWN_GOOD = 100;

async function templateFile<T>(app: App, ctx: Ctx, kind: ImportKind<T>): Promise<FileAnswer> {
  const { language } = ctx;
  const name = `${kind.title[language === 'zh' ? 0 : 1]}.xls`;
  const { fill } = kind;
  const rows = fill ? await app.database.look(ctx, (tx) => fill(tx, ctx)) : [];
  return { name, mime: XLS, data: writeTemplate(kind.columns, language, rows) };
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
  const evaluator = new Evaluator(kind, ctx.language, 'preview');
  return app.database.inCompany(ctx, async (tx) => {
    const bad: EvaluatedRow<T>[] = [];
    const good: EvaluatedRow<T>[] = [];
    const needed: Needed[] = [];
    let total = 0;
    // Of the good rows of a large file only the first are shown: the others are not kept.
    for (const lines of setsOf(sheet.rows, evaluator.each))
      for (const row of await evaluator.evaluate(tx, ctx, lines)) {
        total++;
        if (row.needs) needed.push(row.needs);
        if (row.problems.length > 0) bad.push(row);
        else if (good.length < SHOWN_GOOD) good.push(row);
      }
    const importId = await keep(tx, { kind: `import:${kind.name}`, of: 0, fileKey, file });
    if (kind.later?.each) await openRun(tx, importId, sheet.rows.length);
    if (bad.length > 0) {
      const wrong = { name: file.name, data: await badRows(sheet, bad, ctx.language) };
      const key = await app.files.put(ctx.companyId, wrong.name, wrong.data);
      await keep(tx, { kind: errorsOf(kind), of: importId, fileKey: key, file: wrong });
    }
    return {
      importId,
      total,
      good: total - bad.length,
      bad: bad.length,
      columns: sheet.columns.map((column) => ({ key: column.key, title: titleOf(column, ctx.language) })),
      unknownColumns: sheet.unknown,
      rows: [...bad.slice(0, SHOWN_BAD), ...good].map(({ value: _value, needs: _needs, ...row }) => row),
      ...(kind.offers ? { offers: offersOf(kind.offers, needed, ctx.language) } : {}),
    };
  });
}

const NAMED = 5;
/** What the rows need besides, each offer once, with the first of its names. */
type Needed = NonNullable<EvaluatedRow<never>['needs']>;
function offersOf(offers: Readonly<Record<string, string>>, needed: readonly Needed[], language: Language) {
  return Object.entries(offers).flatMap(([name, code]) => {
    const names = [...new Set(needed.flatMap((one) => (one.offer === name ? [one.name] : [])))];
    const shown = names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ' …' : '');
    return names.length > 0 ? [{ name, text: say(language, code, { count: names.length, names: shown }) }] : [];
  });
}

const errorsOf = (kind: { name: string }) => `import:${kind.name}:errors`;

/** Keeps an uploaded file for a month, until it is imported. */
export async function keep(
  tx: Tx,
  { kind, of, fileKey, file }: { kind: string; of: number; fileKey: string; file: { name: string; data: Buffer } },
): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`
    insert into attachment (company_id, doc_kind, doc_id, file_key, name, mime, bytes, user_id)
    values (${sql.company}, ${kind}, ${of}, ${fileKey}, ${file.name}, ${XLS}, ${file.data.length},
      ${tx.actor.userId}) returning id`);
  return row?.id ?? 0;
}

/** The refused rows, unchanged, with their mistakes beside them: to fix and upload again. */
async function badRows<T>(sheet: SheetLayout, bad: readonly EvaluatedRow<T>[], language: Language): Promise<Buffer> {
  const titles = [...sheet.columns.map((column) => titleOf(column, language)), PROBLEMS[language === 'zh' ? 0 : 1]];
  const cellsOf = (row: EvaluatedRow<T>) => [
    ...sheet.columns.map((column) => row.cells[column.key] ?? ''),
    reasonOf(sheet, row, language),
  ];
  if (bad.length <= OLD_FORMAT) return writeRows(titles, bad.map(cellsOf), language);
  const writer = await XlsxWriter.open(titles.map((title) => ({ title, width: Math.max(12, title.length * 2) })));
  for (const rows of setsOf(bad, 1_000)) await writer.rows(rows.map(cellsOf));
  return writer.finish();
}

/** The rows of a previewed file that have errors. @throws notFound if it has none, or is not the actor's */
async function importErrors(
  app: App,
  ctx: Ctx,
  kind: Pick<ImportKind<never>, 'name' | 'title'>,
  importId: number,
): Promise<FileAnswer> {
  const kept = await app.database.look(ctx, (tx) =>
    tx.row<{ fileKey: string }>(sql`select file_key from attachment where company_id = ${sql.company}
      and doc_kind = ${errorsOf(kind)} and doc_id = ${importId} and user_id = ${tx.actor.userId}`),
  );
  if (!kept) throw notFound('import.notFound');
  const data = await app.files.get(ctx.companyId, kept.fileKey);
  const zipped = data[0] === 0x50;
  const [title, rest] = ctx.language === 'zh' ? [kind.title[0], '-错误行'] : [kind.title[1], ' - rows with errors'];
  return {
    name: `${title}${rest}${zipped ? '.xlsx' : '.xls'}`,
    mime: zipped ? XLSX : XLS,
    data,
  };
}

interface Later {
  kind: string;
  importId: number;
  /** Missing in jobs from before there were offers. */
  accept?: string[];
  asker: Pick<Ctx, 'actor' | 'language'>;
}
const importJob = defineJob<Later>(
  'core.import',
  ['导入文件', 'Import a file'],
  async (app, jobCtx, { kind: name, importId, accept = [], asker }) => {
    const kind = importNamed(name);
    const requested: { userId: number; rights?: Rights } = { userId: asker.actor.userId };
    await app.database.inCompany(jobCtx, (tx) => askerRights.call(tx, requested));
    // A deleted user imports nothing any more.
    if (!requested.rights) return;
    const ctx: Ctx = { ...jobCtx, ...asker, rights: requested.rights };
    const { sheet, file } = await keptSheet(app, ctx, kind, importId);
    if (kind.later?.each) return importInSets(app, ctx, kind, { importId, accept, sheet, file }, kind.later.each);
    await app.database.inCompany(ctx, async (tx) => {
      await kind.later?.notify(tx, ctx, await takeOver(tx, ctx, kind, { importId, accept, sheet, file }));
    });
  },
);

/**
 * Imports the good rows of a previewed file, checked again: at once in one transaction, or by a job for a large file. A
 * file is imported once.
 */
async function commitImport<T>(
  app: App,
  ctx: Ctx,
  kind: ImportKind<T>,
  { importId, accept = [] }: { importId: number; accept?: string[] | undefined },
): Promise<ImportResult> {
  const { later } = kind;
  const inSets = later?.each ? await app.database.look(ctx, (tx) => runOf(tx, importId)) : undefined;
  // A large file is read by the job alone.
  const kept = inSets && later && inSets.total > later.from ? undefined : await keptSheet(app, ctx, kind, importId);
  return app.database.inCompany(ctx, async (tx) => {
    await claim(tx, ctx, kind, importId);
    if (kept && (!later || kept.sheet.rows.length <= later.from))
      return takeOver(tx, ctx, kind, { importId, accept, ...kept });
    const asker = { actor: ctx.actor, language: ctx.language };
    const options = { maxAttempts: later?.each ? 10 : 3, priority: 10 };
    await addJob(tx, importJob, { kind: kind.name, importId, accept, asker }, options);
    return { queued: true, created: 0, updated: 0, skipped: [] };
  });
}

/** Whoever claims a kept file imports it, once. @throws notFound; conflict import.done */
export async function claim(tx: Tx, ctx: Ctx, kind: { name: string }, importId: number): Promise<void> {
  const mine = keptOf(ctx, kind, importId);
  const claimed = await tx.row(sql`update attachment set doc_id = 1 where ${mine} and doc_id = 0 returning id`);
  if (claimed) return;
  throw (await tx.row(sql`select 1 as there from attachment where ${mine}`))
    ? conflict('import.done')
    : notFound('import.notFound');
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

interface Kept {
  importId: number;
  accept: string[];
  sheet: SheetLayout;
  file: string;
}

async function takeOver<T>(tx: Tx, ctx: Ctx, kind: ImportKind<T>, kept: Kept): Promise<ImportResult> {
  const evaluator = new Evaluator(kind, ctx.language, new Set(kept.accept));
  const result = await takeOverSet(tx, ctx, kind, { evaluator, sheet: kept.sheet, lines: kept.sheet.rows });
  auditImport(tx, ctx, kind, kept, result);
  return result;
}

async function takeOverSet<T>(
  tx: Tx,
  ctx: Ctx,
  kind: ImportKind<T>,
  { evaluator, sheet, lines }: { evaluator: Evaluator<T>; sheet: SheetLayout; lines: SheetLayout['rows'] },
): Promise<ImportResult> {
  const rows = await evaluator.evaluate(tx, ctx, lines);
  const good = rows.flatMap((row) => (row.problems.length === 0 && row.value !== undefined ? [row.value] : []));
  const done = good.length > 0 ? await kind.write(tx, ctx, good) : { created: 0, updated: 0 };
  const skipped = rows
    .filter((row) => row.problems.length > 0)
    .map((row) => ({
      line: row.line,
      label: row.cells[sheet.columns[0]?.key ?? ''] ?? '',
      reason: reasonOf(sheet, row, ctx.language),
    }));
  return { ...done, skipped };
}

function auditImport(
  tx: Tx,
  ctx: Ctx,
  kind: Pick<ImportKind<never>, 'title'>,
  { importId, file }: Pick<Kept, 'importId' | 'file'>,
  { created, updated }: Pick<ImportResult, 'created' | 'updated'>,
): void {
  const targetName = kind.title[ctx.language === 'zh' ? 0 : 1];
  writeAudit(tx, [
    { action: imported, targetKind: 'import', targetId: importId, targetName, detail: { file, created, updated } },
  ]);
}

/**
 * Imports set by set. Each transaction writes its rows and the place behind them together, so whoever continues after a
 * cut-off begins there: no row is written twice and none is left out.
 */
async function importInSets<T>(app: App, ctx: Ctx, kind: ImportKind<T>, kept: Kept, each: number): Promise<void> {
  const { importId, sheet } = kept;
  const evaluator = new Evaluator(kind, ctx.language, new Set(kept.accept));
  let place = (await app.database.look(ctx, (tx) => runOf(tx, importId)))?.place ?? 0;
  for (const lines of setsOf(sheet.rows.slice(0, place), each)) evaluator.read(lines);
  while (place < sheet.rows.length) {
    const lines = sheet.rows.slice(place, place + each);
    await app.database.inCompany(ctx, async (tx) => {
      await holdRun(tx, importId, place);
      const result = await takeOverSet(tx, ctx, kind, { evaluator, sheet, lines });
      const total = await advanceRun(tx, importId, lines.length, result);
      if (place + lines.length < sheet.rows.length) return;
      auditImport(tx, ctx, kind, kept, total);
      await kind.later?.notify(tx, ctx, total);
    });
    place += lines.length;
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
