import {
  findReceivingProvider,
  type ReceivingAccess,
  type ReceivingConnector,
  withRenewal,
} from '@tradewind/connectors/receiving/registry.ts';
import { ConnectorError, type Tokens } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { notFound, ruleBroken } from '../../../core/errors.ts';
import { isStill } from '../../../core/sealed.ts';
import { offeredOf } from './setup.ts';

/** What is sealed of a connection. */
export interface Secrets {
  keys: Record<string, string>;
  tokens?: Tokens;
}
interface Opened {
  provider: string;
  access: ReceivingAccess;
  sealed: Buffer;
}
/** A call to the provider, with tokens that hold. */
export type Ask = <T>(work: (connector: ReceivingConnector, access: ReceivingAccess) => Promise<T>) => Promise<T>;

const DAY_MS = 86_400_000;
/** When the seller has to agree again; null where the provider does not say it. */
export function endOf(provider: string, tokens: Tokens | undefined, now: Date): Date | null {
  if (tokens?.refreshExpiresAt) return new Date(tokens.refreshExpiresAt);
  const days = findReceivingProvider(provider)?.consentDays;
  return days ? new Date(now.getTime() + days * DAY_MS) : null;
}

/** @throws notFound finance.receiving.gone; ruleBroken finance.receiving.notActive */
async function openIn(app: App, tx: Tx, id: number): Promise<Opened> {
  const row = await tx.row<{ provider: string; account: string; state: string; sealed: Buffer | null }>(
    sql`select provider, account, state, sealed from receiving_connection where company_id = ${sql.company} and id = ${id}`,
  );
  if (!row) throw notFound('finance.receiving.gone');
  const { provider, account, state, sealed } = row;
  if (!sealed || state === 'expired') throw ruleBroken('finance.receiving.notActive');
  return { provider, sealed, access: { account, ...app.vault.open<Secrets>(sealed) } };
}

/**
 * New tokens, once over all processes: a refresh token may be good once. The lock lasts while the provider answers; who
 * waited for it takes what the first one brought.
 */
const renewed = (
  app: App,
  ctx: Ctx,
  id: number,
  connector: ReceivingConnector,
  old: ReceivingAccess,
): Promise<Opened> =>
  app.database.inCompany(ctx, async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`receiving_token:${tx.companyId}/${id}`}, 0))`);
    const stored = await openIn(app, tx, id);
    if (stored.access.tokens?.accessToken !== old.tokens?.accessToken) return stored;
    const tokens = await connector.refresh?.(stored.access);
    if (!tokens) throw new Error('nothing to renew');
    const sealed = app.vault.seal({ keys: stored.access.keys, tokens });
    const ends = endOf(stored.provider, tokens, tx.now);
    await tx.rows(sql`update receiving_connection set sealed = ${sealed}, ends_at = coalesce(${ends}, ends_at)
      where company_id = ${sql.company} and id = ${id}`);
    return { ...stored, sealed, access: { ...stored.access, tokens } };
  });

/** Runs `work` outside of any transaction. What the provider refuses at last stands with the connection. @throws ConnectorError */
export async function withConnection<T>(app: App, ctx: Ctx, id: number, work: (ask: Ask) => Promise<T>): Promise<T> {
  let opened = await app.database.inCompany(ctx, (tx) => openIn(app, tx, id));
  const { connector } = offeredOf(app, opened.provider);
  const renew = connector.refresh
    ? async (old: ReceivingAccess) => {
        opened = await renewed(app, ctx, id, connector, old);
        return opened.access;
      }
    : undefined;
  const ask: Ask = (call) =>
    withRenewal(
      opened.access,
      renew,
      (access) => call(connector, access),
      () => ctx.now().getTime(),
    );
  try {
    return await work(ask);
  } catch (error) {
    if (error instanceof ConnectorError) await noteFailure(app, ctx, id, opened.sealed, error);
    throw error;
  }
}

/** Only a person can agree again, and the bell says so. Who agreed meanwhile is not concerned. */
function noteFailure(app: App, ctx: Ctx, id: number, sealed: Buffer, error: ConnectorError): Promise<unknown> {
  const state = error.kind === 'unauthorized' ? 'expired' : error.kind === 'rejected' ? 'error' : null;
  return app.database.inCompany(ctx, (tx) =>
    tx.rows(sql`update receiving_connection set state = coalesce(${state}::text, state), last_error = ${error.message.slice(0, 500)}
      where company_id = ${sql.company} and id = ${id} and ${isStill(sql`sealed`, sealed)}`),
  );
}
