import type { Tx } from '../../../core/database/database.ts';
import { firstOf, sql } from '../../../core/database/sql.ts';
import { ruleBroken } from '../../../core/errors.ts';
import type { Received } from './expected.ts';

/**
 * Products with a shelf life need an expiry date: given now, or known from the batch.
 * @throws ruleBroken warehouse.expiryNeeded
 */
export async function assertExpiry(tx: Tx, goods: readonly Received[]): Promise<void> {
  const open = goods.filter((one) => !one.expiresOn && one.condition !== 'damaged');
  if (open.length === 0) return;
  const [row] = await tx.rows<{ sku: string }>(
    sql`select p.sku from jsonb_to_recordset(${JSON.stringify(open)}::jsonb) as r("lineId" bigint, "productId" bigint, batch text)
     left join inbound_line l on l.company_id = ${sql.company} and l.id = r."lineId"
     join product p on p.company_id = ${sql.company} and p.id = ${firstOf(sql`l.product_id`, sql`r."productId"`)}
     where p.shelf_life_months > 0 and not exists (select 1 from stock_batch b where b.company_id = ${sql.company} and b.product_id = p.id
       and b.code = btrim(r.batch) and b.expires_on is not null) limit 1`,
  );
  if (row) throw ruleBroken('warehouse.expiryNeeded', { sku: row.sku });
}
