import type { App } from '../../core/app.ts';
import { defineAction, writeAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, notFound } from '../../core/errors.ts';
import type { FileAnswer, UploadedFile } from '../../core/http/routes.ts';
import { applyFor } from './changes.ts';
import { readPng } from './png.ts';

const logoSet = defineAction('company.logoSet', ['更换公司标志', 'Company logo changed']);
const logoRemoved = defineAction('company.logoRemoved', ['移除公司标志', 'Company logo removed']);
const LOGO = { width: 1050, height: 180 };
const MIME: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', pdf: 'application/pdf' };

/** @throws badField when it is no PNG of exactly 1050 x 180 */
export async function setLogo(app: App, ctx: Ctx, file: UploadedFile): Promise<{ transparent: boolean }> {
  const png = readPng(file.data);
  if (!png) throw badField('file', 'company.logoBroken');
  if (png.width !== LOGO.width || png.height !== LOGO.height)
    throw badField('file', 'company.logoSize', { ...LOGO, isWidth: png.width, isHeight: png.height });
  const key = await app.files.put(ctx.companyId, 'logo.png', file.data);
  await app.database.inCompany(ctx, (tx) => keepLogo(tx, key));
  return { transparent: png.transparent };
}

export const dropLogo = (tx: Tx): Promise<void> => keepLogo(tx, null);

async function keepLogo(tx: Tx, key: string | null): Promise<void> {
  const row = await tx.row<{ name: string }>(sql`update company set logo_file = ${key}, version = version + 1
    where id = ${sql.company} returning name`);
  const target = { targetKind: 'company', targetId: tx.companyId, targetName: row?.name ?? '' };
  writeAudit(tx, [{ action: key ? logoSet : logoRemoved, ...target }]);
}

const fileOf = async (app: App, ctx: Ctx, which: 'logo' | 'licence'): Promise<string | undefined> => {
  const row = await app.database.look(ctx, (tx) =>
    tx.row<{ logo: string | null; licence: string | null }>(
      sql`select logo_file as logo, licence_file as licence from company where id = ${sql.company}`,
    ),
  );
  return row?.[which] ?? undefined;
};

export async function logoOf(app: App, ctx: Ctx): Promise<FileAnswer> {
  const key = await fileOf(app, ctx, 'logo');
  if (!key) throw notFound('company.noLogo');
  return { name: 'logo.png', mime: 'image/png', data: await app.files.get(ctx.companyId, key), inline: true };
}

export async function licenceOf(app: App, ctx: Ctx): Promise<FileAnswer> {
  const key = await fileOf(app, ctx, 'licence');
  if (!key) throw notFound('company.noLicence');
  return licenceAnswer(app, ctx.companyId, key);
}

export async function licenceAnswer(app: App, companyId: number, key: string): Promise<FileAnswer> {
  const ending = key.split('.').pop() ?? '';
  const mime = MIME[ending] ?? 'application/octet-stream';
  return { name: `licence.${ending}`, mime, data: await app.files.get(companyId, key), inline: true };
}

/** Stores the file at once; it takes effect when the provider approves it. */
export async function applyWithLicence(app: App, ctx: Ctx, file: UploadedFile, licenceNumber: string): Promise<void> {
  const licenceFile = await app.files.put(ctx.companyId, `licence.${file.kind}`, file.data);
  await app.database.inCompany(ctx, (tx) => applyFor(tx, { licenceFile, ...(licenceNumber ? { licenceNumber } : {}) }));
}
