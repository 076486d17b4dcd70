import { rights } from '@tradewind/contract/access/modules.ts';
import { sql } from '../../core/database/sql.ts';
import { inShops, inWarehouses } from '../../core/scope.ts';
import { defineAttachable } from '../documents/public.ts';

/**
 * Evidence of a case (invoices, proof of delivery, photos) and documents of a first leg (bill of lading, packing list).
 */
defineAttachable({
  docKind: 'fba_case',
  see: [rights.fbaShipment.view],
  change: [rights.fbaShipment.edit],
  exists: async (tx, id) =>
    (await tx.row(sql`select 1 as there from fba_case c join fba_shipment f on f.company_id = c.company_id
      and f.id = c.shipment_id where c.company_id = ${sql.company} and c.id = ${id} and ${inShops(tx, sql`f.shop_id`)}`)) !==
    undefined,
});
defineAttachable({
  docKind: 'transit_leg',
  see: [rights.transitLeg.view],
  change: [rights.transitLeg.add, rights.transitLeg.edit, rights.transitLeg.ship],
  exists: async (tx, id) =>
    (await tx.row(sql`select 1 as there from transit_leg where company_id = ${sql.company} and id = ${id}
      and (${inWarehouses(tx, sql`warehouse_id`)} or ${inWarehouses(tx, sql`from_warehouse_id`)})`)) !== undefined,
});
