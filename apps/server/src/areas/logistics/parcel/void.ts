import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { conflict, notFound } from '../../../core/errors.ts';
import { defineJob, emit } from '../../../core/jobs/jobs.ts';
import { inShops, inWarehouses } from '../../../core/scope.ts';
import { withdrawLinks } from '../../documents/public.ts';
import { setShipment } from '../../orders/public.ts';
import { labelVoided, returnLabelChanged } from '../events.ts';
import { requestVoid, type Stray, VOID_JOB, VOID_STRAY_JOB } from '../jobs.ts';
import { createParcels } from './create.ts';
import type { LabelSeller } from './label-seller.ts';
import { type KeptPiece, PIECES } from './pieces.ts';
import { carrierFail, wordsOf } from './problems.ts';
import { historyDoc } from './save.ts';
import { sellerOf } from './seller.ts';

type Label = {
  parcelId: number;
  reference: string;
  orderId: number;
  outboundId: number | null;
  returnId: number | null;
  carrier: string;
  accountId: number | null;
  shipmentId: string | null;
  trackingNumber: string | null;
  pieces: KeptPiece[];
};

/**
 * Voids a label. Commits `voiding` first, so that the box is not handed over meanwhile. The carrier answers a repeated
 * request with "already voided", so a lost answer is simply requested again. @throws logistics.notLabelled,
 * logistics.parcelGone
 */
export async function voidLabel(app: App, ctx: Ctx, parcelId: number, reason: string) {
  const label = await app.database.inCompany(ctx, (tx) => claim(tx, ctx, parcelId));
  const { accountId, trackingNumber } = label;
  const seller = sellerOf(app, ctx, { ...label, carrierAccountId: accountId });
  if (!seller || trackingNumber === null) {
    await app.database.inCompany(ctx, (tx) => markVoided(tx, label, reason, ''));
    return { voided: true, detail: '' };
  }
  try {
    const answer = await voidAll(seller, label, trackingNumber);
    await app.database.inCompany(ctx, (tx) =>
      answer.voided ? markVoided(tx, label, reason, answer.detail) : refused(tx, label, answer.detail),
    );
    return answer;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    await app.database.inCompany(ctx, (tx) => notYet(tx, label, reason, error));
    throw error.kind === 'uncertain'
      ? conflict('logistics.voidUncertain', { number: trackingNumber })
      : carrierFail(error);
  }
}

/** Boxes with a shipment of their own first: the parcel keeps its label until all are void. */
async function voidAll(seller: LabelSeller, { shipmentId, pieces }: Label, trackingNumber: string) {
  for (const piece of pieces) {
    if (piece.shipmentId === null || piece.trackingNumber === null) continue;
    const answer = await seller.void(piece.shipmentId, piece.trackingNumber);
    if (!answer.voided) return answer;
  }
  return seller.void(shipmentId ?? trackingNumber, trackingNumber);
}

/** Locks the outbound first, as the handover does: either the box ships or its label is voided, never both. */
async function claim(tx: Tx, ctx: Pick<Ctx, 'rights'>, parcelId: number): Promise<Label> {
  const box = await tx.row<{ outboundId: number | null }>(sql`select outbound_id from parcel
    where company_id = ${sql.company} and id = ${parcelId} and (${inWarehouses(ctx, sql`warehouse_id`)}
      or (return_id is not null and ${inShops(ctx, sql`shop_id`)}))`);
  if (!box) throw notFound('logistics.parcelGone');
  await tx.rows(sql`select 1 from outbound where company_id = ${sql.company} and id = ${box.outboundId} for update`);
  const label = await tx.row<Label>(sql`update parcel p set state = 'voiding', state_at = ${tx.now}
    where p.company_id = ${sql.company} and p.id = ${parcelId} and (p.state = 'labelled' or p.state = 'voiding')
    returning p.id as "parcelId", p.reference, p.order_id, p.outbound_id, p.return_id, p.carrier,
      p.carrier_account_id as "accountId", p.shipment_id, p.tracking_number, ${PIECES} as pieces`);
  if (!label) throw conflict('logistics.notLabelled');
  return label;
}

