import { pagePaths } from '@tradewind/contract/access/paths.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { countAll, startOfDay } from '../../../core/database/statement.ts';
import { UNBOOKED_LABELS } from '../bookings/labels.ts';
import { UNBOOKED_ORDERS } from '../bookings/leftovers.ts';
import { openOfMonth as receivingSetAside } from '../receiving/set-aside/list.ts';
import { unconfirmedGaps } from '../settlements/files/gaps.ts';
import { openOfMonth } from '../settlements/set-aside/list.ts';
import { allocationRules } from './allocate.ts';
import { type ClosingMonth, defineCloseItem } from './items.ts';

/** Of the month by the company's clock. */
const within = (at: Sql, { from, to }: ClosingMonth) => sql`${at} >= ${startOfDay(from)} and ${at} < ${startOfDay(to)}`;
const onDays = (day: Sql, { from, to }: ClosingMonth) => sql`${day} >= ${from}::date and ${day} < ${to}::date`;
const unbooked = (row: Sql, kind: string, step: string) =>
  sql`not exists (select 1 from ledger_entry e where e.company_id = ${sql.company} and e.doc_kind = ${kind}
    and e.doc_id = ${row} and e.step = ${step})`;

const UNBOOKED_LINES = sql`from settlement_line l where l.company_id = ${sql.company}
  and not exists (select 1 from settlement_booking b where b.company_id = ${sql.company} and b.line_id = l.id)`;

defineCloseItem({
  key: 'suspense',
  title: ['待归类款项的余额', 'Balances in suspense'],
  link: '/finance/settlement',
  blocks: 'always',
  books: true,
  count: (tx, { to }) =>
    countAll(
      tx,
      sql`from (select 1 from ledger_line l join ledger_entry e on e.company_id = l.company_id and e.id = l.entry_id
        where l.company_id = ${sql.company} and l.account = 'suspense' and e.on_day < ${to}::date
        group by l.party_kind, l.party_id, l.currency having sum(l.amount) <> 0) x`,
    ),
});

defineCloseItem({
  key: 'rates',
  title: ['缺少汇率的币种', 'Currencies without an exchange rate'],
  link: pagePaths.exchangeRate,
  blocks: 'always',
  count: (tx, month) =>
    countAll(
      tx,
      sql`from (select distinct x.currency from (
          select o.currency from outbound b join sales_order o on o.company_id = b.company_id and o.id = b.order_id
          where b.company_id = ${sql.company} and b.state = 'shipped' and ${within(sql`b.shipped_at`, month)}
          union select p.label_currency ${UNBOOKED_LABELS} and ${within(sql`p.bought_at`, month)}
          union select l.currency ${UNBOOKED_LINES} and ${within(sql`l.posted_at`, month)}) x
        join company c on c.id = ${sql.company}
        where x.currency <> c.base_currency and not exists (select 1 from exchange_rate r
          where r.company_id = ${sql.company} and r.currency = x.currency and r.on_day < ${month.to}::date)) x`,
    ),
});

/** Everything that finance.leftovers would book. */
defineCloseItem({
  key: 'unbooked',
  title: ['尚未记账的单据', 'Documents that are not booked'],
  link: pagePaths.orderProfit,
  blocks: 'always',
  count: async (tx, month) => {
    const many = await Promise.all([
      countAll(tx, sql`${UNBOOKED_ORDERS} and ${within(sql`b.shipped_at`, month)}`),
      countAll(tx, sql`${UNBOOKED_LABELS} and ${within(sql`p.bought_at`, month)}`),
      countAll(tx, sql`${UNBOOKED_LINES} and ${within(sql`l.posted_at`, month)}`),
      countAll(
        tx,
        sql`from wholesale_payment p where p.company_id = ${sql.company} and ${onDays(sql`p.on_day`, month)}
          and ${unbooked(sql`p.id`, 'wholesale_payment', 'paid')}`,
      ),
      countAll(
        tx,
        sql`from warehouse_prepayment p where p.company_id = ${sql.company} and ${within(sql`p.at`, month)}
          and not exists (select 1 from ledger_entry e where e.company_id = ${sql.company}
            and e.doc_kind = 'warehouse_prepayment' and e.doc_id = p.id)`,
      ),
      countAll(
        tx,
        sql`from wms_fee f where f.company_id = ${sql.company} and f.settlement = 'owed' and f.amount > 0
          and ${within(sql`f.at`, month)} and ${unbooked(sql`f.id`, 'wms_fee', 'fee')}`,
      ),
      countAll(
        tx,
        sql`from cost_layer c where c.company_id = ${sql.company} and ${within(sql`c.received_at`, month)}
          and abs(c.quantity * coalesce(c.received_cost, c.unit_cost)) >= 0.005 and ${unbooked(sql`c.id`, 'cost_layer', 'stock')}`,
      ),
      countAll(
        tx,
        sql`from cost_issue c where c.company_id = ${sql.company} and ${within(sql`c.at`, month)} and c.doc_kind <> 'outbound'
          and abs(c.quantity * c.unit_cost) >= 0.005 and ${unbooked(sql`c.id`, 'cost_issue', 'stock')}`,
      ),
    ]);
    return many.reduce((sum, n) => sum + n, 0);
  },
});

defineCloseItem({
  key: 'withoutCost',
  title: ['没有成本的已售商品订单', 'Orders sold without cost of goods'],
  link: pagePaths.orderProfit,
  blocks: 'untilTicked',
  count: (tx, month) =>
    countAll(
      tx,
      sql`from order_profit p where p.company_id = ${sql.company} and ${onDays(sql`p.on_day`, month)}
        and p.goods > 0 and p.goods_cost = 0`,
    ),
});

defineCloseItem({
  key: 'unallocated',
  title: ['未分摊到商品的费用', 'Costs not allocated to products'],
  link: `${pagePaths.monthClose}?tab=allocation`,
  blocks: 'never',
  count: async (tx, month) => {
    const accounts = (await allocationRules(tx)).filter(({ basis }) => basis !== 'none').map(({ account }) => account);
    return countAll(
      tx,
      sql`from finance_allocation a where a.company_id = ${sql.company} and a.month = ${month.from}::date
        and a.product_id = 0 and a.account = any(${accounts}::text[])`,
    );
  },
});

defineCloseItem({
  key: 'settlementGaps',
  title: ['差额未确认的结算文件', 'Settlement files with a gap not confirmed'],
  link: `${pagePaths.settlement}?view=files&unconfirmed=true`,
  blocks: 'untilTicked',
  count: unconfirmedGaps,
});

defineCloseItem({
  key: 'settlementSetAside',
  title: ['未能读取的结算与费用', 'Settlement and fee lines set aside'],
  link: `${pagePaths.settlement}?view=setAside&state=open`,
  blocks: 'untilTicked',
  count: openOfMonth,
});

defineCloseItem({
  key: 'receivingSetAside',
  title: ['未能读取的收款流水', 'Receiving account lines set aside'],
  link: `${pagePaths.storeCollection}?view=setAside&state=open`,
  blocks: 'untilTicked',
  count: receivingSetAside,
});
