import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { type Ctx, mayPress } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { badField, forbidden } from '../../../core/errors.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { closeMappings, mappingChanged, readUnmapped } from './lookups.ts';
import { assertShops, shopNames } from './shops.ts';

const acts = {
  added: defineAction('catalog.mappingAdded', ['新增SKU对应', 'SKU mapping added']),
  changed: defineAction('catalog.mappingChanged', ['修改SKU对应', 'SKU mapping changed']),
  removed: defineAction('catalog.mappingRemoved', ['删除SKU对应', 'SKU mapping removed']),
};
const about = ({ sellerSku }: { sellerSku: string }) => ({ targetKind: 'sku_mapping', targetName: sellerSku });

export interface MappingFilter {
  shopId?: number | undefined;
  search?: string | undefined;
}
export interface MappingRow extends Record<string, unknown> {
  id: number;
  shopId: number;
  sellerSku: string;
  productId: number;
  sku: string;
  nameZh: string;
  nameEn: string;
  productEnabled: boolean;
  factor: number;
  createdAt: Date;
  createdBy: string;
}

export function matchingMappings(tx: Tx, ctx: Pick<Ctx, 'rights'>, filter: MappingFilter): SQL {
  const parts = [sql`m.company_id = ${tx.companyId}`, inShops(ctx, sql`m.shop_id`)];
  if (filter.shopId) parts.push(sql`m.shop_id = ${filter.shopId}`);
  const search = filter.search?.trim();
  if (search) {
    const to = `${search}\u{10FFFF}`;
    const capitals = search.toUpperCase();
    parts.push(sql`(m.seller_sku >= ${search} and m.seller_sku < ${to} or m.product_id in (select t.product_id from product_term t
      where t.company_id = ${tx.companyId} and t.term >= ${capitals} and t.term < ${`${capitals}\u{10FFFF}`}))`);
  }
  return sql.join(parts, sql` and `);
}

export const MAPPING_COLUMNS =
  sql.raw(`m.id, m.shop_id as "shopId", m.seller_sku as "sellerSku", m.product_id as "productId", p.sku,
  p.name_zh as "nameZh", p.name_en as "nameEn", p.enabled as "productEnabled", m.factor, m.created_at as "createdAt", m.created_by as "createdBy"`);
export const MAPPING_TABLES = sql.raw(
  `sku_mapping m join product p on p.company_id = m.company_id and p.id = m.product_id`,
);

const SORTS = {
  'createdAt.desc': sql`m.created_at desc, m.id desc`,
  'createdAt.asc': sql`m.created_at, m.id`,
  'sellerSku.asc': sql`m.seller_sku, m.id`,
  'sellerSku.desc': sql`m.seller_sku desc, m.id desc`,
} as const;

export async function listMappings(
  tx: Tx,
  ctx: Ctx,
  input: MappingFilter & { sort: 'createdAt' | 'sellerSku'; order: 'asc' | 'desc'; page: number; pageSize: number },
) {
  const where = matchingMappings(tx, ctx, input);
  const rows = await tx.rows<MappingRow>(sql`select ${MAPPING_COLUMNS} from ${MAPPING_TABLES} where ${where}
    order by ${SORTS[`${input.sort}.${input.order}`]} limit ${input.pageSize} offset ${(input.page - 1) * input.pageSize}`);
  const count = await tx.row<{ total: number }>(sql`select count(*)::int as total from sku_mapping m where ${where}`);
  const names = await shopNames(tx, ctx);
  return {
    rows: rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      shopName: names.get(row.shopId) ?? String(row.shopId),
    })),
    total: count?.total ?? 0,
    totalExact: true,
  };
}

const UNMAPPED_AT_MOST = 2_000;

/** What orders wait for, with the product whose SKU or barcode is the seller's. */
export async function listUnmapped(
  tx: Tx,
  ctx: Ctx,
  input: { shopId?: number | undefined; page: number; pageSize: number },
) {
  const names = await shopNames(tx, ctx);
  const shopIds = input.shopId === undefined ? ctx.rights.shopIds : names.has(input.shopId) ? [input.shopId] : [];
  const waiting = await readUnmapped(tx, { shopIds, limit: UNMAPPED_AT_MOST });
  const shown = waiting.slice((input.page - 1) * input.pageSize, input.page * input.pageSize);
  const codes = [...new Set(shown.map((row) => row.sellerSku))];
  const suggestions = await tx.rows<{
    code: string;
    productId: number;
    sku: string;
    nameZh: string;
    nameEn: string;
  }>(sql`
    select distinct on (c.code) c.code, p.id as "productId", p.sku, p.name_zh as "nameZh", p.name_en as "nameEn"
    from unnest(${arrayOf(codes)}::text[]) as c(code)
    join product p on p.company_id = ${tx.companyId} and p.enabled and p.sku in (btrim(c.code), upper(btrim(c.code)))
    order by c.code, p.sku = c.code desc`);
  const byCode = new Map(suggestions.map(({ code, ...product }) => [code, product]));
  return {
    rows: shown.map((row) => ({
      ...row,
      oldestAt: row.oldestAt.toISOString(),
      shopName: names.get(row.shopId) ?? String(row.shopId),
      suggestion: byCode.get(row.sellerSku) ?? null,
    })),
    total: waiting.length,
    totalExact: waiting.length < UNMAPPED_AT_MOST,
  };
}

