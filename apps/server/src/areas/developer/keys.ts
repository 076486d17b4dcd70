import { randomBytes } from 'node:crypto';
import { DEVELOPER_KEYS_LIMIT } from '@tradewind/contract/developer.ts';
import type { App } from '../../core/app.ts';
import { defineAction, writeAudit } from '../../core/audit.ts';
import { newToken } from '../../core/crypto.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, notFound, ruleBroken } from '../../core/errors.ts';

const added = defineAction('developer.added', ['新增开发者密钥', 'Developer key added']);
const refreshed = defineAction('developer.refreshed', ['重置开发者密钥', 'Developer key regenerated']);
const deleted = defineAction('developer.deleted', ['删除开发者密钥', 'Developer key deleted']);

interface Issued {
  id: number;
  appName: string;
  appKey: string;
  appSecret: string;
}

/** A key contains its company, so a call can be looked up before sign-in. */
const newKey = (companyId: number): string => `tw${companyId.toString(36)}-${randomBytes(12).toString('hex')}`;

export async function listKeys(tx: Tx) {
  const rows = await tx.rows<{
    id: number;
    appName: string;
    appKey: string;
    createdAt: Date;
    createdBy: string;
    refreshedAt: Date | null;
  }>(sql`
    select d.id, d.app_name, d.app_key, d.created_at,
      coalesce(u.name, '') as "createdBy", d.refreshed_at
    from developer_app d left join user_account u on u.company_id = d.company_id and u.id = d.created_by
    where d.company_id = ${sql.company} order by d.id limit ${DEVELOPER_KEYS_LIMIT}`);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    refreshedAt: row.refreshedAt?.toISOString() ?? null,
  }));
}

/** @throws badField developer.nameTaken, ruleBroken developer.tooMany */
export async function addKey(app: App, tx: Tx, appName: string): Promise<Issued> {
  const appKey = newKey(tx.companyId);
  const appSecret = newToken();
  // Count concurrent additions one after the other.
  await tx.rows(sql`select pg_advisory_xact_lock(hashtext('developer_app'), ${sql.company}::int)`);
  const count = await tx.row<{ count: number }>(
    sql`select count(*)::int as count from developer_app where company_id = ${sql.company}`,
  );
  if ((count?.count ?? 0) >= DEVELOPER_KEYS_LIMIT)
    throw ruleBroken('developer.tooMany', { limit: DEVELOPER_KEYS_LIMIT });
  const row = await tx.row<{ id: number }>(sql`
    insert into developer_app (company_id, app_name, app_key, secret, created_by, created_at)
    values (${sql.company}, ${appName}, ${appKey}, ${app.vault.seal(appSecret)}, ${tx.actor.userId}, ${tx.now})
    on conflict (company_id, app_name) do nothing returning id`);
  if (!row) throw badField('appName', 'developer.nameTaken', { name: appName });
  writeAudit(tx, [{ action: added, targetKind: 'developer', targetId: row.id, targetName: appName }]);
  return { id: row.id, appName, appKey, appSecret };
}

/** Replaces key and secret; the old ones stop working with this transaction. */
export async function refreshKey(app: App, tx: Tx, id: number): Promise<Issued> {
  const appKey = newKey(tx.companyId);
  const appSecret = newToken();
  const row = await tx.row<{ appName: string }>(sql`
    update developer_app set app_key = ${appKey}, secret = ${app.vault.seal(appSecret)}, refreshed_at = ${tx.now}
    where company_id = ${sql.company} and id = ${id} returning app_name`);
  if (!row) throw notFound('developer.notFound');
  writeAudit(tx, [{ action: refreshed, targetKind: 'developer', targetId: id, targetName: row.appName }]);
  return { id, appName: row.appName, appKey, appSecret };
}

export async function deleteKey(tx: Tx, id: number): Promise<void> {
  const row = await tx.row<{ appName: string }>(sql`
    delete from developer_app where company_id = ${sql.company} and id = ${id} returning app_name`);
  if (!row) throw notFound('developer.notFound');
  writeAudit(tx, [{ action: deleted, targetKind: 'developer', targetId: id, targetName: row.appName }]);
}
