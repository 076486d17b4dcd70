import { sql } from '../../core/database/sql.ts';
import { defineMonthly } from '../company/public.ts';

/** Orders beyond the plan's limit still come in. They are only counted. */
defineMonthly('orders', async (tx, from) => {
  const row = await tx.row<{ orders: number }>(sql`select count(*)::int as orders from sales_order
    where company_id = ${sql.company} and ordered_at >= ${from}`);
  return row?.orders ?? 0;
});
