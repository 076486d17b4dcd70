import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import {
  AGES,
  type AgeingFilter,
  type AgeingRow,
  type listAgeing,
  type listPayableBills,
  type PayableBill,
} from '@tradewind/contract/finance.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { countOf } from '../../../core/database/statement.ts';
import { Decimal } from '../../../core/money.ts';
import { arrayOf, inWarehouses } from '../../../core/scope.ts';
import { planByDays, today } from './balances.queries.ts';
import { kindOf, partyJoins, partyName, visibleBalances } from './parties.ts';

/** Accounts that are aged by what was booked last; bills of suppliers have days of their own. */
const BOOKED = {
  payable: ['carrier_payable', 'warehouse_payable', 'expense_payable'],
  receivable: ['receivable', 'claim_receivable'],
} as const;
/** What stands against them. */
const AHEAD = { payable: ['supplier_prepaid', 'warehouse_prepaid'], receivable: [] } as const;
const SIGN = { payable: sql`-1`, receivable: sql`1` };
const DAYS = 90;
/** Parties of a page's sums. */
const MOST = 5_000;

/** Days of payment by party and currency. */
const TERMS = sql`select party_kind, party_id, currency, payment_days as days from party_terms
    where company_id = ${sql.company} and payment_days is not null
  union all select 'wholesale_customer', id, currency, terms_days from wholesale_customer
    where company_id = ${sql.company} and terms_days > 0`;

/** A bill without a day of its own is due by the days of its supplier. */
const DUE = sql`coalesce(d.due_on, b.billed_on + coalesce((select t.payment_days from party_terms t where t.company_id = ${sql.company}
  and t.party_kind = 'supplier' and t.party_id = d.supplier_id and t.currency = d.currency), 0))`;
const bills = (tx: Tx): Sql => sql`from purchase_due d
  join supplier_bill b on b.company_id = ${sql.company} and b.id = d.bill_id
  where d.company_id = ${sql.company} and d.bill_id > 0 and ${inWarehouses(tx, sql`d.warehouse_id`)}`;

/** Sums of `amount` by the days that have passed since `due`. */
const byAge = (tx: Tx, amount: Sql): Sql => sql`
  coalesce(sum(${amount}) filter (where due >= ${today(tx)}), 0) as a0,
  coalesce(sum(${amount}) filter (where due between ${today(tx)} - 30 and ${today(tx)} - 1), 0) as a1,
  coalesce(sum(${amount}) filter (where due between ${today(tx)} - 60 and ${today(tx)} - 31), 0) as a2,
  coalesce(sum(${amount}) filter (where due between ${today(tx)} - 90 and ${today(tx)} - 61), 0) as a3,
  min(due) filter (where due >= ${today(tx)}) as next_due`;

const ofSuppliers = (tx: Tx): Sql => sql`
  select 'supplier' as party_kind, supplier_id as party_id, currency, ${byAge(tx, sql`amount`)}, sum(amount) as total
  from (select d.supplier_id, d.currency, d.amount - d.paid as amount, ${DUE} as due ${bills(tx)}) d group by 2, 3`;

/**
 * What is open was booked last: payments settle the oldest first. So lines of the last days are enough, and what they do
 * not explain is older.
 */
