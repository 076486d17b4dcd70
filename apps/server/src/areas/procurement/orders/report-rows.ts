import { type Sql, sql } from '../../../core/database/sql.ts';
import { dayOf, endOfDay, startOfDay } from '../../../core/database/statement.ts';
import { purchaseDocument } from '../documents.ts';

/**
 * What became of the lines of purchase orders placed on these days: ordered, received, in time, short, returned, and what
 * was billed in base currency. A receipt is in time on the day that its line promises, or its order expects. Several rows
 * a line: each figure is a sum.
 */
export function purchaseRows({ from, to }: { from: string; to: string }): Sql {
  const of = sql`l.id as line_id, o.id as order_id, l.product_id, o.supplier_id, o.warehouse_id, o.on_day`;
  const lines = sql`orders o join purchase_line l on l.company_id = ${sql.company} and l.order_id = o.id`;
  const receipts = sql`inbound i join inbound_line n on n.company_id = ${sql.company} and n.inbound_id = i.id
    join inbound_receipt t on t.company_id = ${sql.company} and t.inbound_id = i.id and t.line_id = n.id and t.undone_at is null`;
  const ofOrder = sql`i.company_id = ${sql.company} and i.source_kind = ${purchaseDocument.kind} and i.source_id = o.id and n.source_line = l.id`;
  return sql`(with orders as materialized (
      select id, supplier_id, warehouse_id, ${dayOf(sql`ordered_at`)} as on_day, state, expected_on from purchase_order
      where company_id = ${sql.company} and ordered_at >= ${startOfDay(from)} and ordered_at < ${endOfDay(to)} and state <> 'cancelled'
    )
    select ${of}, l.quantity as ordered, l.received, 0 as dated, 0 as in_time,
      case when o.state in ('received', 'closed') then greatest(l.quantity - l.received, 0) else 0 end as short, 0 as returned, 0::numeric as spent
    from ${lines}
    union all
    select ${of}, 0, 0, t.quantity, case when ${dayOf(sql`t.at`)} <= coalesce(l.promised_on, o.expected_on) then t.quantity else 0 end, 0, 0, 0
    from ${lines} join (${receipts}) on ${ofOrder} where coalesce(l.promised_on, o.expected_on) is not null
    union all
    select ${of}, 0, 0, 0, 0, 0, x.quantity, 0
    from ${lines} join (${receipts}) on ${ofOrder}
      join supplier_return_line x on x.company_id = ${sql.company} and x.receipt_id = t.id
      join supplier_return y on y.company_id = ${sql.company} and y.id = x.return_id and y.state in ('shipped', 'settled')
    union all
    select ${of}, 0, 0, 0, 0, 0, 0, x.received_base + x.price_base + x.rate_base
    from ${lines} join supplier_bill_line x on x.company_id = ${sql.company} and x.line_id = l.id)`;
}
