import type { BatteryKind } from '@tradewind/contract/catalog/batteries.ts';
import { noteBuyersRead } from '../../../core/buyer-reads.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Decimal } from '../../../core/money.ts';
import { arrayOf } from '../../../core/scope.ts';
import { batteryOf } from '../../catalog/public.ts';
import { goodsCustoms } from '../../orders/public.ts';
import { FNSKU } from '../../warehouse/public.ts';
import { eoriFor } from '../customs/facts.ts';
import { SHIPMENT_GRAMS } from '../parcel/pieces.ts';

export type PaperOrder = {
  id: number;
  displayNo: string;
  currency: string;
  goodsAmount: string;
  shippingAmount: string;
  taxAmount: string;
  discountAmount: string;
  totalAmount: string;
  amountsUnknown: boolean;
  orderedDay: string;
  erased: boolean;
  remark: string;
  shipTo: unknown;
  from: { country?: string } & Record<string, unknown>;
  companyName: string;
  outboundId: number | null;
  outboundNo: string | null;
  waveNumber: string | null;
  slot: number | null;
  /** The company's day of printing. */
  today: string;
  /** A post carries it. */
  postal: boolean;
  /** Of its box, if there is one. */
  trackingNumber: string | null;
  weightGrams: number | null;
  labelCost: string | null;
  labelCurrency: string | null;
  /** The sender's number with the customs of the destination. */
  eori: string | undefined;
  lines: PaperLine[];
};

export interface PaperLine {
  sku: string;
  title: string;
  nameZh: string;
  nameEn: string;
  /** The English name for customs. */
  declaredName: string;
  /** The key of its first picture. */
  image: string | null;
  quantity: number;
  units: number;
  unitPrice: string;
  hsCode: string;
  origin: string;
  declared: string | null;
  netKg: string | null;
  grossKg: string | null;
  battery: boolean;
  /** Of its UN38.3 report. */
  batteryKind: BatteryKind | null;
  batteryContent: string | null;
  batteryCount: number | null;
  /** The FNSKU in the shipping warehouse. */
  fnsku: string | null;
  /** The planned location, or the one with the most available units. */
  places: { code: string; path: number; quantity: number }[];
}

