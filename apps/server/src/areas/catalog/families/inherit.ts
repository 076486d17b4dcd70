import type { Inherited, ProductRow } from '@tradewind/contract/catalog.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { badField } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { eachInherited } from '../products/fields.ts';
import { goodsColumns } from '../products/list.ts';

// The one rule of families: a product's column holds the value that applies. It equals the family's, unless the product
// lists the field among its overrides. So no other place needs to know of families.

const isOwn = (field: Inherited): Sql => sql`${field} = any(p.overrides)`;

/**
 * Writes the family's values into its variants, except for their own fields; into these products only, if they are
 * named. @returns the products that changed
 */
export async function takeFromFamily(tx: Tx, familyId: number, ids?: readonly number[]): Promise<number[]> {
  const taken = eachInherited(
    (field, column) => sql`${column} = case when ${isOwn(field)} then p.${column} else f.${column} end`,
  );
  const stale = eachInherited(
    (field, column) => sql`(p.${column} is distinct from f.${column} and not ${isOwn(field)})`,
  );
  const changed = await tx.rows<{ id: number }>(sql`update product p
    set ${sql.join(taken)}, version = p.version + 1, updated_at = ${tx.now}
    from product_family f
    where f.company_id = ${sql.company} and f.id = ${familyId} and p.company_id = ${sql.company} and p.family_id = f.id
      and ${ids ? sql`p.id = any(${arrayOf(ids)}::bigint[])` : sql`true`} and (${sql.join(stale, sql` or `)})
    returning p.id`);
  return changed.map((one) => one.id);
}

/** Attributes belong to a category: whoever has its own category has its own values, too. */
const differs = (field: Inherited, column: Sql): Sql =>
  field === 'attributes'
    ? sql`(p.${column} is distinct from f.${column} or p.category_id is distinct from f.category_id or ${isOwn('categoryId')})`
    : sql`p.${column} is distinct from f.${column}`;

/** What these variants have otherwise than their families is their own from now on. Other products stay as they are. */
export async function keepOwn(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const own = eachInherited(
    (field, column) => sql`case when ${isOwn(field)} or ${differs(field, column)} then ${field}::text end`,
  );
  await tx.rows(sql`update product p set overrides = array_remove(array[${sql.join(own)}], null)
    from product_family f
    where p.company_id = ${sql.company} and p.id = any(${arrayOf(ids)}::bigint[])
      and f.company_id = ${sql.company} and f.id = p.family_id
      and p.overrides <> array_remove(array[${sql.join(own)}], null)`);
}

/** The family's values of these fields, as the product would show them. */
export async function familyValues(
  tx: Tx,
  product: Pick<ProductRow, 'familyId' | 'overrides'>,
  fields: readonly Inherited[],
): Promise<Partial<Pick<ProductRow, Inherited>>> {
  const dropped = fields.filter((field) => product.overrides.includes(field));
  if (product.familyId === null || dropped.length === 0) return {};
  // Attributes go with the category; see keepOwn.
  const category: Inherited[] = ['categoryId', 'attributes'];
  if (product.overrides.includes('categoryId') && dropped.some((field) => category.includes(field)))
    dropped.push(...category);
  const family = await tx.row<Pick<ProductRow, Inherited>>(sql`select ${goodsColumns(true)} from product_family p
    where p.company_id = ${sql.company} and p.id = ${product.familyId}`);
  return family ? Object.fromEntries(dropped.map((field) => [field, family[field]])) : {};
}

/**
 * What a form refuses at a product may come about by mixing a family's values with a variant's own.
 * @throws badField naming such a variant
 */
export async function assertSound(tx: Tx, familyId: number): Promise<void> {
  const wrong = await tx.row<{ sku: string; heavy: boolean | null }>(sql`
    select sku, net_weight_kg > gross_weight_kg as heavy from product
    where company_id = ${sql.company} and family_id = ${familyId}
      and (net_weight_kg > gross_weight_kg or (name_zh = '' and name_en = '')) order by sku limit 1`);
  if (!wrong) return;
  throw wrong.heavy
    ? badField('grossWeightKg', 'catalog.variantHeavy', { sku: wrong.sku })
    : badField('nameZh', 'catalog.variantNameless', { sku: wrong.sku });
}
