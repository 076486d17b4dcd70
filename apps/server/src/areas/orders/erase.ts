import { MARKETPLACES } from '@tradewind/connectors/marketplaces/registry.ts';
import type { App } from '../../core/app.ts';
import { defineAction, writeAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { writeHistory } from '../../core/documents.ts';
import { eachCompany, emit, subscribe } from '../../core/jobs/jobs.ts';
import { defineSchedule } from '../../core/jobs/schedule.ts';
import { type EraseAsked, emptyParked, eraseAsked, platformName, registerBuyerHolders } from '../channels/public.ts';
import { buyersErased } from './events.ts';
import { OVER } from './status.ts';

/** Orders of one transaction. */
const AT_ONCE = 500;
const DAY_MS = 86_400_000;
/** When an order that is over came to its end, word for word as its index has it. */
const OVER_SINCE =
  '(case when delivered_at is not null then delivered_at when shipped_at is not null then shipped_at else platform_updated_at end)';

/** The platform wants it, or its term is over. */
type Why = 'asked' | 'term';
const EVENTS: Record<Why, string> = { asked: 'buyerErasedAsked', term: 'buyerErasedTerm' };

const erased = defineAction('orders.buyersErased', [
  '按平台规则清除买家信息',
  'Buyers’ data erased by the platform’s rules',
]);

/** One look into an index for each company that sells there; whoever was asked already is not named again. */
registerBuyerHolders(async (app, platform, buyers) => {
  const found = await app.database.owner.query<{ companyId: number }>(
    `select c.company_id as "companyId" from (select distinct company_id from shop where platform = $1) c
     where exists (select 1 from sales_order o where o.company_id = c.company_id and o.platform = $1 and o.buyer_ref <> ''
       and o.buyer_ref = any($2::text[]) and o.erase_asked_at is null) order by 1`,
    [platform, buyers],
  );
  return found.rows.map((row) => row.companyId);
});

subscribe(eraseAsked, 'orders', ['清除买家信息', 'Erase buyers’ data'], eraseAskedFor);

defineSchedule({
  name: 'orders.eraseBuyers',
  cron: '23 2 * * *',
  work: (app) => eachCompany(app, 'orders.eraseBuyers', async (ctx) => void (await eraseDue(app, ctx))),
});

/**
 * Notes on the orders concerned that their buyers' data has to go, and erases it where the order is over. What is still
 * to be sent needs its address: the daily run erases it once it was sent or cancelled.
 */
async function eraseAskedFor(app: App, ctx: Ctx, asked: EraseAsked): Promise<void> {
  if ('buyers' in asked) await app.database.inCompany(ctx, (tx) => markBuyers(tx, asked.platform, asked.buyers));
  else if (asked.platformOrderNos === 'all') await markShop(app, ctx, asked.shopId);
  else {
    const { shopId, platformOrderNos } = asked;
    await app.database.inCompany(ctx, (tx) => markOrders(tx, shopId, platformOrderNos));
  }
  await eraseWhile(app, ctx, 'asked', dueByAsking);
}

const markBuyers = (tx: Tx, platform: string, buyers: readonly string[]) =>
  tx.prepared(
    'erase_mark_buyers',
    `update sales_order o set erase_asked_at = $4 from (
       select id from sales_order where company_id = $1 and platform = $2 and buyer_ref <> '' and buyer_ref = any($3::text[])
         and erase_asked_at is null order by id for update) d
     where o.company_id = $1 and o.id = d.id`,
    [tx.companyId, platform, buyers, tx.now],
  );

const markOrders = (tx: Tx, shopId: number, platformOrderNos: readonly string[]) =>
  tx.prepared(
    'erase_mark_orders',
    // What was made of such an order, and its parts, went to the same buyer.
    `with asked as materialized (
       select id from sales_order where company_id = $1 and shop_id = $2 and platform_order_no = any($3::text[]))
     update sales_order o set erase_asked_at = $4 from (
       select m.id from sales_order m where m.company_id = $1 and m.erase_asked_at is null and m.id in (
         select a.id from asked a union all select s.id from asked a join sales_order s on s.company_id = $1 and s.source_order_id = a.id
         union all select s.id from asked a join sales_order s on s.company_id = $1 and s.split_from = a.id)
       order by m.id for update) d
     where o.company_id = $1 and o.id = d.id`,
    [tx.companyId, shopId, platformOrderNos, tx.now],
  );

/** Newest first along the index of the shop's orders, so that no page looks at those before it again. */
async function markShop(app: App, ctx: Ctx, shopId: number): Promise<void> {
  let last: Place | undefined = { orderedAt: 'infinity', id: 0 };
  while (last) last = await app.database.inCompany(ctx, (tx) => markPage(tx, shopId, last as Place));
}

interface Place {
  orderedAt: string;
  id: number;
}

async function markPage(tx: Tx, shopId: number, after: Place): Promise<Place | undefined> {
  const page = await tx.prepared<Place>(
    'erase_mark_shop',
    `with page as materialized (
       select id, ordered_at from sales_order where company_id = $1 and shop_id = $2 and (ordered_at, id) < ($3::timestamptz, $4::bigint)
       order by ordered_at desc, id desc limit $5),
     locked as materialized (select o.id from sales_order o join page on page.id = o.id
       where o.company_id = $1 and o.erase_asked_at is null order by o.id for update of o),
     marked as (update sales_order o set erase_asked_at = $6 from locked where o.company_id = $1 and o.id = locked.id)
     select id, ordered_at::text as "orderedAt" from page order by ordered_at desc, id desc`,
    [tx.companyId, shopId, after.orderedAt, after.id, AT_ONCE, tx.now],
  );
  return page.length === AT_ONCE ? page.at(-1) : undefined;
}

/** Everything that is due now. @returns how many orders were erased */
export async function eraseDue(app: App, ctx: Ctx): Promise<number> {
  let count = await eraseWhile(app, ctx, 'asked', dueByAsking);
  for (const { platform, buyerDataDays } of MARKETPLACES)
    if (buyerDataDays) count += await eraseWhile(app, ctx, 'term', (tx) => dueByTerm(tx, platform, buyerDataDays));
  return count;
}

async function eraseWhile(app: App, ctx: Ctx, why: Why, due: (tx: Tx) => Promise<{ id: number }[]>): Promise<number> {
  for (let count = 0; ; ) {
    const done = await app.database.inCompany(ctx, async (tx) => {
      const ids = (await due(tx)).map((row) => row.id);
      await eraseBuyers(tx, ids, why);
      return ids.length;
    });
    count += done;
    if (done < AT_ONCE) return count;
  }
}

/** By `sales_order_erase_asked`: it holds only what was asked for and not done. */
export const dueByAsking = (tx: Tx) =>
  tx.prepared<{ id: number }>(
    'erase_due_asked',
    `select id from sales_order where company_id = $1 and erase_asked_at is not null and buyer_erased_at is null
       and status = any($2::text[]) order by id limit $3 for update`,
    [tx.companyId, OVER, AT_ONCE],
  );

/**
 * By `sales_order_erase_term`, longest ago first: what is erased leaves the index, so a run reads what is due and no row
 * more. The states stand in the statement, for an index of some states serves no others. Where nobody knows when a parcel
 * arrived, the term runs since it was sent.
 */
export const dueByTerm = (tx: Tx, platform: string, days: number) =>
  tx.prepared<{ id: number }>(
    'erase_due_term',
    `select id from sales_order where company_id = $1 and platform = $2 and buyer_erased_at is null
       and status in ('shipped','delivered','cancelled','refunded')
       and ${OVER_SINCE} < $3
     order by ${OVER_SINCE}, id limit $4 for update`,
    [tx.companyId, platform, new Date(tx.now.getTime() - days * DAY_MS).toISOString(), AT_ONCE],
  );

/**
 * Takes the buyers out of orders that are over, wherever their data stands. What the books need stays: country, amounts,
 * articles. `ids` have been locked by the caller.
 */
async function eraseBuyers(tx: Tx, ids: readonly number[], why: Why): Promise<void> {
  if (ids.length === 0) return;
  const orders = await tx.prepared<{ id: number; shopId: number; platform: string; platformOrderNo: string }>(
    'erase_buyers',
    `update sales_order set buyer_name = '', buyer_email = '', buyer_note = '', buyer_ref = '', ship_to = null,
       buyer_erased_at = $3, version = version + 1
     where company_id = $1 and id = any($2::bigint[])
     returning id, shop_id as "shopId", platform, platform_order_no as "platformOrderNo"`,
    [tx.companyId, ids, tx.now],
  );
  tx.later('erase_terms', 'delete from order_term where company_id = $1 and order_id = any($2::bigint[]) and buyer', [
    tx.companyId,
    ids,
  ]);
  await emptyParked(tx, orders);
  writeHistory(
    tx,
    ids.map((docId) => ({ docKind: 'sales_order', docId, event: EVENTS[why] })),
  );
  const platforms = Map.groupBy(orders, (order) => order.platform);
  writeAudit(
    tx,
    [...platforms].map(([platform, mine]) => ({
      action: erased,
      targetKind: 'platform',
      targetId: platform,
      targetName: platformName(platform, 'en'),
      detail: { because: why, orders: mine.length },
    })),
  );
  await emit(tx, buyersErased, { orderIds: [...ids] });
}
