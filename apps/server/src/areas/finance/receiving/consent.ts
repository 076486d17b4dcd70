import { type ReceivingConnector, receivingProviders } from '@tradewind/connectors/receiving/registry.ts';
import { storableText } from '@tradewind/connectors/storable.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import { pagePaths } from '@tradewind/contract/access/paths.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type {
  connectReceivingKeys,
  getBankAccountAuth,
  getBankAccoutToken,
} from '@tradewind/contract/finance/receiving.ts';
import type { FastifyInstance } from 'fastify';
import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/context.ts';
import { hashToken, newToken } from '../../../core/crypto.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, notFound, ruleBroken } from '../../../core/errors.ts';
import { addJob } from '../../../core/jobs/jobs.ts';
import { mergedKeys } from '../../../core/keys.ts';
import { homeOf } from '../../channels/public.ts';
import { endOf, type Secrets } from './access.ts';
import { FULL_DAYS, readJob } from './jobs.ts';
import { offeredOf } from './setup.ts';

const PURPOSE = 'finance.receiving';
const VALID_MINUTES = 15;
const connectedAction = defineAction('finance.receivingConnected', ['连接收款账户', 'Receiving account connected']);
const revokedAction = defineAction('finance.receivingRevoked', ['断开收款账户', 'Receiving account disconnected']);
const readAction = defineAction('finance.receivingRead', ['读取收款账户', 'Receiving account read on demand']);
const TARGET = 'receiving_connection';

interface Pending {
  provider: string;
  redirectUri: string;
  userId: number;
}

/** The provider's consent page. Its state is good once, for 15 minutes, and for this user only. */
export async function beginConsent(
  app: App,
  ctx: Ctx,
  input: ParsedOf<typeof getBankAccountAuth>,
): Promise<{ url: string }> {
  const { connector, consent } = offeredOf(app, input.provider);
  if (!consent || !connector.authorizeUrl) throw badField('provider', 'finance.receiving.byKeys');
  const redirectUri = `${homeOf(app.config.publicUrl, input.origin)}/api/callback/${input.provider}`;
  const state = newToken();
  const pending: Pending = { provider: input.provider, redirectUri, userId: ctx.actor.userId };
  await app.database.inCompany(ctx, (tx) =>
    tx.rows(sql`insert into one_time_key (key_hash, purpose, company_id, payload, expires_at)
      values (${hashToken(state)}, ${PURPOSE}, ${sql.company}, ${JSON.stringify(pending)}::jsonb,
        ${new Date(tx.now.getTime() + VALID_MINUTES * 60_000)})`),
  );
  return { url: connector.authorizeUrl({ state, redirectUri }) };
}

/** What the browser brought back. @throws ruleBroken finance.receiving.state, .denied, .refused or .away */
export async function finishConsent(
  app: App,
  ctx: Ctx,
  { state, code, error }: ParsedOf<typeof getBankAccoutToken>,
): Promise<{ id: number }> {
  const [row] = await app.database.global<{ pending: Pending }>(sql`
    update one_time_key set used_at = now() where key_hash = ${hashToken(state)} and purpose = ${PURPOSE}
      and used_at is null and expires_at > now() and company_id = ${ctx.companyId}
      and payload ->> 'userId' = ${String(ctx.actor.userId)} returning payload as pending`);
  if (!row) throw ruleBroken('finance.receiving.state');
  if (error) throw ruleBroken('finance.receiving.denied');
  const { provider, redirectUri } = row.pending;
  const { connector } = offeredOf(app, provider);
  // WorldFirst calls the state by its own name.
  const query = { code, state, authReference: state };
  const got = await explained(app, connector.exchange?.({ query, state, redirectUri }));
  return app.database.inCompany(ctx, (tx) => keep(app, tx, provider, got, {}));
}

export async function connectByKeys(
  app: App,
  ctx: Ctx,
  { provider, keys: typed }: ParsedOf<typeof connectReceivingKeys>,
): Promise<{ id: number }> {
  const { connector, definition, byKeys } = offeredOf(app, provider);
  if (!byKeys) throw badField('provider', 'finance.receiving.byConsent');
  const keys = mergedKeys(definition.keys, typed);
  const missing = definition.keys.find(({ name, optional }) => !optional && !keys[name]);
  if (missing) throw badField(`keys.${missing.name}`, 'core.required');
  const got = await explained(app, connector.connect?.(keys));
  return app.database.inCompany(ctx, (tx) => keep(app, tx, provider, got, keys));
}

