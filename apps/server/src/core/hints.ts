import { HINTS, type Hint } from '@tradewind/contract/messages.ts';
import type { App } from './app.ts';
import type { Tx } from './database/database.ts';
import { sql } from './database/sql.ts';

/** The channel of the database on which hints reach every api process. */
export const HINTS_CHANNEL = 'hints';
/** A notification holds 8000 bytes. */
const USERS_PER_NOTIFICATION = 400;

/**
 * With the commit, the open windows of these users learn that something changed, not its content: they then ask for it.
 * A commit that notifies waits for every other commit that does, so use `hintCompany` for events that happen hundreds
 * of times a second.
 */
export function hint(tx: Tx, kind: Hint, userIds: readonly number[]): void {
  for (let at = 0; at < userIds.length; at += USERS_PER_NOTIFICATION) {
    const users = userIds.slice(at, at + USERS_PER_NOTIFICATION).join(',');
    tx.later(sql`select pg_notify(${HINTS_CHANNEL}, ${`${kind}:${tx.companyId}:${users}`})`);
  }
}

/** To all users of all companies. */
export async function hintAll({ database }: App, kind: Hint): Promise<void> {
  await database.global(sql`select pg_notify(${HINTS_CHANNEL}, ${`${kind}::`})`);
}

/** In place of users: every open window of the company. */
const ALL_USERS = '*';
const TOGETHER_MS = 1000;
/** Hints to whole companies that wait for the next second; a set for each running sender. */
const senders = new Set<Set<string>>();

/**
 * To all users of the company, soon after the commit. For events that happen hundreds of times a second: this process
 * sends one hint a second, and no commit waits for it.
 */
export function hintCompany(tx: Tx, kind: Hint): void {
  tx.afterCommit(() => hintSoon(tx.companyId, kind));
}

/** The same for what no transaction of ours writes, such as the end of a job. */
export function hintSoon(companyId: number, kind: Hint): void {
  for (const waiting of senders) waiting.add(`${kind}:${companyId}:${ALL_USERS}`);
}

/** Sends the hints of `hintCompany` once a second, until it is stopped. */
export function sendCompanyHints({ database, log }: App): () => Promise<void> {
  const waiting = new Set<string>();
  const timer = setInterval(() => {
    const payloads = [...waiting];
    waiting.clear();
    if (payloads.length === 0) return;
    const sent = database.global(
      sql`select pg_notify(${HINTS_CHANNEL}, payload) from jsonb_array_elements_text(${JSON.stringify(payloads)}::jsonb) as payload`,
    );
    // The windows' own slow polls make up for a lost hint.
    sent.catch((error: unknown) => log.warn({ error }, 'hints to companies were not sent'));
  }, TOGETHER_MS);
  timer.unref();
  senders.add(waiting);
  return async () => {
    clearInterval(timer);
    senders.delete(waiting);
  };
}

interface ReceivedHint {
  kind: Hint;
  /** Undefined: for all users. Without users: for all users of the company. */
  to: { companyId: number; userIds: ReadonlySet<number> | undefined } | undefined;
}

/** Reads the payload of `hint` and `hintAll`; undefined for any other. */
export function readHint(payload: string): ReceivedHint | undefined {
  const [word, company = '', users = ''] = payload.split(':');
  const kind = HINTS.find((one) => one === word);
  if (!kind) return undefined;
  if (company === '') return { kind, to: undefined };
  const userIds = users === ALL_USERS ? undefined : new Set(users.split(',').map(Number));
  return { kind, to: { companyId: Number(company), userIds } };
}
