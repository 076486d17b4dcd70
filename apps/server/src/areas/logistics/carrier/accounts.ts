import type { CarrierDefinition } from '@tradewind/connectors/carriers/definition.ts';
import { CARRIERS, findCarrier } from '@tradewind/connectors/carriers/registry.ts';
import { type CarrierService, ConnectorError } from '@tradewind/connectors/types.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { type AccountCarrier, hasAccounts, type listCarriers } from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { type AuditAction, defineAction, writeAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, conflict, Fail, notFound } from '../../../core/errors.ts';
import { mergedKeys, namedOf, openKeys, shownFields, trials } from '../../../core/keys.ts';
import { authorize, can, isByConsent, type Keys, ownKeys, withCarrier } from './connect.ts';

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
  (select count(*) from shipping_channel c where c.company_id = ${sql.company} and c.carrier_account_id = a.id) as channels`;

function observed(app: App, row: AccountRow) {
  const { credentials, ...rest } = row;
  const fields = findCarrier(row.carrier)?.keys ?? [];
  const stored = app.vault.open<Keys>(credentials);
  const keys = openKeys(fields, stored);
  const keyEnd = (keys[fields[0]?.name ?? ''] ?? '').slice(-4);
  const byConsent = isByConsent(row.carrier, stored);
  return { ...rest, createdAt: rest.createdAt.toISOString(), keys, keyEnd, byConsent };
}

/** The registry, as pages show it. */
export function carrierList(app: App): ResultOf<typeof listCarriers>['list'] {
  return CARRIERS.flatMap(
    ({ carrier, platformCode, accountNumber: number, keys, keysHelp, services = [], signature = false, sandbox }) =>
      hasAccounts(carrier)
        ? {
            ...{ carrier, platformCode, services: [...services], keys: shownFields(keys) },
            takesPapers: can(app, carrier, 'uploadPaper'),
            consent: Boolean(ownKeys(app, carrier, false) ?? (trials(app) && ownKeys(app, carrier, true))),
            signature,
            keysHelp: namedOf(keysHelp),
            accountNumber: { label: namedOf(number.label), pattern: number.pattern.source, example: number.example },
            trial: trials(app) ? { accountNumber: sandbox.accountNumber, keys: { ...sandbox.keys } } : null,
          }
        : [],
  );
}

/** The services that an account may book: the carrier's list, or what it answers for this account. */
export async function accountServices(app: App, ctx: Ctx, id: number): Promise<CarrierService[]> {
  const { carrier } = await app.database.look(ctx, (tx) => findAccount(app, tx, id));
  const fixed = findCarrier(carrier)?.services;
  if (fixed) return [...fixed];
  return withCarrier(app, ctx, id, async (connector, access) => (await connector.services?.(access)) ?? []);
}

export async function listAccounts(app: App, tx: Tx) {
  const rows = await tx.rows<AccountRow>(sql`
    select ${COLUMNS} from carrier_account a where a.company_id = ${sql.company} order by a.name, a.id`);
  return rows.map((row) => {
    const { keys: _kept, ...account } = observed(app, row);
    return account;
  });
}

/** @throws notFound logistics.accountGone */
export async function findAccount(app: App, tx: Tx, id: number) {
  const row = await tx.row<AccountRow>(
    sql`select ${COLUMNS} from carrier_account a where a.company_id = ${sql.company} and a.id = ${id}`,
  );
  if (!row) throw notFound('logistics.accountGone');
  return observed(app, row);
}

export interface AccountInput {
  id?: number | undefined;
  carrier: AccountCarrier;
  name: string;
  accountNumber: string;
  keys: Keys;
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

/**
 * An empty secret keeps the saved one; a change of what the carrier knows the account by drops its tokens.
 * @throws badField account.accountNumber, account.keys.*
 */
export async function saveAccount(app: App, tx: Tx, input: AccountInput): Promise<number> {
  const known = input.id === undefined ? undefined : await lockAccount(app, tx, input.id);
  const carrier = known?.carrier ?? input.carrier;
  const definition = findCarrier(carrier);
  if (!definition) throw badField('account.carrier', 'logistics.carrierUnknown');
  await checkNumber(tx, definition, input);
  const keys = mergedKeys(definition.keys, input.keys, known?.keys);
  const byConsent = isByConsent(carrier, keys) && ownKeys(app, carrier, input.sandbox) !== undefined;
  const missing = definition.keys.find(({ name, optional }) => !optional && !keys[name]);
  if (missing && !byConsent) throw badField(`account.keys.${missing.name}`, 'logistics.keyMissing');
  const credentials = app.vault.seal(keys);
  if (input.id !== undefined) {
    // Consent is the user's: it ends only where another account, host or key takes its place.
    const stands = byConsent && known?.accountNumber === input.accountNumber && known.sandbox === input.sandbox;
    await tx.rows(sql`update carrier_account set name = ${input.name}, account_number = ${input.accountNumber},
        credentials = ${credentials}, sandbox = ${input.sandbox}, enabled = ${input.enabled},
        tokens = case when ${stands} then tokens end, state = case when ${byConsent && !stands} then 'new' else state end
      where company_id = ${sql.company} and id = ${input.id}`);
    audit(tx, acts.changed, input.id, input.name);
    return input.id;
  }
  const made = await tx.row<{ id: number }>(sql`insert into carrier_account
      (company_id, carrier, name, account_number, credentials, sandbox, enabled, state)
    values (${sql.company}, ${carrier}, ${input.name}, ${input.accountNumber}, ${credentials}, ${input.sandbox},
      ${input.enabled}, 'new') returning id`);
  const id = made?.id ?? 0;
  audit(tx, acts.added, id, input.name);
  return id;
}

async function checkNumber(tx: Tx, { carrier, accountNumber }: CarrierDefinition, input: AccountInput): Promise<void> {
  if (!accountNumber.pattern.test(input.accountNumber))
    throw badField('account.accountNumber', 'logistics.accountNumberBad', { example: accountNumber.example });
  const taken = await tx.row(sql`select 1 from carrier_account where company_id = ${sql.company}
    and carrier = ${carrier} and account_number = ${input.accountNumber} and id <> ${input.id ?? 0}`);
  if (taken) throw badField('account.accountNumber', 'logistics.accountTaken');
}

async function lockAccount(app: App, tx: Tx, id: number) {
  const row = await tx.row<{ carrier: string; accountNumber: string; sandbox: boolean; credentials: Buffer }>(
    sql`select carrier, account_number, sandbox, credentials from carrier_account
      where company_id = ${sql.company} and id = ${id} for update`,
  );
  if (!row) throw notFound('logistics.accountGone');
  const { credentials, ...account } = row;
  return { ...account, keys: app.vault.open<Keys>(credentials) };
}

/** @throws conflict while a channel uses it or has undelivered parcels */
export async function deleteAccount(app: App, tx: Tx, id: number): Promise<void> {
  await lockAccount(app, tx, id);
  const channel = await tx.row<{ name: string }>(sql`select name from shipping_channel
    where company_id = ${sql.company} and carrier_account_id = ${id} limit 1`);
  if (channel) throw conflict('logistics.accountUsed', { channel: channel.name });
  const open = await tx.row(sql`select 1 from parcel where company_id = ${sql.company} and carrier_account_id = ${id}
    and state in ('buying', 'uncertain', 'labelled', 'voiding', 'shipped') limit 1`);
  if (open) throw conflict('logistics.accountHasParcels');
  const gone = await tx.row<{ name: string }>(
    sql`delete from carrier_account where company_id = ${sql.company} and id = ${id} returning name`,
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
