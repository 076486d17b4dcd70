import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { ruleBroken } from '../../core/errors.ts';
import type { OutboundState } from './states.ts';

export type OutboundRow = {
  id: number;
  number: string;
  warehouseId: number;
  orderId: number;
  orderNo: string;
  state: OutboundState;
  waveId: number | null;
  packingLocationId: number | null;
  channelId: number | null;
  lineCount: number;
  units: number;
  stopRequested: boolean;
};

/**
 * The common lock order: outbound orders by id, orders (by the higher area), stock balances, bins, cost layers, waves.
 * The lock on an outbound order also guards its lines and pick lines. It includes a shared lock on its warehouse's
 * gate, which a full count closes (see `openGates`).
 */
export function lockOutbounds(tx: Tx, ids: readonly number[]): Promise<OutboundRow[]> {
  return tx.rows<OutboundRow>(
    sql`select o.id, o.number, o.warehouse_id, o.order_id, o.order_no, o.state,
       o.wave_id, o.packing_location_id, o.channel_id,
       o.line_count, o.units, o.stop_requested,
       pg_advisory_xact_lock_shared(${gateOf(sql`o.warehouse_id`)})
     from outbound o where o.company_id = ${sql.company} and o.id = any(${ids}::bigint[]) order by o.id for update of o`,
  );
}

/** The same, with the current state of their warehouses, in one round trip. */
export function lockWithGates(tx: Tx, ids: readonly number[]): Promise<[OutboundRow[], Map<number, Gate>]> {
  return Promise.all([lockOutbounds(tx, ids), gatesOf(tx, ids)]);
}

/** Open outbound orders of orders. A higher area that cancels orders locks these before its own rows. */
export async function lockOutboundsOfOrders(tx: Tx, orderIds: readonly number[]): Promise<OutboundRow[]> {
  const found = await tx.rows<{ id: number }>(
    sql`select id from outbound where company_id = ${sql.company} and order_id = any(${orderIds}::bigint[]) and state <> 'cancelled'`,
  );
  if (found.length === 0) return [];
  return lockOutbounds(
    tx,
    found.map((row) => row.id),
  );
}

/**
 * The balances of all allocations of outbound orders. Code that may have to cancel them after locking bins takes these
 * first: their reservations end with them, and balances are locked before bins.
 */
export async function lockBalancesOfOutbounds(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.rows(
    sql`select 1 from stock_balance b where b.company_id = ${sql.company} and (b.warehouse_id, b.product_id) in (
       select o.warehouse_id, l.product_id from outbound o join outbound_line l on l.company_id = ${sql.company} and l.outbound_id = o.id
       where o.company_id = ${sql.company} and o.id = any(${ids}::bigint[]))
     order by b.warehouse_id, b.product_id for update`,
  );
}

/**
 * The lock of a warehouse's gate. Whoever takes it reads rows of the company in the same statement: on a cluster it is then
 * held where these rows lie, for shared and exclusive locks alike.
 */
export const gateOf = (warehouse: Sql): Sql =>
  sql`hashtextextended('warehouse gate ' || ${sql.company}::int || '/' || ${warehouse}, 0)`;

export type Gate = {
  id: number;
  name: string;
  enabled: boolean;
  counting: boolean;
  packingLocationId: number | null;
  /** The provider deducts its fees from a prepayment. */
  prepaid: boolean;
  /** The provider's people work there: we pick nothing in it. */
  outside: boolean;
};

/**
 * The current state of warehouses. Read by its own statement after the gate's shared lock: a count that started earlier
 * is visible, and one that starts later waits for this transaction.
 */
export async function openGates(tx: Tx, warehouseIds: readonly number[]): Promise<Map<number, Gate>> {
  const rows = await tx.rows<Gate>(
    sql`${GATES} where w.company_id = ${sql.company} and w.id = any(${[...new Set(warehouseIds)]}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function gatesOf(tx: Tx, outboundIds: readonly number[]): Promise<Map<number, Gate>> {
  const rows = await tx.rows<Gate>(
    sql`${GATES} where w.company_id = ${sql.company} and w.id in (select o.warehouse_id from outbound o where o.company_id = ${sql.company} and o.id = any(${outboundIds}::bigint[]))`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** To be sent after `lockPickLines`, in one message. */
export async function gatesOfStops(tx: Tx, pickLineIds: readonly number[]): Promise<Map<number, Gate>> {
  const rows = await tx.rows<Gate>(
    sql`${GATES} where w.company_id = ${sql.company} and w.id in (select o.warehouse_id from pick_line p
       join outbound o on o.company_id = ${sql.company} and o.id = p.outbound_id where p.company_id = ${sql.company} and p.id = any(${pickLineIds}::bigint[]))`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const GATES = sql`select w.id, w.name, w.enabled, w.counting, w.prepaid_balance is not null as prepaid,
  w.provider_code <> '' as outside,
  (select l.id from location l where l.company_id = ${sql.company} and l.warehouse_id = w.id and l.kind = 'packing' and l.enabled
   order by l.path_order, l.id limit 1) as "packingLocationId" from warehouse w`;

/** The shared lock alone, for actions that do not start with outbound orders. */
export async function enterGates(tx: Tx, warehouseIds: readonly number[]): Promise<Map<number, Gate>> {
  await tx.rows(
    sql`select pg_advisory_xact_lock_shared(${gateOf(sql`w.id`)})
     from warehouse w where w.company_id = ${sql.company} and w.id = any(${warehouseIds}::bigint[])`,
  );
  return openGates(tx, warehouseIds);
}

/** The exclusive gate until the transaction ends: waits for running movements, and later ones wait for it. */
export async function closeGate(tx: Tx, warehouseId: number): Promise<void> {
  await tx.rows(
    sql`select pg_advisory_xact_lock(${gateOf(sql`w.id`)}) from warehouse w where w.company_id = ${sql.company} and w.id = ${warehouseId}`,
  );
}

/** The gate of a warehouse where stock may move. @throws ruleBroken warehouse.counting during a full count */
export async function enterOpen(tx: Tx, warehouseId: number): Promise<void> {
  const gate = (await enterGates(tx, [warehouseId])).get(warehouseId);
  if (gate?.counting) throw ruleBroken('warehouse.counting', { warehouse: gate.name });
}
