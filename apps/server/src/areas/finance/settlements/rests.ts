import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { Decimal, money } from '../../../core/money.ts';
import { arrayOf } from '../../../core/scope.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { book, lockProfits } from '../ledger/book.ts';
import type { Entry } from '../ledger/entry.ts';

/** No platform settles an order's price in parts further apart than this. */
const COMPLETE_AFTER_DAYS = 14;
const MOST_AT_ONCE = 1_000;

interface Rest extends Record<string, unknown> {
  orderId: number;
  shopId: number;
  currency: string;
  rate: string;
  amount: string;
  baseAmount: string;
  taken: number;
}

/**
 * What is left unsettled of orders whose platform has settled their price two weeks ago is no debt any more: it becomes
 * other income or loss of the order. A line that comes later still clears what is not settled, and leaves a new rest.
 * @returns the number of orders that were looked at
 */
export async function bookRests(tx: Tx): Promise<number> {
  const orders = await tx.rows<{ orderId: number; shopId: number }>(sql`select p.order_id, p.shop_id from order_profit p
    where p.company_id = ${sql.company} and p.unsettled <> 0
      and exists (select 1 from settlement_booking b where b.company_id = ${sql.company} and b.order_id = p.order_id and b.account = 'platform_unsettled')
      and not exists (select 1 from settlement_booking b join settlement_line l on l.company_id = b.company_id and l.id = b.line_id
        where b.company_id = ${sql.company} and b.order_id = p.order_id and b.account = 'platform_unsettled'
          and l.posted_at > ${tx.now}::timestamptz - make_interval(days => ${COMPLETE_AFTER_DAYS}))
      and exists (select 1 from ledger_entry e where e.company_id = ${sql.company} and e.doc_kind = 'sales_order' and e.doc_id = p.order_id
        and e.step = 'sale')
    order by p.order_id limit ${MOST_AT_ONCE}`);
  if (orders.length === 0) return 0;
  const { timeZone } = await companyOf(tx);
  const onDay = localDay(tx.now, timeZone);
  await lockProfits(
    tx,
    orders.map((order) => ({ ...order, onDay })),
  );
  const rests = await tx.rows<Rest>(sql`
    select e.order_id, l.shop_id, l.currency, max(l.rate) as rate, sum(l.amount) as amount, sum(l.base_amount) as "baseAmount",
      count(*) filter (where e.text = 'settledRest') as taken
    from ledger_entry e join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id and l.account = 'platform_unsettled'
    where e.company_id = ${sql.company} and e.order_id = any(${arrayOf(orders.map((order) => order.orderId))}::bigint[])
    group by 1, 2, 3 having sum(l.amount) <> 0 or sum(l.base_amount) <> 0 order by 1`);
  await book(
    tx,
    rests.map((rest): Entry => {
      const off = {
        amount: money(new Decimal(rest.amount).neg()),
        baseAmount: money(new Decimal(rest.baseAmount).neg()),
      };
      const plain = { currency: rest.currency, rate: rest.rate };
      return {
        ...{
          docKind: 'sales_order',
          docId: rest.orderId,
          step: `settledRest:${rest.currency}:${rest.taken + 1}`,
          onDay,
        },
        text: 'settledRest',
        order: { id: rest.orderId, shopId: rest.shopId },
        lines: [
          { account: 'platform_unsettled', partyKind: 'shop', partyId: rest.shopId, ...off, ...plain },
          { account: 'order_difference', amount: rest.amount, baseAmount: rest.baseAmount, ...plain },
        ],
      };
    }),
  );
  return orders.length;
}

defineSchedule({
  name: 'finance.settlementRests',
  cron: '47 2 * * *',
  title: ['结清订单结算差额', 'Close differences of settled orders'],
  due: sql`select company_id from settlement_booking where order_id is not null group by company_id`,
  each: async (app, ctx) => {
    while ((await app.database.inCompany(ctx, bookRests)) === MOST_AT_ONCE);
  },
});
