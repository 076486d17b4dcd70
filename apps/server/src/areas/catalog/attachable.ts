import { rights } from '@tradewind/contract/access/modules.ts';
import { sql } from '../../core/database/sql.ts';
import { defineAttachable } from '../documents/public.ts';
import { PAPER_DOC, paperExists } from './papers/papers.service.ts';

defineAttachable({
  docKind: 'product',
  see: [rights.product.view],
  change: [rights.product.add, rights.product.edit],
  exists: async (tx, id) =>
    (await tx.row(sql`select 1 as there from product where company_id = ${sql.company} and id = ${id}`)) !== undefined,
});

defineAttachable({
  docKind: PAPER_DOC,
  see: [rights.product.view],
  change: [rights.product.edit],
  exists: paperExists,
});
