import { sql } from 'drizzle-orm/sql/sql';
import { inShops, inWarehouses } from '../../core/scope.ts';
import { defineAttachable } from '../documents/public.ts';

/** Evidence of a case: invoices, proof of delivery, photos; papers of a leg: bill of lading, packing list. */
defineAttachable({
  docKind: 'fba_case',
  see: [451],
  change: ['451:edit'],
  exists: async (tx, id) =>
    (await tx.row(sql`select 1 as there from fba_case c join fba_shipment f on f.company_id = c.company_id
      and f.id = c.shipment_id where c.company_id = ${tx.companyId} and c.id = ${id} and ${inShops(tx, sql`f.shop_id`)}`)) !==
    undefined,
});
defineAttachable({
  docKind: 'transit_leg',
  see: [452],
  change: ['452:add', '452:edit', '452:ship'],
  exists: async (tx, id) =>
    (await tx.row(sql`select 1 as there from transit_leg where company_id = ${tx.companyId} and id = ${id}
      and (${inWarehouses(tx, sql`warehouse_id`)} or ${inWarehouses(tx, sql`from_warehouse_id`)})`)) !== undefined,
});
