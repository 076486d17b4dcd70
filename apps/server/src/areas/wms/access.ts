import { ConnectorError } from '@tradewind/connectors/types.ts';
import { findWmsProvider } from '@tradewind/connectors/wms/index.ts';
import type { WmsAccess, WmsConnector } from '@tradewind/connectors/wms.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import { sql } from '../../core/database/sql.ts';
import { notFound, ruleBroken } from '../../core/errors.ts';

const TIMEOUT_MS = 30_000;

export interface Account {
  id: number;
  provider: string;
  keys: Record<string, string>;
  baseUrl: string;
  sandbox: boolean;
  enabled: boolean;
}

const connectors = new Map<string, WmsConnector>();

function connectorOf(app: App, provider: string, sandbox: boolean): WmsConnector {
  const definition = findWmsProvider(provider);
  if (!definition) throw ruleBroken('wms.providerUnknown');
  const host = sandbox || app.config.sandbox ? app.config.sandboxUrl : '';
  const known = connectors.get(`${provider} ${host}`);
  if (known) return known;
  const baseUrls = Object.fromEntries(
    Object.entries(definition.sandbox.baseUrls).map(([name, path]) => [name, `${host}${path}`]),
  );
  const made = definition.create({
    http: { timeoutMs: TIMEOUT_MS, ...(host ? { baseUrls, rateFactor: 1000 } : {}) },
    sandbox: host !== '',
  });
  connectors.set(`${provider} ${host}`, made);
  return made;
}

export const givesLabels = (app: App, provider: string, sandbox: boolean): boolean =>
  connectorOf(app, provider, sandbox).inboundLabels !== undefined;

/** Whether ASNs of ours go there: goods for a marketplace's own network travel by its own shipments. */
export const takesAsns = (provider: string): boolean => !findWmsProvider(provider)?.marketplace;

export function speakTo(app: App, account: Omit<Account, 'id' | 'enabled'>): { wms: WmsConnector; access: WmsAccess } {
  const wms = connectorOf(app, account.provider, account.sandbox);
  return { wms, access: { keys: account.keys, ...(account.baseUrl ? { baseUrl: account.baseUrl } : {}) } };
}

/** @throws notFound wms.connectionGone */
export async function readAccount(app: App, ctx: Ctx, id: number): Promise<Account> {
  const [row] = await app.database.inCompany(ctx, (tx) =>
    tx.rows<Omit<Account, 'keys'> & { keys: Buffer }>(
      sql`select id, provider, keys, base_url, sandbox, enabled from wms_connection where company_id = ${sql.company} and id = ${id}`,
    ),
  );
  if (!row) throw notFound('wms.connectionGone');
  return { ...row, keys: app.vault.open<Record<string, string>>(row.keys) };
}

/** Calls a provider, outside of any transaction. Records rejected keys on the account. */
export async function withWms<T>(
  app: App,
  ctx: Ctx,
  id: number,
  work: (wms: WmsConnector, access: WmsAccess) => Promise<T>,
): Promise<T> {
  const { wms, access } = speakTo(app, await readAccount(app, ctx, id));
  try {
    return await work(wms, access);
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const answered = error.kind === 'unauthorized' ? await retryWithNewToken(wms, access, error) : error;
    await noteFailure(app, ctx, id, answered);
    throw answered;
  }
}

/** An error may look like rejected keys but concern one document: checks whether the keys work elsewhere. */
async function retryWithNewToken(wms: WmsConnector, access: WmsAccess, error: ConnectorError): Promise<ConnectorError> {
  try {
    await wms.check(access);
  } catch (again) {
    if (again instanceof ConnectorError) return again;
    throw again;
  }
  return new ConnectorError(error.platform, 'rejected', error.message, { code: error.code ?? 'REFUSED' });
}

const IN_ARREARS_MS = 30 * 60_000;

/** Errors of the whole account, not of the one document. */
export function concernsAccount(error: ConnectorError): boolean {
  return error.kind === 'unauthorized' || error.kind === 'throttled' || /^BALANCE/.test(error.code ?? '');
}

async function noteFailure(app: App, ctx: Ctx, id: number, error: ConnectorError): Promise<void> {
  if (!concernsAccount(error)) return;
  const wait = error.kind === 'throttled' ? (error.retryAfterMs ?? 1000) : IN_ARREARS_MS;
  const refused = error.kind === 'unauthorized';
  await app.database.inCompany(ctx, (tx) =>
    tx.rows(
      sql`update wms_connection set last_error = ${error.message.slice(0, 500)}, state = case when ${refused} then 'failed' else state end,
         held_until = case when ${refused} then held_until else ${new Date(tx.now.getTime() + wait)}::timestamptz end where company_id = ${sql.company} and id = ${id}`,
    ),
  );
}
