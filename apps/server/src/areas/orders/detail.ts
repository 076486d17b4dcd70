import { sql } from 'drizzle-orm/sql/sql';
import { maySee } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { readHistory } from '../../core/documents.ts';
import { notFound } from '../../core/errors.ts';
import { arrayOf, inShops } from '../../core/scope.ts';
import { HIDDEN, withoutBuyer } from './buyer.ts';
import { visibleModules } from './list.filter.ts';
import type { Status } from './status.ts';
import { IS_PURCHASE } from './tell-platform.ts';

interface Head {
  status: Status;
  exception: string | null;
  version: number;
  displayNo: string;
  orderedAt: string;
  buyerName: string;
  buyerEmail: string;
  shipTo: Record<string, unknown> | null;
}

/** @throws notFound also for orders out of the actor's shops and modules */
export async function orderDetail(tx: Tx, id: number) {
  const modules = visibleModules(tx.rights);
  const head = await tx.row<Head & { id: number }>(sql`
    select o.id, o.display_no as "displayNo", o.platform_order_no as "platformOrderNo", o.platform, o.shop_id as "shopId", s.name as "shopName",
      o.status, o.exception, o.ordered_at as "orderedAt", o.ship_by as "shipBy", o.shipped_at as "shippedAt", o.currency,
      o.total_amount as "totalAmount", o.goods_amount as "goodsAmount", o.shipping_amount as "shippingAmount", o.tax_amount as "taxAmount",
      o.discount_amount as "discountAmount", o.buyer_name as "buyerName", o.buyer_email as "buyerEmail", o.buyer_note as "buyerNote",
      o.ship_to as "shipTo", o.country, o.summary, o.line_count as "lineCount", o.units, o.warehouse_id as "warehouseId", w.name as "warehouseName",
      o.tracking_number as "trackingNumber", o.confirm_state as "confirmState", o.confirm_error as "confirmError", o.confirm_attempts as "confirmAttempts",
       o.confirm_next_at as "confirmNextAt", o.confirmed_at as "confirmedAt", o.cancel_requested as "cancelRequested", o.platform_hold as "platformHold", o.service_level as "serviceLevel", o.service_asked as "serviceAsked", o.remark, o.version, o.priority, o.split_from as "splitFrom", o.merged_into as "mergedInto", to_jsonb(o.tag_ids) as "tagIds", o.channel_id as "channelId",
       o.fulfilled_by as "fulfilledBy", ${sql.raw(IS_PURCHASE)} as bulk, o.platform_updated_at as "platformUpdatedAt", o.delivered_at as "deliveredAt", o.buyer_erased_at as "buyerErasedAt"
    from sales_order o join shop s on s.company_id = o.company_id and s.id = o.shop_id
    left join warehouse w on w.company_id = o.company_id and w.id = o.warehouse_id
    where o.company_id = ${tx.companyId} and o.id = ${id} and ${inShops(tx, sql`o.shop_id`)}
      and ${modules ? sql`o.module_id = any(${arrayOf(modules)}::int[])` : sql`true`}`);
  if (!head) throw notFound('orders.notFound');
  const lines = await tx.rows(sql`
    select l.id, l.seller_sku as "sellerSku", l.title, l.quantity, l.unit_price as "unitPrice", l.discount, l.tax, l.product_id as "productId",
      p.sku, p.name_zh as "productNameZh", p.name_en as "productNameEn", l.factor, l.stock_quantity as "stockQuantity", l.reserved
    from order_line l left join product p on p.company_id = l.company_id and p.id = l.product_id
    where l.company_id = ${tx.companyId} and l.order_id = ${id} order by l.id limit 500`);
  const outbounds = await tx.rows(sql`
    select b.id, b.number, b.state, b.stop_requested as "stopRequested", b.wave_id as "waveId", v.number as "waveNumber", w.name as "warehouseName",
      b.created_at as "createdAt", b.picked_at as "pickedAt", b.packed_at as "packedAt", b.shipped_at as "shippedAt"
    from outbound b join warehouse w on w.company_id = b.company_id and w.id = b.warehouse_id
    left join wave v on v.company_id = b.company_id and v.id = b.wave_id
    where b.company_id = ${tx.companyId} and b.order_id = coalesce((select merged_into from sales_order where company_id = ${tx.companyId} and id = ${id}), ${id})
    order by b.id desc limit 100`);
  const related = await tx.rows(sql`
    select r.id, r.display_no as "displayNo", r.status, case when r.id = o.split_from then 'whole'
      when r.split_from = coalesce(o.split_from, o.id) then 'part' else 'box' end as how
    from sales_order o join sales_order r on r.company_id = o.company_id and r.id <> o.id and (r.id = o.split_from
      or r.split_from = coalesce(o.split_from, o.id) or r.id = o.merged_into or r.merged_into = coalesce(o.merged_into, o.id))
    where o.company_id = ${tx.companyId} and o.id = ${id} order by r.id limit 100`);
  const history = await readHistory(tx, 'sales_order', id);
  return { ...(maySee(tx.rights, 'seeBuyer') ? head : masked(head)), lines, outbounds, related, history };
}

const masked = <T extends Head>(head: T): T => ({
  ...head,
  buyerName: HIDDEN,
  buyerEmail: HIDDEN,
  shipTo: withoutBuyer(head.shipTo),
});
