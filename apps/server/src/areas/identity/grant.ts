import type { Tx } from '../../core/database/database.ts';
import { forgetPrincipals } from './sessions.ts';

/** Who adds a shop or a warehouse sees it, even where they see only some. The rights of this request stay as they were read. */
export async function grantToActor(tx: Tx, kind: 'shop' | 'warehouse', targetId: number): Promise<void> {
  if ((kind === 'shop' ? tx.rights.shopIds : tx.rights.warehouseIds) === null) return;
  await tx.prepared(
    'scope_grant',
    `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, $3, $4) on conflict do nothing`,
    [tx.companyId, tx.actor.userId, kind, targetId],
  );
  await forgetPrincipals(tx);
}
