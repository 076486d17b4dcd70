import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { writeHistory } from '../../../core/documents.ts';
import { conflict, notFound, ruleBroken } from '../../../core/errors.ts';
import { promiseBins, setBatchState } from '../../stock/public.ts';
import { warehouseOpened } from '../hooks.ts';
import { enterGates, lockBalancesOfOutbounds, lockOutbounds } from '../locks.ts';
import { cancelOutbounds } from '../outbound/cancel.ts';
import { releaseStop, requestStop } from '../outbound/stop.ts';
import { allocate } from '../wave/allocate.ts';
import { lockFreeBins, writePickLines } from '../wave/create.ts';
import { rerouteWave } from '../wave/route.ts';
import { keepBack, letGo, type Why, type Within, within } from './hold.ts';

export interface Recalled {
  held: number;
  left: number;
  repromised: number;
  wentBack: number;
  stopped: number;
  /**
   * Names of warehouses in a full count: nothing of the batch ships there, and the rest of the recall runs when the
   * count ends.
   */
  counted: string[];
}

/** Allocations of this batch running when the recall starts are awaited and undone. More rounds than this are a bug. */
const ROUNDS = 8;

/**
 * Stops all shipping of the batch. Open pick tasks switch to other batches, or their outbound order goes back as short.
 * Outbound orders with units in their boxes are put on hold. Free units go on hold where they are. If more is reserved
 * than remains, the newest waiting outbound orders go back. Units released later go on hold, too.
 */
export async function recallBatch(tx: Tx, batchId: number, remark: string): Promise<Recalled> {
  const { code, state, productId } = await lockBatch(tx, batchId);
  if (state === 'recalled') throw conflict('stock.batchRecalled', { batch: code });
  await setState(tx, batchId, 'recalled', remark);
  const done = await withdraw(tx, { id: batchId, productId, remark, why: 'recall' }, null);
  return { held: await heldOf(tx, batchId), ...done };
}

/** Batches recalled during the warehouse's full count. We hold its gate exclusively: nobody moves stock there. */
warehouseOpened.listen(async (tx, { counted }) => {
  if (counted === undefined) return;
  const batches = await tx.rows<Batch & Record<string, unknown>>(
    sql`select t.id, t.product_id, '' as remark, 'recall' as why from stock_batch t
     where t.company_id = ${sql.company} and t.state = 'recalled' and exists (select from bin_stock b where b.company_id = ${sql.company}
       and b.batch_id = t.id and b.batch_id <> 0 and b.warehouse_id = ${counted} and b.condition = 'good' and b.on_hand > 0) order by t.id`,
  );
  for (const batch of batches) await withdraw(tx, batch, counted);
});

interface Batch {
  id: number;
  productId: number;
  remark: string;
  why: Why;
}

/**
 * Removes a recalled or expired batch from the work of one warehouse, or of all without a full count. Boxes with a
 * recalled batch are put on hold in all warehouses. An expired batch in a box was picked in time.
 */
export async function withdraw(tx: Tx, batch: Batch, only: number | null): Promise<Omit<Recalled, 'held'>> {
  const touched = { repromised: new Set<number>(), wentBack: new Set<number>(), stopped: new Set<number>() };
  const locked = new Set<number>();
  let candidates = await newestWaiting(tx, batch.id, { only, except: [] });
  for (let round = 0; round < ROUNDS; round++) {
    const involved = await outboundsWith(tx, batch.id, only);
    const rows = await lockOutbounds(tx, [...involved, ...candidates]);
    for (const row of rows) locked.add(row.id);
    const lying = only === null ? await warehousesOf(tx, batch.id) : [only];
    const gates = [...(await enterGates(tx, [...rows.map((row) => row.warehouseId), ...lying])).values()];
    const counting = gates.filter((gate) => gate.counting);
    const where: Within = { only, except: counting.map((gate) => gate.id) };
    if (batch.why === 'recall') await stopBoxes(tx, batch.id, only, touched.stopped);
    await repromise(tx, batch, where, touched);
    const waiting = rows.filter((row) => row.state === 'waiting').map((row) => row.id);
    for (const id of await giveBack(tx, batch, where, waiting)) touched.wentBack.add(id);
    const kept = await keepBack(tx, [batch.id], where, batch.why);
    // Waiting outbound orders that joined waves meanwhile could not go back: others wait and keep the rest.
    candidates = kept.left > 0 ? await newestWaiting(tx, batch.id, where) : [];
    const over = kept.held === 0 && candidates.length === 0 && !(await openLines(tx, batch.id, where)).length;
    // Units allocated meanwhile may be in a box that somebody else holds.
    if (over && (await outboundsWith(tx, batch.id, only)).every((id) => locked.has(id)))
      return {
        left: kept.left,
        repromised: [...touched.repromised].filter((id) => !touched.wentBack.has(id)).length,
        wentBack: touched.wentBack.size,
        stopped: touched.stopped.size,
        counted: counting.map((gate) => gate.name),
      };
  }
  throw new Error(`batch ${batch.id} is promised faster than it is taken out`);
}

