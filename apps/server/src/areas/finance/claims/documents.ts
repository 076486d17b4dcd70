import {
  PLATFORM_CLAIM_STEPS,
  type PlatformClaimState,
  platformClaimMay,
} from '@tradewind/contract/finance/platform-claims.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertMove, defineDocument, writeHistory } from '../../../core/documents.ts';
import { conflict, notFound } from '../../../core/errors.ts';
import { inShops } from '../../../core/scope.ts';

export const claimDocument = defineDocument<PlatformClaimState>({
  kind: 'platform_claim',
  prefix: 'MC',
  transitions: PLATFORM_CLAIM_STEPS,
});

export interface Claim {
  id: number;
  number: string;
  state: PlatformClaimState;
  shopId: number;
  currency: string;
}

/** @throws notFound finance.platformClaimGone; conflict finance.platformClaimState */
export async function lockClaim(tx: Tx, id: number, act: Parameters<typeof platformClaimMay>[0]): Promise<Claim> {
  const found = await tx.row<Claim & Record<string, unknown>>(sql`select id, number, state, shop_id, currency
    from platform_claim where company_id = ${sql.company} and id = ${id} and ${inShops(tx, sql`shop_id`)} for update`);
  if (!found) throw notFound('finance.platformClaimGone');
  if (!platformClaimMay(act, found)) throw conflict('finance.platformClaimState', { number: found.number });
  return found;
}

/** The only writer of a claim's state. */
export async function moveClaim(
  tx: Tx,
  claim: Claim,
  to: PlatformClaimState,
  detail: Record<string, unknown> = {},
): Promise<void> {
  assertMove(claimDocument, claim.state, to, claim.number);
  await tx.rows(sql`update platform_claim set state = ${to}, closed_at = ${to === 'open' ? null : tx.now}
    where company_id = ${sql.company} and id = ${claim.id}`);
  const event = to === 'open' ? 'reopened' : to;
  writeHistory(tx, [
    { docKind: claimDocument.kind, docId: claim.id, event, fromState: claim.state, toState: to, detail },
  ]);
}
