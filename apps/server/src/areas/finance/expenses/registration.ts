import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { ExpenseRow, getExpenseAccountJson, saveOrUpdateExpenseAccount } from '@tradewind/contract/finance.ts';
import type { Language } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Decimal } from '../../../core/money.ts';
import { nameIn } from '../../../core/text/names.ts';
import { companyOf } from '../../company/public.ts';
import { sum } from '../ledger/entry.ts';
import { assertOwnCompany } from './budget.ts';
import { expenses } from './list.ts';
import { saveDraft } from './save.ts';
import { listTypes } from './types.ts';

// The specification's calls of expenses and income, mapped to ours.

interface Part {
  expenseId: number;
  shopId: number | null;
  deptId: number | null;
  amount: string;
}

async function wired(tx: Tx, rows: readonly ExpenseRow[], language: Language) {
  const { name } = await companyOf(tx);
  const parts = await tx.rows<Part>(sql`select expense_id, shop_id, department_id as dept_id, amount from expense_line
    where company_id = ${sql.company} and expense_id = any(${rows.map(({ id }) => id)}::bigint[])
    order by expense_id, position`);
  return rows.map((row) => {
    const own = parts.filter((part) => part.expenseId === row.id);
    const only = own.length === 1 ? own[0] : undefined;
    return {
      ...{ id: row.id, number: row.number, state: row.state, side: row.side, eaName2: row.subject, name2: row.payee },
      ...{ company2: name, currency: row.currency, amount: row.amount, eaDate: row.day },
      ...{ occurrenceDate2: row.occurredOn ?? row.day, type: row.typeId },
      typeName: nameIn(language, { nameZh: row.typeZh, nameEn: row.typeEn }),
      ...{ orderId: row.orderId, shopId: only?.shopId ?? null, deptId: only?.deptId ?? null, remark: row.remark },
      accounts: own.map(({ shopId, deptId, amount }) => ({ shopId, deptId, amount: new Decimal(amount).toFixed(2) })),
    };
  });
}

export async function registrationPage(
  tx: Tx,
  { pageNum, pageSize }: ParsedOf<typeof getExpenseAccountJson>,
  language: Language,
) {
  const page = await expenses.page(tx, { page: pageNum, pageSize });
  return { list: await wired(tx, page.rows, language), total: page.total };
}

export async function oneRegistration(tx: Tx, id: number, language: Language) {
  const [row] = await wired(tx, [await expenses.one(tx, id)], language);
  if (!row) throw new Error('The document is not there');
  return row;
}

/** Without a version the last one who saves wins, as the specification's call has none. */
export async function saveRegistration(tx: Tx, input: ParsedOf<typeof saveOrUpdateExpenseAccount>) {
  await assertOwnCompany(tx, input.company2);
  const { id, accounts, shopId, deptId: departmentId } = input;
  const before = id === undefined ? undefined : await expenses.one(tx, id);
  const lines =
    typeof accounts === 'string'
      ? [{ shopId, departmentId, share: '1' }]
      : accounts.map((part) => ({ shopId: part.shopId, departmentId: part.deptId, share: part.amount }));
  const amount = typeof accounts === 'string' ? accounts : sum(accounts.map((part) => part.amount)).toFixed(2);
  const saved = await saveDraft(tx, {
    ...(before ? { id: before.id, version: before.version } : {}),
    ...{ subject: input.eaName2, typeId: input.type, amount, currency: input.currency, lines },
    ...{ payee: input.name2, payeeAccount: before?.payeeAccount ?? '', memberId: before?.memberId ?? null },
    ...{ remark: input.remark, day: input.eaDate, occurredOn: input.occurrenceDate2 ?? null, orderId: input.orderId },
  });
  return { id: saved.id };
}

/** Active types, those of the first level followed by those under it. */
export async function typeChoices(tx: Tx, language: Language) {
  const all = await listTypes(tx);
  const off = new Set(all.filter((one) => !one.active).map((one) => one.id));
  const open = all.filter((one) => !off.has(one.id) && !(one.parentId !== null && off.has(one.parentId)));
  return {
    list: open.map((one) => ({ id: one.id, parentId: one.parentId, name: nameIn(language, one), side: one.side })),
  };
}