const ofLedger = (tx: Tx, side: AgeingFilter['side'], since: string): Sql => {
  const [sign, accounts] = [SIGN[side], arrayOf(BOOKED[side])];
  return sql`select o.party_kind, o.party_id, o.currency, least(greatest(o.total, 0), coalesce(r.a0, 0)) as a0,
      least(greatest(o.total - coalesce(r.a0, 0), 0), coalesce(r.a1, 0)) as a1,
      least(greatest(o.total - coalesce(r.a0 + r.a1, 0), 0), coalesce(r.a2, 0)) as a2,
      least(greatest(o.total - coalesce(r.a0 + r.a1 + r.a2, 0), 0), coalesce(r.a3, 0)) as a3,
      case when o.total > 0 then r.next_due end as next_due, o.total
    from (select b.party_kind, b.party_id, b.currency, ${sign} * sum(b.amount) as total from ledger_balance b
      where b.company_id = ${sql.company} and b.account = any(${accounts}::text[]) and ${visibleBalances(tx, sql`b`)}
      group by 1, 2, 3 having sum(b.amount) <> 0) o
    left join (select party_kind, party_id, currency, ${byAge(tx, sql`amount`)}
      from (select l.party_kind, l.party_id, l.currency, ${sign} * l.amount as amount, e.on_day + coalesce(t.days, 0) as due
        from ledger_entry e join ledger_line l on l.company_id = ${sql.company} and l.entry_id = e.id
          and l.account = any(${accounts}::text[]) and ${sign} * l.amount > 0
        left join (${TERMS}) t on t.party_kind = l.party_kind and t.party_id = l.party_id and t.currency = l.currency
        where e.company_id = ${sql.company} and e.on_day >= ${since}::date) x group by 1, 2, 3) r
      on r.party_kind = o.party_kind and r.party_id = o.party_id and r.currency = o.currency`;
};

/** The first day whose lines may still be younger than the oldest age. */
async function sinceOf(tx: Tx): Promise<string> {
  const row = await tx.row<{ since: string }>(sql`select (${today(tx)} - ${sql.literal(DAYS)}
    - (select coalesce(max(days), 0) from (${TERMS}) t))::text as since`);
  const since = row?.since ?? '';
  planByDays(tx, { from: since });
  return since;
}

/**
 * One row for each party and currency: open by age, and what stands against it. Against bills of suppliers stands all that
 * the ledger has beside them: deposits, claims of returned goods, payments that name no bill.
 */
function rowsOf(tx: Tx, { side, party, currency }: AgeingFilter, since: string): Sql {
  const suppliers = side === 'payable' && maySee(tx.rights, 'seeCost');
  const open = suppliers ? sql`${ofLedger(tx, side, since)} union all ${ofSuppliers(tx)}` : ofLedger(tx, side, since);
  const whole = suppliers && tx.rights.warehouseIds === null;
  const accounts = whole ? [...AHEAD[side], 'supplier_payable'] : AHEAD[side];
  const ahead = sql`select b.party_kind, b.party_id, b.currency, sum(b.amount) as amount from (
      select b.party_kind, b.party_id, b.currency, b.amount from ledger_balance b
      where b.company_id = ${sql.company} and b.account = any(${arrayOf(accounts)}::text[]) and ${visibleBalances(tx, sql`b`)}
      ${whole ? sql`union all select 'supplier', d.supplier_id, d.currency, d.amount - d.paid ${bills(tx)}` : sql.empty}) b
    group by 1, 2, 3 having sum(b.amount) <> 0`;
  return sql`select coalesce(o.party_kind, h.party_kind) as party_kind, coalesce(o.party_id, h.party_id) as party_id,
      coalesce(o.currency, h.currency) as currency, coalesce(o.a0, 0) as a0, coalesce(o.a1, 0) as a1, coalesce(o.a2, 0) as a2,
      coalesce(o.a3, 0) as a3, greatest(coalesce(o.total, 0), 0) - coalesce(o.a0 + o.a1 + o.a2 + o.a3, 0) as a4,
      greatest(coalesce(o.total, 0), 0) as total, greatest(-coalesce(o.total, 0), 0) + coalesce(h.amount, 0) as against, o.next_due
    from (${open}) o full join (${ahead}) h on h.party_kind = o.party_kind and h.party_id = o.party_id and h.currency = o.currency
    where ${party ? sql`coalesce(o.party_kind, h.party_kind) = ${kindOf(party)}` : sql`true`}
      and ${currency ? sql`coalesce(o.currency, h.currency) = ${currency}` : sql`true`}`;
}

