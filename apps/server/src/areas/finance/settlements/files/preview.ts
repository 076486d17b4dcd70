import { createHash } from 'node:crypto';
import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type {
  previewSettlementFile,
  SettlementFileColumns,
  SettlementFilePreview,
  SettlementFileRole,
  SettlementInFile,
  settlementFileSetAside,
  uploadSettlementFile,
} from '@tradewind/contract/finance/settlement-files.ts';
import type { App } from '../../../../core/app.ts';
import type { Ctx } from '../../../../core/context.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { sql } from '../../../../core/database/sql.ts';
import { badField, notFound } from '../../../../core/errors.ts';
import type { FileAnswer, RequestCtx } from '../../../../core/http/routes.ts';
import { setsOf } from '../../../../core/import-sheet.ts';
import { keep } from '../../../../core/imports.ts';
import { XlsxWriter } from '../../../../core/xlsx.ts';
import { platformDoes, type Shop, shopInScope } from '../../../channels/public.ts';
import { companyOf, localDay } from '../../../company/public.ts';
import { totalsOf } from './parts.ts';
import type { SettlementFile } from './read.ts';
import {
  type Content,
  contentOf,
  hasPreset,
  NotASettlement,
  readBy,
  readContent,
  spanOf,
  titlesOf,
  zoneOfShop,
} from './read.ts';

export const KIND = 'import:settlementFile';
const SHOWN = 100;

export interface KeptFile {
  importId: number;
  shop: Shop;
  role: SettlementFileRole;
  fileKey: string;
  name: string;
  data: Buffer;
  hash: string;
  /** Of the request, else those of an earlier file of the shop. */
  columns: SettlementFileColumns | undefined;
  /** Of times that name none. */
  zone: string;
}

const roleOf = (app: App, platform: string): SettlementFileRole =>
  platformDoes(app, platform, 'listSettlements') ? 'witness' : 'booked';
const hashOf = (data: Buffer) => createHash('sha256').update(data).digest('hex');

async function columnsOf(tx: Tx, shopId: number): Promise<SettlementFileColumns | undefined> {
  const row = await tx.row<{ columns: SettlementFileColumns }>(
    sql`select columns from settlement_columns where company_id = ${sql.company} and shop_id = ${shopId}`,
  );
  return row?.columns;
}

/** @throws notFound import.notFound for a file of somebody else */
export async function keptFile(
  app: App,
  ctx: Ctx,
  { importId, columns }: ParsedOf<typeof previewSettlementFile>,
): Promise<KeptFile> {
  const kept = await app.database.look(ctx, async (tx) => {
    const row = await tx.row<{ fileKey: string; name: string; shopId: number }>(sql`
      select file_key, name, doc_id as "shopId" from attachment where company_id = ${sql.company} and id = ${importId}
        and doc_kind = ${KIND} and user_id = ${ctx.actor.userId}`);
    if (!row) throw notFound('import.notFound');
    const shop = await shopInScope(tx, ctx, row.shopId);
    return { ...row, shop, columns: columns ?? (await columnsOf(tx, shop.id)), zone: await zoneOfShop(tx, shop) };
  });
  const data = await app.files.get(ctx.companyId, kept.fileKey);
  return { ...kept, importId, role: roleOf(app, kept.shop.platform), data, hash: hashOf(data) };
}

/** Keeps the file, and says what it holds. */
export async function uploadFile(
  app: App,
  ctx: RequestCtx,
  { shopId, columns }: ParsedOf<typeof uploadSettlementFile>,
): Promise<SettlementFilePreview> {
  const { file } = ctx;
  if (!file) throw badField('file', 'core.fileMissing');
  const { shop, remembered, zone } = await app.database.look(ctx, async (tx) => {
    const found = await shopInScope(tx, ctx, shopId);
    return { shop: found, remembered: await columnsOf(tx, shopId), zone: await zoneOfShop(tx, found) };
  });
  const content = await contentOf(file.data);
  const fileKey = await app.files.put(ctx.companyId, file.name, file.data);
  const importId = await app.database.inCompany(ctx, (tx) => keep(tx, { kind: KIND, of: shopId, fileKey, file }));
  const role = roleOf(app, shop.platform);
  const { name, data } = file;
  const kept = { importId, shop, role, fileKey, name, data, hash: hashOf(data), columns: columns ?? remembered, zone };
  return shown(app, ctx, kept, content);
}

