import type { AgeingFilter } from '@tradewind/contract/finance.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { arrayOf, inWarehouses } from '../../../core/scope.ts';
import { planByDays, today } from './balances.queries.ts';
import { visibleBalances } from './parties.ts';

type Side = AgeingFilter['side'];

/** Accounts that are aged by what was booked last; bills of suppliers have days of their own. */
const BOOKED = {
  payable: ['carrier_payable', 'warehouse_payable', 'expense_payable'],
  receivable: ['receivable', 'claim_receivable'],
} as const;
/** What stands against them: supplier_payable as far as no bill explains it. */
const AHEAD = { payable: ['supplier_prepaid', 'warehouse_prepaid', 'supplier_payable'], receivable: [] } as const;
/** How each side counts: positive is open. */
const SIGN = { payable: sql`-1`, receivable: sql`1` };
const DAYS = 90;

/** Days of payment by party and currency. */
const TERMS = sql`select party_kind, party_id, currency, payment_days as days from party_terms
    where company_id = ${sql.company} and payment_days is not null
  union all select 'wholesale_customer', id, currency, terms_days from wholesale_customer
    where company_id = ${sql.company} and terms_days > 0`;

/** A bill `b` with its due `d`, which without a day of its own is due by the days of its supplier. */
export const BILL_DUE = sql`coalesce(d.due_on, b.billed_on + coalesce((select t.payment_days from party_terms t where t.company_id = ${sql.company}
  and t.party_kind = 'supplier' and t.party_id = b.supplier_id and t.currency = b.currency), 0))`;

/** What is left of bills now; at an earlier day with what was paid since, without bills that came since. */
function billRows(until: string | undefined): Sql {
  const open = sql`select d.bill_id, d.amount - d.paid as amount from purchase_due d
    where d.company_id = ${sql.company} and d.bill_id > 0`;
  const paidSince =
    until === undefined
      ? sql.empty
      : sql`union all select p.bill_id, p.amount from supplier_payment p
          where p.company_id = ${sql.company} and p.bill_id is not null and p.state = 'paid' and p.paid_on > ${until}::date`;
  return sql`select 'supplier_payable' as account, 'supplier' as party_kind, b.supplier_id as party_id, o.warehouse_id,
      b.currency, ${BILL_DUE} as due, b.reference as document, x.amount, round(x.amount * b.rate, 4) as base
    from (select bill_id, sum(amount) as amount from (${open} ${paidSince}) y group by 1) x
    join supplier_bill b on b.company_id = ${sql.company} and b.id = x.bill_id
    join purchase_order o on o.company_id = ${sql.company} and o.id = b.order_id
    left join purchase_due d on d.company_id = ${sql.company} and d.order_id = b.order_id and d.bill_id = b.id
    where ${until === undefined ? sql`true` : sql`b.billed_on <= ${until}::date`}`;
}

/** Balances of these accounts by party and currency, positive where the side is open; at the end of an earlier day. */
function balances(side: Side, until: string | undefined): Sql {
  const accounts = sql`${arrayOf([...BOOKED[side], ...AHEAD[side]])}::text[]`;
  const later =
    until === undefined
      ? sql.empty
      : sql`union all select account, party_kind, party_id, currency, -amount, -base_amount from finance_day
          where company_id = ${sql.company} and account = any(${accounts}) and on_day > ${until}::date`;
  return sql`select account, party_kind, party_id, currency, ${SIGN[side]} * sum(amount) as amount, ${SIGN[side]} * sum(base_amount) as base
    from (select account, party_kind, party_id, currency, amount, base_amount from ledger_balance
      where company_id = ${sql.company} and account = any(${accounts}) ${later}) x
    group by 1, 2, 3, 4 having sum(amount) <> 0 or sum(base_amount) <> 0`;
}

/** The first day whose lines may still be younger than the oldest age. */
async function sinceOf(tx: Tx, until: string | undefined): Promise<string> {
  const day = until === undefined ? today(tx) : sql`${until}::date`;
  const row = await tx.row<{ since: string }>(sql`select (${day} - ${sql.literal(DAYS)}
    - (select coalesce(max(days), 0) from (${TERMS}) t))::text as since`);
  const since = row?.since ?? '';
  planByDays(tx, { from: since });
  return since;
}

