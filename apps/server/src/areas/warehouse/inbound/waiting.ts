import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { ruleBroken } from '../../../core/errors.ts';

/**
 * Units waiting for a quality check or put-away must leave receiving that way, or the inbound order would stay open
 * forever. Check under the locks of the balances.
 * @throws ruleBroken warehouse.putAwayInstead
 */
export async function assertNotWaiting(
  tx: Tx,
  from: { id: number; code: string; kind: string },
  productIds: readonly number[],
): Promise<void> {
  if (from.kind !== 'receiving') return;
  const [waiting] = await tx.rows<{ sku: string }>(
    sql`select p.sku from location l
     join inbound i on i.company_id = ${sql.company} and i.warehouse_id = l.warehouse_id and i.state in ('receiving', 'received')
     join inbound_receipt r on r.company_id = ${sql.company} and r.inbound_id = i.id and r.location_id = l.id and r.undone_at is null
     join product p on p.company_id = ${sql.company} and p.id = r.product_id
     where l.company_id = ${sql.company} and l.id = ${from.id} and r.product_id = any(${productIds}::bigint[]) and r.condition <> 'damaged'
       and r.failed + r.put_away < r.quantity limit 1`,
  );
  if (waiting) throw ruleBroken('warehouse.putAwayInstead', { code: from.code, sku: waiting.sku });
}
