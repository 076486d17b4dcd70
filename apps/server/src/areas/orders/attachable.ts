import { anyOrder, orderModules, rights } from '@tradewind/contract/access/modules.ts';
import { sql } from '../../core/database/sql.ts';
import { inShops } from '../../core/scope.ts';
import { defineAttachable } from '../documents/public.ts';

const PAGES = orderModules.filter((page) => page !== rights.vendorOrder);

defineAttachable({
  docKind: 'sales_order',
  see: PAGES.map((page) => page.view),
  change: anyOrder('edit'),
  exists: async (tx, id) =>
    (await tx.row(
      sql`select 1 as there from sales_order where company_id = ${sql.company} and id = ${id} and ${inShops(tx, sql`shop_id`)}`,
    )) !== undefined,
});
