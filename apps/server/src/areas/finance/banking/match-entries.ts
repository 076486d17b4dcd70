import type { ResultOf } from '@tradewind/contract/call.ts';
import type { bankMatchEntries } from '@tradewind/contract/finance/banking.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { notFound } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';
import { companyOf } from '../../company/public.ts';
import { COST_ACCOUNTS } from '../ledger/accounts.ts';
import { LINE_COLUMNS, LINE_JOINS, type LineRow, shownLine } from '../profit/lines.queries.ts';

/** A match takes 20 statement lines and 50 booked amounts at most. */
const MOST = 500;

/** What a match booked, as far as the actor may see it. @throws notFound finance.bank.matchGone */
export async function matchEntries(tx: Tx, ctx: Ctx, matchId: number): Promise<ResultOf<typeof bankMatchEntries>> {
  const match = await tx.row(sql`select 1 from bank_match
    where company_id = ${sql.company} and id = ${matchId} and undone_at is null`);
  if (!match) throw notFound('finance.bank.matchGone');
  const { baseCurrency } = await companyOf(tx);
  const hidden = maySee(ctx.rights, 'seeCost') ? [] : COST_ACCOUNTS;
  const rows = await tx.rows<LineRow>(sql`select ${LINE_COLUMNS} from bank_line b
    join ledger_entry e on e.company_id = ${sql.company} and e.doc_kind = 'bank_line' and e.doc_id = b.id
      and e.step = 'match:' || b.match_id ${LINE_JOINS}
    where b.company_id = ${sql.company} and b.match_id = ${matchId} and l.account <> all(${arrayOf(hidden)}::text[])
      and (l.party_kind <> 'shop' or ${inShops(tx, sql`l.party_id`)})
    order by e.id, l.id limit ${MOST}`);
  const difference = rows
    .filter(({ account }) => account === 'fx_difference')
    .reduce((sum, { baseAmount }) => sum.minus(baseAmount), new Decimal(0));
  return {
    baseCurrency,
    difference: difference.isZero() ? null : difference.toFixed(2),
    lines: rows.map((row) => shownLine(ctx.language, row)),
  };
}
