import { sql } from '../../core/database/sql.ts';
import { defineMergePart } from '../catalog/public.ts';

defineMergePart({
  kind: 'price',
  rows: ({ from }) => sql`select 1 from wholesale_price where company_id = ${sql.company} and product_id = ${from}`,
  forbids: {
    wholesale: ({ from }) =>
      sql`select o.number from wholesale_order o join wholesale_line l on l.company_id = ${sql.company} and l.order_id = o.id
        where o.company_id = ${sql.company} and l.product_id = ${from} and o.state in ('quotation', 'confirmed')`,
  },
  move: async (tx, { from, into }) => {
    await tx.rows(
      sql`update wholesale_price p set product_id = ${into} where p.company_id = ${sql.company} and p.product_id = ${from}
        and not exists (select from wholesale_price o where o.company_id = ${sql.company} and o.product_id = ${into}
          and o.price_list_id = p.price_list_id)`,
    );
  },
});
