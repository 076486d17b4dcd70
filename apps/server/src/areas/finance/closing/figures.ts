import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { Decimal } from '../../../core/money.ts';
import { ACCOUNTS, type Account, type AccountKind } from '../ledger/accounts.ts';
import { nextMonth } from '../ledger/periods.ts';
import { visibleShops } from './whole.ts';

/** A closed month whose figures are written, at its latest version. */
interface Base {
  month: string;
  version: number;
}

/** The last month before this one with figures that hold: balances go on from there. */
export function baseOf(tx: Tx, month: string): Promise<Base | undefined> {
  return tx.row<Base>(sql`select p.month, p.version from finance_period p
    join finance_close c on c.company_id = p.company_id and c.month = p.month and c.version = p.version
    where p.company_id = ${sql.company} and p.month < ${month}::date and p.state = 'closed' and c.figures_at is not null
    order by p.month desc limit 1`);
}

/**
 * The month's movement and the balance at its end, by account, party, shop and currency, from the ledger itself: the
 * balances of the last closed month and all lines since. `lines` and `hash` are of the month alone. One pass.
 */
export function ledgerFigures(month: string, base: Base | undefined): Sql {
  const begin = sql`${month}::date`;
  const from = base ? sql`e.on_day >= ${nextMonth(base.month)}::date` : sql`true`;
  const before = base
    ? sql`union all select account, party_kind, party_id, shop_id, currency, 0, 0, closing, closing_base, 0, 0
        from finance_figure where company_id = ${sql.company} and month = ${base.month}::date and version = ${base.version}`
    : sql.empty;
  // The hash of a line holds all that the line says; their sum does not depend on their order.
  return sql`select account, party_kind, party_id, shop_id, currency, sum(movement) as movement, sum(movement_base) as movement_base,
      sum(closing) as closing, sum(closing_base) as closing_base, sum(lines) as lines, sum(hash) as hash
    from (select l.account, l.party_kind, l.party_id, coalesce(l.shop_id, 0) as shop_id, l.currency,
        coalesce(sum(l.amount) filter (where e.on_day >= ${begin}), 0) as movement,
        coalesce(sum(l.base_amount) filter (where e.on_day >= ${begin}), 0) as movement_base,
        sum(l.amount) as closing, sum(l.base_amount) as closing_base, count(*) filter (where e.on_day >= ${begin}) as lines,
        coalesce(sum(hashtextextended(concat_ws('|', l.id, e.id, e.on_day, l.account, l.party_kind, l.party_id, l.amount, l.currency,
          l.rate, l.base_amount, coalesce(l.shop_id, 0), coalesce(l.department_id, 0), coalesce(l.product_id, 0)), 0)::numeric)
          filter (where e.on_day >= ${begin}), 0) as hash
      from ledger_entry e join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id
      where e.company_id = ${sql.company} and ${from} and e.on_day < ${nextMonth(month)}::date
      group by l.account, l.party_kind, l.party_id, coalesce(l.shop_id, 0), l.currency
      ${before}) x
    group by account, party_kind, party_id, shop_id, currency`;
}

/** Rows as `ledgerFigures` names them: of a version that was kept, or of the ledger as it is. */
export async function figuresOf(tx: Tx, month: string, version: number | null): Promise<Sql> {
  if (version === null) return ledgerFigures(month, await baseOf(tx, month));
  return sql`select account, party_kind, party_id, shop_id, currency, movement, movement_base, closing, closing_base
    from finance_figure where company_id = ${sql.company} and month = ${month}::date and version = ${version}`;
}

export interface AccountSums {
  movement: string;
  closing: string;
}

/** In base currency by account, in the actor's shops. */
export async function sumsOf(
  tx: Tx,
  ctx: Pick<Ctx, 'rights'>,
  month: string,
  version: number | null,
): Promise<Map<string, AccountSums>> {
  const rows = await tx.rows<AccountSums & { account: string }>(sql`
    select account, sum(movement_base) as movement, sum(closing_base) as closing from (${await figuresOf(tx, month, version)}) f
    where ${(await visibleShops(tx, ctx))(sql`f.shop_id`)} group by account`);
  return new Map(rows.map(({ account, movement, closing }) => [account, { movement, closing }]));
}

export const kindOf = (account: string): AccountKind => ACCOUNTS[account as Account]?.kind ?? 'asset';
export const ACCOUNT_ORDER = Object.keys(ACCOUNTS);

/** Income less expenses: credits less debits. */
export const profitOf = (sums: ReadonlyMap<string, AccountSums>): string =>
  [...sums]
    .filter(([account]) => ['income', 'expense'].includes(kindOf(account)))
    .reduce((profit, [, { movement }]) => profit.minus(movement), new Decimal(0))
    .toFixed(2);
