import type { z } from 'zod';
import type { Tx } from './database/database.ts';
import { sql } from './database/sql.ts';

/** A setting that a company chooses for all of its people. */
export interface CompanySetting<T> {
  readonly key: string;
  readonly shape: z.ZodType<T>;
  readonly otherwise: T;
}

const all = new Map<string, CompanySetting<unknown>>();

/** @param otherwise the default for companies that have not chosen */
export function defineSetting<T>(key: string, shape: z.ZodType<T>, otherwise: T): CompanySetting<T> {
  if (all.has(key)) throw new Error(`Setting ${key} is defined twice`);
  const setting = { key, shape, otherwise };
  all.set(key, setting);
  return setting;
}

/** A value that no longer fits its shape counts as not chosen. */
export async function settingOf<T>(tx: Tx, setting: CompanySetting<T>): Promise<T> {
  const [row] = await tx.rows<{ value: unknown }>(
    sql`select value from company_setting where company_id = ${sql.company} and key = ${setting.key}`,
  );
  const read = setting.shape.safeParse(row?.value);
  return row && read.success ? read.data : setting.otherwise;
}

/** The caller writes the audit log. @throws when the value does not have the setting's shape */
export function saveSetting<T>(tx: Tx, setting: CompanySetting<T>, value: T): void {
  tx.later(
    sql`insert into company_setting (company_id, key, value) values (${sql.company}, ${setting.key}, ${JSON.stringify(setting.shape.parse(value))}::jsonb)
     on conflict (company_id, key) do update set value = excluded.value`,
  );
}
