import { createHash, randomInt } from 'node:crypto';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';

const CODES = 10;
/** About 80 bits each. */
const LENGTH = 16;
/** No characters that people confuse. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Dashes, blanks and small letters are the same code. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase();

const hashed = (salt: Buffer, code: string) => createHash('sha256').update(salt).update(plainCode(code)).digest();

/** Replaces the user's codes by new ones, which cannot be read again. */
export async function newRecoveryCodes(tx: Tx, userId: number, salt: Buffer): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () =>
    Array.from({ length: LENGTH }, (_, at) => `${at > 0 && at % 4 === 0 ? '-' : ''}${SIGNS[randomInt(SIGNS.length)]}`),
  ).map((signs) => signs.join(''));
  const hashes = codes.map((code) => hashed(salt, code).toString('hex'));
  await tx.rows(sql`delete from recovery_code where company_id = ${sql.company} and user_id = ${userId}`);
  await tx.rows(sql`insert into recovery_code (company_id, user_id, code_hash)
    select ${sql.company}, ${userId}, decode(h, 'hex') from unnest(${hashes}::text[]) h returning 1`);
  return codes;
}

/** Uses a code up in this transaction; false if there is no such one. */
export async function useRecoveryCode(tx: Tx, userId: number, salt: Buffer, code: string): Promise<boolean> {
  const used = await tx.row(sql`delete from recovery_code
    where company_id = ${sql.company} and user_id = ${userId} and code_hash = ${hashed(salt, code)} returning 1 as used`);
  return used !== undefined;
}
