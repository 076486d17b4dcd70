import { sql } from 'drizzle-orm/sql/sql';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, type Fail } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { type BulkResult, overOrders, type Selection, wayRefusals } from '../../orders/public.ts';
import { chooseChannel, lockOutboundsOfOrders } from '../../warehouse/public.ts';
import { channelById } from '../channel/channels.ts';
import { assertPlatforms, assertZone } from '../parcel/facts.ts';

export interface Way {
  channelId: number;
  serviceCode: string;
  /** For the history. */
  told: Record<string, unknown>;
}

/**
 * Orders go this way from now on, unless they have left, have their label or are carried by their platform.
 * @returns those that do
 */
export async function sendBy(tx: Tx, orderIds: readonly number[], way: Way): Promise<number[]> {
  const { channelId, serviceCode, told } = way;
  const outbounds = await lockOutboundsOfOrders(tx, orderIds);
  const rows = await tx.rows<{
    id: number;
  }>(sql`update sales_order s set channel_id = ${channelId}, service_code = ${serviceCode},
      version = version + 1
    where s.company_id = ${tx.companyId} and s.id = any(${arrayOf(orderIds)}::bigint[]) and not s.platform_shipping
      and s.status in ('unpaid', 'review', 'allocate', 'ready', 'picking', 'packed', 'exception', 'held')
      and not exists (select from parcel p where p.company_id = s.company_id and p.order_id = s.id
        and p.state in ('buying', 'uncertain', 'labelled', 'voiding')) returning s.id`);
  const ids = rows.map((row) => row.id);
  const chosen = new Set(ids);
  await chooseChannel(
    tx,
    outbounds.filter((one) => chosen.has(one.orderId)).map((one) => one.id),
    channelId,
  );
  writeHistory(
    tx,
    ids.map((docId) => ({ docKind: 'sales_order', docId, event: 'freightChosen', detail: told })),
  );
  return ids;
}

/** A person chooses. @throws badField channelId when there is no such channel, or it is off */
export async function chooseFreight(
  app: App,
  ctx: Ctx,
  selection: Selection,
  wanted: { channelId: number; serviceCode: string },
): Promise<BulkResult> {
  const channel = await app.database.look(ctx, (tx) => channelById(tx, wanted.channelId));
  if (!channel?.enabled) throw badField('channelId', 'logistics.channelGone');
  const refusals = new Map<number, Fail>();
  return overOrders(app, ctx, selection, async (ids) => {
    const done = await app.database.inCompany(ctx, async (tx) => {
      const { countries } = channel;
      const within = await tx.rows<{
        id: number;
        country: string;
        origin: string;
        displayNo: string;
        warehouseId: number | null;
      }>(sql`
        select id, country, origin, display_no as "displayNo", warehouse_id as "warehouseId" from sales_order where company_id = ${tx.companyId} and id = any(${arrayOf(ids)}::bigint[])`);
      const [only] = within;
      if (within.length === 1 && only) {
        assertPlatforms(channel, only.origin, only.displayNo);
        assertZone(channel, only.country);
      }
      const ways = within.map(({ warehouseId }) => ({ channelId: channel.id, warehouseId }));
      const refusalOf = await wayRefusals(tx, ways);
      for (const { id, warehouseId } of within) {
        const refused = refusalOf({ channelId: channel.id, warehouseId });
        if (refused) refusals.set(id, refused);
      }
      const fitting = within.filter(
        ({ id, country, origin }) =>
          !refusals.has(id) &&
          (countries.length === 0 || countries.includes(country)) &&
          (channel.carrier !== 'platform' || origin === 'platform'),
      );
      const told = { channel: channel.name, channelBy: 'hand', service: wanted.serviceCode };
      return sendBy(
        tx,
        fitting.map((row) => row.id),
        { ...wanted, told },
      );
    });
    return { done, otherwise: (id) => refusals.get(id) ?? 'orders.state' };
  });
}
