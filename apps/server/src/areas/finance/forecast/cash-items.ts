import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { openItems, visibleOpen } from '../balances/open-items.ts';
import { partyJoins, partyName } from '../balances/parties.ts';
import { heldMoney } from '../settlements/money.ts';

interface Days {
  from: string;
  to: string;
}

/** A due day: what should have been paid before is paid now; what should have come in before has no day any more. */
const payOn = (due: Sql, today: string): Sql => sql`greatest(${due}, ${today}::date)`;
const comesOn = (due: Sql, today: string): Sql => sql`case when ${due} >= ${today}::date then ${due} end`;
const NOWHERE = sql`0::bigint as shop_id, 0::bigint as warehouse_id`;

/** Money on accounts of the company now. */
const CASH = sql`select 'opening' as line, ${NOWHERE}, b.currency, null::date as due, a.name as document, sum(b.amount) as amount
  from ledger_balance b join money_account a on a.company_id = ${sql.company} and a.id = b.party_id
  where b.company_id = ${sql.company} and b.account = 'cash' and b.party_kind = 'money_account'
  group by b.currency, a.id, a.name having sum(b.amount) <> 0`;

async function payouts(tx: Tx, today: string): Promise<Sql> {
  return sql`select 'payouts', p."shopId", 0, p.currency, ${comesOn(sql`p.day`, today)}, p."shopName", p.amount
    from jsonb_to_recordset(${sql.json(await heldMoney(tx))}) as p("shopId" bigint, "shopName" text, currency text, amount numeric, day date)
    where p.amount <> 0`;
}

/** What parties owe and are owed by the ledger; income stands among the documents. */
async function open(tx: Tx, today: string): Promise<Sql> {
  const named = async (side: 'payable' | 'receivable') => sql`(select i.*, ${partyName('zh')} as party
    from ${await openItems(tx, side)} i ${partyJoins(sql`i`)} where not i.ahead and i.amount <> 0 and ${visibleOpen(tx, sql`i`)}) i`;
  return sql`select 'receipts', ${NOWHERE}, i.currency, ${comesOn(sql`i.due`, today)}, i.party, i.amount
    from ${await named('receivable')} where i.party_kind <> ''
    union all
    select case i.account when 'supplier_payable' then 'bills' else 'freight' end, 0, coalesce(i.warehouse_id, 0), i.currency,
      ${payOn(sql`i.due`, today)}, concat_ws(' · ', i.party, nullif(i.document, '')), -i.amount
    from ${await named('payable')} where i.account in ('supplier_payable', 'carrier_payable', 'warehouse_payable')`;
}

/** Instalments of purchase orders that no bill asks for yet. */
const planned = (
  today: string,
): Sql => sql`select 'planned', 0, d.warehouse_id, d.currency, case when d.due_on is not null then ${payOn(sql`d.due_on`, today)} end,
    concat(o.number, ' · ', d.position), d.paid - d.amount
  from purchase_due d join purchase_order o on o.company_id = ${sql.company} and o.id = d.order_id
  where d.company_id = ${sql.company} and d.bill_id = 0`;

/** Approved and not paid: with the payment run that has it, else on its own day. */
const expenses = (
  today: string,
): Sql => sql`select case x.side when 'income' then 'receipts' else 'expenses' end, coalesce(l.shop_id, 0), 0, x.currency,
    case x.side when 'income' then ${comesOn(sql`x.day`, today)} else ${payOn(sql`coalesce(r.pay_on, x.day)`, today)} end,
    x.number, case x.side when 'income' then l.amount else -l.amount end
  from expense x join expense_line l on l.company_id = ${sql.company} and l.expense_id = x.id
  left join payment_run r on r.company_id = ${sql.company} and r.id = x.run_id and r.state = 'prepared'
  where x.company_id = ${sql.company} and x.state in ('approved', 'booked')`;

/** Each month that is still to come, to the last cent: its last part takes what rounding the others leaves. */
const recurring = (
  to: string,
): Sql => sql`select case t.side when 'income' then 'receipts' else 'recurring' end, p.shop_id, 0, c.currency, m.due,
    coalesce(nullif(c.subject, ''), nullif(t.name_zh, ''), t.name_en), case t.side when 'income' then p.amount else -p.amount end
  from recurring_expense c join expense_type t on t.company_id = ${sql.company} and t.id = c.type_id
  cross join lateral (
    select least(d.month::date + c.day_of_month - 1, (d.month + interval '1 month')::date - 1) as due
    from generate_series(date_trunc('month', c.next_on::timestamp), ${to}::timestamp, interval '1 month') d(month)) m
  cross join lateral (
    select coalesce((s.part ->> 'shopId')::bigint, 0) as shop_id,
      round(c.amount * sum(share) over (order by s.n) / sum(share) over (), 2)
        - round(c.amount * (sum(share) over (order by s.n) - share) / sum(share) over (), 2) as amount
    from jsonb_array_elements(c.lines) with ordinality s(part, n) cross join lateral (select (s.part ->> 'share')::numeric as share) v) p
  where c.company_id = ${sql.company} and c.active and m.due >= c.next_on and m.due <= ${to}::date and (c.until is null or m.due <= c.until)`;

/**
 * Money at hand and what is expected from today up to a day, as a subquery `(line, shop_id, warehouse_id, currency, due,
 * document, amount)`: positive comes in. Without `due`: nothing says when. What is due later is left out.
 */
export async function cashItems(tx: Tx, { from, to }: Days): Promise<Sql> {
  const parts = [CASH, await payouts(tx, from), await open(tx, from), planned(from), expenses(from), recurring(to)];
  return sql`(select * from (${sql.join(parts, sql` union all `)}) all_of where due is null or due <= ${to}::date)`;
}
