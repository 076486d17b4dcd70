import type { StopReason } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { notFound, ruleBroken } from '../../../core/errors.ts';
import { scannedProduct } from '../fnskus/scanned.ts';
import { lockOutbounds } from '../locks.ts';
import { seesWarehouse } from '../outbound/detail.ts';
import { STOP_REASON } from '../outbound/stop.ts';

type Slot = {
  outboundId: number;
  number: string;
  orderNo: string;
  slot: number;
  stopReason: StopReason | null;
  cancelled: boolean;
  units: number;
  picked: number;
  sorted: number;
};

export interface Wall {
  waveId: number;
  number: string;
  warehouseId: number;
  toSort: number;
  slots: Slot[];
}

type Wave = Omit<Wall, 'toSort' | 'slots'>;
interface Which {
  waveId?: number | undefined;
  number?: string | undefined;
}

export const wallOf = async (tx: Tx, which: Which) => wallOfWave(tx, await waveOf(tx, which));

async function waveOf(tx: Tx, which: Which): Promise<Wave> {
  const [wave] = await tx.rows<Wave & Record<string, unknown>>(
    sql`select id as "waveId", number, warehouse_id from wave where company_id = ${sql.company} and (id = ${which.waveId ?? null} or number = upper(${which.number?.trim() ?? null}))`,
  );
  if (!wave || !seesWarehouse(tx, wave.warehouseId)) throw notFound('warehouse.waveNotFound');
  return wave;
}

/** The slots of a wave's orders that are not packed, and of removed orders while units are in them. */
async function wallOfWave(tx: Tx, wave: Wave): Promise<Wall> {
  const slots = await tx.rows<Slot>(
    sql`select o.id as "outboundId", o.number, o.order_no, coalesce(o.slot, 0) as slot, ${STOP_REASON},
       o.state = 'cancelled' as cancelled, o.units, l.picked, l.sorted
     from outbound o join lateral (select sum(picked)::int as picked, sum(sorted)::int as sorted from outbound_line
       where company_id = ${sql.company} and outbound_id = o.id) l on true
     where o.company_id = ${sql.company} and o.wave_id = ${wave.waveId} and (o.state in ('picking', 'picked') or o.state = 'cancelled' and l.sorted > 0)
     order by o.slot, o.id`,
  );
  const toSort = slots.reduce((sum, slot) => sum + (slot.cancelled ? 0 : slot.picked - slot.sorted), 0);
  return { ...wave, toSort, slots };
}

interface SortScan {
  waveId: number;
  code: string;
  quantity: number;
}

/**
 * Puts an item into the slot of an order it was picked for: the one closest to completion first, orders on hold last.
 * Locks the wave's orders that need it, so that no two sorters get the same place.
 * @throws warehouse.nothingToSort if no slot needs it
 */
export async function sortItem(tx: Tx, scan: SortScan) {
  const { wave, product } = await begin(tx, scan);
  const wanting = await tx.rows<{ id: number }>(
    sql`select distinct o.id from outbound o join outbound_line l on l.company_id = ${sql.company} and l.outbound_id = o.id
     where o.company_id = ${sql.company} and o.wave_id = ${scan.waveId} and o.state in ('picking', 'picked') and l.product_id = ${product.id} and l.sorted < l.picked`,
  );
  await lockOutbounds(
    tx,
    wanting.map((row) => row.id),
  );
  const [into] = await tx.rows<{ outboundId: number }>(
    sql`select o.id as "outboundId" from outbound o join outbound_line l on l.company_id = ${sql.company} and l.outbound_id = o.id
     where o.company_id = ${sql.company} and o.id = any(${wanting.map((row) => row.id)}::bigint[]) and o.state in ('picking', 'picked')
     group by o.company_id, o.id having sum(l.picked - l.sorted) filter (where l.product_id = ${product.id}) >= ${scan.quantity}
     order by o.stop_requested, sum(l.quantity - l.sorted), o.slot, o.id limit 1`,
  );
  if (!into) throw ruleBroken('warehouse.nothingToSort', { sku: product.sku });
  return put(tx, wave, into.outboundId, product, scan.quantity);
}

/** Takes an item out of a slot, also of an order that left the wave. */
export async function undoSort(tx: Tx, scan: SortScan & { outboundId: number }) {
  const { wave, product } = await begin(tx, scan);
  await lockOutbounds(tx, [scan.outboundId]);
  return put(tx, wave, scan.outboundId, product, -scan.quantity);
}

async function begin(tx: Tx, scan: SortScan) {
  const wave = await waveOf(tx, { waveId: scan.waveId });
  const product = await scannedProduct(tx, scan.code, wave.warehouseId);
  if (!product) throw ruleBroken('warehouse.codeUnknown', { code: scan.code });
  return { wave, product };
}

/** An order's lines for a product, filled from the first and emptied from the last. */
async function put(tx: Tx, wave: Wave, outboundId: number, product: { id: number; sku: string }, quantity: number) {
  const lines = await tx.rows<{ id: number; picked: number; sorted: number }>(
    sql`select l.id, l.picked, l.sorted from outbound_line l join outbound o on o.company_id = ${sql.company} and o.id = l.outbound_id
     where l.company_id = ${sql.company} and l.outbound_id = ${outboundId} and l.product_id = ${product.id} and o.wave_id = ${wave.waveId} order by l.id`,
  );
  let left = quantity;
  for (const line of quantity > 0 ? lines : lines.reverse()) {
    const sorted = Math.min(line.picked, Math.max(0, line.sorted + left));
    left -= sorted - line.sorted;
    line.sorted = sorted;
  }
  if (left !== 0) throw ruleBroken(left > 0 ? 'warehouse.nothingToSort' : 'warehouse.notInSlot', { sku: product.sku });
  const ids = lines.map((line) => line.id);
  await tx.rows(
    sql`update outbound_line l set sorted = r.sorted from unnest(${ids}::bigint[], ${lines.map((line) => line.sorted)}::int[]) as r(id, sorted)
     where l.company_id = ${sql.company} and l.id = any(${ids}::bigint[]) and l.id = r.id`,
  );
  const wall = await wallOfWave(tx, wave);
  const slot = wall.slots.find((one) => one.outboundId === outboundId);
  return {
    slot: slot?.slot ?? 0,
    sku: product.sku,
    outboundId,
    orderNo: slot?.orderNo ?? '',
    complete: slot !== undefined && slot.sorted === slot.units,
    wall,
  };
}
