import type { ReturnFilter, ReturnRow } from '@tradewind/contract/returns.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { beginsWith } from '../../core/database/statement.ts';
import { among, defineList, is, since, tabFor, until, when } from '../../core/lists.ts';
import { inShops } from '../../core/scope.ts';
import { RETURNS_IN_DOUBT, returnsOfBox } from '../logistics/public.ts';

/** The beginning of any number that people know a return by. Range scans: pattern matching is no index's here. */
function byNumber(typed: string): Sql {
  const plain = typed.trim();
  const upper = plain.toUpperCase();
  const own = (number: Sql) => sql`select id from sales_return where company_id = ${sql.company} and ${number}`;
  return sql.join(
    [
      own(beginsWith(sql`number`, upper)),
      own(beginsWith(sql`tracking_number`, plain)),
      returnsOfBox((number) => beginsWith(number, plain)),
      own(beginsWith(sql`platform_return_no`, plain)),
      own(sql`order_id in (select order_id from order_term
       where company_id = ${sql.company} and ${beginsWith(sql`term`, upper)} and not buyer)`),
    ],
    sql` union all `,
  );
}

export const returns = defineList<ReturnFilter, ReturnRow>({
  table: 'sales_return',
  as: 'r',
  scope: (tx) => inShops(tx, sql`r.shop_id`),
  filters: {
    state: is(sql`r.state`),
    overdue: when((tx) => sql`r.state = 'requested' and r.answer_by < ${tx.now}`),
    aside: when(sql`r.id in (select return_id from return_item where company_id = ${sql.company} and aside > 0)`),
    labelInDoubt: when(sql`r.id in (${RETURNS_IN_DOUBT})`),
    shopIds: among(sql`r.shop_id`),
    platform: is(sql`r.platform`),
    reason: is(sql`r.reason`),
    kind: is(sql`r.kind`),
    orderId: is(sql`r.order_id`),
    from: since(sql`r.requested_at`),
    to: until(sql`r.requested_at`),
    text: (typed) => sql`r.id in (${byNumber(typed)})`,
  },
  // Returns that wait for our response: the nearest deadline first; all others: the newest first.
  order: ({ state, overdue }) => (state === 'requested' || overdue ? sql`r.answer_by, r.id` : sql`r.id desc`),
  columns: (
    tx,
  ) => sql`r.id, r.number, r.kind, r.state, r.wanted, r.platform, r.shop_id, s.name as shop_name, r.order_id,
    o.display_no as order_no, r.platform_return_no, r.reason, r.reason_text, r.units,
    coalesce((select jsonb_agg(jsonb_build_object('sku', x.sku, 'quantity', x.quantity)) from (
      select coalesce(p.sku, ol.seller_sku) as sku, l.quantity from sales_return_line l
      join order_line ol on ol.company_id = ${sql.company} and ol.id = l.order_line_id
      left join product p on p.company_id = ${sql.company} and p.id = l.product_id
      where l.company_id = ${sql.company} and l.return_id = r.id order by l.id limit 3) x), '[]') as summary,
    r.currency, r.refunded::numeric(18, 2)::text as refunded, r.tracking_number, r.answer_by,
    (r.state = 'requested' and coalesce(r.answer_by < ${tx.now}, false)) as overdue, r.requested_at, r.version`,
  joins: sql`join shop s on s.company_id = ${sql.company} and s.id = r.shop_id
    join sales_order o on o.company_id = ${sql.company} and o.id = r.order_id`,
  missing: 'returns.notFound',
});

export const RETURN_TABS = {
  ...tabFor('state', ['requested', 'approved', 'transit', 'received', 'inspected']),
  overdue: { overdue: true },
  aside: { aside: true },
  labelInDoubt: { labelInDoubt: true },
};
