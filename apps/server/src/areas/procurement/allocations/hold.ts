import { type AllocationAct, type AllocationState, allocationMay } from '@tradewind/contract/procurement.ts';
import { BeginAnew, type Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertMove, lastChange, writeHistory } from '../../../core/documents.ts';
import { conflict, notFound } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { allocationDocument } from '../documents.ts';

export interface Held {
  id: number;
  number: string;
  state: AllocationState;
  warehouseId: number;
  remark: string;
  version: number;
}

/** Locks purchase orders, in the order of their ids: before every allocation order that splits them. */
export async function lockPurchases(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.rows(sql`select id from purchase_order where company_id = ${sql.company}
    and id = any(${arrayOf(ids)}::bigint[]) order by id for update`);
}

/** Locks the allocation order until the transaction ends. @throws notFound; core.stale if it changed since `version` */
export async function holdAllocation(tx: Tx, id: number, version?: number): Promise<Held> {
  const row = await tx.row<{
    id: number;
    number: string;
    state: AllocationState;
    warehouseId: number;
    remark: string;
    version: number;
  }>(sql`select id, number, state, warehouse_id, remark, version from allocation_order
    where company_id = ${sql.company} and id = ${id} for update`);
  if (!row) throw notFound('procurement.allocationNotFound');
  if (version !== undefined && row.version !== version)
    throw conflict('core.stale', await lastChange(tx, allocationDocument.kind, id));
  return row;
}

const sourcesOf = async (tx: Tx, id: number): Promise<{ orderId: number; lineId: number }[]> =>
  tx.rows<{ orderId: number; lineId: number }>(sql`select distinct p.order_id, p.id as line_id from allocation_line l
    join purchase_line p on p.company_id = ${sql.company} and p.id = l.purchase_line_id
    where l.company_id = ${sql.company} and l.order_id = ${id} order by 1, 2`);

/** Locks the purchase orders that it splits, then itself. @returns also their lines */
export async function holdWithSources(tx: Tx, id: number): Promise<{ held: Held; purchaseLines: number[] }> {
  const before = (await sourcesOf(tx, id)).map((one) => one.orderId);
  await lockPurchases(tx, [...new Set(before)]);
  const held = await holdAllocation(tx, id);
  const sources = await sourcesOf(tx, id);
  if (sources.some((one) => !before.includes(one.orderId))) throw new BeginAnew('Its lines changed');
  return { held, purchaseLines: sources.map((one) => one.lineId) };
}

/** @throws conflict procurement.allocationState */
export function assertMay(act: AllocationAct, row: Held): void {
  if (!allocationMay(act, row)) throw conflict(`procurement.allocationState.${row.state}`, { number: row.number });
}

/** The only writer of an allocation order's status. It is locked. */
export async function moveAllocation(
  tx: Tx,
  held: Pick<Held, 'id' | 'number' | 'state'>,
  to: AllocationState,
  event: string,
  detail?: Record<string, unknown>,
): Promise<void> {
  assertMove(allocationDocument, held.state, to, held.number);
  await tx.rows(sql`update allocation_order set state = ${to}, version = version + 1,
      submitted_at = case when ${to} = 'reviewing' then ${tx.now}::timestamptz else submitted_at end,
      reason = ${typeof detail?.reason === 'string' ? detail.reason : ''}
    where company_id = ${sql.company} and id = ${held.id}`);
  writeHistory(tx, [
    {
      docKind: allocationDocument.kind,
      docId: held.id,
      event,
      fromState: held.state,
      toState: to,
      ...(detail ? { detail } : {}),
    },
  ]);
}
