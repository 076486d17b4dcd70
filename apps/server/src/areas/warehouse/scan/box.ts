import type { StopReason } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { notFound, ruleBroken } from '../../../core/errors.ts';
import { scannedProduct } from '../fnskus/scanned.ts';
import { linesOf, seesWarehouse } from '../outbound/detail.ts';
import { packScan } from '../outbound/pack.ts';
import { STOP_REASON } from '../outbound/stop.ts';
import type { OutboundState } from '../states.ts';

type BoxRow = {
  outboundId: number;
  number: string;
  orderId: number;
  orderNo: string;
  warehouseId: number;
  state: OutboundState;
  slot: number | null;
  stopRequested: boolean;
  stopReason: StopReason | null;
};

export async function boxOf(tx: Tx, outboundId: number) {
  const [row] = await tx.rows<BoxRow>(
    sql`select o.id as "outboundId", o.number, o.order_id, o.order_no, o.warehouse_id, o.state,
       o.slot, o.stop_requested, ${STOP_REASON} from outbound o where o.company_id = ${sql.company} and o.id = ${outboundId}`,
  );
  if (!row || !seesWarehouse(tx, row.warehouseId)) throw notFound('warehouse.outboundNotFound');
  return { ...row, lines: await linesOf(tx, [outboundId]) };
}

/**
 * The meaning of a code at packing. An item that no order waits for may be in a started box that was never closed:
 * scanning the item finds that box.
 * @throws notFound warehouse.codeUnknown, warehouse.noSingleWaiting
 */
export async function findBox(tx: Tx, code: string, warehouseId: number | undefined) {
  const byNumber = await outboundByNumber(tx, code);
  if (byNumber !== undefined) return boxOf(tx, byNumber);
  const product = await scannedProduct(tx, code, warehouseId);
  if (!product) throw notFound('warehouse.codeUnknown', { code });
  const single =
    (await singleByItem(tx, product.id, warehouseId, 'waiting')) ??
    (await singleByItem(tx, product.id, warehouseId, 'begun'));
  if (single === undefined) throw notFound('warehouse.noSingleWaiting', { sku: product.sku });
  return boxOf(tx, single);
}

/** "WAVE-20261126-0001 3": a slot of a wave, as people read it off the cart or the put wall. */
const SLOT = /^(WAVE-\d{8}-\d{4,})[\s/#:-]+(\d{1,4})$/i;

/** By outbound number, order number, tracking number of the label, or wave number and slot. */
export async function outboundByNumber(tx: Tx, code: string): Promise<number | undefined> {
  const typed = code.trim();
  const [, wave, slot] = SLOT.exec(typed) ?? [];
  if (wave) return outboundInSlot(tx, wave, Number(slot));
  const [row] = await tx.rows<{ id: number }>(
    sql`select id from (
       select id, 1 as rank from outbound where company_id = ${sql.company} and number = upper(${typed})
       union all select id, 2 from outbound where company_id = ${sql.company} and order_no = ${typed} and state <> 'cancelled'
       union all select outbound_id, 3 from parcel where company_id = ${sql.company} and tracking_number = upper(${typed})
         and state not in ('voided', 'failed')
       union all select p.outbound_id, 4 from parcel_piece b join parcel p on p.company_id = ${sql.company} and p.id = b.parcel_id
         where b.company_id = ${sql.company} and b.tracking_number = upper(${typed}) and p.state not in ('voided', 'failed')
     ) x order by rank, id desc limit 1`,
  );
  return row?.id;
}

async function outboundInSlot(tx: Tx, wave: string, slot: number): Promise<number | undefined> {
  const [row] = await tx.rows<{ id: number }>(
    sql`select o.id from wave w join outbound o on o.company_id = ${sql.company} and o.wave_id = w.id
     where w.company_id = ${sql.company} and w.number = upper(${wave}) and o.slot = ${slot} and o.state <> 'cancelled'
     order by o.id desc limit 1`,
  );
  return row?.id;
}

/**
 * The oldest picked single-line order that waits for this item or has part of it in its box. Skips rows that another
 * packer holds, so that two packers scanning the same item get two orders. An order on hold is returned only if no
 * other waits: its box shows the reason.
 */
async function singleByItem(
  tx: Tx,
  productId: number,
  warehouseId: number | undefined,
  which: 'waiting' | 'begun',
): Promise<number | undefined> {
  const find = (stopped: boolean) => oldestSingle(tx, productId, warehouseId, { which, stopped });
  return (await find(false)) ?? (await find(true));
}

async function oldestSingle(
  tx: Tx,
  productId: number,
  warehouseId: number | undefined,
  { which, stopped }: { which: 'waiting' | 'begun'; stopped: boolean },
) {
  const [row] = await tx.rows<{ id: number }>(
    sql`select o.id from outbound o join outbound_line l on l.company_id = ${sql.company} and l.outbound_id = o.id
     where o.company_id = ${sql.company} and o.state = 'picked' and o.line_count = 1 and l.product_id = ${productId}
       and l.packed ${which === 'waiting' ? sql`= 0` : sql`> 0`}
       and (${warehouseId ?? null}::bigint is null or o.warehouse_id = ${warehouseId ?? null}::bigint) and (${tx.rights.warehouseIds}::bigint[] is null or o.warehouse_id = any(${tx.rights.warehouseIds}::bigint[]))
       and o.stop_requested = ${stopped}
     order by o.id limit 1 for update of o, l skip locked`,
  );
  return row?.id;
}

/**
 * Puts an item into the box. Without an outbound order: into the box of the oldest single-line order that waits for it.
 */
export async function packItem(
  tx: Tx,
  scan: { outboundId?: number | undefined; warehouseId?: number | undefined; code: string; quantity: number },
) {
  const opened = scan.outboundId === undefined ? undefined : await boxOf(tx, scan.outboundId);
  const product = await scannedProduct(tx, scan.code, opened?.warehouseId ?? scan.warehouseId);
  if (!product) throw ruleBroken('warehouse.codeUnknown', { code: scan.code });
  const outboundId = opened?.outboundId ?? (await singleByItem(tx, product.id, scan.warehouseId, 'waiting'));
  if (outboundId === undefined) throw ruleBroken('warehouse.noSingleWaiting', { sku: product.sku });
  await packScan(tx, { outboundId, productId: product.id, quantity: scan.quantity });
  return boxOf(tx, outboundId);
}
