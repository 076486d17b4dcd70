import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { type Fail, ruleBroken } from '../../../core/errors.ts';

/**
 * Whether a channel ships from a warehouse. A warehouse without channels, and an order without a warehouse, allow all.
 */
export const shipsFrom = (company: Sql, channel: Sql, warehouse: Sql): Sql =>
  sql`(not exists (select from warehouse_channel x where x.company_id = ${company} and x.warehouse_id = ${warehouse})
    or exists (select from warehouse_channel x where x.company_id = ${company} and x.warehouse_id = ${warehouse} and x.channel_id = ${channel}))`;

/** Warehouses without the channel, as JSON. */
export const notFrom = (company: Sql, channel: Sql): Sql =>
  sql`(select coalesce(jsonb_agg(distinct y.warehouse_id), '[]') from warehouse_channel y
    where y.company_id = ${company} and not ${shipsFrom(company, channel, sql`y.warehouse_id`)})`;

export interface Way {
  channelId: number | null;
  warehouseId: number | null;
}

/** Explains why warehouses cannot use a channel, with both names. */
export async function wayRefusals(tx: Tx, ways: readonly Way[]): Promise<(way: Way) => Fail | undefined> {
  const named = ways.filter(({ channelId, warehouseId }) => channelId !== null && warehouseId !== null);
  if (named.length === 0) return () => undefined;
  const rows = await tx.rows<{ channelId: number; warehouseId: number; channel: string; warehouse: string }>(
    sql`select c.id as "channelId", w.id as "warehouseId", c.name as channel, w.name as warehouse
     from (select distinct r.c, r.w from unnest(${named.map((way) => way.channelId)}::bigint[], ${named.map((way) => way.warehouseId)}::bigint[]) as r(c, w)) r
     join shipping_channel c on c.company_id = ${sql.company} and c.id = r.c join warehouse w on w.company_id = ${sql.company} and w.id = r.w
     where not ${shipsFrom(sql`${sql.company}`, sql`r.c`, sql`r.w`)}`,
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
