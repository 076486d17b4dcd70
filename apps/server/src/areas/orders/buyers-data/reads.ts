import type { ResultOf } from '@tradewind/contract/call.ts';
import { BUYER_WAY_WORDS } from '@tradewind/contract/orders/words.ts';
import {
  type BuyerRead,
  type BuyerReadFilter,
  type BuyerWay,
  buyerReadFilter,
  READERS_SHOWN,
  type readersOfOrder,
} from '@tradewind/contract/orders.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { defineList, exportOf, is } from '../../../core/lists.ts';
import { searchTerms } from '../terms.ts';

const named = (way: BuyerWay, { language }: Ctx) => BUYER_WAY_WORDS[way][language === 'zh' ? 0 : 1];
/** People who are gone have no name any more. */
const NAME = sql`coalesce((select u.name || ' (' || u.user_login_id || ')' from user_account u
  where u.company_id = ${sql.company} and u.id = d.user_id), '#' || d.user_id)`;

export const buyerReads = defineList<BuyerReadFilter, BuyerRead>({
  table: 'buyer_read_day',
  as: 'd',
  filters: {
    from: (from) => sql`d.on_day >= ${from}::date`,
    to: (to) => sql`d.on_day <= ${to}::date`,
    userId: is(sql`d.user_id`),
    way: is(sql`d.way`),
  },
  order: sql`d.on_day desc, d.id desc`,
  columns: sql`d.id, d.on_day::text as on_day, d.user_id, ${NAME} as user_name, d.way, d.orders, d.first_at, d.last_at`,
});

export const buyerReadsExport = exportOf<BuyerReadFilter, BuyerRead, BuyerRead>(buyerReads, {
  name: 'orders.buyerReads',
  title: ['买家信息查看记录', 'Reads of buyers’ data'],
  filter: buyerReadFilter,
  columns: (ctx) => [
    { title: ['日期', 'Day'], width: 14, value: (row) => row.onDay },
    { title: ['查看人', 'User'], width: 26, value: (row) => row.userName },
    { title: ['方式', 'Where'], width: 22, value: (row) => named(row.way, ctx) },
    { title: ['订单数', 'Orders'], width: 10, value: (row) => row.orders },
  ],
});

/** A year is what platforms ask for; a month on top for whoever looks late. */
const KEPT_DAYS = 400;
/** By whole days, so that each day's sum has its rows. Rows of the program's role stay: only the owner may remove them. */
const AT_ONCE = 20_000;
defineSchedule({
  name: 'orders.dropOldBuyerReads',
  cron: '41 3 * * *',
  title: ['清除过期的买家信息查看记录', 'Drop old records of who read buyers’ data'],
  work: async ({ database }) => {
    const old = sql`on_day < (now() at time zone 'UTC')::date - ${sql.literal(KEPT_DAYS)}`;
    for (;;) {
      const gone = await database.asOwner(sql`delete from buyer_read where ctid = any(array(
        select ctid from buyer_read where ${old} limit ${sql.literal(AT_ONCE)})) returning 1`);
      if (gone.length < AT_ONCE) break;
    }
    await database.asOwner(sql`delete from buyer_read_day where ${old}`);
  },
});

/** @param orderNo ours or the platform's */
export async function readersOf(tx: Tx, orderNo: string): Promise<ResultOf<typeof readersOfOrder>> {
  const list = await tx.rows<ResultOf<typeof readersOfOrder>['list'][number]>(sql`
    with found as (select distinct t.order_id from order_term t where t.company_id = ${sql.company}
      and t.term = any(${searchTerms(orderNo)}::text[]) and not t.buyer limit 20)
    select d.order_id, o.display_no, d.user_id, ${NAME} as user_name, d.way, d.at
    from found f join buyer_read d on d.company_id = ${sql.company} and d.order_id = f.order_id
    join sales_order o on o.company_id = ${sql.company} and o.id = f.order_id
    order by d.at desc, d.order_id, d.user_id, d.way limit ${READERS_SHOWN + 1}`);
  return { list: list.slice(0, READERS_SHOWN), more: list.length > READERS_SHOWN };
}
