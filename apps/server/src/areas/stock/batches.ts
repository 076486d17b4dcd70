import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { ruleBroken } from '../../core/errors.ts';

export interface BatchObserved {
  productId: number;
  /** If empty, the expiry date is used. Neither: units without a batch. */
  code?: string | undefined;
  /** yyyy-mm-dd */
  expiresOn?: string | undefined;
  producedOn?: string | undefined;
}

/**
 * The batches of received units, creating new ones: ids in the order of `seen`, 0 for units without a batch.
 * @throws ruleBroken stock.batchExpiry when a known batch comes with another expiry date
 */
export async function batchesOf(tx: Tx, observed: readonly BatchObserved[]): Promise<number[]> {
  const named = observed.map((one) => ({ ...one, code: (one.code?.trim() || one.expiresOn) ?? '' }));
  const desired = named.filter((one) => one.code !== '');
  if (desired.length === 0) return observed.map(() => 0);
  await tx.rows(
    sql`insert into stock_batch (company_id, product_id, code, expires_on, produced_on, created_at)
     select distinct on (2, 3) ${sql.company}, r."productId", r.code, r."expiresOn", r."producedOn", ${tx.now}
     from jsonb_to_recordset(${JSON.stringify(desired)}::jsonb) as r("productId" bigint, code text, "expiresOn" date, "producedOn" date)
     order by 2, 3 on conflict do nothing`,
  );
  const rows = await tx.rows<{ id: number; productId: number; code: string; expiresOn: string | null }>(
    sql`select distinct b.id, b.product_id as "productId", b.code, b.expires_on::text as "expiresOn"
     from jsonb_to_recordset(${JSON.stringify(desired)}::jsonb) as r("productId" bigint, code text)
     join stock_batch b on b.company_id = ${sql.company} and b.product_id = r."productId" and b.code = r.code`,
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

/** Edits a batch. The caller has locked it and holds or releases the affected units. */
export async function editBatchFacts(
  tx: Tx,
  id: number,
  { expiresOn, remark }: { expiresOn: string | null; remark: string },
): Promise<void> {
  await tx.rows(sql`update stock_batch set expires_on = ${expiresOn}, remark = ${remark}
    where company_id = ${sql.company} and id = ${id}`);
}

export async function setBatchState(tx: Tx, id: number, state: 'active' | 'recalled'): Promise<void> {
  await tx.rows(sql`update stock_batch set state = ${state} where company_id = ${sql.company} and id = ${id}`);
}
