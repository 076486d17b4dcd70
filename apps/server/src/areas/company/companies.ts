import type { App } from '../../core/app.ts';

/** Makes a tenant, as the owner: there is no company to be bound to yet. Gives its id. */
export async function createCompany(
  app: App,
  company: {
    name: string;
    contact?: string;
    email?: string;
    timeZone?: string;
    baseCurrency?: string;
    validated?: boolean;
    demo?: boolean;
  },
): Promise<number> {
  const made = await app.database.owner.query(
    `insert into company (name, contact, email, time_zone, base_currency, validated, demo) values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [
      company.name,
      company.contact ?? '',
      company.email ?? '',
      company.timeZone ?? 'Asia/Shanghai',
      company.baseCurrency ?? 'CNY',
      company.validated ?? false,
      company.demo ?? false,
    ],
  );
  return (made.rows[0] as { id: number }).id;
}
