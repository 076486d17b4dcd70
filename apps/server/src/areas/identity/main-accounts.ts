import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { conflict, forbidden } from '../../core/errors.ts';

/** Who may manage accounts does not thereby get hold of a main account: only main accounts touch those. */
export function assertMayTouch(tx: Tx, user: { mainAccount: boolean }): void {
  if (user.mainAccount && !tx.actor.mainAccount) throw forbidden('identity.mainOnly');
}

/** Held by whoever may take a main account away: two who put each other out at once do not both succeed. */
export async function lockMains(tx: Tx): Promise<void> {
  await tx.rows(
    sql`select id from user_account where company_id = ${tx.companyId} and main_account order by id for update`,
  );
}

/** Asked after the change. @throws conflict identity.lastMainAccount */
export async function assertOneMainStays(tx: Tx): Promise<void> {
  const left = await tx.row(
    sql`select 1 as left from user_account where company_id = ${tx.companyId} and main_account and enabled limit 1`,
  );
  if (!left) throw conflict('identity.lastMainAccount');
}
