import { CARRIER_WORDS } from '@tradewind/contract/logistics/words.ts';
import { hasAccounts } from '@tradewind/contract/logistics.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { updateRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { ruleBroken } from '../../../core/errors.ts';
import { addJob, emit } from '../../../core/jobs/jobs.ts';
import {
  clearParcelException,
  type Shipment,
  setFreights,
  setParcelException,
  setShipments,
} from '../../orders/public.ts';
import { keepDuties } from '../customs/estimate.ts';
import { labelBought, returnLabelChanged } from '../events.ts';
import { requestVoid, SEND_INVOICE_JOB, type Stray, VOID_STRAY_JOB } from '../jobs.ts';
import type { parcel } from '../logistics.tables.ts';
import { type SoldPiece, savePieces } from './pieces.ts';
import { readWords } from './problems.ts';

export interface Purchase {
  parcelId: number;
  /** The attempt that bought it: an earlier attempt must not overwrite a later one. */
  attempt: number;
  orderId: number;
  outboundId: number | null;
  /** Its label brings goods of this return back. */
  returnId?: number | null;
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
  /** Its rate, where it cost more than the channel allows. */
  quotedCost?: string | null;
  rawFile: string | null;
  labelFile: string | null;
  customsFile: string | null;
  /** Boxes beside the first. */
  pieces?: readonly SoldPiece[];
  /** What is amiss with the label though it holds, as `wordsOf` writes it or in the carrier's words. */
  remarks?: readonly string[];
  /** For the order's history: why this channel and service. */
  decision: Record<string, unknown>;
  event: 'labelBought' | 'labelFound' | 'labelOwn';
}

/** The document that its label belongs to: a return, or the order. */
export const historyDoc = ({ orderId, returnId }: { orderId: number; returnId?: number | null }) =>
  returnId ? { docKind: 'sales_return', docId: returnId } : { docKind: 'sales_order', docId: orderId };

export const savePurchase = (tx: Tx, bought: Purchase): Promise<void> => savePurchases(tx, [bought]);

/**
 * Saves purchases. Locks the orders before their parcels, as a cancellation does: either we see the cancellation and void
 * the label, or the cancellation sees the label and voids it. If a parcel has changed meanwhile, voids the unused label.
 */
export async function savePurchases(tx: Tx, purchases: readonly Purchase[]): Promise<void> {
  if (purchases.length === 0) return;
  const orders = await tx.rows<{ id: number; exception: string | null }>(sql`select id, exception from sales_order
    where company_id = ${sql.company} and id = any(${purchases.map((one) => one.orderId)}::bigint[]) order by id for update`);
  await assertNumbersNew(tx, purchases);
  const labelled = new Set((await labelParcels(tx, purchases)).map((row) => row.id));
  for (const stray of purchases.filter((one) => !labelled.has(one.parcelId))) await dropStray(tx, stray);
  const saved = purchases.filter((one) => labelled.has(one.parcelId));
  if (saved.length === 0) return;
  await follow(
    tx,
    saved.filter((one) => one.carrier !== 'own'),
  );
  await savePieces(
    tx,
    saved.flatMap((one) => one.pieces ?? []),
  );
  const outward = saved.filter((one) => !one.returnId);
  await ship(
    tx,
    outward.filter((one) => one.trackingNumber),
  );
  const mended = new Set(outward.map((one) => one.orderId));
  for (const { id, exception } of orders)
    if (exception === 'label' && mended.has(id)) await clearParcelException(tx, id);
  writeHistory(tx, saved.flatMap(historyOf));
  const costs = saved.flatMap(({ amount, ...one }) => (amount === null ? [] : [{ ...one, amount }]));
  const freights = costs.flatMap(({ orderId, returnId, amount, currency }) =>
    currency === null || returnId ? [] : [{ orderId, amount, currency }],
  );
  await setFreights(tx, freights);
  await keepDuties(
    tx,
    saved.map((one) => one.parcelId),
  );
  if (costs.length > 0) await emit(tx, labelBought, { parcelIds: costs.map((one) => one.parcelId) });
  await requestInvoices(tx, outward);
  await voidUnwanted(tx, outward);
  for (const { returnId } of saved) if (returnId) await emit(tx, returnLabelChanged, { returnId });
}

