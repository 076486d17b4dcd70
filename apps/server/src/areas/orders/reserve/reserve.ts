import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { type Move, moveStock } from '../../stock/public.ts';
import { createOutbounds } from '../../warehouse/public.ts';
import { withBoxmates } from '../arrange/box.ts';
import { moveOrders } from '../move.ts';
import { type Available, type Demand, planReservations, shortagesOf } from './plan.ts';
import { markShort, nextInQueue, OPEN_WAREHOUSE, type Place, SERVING_ORDER } from './queue.ts';

const BATCH = 1000;

interface WaitingLine {
  orderId: number;
  /** The order that carries its box: itself, unless it was merged. */
  box: number;
  orderNo: string;
  shopId: number;
  presetWarehouseId: number | null;
  channelId: number | null;
  shipBy: string | null;
  lineId: number;
  productId: number;
  quantity: number;
  reservationNo: number;
  /** One of the products of a bundle that the line sells. */
  bundled: boolean;
}

export interface Reservation {
  reserved: number[];
  short: number[];
  /** Does not wait for stock (any more): another request was faster, or the status does not allow it. */
  skipped: number[];
}

/**
 * Allocates stock to waiting orders: in queue order, whole orders only, in a few statements for any number of orders.
 * Merged orders count as one: all are allocated, or none. Locks the balances, decides in memory, then writes; the check
 * constraint on the balance is the safety net. Each allocated order gets its outbound order in the same transaction.
 */
export async function reserveOrders(tx: Tx, orderIds: readonly number[]): Promise<Reservation> {
  const [lines, warehouses] = await Promise.all([waitingLines(tx, orderIds), openWarehouses(tx)]);
  const warehouseIds = warehouses.map(({ id }) => id);
  const demands = demandsOf(lines, warehouses);
  const waiting = new Set(lines.map((line) => line.orderId));
  const skipped = orderIds.filter((id) => !waiting.has(id));
  if (demands.length === 0) return { reserved: [], short: [], skipped };
  const available = await lockAvailable(tx, warehouseIds, [...new Set(lines.map((line) => line.productId))]);
  const plan = planReservations(demands, available, warehouseIds);
  const placeOfBox = new Map(plan.reserved.map((r) => [r.orderId, r.warehouseId]));
  const placed = lines.flatMap((line) => {
    const warehouseId = placeOfBox.get(line.box);
    return warehouseId === undefined ? [] : [{ ...line, warehouseId }];
  });
  const placeOf = new Map(placed.map((line) => [line.orderId, line.warehouseId]));
  await writeReservations(tx, placed, placeOf);
  const short = [...waiting].filter((id) => !placeOf.has(id));
  const boxes = new Set(plan.short);
  const lacking = demands.filter((d) => boxes.has(d.orderId)).flatMap((d) => shortagesOf(d, available, warehouseIds));
  await markShort(tx, short, lacking);
  return { reserved: [...placeOf.keys()], short, skipped };
}

async function waitingLines(tx: Tx, orderIds: readonly number[]): Promise<WaitingLine[]> {
  // Two statements: the second one sees line changes by the transaction that this one waited for.
  const locking = tx.rows<{ id: number }>(
    sql`select id from sales_order where company_id = ${sql.company} and id = any(${withBoxmates(sql`${orderIds}::bigint[]`)}) and status = 'allocate' order by id for update`,
  );
  const reading = tx.rows<Omit<WaitingLine, 'productId'> & { productId: number | null; mates: number }>(
    sql`select o.id as "orderId", coalesce(o.merged_into, o.id) as box, o.display_no as "orderNo", o.shop_id, o.warehouse_id as "presetWarehouseId",
       (select 1 + count(*) from sales_order m where m.company_id = ${sql.company} and m.merged_into = coalesce(o.merged_into, o.id))::int as mates,
       o.channel_id, o.ship_by::text as ship_by, l.line_id as "lineId",
       l.product_id, l.quantity, l.reservation_no, l.bundled
     from sales_order o join order_goods l on l.company_id = ${sql.company} and l.order_id = o.id
     where o.company_id = ${sql.company} and o.id = any(${withBoxmates(sql`${orderIds}::bigint[]`)}) and o.status = 'allocate'
     order by ${SERVING_ORDER}, l.line_id, l.product_id`,
  );
  const [rows, lines] = await Promise.all([locking, reading]);
  const locked = new Set(rows.map((row) => row.id));
  const unmapped = new Set(lines.filter((line) => line.productId === null).map((line) => line.box));
  // A box waits if not all its orders wait for stock, or if another transaction is changing it.
  const waitingIn = Map.groupBy(
    new Map(lines.filter((line) => locked.has(line.orderId)).map((line) => [line.orderId, line])).values(),
    (line) => line.box,
  );
  return lines.flatMap(({ productId, mates, ...line }) =>
    productId === null || unmapped.has(line.box) || waitingIn.get(line.box)?.length !== mates
      ? []
      : [{ ...line, productId }],
  );
}

