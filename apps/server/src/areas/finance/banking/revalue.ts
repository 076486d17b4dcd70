import type { ResultOf } from '@tradewind/contract/call.ts';
import type { getRevaluation } from '@tradewind/contract/finance/banking.ts';
import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Fail } from '../../../core/errors.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { Decimal, money, toBase } from '../../../core/money.ts';
import { arrayOf } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';
import { type Account, COST_ACCOUNTS, type Party } from '../ledger/accounts.ts';
import { book, reverse } from '../ledger/book.ts';
import type { Line } from '../ledger/entry.ts';
import { nextMonth } from '../ledger/periods.ts';
import { PARTY_JOINS, PARTY_NAME } from './party-names.ts';
import { inScope } from './targets.ts';

const DOC = 'fx_revaluation';
const revalued = defineAction('finance.revalued', ['期末汇率重估', 'Money revalued']);

/** What is money, or a claim or debt in money. Stock never is. */
const MONEY_ITEMS: readonly Account[] = [
  'cash',
  'money_in_transit',
  'platform_unsettled',
  'platform_deferred',
  'platform_settled',
  'platform_reserve',
  'platform_in_transit',
  'receivable',
  'claim_receivable',
  'staff_advance',
  'suspense',
  'supplier_prepaid',
  'supplier_payable',
  'carrier_payable',
  'warehouse_prepaid',
  'warehouse_payable',
  'expense_payable',
  'tax_payable',
  'tax_by_platform',
  'input_tax',
  'loan',
];

const lastDay = (month: string): string =>
  new Date(Date.parse(nextMonth(month)) - 86_400_000).toISOString().slice(0, 10);
/** The document of a month: 202611. */
const docOf = (month: string) => Number(month.slice(0, 4)) * 100 + Number(month.slice(5, 7));

interface Item {
  account: Account;
  partyKind: Party | '';
  partyId: number;
  party: string;
  currency: string;
  amount: string;
  baseAmount: string;
  booked: string;
}

/**
 * Money in foreign currencies at a month's end as the ledger has it, without any revaluation, and what is booked of this
 * month's.
 */
const itemsOf = (tx: Tx, month: string, baseCurrency: string): Promise<Item[]> =>
  tx.rows<Item>(sql`select l.account, l.party_kind, l.party_id, ${PARTY_NAME} as party, l.currency, l.amount, l.base_amount, l.booked
    from (select l.account, l.party_kind, l.party_id, l.currency,
        coalesce(sum(l.amount) filter (where e.doc_kind <> ${DOC}), 0) as amount,
        coalesce(sum(l.base_amount) filter (where e.doc_kind <> ${DOC}), 0) as base_amount,
        coalesce(sum(l.base_amount) filter (where e.doc_kind = ${DOC}), 0) as booked
      from ledger_line l join ledger_entry e on e.company_id = ${sql.company} and e.id = l.entry_id
      where l.company_id = ${sql.company} and l.account = any(${arrayOf(MONEY_ITEMS)}::text[]) and l.currency <> ${baseCurrency}
        and ((e.doc_kind <> ${DOC} and e.on_day <= ${lastDay(month)}::date)
          or (e.doc_kind = ${DOC} and e.doc_id = ${docOf(month)} and e.step not like '%:reversed'))
      group by 1, 2, 3, 4) l ${PARTY_JOINS}
    where l.amount <> 0 or l.base_amount <> 0 or l.booked <> 0
    order by l.account, l.party_kind, l.party_id, l.currency`);

interface Valued extends Item {
  rate: string;
  value: string;
  difference: string;
}
async function valued(tx: Tx, month: string): Promise<{ items: Valued[]; baseCurrency: string }> {
  const { baseCurrency } = await companyOf(tx);
  const items = await itemsOf(tx, month, baseCurrency);
  const day = lastDay(month);
  const rates = await ratesOn(
    tx,
    [...new Set(items.map(({ currency }) => currency))].map((currency) => ({ currency, day })),
  );
  return {
    baseCurrency,
    items: items.map((item) => {
      const rate = rates.get(rateKey(item.currency, day)) ?? '1';
      const value = toBase(item.amount, rate);
      return { ...item, rate, value, difference: money(new Decimal(value).minus(item.baseAmount)) };
    }),
  };
}

