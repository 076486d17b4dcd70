import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { gateOf } from '../locks.ts';
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

const COLUMNS = sql`p.id, p.wave_id,
  (select w.state from wave w where w.company_id = ${sql.company} and w.id = p.wave_id) as "waveState", o.id as "outboundId", o.number as "outboundNumber",
  o.state as "outboundState", o.order_id, o.warehouse_id,
  o.packing_location_id, p.outbound_line_id, p.product_id,
  p.location_id, p.batch_id, p.quantity, p.picked, p.scans, p.state,
  pg_advisory_xact_lock_shared(${gateOf(sql`o.warehouse_id`)})`;

/** Pick lines with their outbound orders, both locked (outbound orders first, by id), as they are after any wait. */
function lockWhere(tx: Tx, condition: Sql): Promise<PickRow[]> {
  return tx.rows<PickRow>(
    sql`select ${COLUMNS} from outbound o join pick_line p on p.company_id = ${sql.company} and p.outbound_id = o.id
     where o.company_id = ${sql.company} and ${condition} order by o.id, p.id for update of o, p`,
  );
}

export const lockPickLines = (tx: Tx, ids: readonly number[]) => lockWhere(tx, sql`p.id = any(${ids}::bigint[])`);
/** Open quantities of outbound orders. */
export const lockOpenOfOutbounds = (tx: Tx, ids: readonly number[]) =>
  lockWhere(tx, sql`o.id = any(${ids}::bigint[]) and p.state = 'open'`);
export const lockOpenOfWaves = (tx: Tx, ids: readonly number[]) =>
  lockWhere(tx, sql`o.wave_id = any(${ids}::bigint[]) and p.state = 'open'`);
