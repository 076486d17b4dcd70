import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { saveAllocation as saveCall } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField } from '../../../core/errors.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';
import { assertWarehouses } from '../goods.ts';

type Line = ParsedOf<typeof saveCall>['lines'][number];
type ShareInput = Line['shares'][number];
/** A share as it is stored. */
export type Destined = ShareInput & { factor: number };

/**
 * The destinations of shares: goods for the warehouse itself stay, FBA needs a shop, a marketplace and a listing of the
 * product. @throws badField lines.N.shares.M...
 */
export async function destined(
  tx: Tx,
  warehouseId: number,
  lines: readonly Line[],
): Promise<(Omit<Line, 'shares'> & { shares: Destined[] })[]> {
  const paths = lines.flatMap((line, at) =>
    line.shares.map((share, n) => ({ share, productId: line.productId, path: `lines.${at}.shares.${n}` })),
  );
  const toWarehouse = paths.filter(({ share }) => share.kind === 'transfer' || share.kind === 'leg');
  const nowhere = toWarehouse.find(({ share }) => share.toWarehouseId === null);
  if (nowhere) throw badField(`${nowhere.path}.toWarehouseId`, 'procurement.destinationNeeded');
  await assertWarehouses(tx, [
    { path: 'warehouseId', id: warehouseId },
    ...toWarehouse.map(({ share, path }) => ({ path: `${path}.toWarehouseId`, id: share.toWarehouseId ?? 0 })),
  ]);
  const listings = await listingsFor(
    tx,
    paths.filter(({ share }) => share.kind === 'fba'),
  );
  const place = (share: ShareInput, productId: number, path: string): Destined => {
    const none = { toWarehouseId: null, shopId: null, marketplaceId: null, sellerSku: '', factor: 1 };
    if (share.kind === 'fba') return { ...share, ...listings(share, productId, path), toWarehouseId: null };
    if (share.kind === 'stay' || share.toWarehouseId === warehouseId) return { ...share, ...none, kind: 'stay' };
    return { ...share, ...none, toWarehouseId: share.toWarehouseId };
  };
  return lines.map((line, at) => ({
    ...line,
    shares: line.shares.map((share, n) => place(share, line.productId, `lines.${at}.shares.${n}`)),
  }));
}

type Placed = Pick<Destined, 'shopId' | 'marketplaceId' | 'sellerSku' | 'factor'>;

/** Finds shop, marketplace and listing of FBA shares. @throws the error of the field that names none */
export async function listingsFor(
  tx: Tx,
  shares: readonly { share: ShareInput; productId: number }[],
): Promise<(share: ShareInput, productId: number, path: string) => Placed> {
  const shopIds = [...new Set(shares.flatMap(({ share }) => share.shopId ?? []))];
  const shops = await tx.rows<{ id: number; marketplaceIds: string[] }>(sql`select id, marketplace_ids from shop
    where company_id = ${sql.company} and id = any(${arrayOf(shopIds)}::bigint[]) and platform = 'amazon'
      and ${inShops(tx, sql`id`)}`);
  const mappings = await tx.rows<{ shopId: number; productId: number; sellerSku: string; factor: number }>(sql`
    select shop_id, product_id, seller_sku, factor from sku_mapping
    where company_id = ${sql.company} and shop_id = any(${arrayOf(shopIds)}::bigint[])
      and product_id = any(${arrayOf(shares.map((one) => one.productId))}::bigint[]) order by factor, seller_sku`);
  return (share, productId, path) => {
    const shop = shops.find((one) => one.id === share.shopId);
    const [first] = shop?.marketplaceIds ?? [];
    if (!shop || !first) throw badField(`${path}.shopId`, 'procurement.noFbaShop');
    const marketplaceId = share.marketplaceId || first;
    if (!shop.marketplaceIds.includes(marketplaceId)) throw badField(`${path}.marketplaceId`, 'procurement.noFbaShop');
    const mapping = mappings.find(
      (one) =>
        one.shopId === shop.id &&
        one.productId === productId &&
        (share.sellerSku === '' || one.sellerSku === share.sellerSku),
    );
    if (!mapping) throw badField(`${path}.${share.sellerSku ? 'sellerSku' : 'shopId'}`, 'procurement.noFbaListing');
    const { sellerSku, factor } = mapping;
    if (share.quantity % factor !== 0) throw badField(`${path}.quantity`, 'procurement.fbaMultiple', { factor });
    return { shopId: shop.id, marketplaceId, sellerSku, factor };
  };
}
