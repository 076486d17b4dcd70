import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { ManifestRow } from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { ruleBroken } from '../../../core/errors.ts';
import type { FileAnswer } from '../../../core/http/routes.ts';
import { platformShipping, withShop } from '../../channels/public.ts';
import { can } from '../carrier/connect.ts';
import { carrierFail } from '../parcel/problems.ts';
import { sheetsOfAccounts } from './account-sheets.ts';

/** Whether the carrier or the platform's logistics makes its own manifest document. */
export const makesSheet = (app: App, { carrier, platform }: Pick<ManifestRow, 'carrier' | 'platform'>): boolean =>
  carrier === 'platform' ? platformShipping(app, platform)?.handoverSheet !== undefined : can(app, carrier, 'manifest');

/** The carrier's document of a closed manifest, kept, since its parcels never change. @param again as `sheetsOfAccounts` */
export async function carrierSheet(app: App, ctx: Ctx, manifest: ManifestRow, again: boolean): Promise<FileAnswer> {
  const { platform, carrier, id } = manifest;
  if (!makesSheet(app, manifest)) throw ruleBroken('logistics.manifest.noSheet');
  const name = `${manifest.number}-${platform || carrier}.pdf`;
  const { kept, shops } = await app.database.look(ctx, async (tx) => ({
    kept: await tx.row<{ file: string | null }>(
      sql`select carrier_file as file from manifest where company_id = ${sql.company} and id = ${id}`,
    ),
    shops: await tx.rows<{ shopId: number; numbers: string[] }>(sql`select p.shop_id,
        array_agg(p.tracking_number order by p.id) as numbers
      from manifest_parcel x join parcel p on p.company_id = x.company_id and p.id = x.parcel_id
      where x.company_id = ${sql.company} and x.manifest_id = ${id} and x.stayed is null and p.tracking_number is not null
      group by p.shop_id order by p.shop_id`),
  }));
  const answer = (data: Buffer): FileAnswer => ({ name, mime: 'application/pdf', data, inline: true });
  if (kept?.file) return answer(await app.files.get(ctx.companyId, kept.file));
  const sheets: Buffer[] = [];
  if (carrier === 'platform')
    for (const { shopId, numbers } of shops) sheets.push(...(await sheetsOf(app, ctx, shopId, numbers)));
  else sheets.push(...(await sheetsOfAccounts(app, ctx, manifest, again)));
  if (sheets.length === 0) throw ruleBroken('logistics.manifest.noSheet');
  const data = await bound(sheets);
  const file = await app.files.put(ctx.companyId, 'manifest.pdf', data);
  await app.database.inCompany(ctx, (tx) =>
    tx.rows(sql`update manifest set carrier_file = ${file} where company_id = ${sql.company} and id = ${id}
      and carrier_file is null and state in ('closed', 'handed')`),
  );
  return answer(data);
}

async function sheetsOf(app: App, ctx: Ctx, shopId: number, numbers: readonly string[]): Promise<Buffer[]> {
  try {
    return await withShop(app, ctx, shopId, async ({ shipping }, access) => {
      if (!shipping?.handoverSheet) throw ruleBroken('logistics.manifest.noSheet');
      return shipping.handoverSheet(access, numbers);
    });
  } catch (error) {
    throw error instanceof ConnectorError ? carrierFail(error) : error;
  }
}

async function bound(files: readonly Buffer[]): Promise<Buffer> {
  const [only] = files;
  if (only && files.length === 1) return only;
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const out = await PDFDocument.create();
  for (const file of files) {
    const source = await PDFDocument.load(file);
    for (const page of await out.copyPages(source, source.getPageIndices())) out.addPage(page);
  }
  return Buffer.from(await out.save());
}
