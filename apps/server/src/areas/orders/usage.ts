import { sql } from '../../core/database/sql.ts';
import { defineMonthly } from '../company/public.ts';

/** Orders beyond a plan's limit come in all the same: they are only counted. */
defineMonthly('orders', async (tx, from) => {
  const row = await tx.row<{ orders: number }>(sql`select count(*)::int as orders from sales_order
    where company_id = ${tx.companyId} and ordered_at >= ${from}`);
  return row?.orders ?? 0;
});
