import type { ParsedOf } from '@tradewind/contract/call.ts';
import type {
  addProduct as addCall,
  editProduct as editCall,
  ProductFilter,
  ProductRow,
} from '@tradewind/contract/catalog.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { readHistory, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { familyOf } from '../families/families.service.ts';
import { familyValues, keepOwn } from '../families/inherit.ts';
import { closePairing } from '../mapping/lookups.ts';
import { saveMappings } from '../mapping/mapping.service.ts';
import { pairProducts } from '../mapping/pair.ts';
import { openMergeOf } from '../merge/job.ts';
import { columnOf, isField } from './fields.ts';
import { claimImages, PRODUCT_IMAGE } from './images.ts';
import { productColumns, products } from './list.ts';
import { productIdsBySku } from './lookups.ts';
import { insertProducts, type NewProduct, writeTerms } from './products.queries.ts';
import { assertNamed, assertWeights, changeOf, checkedCategory, withoutPrice } from './rules.ts';
import { usesOf } from './usage.ts';

const DOC = 'product';

/** @param complete what belongs to it and must be there before seller SKUs pair with it */
export async function addProduct(
  tx: Tx,
  ctx: Ctx,
  input: ParsedOf<typeof addCall>,
  complete?: (id: number) => Promise<void>,
) {
  const { idempotencyKey: _key, ...fields } = input;
  assertWeights(fields);
  assertNamed(fields);
  const price = maySee(ctx.rights, 'seeCost') ? fields.unitPriceCny : null;
  const attributes = await checkedCategory(tx, fields);
  const made = await insertProducts(tx, [{ ...fields, attributes, unitPriceCny: price }]);
  const id = made.get(fields.sku);
  if (id === undefined) throw await whatIsTaken(tx, fields);
  await claimImages(tx, { kind: PRODUCT_IMAGE, id }, fields.images);
  await writeTerms(tx, [id]);
  await complete?.(id);
  writeHistory(tx, [{ docKind: DOC, docId: id, event: 'created' }]);
  await pairProducts(tx, [fields.sku]);
  return { id, version: 1 };
}

/**
 * Makes many products in one transaction and maps their seller SKUs, whose shops the actor may see. Products that exist
 * stay as they are and are mapped too. @returns which are new, by SKU
 */
export async function addProducts(
  tx: Tx,
  ctx: Ctx,
  made: readonly NewProduct[],
  mapped: readonly { shopId: number; sellerSku: string; sku: string }[],
): Promise<Map<string, number>> {
  await closePairing(tx);

  const created = await insertProducts(tx, made);
  await writeTerms(tx, [...created.values()]);
  const detail = { by: 'listing' };
  writeHistory(
    tx,
    [...created.values()].map((docId) => ({ docKind: DOC, docId, event: 'created', detail })),
  );

  const ids = await productIdsBySku(tx, [...new Set(mapped.map((row) => row.sku))]);
  const rows = mapped.flatMap(({ sku, ...row }) => {
    const productId = ids.get(sku);
    return productId ? [{ ...row, productId, factor: 1 }] : [];
  });
  if (rows.length > 0) await saveMappings(tx, ctx, rows, { anyway: true, source: 'listing' });

  await pairProducts(tx, [...created.keys()]);

  return created;
}

async function whatIsTaken(tx: Tx, fields: { sku: string; barcode?: string | null | undefined }) {
  const sku = await tx.row(
    sql`select 1 as there from product where company_id = ${sql.company} and sku = ${fields.sku}`,
  );
  return sku
    ? badField('sku', 'catalog.skuTaken', { sku: fields.sku })
    : badField('barcode', 'catalog.barcodeTaken', { barcode: fields.barcode ?? '' });
}

/**
 * What a variant gets is its own from then on. A field of `inherit` becomes its family's again, whatever came with it.
 * @throws conflict core.stale with who changed it since `version`, and when
 */
