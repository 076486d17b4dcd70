import { requiredText } from '@tradewind/contract/call.ts';
import { combinationKey, VARIANTS_AT_MOST } from '@tradewind/contract/catalog.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Verdict } from '../../../core/imports.ts';
import { arrayOf } from '../../../core/scope.ts';
import { shareImages } from '../products/images.ts';
import { goodsColumns } from '../products/list.ts';
import type { NewProduct } from '../products/products.queries.ts';
import { AXES } from './axis-columns.ts';
import { keepOwn } from './inherit.ts';
import { placeVariants } from './place.ts';

// What the sheet of products says of families: the code as the parent SKU, and a value on each axis.

const cell = requiredText(50).optional();
export const axisCells = { axis1: cell, axis2: cell, axis3: cell };

interface Row extends Partial<Record<(typeof AXES)[number], string | undefined>> {
  sku: string;
  parentSku?: string | null | undefined;
}
export interface KnownVariant {
  id: number;
  parentSku: string | null;
  familyId: number | null;
}

const valuesOf = (row: Row): string[] => AXES.flatMap((axis) => row[axis] ?? []);
export const isVariant = (row: Row): boolean => valuesOf(row).length > 0;
/** Two rows must not have the same. */
export const combinationOf = (row: Row): string | undefined =>
  isVariant(row) ? combinationKey([row.parentSku ?? '', ...AXES.map((axis) => row[axis] ?? '')]) : undefined;

type Goods = Omit<NewProduct, 'sku' | 'parentSku' | 'barcode' | 'familyId' | 'axisValues'>;
interface Named {
  id: number;
  code: string;
  axisCount: number;
  variantCount: number;
  goods: Goods;
}

/** The families that variants among these rows name, by code; held until the end of the transaction. */
export async function familiesNamed(tx: Tx, rows: readonly Row[]): Promise<Map<string, Named>> {
  const codes = [...new Set(rows.filter(isVariant).flatMap((row) => row.parentSku ?? []))];
  if (codes.length === 0) return new Map();
  const found = await tx.rows<
    Omit<Named, 'goods'> & Goods
  >(sql`select p.id, p.code, p.axis_count, ${goodsColumns(true)},
      (select count(*)::int from product v where v.company_id = ${sql.company} and v.family_id = p.id) as variant_count
    from product_family p where p.company_id = ${sql.company} and p.code = any(${arrayOf(codes)}::text[])
    order by p.id for update of p`);
  return new Map(
    found.map(({ id, code, axisCount, variantCount, ...goods }) => [
      code,
      { id, code, axisCount, variantCount, goods },
    ]),
  );
}

/** What is wrong with the places of these rows in their families. */
export async function variantProblems(
  tx: Tx,
  rows: readonly Row[],
  known: ReadonlyMap<string, KnownVariant>,
): Promise<Map<Row, Verdict['problems']>> {
  const families = await familiesNamed(tx, rows);
  const taken = await combinationsTaken(tx, rows, families);
  const added = new Map<number, number>();
  const problemOf = (row: Row): Verdict['problems'][number] | undefined => {
    const product = known.get(row.sku);
    const code = row.parentSku ?? '';
    if (!isVariant(row))
      return product?.familyId && code && code !== product.parentSku
        ? { column: 'parentSku', code: 'catalog.variantCode' }
        : undefined;
    const family = families.get(code);
    if (!family) return { column: 'parentSku', code: 'catalog.familyUnknown', params: { code } };
    const joins = !product?.familyId;
    if (!joins && product.familyId !== family.id) return { column: 'parentSku', code: 'catalog.inOtherFamily' };
    const wrong = AXES.find((axis, at) => (row[axis] !== undefined) !== at < family.axisCount);
    if (wrong) return { column: wrong, code: 'catalog.axisValuesMissing', params: { axes: family.axisCount } };
    const holder = taken.get(row.sku);
    const values = valuesOf(row).join(' / ');
    if (holder) return { column: 'axis1', code: 'catalog.combinationTaken', params: { values, sku: holder } };
    const count = (added.get(family.id) ?? family.variantCount) + (joins ? 1 : 0);
    if (count > VARIANTS_AT_MOST)
      return { column: 'parentSku', code: 'catalog.tooManyVariants', params: { most: VARIANTS_AT_MOST } };
    added.set(family.id, count);
    return undefined;
  };
  return new Map(
    rows.flatMap((row) => {
      const problem = problemOf(row);
      return problem ? [[row, [problem]]] : [];
    }),
  );
}

/** The products that hold the places of these rows, by the row's SKU. */
async function combinationsTaken(
  tx: Tx,
  rows: readonly Row[],
  families: ReadonlyMap<string, Named>,
): Promise<Map<string, string>> {
  const places = rows.flatMap((row) => {
    const family = isVariant(row) ? families.get(row.parentSku ?? '') : undefined;
    return family
      ? [{ sku: row.sku, familyId: family.id, ...Object.fromEntries(AXES.map((axis) => [axis, row[axis] ?? ''])) }]
      : [];
  });
  if (places.length === 0) return new Map();
  const found = await tx.rows<{ sku: string; holder: string }>(sql`select r.sku, p.sku as holder
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as r(sku text, "familyId" bigint, axis1 text, axis2 text, axis3 text)
    join product p on p.company_id = ${sql.company} and p.family_id = r."familyId" and lower(p.axis_values[1]) = lower(r.axis1)
      and lower(coalesce(p.axis_values[2], '')) = lower(r.axis2) and lower(coalesce(p.axis_values[3], '')) = lower(r.axis3)
    where p.sku <> r.sku`);
  return new Map(found.map((one) => [one.sku, one.holder]));
}

/** A new variant: what the row leaves empty is its family's. */
export function asVariant<T extends Row & Partial<Goods>>(
  row: T,
  families: ReadonlyMap<string, Named>,
): T & Partial<NewProduct> {
  const family = isVariant(row) ? families.get(row.parentSku ?? '') : undefined;
  if (!family) return row;
  const filled = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined));
  // Attributes belong to the category.
  const attributes = row.categoryId && row.categoryId !== family.goods.categoryId ? {} : family.goods.attributes;
  return { ...row, ...family.goods, attributes, ...filled, familyId: family.id, axisValues: valuesOf(row) };
}

/** Puts products that exist into their places, and makes their own what the written products have otherwise. */
export async function settleVariants(
  tx: Tx,
  families: ReadonlyMap<string, Named>,
  { existing, made }: { existing: readonly (Row & { id: number })[]; made: readonly number[] },
): Promise<void> {
  const placed = existing.flatMap((row) => {
    const family = isVariant(row) ? families.get(row.parentSku ?? '') : undefined;
    return family ? [{ id: row.id, familyId: family.id, code: family.code, axisValues: valuesOf(row) }] : [];
  });
  if (placed.length > 0) await placeVariants(tx, placed);
  const ids = [...existing.map((row) => row.id), ...(families.size > 0 ? made : [])];
  await keepOwn(tx, ids);
  if (families.size > 0) await shareImages(tx, ids);
}
