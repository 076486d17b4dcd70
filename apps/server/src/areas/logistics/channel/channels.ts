import { findCarrier } from '@tradewind/connectors/carriers/registry.ts';
import type { PaperKind } from '@tradewind/contract/catalog.ts';
import {
  type AccountCarrier,
  type CARRIERS,
  type ChoiceRule,
  type DUTY_TERMS,
  hasAccounts,
  PRICE_RISE,
} from '@tradewind/contract/logistics.ts';
import { type AuditAction, defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows, updateRows } from '../../../core/database/write.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { say } from '../../../core/text/texts.ts';
import { shipsFrom } from '../../orders/public.ts';
import type { shippingChannel } from '../logistics.tables.ts';
import { deleteCardsOf } from '../rates/channel-cards.ts';

const acts = {
  added: defineAction('logistics.channelAdded', ['新增物流渠道', 'Shipping channel added']),
  changed: defineAction('logistics.channelChanged', ['编辑物流渠道', 'Shipping channel edited']),
  mapped: defineAction('logistics.channelMapped', ['设置渠道的平台名称', 'Channel name on platforms set']),
  default: defineAction('logistics.channelDefault', ['设为默认物流渠道', 'Default shipping channel set']),
  deleted: defineAction('logistics.channelDeleted', ['删除物流渠道', 'Shipping channel deleted']),
};
const audit = (tx: Tx, action: AuditAction, id: number, name: string, detail?: Record<string, unknown>) =>
  writeAudit(tx, [
    { action, targetKind: 'shipping_channel', targetId: id, targetName: name, ...(detail ? { detail } : {}) },
  ]);

export type Channel = {
  id: number;
  name: string;
  carrier: string;
  carrierAccountId: number | null;
  carrierAccountName: string | null;
  accountEnabled: boolean | null;
  serviceCode: string;
  allowedServices: string[];
  chooseBy: ChoiceRule;
  priceRisePercent: number;
  platformCarrierCode: string;
  /** Countries with a billing zone; empty: all. */
  countries: string[];
  /** Kinds of compliance papers that it demands of each product. */
  demands: PaperKind[];
  dutyTerms: (typeof DUTY_TERMS)[number];
  /** A carrier checks the address before a label is bought. */
  checksAddresses: boolean;
  /** Our commercial invoice goes to the carrier electronically. */
  sendsInvoice: boolean;
  /** A post carries it. */
  postal: boolean;
  /** Delivered against a signature. */
  signature: boolean;
  enabled: boolean;
  isDefault: boolean;
  version: number;
};

const COLUMNS = sql`c.id, c.name, c.carrier, c.carrier_account_id, a.name as "carrierAccountName",
  a.enabled as "accountEnabled", c.service_code, c.allowed_services, c.choose_by, c.price_rise_percent,
  c.platform_carrier_code, c.countries, c.demands, c.duty_terms, c.checks_addresses, c.sends_invoice, c.postal,
  c.signature, c.enabled, c.is_default, c.version`;
const FROM = sql`from shipping_channel c left join carrier_account a on a.company_id = c.company_id and a.id = c.carrier_account_id`;

export function listChannels(tx: Tx): Promise<Channel[]> {
  return tx.rows<Channel>(
    sql`select ${COLUMNS} ${FROM} where c.company_id = ${sql.company} order by c.is_default desc, c.name, c.id`,
  );
}

export function channelById(tx: Tx, id: number): Promise<Channel | undefined> {
  return tx.row<Channel>(sql`select ${COLUMNS} ${FROM} where c.company_id = ${sql.company} and c.id = ${id}`);
}

/** The channel for platform logistics, created on first use. */
export async function platformChannel(tx: Tx): Promise<Channel | undefined> {
  const found = await tx.row<{ id: number }>(sql`select id from shipping_channel
    where company_id = ${sql.company} and carrier = 'platform' and enabled order by id limit 1`);
  if (found) return channelById(tx, found.id);
  const made = await tx.row<{
    id: number;
  }>(sql`insert into shipping_channel (company_id, name, carrier, platform_carrier_code)
    values (${sql.company}, ${say('zh', 'logistics.platformChannel')}, 'platform', '')
    on conflict (company_id, name) do update set carrier = 'platform', carrier_account_id = null, enabled = true returning id`);
  return made && channelById(tx, made.id);
}

