import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';

export interface PackedBox {
  outboundId: number;
  /** Not packed yet: uses the weight of its products. */
  estimated?: boolean;
  weightGrams: number;
  dims?: { lengthMm: number; widthMm: number; heightMm: number };
}

/** A packed box, or one with a voided label: the same measures under a new reference. */
export type NewParcel = PackedBox | { again: number };

/**
 * Creates the parcels of packed boxes in one statement. A box keeps its parcel: an estimated one gets the packed
 * weight, and a bought label keeps its weight beside the packed one.
 */
export function createParcels(tx: Tx, boxes: readonly NewParcel[]): void {
  const fresh = boxes.flatMap((box) => ('again' in box ? [] : [box]));
  if (fresh.length > 0) insertFresh(tx, fresh);
  const again = boxes.flatMap((box) => ('again' in box ? [box.again] : []));
  if (again.length > 0) insertAgain(tx, again);
}

function insertFresh(tx: Tx, rows: readonly PackedBox[]): void {
  const outboundIds = rows.map((row) => row.outboundId);
  const boxes = sql`unnest(${outboundIds}::bigint[], ${rows.map((row) => row.weightGrams)}::int[], ${rows.map((row) => row.dims?.lengthMm ?? null)}::int[],
       ${rows.map((row) => row.dims?.widthMm ?? null)}::int[], ${rows.map((row) => row.dims?.heightMm ?? null)}::int[],
       ${rows.map((row) => row.estimated ?? false)}::boolean[])
       as b("outboundId", "weightGrams", "lengthMm", "widthMm", "heightMm", estimated)`;
  tx.later(
    sql`update parcel p set state = case when p.state = 'failed' then 'packed' else p.state end,
         estimated = p.state not in ('packed', 'failed'), quotes = case when p.state in ('packed', 'failed') then null else p.quotes end,
         weight_grams = case when p.state in ('packed', 'failed') then b."weightGrams" else p.weight_grams end,
         length_mm = case when p.state in ('packed', 'failed') then coalesce(b."lengthMm", p.length_mm) else p.length_mm end,
         width_mm = case when p.state in ('packed', 'failed') then coalesce(b."widthMm", p.width_mm) else p.width_mm end,
         height_mm = case when p.state in ('packed', 'failed') then coalesce(b."heightMm", p.height_mm) else p.height_mm end,
         weighed_grams = b."weightGrams"
       from ${boxes} where p.company_id = ${sql.company} and p.outbound_id = b."outboundId" and p.estimated and not b.estimated and p.state <> 'voided'`,
  );
  tx.later(
    sql`with fresh as materialized (
     select o.number || '-' || (1 + (select count(*) from parcel q where q.company_id = ${sql.company} and q.outbound_id = o.id)) as reference, o.id,
       o.order_id, o.warehouse_id, o.shop_id, o.order_no, coalesce(s.country, '') as country, b.*
     from ${boxes} join outbound o on o.company_id = ${sql.company} and o.id = b."outboundId"
     left join sales_order s on s.company_id = ${sql.company} and s.id = o.order_id
     where not exists (select from parcel q where q.company_id = ${sql.company} and q.outbound_id = o.id and q.outbound_id = any(${outboundIds}::bigint[])
       and q.state <> 'voided'))
     insert into parcel (company_id, reference, outbound_id, order_id, warehouse_id, shop_id, order_no, country, state,
       weight_grams, length_mm, width_mm, height_mm, estimated, state_at, created_at)
     select ${sql.company}, f.reference, f.id, f.order_id, f.warehouse_id, f.shop_id, f.order_no, f.country, 'packed',
       f."weightGrams", f."lengthMm", f."widthMm", f."heightMm", f.estimated, ${tx.now}, ${tx.now} from fresh f
     on conflict do nothing`,
  );
}

function insertAgain(tx: Tx, parcelIds: readonly number[]): void {
  tx.later(
    sql`insert into parcel (company_id, reference, outbound_id, order_id, warehouse_id, shop_id, order_no, country, state,
       weight_grams, length_mm, width_mm, height_mm, channel_id, state_at, created_at)
     select ${sql.company}, o.number || '-' || (1 + (select count(*) from parcel q where q.company_id = ${sql.company} and q.outbound_id = p.outbound_id)),
       p.outbound_id, p.order_id, p.warehouse_id, p.shop_id, p.order_no, p.country, 'packed', coalesce(p.weighed_grams, p.weight_grams), p.length_mm,
       p.width_mm, p.height_mm, p.channel_id, ${tx.now}, ${tx.now}
     from parcel p join outbound o on o.company_id = p.company_id and o.id = p.outbound_id
     where p.company_id = ${sql.company} and p.id = any(${parcelIds}::bigint[]) on conflict do nothing`,
  );
  tx.later(
    sql`insert into parcel_piece (company_id, parcel_id, piece_no, weight_grams, length_mm, width_mm, height_mm)
     select ${sql.company}, n.id, b.piece_no, b.weight_grams, b.length_mm, b.width_mm, b.height_mm
     from parcel p join parcel_piece b on b.company_id = p.company_id and b.parcel_id = p.id
     join parcel n on n.company_id = p.company_id and n.outbound_id = p.outbound_id and n.state = 'packed'
     where p.company_id = ${sql.company} and p.id = any(${parcelIds}::bigint[]) on conflict do nothing`,
  );
}
