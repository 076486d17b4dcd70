import type { ParsedOf } from '@tradewind/contract/call.ts';
import {
  combinationKey,
  type joinFamily as joinCall,
  type makeVariants as makeCall,
  VARIANTS_AT_MOST,
} from '@tradewind/contract/catalog.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, Fail, notFound } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { pairProducts } from '../mapping/pair.ts';
import { shareImages } from '../products/images.ts';
import { productIdsBySku } from '../products/lookups.ts';
import { insertProducts, type NewProduct, writeTerms } from '../products/products.queries.ts';
import { heldFamily, variantsOf } from './families.service.ts';
import { assertSound, keepOwn, takeFromFamily } from './inherit.ts';
import { placeVariants } from './place.ts';

const DOC = 'product';

interface Placed {
  /** Undefined: it is being made. */
  productId?: number;
  axisValues: string[];
}

/**
 * Checks the places of variants in a held family: a value on each axis, and no combination twice. A value that only
 * differs by case from one in use is written as that one.
 * @throws badField `rows.<n>.axisValues`
 */
async function assertPlaces(tx: Tx, familyId: number, axes: number, rows: readonly Placed[]): Promise<string[][]> {
  const variants = await variantsOf(tx, familyId);
  const moved = new Set(rows.map((row) => row.productId));
  const stay = variants.filter((one) => !moved.has(one.id));
  if (stay.length + rows.length > VARIANTS_AT_MOST)
    throw new Fail('catalog.tooManyVariants', 422, { most: VARIANTS_AT_MOST });
  const taken = new Map(stay.map((one) => [combinationKey(one.axisValues), one.sku]));
  const written = Array.from({ length: axes }, () => new Map<string, string>());
  for (const one of variants)
    for (const [at, value] of one.axisValues.entries()) written[at]?.set(value.toLowerCase(), value);
  return rows.map(({ axisValues }, at) => {
    const field = `rows.${at}.axisValues`;
    if (axisValues.length !== axes) throw badField(field, 'catalog.axisValuesMissing', { axes });
    const key = combinationKey(axisValues);
    const other = taken.get(key);
    const values = axisValues.join(' / ');
    if (other !== undefined)
      throw other
        ? badField(field, 'catalog.combinationTaken', { values, sku: other })
        : badField(field, 'catalog.combinationTwice', { values });
    taken.set(key, '');
    return axisValues.map((value, axis) => {
      const known = written[axis]?.get(value.toLowerCase()) ?? value;
      written[axis]?.set(value.toLowerCase(), known);
      return known;
    });
  });
}

/** @throws badField at the row whose SKU or combination exists */
export async function makeVariants(tx: Tx, { familyId, rows }: ParsedOf<typeof makeCall>): Promise<{ made: number }> {
  const family = await heldFamily(tx, familyId);
  const places = await assertPlaces(tx, familyId, family.axes.length, rows);
  const skus = rows.map((row) => row.sku);
  const known = await productIdsBySku(tx, skus);
  for (const [at, sku] of skus.entries())
    if (known.has(sku) || skus.indexOf(sku) < at) throw badField(`rows.${at}.sku`, 'catalog.skuTaken', { sku });
  const made = await insertProducts(
    tx,
    rows.map((row, at) => ({ ...EMPTY, sku: row.sku, parentSku: family.code, familyId, axisValues: places[at] ?? [] })),
  );
  const lost = skus.findIndex((sku) => !made.has(sku));
  if (lost >= 0) throw badField(`rows.${lost}.sku`, 'catalog.skuTaken', { sku: skus[lost] ?? '' });
  const ids = [...made.values()];
  await takeFromFamily(tx, familyId, ids);
  await shareImages(tx, ids);
  await writeTerms(tx, ids);
  const detail = { family: family.code };
  writeHistory(
    tx,
    ids.map((docId) => ({ docKind: DOC, docId, event: 'created', detail })),
  );
  await pairProducts(tx, skus);
  return { made: ids.length };
}

const EMPTY: Omit<NewProduct, 'sku' | 'parentSku'> = {
  ...{ barcode: null, nameZh: '', nameEn: '', brand: '', categoryId: null, attributes: {}, hsCode: '', unit: 'pcs' },
  ...{ lengthCm: null, widthCm: null, heightCm: null, netWeightKg: null, grossWeightKg: null, unitPriceCny: null },
  ...{ declaredValueUsd: null, shelfLifeMonths: null, colour: '', origin: 'CN', battery: false, label: '', images: [] },
};

/** @throws badField at the row whose product belongs elsewhere or whose place is taken */
export async function joinFamily(tx: Tx, { familyId, keep, rows }: ParsedOf<typeof joinCall>): Promise<void> {
  const family = await heldFamily(tx, familyId);
  const places = await assertPlaces(tx, familyId, family.axes.length, rows);
  const ids = rows.map((row) => row.productId);
  const before = new Map(
    (
      await tx.rows<{ id: number; familyId: number | null }>(sql`select id, family_id from product
        where company_id = ${sql.company} and id = any(${arrayOf(ids)}::bigint[]) order by id for update`)
    ).map((one) => [one.id, one]),
  );
  for (const [at, id] of ids.entries()) {
    const product = before.get(id);
    if (!product) throw notFound('catalog.productNotFound');
    if (ids.indexOf(id) < at || (product.familyId !== null && product.familyId !== familyId))
      throw badField(`rows.${at}.productId`, 'catalog.inOtherFamily');
  }
  await placeVariants(
    tx,
    ids.map((id, at) => ({ id, familyId, code: family.code, axisValues: places[at] ?? [] })),
  );
  const joined = ids.filter((id) => before.get(id)?.familyId === null);
  if (keep) await keepOwn(tx, joined);
  else await takeFromFamily(tx, familyId, joined);
  await assertSound(tx, familyId);
  await shareImages(tx, ids);
  await writeTerms(tx, ids);
  writeHistory(
    tx,
    ids.map((docId, at) => ({
      ...{ docKind: DOC, docId, event: joined.includes(docId) ? 'familyJoined' : 'axesChanged' },
      detail: { family: family.code, values: places[at]?.join(' / ') },
    })),
  );
}

/** Variants become products of their own, with the values that they have. Other products stay as they are. */
export async function leaveFamily(tx: Tx, ids: readonly number[]) {
  const left = await tx.rows<{ id: number; code: string }>(sql`
    with gone as (select id, parent_sku from product
      where company_id = ${sql.company} and id = any(${arrayOf(ids)}::bigint[]) and family_id is not null
      order by id for update)
    update product p set family_id = null, axis_values = '{}', overrides = '{}', parent_sku = null,
      version = p.version + 1, updated_at = ${tx.now}
    from gone where p.company_id = ${sql.company} and p.id = gone.id returning p.id, gone.parent_sku as code`);
  await writeTerms(
    tx,
    left.map((one) => one.id),
  );
  writeHistory(
    tx,
    left.map(({ id, code }) => ({ docKind: DOC, docId: id, event: 'familyLeft', detail: { family: code } })),
  );
  return { done: left.length, failed: [] };
}
