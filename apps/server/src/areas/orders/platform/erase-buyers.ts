import { MARKETPLACES } from '@tradewind/connectors/marketplaces/registry.ts';
import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { emit, subscribe } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { eraseBuyersData } from '../../../core/personal-data.ts';
import {
  buyersForgetting,
  discardDeadLetters,
  type EraseRequest,
  eraseRequested,
  platformName,
} from '../../channels/public.ts';
import { buyersErased } from '../events.ts';
import { OVER } from '../status.ts';

/** Orders of one transaction. */
const AT_ONCE = 500;
const DAY_MS = 86_400_000;
/** When a closed order ended. Must match the index expression word for word. */
const OVER_SINCE = sql`(case when delivered_at is not null then delivered_at when shipped_at is not null then shipped_at else platform_updated_at end)`;

/** The platform requested it, the retention period is over, or the person requested it. */
type Why = 'asked' | 'term' | 'person';
const EVENTS: Record<Why, string> = {
  asked: 'buyerErasedAsked',
  term: 'buyerErasedTerm',
  person: 'buyerErasedPerson',
};

const erased = defineAction('orders.buyersErased', [
  '按平台规定清除买家信息',
  'Buyer data erased as the platform requires',
]);

/** One index lookup per company that sells there. Skips buyers whose erasure was already requested. */
buyersForgetting.listen(async (app, { platform, buyers, companyIds }) => {
  const found = await app.database.asOwner<{ companyId: number }>(
    sql`select c.company_id from (select distinct company_id from shop where platform = ${platform}) c
     where exists (select 1 from sales_order o where o.company_id = c.company_id and o.platform = ${platform} and o.buyer_ref <> ''
       and o.buyer_ref = any(${buyers}::text[]) and o.erase_requested_at is null) order by 1`,
  );
  for (const row of found) companyIds.add(row.companyId);
});

subscribe(eraseRequested, 'orders', ['清除买家信息', 'Erase buyer data'], eraseRequestedFor);

defineSchedule({
  name: 'orders.eraseBuyers',
  cron: '23 2 * * *',
  title: ['清除到期的买家信息', 'Erase buyer data that is due'],
  each: eraseDue,
});

/**
 * Records the erasure request on the orders, and erases the buyers of closed ones. Open orders need the address, so the
 * daily run erases it after they ship or are cancelled.
 */
async function eraseRequestedFor(app: App, ctx: Ctx, requested: EraseRequest): Promise<void> {
  if ('buyers' in requested)
    await app.database.inCompany(ctx, (tx) => markBuyers(tx, requested.platform, requested.buyers));
  else if (requested.platformOrderNos === 'all') await markShop(app, ctx, requested.shopId);
  else {
    const { shopId, platformOrderNos } = requested;
    await app.database.inCompany(ctx, (tx) => markOrders(tx, shopId, platformOrderNos));
  }
  await eraseWhile(app, ctx, 'asked', dueByAsking);
}

const markBuyers = (tx: Tx, platform: string, buyers: readonly string[]) =>
  tx.rows(
    sql`update sales_order o set erase_requested_at = ${tx.now} from (
       select id from sales_order where company_id = ${sql.company} and platform = ${platform} and buyer_ref <> '' and buyer_ref = any(${buyers}::text[])
         and erase_requested_at is null order by id for update) d
     where o.company_id = ${sql.company} and o.id = d.id`,
  );

const markOrders = (tx: Tx, shopId: number, platformOrderNos: readonly string[]) =>
  tx.rows(
    sql`with requested as materialized (
       select id from sales_order where company_id = ${sql.company} and shop_id = ${shopId} and platform_order_no = any(${platformOrderNos}::text[]))
     update sales_order o set erase_requested_at = ${tx.now} from (
       select m.id from sales_order m where m.company_id = ${sql.company} and m.erase_requested_at is null and m.id in (
         select a.id from requested a union all select s.id from requested a join sales_order s on s.company_id = ${sql.company} and s.source_order_id = a.id
         union all select s.id from requested a join sales_order s on s.company_id = ${sql.company} and s.split_from = a.id)
       order by m.id for update) d
     where o.company_id = ${sql.company} and o.id = d.id`,
  );

/** Newest first along the index of the shop's orders, so that each page continues where the last one ended. */
async function markShop(app: App, ctx: Ctx, shopId: number): Promise<void> {
  let last: Place | undefined = { orderedAt: 'infinity', id: 0 };
  while (last) last = await app.database.inCompany(ctx, (tx) => markPage(tx, shopId, last as Place));
}

interface Place {
  orderedAt: string;
  id: number;
}

async function markPage(tx: Tx, shopId: number, after: Place): Promise<Place | undefined> {
  const page = await tx.rows<Place>(
    sql`with page as materialized (
       select id, ordered_at from sales_order where company_id = ${sql.company} and shop_id = ${shopId} and (ordered_at, id) < (${after.orderedAt}::timestamptz, ${after.id}::bigint)
       order by ordered_at desc, id desc limit ${AT_ONCE}),
     locked as materialized (select o.id from sales_order o join page on page.id = o.id
       where o.company_id = ${sql.company} and o.erase_requested_at is null order by o.id for update of o),
     marked as (update sales_order o set erase_requested_at = ${tx.now} from locked where o.company_id = ${sql.company} and o.id = locked.id)
     select id, ordered_at::text as "orderedAt" from page order by ordered_at desc, id desc`,
  );
  return page.length === AT_ONCE ? page.at(-1) : undefined;
}

/** Erases all that is due now. @returns how many orders were erased */
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

/** Uses `sales_order_erase_asked`, which holds only open requests. */
export const dueByAsking = (tx: Tx) =>
  tx.rows<{ id: number }>(
    sql`select id from sales_order where company_id = ${sql.company} and erase_requested_at is not null and buyer_erased_at is null
       and status = any(${OVER}::text[]) order by id limit ${AT_ONCE} for update`,
  );

/**
 * Uses `sales_order_erase_term`, oldest first: erased orders leave the index, so a run reads only what is due. The
 * statement spells out the states, because the planner needs them to use a partial index. Without a delivery time, the
 * period starts at shipment.
 */
export const dueByTerm = (tx: Tx, platform: string, days: number) =>
  tx.rows<{ id: number }>(
    sql`select id from sales_order where company_id = ${sql.company} and platform = ${platform} and buyer_erased_at is null
       and status in ('shipped','delivered','cancelled','refunded')
       and ${OVER_SINCE} < ${new Date(tx.now.getTime() - days * DAY_MS).toISOString()}
     order by ${OVER_SINCE}, id limit ${AT_ONCE} for update`,
  );

/**
 * Erases the buyers of closed orders everywhere. Keeps what accounting needs: country, amounts, products. The caller
 * has locked `ids`.
 */
export async function eraseBuyers(tx: Tx, ids: readonly number[], why: Why): Promise<void> {
  if (ids.length === 0) return;
  const orders = await tx.rows<{ id: number; shopId: number; platform: string; platformOrderNo: string }>(
    sql`update sales_order set buyer_erased_at = ${tx.now}, version = version + 1
     where company_id = ${sql.company} and id = any(${ids}::bigint[])
     returning id, shop_id, platform, platform_order_no`,
  );
  eraseBuyersData(tx, ids);
  await discardDeadLetters(tx, orders);
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
