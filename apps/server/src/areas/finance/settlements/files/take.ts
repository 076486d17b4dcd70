import type { SettlementLine } from '@tradewind/connectors/capabilities/settlements.ts';
import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type {
  SettlementFileColumns,
  SettlementFileRole,
  takeSettlementFile,
} from '@tradewind/contract/finance/settlement-files.ts';
import type { App } from '../../../../core/app.ts';
import type { Ctx } from '../../../../core/context.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { sql } from '../../../../core/database/sql.ts';
import { addRows, insertRows } from '../../../../core/database/write.ts';
import { writeHistory } from '../../../../core/documents.ts';
import { badField, conflict } from '../../../../core/errors.ts';
import { addJob, defineJob, type Job } from '../../../../core/jobs/jobs.ts';
import { arrayOf } from '../../../../core/scope.ts';
import { shopsByIds, takeSettlementLines } from '../../../channels/public.ts';
import { refreshSettlements } from '../headers.ts';
import { keepOfFile } from '../set-aside/keep.ts';
import { fileDocument } from './documents.ts';
import type { settlementFile, settlementFileTotal, settlementWitnessLine } from './files.tables.ts';
import { stateTotals } from './gaps.ts';
import { totalsOf } from './parts.ts';
import { type KeptFile, KIND, keptFile, readOrRefuse, readOtherwise, takenBefore } from './preview.ts';
import { contentOf, linesToTake, readBy, readContent, type SettlementFile, spanOf, zoneOfShop } from './read.ts';

/** Larger files are taken by a job, so many lines a transaction. */
export const SET = 2_000;

type Input = ParsedOf<typeof takeSettlementFile>;
/** Takes a file once for its shop. @throws conflict finance.fileTaken, finance.fileReadOtherwise, finance.fileContradicts */
export async function takeFile(app: App, ctx: Ctx, input: Input): Promise<ResultOf<typeof takeSettlementFile>> {
  const { importId, columns } = input;
  const kept = await keptFile(app, ctx, { importId, columns });
  const file = readOrRefuse(await contentOf(kept.data), kept);
  if (file.lineCount === 0 && file.header.length === 0) throw badField('file', 'import.empty');
  const lines = linesToTake(file.lines);
  const queued = lines.length > SET;
  const id = await app.database.inCompany(ctx, async (tx) => {
    const known = await takenBefore(tx, kept);
    if (known) throw conflict('finance.fileTaken', { name: known.name });
    const other = kept.role === 'booked' && !input.otherColumns && (await readOtherwise(tx, kept, file));
    if (other) throw conflict('finance.fileReadOtherwise', { name: other });
    if (kept.role === 'booked') await refuseContradiction(tx, kept.shop.id, lines);
    const fileId = await addFile(tx, kept, file);
    if (queued) await addJob(tx, takeJob, { fileId }, { key: `settlementFile:${fileId}`, priority: 5 });
    else {
      const taken = { id: fileId, shopId: kept.shop.id, role: kept.role, taken: 0 };
      await takeSet(tx, taken, lines);
      await finish(tx, taken);
    }
    return fileId;
  });
  return { id, queued };
}

async function addFile(tx: Tx, kept: KeptFile, file: SettlementFile): Promise<number> {
  const { shop, role, name, fileKey, hash, columns } = kept;
  const span = spanOf(file.lines);
  const readByColumns = file.format === 'table';
  const row = {
    ...{ shopId: shop.id, name, fileKey, hash, role, state: 'reading', format: file.format },
    ...{ columns: readByColumns ? (columns ?? null) : null, readBy: readBy(file, columns) },
    ...{ lines: file.lineCount, taken: 0, setAside: file.setAside.length },
    ...{ fromAt: span ? new Date(span.from) : null, toAt: span ? new Date(span.to) : null },
    ...{ createdBy: tx.actor.name, createdAt: tx.now },
  };
  const made = await tx.row<{ id: number }>(
    sql`${insertRows<typeof settlementFile>('settlement_file', [row])} on conflict do nothing returning id`,
  );
  if (!made) throw conflict('finance.fileTaken', { name });
  await addTotals(tx, made.id, file);
  await keepOfFile(tx, { id: made.id, shopId: shop.id }, file.setAside);
  // The file belongs to its row now: imports are removed after a month.
  await tx.rows(sql`update attachment set doc_kind = ${fileDocument.kind}, doc_id = ${made.id}
    where company_id = ${sql.company} and id = ${kept.importId} and doc_kind = ${KIND}`);
  if (readByColumns && columns)
    await tx.rows(sql`insert into settlement_columns (company_id, shop_id, columns)
      values (${sql.company}, ${shop.id}, ${sql.json(columns)})
      on conflict (company_id, shop_id) do update set columns = excluded.columns`);
  const detail = { file: name, lines: file.lineCount, setAside: file.setAside.length };
  writeHistory(tx, [{ docKind: fileDocument.kind, docId: made.id, event: 'uploaded', toState: 'reading', detail }]);
  return made.id;
}

