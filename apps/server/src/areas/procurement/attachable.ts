import { rights } from '@tradewind/contract/access/modules.ts';
import { sql } from '../../core/database/sql.ts';
import { defineAttachable } from '../documents/public.ts';
import { purchases } from './orders/purchases.list.ts';
import { requisitions } from './requisitions/requisitions.list.ts';
import { supplierReturns } from './returns/returns.list.ts';

defineAttachable({
  docKind: 'supplier',
  see: [rights.supplier.view],
  change: [rights.supplier.add, rights.supplier.edit],
  exists: async (tx, id) =>
    (await tx.row(sql`select 1 as there from supplier where company_id = ${sql.company} and id = ${id}`)) !== undefined,
});

defineAttachable({
  docKind: 'requisition',
  see: [rights.requisition.view],
  change: [rights.requisition.add, rights.requisition.edit],
  exists: async (tx, id) =>
    (await tx.row(sql`select 1 as there from requisition q where q.id = ${id} and ${requisitions.where(tx, {})}`)) !==
    undefined,
});

defineAttachable({
  docKind: 'purchase_order',
  see: [rights.purchaseOrder.view],
  change: [rights.purchaseOrder.add, rights.purchaseOrder.edit],
  exists: async (tx, id) =>
    (await tx.row(sql`select 1 as there from purchase_order o where o.id = ${id} and ${purchases.where(tx, {})}`)) !==
    undefined,
});

defineAttachable({
  docKind: 'supplier_return',
  see: [rights.purchaseOrder.view],
  change: [rights.purchaseOrder.return],
  exists: async (tx, id) =>
    (await tx.row(
      sql`select 1 as there from supplier_return t where t.id = ${id} and ${supplierReturns.where(tx, {})}`,
    )) !== undefined,
});
