import { CANCEL_REASONS, type CancelReason } from '@tradewind/connectors/capabilities/cancellation.ts';
import type { MarketplaceConnector } from '@tradewind/connectors/capabilities/connector.ts';
import type { AnsweredLine, PlatformBill } from '@tradewind/connectors/capabilities/purchase-orders.ts';
import { ConnectorError, type ShopAccess } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { fewAtOnce, NEXT_PART, ordersTaken, platformDoes, shopQueue, withShop } from '../../channels/public.ts';
import { unitsOnPlatform } from '../arrange/rows.ts';
import type { PlatformUpdateKind } from '../hooks.ts';
import { platformUpdated } from '../hooks.ts';

/** Purchase orders of a platform (as `o`), which a person acknowledges by line. */
export const IS_PURCHASE = sql`(o.platform = 'amazonvc' and o.marketplace_id = 'retail')`;

const MAX_TRIES = 8;
const BATCH = 20;
const BATCHES_AT_ONCE = 5;

const platformUpdateJob = defineJob<{ shopId: number }>(
  'orders.platformUpdates',
  ['向平台确认接单、取消、暂停或开票', 'Acknowledge, cancel, hold or invoice orders on the platform'],
  (app, ctx, { shopId }) => sendDueUpdates(app, ctx, shopId),
);

function ask(tx: Tx, shopId: number, { runAt, priority = 4 }: { runAt?: Date; priority?: number } = {}): Promise<void> {
  const later = runAt ? ':later' : '';
  return addJob(
    tx,
    platformUpdateJob,
    { shopId },
    {
      queue: shopQueue(shopId),
      key: `orders.platformUpdates:${shopId}${later}`,
      priority,
      ...(runAt ? { runAt } : {}),
    },
  );
}

/** Sends the acknowledgement once, right after intake, to platforms that require it. */
ordersTaken.listen(async (tx, { shopId, platformOrderNos }) => {
  const rows = await tx.rows(
    sql`insert into platform_update (company_id, order_id, kind, shop_id, reason, due_at)
     select ${sql.company}, o.id, 'acknowledge', ${shopId}, '', ${tx.now} from sales_order o where o.company_id = ${sql.company} and o.shop_id = ${shopId}
       and o.platform_order_no = any(${platformOrderNos}::text[]) and o.fulfilled_by = 'seller' and o.status in ('review', 'allocate', 'exception', 'held', 'ready')
       and not ${IS_PURCHASE}
     order by o.id on conflict do nothing returning order_id`,
  );
  if (rows.length > 0) await ask(tx, shopId);
});

export interface Decided {
  id: number;
  shopId: number;
  /** The acknowledged lines (`AnsweredLine`), or the bill (`PlatformBill`). */
  told: readonly AnsweredLine[] | PlatformBill;
}

/**
 * Queues a platform update: the acknowledgement or the bill of a purchase order. Requeues it after a rejection; leaves
 * it alone while pending or after acceptance.
 * @returns the orders that it queued
 */
export async function updatePlatform(
  tx: Tx,
  kind: 'acknowledge' | 'bill',
  orders: readonly Decided[],
): Promise<number[]> {
  const answered = await tx.rows<{ id: number; shopId: number }>(sql`
    insert into platform_update as t (company_id, order_id, kind, shop_id, reason, told, due_at)
    select ${sql.company}, r.id, ${kind}, r."shopId", '', r.told, ${tx.now}
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as r(id bigint, "shopId" bigint, told jsonb) order by r.id
    on conflict (company_id, order_id, kind) do update set state = 'due', tries = 0, error = null, ticket = null,
      told = excluded.told, due_at = excluded.due_at where t.state = 'failed'
    returning t.order_id as id, t.shop_id as "shopId"`);
  for (const shopId of new Set(answered.map((order) => order.shopId))) await ask(tx, shopId);
  return answered.map((order) => order.id);
}

const REASONS: Readonly<Record<string, CancelReason>> = {
  buyer: 'buyerAsked',
  outOfStock: 'outOfStock',
  address: 'badAddress',
  price: 'wrongPrice',
};

/**
 * Queues the cancellation on the platforms of cancelled orders. Skips platforms without such a call, and parts of an
 * order: a person must cancel these there.
 * @returns how many it queued
 */
export async function cancelOnPlatform(app: App, tx: Tx, ids: readonly number[], reason: string): Promise<number> {
  const orders = await platformOrders(tx, ids);
  const able = orders.filter((order) => platformDoes(app, order.platform, 'cancelOrder'));
  if (able.length === 0) return 0;
  await tx.rows(sql`insert into platform_update as t (company_id, order_id, kind, shop_id, reason, due_at)
    select ${sql.company}, r.id, 'cancel', r."shopId", ${REASONS[reason] ?? 'other'}, ${tx.now}
    from jsonb_to_recordset(${JSON.stringify(able)}::jsonb) as r(id bigint, "shopId" bigint)
    on conflict (company_id, order_id, kind) do update set state = 'due', tries = 0, error = null, reason = excluded.reason,
      due_at = excluded.due_at where t.state = 'failed'`);
  for (const shopId of new Set(able.map((order) => order.shopId))) await ask(tx, shopId);
  return able.length;
}

