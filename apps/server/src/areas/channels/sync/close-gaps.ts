import type { Tx } from '../../../core/database/database.ts';

/** Orders that have come in are missing no more. */
export async function closeGaps(tx: Tx, shopId: number, platformOrderNos: readonly string[]): Promise<void> {
  await tx.prepared(
    'close_gaps',
    `update order_gap set closed_at = $4
     where company_id = $1 and shop_id = $2 and closed_at is null and platform_order_no = any($3::text[])`,
    [tx.companyId, shopId, platformOrderNos, tx.now],
  );
}
