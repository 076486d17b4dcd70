import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { saveExpense } from '@tradewind/contract/finance.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addRows, insertRows, updateRows } from '../../../core/database/write.ts';
import { nextNumbers } from '../../../core/documents.ts';
import { badField, conflict } from '../../../core/errors.ts';
import { Decimal, split } from '../../../core/money.ts';
import { inShops } from '../../../core/scope.ts';
import { rateOn } from '../../settings/public.ts';
import { assertMay, assertOn, EXPENSE_DOCUMENTS, holdVisible, trace } from './documents.ts';
import type { expense, expenseLine } from './expenses.tables.ts';
import { typeFor } from './types.ts';

type Input = Omit<ParsedOf<typeof saveExpense>, 'idempotencyKey'>;
type Shares = Input['lines'];
/** Where a document comes from, beside a person's form. */
export interface Origin {
  recurringId: number;
  recurringMonth: string;
}

/** Shops, departments, member and order of a document, as far as the actor sees them. @throws badField */
export async function assertPlaces(
  tx: Tx,
  { lines, memberId, orderId }: { lines: Shares; memberId: number | null; orderId?: number | null },
  fieldOf = (at: number, key: 'shopId' | 'departmentId') => `lines.${at}.${key}`,
): Promise<{ orderShopId: number | null }> {
  const idsOf = (key: 'shopId' | 'departmentId') => lines.flatMap((line) => line[key] ?? []);
  const row = await tx.row<{ shops: number[]; departments: number[]; member: boolean; orderShopId: number | null }>(sql`
    select (select coalesce(array_agg(s.id), '{}') from shop s where s.company_id = ${sql.company}
        and s.id = any(${idsOf('shopId')}::bigint[]) and ${inShops(tx, sql`s.id`)})::bigint[] as shops,
      (select coalesce(array_agg(d.id), '{}') from department d where d.company_id = ${sql.company}
        and d.id = any(${idsOf('departmentId')}::bigint[]))::bigint[] as departments,
      exists (select 1 from user_account u where u.company_id = ${sql.company} and u.id = ${memberId}::bigint) as member,
      (select o.shop_id from sales_order o where o.company_id = ${sql.company} and o.id = ${orderId ?? null}::bigint
        and ${inShops(tx, sql`o.shop_id`)}) as order_shop_id`);
  const known = { shopId: (row?.shops ?? []).map(Number), departmentId: (row?.departments ?? []).map(Number) };
  for (const [at, line] of lines.entries())
    for (const key of ['shopId', 'departmentId'] as const) {
      const id = line[key];
      if (id !== null && !known[key].includes(id)) throw badField(fieldOf(at, key), `finance.expense.${key}`);
    }
  if (memberId !== null && !row?.member) throw badField('memberId', 'finance.expense.memberId');
  if (orderId && row?.orderShopId === null) throw badField('orderId', 'finance.orderGone');
  return { orderShopId: row?.orderShopId ?? null };
}

/** The amount in parts that sum to it exactly. @throws badField lines: no share, or two of the same place */
export function partsOf(amount: string, lines: Shares): (Shares[number] & { amount: string })[] {
  if (lines.every((line) => new Decimal(line.share).isZero()))
    throw badField('lines.0.share', 'finance.expense.noShare');
  const places = lines.map((line) => `${line.shopId}/${line.departmentId}`);
  const twice = places.findIndex((place, at) => places.indexOf(place) < at);
  if (twice > 0) throw badField(`lines.${twice}.shopId`, 'finance.expense.twice');
  const amounts = split(
    amount,
    lines.map((line) => line.share),
  );
  return lines.map((line, at) => ({ ...line, amount: amounts[at] ?? '0' }));
}

/** Saves a draft. Its type decides whether it is an expense or an income. */
export async function saveDraft(
  tx: Tx,
  input: Input,
  { by = input.id === undefined ? 'add' : 'edit', origin }: { by?: 'add' | 'edit' | 'import'; origin?: Origin } = {},
): Promise<{ id: number; number: string }> {
  const { id, version, lines, ...values } = input;
  const type = await typeFor(tx, input.typeId);
  assertOn(tx, type.side, by);
  if (new Decimal(input.amount).isZero()) throw badField('amount', 'finance.expense.zero');
  const { orderShopId } = await assertPlaces(tx, input);
  const placed = lines.map((line) => ({ ...line, shopId: line.shopId ?? (lines.length === 1 ? orderShopId : null) }));
  const parts = partsOf(input.amount, placed);
  const rate = await rateOn(tx, input.currency, input.day);
  // Nobody is reimbursed for an income.
  const row = { ...values, side: type.side, rate, memberId: type.side === 'income' ? null : values.memberId };
  let saved: { id: number; number: string };
  if (id === undefined) saved = await insert(tx, row, origin);
  else {
    const held = await holdVisible(tx, id);
    if (held.version !== version) throw conflict('finance.expense.stale');
    assertMay('edit', held);
    // Its number names its side.
    if (held.side !== type.side) throw badField('typeId', 'finance.expense.otherSide');
    await tx.rows(
      sql`${updateRows<typeof expense>('expense', [{ ...row, id }], [sql`version = expense.version + 1`])}`,
    );
    await tx.rows(sql`delete from expense_line where company_id = ${sql.company} and expense_id = ${id}`);
    saved = { id, number: held.number };
  }
  const rows = parts.map((part, position) => ({ ...part, position, expenseId: saved.id }));
  await addRows<typeof expenseLine>(tx, 'expense_line', rows);
  trace(tx, { id: saved.id, side: type.side }, id === undefined ? 'created' : 'changed', { amount: input.amount });
  return saved;
}

type Row = Omit<Input, 'id' | 'version' | 'lines'> & { side: 'expense' | 'income'; rate: string };
async function insert(tx: Tx, row: Row, origin?: Origin): Promise<{ id: number; number: string }> {
  const [number = ''] = await nextNumbers(tx, EXPENSE_DOCUMENTS[row.side]);
  const [made] = await tx.rows<{ id: number; number: string }>(
    sql`${insertRows<typeof expense>('expense', [
      { ...row, ...origin, number, createdBy: tx.actor.name, createdAt: tx.now },
    ])} returning id, number`,
  );
  if (!made) throw new Error('The document was not written');
  return made;
}
