import type { z } from 'zod';
import type { Tx } from './database/database.ts';

/** Something a company chooses for all of its people. */
export interface CompanySetting<T> {
  readonly key: string;
  readonly shape: z.ZodType<T>;
  readonly otherwise: T;
}

const all = new Map<string, CompanySetting<unknown>>();

/** @param otherwise what holds where a company has not chosen */
export function defineSetting<T>(key: string, shape: z.ZodType<T>, otherwise: T): CompanySetting<T> {
  if (all.has(key)) throw new Error(`Setting ${key} is defined twice`);
  const setting = { key, shape, otherwise };
  all.set(key, setting);
  return setting;
}

/** A value that no longer fits its shape counts as not chosen. */
export async function settingOf<T>(tx: Tx, setting: CompanySetting<T>): Promise<T> {
  const [row] = await tx.prepared<{ value: unknown }>(
    'company_setting_of',
    'select value from company_setting where company_id = $1 and key = $2',
    [tx.companyId, setting.key],
  );
  const read = setting.shape.safeParse(row?.value);
  return row && read.success ? read.data : setting.otherwise;
}

/** The caller writes the audit log. @throws when the value has not the setting's shape */
export function saveSetting<T>(tx: Tx, setting: CompanySetting<T>, value: T): void {
  tx.later(
    'company_setting_save',
    `insert into company_setting (company_id, key, value) values ($1, $2, $3::jsonb)
     on conflict (company_id, key) do update set value = excluded.value`,
    [tx.companyId, setting.key, JSON.stringify(setting.shape.parse(value))],
  );
}
