import type { SourcingConnector } from '@tradewind/connectors/sourcing/connector.ts';
import { ConnectorError, type Tokens } from '@tradewind/connectors/types.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import type * as calls from '@tradewind/contract/procurement.ts';
import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { type Ctx, systemContext } from '../../../core/context.ts';
import { isSameSealed } from '../../../core/crypto.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { notFound, ruleBroken } from '../../../core/errors.ts';
import { isStill } from '../../../core/sealed.ts';
import { sourcingOf, sourcingSetup } from './setup.ts';

/** Renewed this long before it expires, so that it outlives a page of calls. */
const RENEW_BEFORE_MS = 5 * 60_000;
const ACTS = {
  connected: defineAction('procurement.1688Connected', ['授权 1688 账号', '1688 account authorized']),
  disconnected: defineAction('procurement.1688Disconnected', ['断开 1688 账号', '1688 account disconnected']),
};
type Account = ResultOf<typeof calls.sourcingAccount>;

export async function accountOf(app: App, tx: Tx): Promise<Account> {
  const setup = sourcingSetup(app);
  const account = await tx.row<{
    name: string;
    state: 'authorized' | 'expired';
    authorizedAt: Date;
    endsAt: Date | null;
    lastError: string | null;
  }>(
    sql`select name, state, authorized_at, ends_at, last_error from sourcing_account where company_id = ${sql.company}`,
  );
  return {
    offered: setup !== undefined,
    standIn: setup?.standIn ?? false,
    account: account
      ? {
          ...account,
          authorizedAt: account.authorizedAt.toISOString(),
          endsAt: account.endsAt?.toISOString() ?? null,
        }
      : null,
  };
}

/** Keeps what the buyer allowed. Another account takes the place of the one before. */
export function keepAccount(
  app: App,
  tx: Tx,
  { account, name, tokens }: { account: string; name: string; tokens: Tokens },
): Promise<unknown> {
  writeAudit(tx, [{ action: ACTS.connected, targetKind: 'sourcing_account', targetId: account, targetName: name }]);
  return tx.rows(sql`
    insert into sourcing_account as a (company_id, account, name, tokens, state, authorized_at, ends_at)
    values (${sql.company}, ${account}, ${name}, ${app.vault.seal(tokens)}, 'authorized', ${tx.now}, ${tokens.refreshExpiresAt ?? null})
    on conflict (company_id) do update set account = excluded.account, name = excluded.name, tokens = excluded.tokens,
      state = 'authorized', authorized_at = excluded.authorized_at, ends_at = excluded.ends_at, last_error = null, held_until = null`);
}

/** @throws notFound procurement.1688.none */
export async function disconnect(tx: Tx): Promise<void> {
  const gone = await tx.row<{ account: string; name: string }>(
    sql`delete from sourcing_account where company_id = ${sql.company} returning account, name`,
  );
  if (!gone) throw notFound('procurement.1688.none');
  const target = { targetKind: 'sourcing_account', targetId: gone.account, targetName: gone.name };
  writeAudit(tx, [{ action: ACTS.disconnected, ...target }]);
}

interface Opened {
  tokens: Tokens;
  sealed: Buffer;
}

async function open(app: App, ctx: Ctx): Promise<Opened> {
  const row = await app.database.inCompany(ctx, (tx) =>
    tx.row<{ tokens: Buffer; state: string }>(
      sql`select tokens, state from sourcing_account where company_id = ${sql.company}`,
    ),
  );
  if (!row) throw ruleBroken('procurement.1688.none');
  if (row.state !== 'authorized') throw ruleBroken('procurement.1688.expired');
  return { tokens: app.vault.open<Tokens>(row.tokens), sealed: row.tokens };
}

const isUnauthorized = (error: unknown): error is ConnectorError =>
  error instanceof ConnectorError && error.kind === 'unauthorized';

/**
 * Runs `work` with the company's account, outside of any transaction. A token is renewed before it expires, and once
 * when 1688 refuses it: a call that was refused for its token did nothing. @throws ruleBroken procurement.1688.none or
 * .expired; ConnectorError
 */
export async function with1688<T>(
  app: App,
  { companyId, now }: Ctx,
  work: (platform: SourcingConnector, tokens: Tokens) => Promise<T>,
): Promise<T> {
  const platform = sourcingOf(app);
  // Who only looks (a main account as a member) still renews the company's token.
  const ctx = { ...systemContext(companyId, 'procurement.1688'), now };
  let opened = await open(app, ctx);
  const ends = opened.tokens.accessExpiresAt;
  if (ends && Date.parse(ends) - ctx.now().getTime() < RENEW_BEFORE_MS)
    opened = await renew(app, ctx, platform, opened);
  try {
    return await noted(app, ctx, work(platform, opened.tokens));
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
  }
  opened = await renew(app, ctx, platform, opened);
  try {
    return await noted(app, ctx, work(platform, opened.tokens));
  } catch (error) {
    if (isUnauthorized(error)) await expire(app, ctx, opened, error);
    throw error;
  }
}

async function renew(app: App, ctx: Ctx, platform: SourcingConnector, opened: Opened): Promise<Opened> {
  let tokens: Tokens;
  try {
    tokens = await platform.refresh(opened.tokens);
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    // Another process may have renewed meanwhile.
    const now = await open(app, ctx);
    if (!isSameSealed(now.sealed, opened.sealed)) return now;
    await expire(app, ctx, opened, error);
    throw error;
  }
  const sealed = app.vault.seal(tokens);
  const kept = await app.database.inCompany(ctx, (tx) =>
    tx.row(sql`update sourcing_account set tokens = ${sealed}, ends_at = coalesce(${tokens.refreshExpiresAt ?? null}, ends_at)
      where company_id = ${sql.company} and ${isStill(sql`tokens`, opened.sealed)} returning 1 as one`),
  );
  return kept ? { tokens, sealed } : open(app, ctx);
}

/** Only a person can authorize again; the bell says so. */
async function expire(app: App, ctx: Ctx, opened: Opened, error: ConnectorError): Promise<void> {
  await app.database.inCompany(ctx, (tx) =>
    tx.rows(sql`update sourcing_account set state = 'expired', last_error = ${error.message.slice(0, 500)}
      where company_id = ${sql.company} and ${isStill(sql`tokens`, opened.sealed)}`),
  );
}

/** 1688 counts the calls of the account: the schedule waits as long as it says. */
async function noted<T>(app: App, ctx: Ctx, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'throttled') {
      const until = new Date(ctx.now().getTime() + (error.retryAfterMs ?? 10_000));
      await app.database.inCompany(ctx, (tx) =>
        tx.rows(sql`update sourcing_account set held_until = ${until} where company_id = ${sql.company}`),
      );
    }
    throw error;
  }
}
