import type { Tx } from '../../core/database/database.ts';

export interface ProductFacts {
  weightGrams: number;
  battery: boolean;
}

/** What rules ask of products. */
export async function productFacts(tx: Tx, ids: readonly number[]): Promise<Map<number, ProductFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.prepared<ProductFacts & { id: number }>(
    'order_product_facts',
    `select id, coalesce(round(gross_weight_kg * 1000), 0)::int as "weightGrams", battery from product where company_id = $1 and id = any($2::bigint[])`,
    [tx.companyId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
