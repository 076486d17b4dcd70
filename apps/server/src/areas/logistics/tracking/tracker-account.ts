import type { Tracker } from '@tradewind/connectors/carriers/connector.ts';
import { findTracker, TRACKERS } from '@tradewind/connectors/trackers/registry.ts';
import { type CarrierAccess, ConnectorError } from '@tradewind/connectors/types.ts';
import type { InputOf, ResultOf } from '@tradewind/contract/call.ts';
import type { getTracker, saveTracker } from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, notFound } from '../../../core/errors.ts';
import { mergedKeys, namedOf, openKeys, shownFields, trials } from '../../../core/keys.ts';
import type { Keys } from '../carrier/connect.ts';
import { hookUrl } from './hook-address.ts';
import { dueToTracker } from './unreported.ts';

const TIMEOUT_MS = 30_000;

type Row = {
  tracker: string;
  credentials: Buffer;
  pushKey: string;
  sandbox: boolean;
  enabled: boolean;
  lastError: string | null;
  quotaTotal: number | null;
  quotaUsed: number | null;
  quotaLeft: number | null;
  quotaAt: Date | null;
};

const readRow = (tx: Tx): Promise<Row | undefined> =>
  tx.row<Row>(sql`select tracker, credentials, push_key, sandbox, enabled, last_error, quota_total, quota_used, quota_left, quota_at
    from tracker_account where company_id = ${sql.company}`);

/** The account with the trackers that there are, as the page shows them. */
export async function trackerOf(app: App, tx: Tx): Promise<ResultOf<typeof getTracker>> {
  const row = await readRow(tx);
  const list = TRACKERS.map(({ tracker, name, keys, keysHelp, sandbox }) => ({
    ...{ tracker, name, keys: shownFields(keys), keysHelp: namedOf(keysHelp) },
    trial: trials(app) ? { ...sandbox.keys } : null,
  }));
  return { list, account: row ? shown(app, row) : null };
}

function shown(app: App, row: Row): NonNullable<ResultOf<typeof getTracker>['account']> {
  const { tracker, sandbox, enabled, lastError, quotaTotal, quotaUsed, quotaLeft, quotaAt } = row;
  const quota = quotaAt && {
    ...{ total: quotaTotal ?? 0, used: quotaUsed ?? 0, left: quotaLeft ?? 0 },
    at: quotaAt.toISOString(),
  };
  return {
    ...{ tracker, sandbox, enabled, lastError, quota },
    keys: openKeys(findTracker(tracker)?.keys ?? [], app.vault.open<Keys>(row.credentials)),
    pushUrl: hookUrl(app, 'tracker', tracker, row.pushKey),
  };
}

const acts = {
  saved: defineAction('logistics.trackerSaved', ['保存轨迹查询账号', 'Tracker account saved']),
  deleted: defineAction('logistics.trackerDeleted', ['删除轨迹查询账号', 'Tracker account deleted']),
};

/** An empty secret keeps the saved one. Parcels that nobody reports on are followed from now on. */
export async function saveTrackerAccount(
  app: App,
  tx: Tx,
  account: InputOf<typeof saveTracker>['account'],
): Promise<void> {
  const { tracker, sandbox = false, enabled = true } = account;
  const definition = findTracker(tracker);
  if (!definition) throw badField('account.tracker', 'logistics.trackerUnknown');
  const known = await readRow(tx);
  const same = known?.tracker === tracker;
  const keys = mergedKeys(definition.keys, account.keys, same ? app.vault.open<Keys>(known.credentials) : undefined);
  const missing = definition.keys.find(({ name, optional }) => !optional && !keys[name]);
  if (missing) throw badField(`account.keys.${missing.name}`, 'logistics.keyMissing');
  const credentials = app.vault.seal(keys);
  await tx.rows(sql`insert into tracker_account (company_id, tracker, credentials, sandbox, enabled)
    values (${sql.company}, ${tracker}, ${credentials}, ${sandbox}, ${enabled})
    on conflict (company_id) do update set tracker = excluded.tracker, credentials = excluded.credentials,
      sandbox = excluded.sandbox, enabled = excluded.enabled, last_error = null, quota_at = null`);
  // Another tracker knows nothing yet of what is on its way.
  if (!same)
    await tx.rows(
      sql`update parcel p set followed_at = null where p.company_id = ${sql.company} and p.state = 'shipped' and p.followed_at is not null`,
    );
  if (enabled) await dueToTracker(tx);
  writeAudit(tx, [{ action: acts.saved, targetKind: 'tracker_account', targetId: tx.companyId, targetName: tracker }]);
}

export async function deleteTrackerAccount(tx: Tx): Promise<void> {
  const gone = await tx.row<{ tracker: string }>(
    sql`delete from tracker_account where company_id = ${sql.company} returning tracker`,
  );
  if (!gone) throw notFound('logistics.trackerGone');
  writeAudit(tx, [
    { action: acts.deleted, targetKind: 'tracker_account', targetId: tx.companyId, targetName: gone.tracker },
  ]);
}

/** The enabled account, ready to be spoken to. */
export async function trackerAccess(
  app: App,
  ctx: Ctx,
): Promise<{ tracker: Tracker; access: CarrierAccess; secret: string } | undefined> {
  const row = await app.database.inCompany(ctx, readRow);
  const definition = row?.enabled ? findTracker(row.tracker) : undefined;
  if (!row || !definition) return undefined;
  const host = row.sandbox || app.config.sandbox ? app.config.sandboxUrl : '';
  const baseUrls = Object.fromEntries(
    Object.entries(definition.sandbox.baseUrls).map(([name, path]) => [name, `${host}${path}`]),
  );
  const tracker = definition.create({ http: { timeoutMs: TIMEOUT_MS, ...(host ? { baseUrls } : {}) } });
  return { tracker, access: { keys: app.vault.open<Keys>(row.credentials), accountNumber: '' }, secret: row.pushKey };
}

/** Reads and keeps the quota. @returns how many more parcels may be followed */
export async function readQuota(app: App, ctx: Ctx, tracker: Tracker, access: CarrierAccess): Promise<number> {
  const { total, used, left } = await tracker.quota(access);
  await app.database.inCompany(ctx, (tx) =>
    tx.rows(sql`update tracker_account set quota_total = ${total}, quota_used = ${used}, quota_left = ${left}, quota_at = ${tx.now},
      last_error = null where company_id = ${sql.company}`),
  );
  return left;
}

export async function noteTrackerError(app: App, ctx: Ctx, error: unknown): Promise<void> {
  const words = error instanceof Error ? error.message.slice(0, 500) : String(error);
  await app.database.inCompany(ctx, (tx) =>
    tx.rows(sql`update tracker_account set last_error = ${words} where company_id = ${sql.company}`),
  );
}

/** Reads the quota, which tests the keys. */
export async function testTrackerAccount(app: App, ctx: Ctx) {
  const account = await trackerAccess(app, ctx);
  if (!account) throw notFound('logistics.trackerGone');
  try {
    await readQuota(app, ctx, account.tracker, account.access);
    return { authorized: true, error: null };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    await noteTrackerError(app, ctx, error);
    return { authorized: false, error: error.message };
  }
}
