import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { arrayOf } from '../../../core/scope.ts';
import { type ClaimCause, carrierClaimsMoved, type OwedClaim } from '../hooks.ts';

/** Reports what carriers now owe for these claims. The caller holds them; those without an order are in no books. */
export async function reportOwed(tx: Tx, cause: ClaimCause, onDay: string, claimIds: readonly number[]): Promise<void> {
  const claims =
    await tx.rows<OwedClaim>(sql`select k.id as claim_id, k.version, k.order_id, k.shop_id, p.carrier_account_id,
      k.currency, (case when k.state = 'accepted' then greatest(k.accepted - k.paid, 0) else 0 end)::text as owed
    from carrier_claim k join parcel p on p.company_id = ${sql.company} and p.id = k.parcel_id
    where k.company_id = ${sql.company} and k.id = any(${arrayOf(claimIds)}::bigint[])
      and k.order_id is not null and k.shop_id is not null order by k.id`);
  if (claims.length > 0) await carrierClaimsMoved.call(tx, { cause, onDay, claims });
}
