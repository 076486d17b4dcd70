import { receivingProviders } from '@tradewind/connectors/receiving/registry.ts';
import type { InputOf } from '@tradewind/contract/call.ts';
import {
  confirmClearMatches,
  importBankStatement,
  saveBankRule,
  saveMoneyAccount,
  uploadBankStatement,
} from '@tradewind/contract/finance/banking.ts';
import { closeMonth, computeMonth, getMonth, tickCloseItem } from '@tradewind/contract/finance/closing.ts';
import { connectReceivingKeys } from '@tradewind/contract/finance/receiving.ts';
import {
  getExpenseChoices,
  listExpenses,
  listExpenseTypes,
  payExpense,
  preparePaymentRun,
  recordAdvance,
  saveExpense,
  saveOrUpdateMonthBudget,
  saveRecurringExpense,
  submitExpense,
} from '@tradewind/contract/finance.ts';
import { bookLeftovers } from '../areas/finance/public.ts';
import type { Actor } from '../core/context.ts';
import { sql } from '../core/database/sql.ts';
import { Decimal } from '../core/money.ts';
import { type Caller, caller, callerAt } from './calls.ts';
import { actingAs, type DemoContext, inPast, staff } from './context.ts';

const DAY_MS = 86_400_000;
/** The first month with expenses, in months before this one. It is closed. */
const FIRST = 3;
const OPENING = '900000.00';
const RECEIVING = 'lianlian';

interface Repeated {
  type: string;
  subject: string;
  payee: string;
  amount: string;
  currency: 'CNY' | 'USD';
  dayOfMonth: number;
  departments: readonly string[];
}
const REPEATED: readonly Repeated[] = [
  {
    ...{ type: '房租水电', subject: '仓库租金', payee: '宝安物业管理有限公司', amount: '18000.00', currency: 'CNY' },
    ...{ dayOfMonth: 5, departments: ['仓储部', '采购部'] },
  },
  {
    ...{ type: '工资', subject: '员工工资', payee: '深圳分公司员工', amount: '86000.00', currency: 'CNY' },
    ...{ dayOfMonth: 10, departments: ['仓储部', '采购部', '客服部', '财务部'] },
  },
  {
    ...{ type: '软件与服务', subject: '软件订阅', payee: '深圳云帆科技有限公司', amount: '1280.00', currency: 'CNY' },
    ...{ dayOfMonth: 12, departments: [] },
  },
  {
    ...{ type: '站外推广', subject: 'Google Ads', payee: 'Google', amount: '532.18', currency: 'USD' },
    ...{ dayOfMonth: 15, departments: ['运营中心'] },
  },
];
const BUDGET: readonly [string, string][] = [
  ['办公费用', '20000.00'],
  ['人工费用', '90000.00'],
  ['广告推广', '3000.00'],
  ['差旅费', '8000.00'],
];

/** Expenses of four months, the first of them closed, a bank account with its statement, and a receiving account. */
export async function keepBooks(demo: DemoContext): Promise<void> {
  const clerk = callerAt(demo, 'finance', 0, 3);
  if ((await clerk(listExpenses, { pageSize: 1 })).total > 0) return;
  const { departments, members } = await clerk(getExpenseChoices, {});
  const { list } = await clerk(listExpenseTypes, {});
  const types = new Map(list.map(({ nameZh, id }) => [nameZh, id]));
  const known: Known = { types, departments: new Map(departments.map(({ name, id }) => [name, id])) };
  for (let month = FIRST; month >= 0; month--) await spend(demo, known, month);
  const buyer = members.find(({ name }) => name === '王采购')?.id ?? null;
  await thisMonth(demo, clerk, known, buyer);
  await bankOnce(demo, clerk);
  const boss = (await staff(demo)).get('demo') ?? 'demo';
  await closeFirst(demo, boss);
  await connectReceiving(demo, boss);
  demo.log('books');
}

