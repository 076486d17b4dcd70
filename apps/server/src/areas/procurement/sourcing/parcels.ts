import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addParcels, inboundTraced, noteTravel } from '../../warehouse/public.ts';
import { purchaseDocument } from '../documents.ts';

const DOC = purchaseDocument.kind;

interface Parcel {
  carrier: string;
  trackingNumber: string;
  steps: { at: string; text: string }[];
}

/** What 1688 sent for a purchase order, the first parcel first. */
const sentParcels = (tx: Tx, orderId: number): Promise<Parcel[]> =>
  tx.rows<Parcel>(sql`
    select p ->> 'carrier' as carrier, upper(p ->> 'trackingNumber') as tracking_number, p -> 'steps' as steps from sourcing_order s
    join sourcing_trade t on t.company_id = ${sql.company} and t.sourcing_id = s.id
    cross join jsonb_array_elements(t.parcels) p
    where s.company_id = ${sql.company} and s.order_id = ${orderId} and s.state = 'placed' and p ->> 'trackingNumber' <> ''
    order by p ->> 'sentAt' nulls last, t.id limit 500`);

inboundTraced.listen(async (tx, { sourceKind, sourceId, add }) => {
  if (sourceKind !== DOC || sourceId === null) return;
  for (const { trackingNumber, steps } of await sentParcels(tx, sourceId)) add(trackingNumber, steps);
});

interface Asn {
  id: number;
  state: string;
  reference: string;
  expectedOn: string | null;
  /** Of its head; empty: none yet. */
  trackingNumber: string;
  numbers: string[];
}

/**
 * Tracking numbers go to the ASNs of the order, so that a scan finds them: the first parcel to the first ASN that has none,
 * and so on. What is left is on the last ASN that still waits for goods.
 */
export async function numberAsns(tx: Tx, orderId: number): Promise<void> {
  const parcels = await sentParcels(tx, orderId);
  if (parcels.length === 0) return;
  const asns =
    await tx.rows<Asn>(sql`select i.id, i.state, i.reference, i.tracking_number, i.expected_on::text as expected_on,
      array(select k.tracking_number from inbound_parcel k
        where k.company_id = ${sql.company} and k.inbound_id = i.id) as numbers
    from inbound i where i.company_id = ${sql.company} and i.source_kind = ${DOC} and i.source_id = ${orderId}
      and i.state <> 'cancelled' order by i.id`);
  const used = new Set(asns.flatMap((asn) => [asn.trackingNumber, ...asn.numbers]));
  const free = parcels.filter((parcel) => !used.has(parcel.trackingNumber));
  for (const { id, reference, expectedOn } of asns.filter(
    (one) => one.state === 'notice' && one.trackingNumber === '',
  )) {
    const parcel = free.shift();
    if (!parcel) return;
    const { carrier, trackingNumber } = parcel;
    await noteTravel(tx, id, { reference, expectedOn, carrier, trackingNumber });
  }
  const last = asns.findLast((one) => ['notice', 'arrived', 'receiving'].includes(one.state));
  if (last) await addParcels(tx, last.id, free);
}
