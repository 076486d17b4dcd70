import { type BridgeStep, PROFIT_FIGURES, type ProfitFigure } from '@tradewind/contract/finance.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { dayOf, endOfDay } from '../../../core/database/statement.ts';
import { Decimal } from '../../../core/money.ts';
import { figureOf } from '../ledger/accounts.ts';
import { ESTIMATE } from '../ledger/book.ts';
import { AT_SALE } from '../ledger/causes.ts';
import type { Amounts } from './profit.queries.ts';

/** Entries `e` that the books had at the end of this day. */
export const knownBy = (day: string | undefined): Sql => (day ? sql`e.at < ${endOfDay(day)}` : sql`true`);

type Cause = 'atSale' | 'bySettlement' | 'later';
/** An entry's text says what it is. The estimate goes when the platform reports its fees. */
function causeOf(text: string): Cause {
  if (AT_SALE.has(text)) return 'atSale';
  return /^(settled|fee\.|feeEstimateReplaced)/.test(text) ? 'bySettlement' : 'later';
}

interface Step {
  account: string;
  text: string;
  estimate: boolean;
  base: string;
  since: string;
}
interface Sums {
  atSale: Decimal;
  bySettlement: Decimal;
  later: Decimal;
  since: string;
}
const NOTHING = { atSale: new Decimal(0), bySettlement: new Decimal(0), later: new Decimal(0), since: '' };

/** How an order's figures came about, by its ledger lines; its figures as the lines of that time make them. */
export async function bridgeOf(
  tx: Tx,
  orderId: number,
  knownOn: string | undefined,
): Promise<{ bridge: BridgeStep[]; figures: Amounts | undefined; feeState: 'none' | 'estimated' | 'settled' }> {
  const steps =
    await tx.rows<Step>(sql`select l.account, e.text, e.step = ${ESTIMATE} as estimate, sum(l.base_amount) as base,
      ${dayOf(sql`max(e.at)`)} as since
    from ledger_entry e join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id
    where e.company_id = ${sql.company} and e.order_id = ${orderId} and ${knownBy(knownOn)} group by 1, 2, 3`);
  const sums = new Map<ProfitFigure, Sums>();
  let feeEstimate = new Decimal(0);
  for (const { account, text, estimate, base, since } of steps) {
    const found = figureOf(account);
    if (!found) continue;
    const before = sums.get(found.figure) ?? NOTHING;
    const cause = causeOf(text);
    const amount = new Decimal(base).times(found.sign);
    sums.set(found.figure, {
      ...before,
      [cause]: before[cause].plus(amount),
      since: later(since, before.since),
    });
    if (estimate) feeEstimate = feeEstimate.plus(amount);
  }
  const settled = steps.some(({ account, text }) => account === 'platform_fee' && causeOf(text) === 'bySettlement');
  return {
    bridge: PROFIT_FIGURES.flatMap((figure) => {
      const sum = sums.get(figure);
      return sum ? [shown(figure, sum)] : [];
    }),
    figures: steps.length > 0 ? amountsOf(sums, feeEstimate) : undefined,
    feeState: settled ? 'settled' : steps.length > 0 ? 'estimated' : 'none',
  };
}

const later = (a: string, b: string): string => [a, b].sort()[1] ?? a;
const nowOf = ({ atSale, bySettlement, later }: Sums): Decimal => atSale.plus(bySettlement).plus(later);

const shown = (figure: ProfitFigure, sum: Sums): BridgeStep => ({
  figure,
  atSale: sum.atSale.toFixed(2),
  bySettlement: sum.bySettlement.toFixed(2),
  later: sum.later.toFixed(2),
  now: nowOf(sum).toFixed(2),
  since: sum.since,
});

function amountsOf(sums: ReadonlyMap<ProfitFigure, Sums>, feeEstimate: Decimal): Amounts {
  const of = (figure: ProfitFigure) => nowOf(sums.get(figure) ?? NOTHING);
  const costs = of('discount').plus(of('platformFee')).plus(of('goodsCost')).plus(of('labelCost')).plus(of('refund'));
  return {
    goods: of('goods').toFixed(4),
    shipping: of('shipping').toFixed(4),
    discount: of('discount').toFixed(4),
    platformFee: of('platformFee').toFixed(4),
    feeEstimate: feeEstimate.toFixed(4),
    goodsCost: of('goodsCost').toFixed(4),
    labelCost: of('labelCost').toFixed(4),
    refund: of('refund').toFixed(4),
    profit: of('goods').plus(of('shipping')).minus(costs).toFixed(4),
  };
}
