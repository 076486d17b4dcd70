import { sql } from '../../core/database/sql.ts';
import { defineMergePart, type Pair } from '../catalog/public.ts';
import { OVER } from './status.ts';

const lines = ({ from }: Pair) =>
  sql`select l.id, l.order_id from order_line l join sales_order o on o.company_id = ${sql.company} and o.id = l.order_id
    where l.company_id = ${sql.company} and l.product_id = ${from} and l.reserved = 0 and o.status <> all(${[...OVER]}::text[])`;

/** Lines of open orders. Those with reserved stock forbid the merge; closed orders keep what they shipped. */
defineMergePart({
  kind: 'order',
  rows: lines,
  forbids: {
    // An open order keeps the goods of its bundle as they were.
    bundle: ({ from }) =>
      sql`select o.display_no as number from order_line_part x
        join order_line l on l.company_id = ${sql.company} and l.id = x.line_id
        join sales_order o on o.company_id = ${sql.company} and o.id = l.order_id
        where x.company_id = ${sql.company} and x.product_id = ${from} and o.status <> all(${[...OVER]}::text[])`,
  },
  move: async (tx, merge) => {
    const orders = sql`select order_id from (${lines(merge)}) x`;
    await tx.rows(
      sql`select id from sales_order where company_id = ${sql.company} and id in (${orders}) order by id for update`,
    );
    await tx.rows(
      sql`update order_line set product_id = ${merge.into} where company_id = ${sql.company} and id in (select x.id from (${lines(merge)}) x)`,
    );
    const { from, into } = merge;
    await tx.rows(
      sql`update order_line_customs c set product_id = ${into} from order_line l where c.company_id = ${sql.company} and c.product_id = ${from}
        and l.company_id = ${sql.company} and l.id = c.line_id and l.product_id = ${into}`,
    );
    const short = await tx.rows<{ orderId: number; quantity: number }>(
      sql`delete from order_shortage where company_id = ${sql.company} and product_id = ${from} returning order_id, quantity`,
    );
    await tx.rows(
      sql`insert into order_shortage as s (company_id, order_id, product_id, quantity)
        select ${sql.company}, r.order_id, ${into}, r.quantity
        from unnest(${short.map((row) => row.orderId)}::bigint[], ${short.map((row) => row.quantity)}::int[]) r(order_id, quantity)
        on conflict (company_id, order_id, product_id) do update set quantity = s.quantity + excluded.quantity`,
    );
  },
});
