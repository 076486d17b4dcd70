import { createHash } from 'node:crypto';
import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import {
  BILL_LINES_MOST,
  type BillMapping,
  type importCarrierBill,
  type previewCarrierBill,
  type uploadCarrierBill,
} from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import type { FileAnswer, RequestCtx } from '../../../core/http/routes.ts';
import { setsOf } from '../../../core/import-sheet.ts';
import { keep } from '../../../core/imports.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { Decimal } from '../../../core/money.ts';
import { readSheet, writeRows } from '../../../core/sheets.ts';
import { say } from '../../../core/text/texts.ts';
import type { carrierBill, carrierBillLine } from '../bills.tables.ts';
import { checkBill } from './check.ts';
import { headOf, proposed } from './columns.ts';
import { billDocument, lockBill } from './documents.ts';
import { issuerOf } from './issuers.ts';
import { type BillRead, type ReadLine, readLines } from './read.ts';

const KIND = 'import:carrierBill';
const SAMPLE = 5;
const SHOWN = 100;
/** Larger files are read by a job, so many lines a transaction. */
const AT_ONCE = 2_000;
const SET = 2_000;

/** Keeps the file and proposes what its columns say. */
export async function uploadBill(
  app: App,
  ctx: RequestCtx,
  { issuerId }: ParsedOf<typeof uploadCarrierBill>,
): Promise<ResultOf<typeof uploadCarrierBill>> {
  const { file } = ctx;
  if (!file) throw badField('file', 'core.fileMissing');
  const { mapping } = await app.database.look(ctx, (tx) => issuerOf(tx, issuerId));
  const rows = await readSheet(file.data, BILL_LINES_MOST);
  const head = headOf(rows);
  const titles = [...new Set((rows[head] ?? []).filter((title) => title !== ''))];
  if (rows.length <= head + 1) throw badField('file', 'import.empty');
  const fileKey = await app.files.put(ctx.companyId, file.name, file.data);
  const importId = await app.database.inCompany(ctx, (tx) => keep(tx, { kind: KIND, of: 0, fileKey, file }));
  const sample = rows
    .slice(head + 1, head + 1 + SAMPLE)
    .map((row) => titles.map((title) => row[(rows[head] ?? []).indexOf(title)] ?? ''));
  return { importId, titles, sample, total: rows.length - head - 1, ...proposed(titles, mapping) };
}

interface Kept {
  fileKey: string;
  name: string;
}
async function keptFile(app: App, ctx: Ctx, importId: number): Promise<Kept & { data: Buffer }> {
  const kept = await app.database.look(ctx, (tx) =>
    tx.row<Kept>(sql`select file_key, name from attachment where company_id = ${sql.company} and id = ${importId}
      and doc_kind = ${KIND} and user_id = ${ctx.actor.userId}`),
  );
  if (!kept) throw notFound('import.notFound');
  return { ...kept, data: await app.files.get(ctx.companyId, kept.fileKey) };
}
const readBill = async (data: Buffer, mapping: BillMapping): Promise<BillRead> =>
  readLines(await readSheet(data, BILL_LINES_MOST), mapping);

