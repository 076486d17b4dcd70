import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField } from '../../../core/errors.ts';
import { platformDoes } from '../../channels/public.ts';
import { shipmentsConfirming } from '../../orders/public.ts';
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
    cross join (select distinct platform from shop where company_id = ${tx.companyId}) s
    left join carrier_mapping m on m.company_id = c.company_id and m.channel_id = c.id and m.platform = s.platform
    where c.company_id = ${tx.companyId} and c.carrier <> 'platform'
      and s.platform = coalesce(${only.platform ?? null}::text, s.platform)
      and c.id = coalesce(${only.channelId ?? null}::bigint, c.id)
    order by c.name, c.id, s.platform`);
}

/** An empty code deletes the mapping. */
export async function saveMapping(app: App, tx: Tx, { channelId, platform, code, name }: Mapping): Promise<void> {
  if (!platformDoes(app, platform, 'confirmShipment')) throw badField('mapping.platform', 'logistics.platformUnknown');
  const channel = await lockChannel(tx, channelId);
  if (code === '')
    await tx.rows(sql`delete from carrier_mapping
      where company_id = ${tx.companyId} and channel_id = ${channelId} and platform = ${platform}`);
  else
    await tx.rows(sql`insert into carrier_mapping (company_id, channel_id, platform, code, name)
      values (${tx.companyId}, ${channelId}, ${platform}, ${code}, ${name})
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
