import { countMay } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertMove, writeHistory } from '../../../core/documents.ts';
import { conflict, ruleBroken } from '../../../core/errors.ts';
import { submitForApproval } from '../../approvals/public.ts';
import { companyOf } from '../../company/public.ts';
import { openGates } from '../locks.ts';
import { setCounting } from '../warehouses/warehouses.ts';
import { bookedOf, worthOf } from './book.ts';
import { addPlaces, allPlaces } from './create.ts';
import { type Count, countDocument, leftOf, lockCount, setCountState } from './document.ts';
import { freeTasks } from './tasks.ts';

/** A full count closes its warehouse: running movements finish first, and no new ones start. */
export async function startCount(tx: Tx, id: number): Promise<void> {
  const count = await lockCount(tx, id);
  if (count.state === 'counting') return;
  assertMove(countDocument, count.state, 'counting', count.number);
  if (count.kind === 'full') {
    await setCounting(tx, count.warehouseId, true);
    // Locations added since the document was created.
    await addPlaces(tx, id, await allPlaces(tx, count.warehouseId));
  }
  await setCountState(tx, id, 'counting');
  writeHistory(tx, [{ docKind: 'count', docId: id, event: 'started', fromState: count.state, toState: 'counting' }]);
}

/** @returns how many locations need a recount */
export async function askRecount(tx: Tx, id: number, locationIds: readonly number[] | undefined): Promise<number> {
  const count = await lockCount(tx, id);
  if (!countMay('recount', count))
    throw conflict('document.state', { number: count.number, from: count.state, to: 'counting' });
  const rows = await tx.rows<{ id: number }>(
    sql`update count_location p set again = true
     where p.company_id = ${sql.company} and p.count_id = ${id} and p.round > 0 and not p.again and case when ${locationIds ?? null}::bigint[] is null
       then exists (select from count_line l where l.company_id = ${sql.company} and l.count_id = ${id} and l.location_id = p.location_id
         and l.round = p.round and l.counted <> l.expected)
       else p.location_id = any(${locationIds ?? null}::bigint[]) end returning p.location_id as id`,
  );
  if (rows.length > 0)
    writeHistory(tx, [{ docKind: 'count', docId: id, event: 'recount', detail: { locations: rows.length } }]);
  return rows.length;
}

/**
 * Ends counting. A full count reopens its warehouse: later movements do not affect the variances, which are booked now
 * or once approved.
 * @throws ruleBroken warehouse.countUncounted if locations are left and `anyway` is not set
 */
export async function submitCount(tx: Tx, id: number, anyway: boolean) {
  const count = await lockCount(tx, id);
  assertMove(countDocument, count.state, 'waiting', count.number);
  const { total, left } = await leftOf(tx, id);
  if (left === total) throw ruleBroken('warehouse.countNobody');
  if (left > 0 && !anyway) throw ruleBroken('warehouse.countUncounted', { count: left });
  await openAgain(tx, count);
  await setCountState(tx, id, 'waiting');
  await freeTasks(tx, id, 'uncounted');
  const detail = left > 0 ? { detail: { uncounted: left } } : {};
  writeHistory(tx, [
    { docKind: 'count', docId: id, event: 'submitted', fromState: 'counting', toState: 'waiting', ...detail },
  ]);
  const { baseCurrency: currency } = await companyOf(tx);
  const amount = await worthOf(tx, count);
  const submitted = { docKind: 'count', docId: id, title: count.number, amount, currency };
  const state = (await submitForApproval(tx, submitted)) === 'audited' ? ('done' as const) : ('waiting' as const);
  return { state, ...(await bookedOf(tx, id)) };
}

export async function cancelCount(tx: Tx, id: number): Promise<void> {
  const count = await lockCount(tx, id);
  if (count.state === 'cancelled') return;
  assertMove(countDocument, count.state, 'cancelled', count.number);
  await openAgain(tx, count);
  await setCountState(tx, id, 'cancelled');
  await freeTasks(tx, id, 'all');
  writeHistory(tx, [{ docKind: 'count', docId: id, event: 'cancelled', fromState: count.state, toState: 'cancelled' }]);
}

async function openAgain(tx: Tx, count: Count): Promise<void> {
  if (count.kind !== 'full' || count.state !== 'counting') return;
  const gate = (await openGates(tx, [count.warehouseId])).get(count.warehouseId);
  if (gate?.counting) await setCounting(tx, count.warehouseId, false);
}

/** A warehouse under a full count is released by the count, which knows the uncounted locations. */
export async function assertNoFullCount(tx: Tx, warehouseId: number): Promise<void> {
  const [open] = await tx.rows<{ number: string }>(
    sql`select number from stock_count where company_id = ${sql.company} and warehouse_id = ${warehouseId} and kind = 'full' and state = 'counting'`,
  );
  if (open) throw ruleBroken('warehouse.fullCountOpen', { number: open.number });
}