export interface NewMapping {
  shopId: number;
  sellerSku: string;
  productId: number;
  factor: number;
}

/**
 * Remembers what seller SKUs mean and has waiting orders looked at again, in one transaction.
 * @throws forbidden when a row is new and the actor may only edit, or the other way round
 */
export async function saveMappings(tx: Tx, ctx: Ctx, rows: readonly NewMapping[], rights?: { anyway: boolean }) {
  await assertShops(tx, ctx, new Set(rows.map((row) => row.shopId)));
  await assertProducts(tx, rows);
  const unique = [...new Map(rows.map((row) => [`${row.shopId}/${row.sellerSku}`, row])).values()];
  const written = await tx.rows<{ id: number; shopId: number; sellerSku: string; created: boolean }>(sql`
    insert into sku_mapping as m (company_id, shop_id, seller_sku, product_id, factor, created_at, created_by)
    select ${tx.companyId}, r."shopId", r."sellerSku", r."productId", r.factor, ${tx.now}, ${tx.actor.name}
    from jsonb_to_recordset(${JSON.stringify(unique)}::jsonb) as r("shopId" bigint, "sellerSku" text, "productId" bigint, factor int)
    on conflict (company_id, shop_id, seller_sku) do update set product_id = excluded.product_id, factor = excluded.factor,
      created_at = excluded.created_at, created_by = excluded.created_by
      where (m.product_id, m.factor) is distinct from (excluded.product_id, excluded.factor)
    returning m.id, shop_id as "shopId", seller_sku as "sellerSku", (xmax = 0) as created`);
  const created = written.filter((row) => row.created).length;
  const updated = written.length - created;
  if (!rights?.anyway) {
    if (created > 0 && !mayPress(ctx.rights, 203, 'add')) throw forbidden();
    if (updated > 0 && !mayPress(ctx.rights, 203, 'edit')) throw forbidden();
  }
  // Of a file the import's own row tells.
  if (!rights?.anyway) auditSaved(tx, unique, written);
  await tellChanged(tx, written);
  return { created, updated };
}

function auditSaved(
  tx: Tx,
  wanted: readonly NewMapping[],
  written: readonly { id: number; shopId: number; sellerSku: string; created: boolean }[],
): void {
  const byKey = new Map(wanted.map((row) => [`${row.shopId}/${row.sellerSku}`, row]));
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
  const wanted = [...new Set(rows.map((row) => row.productId))];
  const found = await tx.rows<{ id: number }>(sql`select id from product
    where company_id = ${tx.companyId} and id = any(${arrayOf(wanted)}::bigint[]) for key share`);
  if (found.length < wanted.length) throw badField('productId', 'catalog.productNotFound');
}

async function tellChanged(tx: Tx, rows: readonly { shopId: number; sellerSku: string }[]): Promise<void> {
  if (rows.length === 0) return;
  const byShop = Map.groupBy(rows, (row) => row.shopId);
  await closeMappings(tx, [...byShop.keys()]);
  for (const [shopId, changed] of byShop)
    await mappingChanged.call(tx, { shopId, sellerSkus: changed.map((row) => row.sellerSku) });
}

const BULK_LIMIT = 10_000;

/** Ticked mappings, or those that a filter matches. */
export async function removeMappings(
  tx: Tx,
  ctx: Ctx,
  picked: { ids?: number[] | undefined; filter?: MappingFilter | undefined },
) {
  const where = picked.filter
    ? matchingMappings(tx, ctx, picked.filter)
    : sql`m.company_id = ${tx.companyId} and m.id = any(${arrayOf(picked.ids ?? [])}::bigint[]) and ${inShops(ctx, sql`m.shop_id`)}`;
  const removed = await tx.rows<{ id: number; shopId: number; sellerSku: string }>(sql`
    delete from sku_mapping d where d.company_id = ${tx.companyId}
      and d.id in (select m.id from sku_mapping m where ${where} order by m.id limit ${BULK_LIMIT})
    returning d.id, d.shop_id as "shopId", d.seller_sku as "sellerSku"`);
  writeAudit(
    tx,
    removed.map((row) => ({ action: acts.removed, ...about(row), targetId: row.id })),
  );
  await tellChanged(tx, removed);
  const gone = new Set(removed.map((row) => row.id));
  const error = 'catalog.mappingNotFound';
  return {
    done: removed.length,
    failed: (picked.ids ?? [])
      .filter((id) => !gone.has(id))
      .map((id) => ({ id, label: String(id), error, reason: say(ctx.language, error) })),
  };
}

/** All mappings of a shop that goes. */
export async function forgetShop(tx: Tx, shopId: number): Promise<void> {
  await tx.rows(sql`delete from sku_mapping where company_id = ${tx.companyId} and shop_id = ${shopId}`);
}