interface Known {
  types: ReadonlyMap<string, number>;
  departments: ReadonlyMap<string, number>;
}
const isoDay = (at: Date) => at.toISOString().slice(0, 10);
const dayIn = (demo: DemoContext, monthsAgo: number, day: number): Date =>
  new Date(Date.UTC(demo.today.getUTCFullYear(), demo.today.getUTCMonth() - monthsAgo, day));
const daysAgo = (demo: DemoContext, day: Date) => Math.round((demo.today.getTime() - day.getTime()) / DAY_MS);

const contentOf = (known: Known, { type, subject, payee, amount, currency, departments }: Repeated) => ({
  ...{ typeId: known.types.get(type) ?? 0, subject, payee, amount, currency },
  lines: departments.length
    ? departments.map((name) => ({ departmentId: known.departments.get(name) ?? null, share: '1' }))
    : [{ share: '1' }],
});

/** What repeats each month is entered and paid on its day; the last one of this month waits for its payment. */
async function spend(demo: DemoContext, known: Known, month: number): Promise<void> {
  for (const one of REPEATED) {
    const on = dayIn(demo, month, one.dayOfMonth);
    // Rates go back as far as the orders.
    if (on >= demo.today || (month === FIRST && one.currency !== 'CNY')) continue;
    const ask = callerAt(demo, 'finance', daysAgo(demo, on), 3);
    const { id } = await ask(saveExpense, { ...contentOf(known, one), day: isoDay(on) });
    await ask(submitExpense, { id });
    if (month > 0) await ask(payExpense, { id, paidOn: isoDay(on), reference: `CMB${isoDay(on).replaceAll('-', '')}` });
  }
}

async function thisMonth(demo: DemoContext, ask: Caller, known: Known, buyer: number | null): Promise<void> {
  const yesterday = isoDay(new Date(demo.today.getTime() - DAY_MS));
  const plain = { departments: [], dayOfMonth: 1, currency: 'CNY' } as const;
  const travel = { ...plain, type: '差旅费', subject: '义乌看货差旅', payee: '', amount: '2860.50' };
  await ask(saveExpense, { ...contentOf(known, travel), day: yesterday, memberId: buyer });
  const rebate = { ...plain, type: '补贴与退税', subject: '出口退税', payee: '深圳市税务局', amount: '9320.00' };
  const { id } = await ask(saveExpense, { ...contentOf(known, rebate), day: yesterday });
  await ask(submitExpense, { id });
  if (buyer !== null)
    await ask(recordAdvance, { kind: 'advance', memberId: buyer, amount: '5000.00', currency: 'CNY', day: yesterday });
  const rent = REPEATED[0];
  const next = isoDay(dayIn(demo, -1, 1));
  if (rent) await ask(saveRecurringExpense, { ...contentOf(known, rent), dayOfMonth: rent.dayOfMonth, startsOn: next });
  const accounts = BUDGET.map(([type, amount]) => ({ type: known.types.get(type) ?? 0, amount }));
  await ask(saveOrUpdateMonthBudget, { eaDate: isoDay(dayIn(demo, 0, 1)), accounts });
  const { rows } = await ask(listExpenses, { side: 'expense', state: 'booked', currency: 'CNY' });
  if (rows.length > 0) await ask(preparePaymentRun, { ids: rows.map((row) => row.id), payOn: isoDay(demo.today) });
}

interface Paid {
  onDay: string;
  amount: string;
  party: string;
  said: string;
}
/** What was paid from no account in particular, as the bank has it. */
const paidBefore = (demo: DemoContext): Promise<Paid[]> =>
  inPast(demo, 'demo', new Date(), (tx) =>
    tx.rows<Paid & Record<string, unknown>>(sql`select e.on_day::text as on_day, l.amount::text as amount,
        coalesce(nullif(s.name_zh, ''), x.payee, '') as party, coalesce('货款 ' || p.number, x.subject, '') as said
      from ledger_line l join ledger_entry e on e.company_id = ${sql.company} and e.id = l.entry_id
      left join supplier_payment p on e.doc_kind = 'supplier_payment' and p.company_id = ${sql.company} and p.id = e.doc_id
      left join purchase_order o on o.company_id = ${sql.company} and o.id = p.order_id
      left join supplier s on s.company_id = ${sql.company} and s.id = o.supplier_id
      left join expense x on e.doc_kind = 'expense' and x.company_id = ${sql.company} and x.id = e.doc_id
      where l.company_id = ${sql.company} and l.account = 'cash' and l.party_kind = '' and l.currency = 'CNY'
        and e.doc_kind in ('supplier_payment', 'expense') order by e.on_day, l.id limit 200`),
  );

