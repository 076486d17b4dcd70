import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertWithin, defineLimited } from '../../company/public.ts';

/** A disabled shop does not count: it brings nothing in. */
defineLimited('shops', async (tx) => {
  const row = await tx.row<{ shops: number }>(
    sql`select count(*)::int as shops from shop where company_id = ${tx.companyId} and state <> 'disabled'`,
  );
  return row?.shops ?? 0;
});

/** Is there room for one more shop in the company's plan? @throws when there is none */
export const assertRoom = (tx: Tx): Promise<void> => assertWithin(tx, 'shops');
