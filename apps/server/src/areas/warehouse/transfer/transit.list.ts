import type { TransitRow } from '@tradewind/contract/warehouse.ts';
import { maySee } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineList } from '../../../core/lists.ts';
import { transfers } from './list.ts';

/** Shipments that are still expected. */
export const transit = defineList<{ toId?: number | undefined }, TransitRow>({
  table: 'transfer_part',
  as: 'p',
  scope: (tx) => sql`p.state = 'transit' and exists (select from stock_transfer t
    where ${transfers.where(tx, {})} and t.id = p.transfer_id)`,
  filters: {
    toId: (id) => sql`exists (select from stock_transfer t
      where t.company_id = ${sql.company} and t.id = p.transfer_id and t.to_id = ${id})`,
  },
  order: sql`p.id desc`,
  columns: sql`p.id, p.transfer_id, t.number, p.part, f.name as from_name, o.name as to_name, p.inbound_no, p.carrier,
    p.tracking_number, c.*, t.expected_on::text as expected_on, p.shipped_at`,
  joins: sql`join stock_transfer t on t.company_id = ${sql.company} and t.id = p.transfer_id
    join warehouse f on f.company_id = ${sql.company} and f.id = t.from_id
    join warehouse o on o.company_id = ${sql.company} and o.id = t.to_id
    cross join lateral (select coalesce(sum(l.quantity), 0)::int as units, coalesce(sum(l.received), 0)::int as received,
      round(coalesce(sum(greatest(l.quantity - l.received, 0) * l.unit_cost), 0), 2)::text as value
      from transfer_part_line l where l.company_id = ${sql.company} and l.part_id = p.id) c`,
  row: (row, tx) => ({ ...row, value: maySee(tx.rights, 'seeCost') ? row.value : null }),
});