/** Refuses on the platforms what buyers asked: they wait for an answer there. Skips platforms without such a call. */
export async function refuseCancelOnPlatform(app: App, tx: Tx, ids: readonly number[]): Promise<void> {
  await askAbout(app, tx, ids, 'refuseCancel', 'refuseCancel', null);
}

/** Holds the orders on the platforms, too, where sellers can: others who work in the shop would ship them. */
export async function holdOnPlatform(app: App, tx: Tx, ids: readonly number[]): Promise<void> {
  await askAbout(app, tx, ids, 'hold', 'setHold', JSON.stringify({ held: true }));
}

async function askAbout(
  app: App,
  tx: Tx,
  ids: readonly number[],
  kind: 'refuseCancel' | 'hold',
  call: 'refuseCancel' | 'setHold',
  content: string | null,
): Promise<void> {
  const orders = await platformOrders(tx, ids);
  const able = orders.filter((order) => platformDoes(app, order.platform, call));
  if (able.length === 0) return;
  await tx.rows(sql`insert into platform_update as t (company_id, order_id, kind, shop_id, reason, told, due_at)
    select ${sql.company}, r.id, ${kind}, r."shopId", '', ${content}::jsonb, ${tx.now}
    from jsonb_to_recordset(${JSON.stringify(able)}::jsonb) as r(id bigint, "shopId" bigint)
    on conflict (company_id, order_id, kind) do update set state = 'due', tries = 0, error = null, told = excluded.told,
      due_at = excluded.due_at`);
  for (const shopId of new Set(able.map((order) => order.shopId))) await ask(tx, shopId);
}

interface Here extends Record<string, unknown> {
  id: number;
  shopId: number;
  platform: string;
}

/** Whole orders of platforms: a part of an order cannot be cancelled or held there. */
function platformOrders(tx: Tx, ids: readonly number[]): Promise<Here[]> {
  return tx.rows<Here>(sql`select id, shop_id as "shopId", platform
    from sales_order o where company_id = ${sql.company} and id = any(${ids}::bigint[]) and origin = 'platform'
       and split_from is null
       and not exists (select from sales_order p where p.company_id = ${sql.company} and p.split_from = o.id)`);
}

/** A hold that was placed on the platform follows the order: released with it, and placed again. */
export async function mirrorHolds(tx: Tx, ids: readonly number[], held: boolean): Promise<void> {
  const content = JSON.stringify({ held });
  const rows = await tx.rows<{ shopId: number }>(sql`update platform_update set state = 'due', tries = 0, error = null,
      told = ${content}::jsonb, due_at = ${tx.now}
    where company_id = ${sql.company} and order_id = any(${ids}::bigint[]) and kind = 'hold' and told <> ${content}::jsonb
    returning shop_id`);
  for (const shopId of new Set(rows.map((row) => row.shopId))) await ask(tx, shopId);
}

interface Due extends Record<string, unknown> {
  orderId: number;
  kind: PlatformUpdateKind;
  told: unknown;
  ticket: string | null;
  platformOrderNo: string;
  fulfilmentRefs: string[];
  cancelled: boolean;
  marketplaceId: string;
  reason: string;
  tries: number;
  shippedAt: Date | null;
  trackingNumber: string | null;
  lines: { platformLineId: string; fulfilmentRef: string | null; quantity: number }[];
}

/** Sends some of the due updates, then lets other work of the shop run, new orders first. */
async function sendDueUpdates(app: App, ctx: Ctx, shopId: number): Promise<void> {
  for (let batch = 0; batch < BATCHES_AT_ONCE; batch++) {
    const due = await app.database.inCompany(ctx, (tx) =>
      tx.rows<Due>(sql`select t.order_id, t.kind, t.reason, t.told, t.ticket, t.tries, o.platform_order_no,
          o.fulfilment_refs, o.status = 'cancelled' as cancelled, o.marketplace_id, o.shipped_at, o.tracking_number, coalesce((select jsonb_agg(jsonb_build_object('platformLineId', l.platform_line_id,
            'fulfilmentRef', l.fulfilment_ref, 'quantity', u.units)) from order_line l
            cross join lateral (select ${unitsOnPlatform(sql`l.quantity`)} as units) u
            where l.company_id = ${sql.company} and l.order_id = t.order_id and u.units > 0), '[]') as lines
        from platform_update t join sales_order o on o.company_id = t.company_id and o.id = t.order_id
        where t.company_id = ${sql.company} and t.shop_id = ${shopId} and t.state = 'due' and t.due_at <= ${tx.now}
        order by t.due_at, t.order_id limit ${BATCH}`),
    );
    if (due.length === 0) return;
    if (!(await fewAtOnce(due, (one) => sendOne(app, ctx, shopId, one)))) return;
  }
  await app.database.inCompany(ctx, (tx) => ask(tx, shopId, { priority: NEXT_PART }));
}

