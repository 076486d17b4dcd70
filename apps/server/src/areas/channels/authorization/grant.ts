import { sql } from 'drizzle-orm/sql/sql';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { forgetPrincipals } from '../../identity/public.ts';

/** Who adds a shop sees it, even where they see only some shops. */
export async function grantToActor(tx: Tx, ctx: Ctx, shopId: number): Promise<void> {
  if (ctx.rights.shopIds === null) return;
  await tx.rows(sql`insert into user_scope (company_id, user_id, kind, target_id)
    values (${tx.companyId}, ${ctx.actor.userId}, 'shop', ${shopId}) on conflict do nothing`);
  await forgetPrincipals(tx);
}
