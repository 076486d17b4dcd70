import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import {
  BALANCE_ACCOUNTS,
  type BalanceFilter,
  type BalanceParty,
  type BalanceRow,
  type listBalances,
} from '@tradewind/contract/finance.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { Decimal } from '../../../core/money.ts';
import { arrayOf } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { kindOf, LIMITS, partyJoins, partyName, visibleBalances } from './parties.ts';

type Found = Omit<BalanceRow, 'key' | 'party' | 'accountName'> & { partyKind: string; total: number };

const chosen = ({ party, account, currency }: BalanceFilter, tx: Tx, x: Sql): Sql =>
  sql.and([
    visibleBalances(tx, x),
    ...(party
      ? [sql`${x}.party_kind = ${kindOf(party)}`, sql`${x}.account = any(${arrayOf(BALANCE_ACCOUNTS[party])}::text[])`]
      : []),
    ...(account ? [sql`${x}.account = ${account}`] : []),
    ...(currency ? [sql`${x}.currency = ${currency}`] : []),
  ]);

/** What lines of the filter changed since its first day: within it, and after its last day. */
const changes = (tx: Tx, filter: BalanceFilter): Sql => {
  const within = filter.to ? sql`e.on_day <= ${filter.to}::date` : sql`true`;
  return sql`select l.account, l.party_kind, l.party_id, l.currency,
      coalesce(sum(l.amount) filter (where ${within} and l.amount > 0), 0) as up,
      coalesce(sum(l.amount) filter (where ${within} and l.amount < 0), 0) as down,
      coalesce(sum(l.amount) filter (where not (${within})), 0) as later,
      coalesce(sum(l.base_amount) filter (where not (${within})), 0) as later_base
    from ledger_entry e join ledger_line l on l.company_id = ${sql.company} and l.entry_id = e.id
    where e.company_id = ${sql.company} and ${filter.from ? sql`e.on_day >= ${filter.from}::date` : sql`true`}
      and ${chosen(filter, tx, sql`l`)} group by 1, 2, 3, 4`;
};

/** Balances by party, account and currency. Without days they come from the kept balances alone. */
function found(tx: Tx, filter: BalanceFilter): Sql {
  const days = filter.from !== undefined || filter.to !== undefined;
  const kept = sql`select b.account, b.party_kind, b.party_id, b.currency, sum(b.amount) as amount, sum(b.base_amount) as base
    from ledger_balance b where b.company_id = ${sql.company} and ${chosen(filter, tx, sql`b`)} group by 1, 2, 3, 4`;
  const rows = days
    ? sql`select coalesce(b.account, c.account) as account, coalesce(b.party_kind, c.party_kind) as party_kind,
        coalesce(b.party_id, c.party_id) as party_id, coalesce(b.currency, c.currency) as currency,
        coalesce(b.amount, 0) - coalesce(c.later, 0) as closing, coalesce(b.base, 0) - coalesce(c.later_base, 0) as base,
        coalesce(c.up, 0) as up, coalesce(c.down, 0) as down
      from (${kept}) b full join (${changes(tx, filter)}) c on c.account = b.account and c.party_kind = b.party_kind
        and c.party_id = b.party_id and c.currency = b.currency`
    : sql`select b.account, b.party_kind, b.party_id, b.currency, b.amount as closing, b.base, null::numeric as up,
        null::numeric as down from (${kept}) b`;
  return sql`select x.*, x.closing - x.up - x.down as opening, i.credit_limit, i.used, coalesce(i.used > i.credit_limit, false) as over
    from (${rows}) x left join (${LIMITS}) i on i.party_kind = x.party_kind and i.party_id = x.party_id and i.currency = x.currency
    where (x.closing <> 0 or x.base <> 0 or x.up <> 0 or x.down <> 0)
      and ${filter.over ? sql`i.used > i.credit_limit` : sql`true`}`;
}

/** A page of balances: those beyond their limit first, then the largest. */
export async function balanceRows(
  tx: Tx,
  ctx: Pick<Ctx, 'language'>,
  filter: BalanceFilter,
  at: { limit: number; skip: number },
): Promise<{ rows: BalanceRow[]; total: number }> {
  planByDays(tx, filter);
  const rows = await tx.rows<Found>(sql`
    select x.account, x.party_kind, x.party_id, ${partyName(ctx.language)} as name, x.currency,
      round(x.opening, 2)::text as opening, round(x.up, 2)::text as increase, round(x.down, 2)::text as decrease,
      round(x.closing, 2)::text as closing, round(x.base, 2)::text as base, round(x.credit_limit, 2)::text as "limit",
      round(x.used, 2)::text as used, x.over, x.total
    from (select x.*, count(*) over ()::int as total from (${found(tx, filter)}) x
      order by x.over desc, abs(x.base) desc, x.account, x.party_kind, x.party_id, x.currency
      limit ${at.limit} offset ${at.skip}) x ${partyJoins(sql`x`)}
    order by x.over desc, abs(x.base) desc, x.account, x.party_kind, x.party_id, x.currency`);
  return {
    rows: rows.map(({ partyKind, total: _total, ...row }) => ({
      ...row,
      party: (partyKind || 'none') as BalanceParty,
      key: [row.account, partyKind, row.partyId, row.currency].join('/'),
      accountName: say(ctx.language, `finance.account.${row.account}`),
    })),
    total: rows[0]?.total ?? 0,
  };
}

export async function balancePage(
  tx: Tx,
  ctx: Ctx,
  { page, pageSize, ...filter }: ParsedOf<typeof listBalances>,
): Promise<ResultOf<typeof listBalances>> {
  const found = await balanceRows(tx, ctx, filter, { limit: pageSize, skip: (page - 1) * pageSize });
  return { ...found, totalExact: true };
}

/** Parties beyond their limit that the actor may see. */
export const countOver = async (tx: Tx, ctx: Ctx): Promise<number> => {
  const { rows } = await balanceRows(tx, ctx, { over: true }, { limit: 200, skip: 0 });
  return new Set(rows.map(({ party, partyId, currency }) => `${party}/${partyId}/${currency}`)).size;
};

/** How many entries lie in some days decides the plan: it is made for each value. */
export function planByDays(tx: Tx, days: { from?: string | undefined; to?: string | undefined }): void {
  if (days.from !== undefined || days.to !== undefined) tx.set('plan_cache_mode', 'force_custom_plan');
}

/** Today by the company's calendar, as a date. */
export const today = (tx: Tx): Sql => dayOf(sql`${tx.now}`);
export const cents = (amount: string): string => new Decimal(amount).toFixed(2);
