import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, notFound, ruleBroken } from '../../../core/errors.ts';
import { closeMappings, closePairing } from '../mapping/lookups.ts';
import { writeTerms } from '../products/products.queries.ts';
import { forbidsOf, type Merge, mergeParts, type Pair } from './parts.ts';

const merged = defineAction('catalog.productMerged', ['合并商品', 'Products merged']);

/** @param ours a merge that runs is this one */
export async function assertAllowed(tx: Tx, pair: Pair, ours = false): Promise<void> {
  const first = (await forbidsOf(tx, pair)).find(({ reason }) => !ours || reason !== 'merging');
  if (first) throw ruleBroken(`catalog.merge.${first.reason}`, { numbers: first.numbers.join(', ') });
}

/**
 * Moves everything, once and whole. New order lines wait for it and then have the product that stays (a trigger of
 * order_line); documents that name the product wait at its row. Closed documents keep it: it stays, disabled, and its SKU
 * and barcode mean the other. @returns nothing if it is done already
 * @throws ruleBroken catalog.merge.<reason> with the numbers of documents
 */
export async function carryOut(
  tx: Tx,
  mergeId: number,
): Promise<{ number: string; from: string; into: string } | undefined> {
  await closePairing(tx);
  const merge = await tx.row<Merge & { number: string }>(
    sql`select id, number, merged_id as "from", product_id as "into" from product_merge
      where company_id = ${sql.company} and id = ${mergeId} and state = 'running' for update`,
  );
  if (!merge) return undefined;
  const { number } = merge;
  const shops = await tx.rows<{ shopId: number }>(
    sql`select distinct shop_id from sku_mapping where company_id = ${sql.company} and product_id = ${merge.from}`,
  );
  await closeMappings(
    tx,
    shops.map((row) => row.shopId),
  );
  for (const part of mergeParts()) await part.lock?.(tx);
  const { from, into } = await assertTwo(tx, merge, true);
  await assertAllowed(tx, merge, true);
  for (const part of mergeParts()) await part.move?.(tx, merge);
  await tx.rows(
    sql`update product set merged_into = case when id = ${merge.into} then merged_into else ${merge.into} end,
       enabled = enabled and id <> ${merge.from}, version = version + 1, updated_at = ${tx.now}
     where company_id = ${sql.company} and (id in (${merge.from}, ${merge.into}) or merged_into = ${merge.from})`,
  );
  await tx.rows(sql`update product_merge set state = 'done' where company_id = ${sql.company} and id = ${mergeId}`);
  await writeTerms(tx, [merge.into]);
  const entry = (docId: number, event: string, sku: string) => ({
    ...{ docKind: 'product', docId, event },
    detail: { name: `${sku} · ${number}` },
  });
  writeHistory(tx, [entry(merge.from, 'mergedInto', into.sku), entry(merge.into, 'mergedFrom', from.sku)]);
  const detail = { into: into.sku, number };
  writeAudit(tx, [{ action: merged, targetKind: 'product', targetId: merge.from, targetName: from.sku, detail }]);
  return { number, from: from.sku, into: into.sku };
}

type Named = { id: number; sku: string; mergedInto: number | null };

/** Both products. `lock`: documents that are about to name one of them wait, and find the merge. */
export async function assertTwo(tx: Tx, pair: Pair, lock = false): Promise<{ from: Named; into: Named }> {
  if (pair.from === pair.into) throw badField('intoId', 'catalog.mergeSame');
  const rows = await tx.rows<Named>(
    sql`select id, sku, merged_into from product where company_id = ${sql.company} and id = any(${[pair.from, pair.into]}::bigint[])
      order by id ${lock ? sql`for update` : sql.empty}`,
  );
  const from = rows.find((row) => row.id === pair.from);
  const into = rows.find((row) => row.id === pair.into);
  if (!from || !into) throw notFound('catalog.productNotFound');
  return { from, into };
}
