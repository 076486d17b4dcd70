import { randomBytes } from 'node:crypto';
import { isPublicUrl } from '@tradewind/connectors/public-hosts.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import { findWmsProvider, WMS_PROVIDERS } from '@tradewind/connectors/wms/index.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type * as calls from '@tradewind/contract/wms.ts';
import type { App } from '../../core/app.ts';
import { type AuditAction, defineAction, writeAudit } from '../../core/audit.ts';
import { type Ctx, mayPressAny } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, conflict, forbidden, notFound } from '../../core/errors.ts';
import { mergedKeys, namedOf, openKeys, shownFields, trials } from '../../core/keys.ts';
import { readAccount, speakTo } from './access.ts';
import { askPoll, askSend } from './jobs.ts';
import { troubled } from './outbox.ts';

type Row = ResultOf<typeof calls.wmsConnections>[number];
type Stored = Omit<Row, 'keys' | 'providerName' | 'pushUrl'> & { keys: Buffer; pushToken: string };

export function providers(app: App): ResultOf<typeof calls.wmsProviders> {
  return WMS_PROVIDERS.map(({ provider, name, keys, hosted, sandbox }) => ({
    provider,
    name: namedOf(name),
    hosted: hosted ?? false,
    keys: shownFields(keys),
    trial: trials(app) ? { ...sandbox.keys } : null,
  }));
}

/** One or all accounts, secrets masked. */
export async function connections(app: App, tx: Tx, id?: number): Promise<Row[]> {
  const rows = await tx.rows<Stored>(
    sql`select c.id, c.provider, c.name, c.keys, c.base_url, c.sandbox, c.enabled, c.state, c.last_error,
       c.held_until, c.push_token, c.balances, c.read_at, c.version,
       coalesce((select jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name, 'code', h.code) order by w.id)
         from wms_warehouse h join warehouse w on w.company_id = ${sql.company} and w.id = h.warehouse_id
         where h.company_id = ${sql.company} and h.connection_id = c.id), '[]') as warehouses,
       (select count(*)::int from wms_order o where o.company_id = ${sql.company} and o.connection_id = c.id and o.state in ('waiting', 'sending')) as waiting,
       (select count(*)::int from wms_order o where o.company_id = ${sql.company} and o.connection_id = c.id and ${troubled(sql`o`)}) as troubled,
       (select count(*)::int from wms_difference d join wms_warehouse h on h.company_id = ${sql.company} and h.warehouse_id = d.warehouse_id
         where d.company_id = ${sql.company} and d.state = 'open' and h.connection_id = c.id) as differences
     from wms_connection c where c.company_id = ${sql.company} and (${id ?? null}::bigint is null or c.id = ${id ?? null}::bigint) order by c.name, c.id`,
  );
  return rows.map(({ keys, pushToken, ...row }) => {
    const definition = findWmsProvider(row.provider);
    const known = app.vault.open<Record<string, string>>(keys);
    return {
      ...row,
      providerName: namedOf(definition?.name ?? [row.provider, row.provider]),
      keys: openKeys(definition?.keys ?? [], known),
      pushUrl: `${app.config.publicUrl}/api/push/wms/${pushToken}`,
      heldUntil: row.heldUntil === null ? null : new Date(row.heldUntil).toISOString(),
      readAt: row.readAt === null ? null : new Date(row.readAt).toISOString(),
    };
  });
}

const acts = {
  added: defineAction('wms.added', ['连接仓储服务商', 'Warehouse provider connected']),
  changed: defineAction('wms.changed', ['编辑仓储服务商账号', 'Warehouse provider account edited']),
  deleted: defineAction('wms.deleted', ['删除仓储服务商账号', 'Warehouse provider account deleted']),
};
const audit = (tx: Tx, action: AuditAction, targetId: number, targetName: string) =>
  writeAudit(tx, [{ action, targetKind: 'wms_connection', targetId, targetName }]);

type Saved = ParsedOf<typeof calls.saveWmsConnection>;

