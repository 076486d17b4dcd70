import { type Sql, sql } from '../../../core/database/sql.ts';

/** Where seller SKUs occur. Each statement selects shop_id and seller_sku; rows may repeat. */
export interface SellerSkuSource {
  /** Those that equal one of these SKUs, which are in capitals. */
  equalTo(skus: readonly string[]): Sql;
  /** All, of these shops or (null) of every shop. */
  all(shopIds: readonly number[] | null): Sql;
}

const sources: SellerSkuSource[] = [];
interface DifferentGoods {
  /** A condition on one seller SKU of a shop. */
  one(shopId: Sql, sellerSku: Sql): Sql;
  /** shop_id and seller_sku of all such, of the shops that a statement selects. */
  all(shopIds: Sql): Sql;
}
let differs: DifferentGoods = {
  one: () => sql`false`,
  all: () => sql`select 0::bigint as shop_id, '' as seller_sku where false`,
};

/** The areas above register what they know: listings, and orders that wait. */
export function defineSellerSkuSource(source: SellerSkuSource): void {
  sources.push(source);
}

/** The channels area registers under which seller SKUs a shop sells different goods. */
export function defineDifferentGoods(found: DifferentGoods): void {
  differs = found;
}

const union = (pieces: Sql[]): Sql =>
  pieces.length === 0
    ? sql`select null::bigint as shop_id, null::text as seller_sku where false`
    : sql.join(pieces, sql` union `);

export const sellerSkusEqualTo = (skus: readonly string[]): Sql => union(sources.map((one) => one.equalTo(skus)));
export const allSellerSkus = (shopIds: readonly number[] | null): Sql => union(sources.map((one) => one.all(shopIds)));
export const sellsDifferentGoods = (shopId: Sql, sellerSku: Sql): Sql => differs.one(shopId, sellerSku);
export const allDifferentGoods = (shopIds: Sql): Sql => differs.all(shopIds);
