import type { DockAppointment } from '@tradewind/contract/docking.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { notFound } from '../../core/errors.ts';
import { inShops } from '../../core/scope.ts';
import { appointments } from './list.ts';

/** @throws notFound docking.noDock */
export async function orderDock(tx: Tx, id: number) {
  const order = await tx.row<{
    facility: string;
    facilityType: DockAppointment['facilityType'];
    timeZone: string;
    shipFrom: string | null;
    shipBy: string | null;
  }>(sql`select d.facility, d.facility_type, d.time_zone,
      to_char(d.ship_from at time zone d.time_zone, 'YYYY-MM-DD') as ship_from,
      to_char(o.ship_by at time zone d.time_zone, 'YYYY-MM-DD') as ship_by
    from dock_order d join sales_order o on o.company_id = ${sql.company} and o.id = d.order_id
    where d.company_id = ${sql.company} and d.order_id = ${id} and ${inShops(tx, sql`o.shop_id`)}`);
  if (!order) throw notFound('docking.noDock');
  const mine = await tx.rows<{ id: number }>(sql`select appointment_id as id from dock_appointment_order
    where company_id = ${sql.company} and order_id = ${id} order by appointment_id desc limit 20`);
  const made = await appointments.byIds(
    tx,
    mine.map((one) => one.id),
  );
  return { ...order, appointments: made };
}
