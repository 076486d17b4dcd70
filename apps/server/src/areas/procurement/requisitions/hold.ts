import { type RequisitionState, requisitionMay } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertMove, lastChange, writeHistory } from '../../../core/documents.ts';
import { conflict, notFound } from '../../../core/errors.ts';
import { requisitionDocument } from '../documents.ts';

export interface Held {
  id: number;
  number: string;
  state: RequisitionState;
  version: number;
}

/** Locks the requisition until the transaction ends. @throws notFound; core.stale if it changed since `version` */
export async function holdRequisition(tx: Tx, id: number, version?: number): Promise<Held> {
  const row = await tx.row<{ id: number; number: string; state: RequisitionState; version: number }>(sql`
    select id, number, state, version from requisition where company_id = ${sql.company} and id = ${id} for update`);
  if (!row) throw notFound('procurement.requisitionNotFound');
  if (version !== undefined && row.version !== version)
    throw conflict('core.stale', await lastChange(tx, requisitionDocument.kind, id));
  return row;
}

/** @throws conflict procurement.requisitionState */
export function assertMay(act: Parameters<typeof requisitionMay>[0], row: Held): void {
  if (!requisitionMay(act, row)) throw conflict(`procurement.requisitionState.${row.state}`, { number: row.number });
}

/** The only writer of a requisition's status. The requisition is locked. */
export async function moveRequisition(
  tx: Tx,
  held: Held,
  to: RequisitionState,
  event: string,
  detail?: Record<string, unknown>,
): Promise<void> {
  assertMove(requisitionDocument, held.state, to, held.number);
  await tx.rows(sql`update requisition set state = ${to}, version = version + 1,
      submitted_at = case when ${to} = 'reviewing' then ${tx.now}::timestamptz else submitted_at end,
      approved_at = case when ${to} = 'approved' then coalesce(approved_at, ${tx.now}::timestamptz) else approved_at end
    where company_id = ${sql.company} and id = ${held.id}`);
  writeHistory(tx, [
    {
      docKind: requisitionDocument.kind,
      docId: held.id,
      event,
      fromState: held.state,
      toState: to,
      ...(detail ? { detail } : {}),
    },
  ]);
}