/** Carriers use their numbers again, but not of parcels on their way. @throws logistics.numberReused */
async function assertNumbersNew(tx: Tx, purchases: readonly Purchase[]): Promise<void> {
  const sold = purchases.filter((one) => one.accountId !== null && one.trackingNumber);
  if (sold.length === 0) return;
  const taken = await tx.row<{
    number: string;
    order: string;
  }>(sql`select q.tracking_number as number, q.order_no as order
    from unnest(${sold.map((one) => one.parcelId)}::bigint[], ${sold.map((one) => one.trackingNumber)}::text[],
      ${sold.map((one) => one.carrier)}::text[]) as r(id, number, carrier)
    join parcel q on q.company_id = ${sql.company} and q.tracking_number = r.number and q.carrier = r.carrier and q.id <> r.id
      and q.state in ('labelled', 'voiding', 'shipped') limit 1`);
  if (taken) throw ruleBroken('logistics.numberReused', taken);
}

/** Carriers take papers for a shipment that they know: after its purchase, which none of them holds up. */
async function requestInvoices(tx: Tx, bought: readonly Purchase[]): Promise<void> {
  const ids = bought.filter((one) => one.accountId !== null).map((one) => one.parcelId);
  if (ids.length === 0) return;
  const abroad = await tx.rows<{ id: number }>(sql`select p.id from parcel p
    join shipping_channel c on c.company_id = ${sql.company} and c.id = p.channel_id and c.sends_invoice
    join sales_order s on s.company_id = ${sql.company} and s.id = p.order_id
    join warehouse w on w.company_id = ${sql.company} and w.id = p.warehouse_id
    where p.company_id = ${sql.company} and p.id = any(${ids}::bigint[]) and w.address ->> 'country' <> s.country`);
  for (const { id } of abroad)
    await addJob(tx, SEND_INVOICE_JOB, { parcelId: id }, { key: `invoice:${id}`, maxAttempts: TRIES });
}
const TRIES = 5;

/** Nobody says when the buyer hands a return over: its carrier is asked from then on. */
const FIRST_LOOK_MS = 6 * 3_600_000;

/** @returns the parcels that still waited for this attempt's label */
function labelParcels(tx: Tx, purchases: readonly Purchase[]): Promise<{ id: number }[]> {
  const rows = purchases.map((one) => ({
    id: one.parcelId,
    attempts: one.attempt,
    ...{ carrier: one.carrier, carrierAccountId: one.accountId, serviceName: one.serviceName },
    ...{ shipmentId: one.shipmentId, trackingNumber: one.trackingNumber || null },
    ...{ labelCost: one.amount, labelCurrency: one.currency, quotedCost: one.quotedCost ?? null },
    remarks: [...(one.remarks ?? [])].map((text) => text.slice(0, 500)),
    ...{ labelRawFile: one.rawFile, labelFile: one.labelFile, customsFile: one.customsFile },
  }));
  const also = [
    sql`state = 'labelled', state_at = ${tx.now}, bought_at = ${tx.now}, stage = 'created', last_error = null,
      next_track_at = case when parcel.return_id is null then parcel.next_track_at else ${new Date(tx.now.getTime() + FIRST_LOOK_MS)}::timestamptz end`,
  ];
  return tx.rows<{ id: number }>(sql`${updateRows<typeof parcel>('parcel', rows, also)}
    and parcel.attempts = r.attempts and parcel.state in ('buying', 'uncertain') returning parcel.id`);
}

async function follow(tx: Tx, bought: readonly Purchase[]): Promise<void> {
  if (bought.length === 0) return;
  await tx.rows(sql`insert into tracked_parcel (tracking_number, company_id, parcel_id)
    select r.number, ${sql.company}, r.id from unnest(${bought.map((one) => one.trackingNumber)}::text[],
      ${bought.map((one) => one.parcelId)}::bigint[]) as r(number, id) on conflict do nothing`);
}

async function ship(tx: Tx, bought: readonly Purchase[]): Promise<void> {
  if (bought.length === 0) return;
  const shipments = await shipmentsOf(tx, bought);
  await setShipments(tx, new Map(bought.map((one, at) => [one.orderId, shipments[at] ?? null])));
}

