import type { Freight, ShipmentConfirmation } from '@tradewind/connectors/capabilities/shipments.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { Fail } from '../../../core/errors.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { fewAtOnce, NEXT_PART, shopQueue, withShop } from '../../channels/public.ts';
import { unitsOnPlatform } from '../arrange/rows.ts';
import { shipmentsConfirming } from '../hooks.ts';
import { ordersChanged } from '../live.ts';
import type { Shipment } from '../orders.tables.ts';

const MAX_TRIES = 12;
const BATCH = 20;
/** After this many batches, other work of the shop gets its turn. */
const BATCHES_AT_ONCE = 5;

interface Due {
  id: number;
  shopId: number;
  platformOrderNo: string;
  confirmState: string;
  attempts: number;
  shipment: Shipment;
  shippedAt: Date;
  marketplaceId: string;
  fulfilmentRefs: string[];
  freight?: Freight;
  /** Part of an order that is one order on the platform. */
  split: boolean;
  lines: { platformLineId: string; fulfilmentRef: string | null; quantity: number }[];
}

const confirmJob = defineJob<{ shopId: number }>(
  'orders.confirmShipments',
  ['标发：向平台提交发货信息', 'Confirm shipments on platforms'],
  (app, ctx, { shopId }) => confirmDue(app, ctx, shopId),
);

/** Queues the shipment confirmations of these shops. Each shop's queue runs one call at a time. */
export async function requestConfirmation(
  tx: Tx,
  shopIds: readonly number[],
  { runAt, priority }: { runAt?: Date; priority?: number } = {},
): Promise<void> {
  for (const shopId of new Set(shopIds))
    await addJob(
      tx,
      confirmJob,
      { shopId },
      {
        queue: shopQueue(shopId),
        key: `orders.confirm:${shopId}${runAt ? ':later' : ''}`,
        ...(runAt ? { runAt } : {}),
        ...(priority === undefined ? {} : { priority }),
      },
    );
}

/**
 * Sends a shop's shipment confirmations. Commits `telling` before the call: after a crash, the next run looks such an
 * order up on the platform first, so that nothing is sent twice.
 */
export async function confirmDue(app: App, ctx: Ctx, shopId: number): Promise<void> {
  for (let batch = 0; batch < BATCHES_AT_ONCE; batch++) {
    const due = await app.database.inCompany(ctx, (tx) => claim(tx, shopId));
    if (due.length === 0) return;
    // Confirm the parts of an order in sequence: each changes what is left of it on the platform.
    const wholes = [...Map.groupBy(due, (order) => order.platformOrderNo).values()];
    if (!(await fewAtOnce(wholes, (parts) => confirmParts(app, ctx, parts)))) return;
  }
  await app.database.inCompany(ctx, (tx) => requestConfirmation(tx, [shopId], { priority: NEXT_PART }));
}

async function claim(tx: Tx, shopId: number): Promise<Due[]> {
  const due = await tx.rows<Due>(
    sql`select o.id, o.shop_id, coalesce(w.platform_order_no, o.platform_order_no) as "platformOrderNo",
       o.split_from is not null or (o.platform_lines is not null and exists (select from sales_order p where p.company_id = ${sql.company} and p.split_from = o.id)) as split, o.confirm_state, o.confirm_attempts as attempts,
       o.shipment, o.shipped_at, o.marketplace_id, o.fulfilment_refs,
       coalesce((select jsonb_agg(jsonb_build_object('platformLineId', l.platform_line_id, 'fulfilmentRef', l.fulfilment_ref, 'quantity', u.told))
        from order_line l cross join lateral (select ${unitsOnPlatform(sql`l.quantity`)} as told) u
        where l.company_id = ${sql.company} and l.order_id = o.id and u.told > 0), '[]') as lines
     from sales_order o left join sales_order w on w.company_id = ${sql.company} and w.id = o.split_from where o.company_id = ${sql.company} and o.confirm_state in ('pending', 'telling') and o.shop_id = ${shopId} and o.shipment is not null
       and (o.confirm_next_at is null or o.confirm_next_at <= now()) order by o.id limit ${sql.literal(BATCH)} for update of o`,
  );
  const orders = due.map((order) => order.id);
  await tx.rows(
    sql`update sales_order set confirm_state = 'telling' where company_id = ${sql.company} and id = any(${orders}::bigint[])`,
  );
  const byId = new Map(due.map((order) => [order.id, order]));
  await shipmentsConfirming.call(tx, {
    orders,
    callCarrier: (orderId, carrier) => Object.assign(byId.get(orderId)?.shipment ?? {}, carrier),
    asFreight: (orderId, freight) => Object.assign(byId.get(orderId) ?? {}, { freight }),
  });
  return due;
}