/** Each call may run twice: platforms accept repeats. @returns false when the shop must wait */
async function sendOne(app: App, ctx: Ctx, shopId: number, due: Due): Promise<boolean> {
  try {
    const outcome = await withShop(app, ctx, shopId, async (connector, access) => {
      if (due.ticket === null || !connector.writeResult) return SEND[due.kind](connector, access, due);
      await connector.writeResult(access, due.ticket);
      return 'taken';
    });
    await app.database.inCompany(ctx, (tx) => done(tx, due, outcome));
    return true;
  } catch (error) {
    return app.database.inCompany(ctx, (tx) => refused(tx, shopId, due, error));
  }
}

async function acknowledge(connector: MarketplaceConnector, access: ShopAccess, due: Due): Promise<string> {
  if (connector.acknowledgesMessages && due.fulfilmentRefs.length > 0) {
    if (due.cancelled) return 'over';
    await connector.acknowledge?.(access, due);
    return 'acknowledged';
  }
  const record = await connector.getOrder(access, due.platformOrderNo);
  // Order intake sets unreadable orders aside; closed orders need no acknowledgement.
  if (!record.ok || record.order.status !== 'toShip') return 'over';
  const lines = due.told as AnsweredLine[] | null;
  await connector.acknowledge?.(access, record.order, ...(lines ? [lines] : []));
  return 'acknowledged';
}

async function bill(connector: MarketplaceConnector, access: ShopAccess, due: Due): Promise<string> {
  await connector.bill?.(access, due.told as PlatformBill);
  return 'billed';
}

async function cancel(connector: MarketplaceConnector, access: ShopAccess, due: Due): Promise<string> {
  const { platformOrderNo, marketplaceId, lines } = due;
  const reason = CANCEL_REASONS.find((one) => one === due.reason) ?? 'other';
  const result = await connector.cancelOrder?.(access, {
    platformOrderNo,
    reason,
    ...(marketplaceId ? { marketplaceId } : {}),
    lines: lines.map(({ fulfilmentRef, ...line }) => ({ ...line, ...(fulfilmentRef ? { fulfilmentRef } : {}) })),
  });
  return result?.outcome ?? 'over';
}

async function refuseCancel(connector: MarketplaceConnector, access: ShopAccess, due: Due): Promise<string> {
  const { platformOrderNo, shippedAt, trackingNumber } = due;
  const outcome = await connector.refuseCancel?.(access, {
    platformOrderNo,
    ...(shippedAt ? { shippedAt: shippedAt.toISOString(), ...(trackingNumber ? { trackingNumber } : {}) } : {}),
  });
  return outcome ?? 'over';
}

async function hold(connector: MarketplaceConnector, access: ShopAccess, due: Due): Promise<string> {
  const { held } = due.told as { held: boolean };
  return (await connector.setHold?.(access, { platformOrderNo: due.platformOrderNo, held })) ?? 'over';
}

const SEND = { acknowledge, cancel, refuseCancel, hold, bill };
const EVENTS = {
  acknowledge: 'platformAcknowledged',
  cancel: 'platformCancelled',
  refuseCancel: 'platformRefusedCancel',
  hold: 'platformHeld',
  bill: 'platformBilled',
};

/** The update (as `t`) with the content that was sent: a hold that was changed meanwhile is sent again. */
const isStill = (due: Due): Sql =>
  sql`t.company_id = ${sql.company} and t.order_id = ${due.orderId} and t.kind = ${due.kind}
    and t.told is not distinct from ${due.told === null ? null : JSON.stringify(due.told)}::jsonb`;

async function done(tx: Tx, due: Due, outcome: string): Promise<void> {
  // Lock orders before their updates.
  if (outcome !== 'over') await platformUpdated.call(tx, { orderId: due.orderId, kind: due.kind });
  await tx.rows(sql`update platform_update t set state = 'done', error = null, ticket = null where ${isStill(due)}`);
  const event = outcome === 'released' ? 'platformReleased' : EVENTS[due.kind];
  if (outcome !== 'over')
    writeHistory(tx, [{ docKind: 'sales_order', docId: due.orderId, event, detail: { outcome } }]);
}

async function refused(tx: Tx, shopId: number, due: Due, error: unknown): Promise<boolean> {
  const answered = error instanceof ConnectorError ? error : undefined;
  const kind = answered?.kind ?? 'unavailable';
  const tries = kind === 'throttled' ? due.tries : due.tries + 1;
  const final = kind === 'rejected' || tries >= MAX_TRIES;
  const next = new Date(tx.now.getTime() + (answered?.retryAfterMs ?? Math.min(30 * 60_000, 15_000 * 2 ** tries)));
  const words = (error as Error).message.slice(0, 500);
  await tx.rows(sql`update platform_update t set state = ${final ? 'failed' : 'due'}, tries = ${tries}, error = ${words}, due_at = ${next},
      ticket = ${kind === 'rejected' ? null : (answered?.ticket ?? due.ticket)} where ${isStill(due)}`);
  if (final)
    writeHistory(tx, [
      { docKind: 'sales_order', docId: due.orderId, event: `${due.kind}Refused`, detail: { error: words } },
    ]);
  else await ask(tx, shopId, { runAt: next, priority: NEXT_PART });
  return kind === 'rejected';
}
