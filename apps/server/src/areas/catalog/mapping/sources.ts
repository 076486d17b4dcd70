import type { Tx } from '../../../core/database/database.ts';
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

interface SellerSku {
  shopId: number;
  sellerSku: string;
}
/** What the listings of a seller SKU say, the first one first. */
export interface Listed extends SellerSku {
  title: string;
  imageUrl: string | null;
  barcodes: string[];
}
type ListedReader = (tx: Tx, skus: readonly SellerSku[]) => Promise<Listed[]>;
let listed: ListedReader = async () => [];

/** The channels area registers the listings of seller SKUs; those without are absent. */
export function defineListed(read: ListedReader): void {
  listed = read;
}

/** By shop and seller SKU, with a slash between. */
export async function readListed(tx: Tx, skus: readonly SellerSku[]): Promise<Map<string, Listed>> {
  const rows = await listed(
    tx,
    skus.map(({ shopId, sellerSku }) => ({ shopId, sellerSku })),
  );
  return new Map(rows.map((row) => [`${row.shopId}/${row.sellerSku}`, row]));
}
