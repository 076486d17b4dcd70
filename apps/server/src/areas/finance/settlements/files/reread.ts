import type { SettlementFileColumns, SettlementFileRole } from '@tradewind/contract/finance/settlement-files.ts';
import type { App } from '../../../../core/app.ts';
import type { Ctx } from '../../../../core/context.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { sql } from '../../../../core/database/sql.ts';
import { writeHistory } from '../../../../core/documents.ts';
import { Fail } from '../../../../core/errors.ts';
import { setsOf } from '../../../../core/import-sheet.ts';
import { defineJob, type Job } from '../../../../core/jobs/jobs.ts';
import { arrayOf } from '../../../../core/scope.ts';
import { shopsByIds } from '../../../channels/public.ts';
import { keepOfFile } from '../set-aside/keep.ts';
import { fileDocument } from './documents.ts';
import { contentOf, linesToTake, readContent, type SettlementFile, zoneOfShop } from './read.ts';
import { addTotals, refuseContradiction, SET, sumUp, writeLines } from './take.ts';

interface Stored extends Record<string, unknown> {
  shopId: number;
  role: SettlementFileRole;
  state: string;
  fileKey: string;
  columns: SettlementFileColumns | null;
  taken: number;
}
const stored = (tx: Tx, fileId: number) =>
  tx.row<Stored>(sql`select shop_id, role, state, file_key, columns, taken from settlement_file
    where company_id = ${sql.company} and id = ${fileId} and state <> 'reading' for update`);

/**
 * Takes those rows of a file that could not be read when it was taken and can be now. The lines that are taken must be
 * among what is read: where the reader would name them otherwise, nothing is taken, or rows would be booked twice.
 */
export async function rereadFile(app: App, ctx: Ctx, fileId: number): Promise<void> {
  const found = await app.database.inCompany(ctx, async (tx) => {
    const file = await stored(tx, fileId);
    const shop = file && (await shopsByIds(tx, [file.shopId])).get(file.shopId);
    return shop && { file, shop, zone: await zoneOfShop(tx, shop) };
  });
  if (!found) return;
  const content = await contentOf(await app.files.get(ctx.companyId, found.file.fileKey));
  const read = readContent(content, found.shop.platform, found.file.columns ?? undefined, found.zone);
  await app.database.inCompany(ctx, async (tx) => {
    const file = await stored(tx, fileId);
    if (file) await takeFresh(app, tx, { ...file, id: fileId }, read);
  });
}

async function takeFresh(app: App, tx: Tx, file: Stored & { id: number }, read: SettlementFile): Promise<void> {
  const { id, shopId, role, taken } = file;
  const lines = linesToTake(read.lines);
  const table = role === 'booked' ? sql`settlement_line` : sql`settlement_witness_line`;
  const rows = await tx.rows<{ reference: string }>(sql`select reference from ${table} where company_id = ${sql.company}
    and shop_id = ${shopId} and reference = any(${arrayOf(lines.map((line) => line.reference))}::text[])`);
  const known = new Set(rows.map((row) => row.reference));
  const fresh = lines.filter((line) => !known.has(line.reference));
  if (known.size < taken || (role === 'booked' && (await contradicts(tx, shopId, lines)))) {
    app.log.warn({ settlementFile: id }, 'a settlement file would be read otherwise than when it was taken');
    return;
  }
  for (const some of setsOf(lines, SET)) await writeLines(tx, { id, shopId, role }, some);
  await tx.rows(sql`update settlement_file set lines = ${lines.length}, taken = ${lines.length}, set_aside = ${read.setAside.length}
    where company_id = ${sql.company} and id = ${id}`);
  await keepOfFile(tx, { id, shopId }, read.setAside);
  if (fresh.length === 0) return;
  await tx.rows(sql`delete from settlement_file_total where company_id = ${sql.company} and file_id = ${id}`);
  await addTotals(tx, id, read);
  if (role === 'booked') await sumUp(tx, id, shopId);
  const detail = { lines: fresh.length, setAside: read.setAside.length };
  writeHistory(tx, [{ docKind: fileDocument.kind, docId: id, event: 'reread', detail }]);
}

const contradicts = (tx: Tx, shopId: number, lines: Parameters<typeof refuseContradiction>[2]): Promise<boolean> =>
  refuseContradiction(tx, shopId, lines).then(
    () => false,
    (error: unknown) => {
      if (error instanceof Fail) return true;
      throw error;
    },
  );

export const rereadJob: Job<{ fileId: number }> = defineJob(
  'finance.rereadSettlementFile',
  ['重新读取结算文件', 'Read a settlement file again'],
  (app, ctx, { fileId }) => rereadFile(app, ctx, fileId),
);
