import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { arrayOf } from '../../../core/scope.ts';
import { settle } from '../requisitions/requisitions.service.ts';

/** Requests that are needed first come first, then those submitted first. */
const FIRST = sql`r.need_by nulls last, q.submitted_at, r.id`;

/** The sources of the lines of one order with the sum of those that come before. */
const inOrder = (orderId: number): Sql => sql`
  select s.line_id, s.requisition_line_id, s.quantity, l.quantity as line_quantity, l.received as line_received,
    greatest(coalesce(r.approved, 0) - r.ordered, 0) as spare,
    coalesce(sum(s.quantity) over w, 0) as before, sum(s.quantity) over (partition by s.line_id) as all_sources,
    coalesce(sum(greatest(coalesce(r.approved, 0) - r.ordered, 0)) over w, 0) as spare_before
  from purchase_line l join purchase_line_source s on s.company_id = ${sql.company} and s.line_id = l.id
  join requisition_line r on r.company_id = ${sql.company} and r.id = s.requisition_line_id
  join requisition q on q.company_id = ${sql.company} and q.id = r.requisition_id
  where l.company_id = ${sql.company} and l.order_id = ${orderId}
  window w as (partition by s.line_id order by ${FIRST} rows between unbounded preceding and 1 preceding)`;

/** Sources keep no more than their line has: those needed last give way. Their requests are recounted by the caller. */
export async function fitSources(tx: Tx, orderId: number): Promise<void> {
  await tx.rows(sql`update purchase_line_source s
    set quantity = greatest(least(o.quantity, o.line_quantity - o.before), 0)
    from (${inOrder(orderId)}) o where s.company_id = ${sql.company} and s.line_id = o.line_id
      and s.requisition_line_id = o.requisition_line_id and s.quantity > greatest(o.line_quantity - o.before, 0)`);
  await dropEmpty(tx, orderId);
}

/** What a closed or cancelled order did not bring is free for other orders. */
export async function freeSources(tx: Tx, orderId: number): Promise<void> {
  await tx.rows(sql`update purchase_line_source s set quantity = least(s.quantity, s.received) from purchase_line l
    where s.company_id = ${sql.company} and s.line_id = l.id and l.company_id = ${sql.company} and l.order_id = ${orderId}
      and s.quantity > s.received`);
  await dropEmpty(tx, orderId);
}

const dropEmpty = (tx: Tx, orderId: number) =>
  tx.rows(sql`delete from purchase_line_source s using purchase_line l
    where s.company_id = ${sql.company} and s.quantity = 0 and s.received = 0 and l.company_id = ${sql.company}
      and l.id = s.line_id and l.order_id = ${orderId}`);

/**
 * Shares out what the lines of an order have received: to each source up to its quantity, then the surplus to what else
 * its own request still needs, never to another request. It depends on the sums alone, so an undone receipt leaves
 * nothing behind.
 */
export async function shareReceived(tx: Tx, orderId: number): Promise<void> {
  await tx.rows(sql`update purchase_line_source s
    set received = greatest(least(o.quantity, o.line_received - o.before), 0)
      + greatest(least(o.spare, o.line_received - o.all_sources - o.spare_before), 0)
    from (${inOrder(orderId)}) o where s.company_id = ${sql.company} and s.line_id = o.line_id
      and s.requisition_line_id = o.requisition_line_id`);
}

/** The lines of requisitions that an order serves. Read before sources go. */
export async function requestsOf(tx: Tx, orderIds: readonly number[]): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`select distinct s.requisition_line_id as id
    from purchase_line l join purchase_line_source s on s.company_id = ${sql.company} and s.line_id = l.id
    where l.company_id = ${sql.company} and l.order_id = any(${arrayOf(orderIds)}::bigint[])`);
  return rows.map((row) => row.id);
}

/** Sums of sources in the lines of requisitions, and the status of these requisitions. */
export async function recountRequests(tx: Tx, requestIds: readonly number[]): Promise<void> {
  if (requestIds.length === 0) return;
  // Another order of the same request waits here, and then counts these sources too.
  await tx.rows(sql`select id from requisition_line where company_id = ${sql.company}
    and id = any(${arrayOf(requestIds)}::bigint[]) order by id for update`);
  const rows = await tx.rows<{ requisitionId: number }>(sql`
    update requisition_line r set ordered = x.ordered, received = x.received
    from (select t.id, coalesce(sum(s.quantity), 0)::int as ordered, coalesce(sum(s.received), 0)::int as received
      from unnest(${arrayOf(requestIds)}::bigint[]) as t(id)
      left join purchase_line_source s on s.company_id = ${sql.company} and s.requisition_line_id = t.id
      group by t.id order by t.id) x
    where r.company_id = ${sql.company} and r.id = x.id returning r.requisition_id`);
  await settle(
    tx,
    rows.map((row) => row.requisitionId),
  );
}
