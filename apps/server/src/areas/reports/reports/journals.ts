import type { JournalSystem } from '@tradewind/contract/finance/closing.ts';
import type { ReportName } from '@tradewind/contract/reports.ts';
import { sql } from '../../../core/database/sql.ts';
import { accountsIn, inBooks, journalColumns, monthJournal } from '../../finance/public.ts';
import * as by from '../kit/dimensions.ts';
import { defineReport, type Range, sumOf } from '../kit/report.ts';

const ALL = accountsIn('asset', 'liability', 'equity', 'income', 'expense');

function monthsOf({ from, to }: Range): string[] {
  const months: string[] = [];
  const last = to.slice(0, 7);
  for (let month = from.slice(0, 7); month <= last; month = after(month)) months.push(month);
  return months;
}
const after = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 1)).toISOString().slice(0, 7);

/** What is booked by month and account. Its file is what the program imports: whole months, a voucher for each. */
const journal = (name: ReportName, system: JournalSystem, title: readonly [zh: string, en: string]) =>
  defineReport({
    ...{ name, title },
    source: ({ from, to }) => sql`(select on_day, account, shop_id, base_amount from finance_day
      where company_id = ${sql.company} and on_day >= date_trunc('month', ${from}::timestamp)::date
        and on_day < date_trunc('month', ${to}::timestamp) + interval '1 month') d`,
    shown: () => sql`sum(d.base_amount) <> 0`,
    scope: (tx) => inBooks(tx, sql`d.shop_id`),
    dimensions: { month: by.byMonth(sql`d.on_day`), account: by.byAccount(sql`d.account`, ALL) },
    measures: { journalAmount: sumOf(sql`d.base_amount`) },
    usual: { dimensions: ['month', 'account'], sort: 'journalAmount', days: 30 },
    file: {
      columns: journalColumns(system),
      async each(tx, language, range, take) {
        for (const month of monthsOf(range)) {
          const lines = await monthJournal(tx, { language }, system, month);
          if (lines.length > 0 && !(await take(lines))) return;
        }
      },
    },
  });

journal('journalXero', 'xero', ['Xero 凭证', 'Xero journal']);
journal('journalQuickbooks', 'quickbooks', ['QuickBooks 凭证', 'QuickBooks journal']);
journal('journalKingdee', 'kingdee', ['金蝶凭证', 'Kingdee vouchers']);
