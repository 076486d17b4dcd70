import { rights } from '@tradewind/contract/access/modules.ts';
import { sql } from '../../core/database/sql.ts';
import { defineAttachable } from '../documents/public.ts';

defineAttachable({
  docKind: 'supplier',
  see: [rights.supplier.view],
  change: [rights.supplier.add, rights.supplier.edit],
  exists: async (tx, id) =>
    (await tx.row(sql`select 1 as there from supplier where company_id = ${sql.company} and id = ${id}`)) !== undefined,
});