/** Ends a recall: units on hold return to good stock unless expired, and outbound orders held only for it continue. */
export async function releaseBatch(
  tx: Tx,
  batchId: number,
  remark: string,
): Promise<{ released: number; goOn: number }> {
  const batch = await lockBatch(tx, batchId);
  if (batch.state !== 'recalled') throw conflict('stock.batchNotRecalled', { batch: batch.code });
  const rows = await lockOutbounds(tx, await outboundsWith(tx, batchId, null));
  await enterWhereItLies(
    tx,
    batchId,
    rows.map((row) => row.warehouseId),
  );
  await setState(tx, batchId, 'active', remark);
  const free = await tx.rows<{ id: number }>(
    sql`select o.id from outbound o where o.company_id = ${sql.company} and o.id = any(${rows.map((row) => row.id)}::bigint[]) and o.stop_requested and not exists (
       select from sales_order s where s.company_id = ${sql.company} and (s.merged_into = o.order_id or s.merged_into is null and s.id = o.order_id)
         and (s.cancel_requested or s.platform_hold is not null))`,
  );
  const shipAnyway = await releaseStop(
    tx,
    free.map((row) => row.id),
  );
  return { released: batch.expired ? 0 : await letGo(tx, batchId, 'recall'), goOn: shipAnyway.length };
}

/** @throws ruleBroken warehouse.counting if one has a full count: nothing returns to good stock there */
export async function enterWhereItLies(tx: Tx, batchId: number, others: readonly number[]): Promise<void> {
  const gates = await enterGates(tx, [...others, ...(await warehousesOf(tx, batchId))]);
  const counting = [...gates.values()].find((gate) => gate.counting);
  if (counting) throw ruleBroken('warehouse.counting', { warehouse: counting.name });
}

export async function lockBatch(tx: Tx, batchId: number) {
  const [batch] = await tx.rows<{ productId: number; code: string; state: string; expired: boolean }>(
    sql`select product_id, code, state, coalesce(expires_on < ${dayOf(sql`${tx.now}`)}, false) as expired
     from stock_batch where company_id = ${sql.company} and id = ${batchId} for update`,
  );
  if (!batch) throw notFound('stock.batchNotFound');
  return batch;
}

async function setState(tx: Tx, batchId: number, state: 'active' | 'recalled', remark: string): Promise<void> {
  await setBatchState(tx, batchId, state);
  const event = state === 'recalled' ? 'recalled' : 'recallEnded';
  writeHistory(tx, [{ docKind: 'stock_batch', docId: batchId, event, detail: { remark } }]);
}

/** Unshipped outbound orders with pick tasks on the batch or units of it in their boxes. */
async function outboundsWith(tx: Tx, batchId: number, only: number | null): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`select distinct o.id from pick_line p join outbound o on o.company_id = ${sql.company} and o.id = p.outbound_id
     where p.company_id = ${sql.company} and p.batch_id = ${batchId} and p.batch_id <> 0 and (p.state = 'open' or p.picked > 0)
       and o.state in ('picking', 'picked', 'packed') and (${only}::bigint is null or o.warehouse_id = ${only}::bigint)`,
  );
  return rows.map((row) => row.id);
}

async function warehousesOf(tx: Tx, batchId: number): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`select distinct warehouse_id as id from bin_stock where company_id = ${sql.company} and batch_id = ${batchId} and batch_id <> 0 and on_hand > 0`,
  );
  return rows.map((row) => row.id);
}

/** The newest waiting outbound orders of each warehouse, as many as could lack the batch's units. */
async function newestWaiting(tx: Tx, batchId: number, where: Within): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`select id from (
       select o.id, o.warehouse_id, sum(l.quantity) over (partition by o.warehouse_id order by o.id desc, l.id) - l.quantity as before,
         d.lying
       from (select warehouse_id, product_id, sum(on_hand) as lying from bin_stock where company_id = ${sql.company} and batch_id = ${batchId}
             and batch_id <> 0 and condition = 'good' and on_hand > 0 and ${within(sql`warehouse_id`, where)} group by 1, 2) d
       join outbound o on o.company_id = ${sql.company} and o.warehouse_id = d.warehouse_id and o.state = 'waiting'
       join outbound_line l on l.company_id = ${sql.company} and l.outbound_id = o.id and l.product_id = d.product_id
     ) x where before < lying`,
  );
  return rows.map((row) => row.id);
}

type OpenLine = {
  id: number;
  waveId: number;
  outboundId: number;
  outboundLineId: number;
  productId: number;
  warehouseId: number;
  locationId: number;
  quantity: number;
  picked: number;
};

function openLines(tx: Tx, batchId: number, where: Within): Promise<OpenLine[]> {
  return tx.rows<OpenLine>(
    sql`select p.id, p.wave_id, p.outbound_id, p.outbound_line_id,
       p.product_id, o.warehouse_id, p.location_id, p.quantity, p.picked
     from pick_line p join outbound o on o.company_id = ${sql.company} and o.id = p.outbound_id
     where p.company_id = ${sql.company} and p.batch_id = ${batchId} and p.batch_id <> 0 and p.state = 'open'
       and ${within(sql`o.warehouse_id`, where)} order by p.outbound_id, p.id`,
  );
}

