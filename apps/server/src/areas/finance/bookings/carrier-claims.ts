import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Decimal, money, toBase } from '../../../core/money.ts';
import { arrayOf } from '../../../core/scope.ts';
import { companyOf } from '../../company/public.ts';
import { carrierClaimsMoved, type OwedClaim } from '../../logistics/public.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';
import { book } from '../ledger/book.ts';
import type { Entry, Line } from '../ledger/entry.ts';

const DOC = 'carrier_claim';
const negated = (amount: string) => money(new Decimal(amount).neg());

interface Standing {
  claimId: number;
  amount: string;
  base: string;
}
/** What stands in the books as owed for these claims. */
const standingOf = (tx: Tx, claimIds: readonly number[]): Promise<Standing[]> =>
  tx.rows<Standing>(sql`select e.doc_id as claim_id, sum(l.amount)::text as amount, sum(l.base_amount)::text as base
    from ledger_entry e join ledger_line l on l.company_id = ${sql.company} and l.entry_id = e.id and l.account = 'claim_receivable'
    where e.company_id = ${sql.company} and e.doc_kind = ${DOC} and e.doc_id = any(${arrayOf(claimIds)}::bigint[])
    group by 1`);

/**
 * Brings what carriers owe for claims to what they accepted and have not credited. An accepted amount lowers the freight
 * of its order at once; the credit of a bill does so by its own entry, so it takes that back. What is given up is a loss.
 */
carrierClaimsMoved.listen(async (tx, { cause, onDay, claims }) => {
  const { baseCurrency } = await companyOf(tx);
  const standing = new Map(
    (
      await standingOf(
        tx,
        claims.map((one) => one.claimId),
      )
    ).map((one) => [one.claimId, one]),
  );
  const moved = claims.flatMap((claim) => {
    const { amount, base } = standing.get(claim.claimId) ?? { amount: '0', base: '0' };
    const change = new Decimal(claim.owed).minus(amount);
    return change.isZero() ? [] : [{ claim, change: money(change), before: { amount, base } }];
  });
  const rates = await ratesOn(
    tx,
    [...new Set(moved.map(({ claim }) => claim.currency))].map((currency) => ({ currency, day: onDay })),
  );
  await book(
    tx,
    moved.map(({ claim, change, before }): Entry => {
      const rate = rates.get(rateKey(claim.currency, onDay)) ?? '1';
      const owed = owedLine(claim, change, rate, before);
      const own = { amount: negated(change), currency: claim.currency };
      const against: Line[] =
        cause === 'refused'
          ? [{ account: 'claim_loss', ...own, rate: owed.rate, baseAmount: negated(owed.baseAmount) }]
          : [
              { account: 'last_mile', ...own, rate, baseAmount: toBase(own.amount, rate) },
              differenceLine(baseCurrency, owed.baseAmount, toBase(own.amount, rate)),
            ];
      return {
        ...{ docKind: DOC, docId: claim.claimId, step: `${cause}:${claim.version}`, onDay },
        text: `carrierClaim.${cause}`,
        order: { id: claim.orderId, shopId: claim.shopId },
        lines: [owed, ...against],
      };
    }),
  );
});

/** More is owed at the day's rate; less at the rate at which it was booked. */
function owedLine(claim: OwedClaim, change: string, rate: string, { amount, base }: Pick<Standing, 'amount' | 'base'>) {
  const party = { partyKind: 'carrier_account' as const, partyId: claim.carrierAccountId ?? 0 };
  const plain = { account: 'claim_receivable' as const, ...party, amount: change, currency: claim.currency };
  if (!change.startsWith('-')) return { ...plain, rate, baseAmount: toBase(change, rate) };
  const mean = new Decimal(base).div(amount);
  const baseAmount = new Decimal(claim.owed).isZero() ? negated(base) : toBase(change, mean.toFixed());
  return { ...plain, rate: mean.toDecimalPlaces(8).toFixed(), baseAmount };
}

function differenceLine(currency: string, one: string, other: string): Line {
  const amount = negated(new Decimal(one).plus(other).toFixed());
  return { account: 'fx_difference', amount, currency, rate: '1', baseAmount: amount };
}
