import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { emit } from '../../core/jobs/jobs.ts';
import { defineSchedule } from '../../core/jobs/schedule.ts';
import { arrayOf } from '../../core/scope.ts';
import { mappingChanged } from '../catalog/public.ts';
import { ordersComparing, ordersIngesting, shopEdited } from '../channels/public.ts';
import { availableGrew } from '../stock/public.ts';
import { outboundMoved, warehouseOpened } from '../warehouse/public.ts';
import { withMembers } from './arrange/box.ts';
import { orderShipped } from './events.ts';
import { intakeOrders } from './intake/intake.ts';
import './list/compact-counts.ts';
import { moveOrders } from './move.ts';
import { requestConfirmation } from './platform/confirm.ts';
import { releaseReservations, requestReservation } from './reserve/reserve.ts';
import { reevaluate } from './rules/reevaluate.ts';
import type { Status } from './status.ts';

ordersComparing.listen(async (tx, { shopId, platformOrderNos, known }) => {
  const rows = await tx.rows<{ no: string }>(sql`select platform_order_no as no from sales_order
    where company_id = ${sql.company} and shop_id = ${shopId} and platform_order_no = any(${arrayOf(platformOrderNos)}::text[])`);
  for (const { no } of rows) known.add(no);
});
ordersIngesting.listen(async (tx, ingesting) => {
  ingesting.counts = await intakeOrders(tx, ingesting.shop, ingesting.orders);
});

/** A new mapping continues all orders that waited for it. */
mappingChanged.listen(async (tx, { shopId, sellerSkus }) => {
  for (;;) {
    const waiting = await tx.rows<{ id: number }>(
      sql`select distinct o.id from order_line l join sales_order o on o.company_id = ${sql.company} and o.id = l.order_id
       where l.company_id = ${sql.company} and l.seller_sku = any(${sellerSkus}::text[]) and l.product_id is null and o.shop_id = ${shopId}
         and o.status in ('unpaid', 'review', 'allocate', 'exception', 'held') order by o.id limit 1000`,
    );
    await reevaluate(
      tx,
      waiting.map((row) => row.id),
      'mapped',
    );
    if (waiting.length < 1000) return;
  }
});

/** The shop may have changed to automatic allocation. */
shopEdited.listen(requestReservation);
warehouseOpened.listen(requestReservation);

availableGrew.listen(async (tx) => {
  const waiting = await tx.rows(
    sql`select 1 from sales_order where company_id = ${sql.company} and status = 'allocate' limit 1`,
  );
  if (waiting.length > 0) await requestReservation(tx);
});

const STATUS_OF: Record<string, Status> = { picking: 'picking', packed: 'packed', shipped: 'shipped' };

outboundMoved.listen(async (tx, { moves, reason }) => {
  for (const to of new Set(moves.map((move) => move.to))) {
    const orderIds = await withMembers(
      tx,
      moves.filter((move) => move.to === to).map((move) => move.orderId),
    );
    const status = STATUS_OF[to];
    if (to === 'cancelled') await outboundEnded(tx, orderIds, reason);
    else if (status === 'shipped') await shipped(tx, orderIds);
    else if (status) await moveOrders(tx, orderIds, { to: status, event: status });
    // A wave was cancelled before picking started.
    else if (reason === 'dissolve') await moveOrders(tx, orderIds, { from: ['picking'], to: 'ready', event: 'ready' });
  }
});

/** The warehouse cancelled an outbound order: the order needs a person, and its stock is released. */
async function outboundEnded(tx: Tx, orderIds: number[], reason: string | undefined): Promise<void> {
  const short = reason === 'short';
  const moved = await moveOrders(tx, orderIds, {
    from: ['ready', 'picking', 'packed'],
    to: short ? 'exception' : 'held',
    event: short ? 'shortPick' : 'outboundCancelled',
    exception: short ? 'stock' : null,
    ...(reason ? { detail: { reason } } : {}),
  });
  await releaseReservations(
    tx,
    moved.map((m) => m.id),
  );
}

async function shipped(tx: Tx, orderIds: number[]): Promise<void> {
  const moved = await moveOrders(tx, orderIds, { to: 'shipped', event: 'shipped' });
  const ids = moved.map((m) => m.id);
  // The shipment's stock movement has already deducted the allocated units.
  tx.later(
    sql`update order_line set reserved = 0 where company_id = ${sql.company} and order_id = any(${ids}::bigint[])`,
  );
  const toConfirm = moved.filter((m) => m.confirmState === 'pending').map((m) => m.shopId);
  await requestConfirmation(tx, toConfirm);
  await emit(tx, orderShipped, { orderIds: ids });
}

const UNCONFIRMED = sql`confirm_state in ('pending', 'telling') and (confirm_next_at is null or confirm_next_at < now() - interval '5 minutes')`;

/** Orders that wait for a confirmation without a job (a job was cancelled, or a clock jumped). */
defineSchedule({
  name: 'orders.confirmLeftovers',
  cron: '*/10 * * * *',
  title: ['补发发货确认', 'Confirm leftover shipments'],
  due: sql`select id as company_id from company where id in (select company_id from sales_order where ${UNCONFIRMED})`,
  each: (app, ctx) =>
    app.database.inCompany(ctx, async (tx) => {
      const shops = await tx.rows<{ shopId: number }>(
        sql`select distinct shop_id from sales_order where company_id = ${sql.company} and ${UNCONFIRMED}`,
      );
      await requestConfirmation(
        tx,
        shops.map((row) => row.shopId),
      );
    }),
});
