import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import { hashToken, newToken } from '../../core/crypto.ts';
import { sql } from '../../core/database/sql.ts';
import type { RequestCtx } from '../../core/http/routes.ts';
import { arrayOf } from '../../core/scope.ts';
import { findAccount } from './accounts.ts';

/*
 * A browser that has signed in to an account keeps a secret of that account; the database keeps its hash. It proves only
 * that, and is worthless without the password. One cookie holds the secrets of the accounts that share the browser,
 * newest first.
 */
const COOKIE = 'knownBrowser';
export const KNOWN_DAYS = 180;
/** How long a browser skips the code of two-step sign-in, if its user and the company let it. */
const SKIP_DAYS = 30;
const ACCOUNTS_OF_BROWSER = 8;
/** Programs that sign in each time keep no cookie. */
const BROWSERS_OF_ACCOUNT = 50;

const secretsIn = (ctx: RequestCtx): string[] =>
  (ctx.cookies[COOKIE] ?? '').split('.', ACCOUNTS_OF_BROWSER).filter((secret) => /^[\w-]{43}$/.test(secret));

/** A browser's secret of one account. */
export interface KnownBrowser {
  secret: string;
  /** Public name. */
  name: string;
  /** Its password is enough, if the company lets it be. */
  skipsCode: boolean;
}

/** Undefined: it has not signed in to the account. An unknown login id takes the same steps, so the time reveals nothing. */
export async function knownBrowser(app: App, ctx: RequestCtx, userLoginId: string): Promise<KnownBrowser | undefined> {
  const secrets = secretsIn(ctx).map((secret) => ({ secret, hash: hashToken(secret) }));
  if (secrets.length === 0) return undefined;
  const { ctx: theirs, user } = await findAccount(app.database, userLoginId);
  const kept = await app.database.inCompany(theirs, (tx) =>
    tx.row<{ tokenHash: Buffer; skipsCode: boolean }>(sql`
      select token_hash, coalesce(skips_code_until > now(), false) as skips_code from known_browser where company_id = ${sql.company} and user_id = ${user?.id ?? 0}
        and encode(token_hash, 'hex') = any(${arrayOf(secrets.map(({ hash }) => hash.toString('hex')))}::text[])
        and last_used_at > now() - make_interval(days => ${KNOWN_DAYS}) limit 1`),
  );
  const known = kept && secrets.find(({ hash }) => hash.equals(kept.tokenHash));
  return known && { secret: known.secret, name: known.hash.toString('base64url'), skipsCode: kept.skipsCode };
}

/** Gives the browser a new secret of the account, in the place of the one it had. @param skipsCode from now on, for a while */
export async function rememberBrowser(
  app: App,
  theirs: Ctx,
  ctx: RequestCtx,
  userId: number,
  before: KnownBrowser | undefined,
  skipsCode: boolean,
): Promise<void> {
  const secret = newToken();
  await app.database.inCompany(theirs, async (tx) => {
    const mine = sql`company_id = ${sql.company} and user_id = ${userId}`;
    const hash = before ? hashToken(before.secret) : null;
    const gone = await tx.rows<{ same: boolean; skipsCodeUntil: Date | null }>(sql`delete from known_browser
      where ${mine} and (token_hash = ${hash}::bytea
        or token_hash in (select token_hash from known_browser where ${mine}
          order by last_used_at desc offset ${BROWSERS_OF_ACCOUNT - 1}))
      returning coalesce(token_hash = ${hash}::bytea, false) as same, skips_code_until`);
    const until = gone.find(({ same }) => same)?.skipsCodeUntil ?? null;
    await tx.rows(sql`insert into known_browser (company_id, user_id, token_hash, last_used_at, skips_code_until)
      values (${sql.company}, ${userId}, ${hashToken(secret)}, now(),
        case when ${skipsCode} then now() + make_interval(days => ${SKIP_DAYS}) else ${until}::timestamptz end)`);
  });
  const others = secretsIn(ctx).filter((each) => each !== before?.secret);
  const kept = [secret, ...others].slice(0, ACCOUNTS_OF_BROWSER);
  ctx.setCookie(COOKIE, kept.join('.'), KNOWN_DAYS * 24 * 3600);
}
