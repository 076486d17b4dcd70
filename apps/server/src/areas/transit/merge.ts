import { sql } from '../../core/database/sql.ts';
import { defineMergePart } from '../catalog/public.ts';

defineMergePart({
  forbids: {
    transit: ({ from }) =>
      sql`select f.number from fba_shipment f join fba_line l on l.company_id = ${sql.company} and l.shipment_id = f.id
        where f.company_id = ${sql.company} and l.product_id = ${from} and f.state not in ('closed', 'cancelled')
        union all select t.number from transit_leg t join transit_leg_line l on l.company_id = ${sql.company} and l.leg_id = t.id
        where t.company_id = ${sql.company} and l.product_id = ${from} and t.state not in ('received', 'cancelled')`,
  },
});
