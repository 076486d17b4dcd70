import { createHash } from 'node:crypto';
import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type {
  BillMapping,
  importCarrierBill,
  previewCarrierBill,
  uploadCarrierBill,
} from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { conflict } from '../../../core/errors.ts';
import type { FileAnswer, RequestCtx } from '../../../core/http/routes.ts';
import { setsOf } from '../../../core/import-sheet.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import type { carrierBill, carrierBillLine } from '../bills.tables.ts';
import { checkBill } from './check.ts';
import { billDocument, lockBill } from './documents.ts';
import { issuerOf, rememberMapping } from './issuers.ts';
import type { BillRead, ReadLine } from './read.ts';
import {
  assertReadable,
  daysOf,
  errorsOf,
  handSheetOver,
  type KeptSheet,
  keptSheet,
  previewOf,
  readKept,
  total,
  uploadSheet,
} from './sheet.ts';

const KIND = 'import:carrierBill';
/** Larger files are read by a job, so many lines a transaction. */
const AT_ONCE = 2_000;
const SET = 2_000;

/** Keeps the file and proposes what its columns say. */
export async function uploadBill(
  app: App,
  ctx: RequestCtx,
  { issuerId }: ParsedOf<typeof uploadCarrierBill>,
): Promise<ResultOf<typeof uploadCarrierBill>> {
  const { mapping } = await app.database.look(ctx, (tx) => issuerOf(tx, issuerId));
  return uploadSheet(app, ctx, KIND, mapping);
}

type PreviewInput = ParsedOf<typeof previewCarrierBill>;
const readOf = async (app: App, ctx: Ctx, { importId, mapping }: PreviewInput): Promise<BillRead> =>
  readKept((await keptSheet(app, ctx, KIND, importId)).data, mapping);

export const previewBill = async (
  app: App,
  ctx: Ctx,
  input: PreviewInput,
): Promise<ResultOf<typeof previewCarrierBill>> => previewOf(ctx, await readOf(app, ctx, input));

export const billErrors = async (app: App, ctx: Ctx, input: PreviewInput): Promise<FileAnswer> =>
  errorsOf(ctx, await readOf(app, ctx, input));

type Input = ParsedOf<typeof importCarrierBill>;
/** Imports a bill once: its number and its file are known afterwards. Small ones are checked at once. */
export async function importBill(app: App, ctx: Ctx, input: Input): Promise<ResultOf<typeof importCarrierBill>> {
  const file = await keptSheet(app, ctx, KIND, input.importId);
  const read = await readKept(file.data, input.mapping);
  assertReadable(read, input.skipBad);
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
  file: KeptSheet & { hash: string },
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
  await handSheetOver(tx, input.importId, KIND, { kind: billDocument.kind, id: made.id });
  await rememberMapping(tx, issuerId, mapping);
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
    const { lines } = await readKept(await app.files.get(ctx.companyId, bill.fileKey), mapping);
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
