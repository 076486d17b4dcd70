import { sql } from '../../core/database/sql.ts';
import { defineMergePart } from '../catalog/public.ts';

defineMergePart({
  forbids: {
    // Its units come back as the product that was sold.
    returning: ({ from }) =>
      sql`select r.number from sales_return r join sales_return_line l on l.company_id = ${sql.company} and l.return_id = r.id
        where r.company_id = ${sql.company} and l.product_id = ${from} and r.state not in ('rejected', 'closed', 'cancelled')`,
  },
});