export async function editProduct(tx: Tx, ctx: Ctx, input: ParsedOf<typeof editCall>) {
  const { id, version, inherit = [], ...typed } = input;
  const before = await tx.row<ProductRow & Record<string, unknown>>(sql`select ${productColumns(tx)} from product p
    where p.company_id = ${sql.company} and p.id = ${id} for update`);
  if (!before) throw notFound('catalog.productNotFound');
  if (before.version !== version) throw conflict('core.stale', await lastChange(tx, id));
  const seesCost = maySee(ctx.rights, 'seeCost');
  const dropped = inherit.filter((name) => name !== 'unitPriceCny' || seesCost);
  const ofFamily = await familyValues(tx, before, dropped);
  const supplied = { ...typed, ...ofFamily };
  if (before.familyId !== null && supplied.parentSku !== undefined && supplied.parentSku !== before.parentSku)
    throw badField('parentSku', 'catalog.variantCode');
  if (supplied.categoryId !== undefined || supplied.attributes)
    supplied.attributes = await checkedCategory(tx, { ...before, ...supplied }, before.attributes);
  const changes = Object.entries(supplied).filter(
    ([name, value]) =>
      value !== undefined &&
      JSON.stringify(value) !== JSON.stringify(before[name]) &&
      (name !== 'unitPriceCny' || seesCost),
  );
  const kept = before.overrides.filter((name) => !(name in ofFamily));
  if (changes.length === 0 && kept.length === before.overrides.length) return { id, version };
  const after = { ...before, ...Object.fromEntries(changes) };
  assertWeights(after);
  assertNamed(after);
  if (supplied.barcode && supplied.barcode !== before.barcode) await assertBarcodeFree(tx, id, supplied.barcode);
  await writeChanges(tx, id, [...changes, ['overrides', kept]]);
  if (supplied.images) await claimImages(tx, { kind: PRODUCT_IMAGE, id }, supplied.images);
  await keepOwn(tx, [id]);
  await writeTerms(tx, [id]);
  const now = await products.one(tx, id);
  const detail = { changes: Object.fromEntries(changes.map(([name]) => changeOf(name, before, now))) };
  writeHistory(tx, [{ docKind: DOC, docId: id, event: 'edited', detail }]);
  return { id, version: version + 1 };
}

async function writeChanges(tx: Tx, id: number, changes: readonly (readonly [string, unknown])[]): Promise<void> {
  const sets = changes.map(([name, value]) => {
    if (name === 'overrides') return sql`overrides = ${value as string[]}::text[]`;
    if (!isField(name)) throw new Error(`${name} is no field of a product`);
    return sql`${columnOf(name)} = ${name === 'attributes' ? JSON.stringify(value) : (value as string)}`;
  });
  await tx.rows(sql`update product set ${sql.join(sets)}, version = version + 1, updated_at = ${tx.now}
    where company_id = ${sql.company} and id = ${id}`);
}

async function assertBarcodeFree(tx: Tx, id: number, barcode: string): Promise<void> {
  const other = await tx.row<{ sku: string }>(sql`select sku from product
    where company_id = ${sql.company} and barcode = ${barcode} and id <> ${id}`);
  if (other) throw badField('barcode', 'catalog.barcodeTaken', { barcode });
}

/** Who last changed the product, and when in the company's time zone. */
async function lastChange(tx: Tx, id: number): Promise<{ who: string; when: string }> {
  const row = await tx.row<{ who: string | null; when: string }>(sql`
    select (select e.actor from document_event e where e.company_id = ${sql.company} and e.doc_kind = ${DOC} and e.doc_id = p.id
            order by e.id desc limit 1) as who,
      to_char(p.updated_at at time zone c.time_zone, 'YYYY-MM-DD HH24:MI') as when
    from product p join company c on c.id = p.company_id where p.company_id = ${sql.company} and p.id = ${id}`);
  return { who: row?.who ?? '?', when: row?.when ?? '' };
}

export async function findProduct(tx: Tx, ctx: Ctx, id: number) {
  const product = await products.one(tx, id);
  const shops = ctx.rights.shopIds;
  const mappings = await tx.rows<{
    id: number;
    shopId: number;
    sellerSku: string;
    factor: number;
    createdAt: string;
  }>(sql`
    select id, shop_id, seller_sku, factor, created_at from sku_mapping
    where company_id = ${sql.company} and product_id = ${id} and (${shops === null} or shop_id = any(${arrayOf(shops ?? [])}::bigint[]))
    order by shop_id, seller_sku limit 500`);
  const history = await readHistory(tx, DOC, id);
  return {
    ...product,
    mappings,
    ...(await mergedOf(tx, id)),
    merging: await openMergeOf(tx, ctx, id),
    family: product.familyId === null ? null : await familyOf(tx, product.familyId),
    variants: await withSameParent(tx, product),
    history: history.map(({ fromState: _from, toState: _to, ...event }) => ({
      ...event,
      at: event.at.toISOString(),
      detail: maySee(ctx.rights, 'seeCost') ? event.detail : withoutPrice(event.detail),
    })),
  };
}

