import { createHash } from 'node:crypto';
import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import {
  type importStatement,
  type previewStatement,
  STATEMENT_LINES_MOST,
  type statementIssuers,
  type uploadStatement,
} from '@tradewind/contract/finance.ts';
import type { App } from '../../../../core/app.ts';
import type { Ctx } from '../../../../core/context.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { sql } from '../../../../core/database/sql.ts';
import { addRows, insertRows } from '../../../../core/database/write.ts';
import { writeHistory } from '../../../../core/documents.ts';
import { badField, conflict } from '../../../../core/errors.ts';
import type { FileAnswer, RequestCtx } from '../../../../core/http/routes.ts';
import { setsOf } from '../../../../core/import-sheet.ts';
import { inWarehouses } from '../../../../core/scope.ts';
import { companyOf } from '../../../company/public.ts';
import {
  assertReadable,
  daysOf,
  errorsOf,
  handSheetOver,
  issuerOf,
  issuerOfWarehouse,
  keptSheet,
  previewOf,
  type ReadLine,
  readKept,
  rememberMapping,
  totalOf,
  uploadSheet,
} from '../../../logistics/public.ts';
import type { providerStatement, providerStatementLine } from '../balances.tables.ts';
import { statementDocument } from './documents.ts';
import { compare } from './match.ts';

const KIND = 'import:providerStatement';
const SET = 2_000;
const MOST = 500;

/** Warehouses that somebody else runs, with who bills for them. */
export async function issuers(tx: Tx): Promise<ResultOf<typeof statementIssuers>> {
  const { baseCurrency } = await companyOf(tx);
  const list = await tx.rows<ResultOf<typeof statementIssuers>['list'][number]>(sql`select w.id as warehouse_id, w.name,
      i.id as issuer_id, coalesce(i.currency, ${baseCurrency}) as currency
    from warehouse w left join lateral (select id, currency from bill_issuer i where i.company_id = ${sql.company}
      and i.warehouse_id = w.id order by id limit 1) i on true
    where w.company_id = ${sql.company} and w.kind <> 'selfBuilt' and ${inWarehouses(tx, sql`w.id`)}
    order by w.name, w.id limit ${sql.literal(MOST)}`);
  return { list };
}

export async function upload(
  app: App,
  ctx: RequestCtx,
  { warehouseId }: ParsedOf<typeof uploadStatement>,
): Promise<ResultOf<typeof uploadStatement>> {
  const issuer = await app.database.inCompany(ctx, async (tx) => {
    const { list } = await issuers(tx);
    const warehouse = list.find((one) => one.warehouseId === warehouseId);
    if (!warehouse) throw badField('warehouseId', 'finance.statementWarehouse');
    const { name, currency } = warehouse;
    return issuerOfWarehouse(tx, { id: warehouseId, name, currency });
  });
  const sheet = await uploadSheet(app, ctx, KIND, issuer.mapping);
  return { ...sheet, issuerId: issuer.id, currency: issuer.currency };
}

type PreviewInput = ParsedOf<typeof previewStatement>;
const readOf = async (app: App, ctx: Ctx, { importId, mapping }: PreviewInput) =>
  readKept((await keptSheet(app, ctx, KIND, importId)).data, mapping, 'fees');
export const preview = async (app: App, ctx: Ctx, input: PreviewInput) => previewOf(ctx, await readOf(app, ctx, input));
export const errors = async (app: App, ctx: Ctx, input: PreviewInput): Promise<FileAnswer> =>
  errorsOf(ctx, await readOf(app, ctx, input));

type Input = ParsedOf<typeof importStatement>;
/** Imports a statement once: its number and its file are known afterwards. */
export async function importFile(app: App, ctx: Ctx, input: Input): Promise<ResultOf<typeof importStatement>> {
  const file = await keptSheet(app, ctx, KIND, input.importId);
  const read = await readKept(file.data, input.mapping, 'fees');
  assertReadable(read, input.skipBad);
  if (read.lines.length > STATEMENT_LINES_MOST)
    throw badField('file', 'finance.statementLong', { count: STATEMENT_LINES_MOST });
  const hash = createHash('sha256').update(file.data).digest('hex');
  return app.database.inCompany(ctx, (tx) => add(tx, input, { ...file, hash }, read.lines));
}

async function add(
  tx: Tx,
  input: Input,
  file: { fileKey: string; name: string; hash: string },
  lines: readonly ReadLine[],
): Promise<{ id: number }> {
  const { issuerId, currency, billedOn, mapping } = input;
  const issuer = await issuerOf(tx, issuerId);
  const { list } = await issuers(tx);
  const { warehouseId } = issuer;
  if (warehouseId === null || !list.some((one) => one.warehouseId === warehouseId))
    throw badField('issuerId', 'finance.statementWarehouse');
  const number = input.number.toUpperCase();
  const taken = () =>
    tx.row<{ number: string }>(sql`select number from provider_statement where company_id = ${sql.company}
      and (file_hash = ${file.hash} or (issuer_id = ${issuerId} and number = ${number})) limit 1`);
  const known = await taken();
  if (known) throw conflict('finance.statementTaken', { number: known.number });
  const { from, to } = daysOf(lines);
  const terms = { tolerancePercent: issuer.tolerancePercent, toleranceAmount: issuer.toleranceAmount };
  const head = {
    ...{ number, issuerId, warehouseId, currency, billedOn, ...terms },
    ...{ fromDay: from ?? billedOn, toDay: to ?? billedOn, fileName: file.name, fileKey: file.fileKey },
    ...{ fileHash: file.hash, lineCount: lines.length, amount: totalOf(lines) },
    ...{ createdBy: tx.actor.name, createdAt: tx.now },
  };
  const made = await tx.row<{ id: number }>(
    sql`${insertRows<typeof providerStatement>('provider_statement', [head])} on conflict do nothing returning id`,
  );
  if (!made) throw conflict('finance.statementTaken', { number });
  for (const some of setsOf(lines, SET))
    await addRows<typeof providerStatementLine>(
      tx,
      'provider_statement_line',
      some.map((line) => ({
        ...{ statementId: made.id, line: line.line, trackingNumber: line.trackingNumber, reference: line.reference },
        ...{ feeType: line.parts[0]?.code ?? '', day: line.day ?? billedOn, amount: line.amount, takes: true },
      })),
    );
  await handSheetOver(tx, input.importId, KIND, { kind: statementDocument.kind, id: made.id });
  await rememberMapping(tx, issuerId, mapping);
  const detail = { file: file.name, lines: lines.length };
  writeHistory(tx, [{ docKind: statementDocument.kind, docId: made.id, event: 'imported', toState: 'open', detail }]);
  await compare(tx, { id: made.id, ...head, ...terms, state: 'open', round: 0 });
  return made;
}
