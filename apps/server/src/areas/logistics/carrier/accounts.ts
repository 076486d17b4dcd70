import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import { type AuditAction, defineAction, writeAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, conflict, Fail, notFound } from '../../../core/errors.ts';
import { authorize, type Credentials } from './connect.ts';

type AccountRow = {
  id: number;
  carrier: string;
  name: string;
  accountNumber: string;
  credentials: Buffer;
  sandbox: boolean;
  enabled: boolean;
  state: string;
  lastError: string | null;
  channels: number;
  createdAt: Date;
};

const COLUMNS = sql`a.id, a.carrier, a.name, a.account_number, a.credentials, a.sandbox, a.enabled,
  a.state, a.last_error, a.created_at,
  (select count(*) from shipping_channel c where c.company_id = a.company_id and c.carrier_account_id = a.id) as channels`;

function observed(app: App, row: AccountRow) {
  const { credentials, ...rest } = row;
  const { clientId } = app.vault.open<Credentials>(credentials);
  return { ...rest, createdAt: rest.createdAt.toISOString(), clientId, clientIdEnd: clientId.slice(-4) };
}

export async function listAccounts(app: App, tx: Tx) {
  const rows = await tx.rows<AccountRow>(sql`
    select ${COLUMNS} from carrier_account a where a.company_id = ${tx.companyId} order by a.name, a.id`);
  return rows.map((row) => {
    const { clientId: _kept, ...account } = observed(app, row);
    return account;
  });
}

/** @throws notFound logistics.accountGone */
export async function findAccount(app: App, tx: Tx, id: number) {
  const row = await tx.row<AccountRow>(
    sql`select ${COLUMNS} from carrier_account a where a.company_id = ${tx.companyId} and a.id = ${id}`,
  );
  if (!row) throw notFound('logistics.accountGone');
  return observed(app, row);
}

export interface AccountInput extends Credentials {
  id?: number | undefined;
  name: string;
  accountNumber: string;
  sandbox: boolean;
  enabled: boolean;
}

const acts = {
  added: defineAction('logistics.accountAdded', ['新增承运商账号', 'Carrier account added']),
  changed: defineAction('logistics.accountChanged', ['编辑承运商账号', 'Carrier account edited']),
  deleted: defineAction('logistics.accountDeleted', ['删除承运商账号', 'Carrier account deleted']),
};
const audit = (tx: Tx, action: AuditAction, targetId: number, targetName: string) =>
  writeAudit(tx, [{ action, targetKind: 'carrier_account', targetId, targetName }]);

/** An empty secret keeps the saved one; changed credentials drop the token. */
export async function saveAccount(app: App, tx: Tx, input: AccountInput): Promise<number> {
  const taken = await tx.row(sql`select 1 from carrier_account where company_id = ${tx.companyId} and carrier = 'ups'
    and account_number = ${input.accountNumber} and id <> ${input.id ?? 0}`);
  if (taken) throw badField('account.accountNumber', 'logistics.accountTaken');
  const known = input.id === undefined ? undefined : await lockAccount(app, tx, input.id);
  const clientSecret = input.clientSecret || known?.clientSecret;
  if (!clientSecret) throw badField('account.clientSecret', 'logistics.secretMissing');
  const credentials = app.vault.seal({ clientId: input.clientId, clientSecret } satisfies Credentials);
  if (input.id !== undefined) {
    await tx.rows(sql`update carrier_account set name = ${input.name}, account_number = ${input.accountNumber},
        credentials = ${credentials}, sandbox = ${input.sandbox}, enabled = ${input.enabled}, tokens = null
      where company_id = ${tx.companyId} and id = ${input.id}`);
    audit(tx, acts.changed, input.id, input.name);
    return input.id;
  }
  const made = await tx.row<{ id: number }>(sql`insert into carrier_account
      (company_id, carrier, name, account_number, credentials, sandbox, enabled, state)
    values (${tx.companyId}, 'ups', ${input.name}, ${input.accountNumber}, ${credentials}, ${input.sandbox},
      ${input.enabled}, 'new') returning id`);
  const id = made?.id ?? 0;
  audit(tx, acts.added, id, input.name);
  return id;
}

async function lockAccount(app: App, tx: Tx, id: number): Promise<Credentials> {
  const row = await tx.row<{ credentials: Buffer }>(sql`select credentials from carrier_account
    where company_id = ${tx.companyId} and id = ${id} for update`);
  if (!row) throw notFound('logistics.accountGone');
  return app.vault.open<Credentials>(row.credentials);
}

/** @throws conflict while a channel uses it or has undelivered parcels */
export async function deleteAccount(app: App, tx: Tx, id: number): Promise<void> {
  await lockAccount(app, tx, id);
  const channel = await tx.row<{ name: string }>(sql`select name from shipping_channel
    where company_id = ${tx.companyId} and carrier_account_id = ${id} limit 1`);
  if (channel) throw conflict('logistics.accountUsed', { channel: channel.name });
  const open = await tx.row(sql`select 1 from parcel where company_id = ${tx.companyId} and carrier_account_id = ${id}
    and state in ('buying', 'uncertain', 'labelled', 'voiding', 'shipped') limit 1`);
  if (open) throw conflict('logistics.accountHasParcels');
  const gone = await tx.row<{ name: string }>(
    sql`delete from carrier_account where company_id = ${tx.companyId} and id = ${id} returning name`,
  );
  audit(tx, acts.deleted, id, gone?.name ?? '');
}

/** Sends a real token request and saves the result with the account. */
export async function testAccount(app: App, ctx: Ctx, id: number) {
  try {
    await authorize(app, ctx, id);
    return { authorized: true, error: null };
  } catch (error) {
    if (error instanceof Fail) throw error;
    if (!(error instanceof ConnectorError)) throw error;
    return { authorized: false, error: error.message };
  }
}
