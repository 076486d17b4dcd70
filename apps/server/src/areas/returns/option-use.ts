import { RETURN_REASONS } from '@tradewind/contract/returns.ts';
import { optionUsed } from '../settings/public.ts';

optionUsed(RETURN_REASONS, async (tx, values) => {
  const rows = await tx.prepared<{ value: string }>(
    'return_reasons_used',
    `select v.value from unnest($2::text[]) as v(value) where exists (
       select 1 from sales_return where company_id = $1 and reason = v.value)
       or exists (select 1 from sales_return_line where company_id = $1 and reason = v.value)`,
    [tx.companyId, values],
  );
  return rows.map((row) => row.value);
});
