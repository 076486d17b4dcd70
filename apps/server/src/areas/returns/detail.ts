import type { ReturnDetail, ReturnItem } from '@tradewind/contract/returns.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { readHistory } from '../../core/documents.ts';
import { notFound } from '../../core/errors.ts';
import { platformDoes } from '../channels/public.ts';
import { returnLabel } from '../logistics/public.ts';
import { RETURN } from './document.ts';
import { returns } from './list.ts';

type Of<K extends keyof ReturnDetail> = ReturnDetail[K] extends (infer R)[] ? R & Record<string, unknown> : never;

/** @throws notFound also for returns outside the user's shops */
export async function returnDetail(app: App, tx: Tx, ctx: Ctx, id: number) {
  // Reads sums after their parts: a job may complete a refund between two of these reads.
  const [lines, items, inspections, refunds, history, more, row] = await Promise.all([
    linesOf(tx, id),
    itemsOf(tx, id),
    inspectionsOf(tx, id),
    refundsOf(tx, id),
    readHistory(tx, RETURN.kind, id),
    moreOf(tx, id),
    returns.one(tx, id),
  ]);
  const requested = row.platformReturnNo !== null;
  return {
    ...row,
    ...more,
    ...(await returnLabel(app, tx, ctx, { orderId: row.orderId, returnId: id })),
    refundsThere: requested && platformDoes(app, row.platform, 'refundReturn'),
    refundsWhole: requested && platformDoes(app, row.platform, 'refundsWhole'),
    answersThere: requested && platformDoes(app, row.platform, 'answerReturn'),
    lines,
    items,
    inspections,
    refunds,
    history,
  };
}

type More = Pick<
  ReturnDetail,
  | 'remark'
  | 'answerNote'
  | 'carrier'
  | 'createdBy'
  | 'refundAsked'
  | 'answerState'
  | 'answerError'
  | 'paid'
  | 'refundable'
  | 'replacement'
>;

async function moreOf(tx: Tx, id: number): Promise<More> {
  const row = await tx.row<More & Record<string, unknown>>(sql`select r.remark, r.answer_note, r.carrier, r.created_by,
      r.refund_asked::numeric(18, 2)::text as "refundAsked", r.answer_state, r.answer_error,
      o.total_amount::numeric(18, 2)::text as paid,
      (case when o.status = 'refunded' then 0 else greatest(o.total_amount - coalesce(g.refunded, 0), 0) end)::numeric(18, 2)::text as refundable,
      case when n.id is not null then jsonb_build_object('id', n.id, 'number', n.display_no) end as replacement
    from sales_return r join sales_order o on o.company_id = r.company_id and o.id = r.order_id
    left join order_refunded g on g.company_id = r.company_id and g.order_id = r.order_id
    left join sales_order n on n.company_id = r.company_id and n.id = r.replacement_order_id
    where r.company_id = ${sql.company} and r.id = ${id}`);
  if (!row) throw notFound('returns.notFound');
  return row;
}

const linesOf = (tx: Tx, id: number) =>
  tx.rows<Of<'lines'>>(sql`select l.id, l.order_line_id, o.seller_sku, o.title,
      l.product_id, p.sku, p.name_zh, p.name_en, l.quantity,
      l.quantity * l.factor * coalesce((select sum(x.quantity) from order_line_part x
        where o.bundled and x.company_id = ${sql.company} and x.line_id = o.id), 1)::int as expected,
      coalesce((select sum(i.quantity) from return_item i where i.company_id = ${sql.company} and i.line_id = l.id), 0)::int as received,
      coalesce((select jsonb_agg(jsonb_build_object('productId', q.id, 'sku', q.sku, 'expected', l.quantity * l.factor * n.quantity,
          'received', coalesce((select sum(i.quantity) from return_item i
            where i.company_id = ${sql.company} and i.line_id = l.id and i.product_id = q.id), 0)) order by q.sku)
        from (select x.product_id, x.quantity from order_line_part x where o.bundled and x.company_id = ${sql.company} and x.line_id = o.id
          union all select l.product_id, 1 where not o.bundled) n
        join product q on q.company_id = ${sql.company} and q.id = n.product_id), '[]') as goods,
      o.unit_price::numeric(18, 2)::text as "unitPrice", l.reason
    from sales_return_line l join order_line o on o.company_id = l.company_id and o.id = l.order_line_id
    left join product p on p.company_id = l.company_id and p.id = l.product_id
    where l.company_id = ${sql.company} and l.return_id = ${id} order by l.id`);

const itemsOf = (tx: Tx, id: number) =>
  tx.rows<ReturnItem & Record<string, unknown>>(sql`select i.id, i.line_id, i.product_id, p.sku,
      p.name_zh, p.name_en, i.warehouse_id, w.name as "warehouseName",
      i.location_id, c.code as location, i.quantity, i.remaining, i.aside, i.at, i.actor
    from return_item i join product p on p.company_id = i.company_id and p.id = i.product_id
    join warehouse w on w.company_id = i.company_id and w.id = i.warehouse_id
    join location c on c.company_id = i.company_id and c.id = i.location_id
    where i.company_id = ${sql.company} and i.return_id = ${id} order by i.id limit 500`);

const inspectionsOf = (tx: Tx, id: number) =>
  tx.rows<
    Of<'inspections'>
  >(sql`select n.id, n.item_id, p.sku, n.condition, n.decision, n.quantity, n.again, c.code as location,
      n.remark, n.at, n.actor
    from return_inspection n join return_item i on i.company_id = n.company_id and i.id = n.item_id
    join product p on p.company_id = i.company_id and p.id = i.product_id
    left join location c on c.company_id = n.company_id and c.id = n.location_id
    where n.company_id = ${sql.company} and n.return_id = ${id} order by n.id limit 500`);

const refundsOf = (tx: Tx, id: number) =>
  tx.rows<Of<'refunds'>>(sql`select id, amount::numeric(18, 2)::text as amount, currency, state, by_platform, error,
      remark, at, actor
    from return_refund where company_id = ${sql.company} and return_id = ${id} order by id desc limit 200`);
