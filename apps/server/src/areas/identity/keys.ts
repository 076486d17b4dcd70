import { hashToken, newToken } from '../../core/crypto.ts';
import type { Database, Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { arrayOf } from '../../core/scope.ts';

/** What a mailed key allows. */
export type KeyPurpose = 'password' | 'invitation' | 'userMail' | 'companyMail';

/** Creates a key that works once. Only its hash is stored, so it cannot be read again. */
export async function issueKey(tx: Tx, purpose: KeyPurpose, userId: number, hours: number): Promise<string> {
  const key = newToken();
  await tx.rows(sql`insert into one_time_key (key_hash, purpose, company_id, payload, expires_at)
    values (${hashToken(key)}, ${purpose}, ${sql.company}, ${JSON.stringify({ userId })}::jsonb, now() + make_interval(hours => ${hours}))`);
  return key;
}

export interface KeyOwner {
  companyId: number;
  userId: number;
  used: boolean;
}

/** The owner of a key, before a company is bound. Undefined: unknown or expired. */
export async function ownerOfKey(database: Database, purpose: KeyPurpose, key: string): Promise<KeyOwner | undefined> {
  const [found] = await database.global<{ companyId: number; userId: number; used: boolean }>(sql`
    select company_id, (payload ->> 'userId')::bigint as "userId", used_at is not null as used
    from one_time_key where key_hash = ${hashToken(key)} and purpose = ${purpose} and expires_at > now()`);
  return found;
}

/** Uses the key up in this transaction; false if it was used already. */
export async function useKey(tx: Tx, purpose: KeyPurpose, key: string): Promise<boolean> {
  const used =
    await tx.row(sql`update one_time_key set used_at = now() where key_hash = ${hashToken(key)} and purpose = ${purpose}
    and company_id = ${sql.company} and used_at is null and expires_at > now() returning 1 as used`);
  return used !== undefined;
}

/** Keys that were not used yet are worth nothing from the commit on. Returns their purposes. */
export async function dropKeys(tx: Tx, purposes: readonly KeyPurpose[], userId: number): Promise<Set<KeyPurpose>> {
  const dropped = await tx.rows<{ purpose: KeyPurpose }>(sql`delete from one_time_key
    where company_id = ${sql.company} and purpose = any(${arrayOf(purposes)}::text[])
    and (payload ->> 'userId')::bigint = ${userId} and used_at is null returning purpose`);
  return new Set(dropped.map(({ purpose }) => purpose));
}
