import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { forgetPrincipals } from '../identity/public.ts';

/** Grants a new shop or warehouse to the person who added it. The rights of this request stay as they were read. */
export async function grantToActor(tx: Tx, kind: 'shop' | 'warehouse', targetId: number): Promise<void> {
  if ((kind === 'shop' ? tx.rights.shopIds : tx.rights.warehouseIds) === null) return;
  await tx.rows(
    sql`insert into user_scope (company_id, user_id, kind, target_id) values (${sql.company}, ${tx.actor.userId}, ${kind}, ${targetId}) on conflict do nothing`,
  );
  await forgetPrincipals(tx);
}
