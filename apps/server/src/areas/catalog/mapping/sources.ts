import { type Sql, sql } from '../../../core/database/sql.ts';

/** Where seller SKUs occur. Each statement selects shop_id and seller_sku; rows may repeat. */
export interface SellerSkuSource {
  /** Those that equal one of these SKUs, which are in capitals. */
  equalTo(skus: readonly string[]): Sql;
  /** All, of these shops or (null) of every shop. */
  all(shopIds: readonly number[] | null): Sql;
}

const sources: SellerSkuSource[] = [];
let differs: (shopId: Sql, sellerSku: Sql) => Sql = () => sql`false`;

/** The areas above register what they know: listings, and orders that wait. */
export function defineSellerSkuSource(source: SellerSkuSource): void {
  sources.push(source);
}

/** The channels area registers the condition that a shop sells different goods under this seller SKU. */
export function defineDifferentGoods(condition: typeof differs): void {
  differs = condition;
}

const union = (pieces: Sql[]): Sql =>
  pieces.length === 0
    ? sql`select null::bigint as shop_id, null::text as seller_sku where false`
    : sql.join(pieces, sql` union `);

export const sellerSkusEqualTo = (skus: readonly string[]): Sql => union(sources.map((one) => one.equalTo(skus)));
export const allSellerSkus = (shopIds: readonly number[] | null): Sql => union(sources.map((one) => one.all(shopIds)));
export const sellsDifferentGoods = (shopId: Sql, sellerSku: Sql): Sql => differs(shopId, sellerSku);
