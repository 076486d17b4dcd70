import type { Tx } from '../../../core/database/database.ts';
import { GATE } from '../locks.ts';
import type { OutboundState, WaveState } from '../states.ts';

export type PickRow = {
  id: number;
  waveId: number;
  waveState: WaveState;
  outboundId: number;
  outboundNumber: string;
  outboundState: OutboundState;
  orderId: number;
  warehouseId: number;
  packingLocationId: number;
  outboundLineId: number;
  productId: number;
  locationId: number;
  batchId: number;
  quantity: number;
  picked: number;
  scans: number;
  state: 'open' | 'done' | 'short' | 'cancelled';
};

const COLUMNS = `p.id, p.wave_id as "waveId",
  (select w.state from wave w where w.company_id = $1 and w.id = p.wave_id) as "waveState", o.id as "outboundId", o.number as "outboundNumber",
  o.state as "outboundState", o.order_id as "orderId", o.warehouse_id as "warehouseId",
  o.packing_location_id as "packingLocationId", p.outbound_line_id as "outboundLineId", p.product_id as "productId",
  p.location_id as "locationId", p.batch_id as "batchId", p.quantity, p.picked, p.scans, p.state,
  pg_advisory_xact_lock_shared(${GATE('$1', 'o.warehouse_id')})`;

/** Pick lines with their outbounds, both locked (outbounds first, by id), as they are after any wait. */
function lockWhere(tx: Tx, name: string, condition: string, ids: readonly number[]): Promise<PickRow[]> {
  return tx.prepared<PickRow>(
    `pick_lock_${name}`,
    `select ${COLUMNS} from outbound o join pick_line p on p.company_id = $1 and p.outbound_id = o.id
     where o.company_id = $1 and ${condition} order by o.id, p.id for update of o, p`,
    [tx.companyId, ids],
  );
}

export const lockPickLines = (tx: Tx, ids: readonly number[]) =>
  lockWhere(tx, 'lines', 'p.id = any($2::bigint[])', ids);
/** What is left to pick of outbounds. */
export const lockOpenOfOutbounds = (tx: Tx, ids: readonly number[]) =>
  lockWhere(tx, 'outbounds', `o.id = any($2::bigint[]) and p.state = 'open'`, ids);
export const lockOpenOfWaves = (tx: Tx, ids: readonly number[]) =>
  lockWhere(tx, 'waves', `o.wave_id = any($2::bigint[]) and p.state = 'open'`, ids);
