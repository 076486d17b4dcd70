import { randomBytes } from 'node:crypto';
import type { ResultOf } from '@tradewind/contract/call.ts';
import type { getSecondFactor } from '@tradewind/contract/identity.ts';
import { settingOf } from '../../core/company-settings.ts';
import type { Vault } from '../../core/crypto.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, conflict } from '../../core/errors.ts';
import { plainCode, useRecoveryCode } from './recovery-codes.ts';
import { SECOND_FACTOR } from './second-factor.settings.ts';
import { addressOf, newSecret, stepOfCode } from './totp.ts';

export async function secondFactorOf(tx: Tx): Promise<ResultOf<typeof getSecondFactor>> {
  const [row, required] = await Promise.all([
    tx.row<{ enabledAt: Date; codesLeft: number }>(sql`select f.enabled_at,
        (select count(*)::int from recovery_code c where c.company_id = ${sql.company} and c.user_id = f.user_id) as codes_left
      from second_factor f where f.company_id = ${sql.company} and f.user_id = ${tx.actor.userId}
        and f.enabled_at is not null`),
    settingOf(tx, SECOND_FACTOR),
  ]);
  return { enabledAt: row?.enabledAt.toISOString() ?? null, codesLeft: row?.codesLeft ?? 0, required };
}

export async function hasSecondFactor(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx.row(sql`select 1 as has from second_factor
    where company_id = ${sql.company} and user_id = ${userId} and enabled_at is not null`);
  return row !== undefined;
}

/** A new secret for the user's app, in the place of one that was never confirmed. */
export async function makeSecret(tx: Tx, vault: Vault): Promise<{ secret: string; address: string }> {
  const secret = newSecret();
  const made = await tx.row(sql`insert into second_factor (company_id, user_id, secret, salt)
    values (${sql.company}, ${tx.actor.userId}, ${vault.seal(secret)}, ${randomBytes(16)})
    on conflict (company_id, user_id) do update set secret = excluded.secret, salt = excluded.salt, last_step = 0
      where second_factor.enabled_at is null returning 1 as made`);
  if (!made) throw conflict('identity.factorExists');
  return { secret, address: addressOf(secret, tx.actor.userLoginId ?? '') };
}

interface Factor {
  secret: Buffer;
  salt: Buffer;
  lastStep: number;
}

const factorOf = (tx: Tx, userId: number, enabled: boolean) =>
  tx.row<Factor & Record<string, unknown>>(sql`select secret, salt, last_step from second_factor
    where company_id = ${sql.company} and user_id = ${userId} and (enabled_at is not null) = ${enabled} for update`);

/** The salt of the factor whose first code this is; undefined if the code is wrong. @throws conflict without a secret */
export async function enableWith(tx: Tx, vault: Vault, userId: number, code: string): Promise<Buffer | undefined> {
  const factor = await factorOf(tx, userId, false);
  if (!factor) throw conflict('identity.factorNotStarted');
  const step = stepOfCode(vault.open<string>(factor.secret), plainCode(code), tx.now);
  if (step === undefined) return undefined;
  await tx.rows(sql`update second_factor set enabled_at = ${tx.now}, last_step = ${step}
    where company_id = ${sql.company} and user_id = ${userId}`);
  return factor.salt;
}

export interface UsedCode {
  /** Of the hashes of recovery codes. */
  salt: Buffer;
  recovery: boolean;
}

/** Uses a code of the app or a recovery code up; undefined if it is wrong or was used. */
export async function useCode(tx: Tx, vault: Vault, userId: number, typed: string): Promise<UsedCode | undefined> {
  const factor = await factorOf(tx, userId, true);
  if (!factor) return undefined;
  const { salt } = factor;
  const code = plainCode(typed);
  if (!/^\d{6}$/.test(code))
    return (await useRecoveryCode(tx, userId, salt, code)) ? { salt, recovery: true } : undefined;
  const step = stepOfCode(vault.open<string>(factor.secret), code, tx.now);
  if (step === undefined || step <= factor.lastStep) return undefined;
  await tx.rows(sql`update second_factor set last_step = ${step}
    where company_id = ${sql.company} and user_id = ${userId}`);
  return { salt, recovery: false };
}

/** Takes the factor with its codes away; false if there was none in force. */
export async function dropFactor(tx: Tx, userId: number): Promise<boolean> {
  const mine = sql`company_id = ${sql.company} and user_id = ${userId}`;
  const dropped = await tx.row<{ enabled: boolean }>(
    sql`delete from second_factor where ${mine} returning enabled_at is not null as enabled`,
  );
  await tx.rows(sql`delete from recovery_code where ${mine}`);
  await neverSkipCode(tx, userId);
  return dropped?.enabled ?? false;
}

/** Every browser of the user needs a code again. */
export async function neverSkipCode(tx: Tx, userId: number): Promise<void> {
  await tx.rows(sql`update known_browser set skips_code_until = null
    where company_id = ${sql.company} and user_id = ${userId} and skips_code_until is not null`);
}

/** Who requires it of others has it. @throws badField settings.secondFactor */
export async function assertOwnFactor(tx: Tx): Promise<void> {
  if (!(await hasSecondFactor(tx, tx.actor.userId))) throw badField('settings.secondFactor', 'identity.ownFactorFirst');
}
