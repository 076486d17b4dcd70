import type { WarehouseRow } from '@tradewind/contract/warehouse.ts';
import { sql } from '../../../core/database/sql.ts';
import { beginsWith } from '../../../core/database/statement.ts';
import { defineList, is } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';

interface WarehouseFilter {
  text?: string | undefined;
  kind?: string | undefined;
  enabled?: boolean | undefined;
}

export const warehouses = defineList<WarehouseFilter, WarehouseRow>({
  table: 'warehouse',
  as: 'w',
  scope: (tx) => inWarehouses(tx, sql`w.id`),
  filters: {
    text: (typed) => sql`(${beginsWith(sql`w.code`, typed)} or position(lower(${typed}) in lower(w.name)) > 0)`,
    kind: is(sql`w.kind`),
    enabled: is(sql`w.enabled`),
  },
  order: sql`w.enabled desc, w.priority, w.id`,
  columns: sql`w.id, w.code, w.name, w.kind, w.provider, w.address, w.person_in_charge,
    w.is_default, w.enabled, w.counting, w.priority, w.version, w.prepaid_balance, w.order_fee,
    (select count(*)::int from location l where l.company_id = ${sql.company} and l.warehouse_id = w.id) as locations`,
  missing: 'warehouse.notFound',
});

interface EitherPaging {
  pageNum: number;
  size: number;
  page?: number | undefined;
  pageSize?: number | undefined;
}

/** Pages by the specification's parameter names, or by those of all our lists. */
export const pageOf = (query: EitherPaging) => ({
  page: query.page ?? query.pageNum,
  pageSize: query.pageSize ?? query.size,
});
