import { sql } from '../../../core/database/sql.ts';
import { arrayOf } from '../../../core/scope.ts';
import {
  type AvailableStock,
  registerOwnShopDesk,
  type SentCancellation,
  type SentShipment,
} from '../../channels/public.ts';

/** Sold units, allocated or not: what remains of each product in enabled warehouses. */
const AVAILABLE = sql`
  select p.product_id, coalesce((select sum(greatest(b.available, 0)) from stock_balance b
      join warehouse w on w.company_id = b.company_id and w.id = b.warehouse_id and w.enabled
      where b.company_id = ${sql.company} and b.product_id = p.product_id), 0)
    - coalesce((select sum(l.stock_quantity - l.reserved) from order_line l
      join sales_order o on o.company_id = l.company_id and o.id = l.order_id
      where l.company_id = ${sql.company} and l.product_id = p.product_id and l.reserved < l.stock_quantity
        and o.status in ('unpaid', 'review', 'allocate', 'exception', 'held') and o.fulfilled_by = 'seller'), 0) as units
  from (select distinct company_id, product_id from requested) p`;

registerOwnShopDesk({
  shipments: (tx, shopId, after, limit) =>
    tx.rows<
      SentShipment & Record<string, unknown>
    >(sql`select coalesce(w.platform_order_no, o.platform_order_no) as "orderNo", o.shipment ->> 'carrierCode' as "carrierCode",
        o.shipment ->> 'carrierName' as "carrierName", o.shipment ->> 'serviceName' as "serviceName",
        o.shipment ->> 'trackingNumber' as "trackingNumber", o.shipment ->> 'trackingUrl' as "trackingUrl",
        o.shipped_at, o.confirmed_at as "toldAt",
        (select jsonb_agg(jsonb_build_object('lineId', l.platform_line_id, 'sku', l.seller_sku, 'quantity', l.quantity) order by l.id)
          from order_line l where l.company_id = ${sql.company} and l.order_id = o.id and l.platform_line_id not like 'gift:%') as lines
      from sales_order o left join sales_order w on w.company_id = ${sql.company} and w.id = o.split_from
      where o.company_id = ${sql.company} and o.shop_id = ${shopId} and o.platform = 'other' and o.confirm_state = 'confirmed'
        and o.confirmed_at >= ${after.at}::timestamptz
        and (o.confirmed_at, coalesce(w.platform_order_no, o.platform_order_no)) > (${after.at}::timestamptz, ${after.orderNo})
      order by o.confirmed_at, coalesce(w.platform_order_no, o.platform_order_no) limit ${limit}`),
  // Lists requested cancellations, whatever the job has done since: the time is that of the commit.
  cancellations: (tx, shopId, after, limit) =>
    tx.rows<
      SentCancellation & Record<string, unknown>
    >(sql`select o.platform_order_no as "orderNo", t.reason, t.due_at as "toldAt"
      from platform_update t join sales_order o on o.company_id = t.company_id and o.id = t.order_id
      where t.company_id = ${sql.company} and t.shop_id = ${shopId} and t.kind = 'cancel'
        and t.due_at >= ${after.at}::timestamptz and (t.due_at, o.platform_order_no) > (${after.at}::timestamptz, ${after.orderNo})
      order by t.due_at, o.platform_order_no limit ${limit}`),
  stock: (tx, shopId, which) => {
    const desired =
      'skus' in which
        ? sql`and seller_sku = any(${arrayOf(which.skus)}::text[])`
        : sql`and seller_sku > ${which.afterSku} order by seller_sku limit ${which.limit}`;
    return tx.rows<AvailableStock & Record<string, unknown>>(sql`with requested as materialized (
        select company_id, seller_sku, product_id, factor from sku_mapping
        where company_id = ${sql.company} and shop_id = ${shopId} ${desired}), free as (${AVAILABLE})
      select a.seller_sku as sku, (greatest(f.units, 0)::bigint / a.factor)::int as available
      from requested a join free f on f.product_id = a.product_id order by a.seller_sku`);
  },
});
