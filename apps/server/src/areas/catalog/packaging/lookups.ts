import { PACK_LEVELS, type PackagingLevel } from '@tradewind/contract/catalog.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { levelsOf } from './levels.ts';

interface Stored {
  productId: number;
  level: PackagingLevel['level'];
  quantity: number;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
  weightGrams: number | null;
}

/** The packaging of products from the single unit up, without GTINs. */
export async function packagesOf(
  tx: Tx,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, readonly PackagingLevel[]>> {
  const rows = await tx.rows<Stored>(sql`
    select id as product_id, 'each' as level, 1 as quantity, round(length_cm * 10)::int as length_mm, round(width_cm * 10)::int as width_mm,
      round(height_cm * 10)::int as height_mm, round(gross_weight_kg * 1000)::int as weight_grams
    from product where company_id = ${sql.company} and id = any(${productIds}::bigint[])
    union all select product_id, level, quantity, length_mm, width_mm, height_mm, weight_grams
    from product_packaging where company_id = ${sql.company} and product_id = any(${productIds}::bigint[])`);
  const byProduct = Map.groupBy(rows, (row) => row.productId);
  return new Map(
    [...byProduct].map(([productId, own]) => {
      const packs = new Map(own.map(({ productId: _of, level, ...pack }) => [level, { ...pack, gtin: '' }]));
      const each = packs.get('each');
      const above = Object.fromEntries(PACK_LEVELS.map((level) => [level, packs.get(level)]));
      return [productId, each ? levelsOf(each, above) : []];
    }),
  );
}
