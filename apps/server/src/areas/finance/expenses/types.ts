import type { ParsedOf } from '@tradewind/contract/call.ts';
import {
  type ExpenseSide,
  type ExpenseTypeRow,
  type saveExpenseType,
  sideOfAccount,
} from '@tradewind/contract/finance.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { insertRows, updateRows } from '../../../core/database/write.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { companyCreated } from '../../company/public.ts';
import { assertOn } from './documents.ts';
import type { expenseType } from './expenses.tables.ts';

const saved = defineAction('finance.typeSaved', ['保存收支类型', 'Expense type saved']);
const deleted = defineAction('finance.typeDeleted', ['删除收支类型', 'Expense type deleted']);

type Start = [zh: string, en: string, account: ExpenseTypeRow['account'], under?: [zh: string, en: string][]];
const STARTING_TYPES: readonly Start[] = [
  [
    '办公费用',
    'Office',
    'operating_expense',
    [
      ['房租水电', 'Rent and utilities'],
      ['办公用品', 'Supplies'],
    ],
  ],
  [
    '人工费用',
    'Staff',
    'operating_expense',
    [
      ['工资', 'Wages'],
      ['福利', 'Benefits'],
    ],
  ],
  ['软件与服务', 'Software and services', 'operating_expense'],
  ['差旅费', 'Travel', 'operating_expense'],
  [
    '广告推广',
    'Advertising',
    'advertising',
    [
      ['站内广告', 'Marketplace ads'],
      ['站外推广', 'Off-site promotion'],
    ],
  ],
  ['仓储费', 'Storage', 'storage_fee'],
  ['银行手续费', 'Bank charges', 'bank_fee'],
  ['其他费用', 'Other expenses', 'operating_expense'],
  ['补贴与退税', 'Subsidies and tax refunds', 'other_income'],
  ['利息收入', 'Interest', 'other_income'],
  ['其他收入', 'Other income', 'other_income'],
];

/** The types that a new company begins with. */
companyCreated.listen(async (tx) => {
  const rowOf = (nameZh: string, nameEn: string, account: ExpenseTypeRow['account']) => ({
    ...{ nameZh, nameEn, account, side: sideOfAccount(account) },
  });
  const tops = STARTING_TYPES.map(([zh, en, account]) => rowOf(zh, en, account));
  const made = await tx.rows<{ id: number; nameEn: string }>(
    sql`${insertRows<typeof expenseType>('expense_type', tops)} returning id, name_en`,
  );
  const ids = new Map(made.map((row) => [row.nameEn, row.id]));
  const under = STARTING_TYPES.flatMap(([, top, account, parts = []]) =>
    parts.map(([zh, en]) => ({ ...rowOf(zh, en, account), parentId: ids.get(top) ?? null })),
  );
  await tx.rows(sql`${insertRows<typeof expenseType>('expense_type', under)} returning id`);
});

/** The type itself and the types under it, as a condition on a column with ids of types. */
export const ofType =
  (column: Sql) =>
  (id: number): Sql =>
    sql`${column} in (select f.id from expense_type f where f.company_id = ${sql.company} and (f.id = ${id} or f.parent_id = ${id}))`;

export const listTypes = (tx: Tx): Promise<ExpenseTypeRow[]> =>
  tx.rows<ExpenseTypeRow>(sql`
    select t.id, t.parent_id, t.name_zh, t.name_en, t.account, t.side, t.active, t.version, (
      exists (select 1 from expense x where x.company_id = ${sql.company} and x.type_id = t.id)
      or exists (select 1 from budget_line b where b.company_id = ${sql.company} and b.type_id = t.id)
      or exists (select 1 from recurring_expense r where r.company_id = ${sql.company} and r.type_id = t.id)
      or exists (select 1 from expense_type c where c.company_id = ${sql.company} and c.parent_id = t.id)) as used
    from expense_type t where t.company_id = ${sql.company}
    order by t.side, coalesce(t.parent_id, t.id), t.parent_id is not null, t.id limit 2000`);

interface Type {
  id: number;
  side: ExpenseSide;
  account: ExpenseTypeRow['account'];
  active: boolean;
}
/** @throws badField typeId: there is none, or it is switched off */
export async function typeFor(tx: Tx, id: number, field = 'typeId'): Promise<Type> {
  const row = await tx.row<Type>(sql`select t.id, t.side, t.account,
      t.active and coalesce(p.active, true) as active from expense_type t
    left join expense_type p on p.company_id = ${sql.company} and p.id = t.parent_id
    where t.company_id = ${sql.company} and t.id = ${id}`);
  if (!row) throw badField(field, 'finance.expense.typeNotFound');
  if (!row.active) throw badField(field, 'finance.expense.typeOff');
  return row;
}

export async function saveType(tx: Tx, { idempotencyKey: _key, version, ...input }: ParsedOf<typeof saveExpenseType>) {
  if (input.nameZh === '' && input.nameEn === '') throw badField('nameZh', 'finance.expense.typeName');
  const side = sideOfAccount(input.account);
  assertOn(tx, side, 'edit');
  const all = await listTypes(tx);
  const old = all.find((one) => one.id === input.id);
  if (input.id !== undefined && !old) throw notFound('finance.expense.typeNotFound');
  if (old && old.version !== version) throw conflict('finance.expense.stale');
  if (old?.used && old.account !== input.account) throw badField('account', 'finance.expense.typeUsed');
  if (input.parentId !== null) {
    const parent = all.find((one) => one.id === input.parentId);
    const hasOwn = old !== undefined && all.some((one) => one.parentId === old.id);
    if (!parent || parent.parentId !== null || parent.id === old?.id || hasOwn || parent.side !== side)
      throw badField('parentId', 'finance.expense.typeParent');
  }
  const twin = all.find(
    (one) =>
      one.id !== old?.id &&
      one.side === side &&
      one.parentId === input.parentId &&
      ((one.nameZh !== '' && one.nameZh === input.nameZh) || (one.nameEn !== '' && one.nameEn === input.nameEn)),
  );
  if (twin) throw badField('nameZh', 'finance.expense.typeTaken');
  const row = { ...input, side };
  const [made] = await tx.rows<{ id: number }>(
    old
      ? sql`${updateRows<typeof expenseType>('expense_type', [{ ...row, id: old.id }], [sql`version = expense_type.version + 1`])} returning expense_type.id`
      : sql`${insertRows<typeof expenseType>('expense_type', [row])} returning id`,
  );
  const id = made?.id ?? 0;
  writeAudit(tx, [
    { action: saved, targetKind: 'expense_type', targetId: id, targetName: input.nameZh || input.nameEn },
  ]);
  return { id };
}

export async function deleteType(tx: Tx, id: number): Promise<void> {
  const old = (await listTypes(tx)).find((one) => one.id === id);
  if (!old) throw notFound('finance.expense.typeNotFound');
  assertOn(tx, old.side, 'delete');
  if (old.used) throw conflict('finance.expense.typeUsed');
  await tx.rows(sql`delete from expense_type where company_id = ${sql.company} and id = ${id}`);
  writeAudit(tx, [{ action: deleted, targetKind: 'expense_type', targetId: id, targetName: old.nameZh || old.nameEn }]);
}