async function confirmParts(app: App, ctx: Ctx, parts: readonly Due[]): Promise<boolean> {
  for (const part of parts) if (!(await confirmOne(app, ctx, part))) return false;
  return true;
}

/** @returns false when the shop cannot be called any further now */
async function confirmOne(app: App, ctx: Ctx, order: Due): Promise<boolean> {
  const notice: ShipmentConfirmation = {
    ...order.shipment,
    platformOrderNo: order.platformOrderNo,
    shippedAt: new Date(order.shippedAt).toISOString(),
    marketplaceId: order.marketplaceId,
    fulfilmentRefs: order.fulfilmentRefs,
    lines: order.lines.map(({ fulfilmentRef, ...line }) => ({ ...line, ...(fulfilmentRef ? { fulfilmentRef } : {}) })),
    ...(order.freight ? { freight: order.freight } : {}),
  };
  try {
    const outcome = await withShop(app, ctx, order.shopId, async (connector, access) => {
      // The parcel holds only gifts, which the platform does not know.
      if (order.lines.length === 0) return { outcome: 'nothingToTell' };
      // The status covers only the whole order. For a part, the connector checks its tracking number.
      if (order.confirmState === 'telling' && !order.split) {
        const there = await connector.getOrder(access, order.platformOrderNo);
        if (there.ok && there.order.status === 'shipped')
          return { outcome: 'alreadyConfirmed' as const, detail: 'found shipped on the platform' };
      }
      return connector.confirmShipment(access, notice);
    });
    await app.database.inCompany(ctx, (tx) => confirmed(tx, order, outcome.outcome));
    return true;
  } catch (error) {
    return app.database.inCompany(ctx, (tx) => refused(tx, order, error));
  }
}

async function confirmed(tx: Tx, order: Due, outcome: string): Promise<void> {
  await tx.rows(sql`update sales_order set confirm_state = 'confirmed', confirmed_at = ${tx.now}, confirm_error = null, confirm_next_at = null
    where company_id = ${sql.company} and id = ${order.id}`);
  ordersChanged(tx);
  writeHistory(tx, [
    {
      docKind: 'sales_order',
      docId: order.id,
      event: 'platformTold',
      detail: { outcome, trackingNumber: order.shipment.trackingNumber },
    },
  ]);
}

async function refused(tx: Tx, order: Due, error: unknown): Promise<boolean> {
  // Our own failure may have come after the platform's answer: the database went away before it was kept.
  const kind = error instanceof ConnectorError ? error.kind : error instanceof Fail ? 'unavailable' : 'uncertain';
  const text = (error as Error).message.slice(0, 500);
  const attempts = order.attempts + 1;
  const final = kind === 'rejected' || attempts >= MAX_TRIES;
  const waitMs =
    error instanceof ConnectorError && error.retryAfterMs
      ? error.retryAfterMs
      : Math.min(30 * 60_000, 15_000 * 2 ** (attempts - 1));
  const next = new Date(tx.now.getTime() + waitMs);
  // If the response was lost, the platform may have accepted it. `telling` makes the next try check first.
  const state = final ? 'failed' : kind === 'uncertain' ? 'telling' : 'pending';
  await tx.rows(sql`update sales_order set confirm_state = ${state}, confirm_attempts = ${kind === 'throttled' ? order.attempts : attempts},
    confirm_error = ${text}, confirm_next_at = ${final ? null : next} where company_id = ${sql.company} and id = ${order.id}`);
  ordersChanged(tx);
  if (final)
    writeHistory(tx, [{ docKind: 'sales_order', docId: order.id, event: 'platformRefused', detail: { error: text } }]);
  else await requestConfirmation(tx, [order.shopId], { runAt: next, priority: NEXT_PART });
  return kind === 'rejected';
}