type PreviewInput = ParsedOf<typeof previewCarrierBill>;
export async function previewBill(
  app: App,
  ctx: Ctx,
  { importId, mapping }: PreviewInput,
): Promise<ResultOf<typeof previewCarrierBill>> {
  const { lines, problems } = await readBill((await keptFile(app, ctx, importId)).data, mapping);
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
export async function billErrors(app: App, ctx: Ctx, { importId, mapping }: PreviewInput): Promise<FileAnswer> {
  const { titles, problems } = await readBill((await keptFile(app, ctx, importId)).data, mapping);
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

const total = (lines: readonly ReadLine[]) =>
  lines.reduce((sum, one) => sum.plus(one.amount), new Decimal(0)).toFixed(4);
function daysOf(lines: readonly ReadLine[]): { from: string | null; to: string | null } {
  const days = lines.flatMap((one) => one.day ?? []).sort();
  return { from: days[0] ?? null, to: days.at(-1) ?? null };
}

type Input = ParsedOf<typeof importCarrierBill>;
/** Imports a bill once: its number and its file are known afterwards. Small ones are checked at once. */
export async function importBill(app: App, ctx: Ctx, input: Input): Promise<ResultOf<typeof importCarrierBill>> {
  const file = await keptFile(app, ctx, input.importId);
  const read = await readBill(file.data, input.mapping);
  if (read.lines.length === 0) throw badField('file', 'import.empty');
  if (read.problems.length > 0 && !input.skipBad)
    throw badField('skipBad', 'logistics.billBadRows', { count: read.problems.length });
  const hash = createHash('sha256').update(file.data).digest('hex');
  const queued = read.lines.length > AT_ONCE;
  const id = await app.database.inCompany(ctx, async (tx) => {
    const billId = await addBill(tx, input, { ...file, hash }, read.lines);
    if (queued) {
      await addJob(tx, readJob, { billId, mapping: input.mapping }, { key: `bill:${billId}`, priority: 5 });
      return billId;
    }
    await addLines(tx, billId, read.lines);
    await checkBill(tx, billId);
    return billId;
  });
  return { id, queued };
}

async function addBill(
  tx: Tx,
  input: Input,
  file: Kept & { hash: string },
  lines: readonly ReadLine[],
): Promise<number> {
  const { issuerId, number, accountNumber, currency, billedOn, mapping, skipBad } = input;
  const issuer = await issuerOf(tx, issuerId);
  const known = await tx.row<{ number: string }>(sql`select number from carrier_bill where company_id = ${sql.company}
    and (file_hash = ${file.hash} or (issuer_id = ${issuerId} and number = ${number.toUpperCase()})) limit 1`);
  if (known) throw conflict('logistics.billTaken', { number: known.number });
  const { from, to } = daysOf(lines);
  const terms = { tolerancePercent: issuer.tolerancePercent, toleranceAmount: issuer.toleranceAmount };
  const row = {
    ...{ number: number.toUpperCase(), issuerId, accountNumber, currency, billedOn, ...terms },
    ...{ fromDay: from ?? billedOn, toDay: to ?? billedOn, state: 'draft' },
    ...{
      fileName: file.name,
      fileKey: file.fileKey,
      fileHash: file.hash,
      lineCount: lines.length,
      amount: total(lines),
    },
    ...{ createdBy: tx.actor.name, createdAt: tx.now },
  };
  const made = await tx.row<{ id: number }>(
    sql`${insertRows<typeof carrierBill>('carrier_bill', [row])} on conflict do nothing returning id`,
  );
  if (!made) throw conflict('logistics.billTaken', { number });
  // The file belongs to the bill now: imports are removed after a month.
  await tx.rows(sql`update attachment set doc_kind = ${billDocument.kind}, doc_id = ${made.id}
    where company_id = ${sql.company} and id = ${input.importId} and doc_kind = ${KIND}`);
  await tx.rows(
    sql`update bill_issuer set mapping = ${sql.json(mapping)} where company_id = ${sql.company} and id = ${issuerId}`,
  );
  writeHistory(tx, [
    {
      docKind: billDocument.kind,
      docId: made.id,
      event: 'imported',
      toState: 'draft',
      detail: { file: file.name, lines: lines.length, skipBad },
    },
  ]);
  return made.id;
}

async function addLines(tx: Tx, billId: number, lines: readonly ReadLine[]): Promise<void> {
  for (const some of setsOf(lines, SET))
    await tx.rows(
      sql`${insertRows<typeof carrierBillLine>(
        'carrier_bill_line',
        some.map((line) => ({ billId, ...line })),
      )} on conflict do nothing`,
    );
}

/** Each transaction writes a set; whoever continues after a cut-off finds the sets that are there. */
const readJob = defineJob<{ billId: number; mapping: BillMapping }>(
  'logistics.readBill',
  ['读取并核对物流账单', 'Read and check a carrier bill'],
  async (app, ctx, { billId, mapping }) => {
    const bill = await app.database.look(ctx, (tx) =>
      tx.row<{ fileKey: string }>(sql`select file_key from carrier_bill
        where company_id = ${sql.company} and id = ${billId} and state = 'draft'`),
    );
    if (!bill) return;
    const { lines } = await readBill(await app.files.get(ctx.companyId, bill.fileKey), mapping);
    for (const some of setsOf(lines, SET))
      await app.database.inCompany(ctx, async (tx) => {
        await lockBill(tx, billId);
        await addLines(tx, billId, some);
      });
    await app.database.inCompany(ctx, (tx) => checkBill(tx, billId));
  },
);

/** Checks a bill again, a large one by the job that reads it: lines that are there stay. */
export async function recheckBill(tx: Tx, id: number): Promise<void> {
  const bill = await lockBill(tx, id, 'check');
  const row = await tx.row<{ lineCount: number }>(
    sql`select line_count from carrier_bill where company_id = ${sql.company} and id = ${bill.id}`,
  );
  if ((row?.lineCount ?? 0) <= AT_ONCE) return checkBill(tx, id);
  await addJob(tx, recheckJob, { billId: id }, { key: `bill:${id}`, priority: 5 });
}

const recheckJob = defineJob<{ billId: number }>(
  'logistics.checkBill',
  ['核对物流账单', 'Check a carrier bill'],
  (app, ctx, { billId }) =>
    app.database.inCompany(ctx, async (tx) => {
      const bill = await lockBill(tx, billId);
      if (bill.state === 'checked') await checkBill(tx, billId);
    }),
);
