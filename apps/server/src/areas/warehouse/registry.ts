import type { Tx } from '../../core/database/database.ts';
import { endOfPrefix } from '../../core/database/statement.ts';
import { say } from '../../core/text/texts.ts';
import { defineAlerts, defineBadge, defineSearch } from '../access/public.ts';

const waiting = (name: string, text: string) => async (tx: Tx) => {
  const [row] = await tx.prepared<{ n: number }>(name, text, [tx.companyId, tx.rights.warehouseIds]);
  return row?.n ?? 0;
};

/** Inbound orders whose goods stand in the house and want receiving, checking or putting away. */
defineBadge(
  502,
  waiting(
    'badge_inbound',
    `select count(*)::int as n from (select 1 from inbound where company_id = $1 and state in ('arrived', 'receiving', 'received')
       and ($2::bigint[] is null or warehouse_id = any($2)) limit 10000) x`,
  ),
);
/** Outbound orders that nobody has put into a wave; only the open end of the index is read. */
defineBadge(
  503,
  waiting(
    'badge_outbound',
    `select count(*)::int as n from (select 1 from outbound where company_id = $1 and state = 'waiting'
       and ($2::bigint[] is null or warehouse_id = any($2)) limit 10000) x`,
  ),
);
/** Waves that are to be picked. */
defineBadge(
  504,
  waiting(
    'badge_wave',
    `select count(*)::int as n from (select 1 from wave where company_id = $1 and state in ('open', 'picking')
       and ($2::bigint[] is null or warehouse_id = any($2)) limit 10000) x`,
  ),
);

/** What must not leave and still stands in the house: the last moment to set it aside. */
defineAlerts(['503', '509'], async (tx, ctx) => {
  const [row] = await tx.prepared<{ count: number; at: Date | null }>(
    'alert_stop',
    `select count(*)::int as count, max(coalesce(packed_at, picked_at, created_at)) as at from outbound
     where company_id = $1 and state in ('waiting', 'picking', 'picked', 'packed') and stop_requested
       and ($2::bigint[] is null or warehouse_id = any($2))`,
    [tx.companyId, tx.rights.warehouseIds],
  );
  if (!row?.count) return [];
  const text = say(ctx.language, 'warehouse.alertStop', { count: row.count });
  return [{ key: 'outbound:stop', level: 'bad', text, path: '/warehouse/outbound?state=stop', at: row.at ?? tx.now }];
});

type Hit = { id: number; number: string; state: string; detail: string };

/** By the beginning of a number; shorter than the prefix and a digit would find everything. */
function byNumber(tx: Tx, table: 'outbound' | 'wave', typed: string): Promise<Hit[]> {
  const detail = table === 'outbound' ? 'd.order_no' : 'w.name';
  return tx.prepared<Hit>(
    `search_${table}`,
    `select d.id, d.number, d.state, ${detail} as detail from ${table} d
     join warehouse w on w.company_id = $1 and w.id = d.warehouse_id
     where d.company_id = $1 and d.number >= $2 and d.number < $3 and ($4::bigint[] is null or d.warehouse_id = any($4))
     order by d.number desc limit 8`,
    [tx.companyId, typed, endOfPrefix(typed), tx.rights.warehouseIds],
  );
}

defineSearch(['503'], async (tx, _ctx, text) => {
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

defineSearch(['504'], async (tx, _ctx, text) => {
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
