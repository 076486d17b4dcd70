import { outboundMay } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { emit } from '../../../core/jobs/jobs.ts';
import type { Outcome, Refusal } from '../../../core/outcome.ts';
import { issueCosts, moveStock } from '../../stock/public.ts';
import { outboundShipped, outboundShipping } from '../hooks.ts';
import { lockWithGates, type OutboundRow } from '../locks.ts';
import { chargeFees } from '../warehouses/prepayment.ts';
import { publishMoves, recordMoves } from './moves.ts';
import { refusalsOf } from './stop.ts';

/**
 * Ships packed outbound orders: units leave the packing location, their reservation ends, FIFO layers are consumed.
 * Higher areas may refuse single ones (no label). The others ship.
 */
export async function shipOutbounds(tx: Tx, outboundIds: readonly number[]): Promise<Outcome> {
  const [rows, gates] = await lockWithGates(tx, outboundIds);
  const stopped = await refusalsOf(tx, rows);
  const refusals = new Map<number, Refusal>();
  const refuse = (row: OutboundRow, code: string, params: Record<string, string | number> = {}) =>
    void (refusals.has(row.id) || refusals.set(row.id, { id: row.id, label: row.number, code, params }));
  for (const row of rows) {
    const gate = gates.get(row.warehouseId);
    const stop = stopped.get(row.id);
    if (row.state === 'shipped') refuse(row, 'warehouse.alreadyShipped');
    else if (!outboundMay('ship', row)) refuse(row, 'warehouse.notPacked', { number: row.number });
    else if (stop) refusals.set(row.id, stop);
    else if (gate?.counting) refuse(row, 'warehouse.counting', { warehouse: gate.name });
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  await outboundShipping.call(tx, {
    outbounds: rows
      .filter((row) => !refusals.has(row.id))
      .map((row) => ({ outboundId: row.id, number: row.number, orderId: row.orderId, warehouseId: row.warehouseId })),
    refuse: (id, code, params) => {
      const row = byId.get(id);
      if (row) refuse(row, code, params);
    },
  });
  const allowed = rows.filter((row) => !refusals.has(row.id));
  const prepaid = new Set([...gates.values()].filter((gate) => gate.prepaid).map((gate) => gate.id));
  const unpaid = await chargeFees(tx, allowed, prepaid);
  for (const row of allowed) if (unpaid.has(row.id)) refuse(row, 'warehouse.balanceShort');
  const leaving = allowed.filter((row) => !unpaid.has(row.id));
  if (leaving.length > 0) await leave(tx, leaving);
  return { done: leaving.map((row) => row.id), refused: [...refusals.values()] };
}

async function leave(tx: Tx, rows: readonly OutboundRow[]): Promise<void> {
  const ids = rows.map((row) => row.id);
  tx.later(
    sql`update outbound set state = 'shipped', shipped_at = ${tx.now} where company_id = ${sql.company} and id = any(${ids}::bigint[])`,
  );
  const moves = rows.map((row) => ({
    outboundId: row.id,
    orderId: row.orderId,
    from: 'packed' as const,
    to: 'shipped' as const,
  }));
  await publishMoves(tx, moves, 'ship');
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const goods = (await pickedGoods(tx, ids)).flatMap((line) => {
    const row = rowOf.get(line.outboundId);
    return row ? [{ line, row }] : [];
  });
  await moveStock(
    tx,
    goods.map(({ line, row }) => shipment(line, row)),
  );
  await issueCosts(
    tx,
    wholeLines(goods).map(({ line, row }) => ({
      warehouseId: row.warehouseId,
      productId: line.productId,
      quantity: line.quantity,
      docKind: 'outbound',
      docId: row.id,
      docLine: line.id,
    })),
  );
  recordMoves(tx, moves, 'ship');
  await emit(tx, outboundShipped, { outboundIds: ids });
}

type Goods = { id: number; outboundId: number; productId: number; batchId: number; quantity: number };

/** Contents of the boxes of outbound orders locked by the caller: one row per line and batch. */
function pickedGoods(tx: Tx, outboundIds: readonly number[]): Promise<Goods[]> {
  return tx.rows<Goods>(
    sql`select outbound_line_id as id, outbound_id, product_id, batch_id,
       sum(picked)::int as quantity
     from pick_line where company_id = ${sql.company} and outbound_id = any(${outboundIds}::bigint[]) and picked > 0
     group by outbound_id, outbound_line_id, product_id, batch_id order by outbound_id, outbound_line_id, batch_id`,
  );
}

/** Costs are per line, across its batches. */
function wholeLines(goods: readonly { line: Goods; row: OutboundRow }[]): { line: Goods; row: OutboundRow }[] {
  const lines = new Map<number, { line: Goods; row: OutboundRow }>();
  for (const { line, row } of goods) {
    const whole = lines.get(line.id);
    if (whole) whole.line.quantity += line.quantity;
    else lines.set(line.id, { line: { ...line }, row });
  }
  return [...lines.values()];
}

function shipment(line: Goods, row: OutboundRow) {
  if (row.packingLocationId === null) throw new Error(`outbound ${row.id} is packed nowhere`);
  return {
    warehouseId: row.warehouseId,
    productId: line.productId,
    locationId: row.packingLocationId,
    batchId: line.batchId,
    onHand: -line.quantity,
    allocated: -line.quantity,
    reserved: -line.quantity,
    reason: 'shipment',
    docKind: 'outbound',
    docId: row.id,
    docLine: line.id,
    step: line.batchId === 0 ? 'ship' : `ship:${line.batchId}`,
  };
}