const SHOWN = sql`round(x.a0, 2)::text as not_due, round(x.a1, 2)::text as up_to30, round(x.a2, 2)::text as up_to60,
  round(x.a3, 2)::text as up_to90, round(x.a4, 2)::text as older, round(x.total, 2)::text as total,
  round(x.against, 2)::text as against`;

export async function ageingRows(
  tx: Tx,
  ctx: Pick<Ctx, 'language'>,
  filter: AgeingFilter,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ rows: AgeingRow[]; total: number }> {
  const since = await sinceOf(tx);
  const order = sql`order by x.total desc, x.against desc, x.party_kind, x.party_id, x.currency`;
  const rows = await tx.rows<Omit<AgeingRow, 'key' | 'party'> & { partyKind: string; rows: number }>(sql`
    select x.party_kind, x.party_id, ${partyName(ctx.language)} as name, x.currency, ${SHOWN},
      x.next_due::text as next_due, x.rows
    from (select x.*, count(*) over ()::int as rows from (${rowsOf(tx, filter, since)}) x ${order} limit ${limit} offset ${skip}) x
    ${partyJoins(sql`x`)} ${order}`);
  return {
    rows: rows.map(({ partyKind, rows: _rows, ...row }) => ({
      ...row,
      party: (partyKind || 'none') as AgeingRow['party'],
      key: [partyKind, row.partyId, row.currency].join('/'),
    })),
    total: rows[0]?.rows ?? 0,
  };
}

/** The lines are read once: parties are few, so the page and its sums are made of all of them. */
export async function ageingPage(
  tx: Tx,
  ctx: Ctx,
  { page, pageSize, ...filter }: ParsedOf<typeof listAgeing>,
): Promise<ResultOf<typeof listAgeing>> {
  const { rows, total } = await ageingRows(tx, ctx, filter, { limit: MOST, skip: 0 });
  const shown = rows.slice((page - 1) * pageSize, page * pageSize);
  return { rows: shown, total, totalExact: true, sums: sumsOf(rows) };
}

const SUMMED = [...AGES, 'total', 'against'] as const;
function sumsOf(rows: readonly AgeingRow[]): ResultOf<typeof listAgeing>['sums'] {
  return [...Map.groupBy(rows, (row) => row.currency)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, some]) => {
      const sum = (of: (typeof SUMMED)[number]) =>
        some.reduce((all, row) => all.plus(row[of]), new Decimal(0)).toFixed(2);
      return {
        currency,
        ...{ notDue: sum('notDue'), upTo30: sum('upTo30'), upTo60: sum('upTo60'), upTo90: sum('upTo90') },
        ...{ older: sum('older'), total: sum('total'), against: sum('against') },
      };
    });
}

export async function payableBills(
  tx: Tx,
  { supplierId, currency, page, pageSize }: ParsedOf<typeof listPayableBills>,
): Promise<ResultOf<typeof listPayableBills>> {
  const costs = maySee(tx.rights, 'seeCost') ? sql`true` : sql`false`;
  const from = sql`${bills(tx)} and ${costs} and d.supplier_id = ${supplierId} and d.currency = ${currency}`;
  const rows = await tx.rows<PayableBill>(sql`
    select d.id, d.order_id, o.number as order_number, d.bill_id, d.reference, d.billed_on::text as billed_on, d.due::text as due_on,
      greatest(${today(tx)} - d.due, 0) as days_overdue, d.currency, round(d.amount, 2)::text as amount,
      round(d.requested, 2)::text as requested, round(d.paid, 2)::text as paid, round(d.amount - d.paid, 2)::text as left
    from (select d.id, d.order_id, d.bill_id, b.reference, b.billed_on, ${DUE} as due, d.currency, d.amount, d.requested, d.paid ${from}
      order by due, d.id limit ${pageSize} offset ${(page - 1) * pageSize}) d
    join purchase_order o on o.company_id = ${sql.company} and o.id = d.order_id order by d.due, d.id`);
  return { rows, ...(await countOf(tx, from)) };
}
