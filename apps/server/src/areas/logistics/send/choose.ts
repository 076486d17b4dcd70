import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, type Fail } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { type BulkResult, overOrders, type Selection, setChannel, wayRefusals } from '../../orders/public.ts';
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
 * Sets the channel of orders, except those that are shipped, labelled or carried by their platform. @returns the
 * changed orders
 */
export async function sendBy(tx: Tx, orderIds: readonly number[], way: Way): Promise<number[]> {
  const { channelId, serviceCode, told: answered } = way;
  const outbounds = await lockOutboundsOfOrders(tx, orderIds);
  const labelled = await tx.rows<{ orderId: number }>(sql`select order_id from parcel
    where company_id = ${sql.company} and order_id = any(${arrayOf(orderIds)}::bigint[])
      and state in ('buying', 'uncertain', 'labelled', 'voiding')`);
  const taken = new Set(labelled.map((row) => row.orderId));
  const free = orderIds.filter((id) => !taken.has(id));
  const ids = await setChannel(tx, free, { channelId, serviceCode, told: answered });
  const chosen = new Set(ids);
  await chooseChannel(
    tx,
    outbounds.filter((one) => chosen.has(one.orderId)).map((one) => one.id),
    channelId,
  );
  return ids;
}

/** Sets the channel by hand. @throws badField channelId for an unknown or disabled channel */
export async function chooseFreight(
  app: App,
  ctx: Ctx,
  selection: Selection,
  desired: { channelId: number; serviceCode: string },
): Promise<BulkResult> {
  const channel = await app.database.look(ctx, (tx) => channelById(tx, desired.channelId));
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
        select id, country, origin, display_no, warehouse_id from sales_order where company_id = ${sql.company} and id = any(${arrayOf(ids)}::bigint[])`);
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
      const answered = { channel: channel.name, channelBy: 'hand', service: desired.serviceCode };
      return sendBy(
        tx,
        fitting.map((row) => row.id),
        { ...desired, told: answered },
      );
    });
    return { done, otherwise: (id) => refusals.get(id) ?? 'orders.state' };
  });
}