function historyOf(bought: Purchase) {
  const { parcelId, trackingNumber, decision, event, quotedCost, amount, currency } = bought;
  const detail = { parcelId, trackingNumber, ...decision };
  const parcel = { docKind: 'parcel', docId: parcelId };
  const dearer = quotedCost && {
    event: 'labelDearer',
    detail: { parcelId, quoted: `${quotedCost} ${currency}`, cost: `${amount} ${currency}` },
  };
  return [
    { ...historyDoc(bought), event, detail },
    { ...parcel, event, toState: 'labelled', detail },
    ...(dearer ? [historyDoc(bought), parcel].map((doc) => ({ ...doc, ...dearer })) : []),
  ];
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

/** The parcels' data for the shipment confirmations, in their order. */
export async function shipmentsOf(tx: Tx, bought: readonly Shipped[]): Promise<Shipment[]> {
  // Parts of a split order are one order on the platform: number their parcels together, without duplicates.
  const rows = await tx.rows<{ parcelId: number; before: number }>(sql`with root as materialized (
      select r.parcel_id, coalesce(o.split_from, o.id) as id
      from unnest(${bought.map((one) => one.parcelId)}::bigint[], ${bought.map((one) => one.orderId)}::bigint[]) as r(parcel_id, order_id)
      join sales_order o on o.company_id = ${sql.company} and o.id = r.order_id),
    family as (select parcel_id, id from root union all
      select root.parcel_id, f.id from root join sales_order f on f.company_id = ${sql.company} and f.split_from = root.id),
    counted as materialized (select parcel_id, id, count(*) over (partition by parcel_id) as parts from family)
    select c.parcel_id, count(p.id)::int as before from counted c join parcel p on p.company_id = ${sql.company}
      and p.order_id = c.id and p.return_id is null and p.id < c.parcel_id and (p.state <> 'voided' or c.parts > 1)
    group by c.parcel_id`);
  const before = new Map(rows.map((row) => [row.parcelId, row.before]));
  return bought.map((one) => ({
    packageNo: (before.get(one.parcelId) ?? 0) + 1,
    carrierCode: one.carrierName ?? one.platformCarrierCode,
    carrierName: one.carrierName ?? (hasAccounts(one.carrier) ? CARRIER_WORDS[one.carrier][1] : one.channelName),
    serviceName: one.serviceName,
    trackingNumber: one.trackingNumber,
    ...(one.trackingUrl ? { trackingUrl: one.trackingUrl } : {}),
  }));
}

/** Orders that were cancelled during the call to the carrier. */
async function voidUnwanted(tx: Tx, bought: readonly Purchase[]): Promise<void> {
  const cancelled = await tx.rows<{ id: number }>(sql`select id from outbound where company_id = ${sql.company}
    and id = any(${bought.flatMap((one) => one.outboundId ?? [])}::bigint[]) and state = 'cancelled'`);
  const unwanted = new Set(cancelled.map((row) => row.id));
  for (const { parcelId, outboundId } of bought)
    if (outboundId !== null && unwanted.has(outboundId)) await requestVoid(tx, parcelId, 'orderCancelled');
}

/** A second label for a box: the parcel keeps its first. */
async function dropStray(tx: Tx, bought: Purchase): Promise<void> {
  const kept = await tx.row<{
    trackingNumber: string | null;
  }>(sql`select tracking_number from parcel
    where company_id = ${sql.company} and id = ${bought.parcelId}`);
  if (bought.carrier === 'own' || kept?.trackingNumber === bought.trackingNumber) return;
  const { parcelId, orderId, returnId = null, carrier, accountId, trackingNumber, shipmentId, pieces = [] } = bought;
  const alone = pieces.filter((piece) => piece.shipmentId !== null);
  for (const one of [{ trackingNumber, shipmentId }, ...alone])
    await voidStray(tx, {
      ...{ parcelId, orderId, returnId, carrier, accountId, trackingNumber: one.trackingNumber },
      shipmentId: one.shipmentId ?? one.trackingNumber,
    });
}

/** Voids a label that no parcel uses, and writes it to the history of the order or return. */
export async function voidStray(tx: Tx, stray: Stray): Promise<void> {
  writeHistory(tx, [
    {
      ...historyDoc(stray),
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
  box: { parcelId: number; orderId: number; returnId: number | null; attempts: number },
  words: string | null,
  ordersFault: boolean,
): Promise<void> {
  const marked = await tx.row(sql`update parcel set state = ${ordersFault ? 'failed' : 'packed'}, state_at = ${tx.now},
      last_error = ${words}
    where company_id = ${sql.company} and id = ${box.parcelId} and attempts = ${box.attempts}
      and state in ('packed', 'failed', 'buying') returning id`);
  if (marked && words && ordersFault && box.returnId === null)
    await setParcelException(tx, box.orderId, readWords('zh', words) ?? words);
}
