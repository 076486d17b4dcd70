import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { type Bill, claimDocument } from './documents.ts';
import type { LineKey } from './match.ts';
import { reportOwed } from './owed.ts';

/**
 * The claims that credits of a bill close: the one that a credit names, by the carrier's number or ours, else an open one
 * of its tracking number, the oldest first. A claim takes one credit of a bill.
 */
export async function matchCredits(tx: Tx, bill: Bill, credits: readonly LineKey[]): Promise<Map<number, number>> {
  if (credits.length === 0) return new Map();
  const named = credits.flatMap((one) => [one.claimReference, one.reference]).filter((text) => text !== '');
  const numbers = credits.map((one) => one.trackingNumber).filter((text) => text !== '');
  const claims = await tx.rows<{ id: number; number: string; reference: string; trackingNumber: string }>(sql`
    select id, number, upper(reference) as reference, tracking_number from carrier_claim
    where company_id = ${sql.company} and issuer_id = ${bill.issuerId} and currency = ${bill.currency} and state <> 'paid'
      and (number = any(${named}::text[]) or upper(reference) = any(${named}::text[]) or tracking_number = any(${numbers}::text[]))
    order by id`);
  const taken = new Set<number>();
  return new Map(
    credits.flatMap((credit) => {
      const free = claims.filter((claim) => !taken.has(claim.id));
      const names = [credit.claimReference, credit.reference].filter((text) => text !== '');
      const claim =
        free.find((one) => names.includes(one.number) || (one.reference !== '' && names.includes(one.reference))) ??
        free.find((one) => one.trackingNumber !== '' && one.trackingNumber === credit.trackingNumber);
      if (!claim) return [];
      taken.add(claim.id);
      return [[credit.id, claim.id] as const];
    }),
  );
}

/**
 * Credits of a settled bill are paid money: a claim is closed once they reach what the carrier accepted. Without its
 * answer, what it paid is the answer.
 */
export async function payClaims(tx: Tx, bill: Bill): Promise<void> {
  const paid = await tx.rows<{ id: number; before: string; state: string; amount: string }>(sql`
    with credit as (select claim_id as id, -sum(amount) as amount from carrier_bill_line
        where company_id = ${sql.company} and bill_id = ${bill.id} and claim_id is not null and amount < 0 group by claim_id),
      locked as (select c.id, c.state, c.paid + k.amount as paid, coalesce(c.accepted, 0) as accepted, k.amount
        from carrier_claim c join credit k on k.id = c.id where c.company_id = ${sql.company} order by c.id for update of c)
    update carrier_claim c set paid = l.paid, accepted = greatest(l.accepted, l.paid), version = c.version + 1,
      state = case when l.paid >= l.accepted then 'paid' else c.state end
    from locked l where c.company_id = ${sql.company} and c.id = l.id
    returning c.id, l.state as before, c.state, l.amount::text as amount`);
  writeHistory(
    tx,
    paid.map(({ id, before, state, amount }) => ({
      ...{ docKind: claimDocument.kind, docId: id, event: 'credited', fromState: before, toState: state },
      detail: { bill: bill.number, amount },
    })),
  );
  await reportOwed(
    tx,
    'credited',
    bill.billedOn,
    paid.map((one) => one.id),
  );
}