function demandsOf(lines: readonly WaitingLine[], warehouses: readonly OpenWarehouse[]): Demand[] {
  const avoidedBy = (channelId: number | null) =>
    warehouses.flatMap(({ id, channels }) =>
      channelId === null || channels.length === 0 || channels.includes(channelId) ? [] : [id],
    );
  const demands = new Map<number, Demand & { lines: { productId: number; quantity: number }[] }>();
  for (const line of lines) {
    const demand = demands.get(line.box) ?? {
      orderId: line.box,
      warehouseId: line.presetWarehouseId,
      avoided: avoidedBy(line.channelId),
      lines: [],
    };
    demand.lines.push({ productId: line.productId, quantity: line.quantity });
    demands.set(line.box, demand);
  }
  return [...demands.values()];
}

interface OpenWarehouse extends Record<string, unknown> {
  id: number;
  /** Channels that ship from it; none: all do. */
  channels: number[];
}

function openWarehouses(tx: Tx): Promise<OpenWarehouse[]> {
  return tx.rows<OpenWarehouse>(
    sql`select w.id, (select coalesce(jsonb_agg(x.channel_id), '[]') from warehouse_channel x
       where x.company_id = ${sql.company} and x.warehouse_id = w.id) as channels from warehouse w where w.company_id = ${sql.company} and ${OPEN_WAREHOUSE} order by w.is_default desc, w.priority, w.id`,
  );
}

async function lockAvailable(
  tx: Tx,
  warehouseIds: readonly number[],
  productIds: readonly number[],
): Promise<Available> {
  const rows = await tx.rows<{ key: string; available: number }>(
    sql`select warehouse_id || '/' || product_id as key, on_hand - reserved as available from stock_balance
     where company_id = ${sql.company} and warehouse_id = any(${warehouseIds}::bigint[]) and product_id = any(${productIds}::bigint[])
     order by warehouse_id, product_id for update`,
  );
  return new Map(rows.map((row) => [row.key, row.available]));
}

/** The movements of a bundle's goods differ by product, those of other lines need no more than the line. */
const stepOf = (act: 'reserve' | 'release', no: number, goods: { bundled: boolean; productId: number }) =>
  goods.bundled ? `${act}:${no}:${goods.productId}` : `${act}:${no}`;

