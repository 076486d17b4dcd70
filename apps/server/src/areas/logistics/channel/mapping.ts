import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { getExpressCorrespondence } from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { countOf } from '../../../core/database/statement.ts';
import { badField } from '../../../core/errors.ts';
import { platformDoes } from '../../channels/public.ts';
import { shipmentsConfirming, shipsFrom } from '../../orders/public.ts';
import { lockChannel } from './channels.ts';

const mapped = defineAction('logistics.carrierMapped', ['设置承运商的平台名称', 'Carrier name on a platform set']);

export interface Mapping {
  channelId: number;
  platform: string;
  code: string;
  name: string;
}

/** Every channel with every platform of the company, without channels of platform logistics. */
export function listMappings(
  tx: Tx,
  only: { platform?: string | undefined; channelId?: number | undefined },
): Promise<(Mapping & { channelName: string; mapped: boolean })[]> {
  return tx.rows(sql`
    select c.id as "channelId", c.name as "channelName", s.platform, coalesce(m.code, c.platform_carrier_code) as code,
      coalesce(m.name, '') as name, m.code is not null as mapped
    from shipping_channel c
    cross join (select distinct platform from shop where company_id = ${sql.company}) s
    left join carrier_mapping m on m.company_id = c.company_id and m.channel_id = c.id and m.platform = s.platform
    where c.company_id = ${sql.company} and c.carrier <> 'platform'
      and s.platform = coalesce(${only.platform ?? null}::text, s.platform)
      and c.id = coalesce(${only.channelId ?? null}::bigint, c.id)
    order by c.name, c.id, s.platform`);
}

type Row = ResultOf<typeof getExpressCorrespondence>['rows'][number];
/** As `listMappings`, by page. */
export async function mappingPage(tx: Tx, filter: ParsedOf<typeof getExpressCorrespondence>) {
  const { houseId: warehouseId, platform, channelId, mapped, text, page, pageSize } = filter;
  const from = sql`from shipping_channel c
    cross join (select distinct platform from shop where company_id = ${sql.company}) s
    left join carrier_mapping m on m.company_id = c.company_id and m.channel_id = c.id and m.platform = s.platform
    where ${sql.and([
      sql`c.company_id = ${sql.company} and c.carrier <> 'platform'`,
      ...(warehouseId ? [shipsFrom(sql`${sql.company}`, sql`c.id`, sql`${warehouseId}::bigint`)] : []),
      ...(platform ? [sql`s.platform = ${platform}`] : []),
      ...(channelId ? [sql`c.id = ${channelId}`] : []),
      ...(mapped === undefined ? [] : [sql`(m.code is not null) = ${mapped}::boolean`]),
      ...(text ? [sql`position(lower(${text}) in lower(c.name || ' ' || coalesce(m.name, ''))) > 0`] : []),
    ])}`;
  const rows = await tx.rows<Row>(sql`select c.id || ':' || s.platform as id, c.id as "channelId",
      c.name as "channelName", c.carrier, c.platform_carrier_code as "ownCode", s.platform, coalesce(m.code, c.platform_carrier_code) as code,
      coalesce(m.name, '') as name, m.code is not null as mapped
    ${from} order by c.name, c.id, s.platform limit ${pageSize} offset ${(page - 1) * pageSize}`);
  return { rows, ...(await countOf(tx, from)) };
}

/** @throws notFound logistics.channelGone */
export async function deleteMappings(app: App, tx: Tx, names: readonly Pick<Mapping, 'channelId' | 'platform'>[]) {
  const inOrder = names.toSorted((a, b) => a.channelId - b.channelId);
  for (const one of inOrder) await saveMapping(app, tx, { ...one, code: '', name: '' }, 'ids');
}

/** An empty code deletes the mapping. `field`: where the platform came from. */
export async function saveMapping(
  app: App,
  tx: Tx,
  { channelId, platform, code, name }: Mapping,
  field: 'mapping' | 'express' | 'ids' = 'mapping',
): Promise<void> {
  if (!platformDoes(app, platform, 'confirmShipment'))
    throw badField(field === 'ids' ? field : `${field}.platform`, 'logistics.platformUnknown');
  const channel = await lockChannel(tx, channelId);
  if (code === '')
    await tx.rows(sql`delete from carrier_mapping
      where company_id = ${sql.company} and channel_id = ${channelId} and platform = ${platform}`);
  else
    await tx.rows(sql`insert into carrier_mapping (company_id, channel_id, platform, code, name)
      values (${sql.company}, ${channelId}, ${platform}, ${code}, ${name})
      on conflict (company_id, channel_id, platform) do update set code = excluded.code, name = excluded.name`);
  const target = { targetKind: 'shipping_channel', targetId: channelId, targetName: channel.name };
  writeAudit(tx, [{ action: mapped, ...target, detail: { platform, code } }]);
}

// Read at the time of each attempt, so that a corrected name applies to the retry.
shipmentsConfirming.listen(async (tx, { orders, callCarrier }) => {
  if (orders.length === 0) return;
  const rows = await tx.rows<{ orderId: number; code: string; name: string }>(
    sql`select p.order_id, m.code, m.name
     from parcel p
     join sales_order o on o.company_id = ${sql.company} and o.id = p.order_id and o.tracking_number = p.tracking_number
     join shop s on s.company_id = ${sql.company} and s.id = o.shop_id
     join carrier_mapping m on m.company_id = ${sql.company} and m.channel_id = p.channel_id and m.platform = s.platform
     where p.company_id = ${sql.company} and p.order_id = any(${orders}::bigint[]) and p.carrier <> 'platform' and p.state <> 'voided'`,
  );
  for (const { orderId, code, name } of rows) callCarrier(orderId, { carrierCode: code, carrierName: name || code });
});
