import type { PickStop } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { notFound } from '../../../core/errors.ts';
import { fnskuOf } from '../fnskus/scanned.ts';
import { outbounds } from './list.ts';
import { shownHistory } from './moves.ts';
import { STOP_REASON } from './stop.ts';

export type LineRow = {
  id: number;
  outboundId: number;
  productId: number;
  sku: string;
  barcode: string | null;
  fnsku: string | null;
  nameZh: string;
  nameEn: string;
  image: string | null;
  weightGrams: number;
  quantity: number;
  picked: number;
  packed: number;
};

export function linesOf(tx: Tx, outboundIds: readonly number[]): Promise<LineRow[]> {
  return tx.rows<LineRow>(
    sql`select l.id, l.outbound_id, l.product_id, p.sku, p.barcode,
       ${fnskuOf(sql`o.warehouse_id`, sql`l.product_id`)} as fnsku, p.name_zh, p.name_en, p.images[1] as image, coalesce(round(p.gross_weight_kg * 1000), 0)::int as "weightGrams",
       l.quantity, l.picked, l.packed
     from outbound_line l join outbound o on o.company_id = ${sql.company} and o.id = l.outbound_id
     join product p on p.company_id = ${sql.company} and p.id = l.product_id
     where l.company_id = ${sql.company} and l.outbound_id = any(${outboundIds}::bigint[]) order by l.outbound_id, l.id`,
  );
}

const STOP = sql`p.id, p.outbound_id, o.number as "outboundNumber", o.slot, p.location_id,
  l.code as "locationCode", p.product_id, g.sku, g.barcode,
  ${fnskuOf(sql`o.warehouse_id`, sql`p.product_id`)} as fnsku, g.name_zh, g.name_en, g.images[1] as image, p.batch_id, t.code as "batchCode", t.expires_on::text as "expiresOn",
  p.quantity, p.picked, p.state, ${STOP_REASON}, p.picked_by, p.picked_at
  from pick_line p join outbound o on o.company_id = ${sql.company} and o.id = p.outbound_id
  join location l on l.company_id = ${sql.company} and l.id = p.location_id
  join product g on g.company_id = ${sql.company} and g.id = p.product_id
  left join stock_batch t on t.company_id = ${sql.company} and t.id = p.batch_id`;
type StopRow = PickStop & Record<string, unknown>;

/** Pick tasks of waves along the pick path. */
export function stopsOfWaves(tx: Tx, waveIds: readonly number[]): Promise<(StopRow & { waveId: number })[]> {
  return tx.rows<StopRow & { waveId: number }>(
    sql`select p.wave_id, ${STOP} where p.company_id = ${sql.company} and p.wave_id = any(${waveIds}::bigint[])
     order by p.wave_id, p.path_order, p.location_id, p.product_id, p.batch_id, p.id`,
  );
}

export type WaveBox = {
  waveId: number;
  slot: number | null;
  number: string;
  orderNo: string;
  units: number;
};

/** The outbound orders of waves by slot, as printed on their pick lists. */
export function boxesOfWaves(tx: Tx, waveIds: readonly number[]): Promise<WaveBox[]> {
  return tx.rows<WaveBox>(
    sql`select wave_id, slot, number, order_no, units from outbound
     where company_id = ${sql.company} and wave_id = any(${waveIds}::bigint[]) and state <> 'cancelled'
     order by wave_id, slot, id`,
  );
}

export function stopsOfOutbound(tx: Tx, outboundId: number): Promise<StopRow[]> {
  return tx.rows<StopRow>(
    sql`select ${STOP} where p.company_id = ${sql.company} and p.outbound_id = ${outboundId} order by p.path_order, p.id`,
  );
}

export async function stopById(tx: Tx, pickLineId: number) {
  const [row] = await tx.rows<StopRow & { outboundState: 'picking'; waveState: 'picking'; warehouseId: number }>(
    sql`select o.state as "outboundState", (select w.state from wave w where w.company_id = ${sql.company} and w.id = p.wave_id) as "waveState",
       o.warehouse_id, ${STOP} where p.company_id = ${sql.company} and p.id = ${pickLineId}`,
  );
  if (!row || !seesWarehouse(tx, row.warehouseId)) throw notFound('warehouse.stopNotFound');
  return row;
}

export function seesWarehouse(tx: Tx, warehouseId: number): boolean {
  return tx.rights.warehouseIds === null || tx.rights.warehouseIds.includes(warehouseId);
}

export async function outboundDetail(tx: Tx, id: number) {
  const row = await outbounds.one(tx, id);
  return {
    ...row,
    lines: await linesOf(tx, [id]),
    stops: await stopsOfOutbound(tx, id),
    history: await shownHistory(tx, 'outbound', id),
  };
}
