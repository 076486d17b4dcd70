import { sql } from 'drizzle-orm/sql/sql';
import { inShops, inWarehouses } from '../../core/scope.ts';
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
defineAttachable({
  docKind: 'outbound',
  see: [503],
  change: ['503:pack', '503:ship'],
  exists: async (tx, id) =>
    (await tx.row(
      sql`select 1 as there from outbound where company_id = ${tx.companyId} and id = ${id} and ${inWarehouses(tx, sql`warehouse_id`)}`,
    )) !== undefined,
});
defineAttachable({
  docKind: 'product',
  see: [201],
  change: ['201:edit'],
  exists: async (tx, id) =>
    (await tx.row(sql`select 1 as there from product where company_id = ${tx.companyId} and id = ${id}`)) !== undefined,
});
