import { HINTS, type Hint } from '@tradewind/contract/messages.ts';
import { sql } from 'drizzle-orm/sql/sql';
import type { App } from './app.ts';
import type { Tx } from './database/database.ts';

/** The channel of the database on which hints reach every api process. */
export const HINTS_CHANNEL = 'hints';
/** A notification holds 8000 bytes. */
const USERS_PER_NOTIFICATION = 400;

/**
 * With the commit, the open windows of these users hear that something came, not what: they ask by themselves. A
 * commit that notifies waits for every other one that does, so what happens hundreds of times a second gives no hints.
 */
export function hint(tx: Tx, kind: Hint, userIds: readonly number[]): void {
  for (let at = 0; at < userIds.length; at += USERS_PER_NOTIFICATION) {
    const users = userIds.slice(at, at + USERS_PER_NOTIFICATION).join(',');
    tx.later('hint', 'select pg_notify($1, $2)', [HINTS_CHANNEL, `${kind}:${tx.companyId}:${users}`]);
  }
}

/** To everybody, whatever their company. */
export async function hintAll({ database }: App, kind: Hint): Promise<void> {
  await database.global(sql`select pg_notify(${HINTS_CHANNEL}, ${`${kind}::`})`);
}

interface HeardHint {
  kind: Hint;
  /** Undefined: for everybody. */
  to: { companyId: number; userIds: ReadonlySet<number> } | undefined;
}

/** Reads what `hint` and `hintAll` wrote; undefined for anything else. */
export function readHint(payload: string): HeardHint | undefined {
  const [word, company = '', users = ''] = payload.split(':');
  const kind = HINTS.find((one) => one === word);
  if (!kind) return undefined;
  if (company === '') return { kind, to: undefined };
  return { kind, to: { companyId: Number(company), userIds: new Set(users.split(',').map(Number)) } };
}
