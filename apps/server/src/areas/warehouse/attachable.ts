import { rights } from '@tradewind/contract/access/modules.ts';
import { sql } from '../../core/database/sql.ts';
import { inWarehouses } from '../../core/scope.ts';
import { defineAttachable } from '../documents/public.ts';

defineAttachable({
  docKind: 'outbound',
  see: [rights.outbound.view, rights.picking.view, rights.scanStation.view],
  change: [rights.outbound.pick, rights.outbound.pack, rights.outbound.ship, rights.scanStation.pack],
  exists: async (tx, id) =>
    (await tx.row(
      sql`select 1 as there from outbound where company_id = ${sql.company} and id = ${id} and ${inWarehouses(tx, sql`warehouse_id`)}`,
    )) !== undefined,
});

defineAttachable({
  docKind: 'inbound',
  see: [rights.inbound.view, rights.scanStation.view],
  change: [
    rights.inbound.add,
    rights.inbound.edit,
    rights.inbound.receive,
    rights.inbound.check,
    rights.scanStation.receive,
  ],
  exists: async (tx, id) =>
    (await tx.row(
      sql`select 1 as there from inbound where company_id = ${sql.company} and id = ${id} and ${inWarehouses(tx, sql`warehouse_id`)}`,
    )) !== undefined,
});