async function markVoided(tx: Tx, label: Label, reason: string, detail: string): Promise<void> {
  const order = await tx.row<{ trackingNumber: string | null }>(sql`select tracking_number
    from sales_order where company_id = ${sql.company} and id = ${label.orderId} for update`);
  const voided = await tx.row<{
    boxOpen: boolean;
    hadCost: boolean;
  }>(sql`update parcel p set state = 'voided', state_at = ${tx.now},
      voided_at = ${tx.now}, stage = 'cancelled', next_track_at = null, last_error = null
    where p.company_id = ${sql.company} and p.id = ${label.parcelId} and p.state = 'voiding'
    returning exists (select from outbound o where o.company_id = ${sql.company} and o.id = p.outbound_id
      and o.state = 'packed') as "boxOpen", p.label_cost is not null as "hadCost"`);
  if (!voided) return;
  if (order && order.trackingNumber === label.trackingNumber) await setShipment(tx, label.orderId, null);
  if (voided.hadCost) await emit(tx, labelVoided, { parcelId: label.parcelId });
  await answered(tx, label, 'labelVoided', { reason, detail });
  if (label.returnId !== null) {
    await withdrawLinks(tx, historyDoc(label));
    await emit(tx, returnLabelChanged, { returnId: label.returnId });
  }
  if (voided.boxOpen) createParcels(tx, [{ again: label.parcelId }]);
}

async function refused(tx: Tx, label: Label, detail: string): Promise<void> {
  await tx.rows(sql`update parcel set state = 'labelled', state_at = ${tx.now}, last_error = ${detail}
    where company_id = ${sql.company} and id = ${label.parcelId} and state = 'voiding'`);
  await answered(tx, label, 'labelVoidRefused', { detail });
}

/** The carrier is unreachable. A job retries where the label may be voided already; else it stays valid. */
async function notYet(tx: Tx, label: Label, reason: string, error: ConnectorError): Promise<void> {
  if (error.kind === 'uncertain') return requestVoid(tx, label.parcelId, reason);
  await tx.rows(sql`update parcel set state = 'labelled', state_at = ${tx.now}, last_error = ${wordsOf(error)}
    where company_id = ${sql.company} and id = ${label.parcelId} and state = 'voiding'`);
}

async function answered(tx: Tx, label: Label, event: string, more: Record<string, unknown>): Promise<void> {
  const detail = { parcelId: label.parcelId, trackingNumber: label.trackingNumber, ...more };
  writeHistory(tx, [
    { ...historyDoc(label), event, detail },
    { docKind: 'parcel', docId: label.parcelId, event, detail },
  ]);
}

defineJob(VOID_JOB.name, ['作废面单', 'Void a label'], async (app, ctx, job: { parcelId: number; reason: string }) => {
  const row = await app.database.inCompany(ctx, (tx) =>
    tx.row<{ state: string }>(sql`select state from parcel where company_id = ${sql.company} and id = ${job.parcelId}`),
  );
  // Already voided or gone: nothing to do.
  if (row?.state === 'labelled' || row?.state === 'voiding') await voidLabel(app, ctx, job.parcelId, job.reason);
});

defineJob(VOID_STRAY_JOB.name, ['作废重复面单', 'Void a duplicate label'], async (app, ctx, stray: Stray) => {
  const { accountId: carrierAccountId, carrier, parcelId } = stray;
  const seller = sellerOf(app, ctx, { parcelId, carrier, carrierAccountId, reference: '' });
  const answer = (await seller?.void(stray.shipmentId, stray.trackingNumber)) ?? { voided: false, detail: '' };
  await app.database.inCompany(ctx, (tx) =>
    writeHistory(tx, [
      {
        ...historyDoc(stray),
        event: answer.voided ? 'strayVoided' : 'strayNotVoided',
        detail: { trackingNumber: stray.trackingNumber, detail: answer.detail },
      },
    ]),
  );
});
