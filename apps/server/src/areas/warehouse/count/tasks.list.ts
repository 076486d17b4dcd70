import type { CountTaskRow, TaskReason } from '@tradewind/contract/warehouse.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineList, is } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';

interface Filter {
  warehouseId?: number | undefined;
  reason?: TaskReason | undefined;
}

/** Open count tasks, the worst first. */
export const countTasks = defineList<Filter, CountTaskRow>({
  table: 'count_task',
  as: 't',
  scope: (tx) => sql`t.state = 'open' and ${inWarehouses(tx, sql`t.warehouse_id`)}`,
  filters: { warehouseId: is(sql`t.warehouse_id`), reason: is(sql`t.reason`) },
  order: sql`t.weight desc, t.id`,
  columns: sql`t.id, t.warehouse_id, w.name as warehouse_name, t.location_id, l.code as location_code, t.product_id, p.sku,
    coalesce(p.name_zh, '') as name_zh, coalesce(p.name_en, '') as name_en, t.reason, t.weight, t.times, t.detail, t.created_at`,
  joins: sql`join warehouse w on w.company_id = ${sql.company} and w.id = t.warehouse_id
    join location l on l.company_id = ${sql.company} and l.id = t.location_id
    left join product p on p.company_id = ${sql.company} and p.id = t.product_id`,
});
