import type { BatchFilter, BatchRow } from '@tradewind/contract/stock-batches.ts';
import type { Tx } from '../../../core/database/database.ts';
import {
  countFiltered,
  countRows,
  dayOf,
  endOfPrefix,
  Params,
  pageStatement,
} from '../../../core/database/statement.ts';
import { readHistory } from '../../../core/documents.ts';
import { conflict, notFound } from '../../../core/errors.ts';
import { MOVEMENT_FROM, movementColumns } from '../../stock/public.ts';
import { seesWarehouse } from '../outbound/detail.ts';
import { sentOn } from './sent.ts';

const MOVEMENTS_SHOWN = 100;
const ORDERS_SHOWN = 1000;
const TODAY = dayOf('now()');

/** Good and kept-back units of `stock_batch t` in warehouses the actor sees. */
const lying = (where: string) => `cross join lateral (
  select coalesce(sum(b.on_hand) filter (where b.condition = 'good'), 0)::int as good,
    coalesce(sum(b.allocated), 0)::int as promised,
    coalesce(sum(b.on_hand) filter (where b.condition = 'held'), 0)::int as held
  from bin_stock b where b.company_id = $1 and b.batch_id = t.id and b.batch_id <> 0${where}) s`;
const ROW = `t.id, t.code, t.product_id as "productId", p.sku, p.name_zh as "nameZh", p.name_en as "nameEn",
  p.images[1] as image, t.produced_on::text as "producedOn", t.expires_on::text as "expiresOn",
  coalesce(t.expires_on < ${TODAY}, false) as expired, t.state, t.remark, t.created_at as "createdAt", s.good, s.promised, s.held`;

function seen(tx: Tx, filter: BatchFilter, params: Params): string {
  const own = tx.rights.warehouseIds
    ? ` and b.warehouse_id = any(${params.add(tx.rights.warehouseIds)}::bigint[])`
    : '';
  const asked = filter.warehouseIds ? ` and b.warehouse_id = any(${params.add(filter.warehouseIds)}::bigint[])` : '';
  return own + asked;
}

/** The filter as conditions on `stock_batch t`. */
function conditions(tx: Tx, filter: BatchFilter, params: Params): string {
  const where = [`t.company_id = ${params.add(tx.companyId)}`];
  if (filter.productId) where.push(`t.product_id = ${params.add(filter.productId)}`);
  if (filter.state) where.push(`t.state = ${params.add(filter.state)}`);
  if (filter.expiresWithin !== undefined)
    where.push(`t.expires_on < ${TODAY} + ${params.add(filter.expiresWithin)}::int`);
  if (filter.text) {
    const [code, codeEnd] = [params.add(filter.text), params.add(endOfPrefix(filter.text))];
    const typed = filter.text.toUpperCase();
    const [sku, skuEnd] = [params.add(typed), params.add(endOfPrefix(typed))];
    where.push(`t.id in (
      select id from stock_batch where company_id = $1 and code >= ${code} and code < ${codeEnd}
      union all select o.id from product g join stock_batch o on o.company_id = $1 and o.product_id = g.id
        where g.company_id = $1 and g.sku >= ${sku} and g.sku < ${skuEnd}
      union all select o.id from product g join stock_batch o on o.company_id = $1 and o.product_id = g.id
        where g.company_id = $1 and g.barcode is not null and g.barcode >= ${code} and g.barcode < ${codeEnd})`);
  }
  if (filter.inStock || filter.warehouseIds)
    where.push(
      `exists (select from bin_stock b where b.company_id = $1 and b.batch_id = t.id and b.batch_id <> 0 and b.on_hand > 0${seen(tx, filter, params)})`,
    );
  return where.join(' and ');
}

