import { RETURN_REASONS } from '@tradewind/contract/returns.ts';
import { sql } from '../../core/database/sql.ts';
import { optionUsed } from '../settings/public.ts';

optionUsed(RETURN_REASONS, async (tx, values) => {
  const rows = await tx.rows<{ value: string }>(
    sql`select v.value from unnest(${values}::text[]) as v(value) where exists (
       select 1 from sales_return where company_id = ${sql.company} and reason = v.value)
       or exists (select 1 from sales_return_line where company_id = ${sql.company} and reason = v.value)`,
  );
  return rows.map((row) => row.value);
});