/**
 * What is open and what stands against it, as rows `(account, party_kind, party_id, warehouse_id, currency, due, document,
 * ahead, amount, base)`: positive is open, `ahead` is negative, and their sum is the balance of the ledger, in its currency
 * and in base. Payments settle the oldest first, so what is open was booked last: lines of the last days are enough, and
 * what they do not explain has no `due` and is older than all ages. `until`: as things stood at the end of an earlier day.
 * The actor sees some of them: `visibleOpen`.
 */
export async function openItems(tx: Tx, side: Side, until?: string): Promise<Sql> {
  const since = await sinceOf(tx, until);
  const sign = SIGN[side];
  const booked = sql`${arrayOf(BOOKED[side])}::text[]`;
  const key = sql`account, party_kind, party_id, currency`;
  const same = (a: Sql, b: Sql) =>
    sql`${a}.account = ${b}.account and ${a}.party_kind = ${b}.party_kind and ${a}.party_id = ${b}.party_id and ${a}.currency = ${b}.currency`;
  const bills = side === 'payable' ? billRows(until) : undefined;
  const withoutBills = bills
    ? sql`union all select account, party_kind, party_id, currency, -amount, -base from bills`
    : sql.empty;
  return sql`(with bal as materialized (${balances(side, until)}),
    ${bills ? sql`bills as materialized (${bills}),` : sql.empty}
    lines as (
      select l.account, l.party_kind, l.party_id, l.currency, e.on_day + coalesce(t.days, 0) as due, sum(${sign} * l.amount) as amount
      from ledger_entry e join ledger_line l on l.company_id = ${sql.company} and l.entry_id = e.id
        and l.account = any(${booked}) and ${sign} * l.amount > 0
      left join (${TERMS}) t on t.party_kind = l.party_kind and t.party_id = l.party_id and t.currency = l.currency
      where e.company_id = ${sql.company} and e.on_day >= ${since}::date
        and ${until === undefined ? sql`true` : sql`e.on_day <= ${until}::date`} group by 1, 2, 3, 4, 5
    ), upto as (
      select ${key}, due, amount, sum(amount) over (partition by ${key} order by due desc) as upto from lines
    ), parts as (
      select b.account, b.party_kind, b.party_id, b.currency, u.due, b.amount as whole, b.base as whole_base,
        least(b.amount, u.upto) as upto, least(b.amount, u.upto - u.amount) as before
      from bal b join upto u on ${same(sql`u`, sql`b`)} where b.amount > 0 and b.account = any(${booked}) and u.upto - u.amount < b.amount
      union all
      select b.account, b.party_kind, b.party_id, b.currency, null, b.amount, b.base, b.amount, least(b.amount, coalesce(u.upto, 0))
      from bal b left join (select ${key}, max(upto) as upto from upto group by ${key}) u on ${same(sql`u`, sql`b`)}
      where b.amount > 0 and b.account = any(${booked}) and coalesce(u.upto, 0) < b.amount
    )
    select account, party_kind, party_id, null::bigint as warehouse_id, currency, due, '' as document, false as ahead, upto - before as amount,
      round(whole_base * upto / whole, 4) - round(whole_base * before / whole, 4) as base from parts
    ${bills ? sql`union all select account, party_kind, party_id, warehouse_id, currency, due, document, false, amount, base from bills` : sql.empty}
    union all select account, party_kind, party_id, null, currency, null, '', true, amount, base from bal where amount <= 0 and account = any(${booked})
    union all select account, party_kind, party_id, null, currency, null, '', true, sum(amount), sum(base)
      from (select ${key}, amount, base from bal where account <> all(${booked}) ${withoutBills}) x
      group by ${key} having sum(amount) <> 0 or sum(base) <> 0)`;
}

/** The rows of `openItems` that the actor may see: bills of their warehouses, without what explains no bill. */
export const visibleOpen = (tx: Tx, x: Sql): Sql =>
  tx.rights.warehouseIds === null
    ? visibleBalances(tx, x)
    : sql`${visibleBalances(tx, x)} and (${x}.account <> 'supplier_payable' or ${inWarehouses(tx, sql`${x}.warehouse_id`)})`;

/** The age of a row `x` on a day, as a word of AGES; what stands against it is `ahead`. */
export const ageOf = (
  x: Sql,
  day: Sql,
): Sql => sql`case when ${x}.ahead then 'ahead' when ${x}.due >= ${day} then 'notDue'
  when ${x}.due >= ${day} - 30 then 'upTo30' when ${x}.due >= ${day} - 60 then 'upTo60' when ${x}.due >= ${day} - 90 then 'upTo90' else 'older' end`;