export async function batchPage(tx: Tx, query: BatchFilter & { page: number; pageSize: number }) {
  // How far a page reaches decides which index is walked.
  tx.set('plan_cache_mode', 'force_custom_plan');
  const params = new Params();
  const where = conditions(tx, query, params);
  const limit = `limit ${params.add(query.pageSize)} offset ${params.add((query.page - 1) * query.pageSize)}`;
  const rows = await pageStatement<BatchRow & Record<string, unknown>>(
    tx,
    `with page as materialized (select t.id from stock_batch t where ${where} order by t.expires_on, t.id desc ${limit})
     select ${ROW} from page join stock_batch t on t.company_id = $1 and t.id = page.id
     join product p on p.company_id = $1 and p.id = t.product_id ${lying(seen(tx, query, params))} order by t.expires_on, t.id desc`,
    params,
  );
  const counted = new Params();
  const totals = await countRows(tx, `from stock_batch t where ${conditions(tx, query, counted)}`, counted);
  return { rows, ...totals };
}

export const batchCount = (tx: Tx, filter: BatchFilter): Promise<number> =>
  countFiltered(tx, (params) => `from stock_batch t where ${conditions(tx, filter, params)}`);

/** The next of the list by their ids, newest first, for files. */
export function batchesAfter(tx: Tx, filter: BatchFilter, after: number | null, most: number) {
  const params = new Params();
  const where = conditions(tx, filter, params);
  const older = after === null ? '' : `and t.id < ${params.add(after)}`;
  return pageStatement<BatchRow & { barcode: string | null } & Record<string, unknown>>(
    tx,
    `with page as materialized (select t.id from stock_batch t where ${where} ${older} order by t.id desc limit ${params.add(most)})
     select ${ROW}, p.barcode from page join stock_batch t on t.company_id = $1 and t.id = page.id
     join product p on p.company_id = $1 and p.id = t.product_id ${lying(seen(tx, filter, params))} order by t.id desc`,
    params,
  );
}

export async function batchTabs(tx: Tx, expiresWithin: number) {
  const params = new Params();
  const where = conditions(tx, { inStock: 'true' }, params);
  const [row] = await pageStatement<{ expiring: number; expired: number; recalled: number }>(
    tx,
    `select count(*) filter (where t.expires_on >= (select ${TODAY}))::int as expiring,
       count(*) filter (where t.expires_on < (select ${TODAY}))::int as expired,
       (select count(*)::int from stock_batch t where ${where} and t.state = 'recalled') as recalled
     from stock_batch t where ${where} and t.expires_on < (select ${TODAY} + ${params.add(expiresWithin)}::int)`,
    params,
  );
  return row ?? { expiring: 0, expired: 0, recalled: 0 };
}

export async function batchDetail(tx: Tx, id: number) {
  const params = new Params();
  const where = conditions(tx, {}, params);
  const [batch] = await pageStatement<BatchRow & Record<string, unknown>>(
    tx,
    `select ${ROW} from stock_batch t join product p on p.company_id = $1 and p.id = t.product_id ${lying(seen(tx, {}, params))}
     where ${where} and t.id = ${params.add(id)}`,
    params,
  );
  if (!batch) throw notFound('stock.batchNotFound');
  const [bins, movements, stopped, shipped, counts, sent, history] = await Promise.all([
    binsOf(tx, id),
    movementsOf(tx, id),
    ordersWith<{ state: string }>(tx, id, 'stopped'),
    ordersWith<{ shippedAt: string }>(tx, id, 'shipped'),
    shippedWith(tx, id),
    sentOn(tx, id),
    readHistory(tx, 'stock_batch', id),
  ]);
  return {
    ...batch,
    bins,
    movements,
    stopped,
    shipped,
    ...counts,
    sentOn: sent,
    history: history.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      actor: row.actor,
      event: row.event,
      remark: String(row.detail?.remark ?? ''),
    })),
  };
}

type BinRow = {
  locationId: number;
  code: string;
  warehouseId: number;
  warehouseName: string;
  condition: string;
  onHand: number;
  allocated: number;
};

function binsOf(tx: Tx, id: number): Promise<BinRow[]> {
  return tx.prepared<BinRow>(
    'batch_bins',
    `select b.location_id as "locationId", l.code, w.id as "warehouseId", w.name as "warehouseName", b.condition,
       b.on_hand as "onHand", b.allocated
     from bin_stock b join location l on l.company_id = $1 and l.id = b.location_id
     join warehouse w on w.company_id = $1 and w.id = b.warehouse_id
     where b.company_id = $1 and b.batch_id = $2 and b.batch_id <> 0 and b.on_hand > 0 and ($3::bigint[] is null or b.warehouse_id = any($3))
     order by w.priority, w.id, l.path_order, l.id, b.condition limit 500`,
    [tx.companyId, id, tx.rights.warehouseIds],
  );
}

