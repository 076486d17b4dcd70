import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, conflict } from '../../../core/errors.ts';
import { cancelInbound } from '../../warehouse/public.ts';
import { noteSourceEnded } from '../allocations/finish.ts';
import { purchaseDocument } from '../documents.ts';
import { assertNotOn1688 } from '../sourcing/open.ts';
import { assertMay, type Held, holdPurchase, movePurchase } from './hold.ts';
import { purchases } from './purchases.list.ts';
import { freeSources, recountRequests, requestsOf } from './sources.ts';

const openAsns = (tx: Tx, id: number) =>
  tx.rows<{ id: number; number: string; state: string }>(sql`select id, number, state from inbound
    where company_id = ${sql.company} and source_kind = ${purchaseDocument.kind} and source_id = ${id}
      and state in ('notice', 'arrived', 'receiving') order by id`);

/** Nothing more comes: a short order needs the reason, and its requests wait to be ordered again. */
export async function closePurchase(tx: Tx, id: number, reason: string): Promise<void> {
  await purchases.one(tx, id);
  const held = await holdPurchase(tx, id);
  assertMay('close', held);
  const [asn] = await openAsns(tx, id);
  if (asn) throw conflict('procurement.asnOpen', { asn: asn.number });
  const short = await tx.row<{ units: number }>(sql`select coalesce(sum(quantity - received), 0)::int as units
    from purchase_line where company_id = ${sql.company} and order_id = ${id} and received < quantity`);
  const units = short?.units ?? 0;
  if (units > 0 && reason === '') throw badField('reason', 'procurement.shortReason', { units });
  await movePurchase(tx, held, 'closed', 'closed', { ...(reason ? { reason } : {}), ...(units > 0 ? { units } : {}) });
  await free(tx, held);
}

/** A closed order takes goods again. Its requests may be on other orders by now, so it does not take them back. */
export async function reopenPurchase(tx: Tx, id: number): Promise<void> {
  await purchases.one(tx, id);
  const held = await holdPurchase(tx, id);
  assertMay('reopen', held);
  const open = await tx.row(sql`select 1 as one from purchase_line
    where company_id = ${sql.company} and order_id = ${id} and received < quantity limit 1`);
  await movePurchase(tx, held, open ? 'ordered' : 'received', 'reopened');
}

/** Cancels an order of which nothing was received, with its ASNs. @throws conflict procurement.received */
export async function cancelPurchase(tx: Tx, id: number, reason: string): Promise<void> {
  await purchases.one(tx, id);
  // ASNs before their order, as receipts lock them.
  for (const asn of await openAsns(tx, id)) if (asn.state === 'notice') await cancelInbound(tx, asn.id);
  const held = await holdPurchase(tx, id);
  assertMay('cancel', held);
  await assertNotOn1688(tx, held);
  const received = await tx.row(sql`select 1 as one from purchase_line
    where company_id = ${sql.company} and order_id = ${id} and received > 0 limit 1`);
  const [asn] = await openAsns(tx, id);
  if (received || asn) throw conflict('procurement.received', { number: held.number });
  await movePurchase(tx, held, 'cancelled', 'cancelled', { reason });
  await free(tx, held);
}

async function free(tx: Tx, held: Held): Promise<void> {
  const requests = await requestsOf(tx, [held.id]);
  await freeSources(tx, held.id);
  await noteSourceEnded(tx, held);
  await recountRequests(tx, requests);
}
