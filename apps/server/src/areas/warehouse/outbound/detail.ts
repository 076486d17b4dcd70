import type { PickStop } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { notFound } from '../../../core/errors.ts';
import { fnskuOf } from '../fnskus/scanned.ts';
import { shownHistory } from '../moved.ts';
import { outboundsById } from './filter.ts';
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
  return tx.prepared<LineRow>(
    'outbound_lines_shown',
    `select l.id, l.outbound_id as "outboundId", l.product_id as "productId", p.sku, p.barcode,
       ${fnskuOf('o.warehouse_id', 'l.product_id')} as fnsku, p.name_zh as "nameZh", p.name_en as "nameEn", p.images[1] as image, coalesce(round(p.gross_weight_kg * 1000), 0)::int as "weightGrams",
       l.quantity, l.picked, l.packed
     from outbound_line l join outbound o on o.company_id = $1 and o.id = l.outbound_id
     join product p on p.company_id = $1 and p.id = l.product_id
     where l.company_id = $1 and l.outbound_id = any($2::bigint[]) order by l.outbound_id, l.id`,
    [tx.companyId, outboundIds],
  );
}

const STOP = `p.id, p.outbound_id as "outboundId", o.number as "outboundNumber", o.slot, p.location_id as "locationId",
  l.code as "locationCode", p.product_id as "productId", g.sku, g.barcode,
  ${fnskuOf('o.warehouse_id', 'p.product_id')} as fnsku, g.name_zh as "nameZh", g.name_en as "nameEn", g.images[1] as image, p.batch_id as "batchId", t.code as "batchCode", t.expires_on::text as "expiresOn",
  p.quantity, p.picked, p.state, ${STOP_REASON}, p.picked_by as "pickedBy", p.picked_at as "pickedAt"
  from pick_line p join outbound o on o.company_id = $1 and o.id = p.outbound_id
  join location l on l.company_id = $1 and l.id = p.location_id
  join product g on g.company_id = $1 and g.id = p.product_id
  left join stock_batch t on t.company_id = $1 and t.id = p.batch_id`;
type StopRow = PickStop & Record<string, unknown>;

/** Stops of waves along the walking path. */
export function stopsOfWaves(tx: Tx, waveIds: readonly number[]): Promise<(StopRow & { waveId: number })[]> {
  return tx.prepared<StopRow & { waveId: number }>(
    'pick_stops_of_waves',
    `select p.wave_id as "waveId", ${STOP} where p.company_id = $1 and p.wave_id = any($2::bigint[])
     order by p.wave_id, p.path_order, p.location_id, p.product_id, p.batch_id, p.id`,
    [tx.companyId, waveIds],
  );
}

export function stopsOfOutbound(tx: Tx, outboundId: number): Promise<StopRow[]> {
  return tx.prepared<StopRow>(
    'pick_stops_of_outbound',
    `select ${STOP} where p.company_id = $1 and p.outbound_id = $2 order by p.path_order, p.id`,
    [tx.companyId, outboundId],
  );
}

export async function stopById(tx: Tx, pickLineId: number) {
  const [row] = await tx.prepared<StopRow & { outboundState: 'picking'; waveState: 'picking'; warehouseId: number }>(
    'pick_stop',
    `select o.state as "outboundState", (select w.state from wave w where w.company_id = $1 and w.id = p.wave_id) as "waveState",
       o.warehouse_id as "warehouseId", ${STOP} where p.company_id = $1 and p.id = $2`,
    [tx.companyId, pickLineId],
  );
  if (!row || !seesWarehouse(tx, row.warehouseId)) throw notFound('warehouse.stopNotFound');
  return row;
}

export function seesWarehouse(tx: Tx, warehouseId: number): boolean {
  return tx.rights.warehouseIds === null || tx.rights.warehouseIds.includes(warehouseId);
}

export async function outboundDetail(tx: Tx, id: number) {
  const [row] = await outboundsById(tx, [id]);
  if (!row) throw notFound('warehouse.outboundNotFound');
  return {
    ...row,
    lines: await linesOf(tx, [id]),
    stops: await stopsOfOutbound(tx, id),
    history: await shownHistory(tx, 'outbound', id),
  };
}
