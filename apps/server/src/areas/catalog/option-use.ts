import type { Tx } from '../../core/database/database.ts';
import { optionUsed } from '../settings/public.ts';

const values = (column: 'unit' | 'label') => async (tx: Tx, asked: readonly string[]) => {
  const rows = await tx.prepared<{ value: string }>(
    `option_use_${column}`,
    `select v.value from unnest($2::text[]) as v(value)
     where exists (select 1 from product p where p.company_id = $1 and p.${column} = v.value)`,
    [tx.companyId, asked],
  );
  return rows.map((row) => row.value);
};

optionUsed('product.unit', values('unit'));
optionUsed('product.label', values('label'));