/** Saves keys only after the provider accepted them. @throws badField keys, name, baseUrl */
export async function saveConnection(app: App, ctx: Ctx, input: Saved): Promise<{ id: number }> {
  const button = input.id === undefined ? 'add' : 'edit';
  if (!mayPressAny(ctx.rights, [rights.warehouse[button], rights.warehousePartner[button]])) throw forbidden();
  const definition = findWmsProvider(input.provider);
  if (!definition) throw badField('provider', 'wms.providerUnknown');
  if (input.sandbox && !trials(app)) throw badField('sandbox', 'wms.noTrial');
  const known = input.id === undefined ? undefined : await readAccount(app, ctx, input.id);
  const keys = mergedKeys(definition.keys, input.keys, known?.keys);
  const baseUrl = input.baseUrl.replace(/\/$/, '');
  if (definition.hosted && !input.sandbox && !isPublicUrl(baseUrl)) throw badField('baseUrl', 'wms.baseUrl');
  const { wms, access } = speakTo(app, { provider: input.provider, keys, baseUrl, sandbox: input.sandbox });
  try {
    await wms.check(access);
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const field = error.kind === 'unauthorized' ? `keys.${definition.keys[0]?.name ?? ''}` : 'provider';
    throw badField(field, error.kind === 'unauthorized' ? 'wms.keysRefused' : 'wms.unreachable', {
      words: error.message.slice(0, 200),
    });
  }
  return app.database.inCompany(ctx, (tx) => keep(tx, input, app.vault.seal(keys), baseUrl));
}

async function keep(tx: Tx, input: Saved, keys: Buffer, baseUrl: string): Promise<{ id: number }> {
  const [taken] = await tx.rows(
    sql`select 1 from wms_connection where company_id = ${sql.company} and name = ${input.name} and id <> ${input.id ?? 0}`,
  );
  if (taken) throw badField('name', 'wms.nameTaken');
  const [row] =
    input.id === undefined
      ? await tx.rows<{ id: number }>(
          sql`insert into wms_connection (company_id, provider, name, keys, base_url, sandbox, state, push_token, created_at)
           values (${sql.company}, ${input.provider}, ${input.name}, ${keys}, ${baseUrl}, ${input.sandbox}, 'authorized', ${randomBytes(24).toString('hex')}, ${tx.now}) returning id`,
        )
      : await tx.rows<{ id: number }>(
          sql`update wms_connection set name = ${input.name}, keys = ${keys}, base_url = ${baseUrl}, sandbox = ${input.sandbox}, state = 'authorized', last_error = null,
             held_until = null, version = version + 1 where company_id = ${sql.company} and id = ${input.id} and provider = ${input.provider} returning id`,
        );
  if (!row) throw notFound('wms.connectionGone');
  audit(tx, input.id === undefined ? acts.added : acts.changed, row.id, input.name);
  if (input.id !== undefined) {
    await askSend(tx, row.id);
    await askPoll(tx, row.id);
  }
  return row;
}

export async function enableConnection(tx: Tx, id: number, enabled: boolean): Promise<void> {
  const [row] = await tx.rows<{ name: string }>(
    sql`update wms_connection set enabled = ${enabled}, version = version + 1 where company_id = ${sql.company} and id = ${id} returning name`,
  );
  if (!row) throw notFound('wms.connectionGone');
  audit(tx, acts.changed, id, row.name);
  if (enabled) await askSend(tx, id);
}

/** @throws conflict wms.connectionUsed while a warehouse belongs to it */
export async function deleteConnection(tx: Tx, id: number): Promise<void> {
  const [used] = await tx.rows<{ name: string }>(
    sql`select w.name from wms_warehouse h join warehouse w on w.company_id = ${sql.company} and w.id = h.warehouse_id
     where h.company_id = ${sql.company} and h.connection_id = ${id} limit 1`,
  );
  if (used) throw conflict('wms.connectionUsed', { warehouse: used.name });
  await tx.rows(sql`delete from wms_product where company_id = ${sql.company} and connection_id = ${id}`);
  const [gone] = await tx.rows<{ name: string }>(
    sql`delete from wms_connection where company_id = ${sql.company} and id = ${id} returning name`,
  );
  if (!gone) throw notFound('wms.connectionGone');
  audit(tx, acts.deleted, id, gone.name);
}

/** Sends a real request to the provider. */
export async function tryConnection(app: App, ctx: Ctx, id: number) {
  const { wms, access } = speakTo(app, await readAccount(app, ctx, id));
  try {
    await wms.check(access);
    await app.database.inCompany(ctx, (tx) =>
      tx.rows(
        sql`update wms_connection set state = 'authorized', last_error = null, held_until = null where company_id = ${sql.company} and id = ${id}`,
      ),
    );
    return { authorized: true, error: null };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return { authorized: false, error: error.message };
  }
}
