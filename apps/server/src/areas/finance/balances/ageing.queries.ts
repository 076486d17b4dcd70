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
import { inWarehouses } from '../../../core/scope.ts';
import { today } from './balances.queries.ts';
import { ageOf, BILL_DUE, openItems, visibleOpen } from './open-items.ts';
import { kindOf, partyJoins, partyName } from './parties.ts';

/** Parties of a page's sums. */
const MOST = 5_000;

const bills = (tx: Tx): Sql => sql`from purchase_due d
  join supplier_bill b on b.company_id = ${sql.company} and b.id = d.bill_id
  where d.company_id = ${sql.company} and d.bill_id > 0 and ${inWarehouses(tx, sql`d.warehouse_id`)}`;

/** One row for each party and currency: open by age, and what stands against it. */
async function rowsOf(tx: Tx, { side, party, currency }: AgeingFilter): Promise<Sql> {
  const sum = (age: string) => sql`coalesce(sum(i.amount) filter (where i.age = ${age}), 0)`;
  return sql`select i.party_kind, i.party_id, i.currency, ${sum('notDue')} as a0, ${sum('upTo30')} as a1, ${sum('upTo60')} as a2,
      ${sum('upTo90')} as a3, ${sum('older')} as a4, coalesce(sum(i.amount) filter (where not i.ahead), 0) as total,
      coalesce(-sum(i.amount) filter (where i.ahead), 0) as against, min(i.due) filter (where i.age = 'notDue') as next_due
    from (select o.*, ${ageOf(sql`o`, today(tx))} as age from ${await openItems(tx, side)} o) i
    where ${visibleOpen(tx, sql`i`)} and ${party ? sql`i.party_kind = ${kindOf(party)}` : sql`true`}
      and ${currency ? sql`i.currency = ${currency}` : sql`true`}
    group by 1, 2, 3 having sum(i.amount) <> 0 or sum(i.amount) filter (where not i.ahead) <> 0`;
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
  const order = sql`order by x.total desc, x.against desc, x.party_kind, x.party_id, x.currency`;
  const rows = await tx.rows<Omit<AgeingRow, 'key' | 'party'> & { partyKind: string; rows: number }>(sql`
    select x.party_kind, x.party_id, ${partyName(ctx.language)} as name, x.currency, ${SHOWN},
      x.next_due::text as next_due, x.rows
    from (select x.*, count(*) over ()::int as rows from (${await rowsOf(tx, filter)}) x ${order} limit ${limit} offset ${skip}) x
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
    from (select d.id, d.order_id, d.bill_id, b.reference, b.billed_on, ${BILL_DUE} as due, d.currency, d.amount, d.requested, d.paid ${from}
      order by due, d.id limit ${pageSize} offset ${(page - 1) * pageSize}) d
    join purchase_order o on o.company_id = ${sql.company} and o.id = d.order_id order by d.due, d.id`);
  return { rows, ...(await countOf(tx, from)) };
}