/** @param houseId only those that ship from this warehouse */
export function channelOptions(tx: Tx, warehouseId: number | null) {
  return tx.rows<{ id: number; name: string; carrier: string; isDefault: boolean }>(
    sql`select c.id, c.name, c.carrier, c.is_default from shipping_channel c
     where c.company_id = ${sql.company} and c.enabled and ${shipsFrom(sql`${sql.company}`, sql`c.id`, sql`${warehouseId}::bigint`)} order by c.is_default desc, c.name, c.id`,
  );
}

export interface ChannelInput {
  id?: number | undefined;
  version?: number | undefined;
  name: string;
  carrier: (typeof CARRIERS)[number];
  carrierAccountId: number | null;
  serviceCode: string;
  allowedServices: string[];
  chooseBy?: ChoiceRule;
  priceRisePercent?: number;
  platformCarrierCode: string;
  countries?: string[];
  demands?: string[];
  dutyTerms?: string;
  checksAddresses?: boolean;
  sendsInvoice?: boolean;
  postal?: boolean;
  signature?: boolean;
  enabled: boolean;
}

const about = ({ carrier, serviceCode, enabled }: ChannelInput) => ({ carrier, serviceCode, enabled });

const WITHOUT_ACCOUNT = {
  ...{ carrierAccountId: null, serviceCode: '', allowedServices: [] },
  ...{ checksAddresses: false, sendsInvoice: false },
};

const columnsOf = (input: ChannelInput) => ({
  ...{ name: input.name, carrier: input.carrier, carrierAccountId: input.carrierAccountId },
  ...{ serviceCode: input.serviceCode, allowedServices: input.allowedServices, chooseBy: input.chooseBy ?? 'price' },
  ...{ priceRisePercent: input.priceRisePercent ?? PRICE_RISE, platformCarrierCode: input.platformCarrierCode },
  ...{ countries: input.countries ?? [], demands: [...new Set(input.demands)], dutyTerms: input.dutyTerms ?? 'DAP' },
  ...{ checksAddresses: input.checksAddresses ?? false, sendsInvoice: input.sendsInvoice ?? false },
  ...{ postal: input.postal ?? false, signature: input.signature ?? false, enabled: input.enabled },
});

/** The company's first channel is its default. */
export async function saveChannel(tx: Tx, supplied: ChannelInput): Promise<number> {
  const input = hasAccounts(supplied.carrier) ? supplied : { ...supplied, ...WITHOUT_ACCOUNT };
  await checkChannel(tx, input);
  if (input.id !== undefined) {
    const id = await changeChannel(tx, input.id, input);
    audit(tx, acts.changed, id, input.name, about(input));
    return id;
  }
  const others = await tx.row(
    sql`select 1 from shipping_channel where company_id = ${sql.company} and is_default limit 1`,
  );
  const row = { ...columnsOf(input), isDefault: input.enabled && !others };
  const made = await tx.row<{ id: number }>(
    sql`${insertRows<typeof shippingChannel>('shipping_channel', [row])} returning id`,
  );
  const id = made?.id ?? 0;
  audit(tx, acts.added, id, input.name, about(input));
  return id;
}

/** A channel with all services of a new account, unless one of its name exists. */
export async function firstChannel(
  tx: Tx,
  { name, carrier }: { name: string; carrier: AccountCarrier },
  carrierAccountId: number,
): Promise<void> {
  const taken = await tx.row(
    sql`select 1 from shipping_channel where company_id = ${sql.company} and name = ${name} limit 1`,
  );
  if (taken) return;
  const platformCarrierCode = findCarrier(carrier)?.platformCode ?? '';
  const channel = { name, carrier, carrierAccountId, platformCarrierCode, postal: carrier === 'usps', enabled: true };
  await saveChannel(tx, { ...channel, serviceCode: '', allowedServices: [] });
}

async function changeChannel(tx: Tx, id: number, input: ChannelInput): Promise<number> {
  const row = await lockChannel(tx, id);
  if (input.version !== undefined && input.version !== row.version) throw conflict('logistics.channelStale');
  if (row.isDefault && !input.enabled) throw conflict('logistics.defaultChannel', { name: row.name });
  await tx.rows(
    updateRows<typeof shippingChannel>(
      'shipping_channel',
      [{ id, ...columnsOf(input) }],
      [sql`version = shipping_channel.version + 1`],
    ),
  );
  return id;
}