export async function previewFile(
  app: App,
  ctx: Ctx,
  input: ParsedOf<typeof previewSettlementFile>,
): Promise<ResultOf<typeof previewSettlementFile>> {
  const kept = await keptFile(app, ctx, input);
  return shown(app, ctx, kept, await contentOf(kept.data));
}

async function shown(app: App, ctx: Ctx, kept: KeptFile, content: Content): Promise<SettlementFilePreview> {
  const { importId, shop, role, columns, zone } = kept;
  let file: SettlementFile | undefined;
  let problem: string | null = null;
  try {
    file = readContent(content, shop.platform, columns, zone);
  } catch (error) {
    if (!(error instanceof NotASettlement)) throw error;
    problem = error.message;
  }
  const columnsNeeded = !file && !columns && !hasPreset(shop.platform);
  return app.database.look(ctx, async (tx) => ({
    ...{ importId, shopId: shop.id, platform: shop.platform, role, ...titlesOf(content), columnsNeeded },
    ...{ columns: columns ?? null, problem: columnsNeeded ? null : problem },
    taken: await takenBefore(tx, kept),
    readOtherwise: file && role === 'booked' ? await readOtherwise(tx, kept, file) : null,
    found: file ? await foundIn(tx, file) : null,
  }));
}

async function foundIn(tx: Tx, file: SettlementFile): Promise<SettlementFilePreview['found']> {
  const { timeZone } = await companyOf(tx);
  const dayOf = (at: string | null) => (at === null ? null : localDay(new Date(at), timeZone));
  const { format, lineCount: lines, zeroRows, totalsByType, setAside } = file;
  return {
    ...{ format, lines, zeroRows },
    settlements: totalsOf(file).map(
      ({ fromAt, toAt, ...one }): SettlementInFile => ({ ...one, fromDay: dayOf(fromAt), toDay: dayOf(toAt) }),
    ),
    totals: totalsByType.slice(0, SHOWN),
    unmapped: totalsByType.filter(({ kind }) => kind === 'other').slice(0, SHOWN),
    setAside: setAside.slice(0, SHOWN),
    setAsideCount: setAside.length,
  };
}

export async function takenBefore(
  tx: Tx,
  { shop, hash }: Pick<KeptFile, 'shop' | 'hash'>,
): Promise<{ id: number; name: string } | null> {
  const row = await tx.row<{ id: number; name: string }>(sql`select id, name from settlement_file
    where company_id = ${sql.company} and shop_id = ${shop.id} and hash = ${hash}`);
  return row ?? null;
}

/** A booked file of the same days whose lines have other references. */
export async function readOtherwise(tx: Tx, kept: KeptFile, file: SettlementFile): Promise<string | null> {
  const span = spanOf(file.lines);
  if (!span) return null;
  const row = await tx.row<{ name: string }>(sql`select name from settlement_file
    where company_id = ${sql.company} and shop_id = ${kept.shop.id} and role = 'booked'
      and from_at <= ${span.to}::timestamptz and to_at >= ${span.from}::timestamptz
      and read_by <> ${readBy(file, kept.columns)} order by id desc limit 1`);
  return row?.name ?? null;
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Every row that is not taken, with its reason. */
export async function setAsideFile(
  app: App,
  ctx: Ctx,
  input: ParsedOf<typeof settlementFileSetAside>,
): Promise<FileAnswer> {
  const kept = await keptFile(app, ctx, input);
  const { titles } = titlesOf(await contentOf(kept.data));
  const { setAside } = readOrRefuse(await contentOf(kept.data), kept);
  const [name, row, reason] =
    ctx.language === 'zh' ? ['结算文件未采用的行', '行号', '原因'] : ['Settlement rows set aside', 'Row', 'Reason'];
  const columns = [row, reason, ...titles].map((title) => ({ title, width: Math.max(12, title.length * 2) }));
  const writer = await XlsxWriter.open(columns);
  for (const some of setsOf(setAside, 1_000))
    await writer.rows(
      some.map((one) => {
        const cells = [String(one.row), one.reason, ...one.raw.split('\t')];
        return columns.map((_, at) => cells[at] ?? '');
      }),
    );
  return { name: `${name}.xlsx`, mime: XLSX, data: await writer.finish() };
}

/** @throws badField file finance.fileUnread */
export function readOrRefuse(
  content: Content,
  { shop, columns, zone }: Pick<KeptFile, 'shop' | 'columns' | 'zone'>,
): SettlementFile {
  try {
    return readContent(content, shop.platform, columns, zone);
  } catch (error) {
    if (error instanceof NotASettlement) throw badField('file', 'finance.fileUnread', { reason: error.message });
    throw error;
  }
}
