import type { Tx } from '../../core/database/database.ts';
import { ruleBroken } from '../../core/errors.ts';

export interface BatchSeen {
  productId: number;
  /** Empty: the day it runs out stands for it. Neither: goods of no batch. */
  code?: string | undefined;
  /** yyyy-mm-dd */
  expiresOn?: string | undefined;
  producedOn?: string | undefined;
}

/**
 * The batches of goods that come in, new ones written down: ids in the order of `seen`, 0 for goods of none.
 * @throws ruleBroken stock.batchExpiry when a known batch is said to run out on another day
 */
export async function batchesOf(tx: Tx, seen: readonly BatchSeen[]): Promise<number[]> {
  const named = seen.map((one) => ({ ...one, code: (one.code?.trim() || one.expiresOn) ?? '' }));
  const wanted = named.filter((one) => one.code !== '');
  if (wanted.length === 0) return seen.map(() => 0);
  await tx.prepared(
    'batch_open',
    `insert into stock_batch (company_id, product_id, code, expires_on, produced_on, created_at)
     select distinct on (2, 3) $1, r."productId", r.code, r."expiresOn", r."producedOn", $3
     from jsonb_to_recordset($2::jsonb) as r("productId" bigint, code text, "expiresOn" date, "producedOn" date)
     order by 2, 3 on conflict do nothing`,
    [tx.companyId, JSON.stringify(wanted), tx.now],
  );
  const rows = await tx.prepared<{ id: number; productId: number; code: string; expiresOn: string | null }>(
    'batch_find',
    `select distinct b.id, b.product_id as "productId", b.code, b.expires_on::text as "expiresOn"
     from jsonb_to_recordset($2::jsonb) as r("productId" bigint, code text)
     join stock_batch b on b.company_id = $1 and b.product_id = r."productId" and b.code = r.code`,
    [tx.companyId, JSON.stringify(wanted)],
  );
  const known = new Map(rows.map((row) => [`${row.productId}/${row.code}`, row]));
  return named.map((one) => {
    const batch = known.get(`${one.productId}/${one.code}`);
    if (!batch) return 0;
    if (one.expiresOn && batch.expiresOn && one.expiresOn !== batch.expiresOn)
      throw ruleBroken('stock.batchExpiry', { batch: one.code, day: batch.expiresOn });
    return batch.id;
  });
}
