import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { writeHistory } from '../../core/documents.ts';
import { ordersChanged } from './live.ts';
import { mirrorHolds } from './platform/platform-updates.ts';
import { leaveQueue } from './reserve/queue.ts';
import { type Status, sourcesOf } from './status.ts';

export interface Moved {
  id: number;
  from: Status;
  /** The exception before the move. */
  exceptionBefore: string | null;
  shopId: number;
  moduleId: number;
  orderedDay: string;
  displayNo: string;
  confirmState: string;
}

export interface Change {
  to: Status;
  /** The allowed source statuses; default: all that can reach `to`. */
  from?: readonly Status[];
  event: string;
  /** Per order or the same for all. */
  detail?: Record<string, unknown> | ((id: number) => Record<string, unknown> | undefined);
  exception?: string | null;
  /** The new warehouse, by order. */
  warehouses?: ReadonlyMap<number, number>;
  /** Somebody else shipped it: the platform knows, and hears of no parcel of ours. */
  elsewhere?: boolean;
  /** Store the previous status, so that the order can return to it. */
  remember?: boolean;
}

/**
 * The only writer of order status: moves those of `ids` that may move, with counters, history and holds on platforms; as
 * many statements for a thousand orders as for one. Skips orders that may not move and omits them from the result.
 */
export async function moveOrders(tx: Tx, ids: readonly number[], change: Change): Promise<Moved[]> {
  if (ids.length === 0) return [];
  const moved = await tx.rows<Moved>(
    sql`with old as materialized (
       select id, status, exception from sales_order where company_id = ${sql.company} and id = any(${ids}::bigint[]) and status = any(${change.from ?? sourcesOf(change.to)}::text[]) order by id for update
     )
     update sales_order o set status = ${change.to}, exception = ${change.exception ?? null}, version = o.version + 1,
       resume_status = case when ${change.remember ?? false} then old.status else null end,
       shipped_at = case when ${change.to} = 'shipped' then coalesce(o.shipped_at, ${tx.now}) else o.shipped_at end,
       confirm_state = case when ${change.to} <> 'shipped' then o.confirm_state when ${change.elsewhere ?? false} or o.shipment is null or o.origin <> 'platform' then 'notNeeded' else 'pending' end,
       warehouse_id = coalesce((${change.warehouses ? JSON.stringify(Object.fromEntries(change.warehouses)) : null}::jsonb ->> o.id::text)::bigint, o.warehouse_id),
       delivered_at = case when ${change.to} = 'delivered' then coalesce(o.delivered_at, ${tx.now}) else o.delivered_at end
     from old where o.company_id = ${sql.company} and o.id = old.id
     returning o.id, old.status as "from", old.exception as "exceptionBefore", o.shop_id as "shopId", o.module_id as "moduleId", o.display_no, o.confirm_state,
       (o.ordered_at at time zone 'UTC')::date as "orderedDay"`,
  );
  if (moved.length === 0) return moved;
  count(
    tx,
    moved.flatMap((m) => [
      { ...m, status: m.from, delta: -1 },
      { ...m, status: change.to, delta: 1 },
    ]),
  );
  leaveQueue(
    tx,
    moved.filter((m) => m.from === 'allocate').map((m) => m.id),
  );
  const held = moved.filter((m) => (m.from === 'held') !== (change.to === 'held')).map((m) => m.id);
  if (held.length > 0) await mirrorHolds(tx, held, change.to === 'held');
  const detailOf =
    typeof change.detail === 'function' ? change.detail : () => change.detail as Record<string, unknown> | undefined;
  writeHistory(
    tx,
    moved.map((m) => {
      const detail = detailOf(m.id);
      return {
        docKind: 'sales_order',
        docId: m.id,
        event: change.event,
        fromState: m.from,
        toState: change.to,
        ...(detail ? { detail } : {}),
      };
    }),
  );
  return moved;
}

export interface CountDelta {
  moduleId: number;
  shopId: number;
  status: Status;
  orderedDay: string;
  delta: number;
}

/** Appends to the counters without locks. A job compacts the rows. */
export function count(tx: Tx, deltas: readonly CountDelta[]): void {
  const sums = new Map<string, CountDelta>();
  for (const d of deltas) {
    const key = `${d.moduleId}/${d.shopId}/${d.status}/${d.orderedDay}`;
    const sum = sums.get(key);
    if (sum) sum.delta += d.delta;
    else
      sums.set(key, {
        moduleId: d.moduleId,
        shopId: d.shopId,
        status: d.status,
        orderedDay: d.orderedDay,
        delta: d.delta,
      });
  }
  const rows = [...sums.values()].filter((s) => s.delta !== 0);
  if (rows.length === 0) return;
  ordersChanged(tx);
  tx.later(
    sql`insert into order_count (company_id, module_id, shop_id, status, on_day, delta)
     select ${sql.company}, r."moduleId", r."shopId", r.status, r."orderedDay", r.delta
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("moduleId" int, "shopId" bigint, status text, "orderedDay" date, delta int)
     on conflict do nothing`,
  );
}
