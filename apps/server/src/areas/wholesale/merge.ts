import { sql } from '../../core/database/sql.ts';
import { defineMergePart, defineOwnRows } from '../catalog/public.ts';

defineMergePart({
  forbids: {
    wholesale: ({ from }) =>
      sql`select o.number from wholesale_order o join wholesale_line l on l.company_id = ${sql.company} and l.order_id = o.id
        where o.company_id = ${sql.company} and l.product_id = ${from} and o.state in ('quotation', 'confirmed')`,
  },
});

defineOwnRows('price', 'wholesale_price', sql`o.price_list_id = d.price_list_id`);
