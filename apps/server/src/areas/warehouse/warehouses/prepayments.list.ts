import type { PrepaymentRow } from '@tradewind/contract/warehouse.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineList, is } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';

/** Entries of a warehouse's prepaid balance. */
export const prepayments = defineList<{ houseId: number }, PrepaymentRow>({
  table: 'warehouse_prepayment',
  as: 'p',
  scope: (tx) => inWarehouses(tx, sql`p.warehouse_id`),
  filters: { houseId: is(sql`p.warehouse_id`) },
  order: sql`p.id desc`,
  columns: sql`p.id, p.at, case when p.reference = 'replaced' then 'replaced'
      when p.reference <> '' then case when p.amount < 0 then 'fee' else 'feeBack' end
      when p.outbound_id is not null then 'estimate' else 'laid' end as kind,
    p.amount, o.number as outbound_no, o.order_no, p.remark, p.actor`,
  joins: sql`left join outbound o on o.company_id = ${sql.company} and o.id = p.outbound_id`,
});
