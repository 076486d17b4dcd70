import { BeginAnew, type Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertMove, writeHistory } from '../../../core/documents.ts';
import { type Fail, ruleBroken } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { moveStock } from '../../stock/public.ts';
import { keepBackFreed } from '../batches/hold.ts';
import { lockInbounds } from '../inbound/receive.ts';
import { enterGates } from '../locks.ts';
import { warehouses } from '../warehouses/list.ts';
import {
  type Line,
  lockTransfer,
  lockWithBalances,
  setTransferState,
  type Transfer,
  transferDocument,
  transferOf,
} from './document.ts';
import { settle } from './settle.ts';

/** Allocates the units at the sender, so that nobody can sell them. Nothing has moved yet. */
export async function submitTransfer(tx: Tx, id: number): Promise<void> {
  const { transfer, lines } = await lockWithBalances(tx, id);
  if (transfer.state === 'submitted') return;
  assertMove(transferDocument, transfer.state, 'submitted', transfer.number);
  const { name: warehouse } = await warehouses.one(tx, transfer.fromId);
  await hold(
    tx,
    transfer,
    lines.map((line) => ({ ...line, by: line.quantity })),
    'hold',
  ).catch((error: Fail) => {
    throw error.code === 'stock.notEnough' ? ruleBroken('warehouse.transferHold', { warehouse }) : error;
  });
  await setTransferState(tx, id, 'submitted');
  writeHistory(tx, [
    { docKind: 'transfer', docId: id, event: 'submitted', fromState: transfer.state, toState: 'submitted' },
  ]);
}

export async function cancelTransfer(tx: Tx, id: number): Promise<void> {
  const { transfer, lines } = await lockToFree(tx, id);
  if (transfer.state === 'cancelled') return;
  assertMove(transferDocument, transfer.state, 'cancelled', transfer.number);
  await free(tx, transfer, lines);
  await setTransferState(tx, id, 'cancelled');
  writeHistory(tx, [
    { docKind: 'transfer', docId: id, event: 'cancelled', fromState: transfer.state, toState: 'cancelled' },
  ]);
}

/** Cancels a draft that its maker needs no more. A draft has moved nothing. @returns whether it was one */
export async function withdrawTransfer(tx: Tx, id: number): Promise<boolean> {
  const { state } = await lockTransfer(tx, id);
  if (state !== 'draft') return false;
  await setTransferState(tx, id, 'cancelled');
  writeHistory(tx, [{ docKind: 'transfer', docId: id, event: 'withdrawn', fromState: 'draft', toState: 'cancelled' }]);
  return true;
}

/** Ends shipping: allocated units are released, and the units in transit bear all of the cost. */
export async function finishTransfer(tx: Tx, id: number): Promise<void> {
  const { transfer, lines } = await lockToFree(tx, id);
  if (transfer.state === 'shipped' || transfer.state === 'done') return;
  // Without a shipment there is nothing to end.
  assertMove(transferDocument, transfer.state === 'submitted' ? 'draft' : transfer.state, 'shipped', transfer.number);
  const left = lines.reduce((sum, line) => sum + line.held, 0);
  await free(tx, transfer, lines);
  await chargeRest(tx, transfer, left);
  await setTransferState(tx, id, 'shipped');
  writeHistory(tx, [
    {
      docKind: 'transfer',
      docId: id,
      event: 'finished',
      fromState: transfer.state,
      toState: 'shipped',
      detail: { left },
    },
  ]);
  await settle(tx, id);
}

/**
 * Locks with the gate: released units of a recalled batch change their condition. ASNs of the transfer come before
 * balances, as for their receivers.
 * @throws ruleBroken warehouse.counting
 */
async function lockToFree(tx: Tx, id: number): Promise<{ transfer: Transfer; lines: Line[] }> {
  const { fromId } = await transferOf(tx, id);
  const gate = (await enterGates(tx, [fromId])).get(fromId);
  const notices = await asnsOf(tx, id);
  await lockInbounds(tx, notices);
  const locked = await lockWithBalances(tx, id);
  // Another part may have shipped before the lock, and somebody may be receiving it.
  if ((await asnsOf(tx, id)).some((notice) => !notices.includes(notice))) throw new BeginAnew('A part has left');
  if (gate?.counting && locked.lines.some((line) => line.held > 0))
    throw ruleBroken('warehouse.counting', { warehouse: gate.name });
  return locked;
}

async function asnsOf(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`select inbound_id as id from transfer_part where company_id = ${sql.company} and transfer_id = ${id} and state = 'transit'
       and inbound_id is not null`,
  );
  return rows.map((row) => row.id);
}

/** Reassigns the cost share of units that never shipped to lines without receipts, if there are any. */
async function chargeRest(tx: Tx, transfer: Transfer, left: number): Promise<void> {
  const lines = await tx.rows<{ id: number; quantity: number }>(
    sql`select l.id, l.quantity from transfer_part p join transfer_part_line l on l.company_id = ${sql.company} and l.part_id = p.id
     where p.company_id = ${sql.company} and p.transfer_id = ${transfer.id} and p.state = 'transit' and l.received = 0`,
  );
  const units = lines.reduce((sum, line) => sum + line.quantity, 0);
  if (units === 0) return;
  const each = new Decimal(transfer.cost).times(left).div(transfer.units).div(units).toFixed(6);
  await tx.rows(
    sql`with mine as (
       update transfer_part_line l set unit_cost = l.unit_cost + ${each} where l.company_id = ${sql.company} and l.id = any(${lines.map((line) => line.id)}::bigint[])
       returning l.id, l.part_id
     )
     update inbound_line i set unit_cost = i.unit_cost + ${each} from mine join transfer_part p on p.company_id = ${sql.company} and p.id = mine.part_id
     where i.company_id = ${sql.company} and i.inbound_id = p.inbound_id and i.source_line = mine.id`,
  );
}

async function free(tx: Tx, transfer: Transfer, lines: readonly Line[]): Promise<void> {
  const held = lines.filter((line) => line.held > 0);
  await hold(
    tx,
    transfer,
    held.map((line) => ({ ...line, by: -line.held })),
    'free',
  );
  await keepBackFreed(
    tx,
    transfer.fromId,
    held.map((line) => line.productId),
  );
}

async function hold(
  tx: Tx,
  transfer: Transfer,
  lines: readonly (Line & { by: number })[],
  step: 'hold' | 'free',
): Promise<void> {
  const changed = lines.filter((line) => line.by !== 0);
  await moveStock(
    tx,
    changed.map(({ id, productId, by }) => ({
      warehouseId: transfer.fromId,
      productId,
      reserved: by,
      reason: 'transferHold',
      docKind: 'transfer',
      docId: transfer.id,
      docLine: id,
      step,
    })),
  );
  await tx.rows(
    sql`update transfer_line l set held = l.held + r.by from unnest(${changed.map((line) => line.id)}::bigint[], ${changed.map((line) => line.by)}::int[]) as r(id, by)
     where l.company_id = ${sql.company} and l.id = r.id`,
  );
}
