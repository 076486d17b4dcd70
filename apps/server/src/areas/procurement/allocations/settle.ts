import type { AllocationState } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { arrayOf } from '../../../core/scope.ts';
import { moveAllocation } from './hold.ts';

/** Writes the sums of the shares to their lines and orders. The orders are locked. */
export async function countAllocations(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.rows(sql`update allocation_line l set shared = s.shared, closed = s.closed
    from (select line_id, sum(quantity)::int as shared, sum(closed)::int as closed from allocation_share
      where company_id = ${sql.company} and order_id = any(${arrayOf(ids)}::bigint[]) group by line_id) s
    where l.company_id = ${sql.company} and l.id = s.line_id and (l.shared, l.closed) is distinct from (s.shared, s.closed)`);
  await tx.rows(sql`update allocation_order o set line_count = s.lines, units = s.units, arrived = s.arrived,
      moved = s.moved, ready = s.ready, need_by = s.need_by
    from (select order_id, count(distinct line_id)::int as lines, sum(quantity - closed)::int as units,
        sum(arrived)::int as arrived,
        sum(case when kind = 'stay' then arrived else on_documents end)::int as moved,
        sum(case when kind = 'stay' then 0 else (arrived - on_documents) / factor * factor end)::int as ready,
        min(need_by) filter (where closed < quantity) as need_by
      from allocation_share where company_id = ${sql.company} and order_id = any(${arrayOf(ids)}::bigint[])
      group by order_id) s
    where o.company_id = ${sql.company} and o.id = s.order_id`);
}

/**
 * Recounts orders whose shares changed, and moves them where their quantities say: done when every unit has left,
 * stayed or was closed. Locks them in the order of their ids.
 */
export async function settleAllocations(tx: Tx, ids: readonly number[]): Promise<void> {
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  if (sorted.length === 0) return;
  await tx.rows(sql`select id from allocation_order where company_id = ${sql.company}
    and id = any(${arrayOf(sorted)}::bigint[]) order by id for update`);
  await countAllocations(tx, sorted);
  const turned = await tx.rows<{ id: number; number: string; state: AllocationState; to: AllocationState }>(sql`
    select o.id, o.number, o.state, d.to from allocation_order o
    cross join lateral (select case
        when sum(s.quantity - s.closed - case when s.kind = 'stay' then s.arrived else s.shipped end) = 0 then 'done'
        when o.moved > 0 then 'shipping' else 'submitted' end as to
      from allocation_share s where s.company_id = ${sql.company} and s.order_id = o.id) d
    where o.company_id = ${sql.company} and o.id = any(${arrayOf(sorted)}::bigint[])
      and o.state in ('submitted', 'shipping', 'done') and o.state <> d.to order by o.id`);
  const EVENTS: Partial<Record<AllocationState, string>> = {
    done: 'done',
    shipping: 'shipping',
    submitted: 'openAgain',
  };
  for (const { to, ...held } of turned)
    await moveAllocation(tx, held, to, held.state === 'done' ? 'openAgain' : (EVENTS[to] ?? 'done'));
}
