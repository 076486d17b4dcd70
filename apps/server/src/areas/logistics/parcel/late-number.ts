import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { setShipment } from '../../orders/public.ts';
import { dueToTracker } from '../tracking/unreported.ts';
import { assertNumberFree } from './purchase.ts';
import { shipmentsOf } from './save.ts';

/** A shipped box gets its tracking number: updates the order and confirms it on the platform. */
export async function saveLateNumber(
  tx: Tx,
  outboundId: number,
  { carrierName, trackingNumber }: { carrierName: string; trackingNumber: string },
): Promise<void> {
  await tx.rows(
    sql`select 1 from sales_order s where s.company_id = ${sql.company} and s.id =
       (select order_id from outbound where company_id = ${sql.company} and id = ${outboundId}) for update`,
  );
  const [box] = await tx.rows<{ parcelId: number; orderId: number; serviceName: string }>(
    sql`select id as "parcelId", order_id, service_name from parcel where company_id = ${sql.company} and outbound_id = ${outboundId}
       and carrier = 'own' and tracking_number is null and state in ('shipped', 'delivered') for update`,
  );
  if (!box) return;
  await assertNumberFree(tx, trackingNumber);
  await tx.rows(
    sql`update parcel set tracking_number = ${trackingNumber} where company_id = ${sql.company} and id = ${box.parcelId}`,
  );
  await dueToTracker(tx, sql`p.id = ${box.parcelId}`);
  const name = carrierName || box.serviceName;
  const own = { carrier: 'own', channelName: name, platformCarrierCode: name, trackingUrl: null };
  const [shipment = null] = await shipmentsOf(tx, [{ ...box, ...own, trackingNumber }]);
  await setShipment(tx, box.orderId, shipment);
  const answered = { event: 'labelOwn', detail: { parcelId: box.parcelId, trackingNumber, channel: name } };
  writeHistory(tx, [
    { docKind: 'sales_order', docId: box.orderId, ...answered },
    { docKind: 'parcel', docId: box.parcelId, ...answered },
  ]);
}
