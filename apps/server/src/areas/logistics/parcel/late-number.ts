import type { Tx } from '../../../core/database/database.ts';
import { writeHistory } from '../../../core/documents.ts';
import { setShipment } from '../../orders/public.ts';
import { assertNumberFree } from './purchase.ts';
import { shipmentOf } from './save.ts';

/** A box that left without a number has one now: its order shows it, and the platform hears of it as of any other. */
export async function saveLateNumber(
  tx: Tx,
  outboundId: number,
  { carrierName, trackingNumber }: { carrierName: string; trackingNumber: string },
): Promise<void> {
  await tx.prepared(
    'order_of_late_number_lock',
    `select 1 from sales_order s where s.company_id = $1 and s.id =
       (select order_id from outbound where company_id = $1 and id = $2) for update`,
    [tx.companyId, outboundId],
  );
  const [box] = await tx.prepared<{ parcelId: number; orderId: number; serviceName: string }>(
    'parcel_without_number',
    `select id as "parcelId", order_id as "orderId", service_name as "serviceName" from parcel where company_id = $1 and outbound_id = $2
       and carrier = 'own' and tracking_number is null and state in ('shipped', 'delivered') for update`,
    [tx.companyId, outboundId],
  );
  if (!box) return;
  await assertNumberFree(tx, trackingNumber);
  await tx.prepared('parcel_late_number', 'update parcel set tracking_number = $3 where company_id = $1 and id = $2', [
    tx.companyId,
    box.parcelId,
    trackingNumber,
  ]);
  const name = carrierName || box.serviceName;
  const own = { carrier: 'own', channelName: name, platformCarrierCode: name, trackingUrl: null };
  await setShipment(tx, box.orderId, await shipmentOf(tx, { ...box, ...own, trackingNumber }));
  const told = { event: 'labelOwn', detail: { parcelId: box.parcelId, trackingNumber, channel: name } };
  writeHistory(tx, [
    { docKind: 'sales_order', docId: box.orderId, ...told },
    { docKind: 'parcel', docId: box.parcelId, ...told },
  ]);
}
