import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { conflict, forbidden } from '../../core/errors.ts';

/** Only main accounts manage main accounts; the right to manage accounts is not enough. */
export function assertMayTouch(tx: Tx, user: { mainAccount: boolean }): void {
  if (user.mainAccount && !tx.actor.mainAccount) throw forbidden('identity.mainOnly');
}

/** Locks all main accounts, so that two of them cannot disable each other at once. */
export async function lockMains(tx: Tx): Promise<void> {
  await tx.rows(
    sql`select id from user_account where company_id = ${sql.company} and main_account order by id for update`,
  );
}

/** Call it after the change. @throws conflict identity.lastMainAccount */
export async function assertOneMainStays(tx: Tx): Promise<void> {
  const left = await tx.row(
    sql`select 1 as left from user_account where company_id = ${sql.company} and main_account and enabled limit 1`,
  );
  if (!left) throw conflict('identity.lastMainAccount');
}
