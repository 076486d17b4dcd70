import { type ReturnAct, type ReturnState, returnMay } from '@tradewind/contract/returns.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { assertMove, defineDocument, mayMove, writeHistory } from '../../core/documents.ts';
import { badField, conflict, notFound } from '../../core/errors.ts';
import { inShops } from '../../core/scope.ts';
import { withdrawLinks } from '../documents/public.ts';
import { giveReturnLabelBack } from '../logistics/public.ts';
import { defineMovementDocument } from '../stock/public.ts';
import { giveBackLines } from './limits.ts';

export const RETURN = defineDocument<ReturnState>({
  kind: 'sales_return',
  prefix: 'RMA',
  transitions: {
    requested: ['approved', 'rejected', 'transit', 'received', 'cancelled'],
    approved: ['transit', 'received', 'closed', 'cancelled'],
    rejected: [],
    transit: ['received', 'closed', 'cancelled'],
    received: ['inspected'],
    inspected: ['closed'],
    closed: [],
    cancelled: [],
  },
});

defineMovementDocument(RETURN.kind, 'sales_return');

export const mayBecome = (from: ReturnState, to: ReturnState) => mayMove(RETURN, from, to);

export interface OpenReturn extends Record<string, unknown> {
  id: number;
  number: string;
  state: ReturnState;
  kind: string;
  wanted: string;
  shopId: number;
  orderId: number;
  platform: string;
  platformReturnNo: string | null;
  currency: string;
  version: number;
  replacementOrderId: number | null;
  /** The refund amount according to the platform. */
  refundAsked: string | null;
}

/** Locks a return of the user's shops. Returns are locked before everything else. @throws notFound returns.notFound */
export async function lockReturn(tx: Tx, id: number): Promise<OpenReturn> {
  const found = await tx.row<OpenReturn>(sql`select id, number, state, kind, wanted, shop_id, order_id,
      platform, platform_return_no, currency, version, replacement_order_id,
      refund_asked
    from sales_return where company_id = ${sql.company} and id = ${id} and ${inShops(tx, sql`shop_id`)} for update`);
  if (!found) throw notFound('returns.notFound');
  return found;
}

/** @throws conflict returns.notNow when the return's status does not allow `act` */
export function assertAct(one: OpenReturn, act: ReturnAct): void {
  if (!returnMay(act, one)) throw conflict('returns.notNow', { number: one.number });
}

/** @throws badField with the first line that is not on this return */
export async function assertLines(tx: Tx, returnId: number, lines: readonly { lineId: number }[]): Promise<void> {
  const known = await tx.rows<{ id: number }>(
    sql`select id from sales_return_line where company_id = ${sql.company} and return_id = ${returnId}`,
  );
  const ids = new Set(known.map((row) => row.id));
  const strange = lines.findIndex((line) => !ids.has(line.lineId));
  if (strange >= 0) throw badField(`lines.${strange}.lineId`, 'returns.noLine');
}

/** The only writer of a return's status. Units that will not come back become returnable again. */
export async function moveReturn(
  tx: Tx,
  one: OpenReturn,
  to: ReturnState,
  event: string,
  detail?: Record<string, unknown>,
): Promise<void> {
  assertMove(RETURN, one.state, to, one.number);
  await tx.rows(sql`update sales_return set state = ${to}, version = version + 1
    where company_id = ${sql.company} and id = ${one.id}`);
  if (to === 'rejected' || to === 'cancelled') await giveBackLines(tx, one.id);
  if (RETURN.transitions[to].length === 0) await withdrawLinks(tx, { docKind: RETURN.kind, docId: one.id });
  if (to === 'cancelled') await giveReturnLabelBack(tx, { orderId: one.orderId, returnId: one.id });
  notify(tx, one.id, event, { fromState: one.state, toState: to, ...(detail ? { detail } : {}) });
  one.state = to;
}

export function notify(
  tx: Tx,
  docId: number,
  event: string,
  more: { fromState?: string; toState?: string; detail?: Record<string, unknown> } = {},
): void {
  writeHistory(tx, [{ docKind: RETURN.kind, docId, event, ...more }]);
}

/** Closes a return that is inspected, or needs no inspection, once the buyer has the refund or replacement. */
export async function closeIfDone(tx: Tx, one: OpenReturn): Promise<void> {
  const settled = one.kind === 'refundOnly' ? one.state === 'approved' : one.state === 'inspected';
  if (!settled) return;
  if (one.wanted === 'replacement' && one.replacementOrderId === null) return;
  if (one.wanted === 'refund') {
    const money = await tx.row<{ done: boolean; open: boolean }>(sql`
      select coalesce(bool_or(state in ('done', 'byHand')), false) as done,
        coalesce(bool_or(state in ('due', 'telling', 'failed')), false) as open
      from return_refund where company_id = ${sql.company} and return_id = ${one.id}`);
    if (!money?.done || money.open) return;
  }
  await moveReturn(tx, one, 'closed', 'closed');
}
