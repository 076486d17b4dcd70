import type { ParsedOf } from '@tradewind/contract/call.ts';
import { PACK_LEVELS, type Pack, type PackLevel, type savePackaging as saveCall } from '@tradewind/contract/catalog.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addRows } from '../../../core/database/write.ts';
import { lastChange, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { gtinOf, shortGtin } from '../../../core/gs1.ts';
import { arrayOf } from '../../../core/scope.ts';
import type { productPackaging } from '../product-papers.tables.ts';
import { levelsOf } from './levels.ts';

const DOC = 'product';
/** Units of the largest package: more is a typing mistake. */
export const MOST_UNITS = 10_000_000;

type Packs = Partial<Record<PackLevel, Pack>>;

/** The packages of each of these products. */
export async function packsOfAll(tx: Tx, productIds: readonly number[]): Promise<Map<number, Packs>> {
  const rows = await tx.rows<Pack & { productId: number; level: PackLevel }>(sql`
    select product_id, level, quantity, length_mm, width_mm, height_mm, weight_grams, gtin
    from product_packaging where company_id = ${sql.company} and product_id = any(${arrayOf(productIds)}::bigint[])`);
  const packs = new Map<number, Packs>();
  for (const { productId, level, ...pack } of rows)
    packs.set(productId, { ...packs.get(productId), [level]: { ...pack, gtin: shortGtin(pack.gtin) } });
  return packs;
}
const packsOf = async (tx: Tx, productId: number): Promise<Packs> =>
  (await packsOfAll(tx, [productId])).get(productId) ?? {};

/** Single units in the largest package. */
export const unitsOf = (packs: { [level in PackLevel]?: Pack | null }): number =>
  PACK_LEVELS.reduce((units, level) => units * (packs[level]?.quantity ?? 1), 1);

/** What differs, level by level, as the history keeps it. */
export const changesOf = (before: Packs, after: { [level in PackLevel]?: Pack | null }) =>
  PACK_LEVELS.flatMap((level) => {
    const pair = [wordsOf(before[level]), wordsOf(after[level])];
    return pair[0] === pair[1] ? [] : [[`packaging.levels.${level}`, pair] as const];
  });

/** The single unit has the product's own size, weight and barcode. */
export async function packagingOf(tx: Tx, productId: number) {
  const product = await tx.row<{
    version: number;
    lengthMm: number | null;
    widthMm: number | null;
    heightMm: number | null;
    weightGrams: number | null;
    gtin: string;
  }>(sql`select version, round(length_cm * 10)::int as length_mm, round(width_cm * 10)::int as width_mm,
      round(height_cm * 10)::int as height_mm, round(gross_weight_kg * 1000)::int as weight_grams, coalesce(barcode, '') as gtin
    from product where company_id = ${sql.company} and id = ${productId}`);
  if (!product) throw notFound('catalog.productNotFound');
  const { version, ...each } = product;
  return { version, levels: levelsOf(each, await packsOf(tx, productId)) };
}

/** @throws badField <level>.gtin where it is none, or belongs to another package or product; core.stale */
export async function savePackaging(tx: Tx, input: ParsedOf<typeof saveCall>): Promise<{ version: number }> {
  const { productId, version } = input;
  const found = await tx.row<{ version: number }>(sql`select version from product
    where company_id = ${sql.company} and id = ${productId} for update`);
  if (!found) throw notFound('catalog.productNotFound');
  if (found.version !== version) throw conflict('core.stale', await lastChange(tx, DOC, productId));
  const rows = PACK_LEVELS.flatMap((level) => {
    const pack = input[level];
    return pack ? [{ productId, level, ...pack, gtin: checkedGtin(level, pack.gtin) }] : [];
  });
  const units = unitsOf(input);
  const largest = rows.at(-1);
  if (largest && units > MOST_UNITS) throw badField(`${largest.level}.quantity`, 'catalog.tooManyUnits', { units });
  await assertGtinsFree(tx, productId, rows);
  const before = await packsOf(tx, productId);
  await tx.rows(sql`delete from product_packaging where company_id = ${sql.company} and product_id = ${productId}`);
  await addRows<typeof productPackaging>(tx, 'product_packaging', rows);
  const changes = changesOf(before, input);
  if (changes.length === 0) return { version };
  await tx.rows(sql`update product set version = version + 1, updated_at = ${tx.now}
    where company_id = ${sql.company} and id = ${productId}`);
  const detail = { changes: Object.fromEntries(changes) };
  writeHistory(tx, [{ docKind: DOC, docId: productId, event: 'packagingSaved', detail }]);
  return { version: version + 1 };
}

function checkedGtin(level: PackLevel, typed: string): string {
  if (typed === '') return '';
  const gtin = gtinOf(typed);
  if (!gtin) throw badField(`${level}.gtin`, 'catalog.badGtin');
  return gtin;
}

/** A scanner has to know what it reads: no code stands for two packages, nor for a package and a product. */
async function assertGtinsFree(
  tx: Tx,
  productId: number,
  rows: readonly { level: string; gtin: string }[],
): Promise<void> {
  const coded = rows.filter((row) => row.gtin !== '');
  for (const { level, gtin } of coded)
    if (coded.find((row) => row.gtin === gtin)?.level !== level)
      throw badField(`${level}.gtin`, 'catalog.gtinTwice', { gtin: shortGtin(gtin) });
  const holders = await gtinHolders(
    tx,
    coded.map((row) => row.gtin),
  );
  const taken = holders.find((one) => one.productId !== productId || one.level === null);
  const owner = taken && coded.find((row) => row.gtin === taken.gtin);
  if (owner)
    throw badField(`${owner.level}.gtin`, 'catalog.gtinTaken', { gtin: shortGtin(owner.gtin), sku: taken.sku });
}

/** The packages and, without a level, the products that have one of these codes of 14 digits. */
export function gtinHolders(tx: Tx, gtins: readonly string[]) {
  const written = gtins.flatMap((gtin) =>
    [14, 13, 12, 8].filter((length) => /^0*$/.test(gtin.slice(0, -length))).map((length) => gtin.slice(-length)),
  );
  return tx.rows<{ gtin: string; sku: string; productId: number; level: string | null }>(sql`
    select k.gtin, p.sku, k.product_id, k.level from product_packaging k
    join product p on p.company_id = ${sql.company} and p.id = k.product_id
    where k.company_id = ${sql.company} and k.gtin = any(${arrayOf(gtins)}::text[])
    union all select lpad(barcode, 14, '0'), sku, id, null from product
    where company_id = ${sql.company} and barcode is not null and barcode = any(${arrayOf(written)}::text[])`);
}

/** A package as the history keeps it: "12 · 400 × 300 × 250 mm · 8200 g · 04006381333931". */
function wordsOf(pack: Pack | null | undefined): string {
  if (!pack) return '';
  const { quantity, lengthMm, widthMm, heightMm, weightGrams, gtin } = pack;
  const sides = [lengthMm, widthMm, heightMm];
  return [
    `× ${quantity}`,
    sides.some((side) => side !== null) && `${sides.map((side) => side ?? '–').join(' × ')} mm`,
    weightGrams !== null && `${weightGrams} g`,
    gtin && shortGtin(gtinOf(gtin) ?? gtin),
  ]
    .filter(Boolean)
    .join(' · ');
}
