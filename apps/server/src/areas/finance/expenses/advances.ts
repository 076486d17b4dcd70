import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { AdvanceRow, listAdvances, recordAdvance } from '@tradewind/contract/finance.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows } from '../../../core/database/write.ts';
import { nextNumbers, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { defineList, is } from '../../../core/lists.ts';
import { Decimal, money, toBase } from '../../../core/money.ts';
import { companyOf } from '../../company/public.ts';
import { rateOn } from '../../settings/public.ts';
import { book, reverse } from '../ledger/book.ts';
import type { Line } from '../ledger/entry.ts';
import { assertPast, cashOf, moneyAccountFor, today } from './booking.ts';
import type { expenseAdvance } from './expenses.tables.ts';

const KIND = { kind: 'expense_advance', prefix: 'ADV' };
type DbRow = Omit<AdvanceRow, 'createdAt'> & { createdAt: Date };
const two = (value: string) => new Decimal(value).toFixed(2);

export const advances = defineList<Omit<ParsedOf<typeof listAdvances>, 'page' | 'pageSize'>, DbRow, AdvanceRow>({
  table: 'expense_advance',
  as: 'v',
  filters: { memberId: is(sql`v.member_id`), kind: is(sql`v.kind`) },
  order: sql`v.id desc`,
  columns: sql`v.id, v.number, v.kind, v.state, v.member_id, coalesce(m.name, '') as member_name, v.amount, v.currency, v.day,
    a.name as money_account_name, v.remark, v.created_by, v.created_at`,
  joins: sql`left join user_account m on m.company_id = ${sql.company} and m.id = v.member_id
    left join money_account a on a.company_id = ${sql.company} and a.id = v.money_account_id`,
  row: (row) => ({ ...row, amount: two(row.amount), createdAt: row.createdAt.toISOString() }),
});

/** What members still have, with what the documents say of how it came about. */
export async function balances(tx: Tx) {
  const list = await tx.rows<{
    memberId: number;
    memberName: string;
    currency: string;
    advanced: string;
    settled: string;
    repaid: string;
    balance: string;
  }>(sql`
    with moved as (
      select member_id, currency, case kind when 'advance' then amount else 0 end as advanced,
        case kind when 'repayment' then amount else 0 end as repaid, 0::numeric as settled
      from expense_advance where company_id = ${sql.company} and state = 'booked'
      union all
      select member_id, currency, 0, 0, amount from expense
      where company_id = ${sql.company} and member_id is not null and paid_from = 'advance' and state = 'paid')
    select m.member_id, coalesce(u.name, '') as member_name, m.currency, sum(m.advanced) as advanced, sum(m.settled) as settled,
      sum(m.repaid) as repaid, coalesce((select sum(b.amount) from ledger_balance b where b.company_id = ${sql.company}
        and b.account = 'staff_advance' and b.party_kind = 'member' and b.party_id = m.member_id
        and b.currency = m.currency), 0) as balance
    from moved m left join user_account u on u.company_id = ${sql.company} and u.id = m.member_id
    group by m.member_id, u.name, m.currency order by balance desc, u.name, m.currency limit 500`);
  return {
    list: list.map((row) => ({
      ...row,
      ...{ advanced: two(row.advanced), settled: two(row.settled), repaid: two(row.repaid), balance: two(row.balance) },
    })),
  };
}

/**
 * What a part of a member's advance is worth in base currency: its share of the balance. One transaction at a time takes
 * from a member's advances. @throws badField `field` if the member has less
 */
export async function advanceWorth(
  tx: Tx,
  memberId: number,
  currency: string,
  amount: string,
  field: string,
): Promise<string> {
  await holdMember(tx, memberId);
  const row = await tx.row<{ amount: string; base: string }>(sql`
    select coalesce(sum(amount), 0) as amount, coalesce(sum(base_amount), 0) as base from ledger_balance
    where company_id = ${sql.company} and account = 'staff_advance' and party_kind = 'member' and party_id = ${memberId}
      and currency = ${currency}`);
  const has = new Decimal(row?.amount ?? 0);
  if (has.lt(amount)) throw badField(field, 'finance.expense.advanceLess', { balance: has.toFixed(2), currency });
  if (has.eq(amount)) return row?.base ?? '0';
  return money(new Decimal(row?.base ?? 0).times(amount).div(has).toDecimalPlaces(2));
}

async function holdMember(tx: Tx, memberId: number): Promise<void> {
  const member = await tx.row<{ id: number }>(sql`select id from user_account
    where company_id = ${sql.company} and id = ${memberId} for no key update`);
  if (!member) throw badField('memberId', 'finance.expense.memberId');
}

/** Records an advance or its repayment. */
export async function record(tx: Tx, { idempotencyKey: _key, ...input }: ParsedOf<typeof recordAdvance>) {
  const { kind, memberId, amount, currency, day, moneyAccountId } = input;
  if (new Decimal(amount).isZero()) throw badField('amount', 'finance.expense.zero');
  await assertPast(tx, 'day', day);
  const account = await moneyAccountFor(tx, moneyAccountId);
  if (account && account.currency !== currency)
    throw badField('moneyAccountId', 'finance.expense.otherCurrency', { currency });
  const rate = await rateOn(tx, currency, day);
  const cash = toBase(amount, rate);
  if (kind === 'advance') await holdMember(tx, memberId);
  const worth = kind === 'advance' ? cash : await advanceWorth(tx, memberId, currency, amount, 'amount');
  const [number = ''] = await nextNumbers(tx, KIND);
  const row = { ...input, number, createdBy: tx.actor.name, createdAt: tx.now };
  const [made] = await tx.rows<{ id: number }>(
    sql`${insertRows<typeof expenseAdvance>('expense_advance', [row])} returning id`,
  );
  const id = made?.id ?? 0;
  const sign = (value: string, debit: boolean) => money(debit ? value : new Decimal(value).neg());
  const out = kind === 'advance';
  const { baseCurrency } = await companyOf(tx);
  const rest = money(new Decimal(worth).minus(cash));
  const lines: Line[] = [
    {
      ...{
        account: 'staff_advance',
        partyKind: 'member',
        partyId: memberId,
        amount: sign(amount, out),
        currency,
        rate,
      },
      baseAmount: sign(worth, out),
    },
    { ...cashOf(moneyAccountId), amount: sign(amount, !out), currency, rate, baseAmount: sign(cash, !out) },
    { account: 'fx_difference', amount: rest, currency: baseCurrency, rate: '1', baseAmount: rest },
  ];
  const text = out ? 'advancePaid' : 'advanceRepaid';
  await book(tx, [{ docKind: KIND.kind, docId: id, step: 'booked', onDay: day, text, lines }]);
  trace(tx, id, kind, { number, amount, currency });
  return { id, number };
}

const trace = (tx: Tx, docId: number, event: string, detail: Record<string, unknown>) =>
  writeHistory(tx, [{ docKind: KIND.kind, docId, event, detail }]);

/** Takes an advance or a repayment back that was recorded by mistake. */
export async function voidAdvance(tx: Tx, id: number): Promise<void> {
  const row = await tx.row<{ kind: string; state: string; memberId: number; amount: string; currency: string }>(sql`
    select kind, state, member_id, amount, currency from expense_advance
    where company_id = ${sql.company} and id = ${id} for update`);
  if (!row) throw notFound('finance.expense.notFound');
  if (row.state !== 'booked') throw conflict('finance.expense.advanceVoid');
  // What was spent of it cannot be taken back.
  if (row.kind === 'advance') await advanceWorth(tx, row.memberId, row.currency, row.amount, 'id');
  await tx.rows(sql`update expense_advance set state = 'void' where company_id = ${sql.company} and id = ${id}`);
  await reverse(tx, [{ docKind: KIND.kind, docId: id, step: 'booked' }], await today(tx), 'advanceReversed');
  trace(tx, id, 'voided', { amount: row.amount, currency: row.currency });
}
