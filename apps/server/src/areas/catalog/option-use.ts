import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { optionUsed } from '../settings/public.ts';

const values = (column: 'unit' | 'label') => async (tx: Tx, requested: readonly string[]) => {
  const rows = await tx.rows<{ value: string }>(
    sql`select v.value from unnest(${requested}::text[]) as v(value)
     where exists (select 1 from product p where p.company_id = ${sql.company} and p.${sql.id(column, ['unit', 'label'])} = v.value)`,
  );
  return rows.map((row) => row.value);
};

optionUsed('product.unit', values('unit'));
optionUsed('product.label', values('label'));