/**
 * Replaces open pick tasks with new ones of the same waves elsewhere. Outbound orders that nothing else can fill go
 * back.
 */
async function repromise(
  tx: Tx,
  { id: batchId, productId, remark }: Batch,
  where: Within,
  touched: { repromised: Set<number>; wentBack: Set<number> },
): Promise<void> {
  const lines = await openLines(tx, batchId, where);
  if (lines.length === 0) return;
  await lockBalancesOfOutbounds(
    tx,
    lines.map((line) => line.outboundId),
  );
  const short = new Set<number>();
  for (const [warehouseId, here] of Map.groupBy(lines, (line) => line.warehouseId)) {
    const needs = here.map((line) => ({ ...line, quantity: line.quantity - line.picked }));
    const { picks, missing } = allocate(needs, await lockFreeBins(tx, warehouseId, needs));
    const waveOf = new Map(here.map((line) => [line.outboundId, line.waveId]));
    for (const outboundId of missing.keys()) short.add(outboundId);
    const moved = here.filter((line) => !missing.has(line.outboundId));
    for (const line of moved) touched.repromised.add(line.outboundId);
    await endStops(tx, moved);
    const promise = { warehouseId, productId };
    await promiseBins(tx, [
      ...moved.map((l) => ({ ...promise, locationId: l.locationId, batchId, allocated: l.picked - l.quantity })),
      ...picks.map((p) => ({ ...promise, locationId: p.locationId, batchId: p.batchId, allocated: p.quantity })),
    ]);
    writePickLines(
      tx,
      picks.map((pick) => ({ ...pick, waveId: waveOf.get(pick.outboundId) ?? 0 })),
    );
    for (const waveId of new Set(picks.map((pick) => waveOf.get(pick.outboundId) ?? 0))) await rerouteWave(tx, waveId);
  }
  if (short.size === 0) return;
  await cancelOutbounds(tx, [...short], 'short', { remark });
  for (const id of short) touched.wentBack.add(id);
}

async function endStops(tx: Tx, lines: readonly OpenLine[]): Promise<void> {
  await tx.rows(
    sql`update pick_line set state = 'cancelled' where company_id = ${sql.company} and id = any(${lines.map((line) => line.id)}::bigint[])`,
  );
}

/** If other documents allocate more than would remain, the newest waiting outbound orders go back. @returns them */
async function giveBack(
  tx: Tx,
  { id: batchId, productId, remark }: Batch,
  where: Within,
  waiting: readonly number[],
): Promise<number[]> {
  const lacking = await tx.rows<{ warehouseId: number; units: number }>(
    sql`select b.warehouse_id, (f.free - (b.on_hand - b.reserved))::int as units from stock_balance b join (
       select warehouse_id, sum(on_hand - allocated) as free from bin_stock where company_id = ${sql.company} and batch_id = ${batchId} and batch_id <> 0
         and condition = 'good' group by 1) f on f.warehouse_id = b.warehouse_id
     where b.company_id = ${sql.company} and b.product_id = ${productId} and f.free > b.on_hand - b.reserved and ${within(sql`b.warehouse_id`, where)}`,
  );
  if (lacking.length === 0) return [];
  const orders = await tx.rows<{ id: number; warehouseId: number; units: number }>(
    sql`select o.id, o.warehouse_id, sum(l.quantity)::int as units from outbound o
     join outbound_line l on l.company_id = ${sql.company} and l.outbound_id = o.id and l.product_id = ${productId}
     where o.company_id = ${sql.company} and o.id = any(${waiting}::bigint[]) and o.state = 'waiting' group by o.id, o.warehouse_id order by o.id desc`,
  );
  const back: number[] = [];
  for (const { warehouseId, units } of lacking) {
    let left = units;
    for (const order of orders.filter((o) => o.warehouseId === warehouseId)) {
      if (left <= 0) break;
      back.push(order.id);
      left -= order.units;
    }
  }
  if (back.length > 0) await cancelOutbounds(tx, back, 'short', { remark });
  return back;
}

/** Puts boxes with units of the batch, packed or being packed, on hold. */
async function stopBoxes(tx: Tx, batchId: number, only: number | null, stopped: Set<number>): Promise<void> {
  const rows = await tx.rows<{ id: number }>(
    sql`select distinct o.id from pick_line p join outbound o on o.company_id = ${sql.company} and o.id = p.outbound_id
     where p.company_id = ${sql.company} and p.batch_id = ${batchId} and p.batch_id <> 0 and p.picked > 0 and o.state in ('picking', 'picked', 'packed')
       and (${only}::bigint is null or o.warehouse_id = ${only}::bigint)`,
  );
  const ids = rows.map((row) => row.id);
  for (const id of ids) stopped.add(id);
  await requestStop(tx, ids);
}

async function heldOf(tx: Tx, batchId: number): Promise<number> {
  const [row] = await tx.rows<{ n: number }>(
    sql`select coalesce(sum(on_hand), 0)::int as n from bin_stock where company_id = ${sql.company} and batch_id = ${batchId} and batch_id <> 0 and condition = 'held'`,
  );
  return row?.n ?? 0;
}
