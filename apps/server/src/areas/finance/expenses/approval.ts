import { pagePaths } from '@tradewind/contract/access/paths.ts';
import { EXPENSE_MODULES, EXPENSE_SIDES } from '@tradewind/contract/finance.ts';
import type { Language } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { moneyText, toBase } from '../../../core/money.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { type Description, registerApprovable, submitForApproval } from '../../approvals/public.ts';
import { companyOf } from '../../company/public.ts';
import { rateOn } from '../../settings/public.ts';
import { bookApproved, today } from './booking.ts';
import { leftFor } from './budget-left.ts';
import { assertMay, assertOn, hold, holdVisible, moveExpense } from './documents.ts';

/** Submits a draft. Without an approval workflow it is approved at once. */
export async function submit(tx: Tx, id: number) {
  const held = await holdVisible(tx, id);
  assertOn(tx, held.side, 'submit');
  assertMay('submit', held);
  const rate = await rateOn(tx, held.currency, held.day);
  await tx.rows(sql`update expense set rate = ${rate} where company_id = ${sql.company} and id = ${id}`);
  await moveExpense(tx, held, 'reviewing', 'submitted');
  const { baseCurrency } = await companyOf(tx);
  const head = await tx.row<{ title: string }>(sql`select concat_ws(' · ', x.number, nullif(x.subject, '')) as title
    from expense x where x.company_id = ${sql.company} and x.id = ${id}`);
  await submitForApproval(tx, {
    ...{ docKind: held.side, docId: id, title: head?.title ?? held.number },
    ...{ amount: toBase(held.amount, rate), currency: baseCurrency },
  });
  return { state: (await hold(tx, id)).state };
}

/** Approved: in the books at once, or on its day if that is still to come. */
async function approve(tx: Tx, docId: number): Promise<void> {
  const held = await hold(tx, docId);
  await moveExpense(tx, held, 'approved', 'approved');
  if (held.day <= (await today(tx))) await bookApproved(tx, [held]);
}

async function describe(tx: Tx, language: Language, docId: number): Promise<Description> {
  const head = await tx.row<{
    subject: string;
    nameZh: string;
    nameEn: string;
    amount: string;
    currency: string;
    day: string;
    payee: string;
    member: string | null;
    createdBy: string;
    remark: string;
  }>(sql`select x.subject, t.name_zh, t.name_en, x.amount, x.currency, x.day, x.payee, m.name as member, x.created_by, x.remark
    from expense x join expense_type t on t.company_id = ${sql.company} and t.id = x.type_id
    left join user_account m on m.company_id = ${sql.company} and m.id = x.member_id
    where x.company_id = ${sql.company} and x.id = ${docId}`);
  if (!head) return { facts: [], lines: [] };
  const parts = await tx.rows<{ shop: string | null; department: string | null; amount: string }>(sql`
    select h.name as shop, d.name as department, p.amount from expense_line p
    left join shop h on h.company_id = ${sql.company} and h.id = p.shop_id
    left join department d on d.company_id = ${sql.company} and d.id = p.department_id
    where p.company_id = ${sql.company} and p.expense_id = ${docId} order by p.position limit 200`);
  const fact = (name: string, value: string) => ({ label: say(language, `finance.expense.fact.${name}`), value });
  const own = (amount: string) => moneyText(amount, head.currency);
  const left = await leftFor(tx, docId, language);
  return {
    facts: [
      fact('subject', head.subject),
      fact('type', nameIn(language, head)),
      fact('amount', own(head.amount)),
      fact('day', head.day),
      fact('payee', head.payee),
      fact('member', head.member ?? ''),
      fact('by', head.createdBy),
      fact('remark', head.remark),
      ...left.map(({ label, value }) => ({ label, value })),
    ].filter((one) => one.value !== ''),
    lines: parts.map((part) => ({
      title: [part.shop, part.department].filter(Boolean).join(' · ') || say(language, 'finance.expense.wholeCompany'),
      detail: '',
      quantity: own(part.amount),
    })),
  };
}

const back = (event: string) => async (tx: Tx, docId: number, remark?: string) =>
  moveExpense(tx, await hold(tx, docId), 'draft', event, remark ? { remark } : undefined);

const TITLES = { expense: ['费用', 'Expense'], income: ['其他收入', 'Income'] } as const;
for (const side of EXPENSE_SIDES)
  registerApprovable({
    docKind: side,
    moduleId: EXPENSE_MODULES[side].id,
    title: TITLES[side],
    path: (docId) => `${pagePaths[side]}?open=${docId}`,
    describe,
    onAudited: approve,
    onRejected: back('rejected'),
    onWithdrawn: back('withdrawn'),
  });
