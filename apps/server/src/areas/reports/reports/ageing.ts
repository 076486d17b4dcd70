import { type Sql, sql } from '../../../core/database/sql.ts';
import type { Tx } from '../../../core/database/tx.ts';
import { say } from '../../../core/text/texts.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { ageOf, openItems, partyKey, partyLabels, visibleOpen } from '../../finance/public.ts';
import * as by from '../kit/dimensions.ts';
import { defineReport, type Range, type ReportDeclaration, sumOf } from '../kit/report.ts';

const AGES = {
  notDue: ['未到期', 'Not due'],
  upTo30: ['逾期 1–30 天', '1–30 days overdue'],
  upTo60: ['逾期 31–60 天', '31–60 days overdue'],
  upTo90: ['逾期 61–90 天', '61–90 days overdue'],
  older: ['逾期 90 天以上', 'Over 90 days overdue'],
  ahead: ['预付及可抵扣', 'Prepaid and credits'],
} as const;
const KINDS = ['supplier', 'carrier_account', 'warehouse', 'member', 'wholesale_customer'];

/** At the end of a day; today and later what is open now. */
async function rows(tx: Tx, side: 'payable' | 'receivable', { to }: Range): Promise<Sql> {
  const { timeZone } = await companyOf(tx);
  const until = to < localDay(tx.now, timeZone) ? to : undefined;
  return sql`(select o.*, ${ageOf(sql`o`, sql`${to}::date`)} as age from ${await openItems(tx, side, until)} o) d`;
}

const ageing = (side: 'payable' | 'receivable'): Omit<ReportDeclaration, 'name' | 'title'> => ({
  asOf: true,
  source: (range, _daily, tx) => rows(tx, side, range),
  shown: () => sql`bool_or(d.amount <> 0 or d.base <> 0)`,
  scope: (tx) => visibleOpen(tx, sql`d`),
  dimensions: {
    party: { ...by.byText(partyKey(sql`d`)), labels: partyLabels },
    partyKind: {
      ...by.byText(sql`d.party_kind`),
      labels: () => sql`select k as key, k as label from unnest(${KINDS}::text[]) k`,
      word: (kind, language) => say(language, `finance.balanceParty.${kind}`),
    },
    bucket: by.byWord(sql`d.age`, AGES),
    currency: by.byText(sql`d.currency`),
    account: by.byAccount(sql`d.account`, []),
  },
  measures: {
    openAmount: { sum: sql`coalesce(sum(d.base) filter (where not d.ahead), 0)` },
    overdueAmount: { sum: sql`coalesce(sum(d.base) filter (where not d.ahead and d.age <> 'notDue'), 0)` },
    aheadAmount: { sum: sql`coalesce(-sum(d.base) filter (where d.ahead), 0)` },
    netOpen: sumOf(sql`d.base`),
    // Amounts of several currencies make no sum.
    openOwn: {
      sum: sql`case when min(d.currency) = max(d.currency) then coalesce(sum(d.amount) filter (where not d.ahead), 0) end`,
    },
  },
  usual: {
    dimensions: ['party', 'currency', 'bucket'],
    measures: ['openOwn', 'openAmount', 'overdueAmount', 'aheadAmount', 'netOpen'],
    ...{ sort: 'openAmount', days: 1 },
  },
});

defineReport({ ...ageing('payable'), name: 'payableAgeing', title: ['应付账龄', 'Payables'] });
defineReport({ ...ageing('receivable'), name: 'receivableAgeing', title: ['应收账龄', 'Receivables'] });