type MovementShown = {
  id: number;
  at: string;
  warehouseName: string;
  locationCode: string | null;
  condition: string;
  onHand: number;
  reason: string;
  docKind: string;
  docId: number;
  docNumber: string | null;
  actor: string;
};

function movementsOf(tx: Tx, id: number): Promise<MovementShown[]> {
  return tx.prepared<MovementShown>(
    'batch_movements',
    `select ${movementColumns()} ${MOVEMENT_FROM} where m.company_id = $1 and m.batch_id = $2 and m.batch_id <> 0
       and ($3::bigint[] is null or m.warehouse_id = any($3)) order by m.id desc limit ${MOVEMENTS_SHOWN}`,
    [tx.companyId, id, tx.rights.warehouseIds],
  );
}

interface BatchOrder {
  outboundId: number;
  number: string;
  orderId: number;
  orderNo: string;
  shopName: string;
  units: number;
}

const WHICH = {
  stopped: `o.stop_requested and o.state in ('picking', 'picked', 'packed')`,
  shipped: `o.state = 'shipped'`,
};

/** Outbounds with units of the batch, newest first. */
function ordersWith<More extends object>(tx: Tx, id: number, which: keyof typeof WHICH) {
  return tx.prepared<BatchOrder & More & Record<string, unknown>>(
    `batch_orders_${which}`,
    `select o.id as "outboundId", o.number, o.order_id as "orderId", o.order_no as "orderNo", coalesce(h.name, '') as "shopName",
       x.units, o.state, o.shipped_at as "shippedAt"
     from (select outbound_id, sum(picked)::int as units from pick_line
           where company_id = $1 and batch_id = $2 and batch_id <> 0 and picked > 0 group by 1) x
     join outbound o on o.company_id = $1 and o.id = x.outbound_id
     left join shop h on h.company_id = $1 and h.id = o.shop_id
     where ${WHICH[which]} and ($3::bigint[] is null or o.warehouse_id = any($3)) order by o.id desc limit ${ORDERS_SHOWN}`,
    [tx.companyId, id, tx.rights.warehouseIds],
  );
}

/** How many orders left with units of the batch, and with how many. */
export async function shippedWith(tx: Tx, id: number): Promise<{ shippedOrders: number; shippedUnits: number }> {
  const [row] = await tx.prepared<{ shippedOrders: number; shippedUnits: number }>(
    'batch_shipped',
    `select count(distinct o.id)::int as "shippedOrders", coalesce(sum(p.picked), 0)::int as "shippedUnits"
     from pick_line p join outbound o on o.company_id = $1 and o.id = p.outbound_id
     where p.company_id = $1 and p.batch_id = $2 and p.batch_id <> 0 and p.picked > 0 and o.state = 'shipped'
       and ($3::bigint[] is null or o.warehouse_id = any($3))`,
    [tx.companyId, id, tx.rights.warehouseIds],
  );
  return row ?? { shippedOrders: 0, shippedUnits: 0 };
}

/** A recall is about every warehouse: whoever decides on it sees all where the batch lies. */
export async function assertSeesAll(tx: Tx, id: number): Promise<void> {
  const rows = await tx.prepared<{ warehouseId: number; code: string }>(
    'batch_lies_in',
    `select distinct b.warehouse_id as "warehouseId", t.code from stock_batch t
     join bin_stock b on b.company_id = $1 and b.batch_id = t.id and b.batch_id <> 0 and b.on_hand > 0
     where t.company_id = $1 and t.id = $2`,
    [tx.companyId, id],
  );
  const hidden = rows.find((row) => !seesWarehouse(tx, row.warehouseId));
  if (hidden) throw conflict('stock.batchElsewhere', { batch: hidden.code });
}
