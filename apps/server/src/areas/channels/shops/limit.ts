import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertWithin, defineLimited } from '../../company/public.ts';

/** Disabled shops do not count. */
defineLimited('shops', async (tx) => {
  const row = await tx.row<{ shops: number }>(
    sql`select count(*)::int as shops from shop where company_id = ${sql.company} and state <> 'disabled'`,
  );
  return row?.shops ?? 0;
});

/** @throws when the company's plan allows no more shops */
export const assertRoom = (tx: Tx): Promise<void> => assertWithin(tx, 'shops');
