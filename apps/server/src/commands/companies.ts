import type { App } from '../core/app.ts';
import { sql } from '../core/database/sql.ts';
import { Refused } from './command.ts';
import { withApp } from './opened.ts';

/** Whether the argument is a customer number, or none. */
export const isCompany = (company: string | undefined): boolean => company === undefined || /^\d{1,9}$/.test(company);

/** Works on every company, or on this one. @throws Refused */
export async function overCompanies(
  company: string | undefined,
  work: (app: App, of: { id: number; name: string }) => Promise<void>,
): Promise<void> {
  await withApp(async (app) => {
    const found = await app.database.asOwner<{ id: number; name: string }>(
      sql`select id, name from company where ${company ?? null}::int is null or id = ${company ?? null} order by id`,
    );
    if (found.length === 0) throw new Refused(company ? `There is no company ${company}.` : 'There is no company.');
    for (const one of found) await work(app, one);
  });
}
