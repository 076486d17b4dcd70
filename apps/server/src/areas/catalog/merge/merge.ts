import { rights } from '@tradewind/contract/access/modules.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { type Ctx, mayPress } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { nextNumbers, writeHistory } from '../../../core/documents.ts';
import { badField, forbidden, notFound, ruleBroken } from '../../../core/errors.ts';
import { say } from '../../../core/text/texts.ts';
import { closeMappings, closePairing } from '../mapping/lookups.ts';
import { writeTerms } from '../products/products.queries.ts';
import { forbidsOf, mergeParts, movesOf, type Pair, placesOf } from './parts.ts';

const MERGE = { kind: 'product_merge', prefix: 'MRG' };
const merged = defineAction('catalog.productMerged', ['合并商品', 'Products merged']);

/** What would move and what forbids it, as of now. */
export async function previewMerge(tx: Tx, ctx: Ctx, input: { fromId: number; intoId: number }) {
  const pair = { from: input.fromId, into: input.intoId };
  await assertTwo(tx, pair);
  const [moves, forbids, stock] = await Promise.all([movesOf(tx, pair), forbidsOf(tx, pair), placesOf(tx, pair)]);
  const textOf = ({ reason, numbers }: (typeof forbids)[number]) =>
    say(ctx.language, `catalog.merge.${reason}`, { numbers: numbers.join(', ') });
  return { moves, stock, forbids: forbids.map((one) => ({ ...one, text: textOf(one) })) };
}

/**
 * Makes `from` the same product as `into`, once and whole. New order lines wait for it and then have the product that
 * stays (a trigger of order_line); documents that name the product wait at its row. Closed documents keep it: it stays,
 * disabled, and its SKU and barcode mean the other.
 * @throws ruleBroken catalog.merge.<reason> with the numbers of documents
 */
export async function mergeProducts(tx: Tx, ctx: Ctx, input: { fromId: number; intoId: number }) {
  if (!mayPress(ctx.rights, rights.product.edit) || !mayPress(ctx.rights, rights.product.delete)) throw forbidden();
  const pair = { from: input.fromId, into: input.intoId };
  await closePairing(tx);
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('merging/' || ${sql.company}::int, 0))`);
  const shops = await tx.rows<{ shopId: number }>(
    sql`select distinct shop_id from sku_mapping where company_id = ${sql.company} and product_id = ${pair.from}`,
  );
  await closeMappings(
    tx,
    shops.map((row) => row.shopId),
  );
  const { from, into } = await assertTwo(tx, pair, true);
  const [first] = await forbidsOf(tx, pair);
  if (first) throw ruleBroken(`catalog.merge.${first.reason}`, { numbers: first.numbers.join(', ') });
  const [number = ''] = await nextNumbers(tx, MERGE);
  const row = await tx.row<{ id: number }>(
    sql`insert into product_merge (company_id, number, product_id, merged_id, merged_sku, at, actor)
     values (${sql.company}, ${number}, ${pair.into}, ${pair.from}, ${from.sku}, ${tx.now}, ${tx.actor.name}) returning id`,
  );
  if (!row) throw new Error('a merge was not written');
  for (const part of mergeParts()) await part.move?.(tx, { ...pair, id: row.id });
  await tx.rows(
    sql`update product set merged_into = ${pair.into}, enabled = case when id = ${pair.from} then false else enabled end,
       version = version + 1, updated_at = ${tx.now}
     where company_id = ${sql.company} and (id = ${pair.from} or merged_into = ${pair.from})`,
  );
  await writeTerms(tx, [pair.into]);
  const entry = (docId: number, event: string, sku: string) => ({
    docKind: 'product',
    docId,
    event,
    detail: { name: `${sku} · ${number}` },
  });
  writeHistory(tx, [entry(pair.from, 'mergedInto', into.sku), entry(pair.into, 'mergedFrom', from.sku)]);
  const detail = { into: into.sku, number };
  writeAudit(tx, [{ action: merged, targetKind: 'product', targetId: pair.from, targetName: from.sku, detail }]);
  return { number };
}

type Named = { id: number; sku: string; mergedInto: number | null };

/** Both products. `lock`: documents that are about to name one of them wait, and find the merge. */
async function assertTwo(tx: Tx, pair: Pair, lock = false): Promise<{ from: Named; into: Named }> {
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