type Got = Awaited<ReturnType<NonNullable<ReceivingConnector['exchange']>>>;
async function explained(app: App, answer: Promise<Got> | undefined): Promise<Got> {
  if (!answer) throw badField('provider', 'finance.receiving.notOffered');
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    app.log.warn({ error }, 'a receiving account was not connected');
    if (error.code === 'DENIED') throw ruleBroken('finance.receiving.denied');
    if (error.kind === 'rejected' || error.kind === 'unauthorized') throw ruleBroken('finance.receiving.refused');
    throw ruleBroken('finance.receiving.away');
  }
}

/** The same account at the provider stays the same connection. */
async function keep(
  app: App,
  tx: Tx,
  provider: string,
  { account, tokens }: Got,
  keys: Secrets['keys'],
): Promise<{ id: number }> {
  const sealed = app.vault.seal({ keys, ...(tokens ? { tokens } : {}) } satisfies Secrets);
  const made = await tx.row<{ id: number }>(sql`
    insert into receiving_connection as c (company_id, provider, account, state, sealed, ends_at, connected_at, connected_by)
    values (${sql.company}, ${provider}, ${account}, 'active', ${sealed}, ${endOf(provider, tokens, tx.now)}, ${tx.now}, ${tx.actor.name})
    on conflict (company_id, provider, account) do update set state = 'active', sealed = excluded.sealed, ends_at = excluded.ends_at,
      connected_at = excluded.connected_at, connected_by = excluded.connected_by, last_error = null
    returning id`);
  if (!made) throw new Error('No connection was written');
  writeAudit(tx, [
    { action: connectedAction, targetKind: TARGET, targetId: made.id, targetName: `${provider} ${account}` },
  ]);
  await askRead(tx, made.id);
  return { id: made.id };
}

const askRead = (tx: Tx, id: number) =>
  addJob(tx, readJob, { id, days: FULL_DAYS }, { queue: `receiving:${id}`, key: `receiving:${id}:asked` });

export async function readNow(tx: Tx, id: number): Promise<void> {
  const found = await tx.row<{ provider: string; account: string; state: string }>(
    sql`select provider, account, state from receiving_connection where company_id = ${sql.company} and id = ${id}`,
  );
  if (!found) throw notFound('finance.receiving.gone');
  if (found.state !== 'active' && found.state !== 'error') throw ruleBroken('finance.receiving.notActive');
  writeAudit(tx, [
    { action: readAction, targetKind: TARGET, targetId: id, targetName: `${found.provider} ${found.account}` },
  ]);
  await askRead(tx, id);
}

/** Forgets the tokens whatever the provider says to it: what it still holds is of no use without them. */
export async function revoke(app: App, ctx: Ctx, id: number): Promise<void> {
  const gone = await app.database.inCompany(ctx, async (tx) => {
    const known = await tx.row<{
      provider: string;
      account: string;
      sealed: Buffer | null;
    }>(sql`select provider, account, sealed
      from receiving_connection where company_id = ${sql.company} and id = ${id} for update`);
    if (!known) throw notFound('finance.receiving.gone');
    await tx.rows(sql`update receiving_connection set state = 'revoked', sealed = null, ends_at = null, last_error = null
      where company_id = ${sql.company} and id = ${id}`);
    writeAudit(tx, [
      { action: revokedAction, targetKind: TARGET, targetId: id, targetName: `${known.provider} ${known.account}` },
    ]);
    return known;
  });
  const { connector } = offeredOf(app, gone.provider);
  if (!gone.sealed || !connector.revoke) return;
  const access = { account: gone.account, ...app.vault.open<Secrets>(gone.sealed) };
  await connector.revoke(access).catch((error: unknown) => {
    if (!(error instanceof ConnectorError)) throw error;
    app.log.warn({ error }, 'the provider did not take a permission back');
  });
}

/** The return addresses to register with the providers: the page goes on with what they sent, as the user who began. */
export function receivingRaw(_app: App, server: FastifyInstance): void {
  const limit = { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } };
  for (const [provider, definition] of Object.entries(receivingProviders)) {
    if (definition.connect === 'keys') continue;
    server.get(`/api/callback/${provider}`, limit, async (request, reply) => {
      const text = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : '';
      const came = new URLSearchParams(text);
      const of = (name: string) => storableText(came.get(name) ?? '');
      const query = new URLSearchParams({
        view: 'connections',
        state: of('state') || of('authReference'),
        code: of('code'),
      });
      if (came.has('error')) query.set('error', of('error'));
      return reply.redirect(`/#${pagePaths.storeCollection}?${query}`, 302);
    });
  }
}
