import { rights } from '@tradewind/contract/access/modules.ts';
import { sql } from '../../core/database/sql.ts';
import { defineAttachable } from '../documents/public.ts';

defineAttachable({
  docKind: 'product',
  see: [rights.product.view],
  change: [rights.product.add, rights.product.edit],
  exists: async (tx, id) =>
    (await tx.row(sql`select 1 as there from product where company_id = ${tx.companyId} and id = ${id}`)) !== undefined,
});
