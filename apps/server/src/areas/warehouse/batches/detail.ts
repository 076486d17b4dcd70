import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { readHistory } from '../../../core/documents.ts';
import { conflict } from '../../../core/errors.ts';
import { MOVEMENT_FROM, movementColumns } from '../../stock/public.ts';
import { seesWarehouse } from '../outbound/detail.ts';
import { batches } from './list.ts';
import { sentOn } from './sent.ts';

const MOVEMENTS_SHOWN = 100;
const ORDERS_SHOWN = 1000;

export async function batchDetail(tx: Tx, id: number) {
  const batch = await batches.one(tx, id);
  const [bins, movements, stopped, shipped, counts, sent, history] = await Promise.all([
    binsOf(tx, id),
    movementsOf(tx, id),
    ordersWith(tx, id, 'stopped'),
    ordersWith(tx, id, 'shipped'),
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
  return tx.rows<BinRow>(
    sql`select b.location_id, l.code, w.id as "warehouseId", w.name as "warehouseName", b.condition,
       b.on_hand, b.allocated
     from bin_stock b join location l on l.company_id = ${sql.company} and l.id = b.location_id
     join warehouse w on w.company_id = ${sql.company} and w.id = b.warehouse_id
     where b.company_id = ${sql.company} and b.batch_id = ${id} and b.batch_id <> 0 and b.on_hand > 0 and (${tx.rights.warehouseIds}::bigint[] is null or b.warehouse_id = any(${tx.rights.warehouseIds}::bigint[]))
     order by w.priority, w.id, l.path_order, l.id, b.condition limit 500`,
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
  return tx.rows<MovementShown>(
    sql`select ${movementColumns()} ${MOVEMENT_FROM} where m.company_id = ${sql.company} and m.batch_id = ${id} and m.batch_id <> 0
       and (${tx.rights.warehouseIds}::bigint[] is null or m.warehouse_id = any(${tx.rights.warehouseIds}::bigint[])) order by m.id desc limit ${sql.literal(MOVEMENTS_SHOWN)}`,
  );
}

interface BatchOrder {
  outboundId: number;
  number: string;
  orderId: number;
  orderNo: string;
  shopName: string;
  units: number;
  state: string;
  /** Creation time, if not shipped. */
  shippedAt: string;
}

const WHICH = {
  stopped: sql`o.stop_requested and o.state in ('picking', 'picked', 'packed')`,
  shipped: sql`o.state = 'shipped'`,
};

/** Outbound orders with units of the batch, newest first. */
function ordersWith(tx: Tx, id: number, which: keyof typeof WHICH) {
  return tx.rows<BatchOrder>(
    sql`select o.id as "outboundId", o.number, o.order_id, o.order_no, coalesce(h.name, '') as "shopName",
       x.units, o.state, coalesce(o.shipped_at, o.created_at) as shipped_at
     from (select outbound_id, sum(picked)::int as units from pick_line
           where company_id = ${sql.company} and batch_id = ${id} and batch_id <> 0 and picked > 0 group by 1) x
     join outbound o on o.company_id = ${sql.company} and o.id = x.outbound_id
     left join shop h on h.company_id = ${sql.company} and h.id = o.shop_id
     where ${WHICH[which]} and (${tx.rights.warehouseIds}::bigint[] is null or o.warehouse_id = any(${tx.rights.warehouseIds}::bigint[])) order by o.id desc limit ${sql.literal(ORDERS_SHOWN)}`,
  );
}

/** The number of shipped orders and units of the batch. */
export async function shippedWith(tx: Tx, id: number): Promise<{ shippedOrders: number; shippedUnits: number }> {
  const [row] = await tx.rows<{ shippedOrders: number; shippedUnits: number }>(
    sql`select count(distinct o.id)::int as "shippedOrders", coalesce(sum(p.picked), 0)::int as "shippedUnits"
     from pick_line p join outbound o on o.company_id = ${sql.company} and o.id = p.outbound_id
     where p.company_id = ${sql.company} and p.batch_id = ${id} and p.batch_id <> 0 and p.picked > 0 and o.state = 'shipped'
       and (${tx.rights.warehouseIds}::bigint[] is null or o.warehouse_id = any(${tx.rights.warehouseIds}::bigint[]))`,
  );
  return row ?? { shippedOrders: 0, shippedUnits: 0 };
}

/** A recall covers every warehouse: the person deciding must see all that hold the batch. */
export async function assertSeesAll(tx: Tx, id: number): Promise<void> {
  const rows = await tx.rows<{ warehouseId: number; code: string }>(
    sql`select distinct b.warehouse_id, t.code from stock_batch t
     join bin_stock b on b.company_id = ${sql.company} and b.batch_id = t.id and b.batch_id <> 0 and b.on_hand > 0
     where t.company_id = ${sql.company} and t.id = ${id}`,
  );
  const hidden = rows.find((row) => !seesWarehouse(tx, row.warehouseId));
  if (hidden) throw conflict('stock.batchElsewhere', { batch: hidden.code });
}