/** Whether a channel can deliver against a signature. */
export const sellsSignature = (carrier: string): boolean =>
  carrier === 'own' || findCarrier(carrier)?.signature === true;

async function checkChannel(tx: Tx, input: ChannelInput): Promise<void> {
  const taken = await tx.row(sql`select 1 from shipping_channel where company_id = ${sql.company}
    and name = ${input.name} and id <> ${input.id ?? 0}`);
  if (taken) throw badField('channel.name', 'logistics.channelTaken');
  if (input.signature && !sellsSignature(input.carrier)) throw badField('channel.signature', 'logistics.noSignature');
  if (!hasAccounts(input.carrier)) return;
  const account =
    input.carrierAccountId === null
      ? undefined
      : await tx.row(
          sql`select 1 from carrier_account where company_id = ${sql.company} and id = ${input.carrierAccountId}
            and carrier = ${input.carrier}`,
        );
  if (!account) throw badField('channel.carrierAccountId', 'logistics.accountNeeded');
  const sold = findCarrier(input.carrier)?.services;
  const unknown = [input.serviceCode, ...input.allowedServices].find(
    (code) => code !== '' && sold !== undefined && !sold.some((one) => one.code === code),
  );
  if (unknown !== undefined) throw badField('channel.allowedServices', 'logistics.serviceUnknown', { code: unknown });
  if (input.serviceCode && input.allowedServices.length > 0 && !input.allowedServices.includes(input.serviceCode))
    throw badField('channel.serviceCode', 'logistics.serviceNotAllowed');
}

/** @throws notFound logistics.channelGone */
export async function lockChannel(tx: Tx, id: number) {
  const row = await tx.row<{ name: string; isDefault: boolean; enabled: boolean; version: number }>(sql`
    select name, is_default, enabled, version from shipping_channel
    where company_id = ${sql.company} and id = ${id} for update`);
  if (!row) throw notFound('logistics.channelGone');
  return row;
}

export async function mapChannel(tx: Tx, id: number, platformCarrierCode: string): Promise<void> {
  const row = await lockChannel(tx, id);
  await tx.rows(sql`update shipping_channel set platform_carrier_code = ${platformCarrierCode}, version = version + 1
    where company_id = ${sql.company} and id = ${id}`);
  audit(tx, acts.mapped, id, row.name, { platformCarrierCode });
}

export async function setDefaultChannel(tx: Tx, id: number): Promise<void> {
  const row = await lockChannel(tx, id);
  if (!row.enabled) throw conflict('logistics.channelDisabled', { name: row.name });
  await tx.rows(
    sql`update shipping_channel set is_default = false where company_id = ${sql.company} and is_default and id <> ${id}`,
  );
  await tx.rows(sql`update shipping_channel set is_default = true where company_id = ${sql.company} and id = ${id}`);
  audit(tx, acts.default, id, row.name);
}

export async function deleteChannel(tx: Tx, id: number): Promise<void> {
  const row = await lockChannel(tx, id);
  if (row.isDefault) throw conflict('logistics.defaultChannel', { name: row.name });
  const warehouse = await tx.row<{ name: string }>(sql`select w.name from warehouse_channel x
    join warehouse w on w.company_id = x.company_id and w.id = x.warehouse_id
    where x.company_id = ${sql.company} and x.channel_id = ${id} order by w.id limit 1`);
  if (warehouse) throw conflict('logistics.channelOfWarehouse', { name: row.name, warehouse: warehouse.name });
  const open = await tx.row(sql`select 1 from parcel where company_id = ${sql.company} and channel_id = ${id}
    and state in ('packed', 'buying', 'uncertain', 'labelled', 'voiding', 'failed') limit 1`);
  if (open) throw conflict('logistics.channelHasParcels', { name: row.name });
  await deleteCardsOf(tx, id, row.name);
  await tx.rows(sql`delete from shipping_channel where company_id = ${sql.company} and id = ${id}`);
  audit(tx, acts.deleted, id, row.name);
}
