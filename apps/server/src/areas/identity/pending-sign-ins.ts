import type { App } from '../../core/app.ts';
import { hashToken, newToken } from '../../core/crypto.ts';
import type { Database } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import type { RequestCtx } from '../../core/http/routes.ts';

const COOKIE = 'signInStep';
const MINUTES = 5;

/** After the right password: a token that is good for the code alone. The browser keeps it in a cookie. */
export async function awaitCode(app: App, ctx: RequestCtx, companyId: number, userId: number): Promise<string> {
  const token = newToken();
  await app.database.global(sql`insert into pending_sign_in (token_hash, company_id, user_id, expires_at)
    values (${hashToken(token)}, ${companyId}, ${userId}, now() + make_interval(mins => ${MINUTES}))`);
  ctx.setCookie(COOKIE, token, MINUTES * 60);
  return token;
}

export interface PendingSignIn {
  tokenHash: Buffer;
  companyId: number;
  userId: number;
}

/** Undefined: it is over, or there was none. @param token of a program that keeps no cookies */
export async function pendingSignIn(
  database: Database,
  ctx: RequestCtx,
  token: string | undefined,
): Promise<PendingSignIn | undefined> {
  const tokenHash = hashToken(token || (ctx.cookies[COOKIE] ?? ''));
  const [found] = await database.global<{ companyId: number; userId: number }>(
    sql`select company_id, user_id from pending_sign_in where token_hash = ${tokenHash} and expires_at > now()`,
  );
  return found && { ...found, tokenHash };
}

/** Ends it; false if another request was faster. */
export async function endPending(database: Database, ctx: RequestCtx, { tokenHash }: PendingSignIn): Promise<boolean> {
  const ended = await database.global(
    sql`delete from pending_sign_in where token_hash = ${tokenHash} and expires_at > now() returning 1 as ended`,
  );
  ctx.setCookie(COOKIE, '', 0);
  return ended.length > 0;
}
