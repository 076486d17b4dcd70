import type { Tx } from '../../../core/database/database.ts';
import { ruleBroken } from '../../../core/errors.ts';
import type { Received } from './receive.ts';

/**
 * Of products that run out the day has to be known: said now, or that of the batch.
 * @throws ruleBroken warehouse.expiryNeeded
 */
export async function assertExpiry(tx: Tx, goods: readonly Received[]): Promise<void> {
  const open = goods.filter((one) => !one.expiresOn && one.condition !== 'damaged');
  if (open.length === 0) return;
  const [row] = await tx.prepared<{ sku: string }>(
    'inbound_expiry',
    `select p.sku from jsonb_to_recordset($2::jsonb) as r("lineId" bigint, "productId" bigint, batch text)
     left join inbound_line l on l.company_id = $1 and l.id = r."lineId"
     join product p on p.company_id = $1 and p.id = coalesce(l.product_id, r."productId")
     where p.shelf_life_months > 0 and not exists (select 1 from stock_batch b where b.company_id = $1 and b.product_id = p.id
       and b.code = btrim(r.batch) and b.expires_on is not null) limit 1`,
    [tx.companyId, JSON.stringify(open)],
  );
  if (row) throw ruleBroken('warehouse.expiryNeeded', { sku: row.sku });
}