export async function addTotals(tx: Tx, fileId: number, file: SettlementFile): Promise<void> {
  const totals = totalsOf(file).map(({ gap: _, fromAt, toAt, ...one }) => ({
    ...{ fileId, ...one },
    ...{ fromAt: fromAt === null ? null : new Date(fromAt), toAt: toAt === null ? null : new Date(toAt) },
  }));
  await addRows<typeof settlementFileTotal>(tx, 'settlement_file_total', totals);
}

/** A line that is there has another amount: the file writes otherwise than an earlier one. */
export async function refuseContradiction(tx: Tx, shopId: number, lines: readonly SettlementLine[]): Promise<void> {
  const known = lines.map(({ reference, amount, currency }) => ({ reference, amount, currency }));
  const row = await tx.row<{ type: string; orderNo: string | null }>(sql`
    select l.type, l.platform_order_no as "orderNo" from jsonb_to_recordset(${JSON.stringify(known)}::jsonb)
      as r(reference text, amount numeric, currency text)
    join settlement_line l on l.company_id = ${sql.company} and l.shop_id = ${shopId} and l.reference = r.reference
    where l.amount <> r.amount or l.currency <> r.currency limit 1`);
  if (row) throw conflict('finance.fileContradicts', { line: [row.orderNo, row.type].filter(Boolean).join(' ') });
}

interface Taken {
  id: number;
  shopId: number;
  role: SettlementFileRole;
  /** Lines that are taken. */
  taken: number;
}
async function takeSet(tx: Tx, file: Taken, lines: readonly SettlementLine[]): Promise<void> {
  if (lines.length === 0) return;
  await writeLines(tx, file, lines);
  await tx.rows(sql`update settlement_file set taken = taken + ${lines.length}
    where company_id = ${sql.company} and id = ${file.id}`);
}

export async function writeLines(
  tx: Tx,
  { id, shopId, role }: Omit<Taken, 'taken'>,
  lines: readonly SettlementLine[],
): Promise<void> {
  if (role === 'booked') {
    await takeSettlementLines(tx, shopId, lines);
    const references = arrayOf(lines.map((line) => line.reference));
    await tx.rows(sql`insert into settlement_file_line (company_id, file_id, line_id)
      select l.company_id, ${id}, l.id from settlement_line l where l.company_id = ${sql.company} and l.shop_id = ${shopId}
        and l.reference = any(${references}::text[]) on conflict do nothing`);
  } else
    await tx.rows(
      sql`${insertRows<typeof settlementWitnessLine>(
        'settlement_witness_line',
        lines.map((line) => ({
          ...{ shopId, reference: line.reference, kind: line.kind, type: line.type },
          ...{ settlementId: line.settlementId ?? null, platformOrderNo: line.platformOrderNo ?? null },
          ...{ amount: line.amount, currency: line.currency, postedAt: new Date(line.postedAt) },
        })),
      )} on conflict do nothing`,
    );
}

/** Adds up the settlements of a file that is booked. */
export async function sumUp(tx: Tx, id: number, shopId: number): Promise<void> {
  const rows = await tx.rows<{ number: string }>(sql`select distinct number from settlement_file_total
    where company_id = ${sql.company} and file_id = ${id} and number <> '' order by 1`);
  const numbers = rows.map((row) => row.number);
  await refreshSettlements(tx, shopId, numbers);
  await stateTotals(tx, shopId, numbers);
}

async function finish(tx: Tx, { id, shopId, role }: Taken): Promise<void> {
  if (role === 'booked') await sumUp(tx, id, shopId);
  await tx.rows(sql`update settlement_file set state = 'read' where company_id = ${sql.company} and id = ${id}`);
  writeHistory(tx, [{ docKind: fileDocument.kind, docId: id, event: 'read', fromState: 'reading', toState: 'read' }]);
}

const locked = (tx: Tx, fileId: number) =>
  tx.row<Taken & Record<string, unknown>>(sql`select id, shop_id, role, taken from settlement_file
    where company_id = ${sql.company} and id = ${fileId} and state = 'reading' for update`);

/** Each transaction takes a set; whoever continues after a cut-off goes on behind the last one. */
const takeJob: Job<{ fileId: number }> = defineJob(
  'finance.takeSettlementFile',
  ['读取结算文件', 'Take a settlement file'],
  async (app, ctx, { fileId }) => {
    const file = await app.database.look(ctx, async (tx) => {
      const row = await tx.row<{ shopId: number; fileKey: string; columns: SettlementFileColumns | null }>(sql`
        select shop_id, file_key, columns from settlement_file
        where company_id = ${sql.company} and id = ${fileId} and state = 'reading'`);
      const shop = row && (await shopsByIds(tx, [row.shopId])).get(row.shopId);
      return shop && { ...row, shop, zone: await zoneOfShop(tx, shop) };
    });
    if (!file) return;
    const content = await contentOf(await app.files.get(ctx.companyId, file.fileKey));
    const lines = linesToTake(readContent(content, file.shop.platform, file.columns ?? undefined, file.zone).lines);
    for (let more = true; more; )
      more = await app.database.inCompany(ctx, async (tx) => {
        const now = await locked(tx, fileId);
        if (!now) return false;
        await takeSet(tx, now, lines.slice(now.taken, now.taken + SET));
        if (now.taken + SET < lines.length) return true;
        await finish(tx, now);
        return false;
      });
  },
);
