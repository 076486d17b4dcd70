import type { App } from '../../core/app.ts';
import { systemContext } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { conflict, ruleBroken } from '../../core/errors.ts';
import { ownerOfKey, useKey } from './keys.ts';
import { forgetPrincipals } from './sessions.ts';

const PREFERENCES_OF_A_USER = 300;

export async function readPreferences(tx: Tx): Promise<Record<string, unknown>> {
  const rows = await tx.rows<{ key: string; value: unknown }>(sql`select key, value from user_preference
    where company_id = ${sql.company} and user_id = ${tx.actor.userId}`);
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}

/** Keeps one setting of the user; null or nothing removes it. */
export async function keepPreference(tx: Tx, key: string, value: unknown): Promise<void> {
  const mine = sql`company_id = ${sql.company} and user_id = ${tx.actor.userId}`;
  if (value === null || value === undefined)
    return void (await tx.rows(sql`delete from user_preference where ${mine} and key = ${key}`));
  const kept = await tx.row(sql`
    insert into user_preference (company_id, user_id, key, value)
    select ${sql.company}, ${tx.actor.userId}, ${key}, ${JSON.stringify(value)}::jsonb
    where (select count(*) from user_preference where ${mine} and key <> ${key}) < ${PREFERENCES_OF_A_USER}
    on conflict (company_id, user_id, key) do update set value = excluded.value returning 1 as kept`);
  if (!kept) throw conflict('identity.tooManyPreferences', { most: PREFERENCES_OF_A_USER });
}

export async function keepLanguage(tx: Tx, language: 'zh' | 'en'): Promise<void> {
  await tx.rows(
    sql`update user_account set language = ${language} where company_id = ${sql.company} and id = ${tx.actor.userId}`,
  );
  await forgetPrincipals(tx, tx.actor.userId);
}

export function usersForPickers(tx: Tx) {
  return tx.rows<{ id: number; userLoginId: string; userName: string }>(sql`
    select id, user_login_id, name as "userName" from user_account
    where company_id = ${sql.company} and enabled order by name, id limit 1000`);
}

/** Validates a user's mail address by the mailed key. Opening the link twice is not an error. */
export async function validateUserMail(app: App, key: string): Promise<void> {
  const owner = await ownerOfKey(app.database, 'userMail', key);
  if (!owner) throw ruleBroken('identity.keyOver');
  await app.database.inCompany(systemContext(owner.companyId, 'identity'), async (tx) => {
    if (await useKey(tx, 'userMail', key)) await markMailVerified(tx, owner.userId);
  });
}

export async function markMailVerified(tx: Tx, userId: number): Promise<void> {
  await tx.rows(
    sql`update user_account set email_verified = true where company_id = ${sql.company} and id = ${userId}`,
  );
}
