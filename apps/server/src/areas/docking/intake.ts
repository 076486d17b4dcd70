import { sql } from '../../core/database/sql.ts';
import { ordersTaken } from '../channels/public.ts';

/** Saves the destination of orders as the retailer sent it. */
ordersTaken.listen(async (tx, { shopId, orders }) => {
  const docked = orders.flatMap(({ platformOrderNo: no, docking }) => (docking ? [{ no, ...docking }] : []));
  if (docked.length === 0) return;
  await tx.rows(sql`insert into dock_order as d (company_id, order_id, facility, facility_type, time_zone, ship_from)
    select o.company_id, o.id, r.facility, r."facilityType", r."timeZone", r."shipFrom"
    from jsonb_to_recordset(${JSON.stringify(docked)}::jsonb) as r(no text, facility text, "facilityType" text, "timeZone" text,
      "shipFrom" timestamptz)
      join sales_order o on o.company_id = ${sql.company} and o.shop_id = ${shopId} and o.platform_order_no = r.no
    order by o.id
    on conflict (company_id, order_id) do update set ship_from = excluded.ship_from, time_zone = excluded.time_zone
      where d.ship_from is distinct from excluded.ship_from or d.time_zone <> excluded.time_zone`);
});