/**
 * Revalues money in foreign currencies at the end of a month (its first day names it) and takes it back on the next day.
 * Repeating it books what has changed since: in a closed month both go to the first open one. @returns what was booked
 * @throws ruleBroken settings.noRate
 */
export async function revalue(tx: Tx, month: string): Promise<string> {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('revalue:' || ${sql.company}::text, 0))`);
  const { items, baseCurrency } = await valued(tx, month);
  const lines = items.flatMap(({ account, partyKind, partyId, currency, rate, difference, booked }): Line[] => {
    const rest = money(new Decimal(difference).minus(booked));
    if (new Decimal(rest).isZero()) return [];
    return [
      { account, ...(partyKind === '' ? {} : { partyKind, partyId }), amount: '0', currency, rate, baseAmount: rest },
    ];
  });
  if (lines.length === 0) return '0.00';
  const total = lines.reduce((sum, { baseAmount }) => sum.plus(baseAmount ?? 0), new Decimal(0));
  const docId = docOf(month);
  const before = await tx.row<{ n: number }>(sql`select count(*)::int as n from ledger_entry
    where company_id = ${sql.company} and doc_kind = ${DOC} and doc_id = ${docId} and step not like '%:reversed'`);
  const step = `month:${(before?.n ?? 0) + 1}`;
  const other = money(total.neg());
  const against: Line = {
    account: 'fx_revaluation',
    amount: other,
    currency: baseCurrency,
    rate: '1',
    baseAmount: other,
  };
  await book(tx, [
    { docKind: DOC, docId, step, onDay: lastDay(month), text: 'revaluation', lines: [...lines, against] },
  ]);
  await reverse(tx, [{ docKind: DOC, docId, step }], nextMonth(month), 'revaluationReversed');
  writeAudit(tx, [
    {
      action: revalued,
      targetKind: DOC,
      targetId: docId,
      targetName: month.slice(0, 7),
      detail: { amount: total.toFixed(2) },
    },
  ]);
  return total.toFixed(2);
}

export async function revaluationOf(tx: Tx, ctx: Ctx, month: string): Promise<ResultOf<typeof getRevaluation>> {
  const { items, baseCurrency } = await valued(tx, month);
  const costs = maySee(ctx.rights, 'seeCost');
  const shown = items.filter((item) => (costs || !COST_ACCOUNTS.includes(item.account)) && inScope(tx, item));
  const sum = (of: 'difference' | 'booked') =>
    shown.reduce((total, item) => total.plus(item[of]), new Decimal(0)).toFixed(2);
  const two = (amount: string) => new Decimal(amount).toFixed(2);
  return {
    ...{ month, day: lastDay(month), baseCurrency, difference: sum('difference'), booked: sum('booked') },
    items: shown.map(({ partyKind: _kind, partyId: _id, ...item }) => ({
      ...item,
      accountName: say(ctx.language, `finance.account.${item.account}`),
      ...{ amount: two(item.amount), baseAmount: two(item.baseAmount), value: two(item.value) },
      ...{ difference: two(item.difference), booked: two(item.booked), rate: new Decimal(item.rate).toFixed() },
    })),
  };
}

/** The month before that of the company's day. */
async function revalueLastMonth(app: App, ctx: Ctx): Promise<void> {
  try {
    await app.database.inCompany(ctx, async (tx) => {
      const { timeZone } = await companyOf(tx);
      const [year = 0, month = 0] = localDay(tx.now, timeZone).split('-').map(Number);
      await revalue(tx, new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10));
    });
  } catch (error) {
    // A currency without a rate: the page names it, and trying again helps nothing.
    if (!(error instanceof Fail)) throw error;
  }
}

/** At this hour the 1st has begun everywhere, and nowhere is it over for more than a day. */
defineSchedule({
  name: 'finance.revalue',
  cron: '30 18 1 * *',
  title: ['期末汇率重估', 'Revalue money at the month’s end'],
  due: sql`select distinct company_id from money_account`,
  each: revalueLastMonth,
});
