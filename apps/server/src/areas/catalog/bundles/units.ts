import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Decimal, split } from '../../../core/money.ts';

export interface Unit {
  productId: number;
  quantity: number;
}

/** Eight places, as the table keeps a share. */
const WHOLE = 100_000_000;

/**
 * Shares of a bundle's revenue by what its goods cost, to eight places by largest remainder: they add up to 1. Where a
 * price is missing, by units.
 */
export function sharesOf(units: readonly { quantity: number; price: string | null }[]): string[] {
  const priced = units.every(({ price }) => price !== null && new Decimal(price).gt(0));
  const weights = units.map(({ quantity, price }) => new Decimal(priced ? (price ?? 0) : 1).times(quantity).toString());
  return split(new Decimal(WHOLE), weights, 0).map((part) => new Decimal(part).div(WHOLE).toFixed(8));
}

interface Part extends Unit {
  bundleId: number;
}

/** The goods of each bundle, with those of the bundles inside it. @param parts of all these bundles */
export function unitsOf(bundleIds: readonly number[], parts: readonly Part[]): Map<number, Unit[]> {
  const ofBundle = Map.groupBy(parts, (part) => part.bundleId);
  const known = new Map<number, Unit[]>();
  const explode = (id: number): Unit[] => {
    const before = known.get(id);
    if (before) return before;
    const sums = new Map<number, number>();
    for (const { productId, quantity } of ofBundle.get(id) ?? []) {
      const inside = ofBundle.has(productId) ? explode(productId) : [{ productId, quantity: 1 }];
      for (const unit of inside) sums.set(unit.productId, (sums.get(unit.productId) ?? 0) + unit.quantity * quantity);
    }
    const units = [...sums].map(([productId, quantity]) => ({ productId, quantity }));
    known.set(id, units);
    return units;
  };
  return new Map(bundleIds.map((id) => [id, explode(id)]));
}

/** Bundles with one of these products among their goods, at any depth. */
export async function bundlesWith(tx: Tx, productIds: readonly number[]): Promise<number[]> {
  if (productIds.length === 0) return [];
  const rows = await tx.rows<{ bundleId: number }>(sql`select distinct bundle_id from bundle_unit
    where company_id = ${sql.company} and product_id = any(${productIds}::bigint[])`);
  return rows.map((row) => row.bundleId);
}

/** The goods of those of these products that are bundles. */
export async function bundleUnits(tx: Tx, productIds: readonly number[]): Promise<Map<number, Unit[]>> {
  if (productIds.length === 0) return new Map();
  const rows = await tx.rows<Part & Record<string, unknown>>(sql`select bundle_id, product_id, quantity from bundle_unit
    where company_id = ${sql.company} and bundle_id = any(${productIds}::bigint[]) order by bundle_id, product_id`);
  return Map.groupBy(rows, (row) => row.bundleId);
}
