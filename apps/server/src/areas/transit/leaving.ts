import { sql } from '../../core/database/sql.ts';
import { type LeavingGoods, leavingRequested } from '../stock/public.ts';
import { fbaDocument, legDocument } from './documents.ts';

/** Of a document (d): an allocation order made it, so that its goods are decided before they are allocated. */
const allocated = (kind: string) => sql`exists (select 1 from allocation_document a where a.company_id = ${sql.company}
  and a.doc_kind = ${kind} and a.doc_id = d.id and a.state = 'open')`;

// First legs from our warehouse and FBA shipments, from when their goods are decided until they leave.
leavingRequested.listen(async (tx, { productIds, add }) => {
  const [legs, shipments] = await Promise.all([
    tx.rows<LeavingGoods>(sql`
      select l.product_id, d.from_warehouse_id as from_id, d.warehouse_id as to_id, l.quantity,
        case when d.held then l.quantity else 0 end as held, d.eta_on::text as expected_on, d.number
      from transit_leg d join transit_leg_line l on l.company_id = ${sql.company} and l.leg_id = d.id
      where d.company_id = ${sql.company} and d.state in ('draft', 'submitted') and d.from_warehouse_id is not null
        and l.product_id = any(${productIds}::bigint[]) and (d.held or ${allocated(legDocument.kind)}) limit 5000`),
    tx.rows<LeavingGoods>(sql`
      select l.product_id, d.warehouse_id as from_id, w.id as to_id, l.quantity * l.factor as quantity,
        case when d.held then l.quantity * l.factor else 0 end as held, null::text as expected_on, d.number
      from fba_shipment d join fba_line l on l.company_id = ${sql.company} and l.shipment_id = d.id
      left join warehouse w on w.company_id = ${sql.company} and w.code = 'FBA-' || d.shop_id || '-' || d.marketplace_id
      where d.company_id = ${sql.company} and d.state in ('draft', 'planned', 'packed', 'placed', 'transport')
        and l.product_id = any(${productIds}::bigint[]) and (d.held or ${allocated(fbaDocument.kind)}) limit 5000`),
  ]);
  for (const row of [...legs, ...shipments]) add(row);
});
