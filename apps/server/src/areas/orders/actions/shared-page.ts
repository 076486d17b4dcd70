import { anyOrder, rights } from '@tradewind/contract/access/modules.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';
import { membersFor } from '../../access/public.ts';
import { defineLinkable, placeOf, type SharedPage } from '../../documents/public.ts';
import { visibleModules } from '../list/filter.ts';
import type { Shipment } from '../orders.tables.ts';

/** Vendors' warehouses have their own address. */
const VENDOR_PAGE = '/AmazonVCConfirmshipment';

defineLinkable({
  docKind: 'sales_order',
  // Users of Amazon vendor orders have no edit button.
  share: [...anyOrder('edit'), rights.vendorOrder.ship],
  pages: ['orderDetail', 'deliveryOrder', 'deliveryNote', 'confirmShipment', 'orderTracking'],
  buyerPages: ['orderDetail', 'deliveryOrder', 'deliveryNote'],
  nameOf: async (tx, id) => {
    const modules = visibleModules(tx.rights);
    const order = await tx.row<{ name: string }>(sql`
      select display_no as name from sales_order where company_id = ${sql.company} and id = ${id}
        and ${inShops(tx, sql`shop_id`)} and ${modules ? sql`module_id = any(${arrayOf(modules)}::int[])` : sql`true`}`);
    return order?.name;
  },
  responsible: async (tx, id) => {
    const order = await tx.row<{ shopId: number; moduleId: number }>(sql`
      select shop_id, module_id from sales_order where company_id = ${sql.company} and id = ${id}`);
    if (!order) return [];
    const button = order.moduleId === rights.vendorOrder.id ? 'ship' : 'edit';
    return membersFor(tx, order.shopId, { modules: [rights.order.id, order.moduleId], button });
  },
  pathOf: async (tx, id, page) => {
    if (page !== 'confirmShipment') return undefined;
    const order = await tx.row<{ platform: string }>(
      sql`select platform from sales_order where company_id = ${sql.company} and id = ${id}`,
    );
    return order?.platform === 'amazonvc' ? VENDOR_PAGE : undefined;
  },
  show: async (tx, id, page) => {
    const order = await sharedOrder(tx, id);
    if (!order) return undefined;
    // The vendor ships to the address on the label. The city is enough to tell orders apart.
    if (page === 'confirmShipment') return { ...order, note: '', to: townOf(order.to) };
    return page === 'orderDetail' ? { ...order, from: null } : order;
  },
});

interface Head {
  /** The order that carries its box. */
  box: number;
  number: string;
  shop: string;
  status: string;
  orderedAt: Date;
  shipBy: Date | null;
  shippedAt: Date | null;
  deliveredAt: Date | null;
  note: string;
  from: SharedPage['from'];
  to: SharedPage['to'];
  units: number;
  trackingNumber: string | null;
  shipment: Shipment | null;
}

async function sharedOrder(tx: Tx, id: number): Promise<SharedPage | undefined> {
  const head = await tx.row<Head>(sql`
    select coalesce(o.merged_into, o.id) as box, o.display_no as number, s.name as shop, o.status, o.ordered_at, o.ship_by,
      o.shipped_at, o.delivered_at, o.buyer_note as note, w.address as "from",
      o.ship_to as "to", o.units, o.tracking_number, o.shipment
    from sales_order o join shop s on s.company_id = o.company_id and s.id = o.shop_id
    left join warehouse w on w.company_id = o.company_id and w.id = o.warehouse_id
    where o.company_id = ${sql.company} and o.id = ${id}`);
  if (!head) return undefined;
  const [lines, documents] = await Promise.all([
    tx.rows<{ sku: string; title: string; quantity: number }>(sql`
      select coalesce(p.sku, l.seller_sku) as sku, l.title, l.quantity from order_line l
      left join product p on p.company_id = l.company_id and p.id = l.product_id
      where l.company_id = ${sql.company} and l.order_id = ${id} order by l.id limit 500`),
    tx.rows<{ number: string; warehouse: string }>(sql`
      select b.number, w.name as warehouse from outbound b
      join warehouse w on w.company_id = b.company_id and w.id = b.warehouse_id
      where b.company_id = ${sql.company} and b.order_id = ${head.box} and b.state <> 'cancelled' order by b.id limit 100`),
  ]);
  const { box: _box, shipment, trackingNumber, orderedAt, shipBy, shippedAt, deliveredAt, from, to, ...rest } = head;
  return {
    ...rest,
    status: stageOf(rest.status),
    orderedAt: orderedAt.toISOString(),
    shipBy: shipBy?.toISOString() ?? null,
    shippedAt: shippedAt?.toISOString() ?? null,
    deliveredAt: deliveredAt?.toISOString() ?? null,
    from: from && placeOf(from),
    to: to && placeOf(to),
    lines,
    documents,
    carrier: shipment?.carrierName ?? '',
    trackingNumber: trackingNumber ?? '',
  };
}

/** Outsiders do not see the steps inside the warehouse. */
function stageOf(status: string): SharedPage['status'] {
  if (status === 'cancelled' || status === 'refunded') return 'cancelled';
  return status === 'shipped' || status === 'delivered' ? status : 'open';
}

function townOf(address: SharedPage['to']): SharedPage['to'] {
  return address && { city: address.city, state: address.state, country: address.country };
}