/** The bank has paid what the books say, keeps its fees, and knows two amounts of which the books know nothing. */
async function bankOnce(demo: DemoContext, ask: Caller): Promise<void> {
  const opened = dayIn(demo, FIRST, 1);
  const { id: accountId } = await ask(saveMoneyAccount, {
    ...{
      name: '招商银行基本户',
      kind: 'bank',
      currency: 'CNY',
      holder: '顺风贸易（深圳）有限公司',
      bankName: '招商银行',
    },
    ...{ tail: '8801', openingAmount: OPENING, openingOn: isoDay(opened) },
  } satisfies InputOf<typeof saveMoneyAccount>);
  await ask(saveBankRule, { words: '账户管理费', direction: 'out', account: 'bank_fee' });
  const fees = [2, 1].map((month) => {
    const onDay = isoDay(dayIn(demo, month, 21));
    return { onDay, amount: '-50.00', party: '招商银行', said: '账户管理费' };
  });
  const yesterday = isoDay(new Date(demo.today.getTime() - DAY_MS));
  const unknown = [
    { onDay: yesterday, amount: '36.42', party: '招商银行', said: '存款利息' },
    { onDay: yesterday, amount: '-1299.00', party: '京东商城', said: '扫码枪' },
  ];
  const lines = [...(await paidBefore(demo)), ...fees, ...unknown].sort((a, b) => a.onDay.localeCompare(b.onDay));
  let balance = new Decimal(OPENING);
  const rows = lines.map(({ onDay, amount, party, said }, at) => {
    balance = balance.plus(amount);
    return [onDay, new Decimal(amount).toFixed(2), party, said, `CMB${10_001 + at}`, balance.toFixed(2)].join(',');
  });
  const data = Buffer.from(['交易日期,交易金额,对方户名,摘要,流水号,余额', ...rows].join('\n'));
  const file = { name: '招商银行流水.csv', kind: 'csv' as const, data };
  const ctx = { ...actingAs(demo, 'finance'), file };
  const upload = caller(demo.app, ctx);
  const { importId, mapping } = await upload(uploadBankStatement, { accountId });
  await ask(importBankStatement, { importId, accountId, mapping });
  await ask(confirmClearMatches, { accountId });
}

/** So far back a sample company's opening stock lies as well. */
const BOOKED_DAYS = 130;
/** What the hourly job would book comes first. Where something has to be looked at, the month stays open. */
async function closeFirst(demo: DemoContext, boss: Actor | string): Promise<void> {
  const ask = callerAt(demo, boss, 0, 4);
  const month = isoDay(dayIn(demo, FIRST, 1)).slice(0, 7);
  await bookLeftovers(demo.app, actingAs(demo, 'demo'), BOOKED_DAYS, true);
  await ask(computeMonth, { month });
  for (const { key, blocks, done } of (await ask(getMonth, { month })).items)
    if (blocks === 'untilTicked' && !done) await ask(tickCloseItem, { month, item: key, reason: '开店首月，已核对' });
  const { items, closeFirst: earlier } = await ask(getMonth, { month });
  if (earlier === null && items.every(({ done, blocks }) => done || blocks === 'never'))
    await ask(closeMonth, { month });
}

/** The stand-in's account: what the provider pays in becomes lines that wait for their match. */
async function connectReceiving(demo: DemoContext, boss: Actor | string): Promise<void> {
  if (!demo.app.config.sandbox) return;
  const { keys } = receivingProviders[RECEIVING].sandbox;
  await callerAt(demo, boss, 0, 4)(connectReceivingKeys, { provider: RECEIVING, keys });
}
