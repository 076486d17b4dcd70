import { rights } from '@tradewind/contract/access/modules.ts';
import type { MappingFilter } from '@tradewind/contract/catalog.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { type Ctx, mayPress } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, forbidden } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { mappings } from './list.ts';
import { closeMappings, notifyChanged } from './lookups.ts';
import { assertShops } from './shops.ts';

const acts = {
  added: defineAction('catalog.mappingAdded', ['新增 SKU 配对', 'SKU mapping added']),
  changed: defineAction('catalog.mappingChanged', ['修改 SKU 配对', 'SKU mapping changed']),
  removed: defineAction('catalog.mappingRemoved', ['删除 SKU 配对', 'SKU mapping deleted']),
};
const about = ({ sellerSku }: { sellerSku: string }) => ({ targetKind: 'sku_mapping', targetName: sellerSku });

export interface NewMapping {
  shopId: number;
  sellerSku: string;
  productId: number;
  factor: number;
}

/**
 * Saves mappings and re-evaluates waiting orders in one transaction. @throws forbidden when a row is new and the user
 * may only edit, or the reverse
 */
export async function saveMappings(
  tx: Tx,
  ctx: Ctx,
  rows: readonly NewMapping[],
  how: { anyway?: true; source: 'manual' | 'file' | 'listing' } = { source: 'manual' },
) {
  const shopIds = new Set(rows.map((row) => row.shopId));
  await assertShops(tx, ctx, shopIds);
  await assertProducts(tx, rows);
  await closeMappings(tx, [...shopIds]);
  const unique = [...new Map(rows.map((row) => [`${row.shopId}/${row.sellerSku}`, row])).values()];
  const written = await tx.rows<{ id: number; shopId: number; sellerSku: string; created: boolean }>(sql`
    insert into sku_mapping as m (company_id, shop_id, seller_sku, product_id, factor, source, created_at, created_by)
    select ${sql.company}, r."shopId", r."sellerSku", r."productId", r.factor, ${how.source}, ${tx.now}, ${tx.actor.name}
    from jsonb_to_recordset(${JSON.stringify(unique)}::jsonb) as r("shopId" bigint, "sellerSku" text, "productId" bigint, factor int)
    on conflict (company_id, shop_id, seller_sku) do update set product_id = excluded.product_id, factor = excluded.factor,
      source = excluded.source, run_id = null, created_at = excluded.created_at, created_by = excluded.created_by
      where (m.product_id, m.factor) is distinct from (excluded.product_id, excluded.factor)
    returning m.id, shop_id as "shopId", seller_sku as "sellerSku", (xmax = 0) as created`);
  const created = written.filter((row) => row.created).length;
  const updated = written.length - created;
  if (!how.anyway) {
    if (created > 0 && !mayPress(ctx.rights, rights.skuMapping.add)) throw forbidden();
    if (updated > 0 && !mayPress(ctx.rights, rights.skuMapping.edit)) throw forbidden();
  }
  // For files, the import logs its own entry.
  if (!how.anyway) auditSaved(tx, unique, written);
  tx.later(sql`delete from removed_mapping d using jsonb_to_recordset(${JSON.stringify(unique)}::jsonb) as r("shopId" bigint, "sellerSku" text)
    where d.company_id = ${sql.company} and d.shop_id = r."shopId" and d.seller_sku = r."sellerSku"`);
  await notifyChanged(tx, written);
  return { created, updated };
}

function auditSaved(
  tx: Tx,
  desired: readonly NewMapping[],
  written: readonly { id: number; shopId: number; sellerSku: string; created: boolean }[],
): void {
  const byKey = new Map(desired.map((row) => [`${row.shopId}/${row.sellerSku}`, row]));
  writeAudit(
    tx,
    written.map((row) => {
      const { productId, factor } = byKey.get(`${row.shopId}/${row.sellerSku}`) ?? {};
      const detail = { shopId: row.shopId, productId, factor };
      return { action: row.created ? acts.added : acts.changed, ...about(row), targetId: row.id, detail };
    }),
  );
}

async function assertProducts(tx: Tx, rows: readonly NewMapping[]): Promise<void> {
  const desired = [...new Set(rows.map((row) => row.productId))];
  const found = await tx.rows<{ id: number }>(sql`select id from product
    where company_id = ${sql.company} and id = any(${arrayOf(desired)}::bigint[]) and merged_into is null for key share`);
  if (found.length < desired.length) throw badField('productId', 'catalog.productNotFound');
}

const BULK_LIMIT = 10_000;

/** Selected mappings, or those that match a filter. Their seller SKUs do not pair themselves again. */
export async function removeMappings(
  tx: Tx,
  ctx: Ctx,
  picked: { ids?: number[] | undefined; filter?: MappingFilter | undefined },
) {
  const chosen = await mappings.choose(tx, picked, BULK_LIMIT);
  const shops = await tx.rows<{ shopId: number }>(sql`select distinct shop_id from sku_mapping
    where company_id = ${sql.company} and id = any(${chosen}::bigint[])`);
  await closeMappings(
    tx,
    shops.map((row) => row.shopId),
  );
  const removed = await tx.rows<{ id: number; shopId: number; sellerSku: string }>(sql`
    delete from sku_mapping where company_id = ${sql.company} and id = any(${chosen}::bigint[]) returning id, shop_id, seller_sku`);
  tx.later(sql`insert into removed_mapping (company_id, shop_id, seller_sku, at, actor)
    select ${sql.company}, r.shop_id, r.seller_sku, ${tx.now}, ${tx.actor.name}
    from unnest(${removed.map((row) => row.shopId)}::bigint[], ${removed.map((row) => row.sellerSku)}::text[]) r(shop_id, seller_sku)
    on conflict (company_id, shop_id, seller_sku) do update set at = excluded.at, actor = excluded.actor`);
  writeAudit(
    tx,
    removed.map((row) => ({ action: acts.removed, ...about(row), targetId: row.id })),
  );
  await notifyChanged(tx, removed);
  const gone = new Set(removed.map((row) => row.id));
  const error = 'catalog.mappingNotFound';
  return {
    done: removed.length,
    failed: (picked.ids ?? [])
      .filter((id) => !gone.has(id))
      .map((id) => ({ id, label: String(id), error, reason: say(ctx.language, error) })),
  };
}

/** Deletes all mappings of a deleted shop. */
export async function forgetShop(tx: Tx, shopId: number): Promise<void> {
  await tx.rows(sql`delete from removed_mapping where company_id = ${sql.company} and shop_id = ${shopId}`);
  await tx.rows(sql`delete from sku_mapping where company_id = ${sql.company} and shop_id = ${shopId}`);
}
