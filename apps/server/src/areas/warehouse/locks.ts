import type { Tx } from '../../core/database/database.ts';
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
 * The order in which everybody locks: outbounds by id, orders (by the area above), stock balances, bins, cost layers,
 * waves. The lock on an outbound also guards its lines and pick lines. With it comes a shared lock on its warehouse's
 * gate, which a full-warehouse count closes (see `openGates`).
 */
export function lockOutbounds(tx: Tx, ids: readonly number[]): Promise<OutboundRow[]> {
  return tx.prepared<OutboundRow>(
    'outbound_lock',
    `select o.id, o.number, o.warehouse_id as "warehouseId", o.order_id as "orderId", o.order_no as "orderNo", o.state,
       o.wave_id as "waveId", o.packing_location_id as "packingLocationId", o.channel_id as "channelId",
       o.line_count as "lineCount", o.units, o.stop_requested as "stopRequested",
       pg_advisory_xact_lock_shared(${GATE('$1', 'o.warehouse_id')})
     from outbound o where o.company_id = $1 and o.id = any($2::bigint[]) order by o.id for update of o`,
    [tx.companyId, ids],
  );
}

/** The same, with what may be done in their warehouses now: one way to the database. */
export function lockWithGates(tx: Tx, ids: readonly number[]): Promise<[OutboundRow[], Map<number, Gate>]> {
  return Promise.all([lockOutbounds(tx, ids), gatesOf(tx, ids)]);
}

/** The live outbounds of orders: an area above that is about to cancel orders locks these before its own rows. */
export async function lockOutboundsOfOrders(tx: Tx, orderIds: readonly number[]): Promise<OutboundRow[]> {
  const found = await tx.prepared<{ id: number }>(
    'outbound_of_orders',
    `select id from outbound where company_id = $1 and order_id = any($2::bigint[]) and state <> 'cancelled'`,
    [tx.companyId, orderIds],
  );
  if (found.length === 0) return [];
  return lockOutbounds(
    tx,
    found.map((row) => row.id),
  );
}

/**
 * The balances of all that outbounds hold. Whoever may have to cancel them once bins are locked takes these before:
 * their reservations end with them, and balances are locked before bins.
 */
export async function lockBalancesOfOutbounds(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.prepared(
    'outbound_lock_balances',
    `select 1 from stock_balance b where b.company_id = $1 and (b.warehouse_id, b.product_id) in (
       select o.warehouse_id, l.product_id from outbound o join outbound_line l on l.company_id = $1 and l.outbound_id = o.id
       where o.company_id = $1 and o.id = any($2::bigint[]))
     order by b.warehouse_id, b.product_id for update`,
    [tx.companyId, ids],
  );
}

export function GATE(company: string, warehouse: string): string {
  return `hashtextextended('warehouse gate ' || ${company}::int || '/' || ${warehouse}, 0)`;
}

export type Gate = {
  id: number;
  name: string;
  enabled: boolean;
  counting: boolean;
  packingLocationId: number | null;
  /** Whoever runs it takes its fees from money laid down. */
  prepaid: boolean;
  /** Its provider's people work in it: nothing of it is picked here. */
  outside: boolean;
};

/**
 * What may be done in warehouses now. Read by a statement of its own after the gate's shared lock was taken: a count
 * that began before is seen, and one that begins later waits until this transaction has ended.
 */
export async function openGates(tx: Tx, warehouseIds: readonly number[]): Promise<Map<number, Gate>> {
  const rows = await tx.prepared<Gate>(
    'warehouse_gate',
    `${GATES} where w.company_id = $1 and w.id = any($2::bigint[])`,
    [tx.companyId, [...new Set(warehouseIds)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function gatesOf(tx: Tx, outboundIds: readonly number[]): Promise<Map<number, Gate>> {
  const rows = await tx.prepared<Gate>(
    'warehouse_gate_of',
    `${GATES} where w.company_id = $1 and w.id in (select o.warehouse_id from outbound o where o.company_id = $1 and o.id = any($2::bigint[]))`,
    [tx.companyId, outboundIds],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** To be sent behind `lockPickLines`, in one message. */
export async function gatesOfStops(tx: Tx, pickLineIds: readonly number[]): Promise<Map<number, Gate>> {
  const rows = await tx.prepared<Gate>(
    'warehouse_gate_of_stops',
    `${GATES} where w.company_id = $1 and w.id in (select o.warehouse_id from pick_line p
       join outbound o on o.company_id = $1 and o.id = p.outbound_id where p.company_id = $1 and p.id = any($2::bigint[]))`,
    [tx.companyId, pickLineIds],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const GATES = `select w.id, w.name, w.enabled, w.counting, w.prepaid_balance is not null as prepaid,
  w.provider_code <> '' as outside,
  (select l.id from location l where l.company_id = $1 and l.warehouse_id = w.id and l.kind = 'packing' and l.enabled
   order by l.path_order, l.id limit 1) as "packingLocationId" from warehouse w`;

/** The shared lock alone, for verbs that do not begin with outbounds. */
export async function enterGates(tx: Tx, warehouseIds: readonly number[]): Promise<Map<number, Gate>> {
  await tx.prepared(
    'warehouse_enter',
    `select pg_advisory_xact_lock_shared(${GATE('$1', 'w.id')}) from unnest($2::bigint[]) as w(id)`,
    [tx.companyId, [...new Set(warehouseIds)]],
  );
  return openGates(tx, warehouseIds);
}

/** The gate alone, until the transaction ends: whoever moves goods there now is waited for, whoever comes later waits. */
export async function closeGate(tx: Tx, warehouseId: number): Promise<void> {
  await tx.prepared('warehouse_close_gate', `select pg_advisory_xact_lock(${GATE('$1', '$2::bigint')})`, [
    tx.companyId,
    warehouseId,
  ]);
}

/** The gate of a warehouse whose goods may move now. @throws ruleBroken warehouse.counting while it is counted */
export async function enterOpen(tx: Tx, warehouseId: number): Promise<void> {
  const gate = (await enterGates(tx, [warehouseId])).get(warehouseId);
  if (gate?.counting) throw ruleBroken('warehouse.counting', { warehouse: gate.name });
}
