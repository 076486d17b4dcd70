import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { decideCompanyChange, listCompanyChanges } from '@tradewind/contract/company.ts';
import type { App } from '../../core/app.ts';
import { type Ctx, systemContext } from '../../core/context.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, notFound } from '../../core/errors.ts';
import type { FileAnswer } from '../../core/http/routes.ts';
import { CHANGE_COLUMNS, type ChangeRow, changeRow, decideChange } from './changes.ts';
import { licenceAnswer } from './pictures.ts';

/** For anybody but the provider, its calls do not exist. @throws notFound core.notFound */
export async function assertProvider(app: App, ctx: Ctx): Promise<void> {
  if (ctx.actor.mainAccount) {
    const mine = await app.database.look(ctx, (tx) =>
      tx.row<{ provider: boolean }>(sql`select provider from company where id = ${sql.company}`),
    );
    if (mine?.provider) return;
  }
  throw notFound('core.notFound');
}

interface Application extends ChangeRow {
  customerId: string;
  presentName: string;
  presentNumber: string;
}

/** Reads over all companies; only for the provider. */
export async function applications(app: App): Promise<ResultOf<typeof listCompanyChanges>> {
  const found = await app.database.asOwner<Application>(
    sql`select ${CHANGE_COLUMNS}, h.company_id::text as "customerId", c.name as "presentName", c.licence_number as "presentNumber"
     from company_change h join company c on c.id = h.company_id where c.sample_until is null
     order by h.state <> 'applying', h.id desc limit 500`,
  );
  return { list: found.map((row) => changeRow({ ...row, id: Number(row.id) })) };
}

async function companyOfChange(app: App, id: number): Promise<{ companyId: number; licenceFile: string | null }> {
  const [row] = await app.database.asOwner<{ companyId: number; licenceFile: string | null }>(
    sql`select company_id, wanted ->> 'licenceFile' as licence_file from company_change where id = ${id}`,
  );
  if (!row) throw notFound('company.noChange');
  return row;
}

/** @throws badField when a rejection has no reason */
export async function decide(app: App, by: string, input: ParsedOf<typeof decideCompanyChange>): Promise<void> {
  if (!input.approve && input.remark === '') throw badField('remark', 'company.remarkNeeded');
  const { companyId } = await companyOfChange(app, input.id);
  await app.database.inCompany(systemContext(companyId, 'provider'), (tx) => decideChange(tx, { ...input, by }));
}

export async function licenceOfChange(app: App, id: number): Promise<FileAnswer> {
  const { companyId, licenceFile } = await companyOfChange(app, id);
  if (!licenceFile) throw notFound('company.noLicence');
  return licenceAnswer(app, companyId, licenceFile);
}