/** All data for documents of orders with their lines, in the order of `ids`. A bundle is listed by its goods. */
export async function paperOrders(tx: Tx, ids: readonly number[]): Promise<PaperOrder[]> {
  const heads = await tx.rows<
    Omit<PaperOrder, 'lines' | 'eori'> & { eoris: string[] }
  >(sql`select s.id, s.display_no, s.currency,
      s.goods_amount, s.shipping_amount, s.tax_amount,
      s.discount_amount, s.total_amount, s.amounts_unknown,
      to_char(s.ordered_at at time zone c.time_zone, 'YYYY-MM-DD') as "orderedDay", s.buyer_erased_at is not null as erased,
      s.remark, s.ship_to, c.name as "companyName",
      coalesce((select w.address from warehouse w where w.company_id = ${sql.company} and w.enabled and w.kind <> 'platform'
        order by w.id = coalesce(o.warehouse_id, s.warehouse_id) desc nulls last, w.is_default desc, w.priority, w.id limit 1), '{}') as "from",
      o.id as "outboundId", o.number as "outboundNo", v.number as "waveNumber", o.slot,
      to_char(${tx.now} at time zone c.time_zone, 'YYYY-MM-DD') as today, coalesce(h.postal, false) as postal,
      p.tracking_number, ${SHIPMENT_GRAMS} as "weightGrams", p.label_cost, p.label_currency,
      array(select n.number from customs_number n where n.company_id = ${sql.company} and n.kind = 'eori'
        and (n.shop_id is null or n.shop_id = s.shop_id) order by n.shop_id nulls last, n.id) as eoris
    from sales_order s join company c on c.id = s.company_id
    left join lateral (select * from outbound b where b.company_id = ${sql.company} and b.order_id = s.id and b.state <> 'cancelled'
      order by b.id desc limit 1) o on true
    left join lateral (select * from parcel x where x.company_id = ${sql.company} and x.outbound_id = o.id and x.state <> 'voided'
      order by x.id desc limit 1) p on true
    left join shipping_channel h on h.company_id = s.company_id and h.id = coalesce(p.channel_id, s.channel_id, o.channel_id)
    left join wave v on v.company_id = s.company_id and v.id = o.wave_id
    where s.company_id = ${sql.company} and s.id = any(${arrayOf(ids)}::bigint[])`);
  const lines = await tx.rows<
    PaperLine & { orderId: number }
  >(sql`select l.order_id, coalesce(p.sku, l.seller_sku) as sku,
      case when og.bundled then coalesce(nullif(p.name_en, ''), p.name_zh) else l.title end as title,
      coalesce(p.name_zh, '') as "nameZh", coalesce(p.name_en, '') as "nameEn", p.images[1] as image,
      case when og.bundled then og.quantity else l.quantity end as quantity, og.quantity as units,
      case when og.bundled then round(l.unit_price * l.quantity * og.share / og.quantity, 6) else l.unit_price end as unit_price, coalesce(d.hs_code, '') as hs_code, coalesce(d.origin, '') as origin, d.value_usd as declared,
      coalesce(d.name_en, '') as declared_name,
      p.net_weight_kg as "netKg", p.gross_weight_kg as "grossKg", coalesce(p.battery, false) as battery,
      t.battery as "batteryKind", t.battery_content, t.battery_count,
      ${FNSKU} as fnsku,
      coalesce((select jsonb_agg(jsonb_build_object('code', a.code, 'path', k.path_order, 'quantity', k.quantity) order by k.path_order, k.id)
        from outbound_line ol join pick_line k on k.company_id = l.company_id and k.outbound_line_id = ol.id and k.state in ('open', 'done')
        join location a on a.company_id = l.company_id and a.id = k.location_id
        where ol.company_id = ${sql.company} and ol.order_line_id = l.id and ol.product_id = og.product_id),
       (select jsonb_agg(jsonb_build_object('code', x.code, 'path', x.path_order, 'quantity', og.quantity)) from (
          select a.code, a.path_order from bin_stock b join location a on a.company_id = b.company_id and a.id = b.location_id
          where b.company_id = ${sql.company} and b.warehouse_id = l.warehouse_id and b.product_id = og.product_id and b.condition = 'good'
            and b.on_hand > b.allocated and a.enabled and a.kind in ('picking', 'storage')
          order by b.on_hand - b.allocated desc, a.path_order limit 1) x), '[]') as places
    from order_line l join sales_order s on s.company_id = l.company_id and s.id = l.order_id
    join order_goods og on og.company_id = l.company_id and og.line_id = l.id
    left join product p on p.company_id = l.company_id and p.id = og.product_id
    left join lateral (${goodsCustoms(tx)}) d on true
    left join lateral (${batteryOf(tx, sql`og.product_id`, sql`s.country`)}) t on true
    left join warehouse_fnsku f on f.company_id = l.company_id and f.warehouse_id = s.warehouse_id and f.product_id = og.product_id
    where l.company_id = ${sql.company} and l.order_id = any(${arrayOf(ids)}::bigint[]) order by l.order_id, l.id, p.sku`);
  noteBuyersRead(tx, 'paper', ids);
  const linesOf = Map.groupBy(lines, (line) => line.orderId);
  const byId = new Map(
    heads.map(({ eoris, ...head }) => {
      const eori = eoriFor(eoris, destinationOf(head));
      return [head.id, { ...head, eori, lines: linesOf.get(head.id) ?? [] }];
    }),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** In pick order: by wave and slot; orders in no wave by location. */
export function asPicked(orders: readonly PaperOrder[]): PaperOrder[] {
  const path = (order: PaperOrder) =>
    Math.min(Number.MAX_SAFE_INTEGER, ...order.lines.flatMap((line) => line.places.map((place) => place.path)));
  const wave = (order: PaperOrder) => order.waveNumber ?? '￿';
  return [...orders].sort(
    (a, b) =>
      (wave(a) < wave(b) ? -1 : wave(a) > wave(b) ? 1 : 0) ||
      (a.slot ?? 0) - (b.slot ?? 0) ||
      path(a) - path(b) ||
      a.id - b.id,
  );
}

export const destinationOf = ({ shipTo }: Pick<PaperOrder, 'shipTo'>): string =>
  (shipTo as { country?: string } | null)?.country ?? '';

/** Crosses a border, so customs data is required. */
export function crossesBorder(order: PaperOrder): boolean {
  const country = destinationOf(order);
  return Boolean(country && order.from.country && country !== order.from.country);
}

/** What the goods are declared for, together. */
export const declaredValue = ({ lines }: Pick<PaperOrder, 'lines'>): Decimal =>
  lines.reduce((sum, line) => sum.plus(new Decimal(line.declared ?? 0).times(line.units)), new Decimal(0));

/** Products with missing customs data. */
export function lackingCustoms(order: PaperOrder): string[] {
  return order.lines
    .filter((line) => !line.hsCode || !line.origin || line.declared === null || new Decimal(line.declared).lte(0))
    .map((line) => line.sku);
}
