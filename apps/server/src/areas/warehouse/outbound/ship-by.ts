import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';

/** Orders have to be shipped by another time now. The caller has locked their outbounds. */
export function changeShipBy(tx: Tx, orders: readonly { orderId: number; shipBy: string }[]): void {
  if (orders.length === 0) return;
  tx.later(sql`update outbound b set ship_by = r."shipBy"
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as r("orderId" bigint, "shipBy" timestamptz)
    where b.company_id = ${sql.company} and b.order_id = r."orderId" and b.ship_by <> r."shipBy"`);
}
