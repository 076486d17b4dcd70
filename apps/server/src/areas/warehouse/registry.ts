import { rights } from '@tradewind/contract/access/modules.ts';
import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { countAll, endOfPrefix } from '../../core/database/statement.ts';
import { say } from '../../core/text/texts.ts';
import { defineAlerts, defineBadge, defineSearch } from '../access/public.ts';

const AT_MOST = 10_000;
/** The number of rows in the warehouses that the actor sees. `from` ends with a condition. */
const waiting = (from: Sql) => (tx: Tx) =>
  countAll(
    tx,
    sql`from (select 1 from ${from} and (${tx.rights.warehouseIds}::bigint[] is null or warehouse_id = any(${tx.rights.warehouseIds}::bigint[]))
      limit ${sql.literal(AT_MOST)}) x`,
  );

/** Arrived inbound orders that need receiving, checking or put-away. */
defineBadge(
  rights.inbound.id,
  waiting(sql`inbound where company_id = ${sql.company} and state in ('arrived', 'receiving', 'received')`),
);
/** Outbound orders not in a wave. Reads only the open end of the index. */
defineBadge(rights.outbound.id, waiting(sql`outbound where company_id = ${sql.company} and state = 'waiting'`));
/** Waves to pick. */
defineBadge(rights.picking.id, waiting(sql`wave where company_id = ${sql.company} and state in ('open', 'picking')`));

/** Outbound orders on hold that have not shipped: the last moment to set them aside. */
defineAlerts([rights.outbound.view, rights.scanStation.view], async (tx, ctx) => {
  const [row] = await tx.rows<{ count: number; at: Date | null }>(
    sql`select count(*)::int as count, max(coalesce(packed_at, picked_at, created_at)) as at from outbound
     where company_id = ${sql.company} and state in ('waiting', 'picking', 'picked', 'packed') and stop_requested
       and (${tx.rights.warehouseIds}::bigint[] is null or warehouse_id = any(${tx.rights.warehouseIds}::bigint[]))`,
  );
  if (!row?.count) return [];
  const text = say(ctx.language, 'warehouse.alertStop', { count: row.count });
  return [{ key: 'outbound:stop', level: 'bad', text, path: '/warehouse/outbound?state=stop', at: row.at ?? tx.now }];
});

type Hit = { id: number; number: string; state: string; detail: string };

/** By the start of a number. Anything shorter than the prefix and a digit would match everything. */
function byNumber(tx: Tx, table: 'outbound' | 'wave', typed: string): Promise<Hit[]> {
  const detail = table === 'outbound' ? sql`d.order_no` : sql`w.name`;
  return tx.rows<Hit>(
    sql`select d.id, d.number, d.state, ${detail} as detail from ${sql.id(table, ['outbound', 'wave'])} d
     join warehouse w on w.company_id = ${sql.company} and w.id = d.warehouse_id
     where d.company_id = ${sql.company} and d.number >= ${typed} and d.number < ${endOfPrefix(typed)} and (${tx.rights.warehouseIds}::bigint[] is null or d.warehouse_id = any(${tx.rights.warehouseIds}::bigint[]))
     order by d.number desc limit 8`,
  );
}

defineSearch([rights.outbound.view], async (tx, _ctx, text) => {
  const typed = text.trim().toUpperCase();
  if (!/^OUT-\d/.test(typed)) return [];
  return (await byNumber(tx, 'outbound', typed)).map(({ id, number, detail }) => ({
    kind: 'outbound' as const,
    id,
    title: number,
    detail,
    path: `/warehouse/outbound?state=all&open=${id}`,
  }));
});

defineSearch([rights.picking.view], async (tx, _ctx, text) => {
  const typed = text.trim().toUpperCase();
  if (!/^WAVE-\d/.test(typed)) return [];
  return (await byNumber(tx, 'wave', typed)).map(({ id, number, detail }) => ({
    kind: 'wave' as const,
    id,
    title: number,
    detail,
    path: `/warehouse/picking?open=${id}`,
  }));
});