/** The product that this one is now, and those that became it. */
async function mergedOf(tx: Tx, id: number) {
  const rows = await tx.rows<{ id: number; sku: string; into: boolean }>(
    sql`select o.id, o.sku, true as "into" from product p join product o on o.company_id = ${sql.company} and o.id = p.merged_into
        where p.company_id = ${sql.company} and p.id = ${id}
      union all select id, sku, false from product where company_id = ${sql.company} and merged_into = ${id} limit 200`,
  );
  const named = ({ id: productId, sku }: { id: number; sku: string }) => ({ id: productId, sku });
  const into = rows.find((row) => row.into);
  return { mergedInto: into ? named(into) : null, mergedFrom: rows.filter((row) => !row.into).map(named) };
}

/** Products with the same parent SKU, found by search terms: parent_sku has no index. */
function withSameParent(tx: Tx, product: Pick<ProductRow, 'id' | 'sku' | 'parentSku'>) {
  const parent = product.parentSku ?? product.sku;
  return tx.rows<{ id: number; sku: string; nameZh: string; nameEn: string }>(sql`
    select p.id, p.sku, p.name_zh, p.name_en from product p
    where p.company_id = ${sql.company} and p.id <> ${product.id} and (p.parent_sku = ${parent} or p.sku = ${parent})
      and p.id in (select t.product_id from product_term t where t.company_id = ${sql.company} and t.term = ${parent.toUpperCase().slice(0, 40)})
    order by p.sku limit 200`);
}

interface Picked {
  ids?: number[] | undefined;
  filter?: ProductFilter | undefined;
}
interface BulkOutcome {
  done: number;
  failed: { id: number; label: string; error: string; reason: string }[];
}
const BULK_LIMIT = 10_000;

export async function setProductsEnabled(tx: Tx, input: Picked & { enabled: boolean }): Promise<BulkOutcome> {
  const ids = await products.choose(tx, input, BULK_LIMIT);
  const changed = await tx.rows<{ id: number; sku: string }>(sql`
    update product set enabled = ${input.enabled}, version = version + 1, updated_at = ${tx.now}
    where company_id = ${sql.company} and id = any(${arrayOf(ids)}::bigint[]) and enabled <> ${input.enabled} and merged_into is null returning id, sku`);
  const event = input.enabled ? 'enabled' : 'disabled';
  writeHistory(
    tx,
    changed.map((row) => ({ docKind: DOC, docId: row.id, event })),
  );
  if (input.enabled)
    await pairProducts(
      tx,
      changed.map((row) => row.sku),
    );
  return { done: ids.length, failed: [] };
}

const deleted = defineAction('catalog.productDeleted', ['删除商品', 'Product deleted']);

/** Deletes unused products; reports the others with the reason, to be disabled instead. */
export async function removeProducts(tx: Tx, ctx: Ctx, input: Picked): Promise<BulkOutcome> {
  const ids = await products.choose(tx, input, BULK_LIMIT);
  if (ids.length === 0) return { done: 0, failed: [] };
  const picked = await tx.rows<{ id: number; sku: string }>(
    sql`select id, sku from product where company_id = ${sql.company} and id = any(${ids}::bigint[]) order by id`,
  );
  const uses = await usesOf(tx, ids);
  const free = picked.filter((row) => !uses.has(row.id));
  await tx.rows(sql`delete from product where company_id = ${sql.company}
    and id = any(${arrayOf(free.map((row) => row.id))}::bigint[])`);
  writeHistory(
    tx,
    free.map((row) => ({ docKind: DOC, docId: row.id, event: 'deleted', detail: { sku: row.sku } })),
  );
  writeAudit(
    tx,
    free.map((row) => ({ action: deleted, targetKind: DOC, targetId: row.id, targetName: row.sku })),
  );
  const failed = picked.flatMap(({ id, sku }) => {
    const error = uses.get(id);
    return error ? [{ id, label: sku, error, reason: say(ctx.language, error) }] : [];
  });
  return { done: free.length, failed };
}
