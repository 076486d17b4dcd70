import { noteBuyersRead } from '../../../core/buyer-reads.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { firstOf, sql } from '../../../core/database/sql.ts';
import { readHistory } from '../../../core/documents.ts';
import { notFound } from '../../../core/errors.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';
import { boxSigned } from '../actions/signature.ts';
import { HIDDEN, withoutBuyer } from '../buyer.ts';
import { IS_PURCHASE } from '../platform/platform-updates.ts';
import type { Status } from '../status.ts';
import { shownAmount } from './amounts.ts';
import { visibleModules } from './filter.ts';

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
/** The order that order `o` is sent with. */
const BOX = firstOf(sql`o.merged_into`, sql`o.id`);

export async function orderDetail(tx: Tx, id: number) {
  const modules = visibleModules(tx.rights);
  const head = await tx.row<Head & { id: number }>(sql`
    select o.id, o.display_no, o.platform_order_no, o.platform, o.shop_id, s.name as "shopName",
      o.status, o.exception, o.ordered_at, o.ship_by, o.shipped_at, o.currency,
      ${shownAmount(sql`o.total_amount`)} as "totalAmount", ${shownAmount(sql`o.goods_amount`)} as "goodsAmount",
      ${shownAmount(sql`o.shipping_amount`)} as "shippingAmount", ${shownAmount(sql`o.tax_amount`)} as "taxAmount",
      ${shownAmount(sql`o.discount_amount`)} as "discountAmount", o.amounts_unknown,
      o.buyer_name, o.buyer_email, o.buyer_note,
      o.ship_to, o.country, o.summary, o.line_count, o.units, o.warehouse_id, w.name as "warehouseName",
      o.tracking_number, o.confirm_state, o.confirm_error, o.confirm_attempts,
       o.confirm_next_at, o.confirmed_at, o.cancel_requested, o.platform_hold, o.service_level, o.service_asked, o.remark, o.version, o.priority, o.split_from, o.merged_into, to_jsonb(o.tag_ids) as "tagIds", o.channel_id,
       o.signature, (select ${boxSigned(sql`b`)} from sales_order b where b.company_id = ${sql.company} and b.id = ${BOX}) as "boxSigned", o.fulfilled_by, ${IS_PURCHASE} as bulk, o.platform_updated_at, o.delivered_at, o.buyer_erased_at
    from sales_order o join shop s on s.company_id = o.company_id and s.id = o.shop_id
    left join warehouse w on w.company_id = o.company_id and w.id = o.warehouse_id
    where o.company_id = ${sql.company} and o.id = ${id} and ${inShops(tx, sql`o.shop_id`)}
      and ${modules ? sql`o.module_id = any(${arrayOf(modules)}::int[])` : sql`true`}`);
  if (!head) throw notFound('orders.notFound');
  const lines = await tx.rows(sql`
    select l.id, l.seller_sku, l.title, l.quantity, ${shownAmount(sql`l.unit_price`)} as "unitPrice",
      ${shownAmount(sql`l.discount`)} as discount, ${shownAmount(sql`l.tax`)} as tax, l.product_id,
      p.sku, p.name_zh as "productNameZh", p.name_en as "productNameEn", p.images[1] as image, l.factor, l.stock_quantity, l.reserved
    from order_line l join sales_order o on o.company_id = l.company_id and o.id = l.order_id
    left join product p on p.company_id = l.company_id and p.id = l.product_id
    where l.company_id = ${sql.company} and l.order_id = ${id} order by l.id limit 500`);
  const outbounds = await tx.rows(sql`
    select b.id, b.number, b.state, b.stop_requested, b.wave_id, v.number as "waveNumber", w.name as "warehouseName",
      b.created_at, b.picked_at, b.packed_at, b.shipped_at
    from outbound b join warehouse w on w.company_id = b.company_id and w.id = b.warehouse_id
    left join wave v on v.company_id = b.company_id and v.id = b.wave_id
    where b.company_id = ${sql.company} and b.order_id = (select ${BOX} from sales_order o where o.company_id = ${sql.company} and o.id = ${id})
    order by b.id desc limit 100`);
  const related = await tx.rows(sql`
    select r.id, r.display_no, r.status, case when r.id = o.split_from then 'whole'
      when r.split_from = coalesce(o.split_from, o.id) then 'part' else 'box' end as how
    from sales_order o join sales_order r on r.company_id = o.company_id and r.id <> o.id and (r.id = o.split_from
      or r.split_from = coalesce(o.split_from, o.id) or r.id = o.merged_into or r.merged_into = coalesce(o.merged_into, o.id))
    where o.company_id = ${sql.company} and o.id = ${id} order by r.id limit 100`);
  const all = await readHistory(tx, 'sales_order', id);
  const history = maySee(tx.rights, 'seeCost') ? all : all.map(withoutCosts);
  const open = maySee(tx.rights, 'seeBuyer');
  if (open) noteBuyersRead(tx, 'detail', [id]);
  return { ...(open ? head : masked(head)), lines, outbounds, related, history };
}

/** What labels cost, and would have cost. */
const COSTS = ['cost', 'quoted', 'dearest'];
const withoutCosts = <T extends { detail: Record<string, unknown> | null }>(row: T): T => ({
  ...row,
  detail: row.detail && Object.fromEntries(Object.entries(row.detail).filter(([key]) => !COSTS.includes(key))),
});

const masked = <T extends Head>(head: T): T => ({
  ...head,
  buyerName: HIDDEN,
  buyerEmail: HIDDEN,
  shipTo: withoutBuyer(head.shipTo),
});
