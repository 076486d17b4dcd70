import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { noteTravel, packInbound } from '../../warehouse/public.ts';
import { purchaseDocument } from '../documents.ts';
import { duesChanged } from '../money/due.ts';
import { createAsn } from '../orders/place.ts';
import { purchaseLines, purchases } from '../orders/purchases.list.ts';
import type { Box } from './boxes.ts';

const DOC = purchaseDocument.kind;

interface Packing {
  id: number;
  orderId: number;
  carrier: string;
  trackingNumber: string;
  goods: { lineId: number; quantity: number }[];
  boxes: Box[];
}

/** @throws notFound; conflict procurement.packingState if somebody has decided */
async function holdPacking(tx: Tx, id: number): Promise<Packing> {
  const row = await tx.row<Packing & { state: string }>(sql`
    select id, order_id, carrier, tracking_number, goods, boxes, state from supplier_packing
    where company_id = ${sql.company} and id = ${id}`);
  if (!row) throw notFound('procurement.packingNotFound');
  await purchases.one(tx, row.orderId);
  if (row.state !== 'waiting') throw conflict('procurement.packingState');
  return row;
}

async function decide(
  tx: Tx,
  { id, orderId }: Packing,
  state: 'taken' | 'refused',
  more: { inboundId?: number; decision?: string },
) {
  const row = await tx.row(sql`update supplier_packing set state = ${state}, inbound_id = ${more.inboundId ?? null},
      decided_by = ${tx.actor.name}, decided_at = ${tx.now}, decision = ${more.decision ?? ''}
    where company_id = ${sql.company} and id = ${id} and state = 'waiting' returning id`);
  if (!row) throw conflict('procurement.packingState');
  duesChanged(tx, orderId);
}

/**
 * Makes the ASN of a packing list. Goods that are on the order's only expected ASN already need none: it gets carrier and
 * tracking number. The cartons that the supplier typed become the cartons of the ASN. @throws badField lines.N.quantity beyond what is outstanding
 */
export async function takePacking(tx: Tx, id: number): Promise<{ inboundId: number; number: string }> {
  const packing = await holdPacking(tx, id);
  const asn = (await asnThatExpects(tx, packing)) ?? (await newAsn(tx, packing));
  await decide(tx, packing, 'taken', { inboundId: asn.id });
  writeHistory(tx, [{ docKind: DOC, docId: packing.orderId, event: 'packingTaken', detail: { inbound: asn.number } }]);
  return { inboundId: asn.id, number: asn.number };
}

const newAsn = (tx: Tx, { orderId, carrier, trackingNumber, goods, boxes }: Packing) =>
  createAsn(tx, { id: orderId, expectedOn: null, carrier, trackingNumber, qualityCheck: false, lines: goods }, boxes);

async function asnThatExpects(tx: Tx, packing: Packing): Promise<{ id: number; number: string } | undefined> {
  const lines = new Map((await purchaseLines(tx, packing.orderId)).map((line) => [line.id, line]));
  const outstanding = packing.goods.every(({ lineId, quantity }) => quantity <= (lines.get(lineId)?.outstanding ?? 0));
  if (outstanding) return undefined;
  const asns = await tx.rows<{ id: number; number: string; reference: string; expectedOn: string | null }>(sql`
    select id, number, reference, expected_on::text as expected_on from inbound
    where company_id = ${sql.company} and source_kind = ${DOC} and source_id = ${packing.orderId} and state = 'notice'
    order by id limit 2 for update`);
  const [asn] = asns;
  if (!asn || asns.length > 1) return undefined;
  const expected = packing.goods.every(({ lineId, quantity }) => quantity <= (lines.get(lineId)?.expected ?? 0));
  if (!expected) throw badField('goods', 'procurement.packingPart');
  const { carrier, trackingNumber } = packing;
  await noteTravel(tx, asn.id, { reference: asn.reference, carrier, trackingNumber, expectedOn: asn.expectedOn });
  await packInbound(tx, asn.id, packing.boxes);
  return asn;
}

/** The supplier reads why. */
export async function refusePacking(tx: Tx, id: number, decision: string): Promise<void> {
  const packing = await holdPacking(tx, id);
  await decide(tx, packing, 'refused', { decision });
  writeHistory(tx, [{ docKind: DOC, docId: packing.orderId, event: 'packingRefused', detail: { reason: decision } }]);
}
