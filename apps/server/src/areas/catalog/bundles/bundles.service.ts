import { rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import { BUNDLE_DEPTH, type saveBundle as saveCall } from '@tradewind/contract/catalog.ts';
import { type Ctx, mayPress } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, forbidden, notFound } from '../../../core/errors.ts';
import type { bundlePart, bundleUnit } from '../catalog.tables.ts';
import { addProduct, editProduct, removeProducts } from '../products/products.service.ts';
import { sharesOf, type Unit, unitsOf } from './units.ts';

const DOC = 'product';
type Input = ParsedOf<typeof saveCall>;
type Part = Unit & { bundleId: number };

/** One change of bundles at a time: two that are valid alone could form a circle together. */
const holdBundles = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('bundle:' || ${sql.company}::text, 0))`);

/**
 * Adds or changes a bundle. Orders keep the parts they were taken with.
 * @throws badField parts.<n>.productId for an unknown product, one named twice, a circle, and a fourth level; core.stale
 */
export async function saveBundle(tx: Tx, ctx: Ctx, input: Input): Promise<{ id: number; version: number }> {
  const { id, version, parts, idempotencyKey: _key, ...fields } = input;
  if (!mayPress(ctx.rights, id === 0 ? rights.bundle.add : rights.bundle.edit)) throw forbidden();
  await holdBundles(tx);
  if (id !== 0 && !(await isBundle(tx, id))) throw notFound('catalog.bundleNotFound');
  const problem = await partProblem(tx, id, parts);
  if (problem) throw badField(`parts.${problem.at}.productId`, problem.code, problem.params);
  if (id === 0)
    return addProduct(tx, ctx, { ...OF_PARTS, ...fields }, async (made) => {
      await tx.rows(sql`update product set kind = 'bundle' where company_id = ${sql.company} and id = ${made}`);
      await writeParts(tx, made, parts);
      await settleUnits(tx, made);
    });
  const { sku: _fixed, ...changeable } = fields;
  const saved = await editProduct(tx, ctx, { id, version, ...changeable });
  const changed = await changeParts(tx, id, parts);
  if (!changed || saved.version > version) return saved;
  await tx.rows(sql`update product set version = version + 1, updated_at = ${tx.now}
    where company_id = ${sql.company} and id = ${id}`);
  return { id, version: version + 1 };
}

/** The parts alone, without a new version. @returns whether they are others than before */
async function changeParts(tx: Tx, id: number, parts: readonly Unit[]): Promise<boolean> {
  const changed = await writeParts(tx, id, parts);
  if (changed) await settleUnits(tx, id);
  return changed;
}

/** Of a sheet: the parts of bundles that exist. */
export async function replaceParts(tx: Tx, id: number, parts: readonly Unit[]): Promise<void> {
  await holdBundles(tx);
  if (!(await changeParts(tx, id, parts))) return;
  await tx.rows(sql`update product set version = version + 1, updated_at = ${tx.now}
    where company_id = ${sql.company} and id = ${id}`);
}

const isBundle = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.row(
    sql`select 1 as there from product where company_id = ${sql.company} and id = ${id} and kind = 'bundle'`,
  )) !== undefined;

/** What a bundle leaves to its parts: size, weight, customs. */
const OF_PARTS = {
  parentSku: null,
  attributes: {},
  lengthCm: null,
  widthCm: null,
  heightCm: null,
  netWeightKg: null,
  grossWeightKg: null,
  unitPriceCny: null,
  declaredValueUsd: null,
  hsCode: '',
  unit: 'set',
  shelfLifeMonths: null,
  colour: '',
  origin: '',
  battery: false,
  label: '',
};

interface Problem {
  /** The place of the part. */
  at: number;
  code: string;
  params?: Record<string, number>;
}

/** What speaks against these parts of a bundle (id 0: a new one). */
export async function partProblem(tx: Tx, id: number, parts: readonly Unit[]): Promise<Problem | undefined> {
  const ids = parts.map((part) => part.productId);
  const twice = ids.findIndex((productId, at) => ids.indexOf(productId) !== at);
  if (twice >= 0) return { at: twice, code: 'catalog.partTwice' };
  const known = await tx.rows<{ id: number }>(
    sql`select id from product where company_id = ${sql.company} and id = any(${ids}::bigint[])`,
  );
  const there = new Set(known.map((one) => one.id));
  const missing = ids.findIndex((productId) => !there.has(productId));
  if (missing >= 0) return { at: missing, code: 'catalog.productNotFound' };
  const below = Map.groupBy(await partsBelow(tx, ids), (part) => part.bundleId);
  const above = id === 0 ? 0 : await levelsAbove(tx, id);
  for (const [at, productId] of ids.entries()) {
    const levels = levelsBelow(below, productId, id);
    if (levels === undefined) return { at, code: 'catalog.bundleCircle' };
    if (levels + 1 + above > BUNDLE_DEPTH) return { at, code: 'catalog.bundleDeep', params: { most: BUNDLE_DEPTH } };
  }
  return undefined;
}

/** The levels of bundles from a product down; undefined where `circle` lies below it, or is it. */
function levelsBelow(below: ReadonlyMap<number, Part[]>, id: number, circle: number): number | undefined {
  if (id === circle) return undefined;
  const inside = (below.get(id) ?? []).map((part) => levelsBelow(below, part.productId, circle));
  if (inside.includes(undefined)) return undefined;
  return inside.length === 0 ? 0 : 1 + Math.max(...inside.map((levels) => levels ?? 0));
}

/** The parts of these products and of all below them, as far as they are bundles. */
function partsBelow(tx: Tx, ids: readonly number[]): Promise<Part[]> {
  return tx.rows<Part & Record<string, unknown>>(sql`with recursive below as (
      select p.bundle_id, p.product_id, p.quantity from bundle_part p
      where p.company_id = ${sql.company} and p.bundle_id = any(${ids}::bigint[])
      union
      select p.bundle_id, p.product_id, p.quantity from below b
      join bundle_part p on p.company_id = ${sql.company} and p.bundle_id = b.product_id)
    select bundle_id, product_id, quantity from below`);
}

/** The bundles with this one inside, and how deep it lies in them. */
function bundlesAbove(tx: Tx, id: number): Promise<{ id: number; depth: number }[]> {
  return tx.rows<{ id: number; depth: number }>(sql`with recursive above as (
      select ${id}::bigint as id, 0 as depth
      union
      select p.bundle_id, a.depth + 1 from above a
      join bundle_part p on p.company_id = ${sql.company} and p.product_id = a.id)
    select id, max(depth)::int as depth from above group by id`);
}

const levelsAbove = async (tx: Tx, id: number): Promise<number> =>
  Math.max(0, ...(await bundlesAbove(tx, id)).map((one) => one.depth));

/** @returns whether they are others than before */
async function writeParts(tx: Tx, bundleId: number, parts: readonly Unit[]): Promise<boolean> {
  const before = await partWords(tx, bundleId);
  await tx.rows(sql`delete from bundle_part where company_id = ${sql.company} and bundle_id = ${bundleId}`);
  const rows = parts.map((part, place) => ({ bundleId, ...part, place }));
  await addRows<typeof bundlePart>(tx, 'bundle_part', rows);
  const after = await partWords(tx, bundleId);
  if (before === after) return false;
  if (before !== '')
    writeHistory(tx, [
      { docKind: DOC, docId: bundleId, event: 'edited', detail: { changes: { parts: [before, after] } } },
    ]);
  return true;
}

/** "2 × CUP-1, 1 × BOX-1" */
async function partWords(tx: Tx, bundleId: number): Promise<string> {
  const row = await tx.row<{ words: string | null }>(sql`
    select string_agg(b.quantity || ' × ' || p.sku, ', ' order by b.place) as words from bundle_part b
    join product p on p.company_id = ${sql.company} and p.id = b.product_id
    where b.company_id = ${sql.company} and b.bundle_id = ${bundleId}`);
  return row?.words ?? '';
}

/** Writes the goods of a bundle and of all bundles with it inside. */
async function settleUnits(tx: Tx, bundleId: number): Promise<void> {
  const ids = (await bundlesAbove(tx, bundleId)).map((one) => one.id);
  const units = unitsOf(ids, await partsBelow(tx, ids));
  const leaves = [...new Set([...units.values()].flat().map((unit) => unit.productId))];
  const prices = await tx.rows<{ id: number; price: string | null }>(sql`
    select id, coalesce(unit_price_cny, declared_value_usd)::text as price from product
    where company_id = ${sql.company} and id = any(${leaves}::bigint[])`);
  const priceOf = new Map(prices.map((row) => [row.id, row.price]));
  const rows = [...units].flatMap(([id, goods]) => {
    const shares = sharesOf(goods.map((unit) => ({ ...unit, price: priceOf.get(unit.productId) ?? null })));
    return goods.map((unit, at) => ({ bundleId: id, ...unit, share: shares[at] ?? '0' }));
  });
  await tx.rows(sql`delete from bundle_unit where company_id = ${sql.company} and bundle_id = any(${ids}::bigint[])`);
  await addRows<typeof bundleUnit>(tx, 'bundle_unit', rows);
}

/** Deletes bundles that nothing uses; reports the others. */
export async function removeBundles(tx: Tx, ctx: Ctx, ids: readonly number[]) {
  const bundles = await tx.rows<{ id: number }>(
    sql`select id from product where company_id = ${sql.company} and kind = 'bundle' and id = any(${ids}::bigint[])`,
  );
  return removeProducts(tx, ctx, { ids: bundles.map((row) => row.id) });
}
