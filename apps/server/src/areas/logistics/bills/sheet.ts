import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  BILL_LINES_MOST,
  type BillMapping,
  type previewCarrierBill,
  type uploadCarrierBill,
} from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, notFound } from '../../../core/errors.ts';
import type { FileAnswer, RequestCtx } from '../../../core/http/routes.ts';
import { keep } from '../../../core/imports.ts';
import { Decimal } from '../../../core/money.ts';
import { readSheet, writeRows } from '../../../core/sheets.ts';
import { say } from '../../../core/text/texts.ts';
import { headOf, proposed } from './columns.ts';
import { type BillRead, type ReadLine, type RowsAre, readLines } from './read.ts';

const SAMPLE = 5;
const SHOWN = 100;

/** Keeps a file of bills or statements, and proposes what its columns say. */
export async function uploadSheet(
  app: App,
  ctx: RequestCtx,
  kind: string,
  remembered: BillMapping | null,
): Promise<ResultOf<typeof uploadCarrierBill>> {
  const { file } = ctx;
  if (!file) throw badField('file', 'core.fileMissing');
  const rows = await readSheet(file.data, BILL_LINES_MOST);
  const head = headOf(rows);
  const titles = [...new Set((rows[head] ?? []).filter((title) => title !== ''))];
  if (rows.length <= head + 1) throw badField('file', 'import.empty');
  const fileKey = await app.files.put(ctx.companyId, file.name, file.data);
  const importId = await app.database.inCompany(ctx, (tx) => keep(tx, { kind, of: 0, fileKey, file }));
  const sample = rows
    .slice(head + 1, head + 1 + SAMPLE)
    .map((row) => titles.map((title) => row[(rows[head] ?? []).indexOf(title)] ?? ''));
  return { importId, titles, sample, total: rows.length - head - 1, ...proposed(titles, remembered) };
}

export interface KeptSheet {
  fileKey: string;
  name: string;
}
export async function keptSheet(
  app: App,
  ctx: Ctx,
  kind: string,
  importId: number,
): Promise<KeptSheet & { data: Buffer }> {
  const kept = await app.database.look(ctx, (tx) =>
    tx.row<KeptSheet>(sql`select file_key, name from attachment where company_id = ${sql.company} and id = ${importId}
      and doc_kind = ${kind} and user_id = ${ctx.actor.userId}`),
  );
  if (!kept) throw notFound('import.notFound');
  return { ...kept, data: await app.files.get(ctx.companyId, kept.fileKey) };
}

/** The file belongs to its document from now on: imports are removed after a month. */
export async function handSheetOver(
  tx: Tx,
  importId: number,
  kind: string,
  document: { kind: string; id: number },
): Promise<void> {
  await tx.rows(sql`update attachment set doc_kind = ${document.kind}, doc_id = ${document.id}
    where company_id = ${sql.company} and id = ${importId} and doc_kind = ${kind}`);
}

export const readKept = async (data: Buffer, mapping: BillMapping, rowsAre: RowsAre = 'parcels'): Promise<BillRead> =>
  readLines(await readSheet(data, BILL_LINES_MOST), mapping, rowsAre);

/** @throws badField file, skipBad */
export function assertReadable({ lines, problems }: BillRead, skipBad: boolean): void {
  if (lines.length === 0) throw badField('file', 'import.empty');
  if (problems.length > 0 && !skipBad) throw badField('skipBad', 'logistics.billBadRows', { count: problems.length });
}

export function previewOf(ctx: Ctx, { lines, problems }: BillRead): ResultOf<typeof previewCarrierBill> {
  const { from, to } = daysOf(lines);
  return {
    ...{ lines: lines.length, fromDay: from, toDay: to, problemCount: problems.length },
    amount: total(lines),
    problems: problems
      .slice(0, SHOWN)
      .map(({ line, code, params }) => ({ line, message: say(ctx.language, code, params) })),
  };
}

/** The rows that cannot be read, unchanged, with their problems beside them. */
export function errorsOf(ctx: Ctx, { titles, problems }: BillRead): FileAnswer {
  const [name, title] = ctx.language === 'zh' ? ['账单错误行', '问题'] : ['Bill rows with errors', 'Problem'];
  const rows = problems
    .slice(0, 5_000)
    .map(({ cells, code, params }) => [...titles.map((_, at) => cells[at] ?? ''), say(ctx.language, code, params)]);
  return {
    name: `${name}.xls`,
    mime: 'application/vnd.ms-excel',
    data: writeRows([...titles, title], rows, ctx.language),
  };
}

export const total = (lines: readonly ReadLine[]): string =>
  lines.reduce((sum, one) => sum.plus(one.amount), new Decimal(0)).toFixed(4);
export function daysOf(lines: readonly ReadLine[]): { from: string | null; to: string | null } {
  const days = lines.flatMap((one) => one.day ?? []).sort();
  return { from: days[0] ?? null, to: days.at(-1) ?? null };
}
