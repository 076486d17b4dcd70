import type { WaveFilter, WaveRow } from '@tradewind/contract/warehouse.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineList, is, numbered, since, until } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';

export const waves = defineList<WaveFilter, WaveRow>({
  table: 'wave',
  as: 'w',
  // Leaves out waves that a provider picks.
  scope: (
    tx,
  ) => sql`w.warehouse_id not in (select x.id from warehouse x where x.company_id = ${sql.company} and x.provider_code <> '')
    and ${inWarehouses(tx, sql`w.warehouse_id`)}`,
  filters: {
    state: is(sql`w.state`),
    warehouseId: is(sql`w.warehouse_id`),
    assigneeId: is(sql`w.assignee_id`),
    from: since(sql`w.created_at`),
    to: until(sql`w.created_at`),
    text: numbered(sql`w.number`),
  },
  order: sql`w.id desc`,
  columns: sql`w.id, w.number, w.warehouse_id, h.name as warehouse_name, w.state, w.method, w.walk_mm, w.orders, w.units,
    w.to_pick, w.to_pack, w.dropped, w.assignee_id, u.name as assignee_name, w.created_by, w.created_at, w.picked_at`,
  joins: sql`join warehouse h on h.company_id = ${sql.company} and h.id = w.warehouse_id
    left join user_account u on u.company_id = ${sql.company} and u.id = w.assignee_id`,
  customPlans: true,
  missing: 'warehouse.waveNotFound',
});
