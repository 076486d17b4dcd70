import { rights } from '@tradewind/contract/access/modules.ts';
import { sql } from '../../core/database/sql.ts';
import { inShops } from '../../core/scope.ts';
import { defineAttachable } from '../documents/public.ts';
import { RETURN } from './document.ts';

/** Photos of returned items. */
defineAttachable({
  docKind: RETURN.kind,
  see: [rights.salesReturn.view],
  change: [rights.salesReturn.add, rights.salesReturn.receive, rights.salesReturn.inspect],
  only: ['jpg', 'png'],
  exists: async (tx, id) =>
    (await tx.row(
      sql`select 1 as there from sales_return where company_id = ${sql.company} and id = ${id} and ${inShops(tx, sql`shop_id`)}`,
    )) !== undefined,
});
