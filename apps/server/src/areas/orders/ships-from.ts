import type { Tx } from '../../core/database/database.ts';
import { type Fail, ruleBroken } from '../../core/errors.ts';

/** SQL: whether a channel ships from a warehouse. From one that names no channels, and from none yet, all do. */
export const shipsFrom = (company: string, channel: string, warehouse: string) =>
  `(not exists (select from warehouse_channel x where x.company_id = ${company} and x.warehouse_id = ${warehouse})
    or exists (select from warehouse_channel x where x.company_id = ${company} and x.warehouse_id = ${warehouse} and x.channel_id = ${channel}))`;

/** SQL: the warehouses that a channel does not ship from, as JSON. */
export const notFrom = (company: string, channel: string) =>
  `(select coalesce(jsonb_agg(distinct y.warehouse_id), '[]') from warehouse_channel y
    where y.company_id = ${company} and not ${shipsFrom(company, channel, 'y.warehouse_id')})`;

export interface Way {
  channelId: number | null;
  warehouseId: number | null;
}

/** Says of ways out of warehouses why one may not be taken, with the names of both. */
export async function wayRefusals(tx: Tx, ways: readonly Way[]): Promise<(way: Way) => Fail | undefined> {
  const named = ways.filter(({ channelId, warehouseId }) => channelId !== null && warehouseId !== null);
  if (named.length === 0) return () => undefined;
  const rows = await tx.prepared<{ channelId: number; warehouseId: number; channel: string; warehouse: string }>(
    'ways_refused',
    `select c.id as "channelId", w.id as "warehouseId", c.name as channel, w.name as warehouse
     from (select distinct r.c, r.w from unnest($2::bigint[], $3::bigint[]) as r(c, w)) r
     join shipping_channel c on c.company_id = $1 and c.id = r.c join warehouse w on w.company_id = $1 and w.id = r.w
     where not ${shipsFrom('$1', 'r.c', 'r.w')}`,
    [tx.companyId, named.map((way) => way.channelId), named.map((way) => way.warehouseId)],
  );
  const key = (way: Way) => `${way.channelId}/${way.warehouseId}`;
  const refused = new Map(
    rows.map(({ channel, warehouse, ...way }) => [
      key(way),
      ruleBroken('orders.channelNotFrom', { channel, warehouse }),
    ]),
  );
  return (way) => refused.get(key(way));
}

/** @throws ruleBroken orders.channelNotFrom */
export async function assertShipsFrom(tx: Tx, channelId: number, warehouseId: number | null): Promise<void> {
  const way = { channelId, warehouseId };
  const refused = (await wayRefusals(tx, [way]))(way);
  if (refused) throw refused;
}
