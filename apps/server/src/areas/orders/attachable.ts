import { sql } from 'drizzle-orm/sql/sql';
import { inShops } from '../../core/scope.ts';
import { defineAttachable } from '../documents/public.ts';

const ORDER_PAGES = Array.from({ length: 21 }, (_, i) => 401 + i);

defineAttachable({
  docKind: 'sales_order',
  see: ORDER_PAGES,
  change: ORDER_PAGES.map((module) => `${module}:edit`),
  exists: async (tx, id) =>
    (await tx.row(
      sql`select 1 as there from sales_order where company_id = ${tx.companyId} and id = ${id} and ${inShops(tx, sql`shop_id`)}`,
    )) !== undefined,
});
