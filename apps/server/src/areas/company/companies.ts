import type { App } from '../../core/app.ts';
import { systemContext } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { defineHook } from '../../core/hooks.ts';

export interface NewCompany {
  /** From `drawCompany`, if something was stored for the company before it exists. */
  id?: number;
  name: string;
  contact?: string;
  email?: string;
  phone?: string;
  country?: string;
  province?: string;
  city?: string;
  address?: string;
  timeZone?: string;
  baseCurrency?: string;
  validated?: boolean;
  demo?: boolean;
  /** The company whose people look around in this sample company. */
  sampleOf?: number;
}

/** A sample company that nobody has visited for so many days is removed. */
export const SAMPLE_DAYS = 30;

/** Runs in the transaction that creates a company: areas above add its initial data. */
export const companyCreated = defineHook<{ baseCurrency: string; demo: boolean }>();

/** The id of a company that does not exist yet. */
export async function drawCompany(app: App): Promise<number> {
  const [drawn] = await app.database.global<{ id: number }>(sql`select nextval('company_id_seq')::int as id`);
  if (!drawn) throw new Error('no id for a company');
  return drawn.id;
}

/** Runs in the transaction that validates a registered company's mail address. */
export const companyValidated = defineHook<object>();

/**
 * Creates a tenant and, in the same transaction, its initial data (`and`). Draws the id first, so that the transaction
 * can be bound to a company that does not exist yet. Returns the id.
 */
export async function createCompany(
  app: App,
  company: NewCompany,
  and: (tx: Tx) => Promise<void> = async () => {},
): Promise<number> {
  const id = company.id ?? (await drawCompany(app));
  const baseCurrency = company.baseCurrency ?? 'CNY';
  await app.database.inCompany(systemContext(id, 'company'), async (tx) => {
    await tx.rows(sql`
      insert into company (id, name, contact, email, phone, country, province, city, address, time_zone, base_currency, validated, demo,
        sample_of, sample_until)
      values (${id}, ${company.name}, ${company.contact ?? ''}, ${company.email ?? ''}, ${company.phone ?? ''},
        ${company.country ?? 'CN'}, ${company.province ?? ''}, ${company.city ?? ''}, ${company.address ?? ''}, ${company.timeZone ?? 'Asia/Shanghai'},
        ${baseCurrency}, ${company.validated ?? false}, ${company.demo ?? false},
        ${company.sampleOf ?? null}, case when ${company.sampleOf ?? null}::int is not null then now() + make_interval(days => ${SAMPLE_DAYS}) end)`);
    await and(tx);
    await companyCreated.call(tx, { baseCurrency, demo: company.demo ?? false });
  });
  return id;
}

export interface Company {
  name: string;
  timeZone: string;
  baseCurrency: string;
  plan: string;
  planExpiresAt: Date | null;
  validated: boolean;
  demo: boolean;
  provider: boolean;
  /** Made-up data that its home company's people look around in. */
  sample: boolean;
}

/** The company that the transaction is bound to. */
export async function companyOf(tx: Tx): Promise<Company> {
  const [found] = await tx.rows<Company & Record<string, unknown>>(
    sql`select name, time_zone, base_currency, plan, plan_expires_at,
       validated, demo, provider, sample_until is not null as sample from company where id = ${sql.company}`,
  );
  if (!found) throw new Error(`company ${tx.companyId} is gone`);
  return found;
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The day that an instant falls on in a company's time zone: YYYY-MM-DD. */
export function localDay(at: Date, timeZone: string): string {
  let format = dayFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    dayFormats.set(timeZone, format);
  }
  return format.format(at);
}
