import type { InboundParcel } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { inboundTraced } from '../hooks.ts';

type Parcel = Pick<InboundParcel, 'carrier' | 'trackingNumber'>;

/** Adds parcels to an ASN that waits for goods, beside the one of its head. Those that it has already stay. */
export async function addParcels(tx: Tx, inboundId: number, parcels: readonly Parcel[]): Promise<void> {
  if (parcels.length === 0) return;
  await tx.rows(sql`insert into inbound_parcel (company_id, inbound_id, carrier, tracking_number)
    select ${sql.company}, i.id, r.carrier, upper(r."trackingNumber") from inbound i
    cross join jsonb_to_recordset(${JSON.stringify(parcels)}::jsonb) as r(carrier text, "trackingNumber" text)
    where i.company_id = ${sql.company} and i.id = ${inboundId} and i.state in ('notice', 'arrived', 'receiving')
    on conflict (company_id, inbound_id, tracking_number) do nothing`);
}

/** All parcels of an ASN, the one of its head first, with what their carriers reported to its source document. */
export async function parcelsOf(tx: Tx, head: Parcel & { id: number }): Promise<InboundParcel[]> {
  const more = await tx.rows<Parcel>(sql`select carrier, tracking_number from inbound_parcel
    where company_id = ${sql.company} and inbound_id = ${head.id} order by id limit 200`);
  const { carrier, trackingNumber } = head;
  const parcels = [...(trackingNumber ? [{ carrier, trackingNumber }] : []), ...more];
  const traces = new Map<string, InboundParcel['steps']>();
  const source = await tx.row<{ sourceKind: string | null; sourceId: number | null }>(
    sql`select source_kind, source_id from inbound where company_id = ${sql.company} and id = ${head.id}`,
  );
  if (source?.sourceKind && parcels.length > 0)
    await inboundTraced.call(tx, { ...source, add: (number, steps) => traces.set(number, steps) });
  return parcels.map((one) => ({ ...one, steps: traces.get(one.trackingNumber) ?? [] }));
}
