import { CARRIER_WORDS } from '@tradewind/contract/logistics/words.ts';
import { hasAccounts } from '@tradewind/contract/logistics.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { addJob, emit } from '../../../core/jobs/jobs.ts';
import { clearParcelException, setFreight, setParcelException, setShipment } from '../../orders/public.ts';
import { labelBought } from '../events.ts';
import { requestVoid, type Stray, VOID_STRAY_JOB } from '../jobs.ts';
import { readWords } from './problems.ts';

export interface Purchase {
  parcelId: number;
  /** The attempt that bought it: an earlier attempt must not overwrite a later one. */
  attempt: number;
  orderId: number;
  outboundId: number;
  carrier: string;
  accountId: number | null;
  channelName: string;
  platformCarrierCode: string;
  /** The actual carrier, where the platform chose it. */
  carrierName?: string | undefined;
  serviceName: string;
  shipmentId: string | null;
  trackingNumber: string;
  trackingUrl: string | null;
  amount: string | null;
  currency: string | null;
  rawFile: string | null;
  labelFile: string | null;
  customsFile: string | null;
  /** For the order's history: why this channel and service. */
  decision: Record<string, unknown>;
  event: 'labelBought' | 'labelFound' | 'labelOwn';
}

/**
 * Saves a purchase. Locks the order before its parcel, as a cancellation does: either we see the cancellation and void
 * the label, or the cancellation sees the label and voids it. @returns false when the parcel has changed meanwhile (the
 * unused label is voided)
 */
export async function savePurchase(tx: Tx, bought: Purchase): Promise<boolean> {
  const order = await tx.row<{ exception: string | null }>(sql`select exception from sales_order
    where company_id = ${tx.companyId} and id = ${bought.orderId} for update`);
  const saved =
    await tx.row(sql`update parcel set state = 'labelled', state_at = ${tx.now}, carrier = ${bought.carrier},
      carrier_account_id = ${bought.accountId}, service_name = ${bought.serviceName}, shipment_id = ${bought.shipmentId},
      tracking_number = ${bought.trackingNumber || null}, label_cost = ${bought.amount},
      label_currency = ${bought.currency}, label_raw_file = ${bought.rawFile}, label_file = ${bought.labelFile},
      customs_file = ${bought.customsFile}, bought_at = ${tx.now}, stage = 'created', last_error = null
    where company_id = ${tx.companyId} and id = ${bought.parcelId} and attempts = ${bought.attempt}
      and state in ('buying', 'uncertain') returning id`);
  if (!saved) {
    await dropStray(tx, bought);
    return false;
  }
  if (bought.carrier !== 'own')
    await tx.rows(sql`insert into tracked_parcel (tracking_number, company_id, parcel_id)
      values (${bought.trackingNumber}, ${tx.companyId}, ${bought.parcelId}) on conflict do nothing`);
  if (bought.trackingNumber) await setShipment(tx, bought.orderId, await shipmentOf(tx, bought));
  if (order?.exception === 'label') await clearParcelException(tx, bought.orderId);
  const answered = { parcelId: bought.parcelId, trackingNumber: bought.trackingNumber, ...bought.decision };
  writeHistory(tx, [
    { docKind: 'sales_order', docId: bought.orderId, event: bought.event, detail: answered },
    { docKind: 'parcel', docId: bought.parcelId, event: bought.event, toState: 'labelled', detail: answered },
  ]);
  const { amount, currency } = bought;
  if (amount !== null && currency !== null) await setFreight(tx, bought.orderId, { amount, currency });
  if (amount !== null) await emit(tx, labelBought, { parcelId: bought.parcelId });
  await voidIfUnwanted(tx, bought);
  return true;
}

type Shipped = Pick<
  Purchase,
  | 'parcelId'
  | 'orderId'
  | 'carrier'
  | 'carrierName'
  | 'channelName'
  | 'platformCarrierCode'
  | 'serviceName'
  | 'trackingNumber'
  | 'trackingUrl'
>;

/** The parcel data for the shipment confirmation. */
export async function shipmentOf(tx: Tx, bought: Shipped) {
  // Parts of a split order are one order on the platform: number their parcels together, without duplicates.
  const row = await tx.row<{ before: number }>(sql`with family as materialized (
      select f.id from sales_order o join sales_order f on f.company_id = o.company_id
        and (f.id = coalesce(o.split_from, o.id) or f.split_from = coalesce(o.split_from, o.id))
      where o.company_id = ${tx.companyId} and o.id = ${bought.orderId})
    select count(*) as before from parcel where company_id = ${tx.companyId} and order_id in (select id from family)
      and id < ${bought.parcelId} and (state <> 'voided' or (select count(*) from family) > 1)`);
  return {
    packageNo: (row?.before ?? 0) + 1,
    carrierCode: bought.carrierName ?? bought.platformCarrierCode,
    carrierName:
      bought.carrierName ?? (hasAccounts(bought.carrier) ? CARRIER_WORDS[bought.carrier][1] : bought.channelName),
    serviceName: bought.serviceName,
    trackingNumber: bought.trackingNumber,
    ...(bought.trackingUrl ? { trackingUrl: bought.trackingUrl } : {}),
  };
}

/** The order was cancelled during the call to the carrier. */
async function voidIfUnwanted(tx: Tx, bought: Purchase): Promise<void> {
  const row = await tx.row<{ state: string }>(
    sql`select state from outbound where company_id = ${tx.companyId} and id = ${bought.outboundId}`,
  );
  if (row?.state === 'cancelled') await requestVoid(tx, bought.parcelId, 'orderCancelled');
}

/** A second label for a box: the parcel keeps its first. */
async function dropStray(tx: Tx, bought: Purchase): Promise<void> {
  const kept = await tx.row<{
    trackingNumber: string | null;
  }>(sql`select tracking_number from parcel
    where company_id = ${tx.companyId} and id = ${bought.parcelId}`);
  if (bought.carrier === 'own' || kept?.trackingNumber === bought.trackingNumber) return;
  await voidStray(tx, {
    parcelId: bought.parcelId,
    orderId: bought.orderId,
    carrier: bought.carrier,
    accountId: bought.accountId,
    shipmentId: bought.shipmentId ?? bought.trackingNumber,
    trackingNumber: bought.trackingNumber,
  });
}

/** Voids a label that no parcel uses, and writes it to the order's history. */
export async function voidStray(tx: Tx, stray: Stray): Promise<void> {
  writeHistory(tx, [
    {
      docKind: 'sales_order',
      docId: stray.orderId,
      event: 'labelDoubled',
      detail: { parcelId: stray.parcelId, trackingNumber: stray.trackingNumber },
    },
  ]);
  await addJob(tx, VOID_STRAY_JOB, stray, { key: `stray:${stray.trackingNumber}` });
}

/**
 * The carrier or the address is refused: the parcel waits, the order shows why, other orders continue. Without `words`
 * nobody is told: the caller tries again by itself.
 */
export async function saveRefusal(
  tx: Tx,
  box: { parcelId: number; orderId: number; attempts: number },
  words: string | null,
  ordersFault: boolean,
): Promise<void> {
  const marked = await tx.row(sql`update parcel set state = ${ordersFault ? 'failed' : 'packed'}, state_at = ${tx.now},
      last_error = ${words}
    where company_id = ${tx.companyId} and id = ${box.parcelId} and attempts = ${box.attempts}
      and state in ('packed', 'failed', 'buying') returning id`);
  if (marked && words && ordersFault) await setParcelException(tx, box.orderId, readWords('zh', words) ?? words);
}
