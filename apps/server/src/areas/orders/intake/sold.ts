import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';

/** What the newest waiting order says of an unmapped seller SKU. */
export interface SoldSku {
  shopId: number;
  sellerSku: string;
  title: string;
  price: string;
  currency: string;
}

/** Those of these seller SKUs that orders wait for. */
export const soldSkus = (tx: Tx, skus: readonly { shopId: number; sellerSku: string }[]): Promise<SoldSku[]> =>
  tx.rows<SoldSku>(sql`
    select distinct on (o.shop_id, l.seller_sku) o.shop_id, l.seller_sku, l.title, l.unit_price::text as price, o.currency
    from jsonb_to_recordset(${JSON.stringify(skus)}::jsonb) as r("shopId" bigint, "sellerSku" text)
    join order_line l on l.company_id = ${sql.company} and l.seller_sku = r."sellerSku" and l.product_id is null
    join sales_order o on o.company_id = ${sql.company} and o.id = l.order_id and o.shop_id = r."shopId"
    order by o.shop_id, l.seller_sku, o.id desc`);