async function writeReservations(
  tx: Tx,
  placed: readonly (WaitingLine & { warehouseId: number })[],
  placeOf: ReadonlyMap<number, number>,
): Promise<void> {
  if (placed.length === 0) return;
  const placeOfLine = new Map(placed.map((line) => [line.lineId, line.warehouseId]));
  await moveStock(
    tx,
    placed.map(
      (line): Move => ({
        warehouseId: line.warehouseId,
        productId: line.productId,
        reserved: line.quantity,
        reason: 'reservation',
        docKind: 'sales_order',
        docId: line.orderId,
        docLine: line.lineId,
        step: stepOf('reserve', line.reservationNo + 1, line),
      }),
    ),
  );
  tx.later(
    sql`update order_line l set reserved = l.stock_quantity, warehouse_id = r."warehouseId", reservation_no = l.reservation_no + 1
     from unnest(${[...placeOfLine.keys()]}::bigint[], ${[...placeOfLine.values()]}::bigint[]) as r("lineId", "warehouseId")
     where l.company_id = ${sql.company} and l.id = r."lineId"`,
  );
  await moveOrders(tx, [...placeOf.keys()], {
    to: 'ready',
    from: ['allocate'],
    event: 'reserved',
    warehouses: placeOf,
    detail: (id) => ({ warehouseId: placeOf.get(id) }),
  });
  const orders = new Map<number, Parameters<typeof createOutbounds>[1][number]>();
  const carriers = new Map(placed.map((line) => [line.orderId, line.orderNo]));
  const shipBy = new Map(placed.map((line) => [line.orderId, line.shipBy]));
  for (const line of placed) {
    const order = orders.get(line.box) ?? {
      orderId: line.box,
      orderNo: carriers.get(line.box) ?? line.orderNo,
      shopId: line.shopId,
      warehouseId: line.warehouseId,
      channelId: line.channelId,
      shipBy: shipBy.get(line.box) ?? null,
      lines: [],
    };
    orders.set(line.box, {
      ...order,
      lines: [...order.lines, { orderLineId: line.lineId, productId: line.productId, quantity: line.quantity }],
    });
  }
  await createOutbounds(tx, [...orders.values()]);
}

/** Releases the stock of orders. The caller moves the orders. */
export async function releaseReservations(tx: Tx, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const lines = await tx.rows<{
    orderId: number;
    lineId: number;
    productId: number;
    warehouseId: number;
    quantity: number;
    no: number;
    bundled: boolean;
  }>(
    sql`with held as materialized (
       select id, reserved, warehouse_id from order_line where company_id = ${sql.company} and order_id = any(${orderIds}::bigint[]) and reserved > 0 order by id for update
     ), freed as (
       update order_line l set reserved = 0, warehouse_id = null from held h where l.company_id = ${sql.company} and l.id = h.id
       returning l.order_id, l.id, l.product_id, h.warehouse_id, h.reserved, l.reservation_no, l.bundled
     )
     select f.order_id, f.id as "lineId", coalesce(p.product_id, f.product_id) as "productId", f.warehouse_id as "warehouseId",
       f.reserved * coalesce(p.quantity, 1) as quantity, f.reservation_no as no, f.bundled
     from freed f left join order_line_part p on f.bundled and p.company_id = ${sql.company} and p.line_id = f.id`,
  );
  await moveStock(
    tx,
    lines.map(
      (line): Move => ({
        warehouseId: line.warehouseId,
        productId: line.productId,
        reserved: -line.quantity,
        reason: 'release',
        docKind: 'sales_order',
        docId: line.orderId,
        docLine: line.lineId,
        step: stepOf('release', line.no, line),
      }),
    ),
  );
}

const reserveJob = defineJob<Record<string, never>>(
  'orders.reserve',
  ['配货：为待配货订单占用库存', 'Allocate stock to waiting orders'],
  async (app, ctx) => void (await reserveWaiting(app, ctx)),
);

/** Queues an allocation run. Many requests share one job. */
export function requestReservation(tx: Tx): Promise<void> {
  return addJob(tx, reserveJob, {}, { key: 'orders.reserve', queue: 'orders.reserve' });
}

/**
 * Tries all waiting orders once, a thousand per transaction, in queue order. Skips orders of shops with manual
 * allocation.
 */
export async function reserveWaiting(app: App, ctx: Ctx): Promise<{ reserved: number; short: number }> {
  const total = { reserved: 0, short: 0 };
  for (let after: Place | undefined, more = true; more; ) {
    const page = await app.database.inCompany(ctx, async (tx) => {
      const next = await nextInQueue(tx, after, BATCH);
      const ids = next.map((place) => place.id);
      const done = next.length > 0 ? await reserveOrders(tx, ids) : { reserved: [], short: [] };
      return { next, done };
    });
    total.reserved += page.done.reserved.length;
    total.short += page.done.short.length;
    after = page.next.at(-1);
    more = page.next.length === BATCH;
  }
  return total;
}
