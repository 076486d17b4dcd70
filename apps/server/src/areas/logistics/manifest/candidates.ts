import type { StopReason } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { STOP_REASON, STOPPED } from '../../warehouse/public.ts';
import { SHIPMENT_GRAMS } from '../parcel/pieces.ts';
import type { Van, Why } from './manifest.ts';

/** The fields of a parcel that manifests need. */
export type Candidate = Van & {
  parcelId: number;
  outboundId: number;
  outboundNo: string;
  outboundState: string;
  orderId: number;
  orderNo: string;
  code: string;
  state: string;
  stopReason: StopReason | null;
  weightGrams: number;
  channelName: string;
  manifestId: number | null;
  manifestNumber: string | null;
};

/** FROM clause of candidates; conditions use p (parcel), o (outbound), s (order), mp (manifest parcel). */
export const CANDIDATE_FROM = sql`parcel p
  join outbound o on o.company_id = p.company_id and o.id = p.outbound_id
  join sales_order s on s.company_id = p.company_id and s.id = p.order_id
  left join shipping_channel c on c.company_id = p.company_id and c.id = p.channel_id
  left join manifest_parcel mp on mp.company_id = p.company_id and mp.parcel_id = p.id and mp.stayed is null
  left join manifest m on m.company_id = p.company_id and m.id = mp.manifest_id`;
export const PLATFORM_OF = sql`case when p.carrier = 'platform' then s.platform else '' end`;
export const CANDIDATE = sql`p.id as "parcelId", p.outbound_id, o.number as "outboundNo",
  o.state as "outboundState", p.order_id, p.order_no,
  coalesce(p.tracking_number, p.reference) as code, p.state, ${STOP_REASON},
  ${SHIPMENT_GRAMS} as "weightGrams",
  p.warehouse_id, p.carrier, ${PLATFORM_OF} as platform, p.channel_id,
  coalesce(c.name, p.service_name) as "channelName", mp.manifest_id, m.number as "manifestNumber"`;

/** Packed, labeled, not on hold, on no manifest. */
export const WAITS = sql`p.state = 'labelled' and o.state = 'packed' and not o.stop_requested and mp.parcel_id is null`;

/** Candidates that match `where`, in warehouses that the actor sees. */
export function candidates(tx: Tx, where: Sql, limit: number): Promise<Candidate[]> {
  return tx.rows<Candidate>(sql`select ${CANDIDATE} from ${CANDIDATE_FROM}
    where p.company_id = ${sql.company} and ${inWarehouses(tx, sql`p.warehouse_id`)} and ${where}
    order by p.id limit ${limit}`);
}

/** SQL condition: parcels that this manifest's carrier collects. */
export function fitsVan(van: Van): Sql {
  const channel = van.channelId === null ? sql`true` : sql`p.channel_id = ${van.channelId}`;
  return sql`p.warehouse_id = ${van.warehouseId} and p.carrier = ${van.carrier} and ${PLATFORM_OF} = ${van.platform} and ${channel}`;
}

/** Why the parcel cannot ship now, with any carrier. */
export function mayNotLeave(one: Candidate): Why | undefined {
  if (one.state === 'shipped' || one.state === 'delivered') return { code: 'warehouse.alreadyShipped', params: {} };
  if (one.outboundState === 'cancelled')
    return { code: 'logistics.manifest.cancelled', params: { order: one.orderNo } };
  if (one.state === 'voided') return { code: 'logistics.manifest.labelGone', params: { code: one.code } };
  if (one.stopReason) return { code: STOPPED[one.stopReason], params: { order: one.orderNo } };
  if (one.outboundState !== 'packed') return { code: 'logistics.notPacked', params: { number: one.outboundNo } };
  if (one.state === 'voiding') return { code: 'logistics.voiding', params: { number: one.outboundNo } };
  if (one.state !== 'labelled') return { code: 'logistics.noLabel', params: { number: one.outboundNo } };
  return undefined;
}

/** Why the parcel does not belong on this manifest. */
export function whyNotOnto(one: Candidate, manifest: Van & { id: number }): Why | undefined {
  const stays = mayNotLeave(one);
  if (stays) return stays;
  if (one.manifestId === manifest.id) return { code: 'logistics.manifest.here', params: { code: one.code } };
  if (one.manifestId !== null)
    return one.manifestNumber === null
      ? { code: 'logistics.manifest.elsewhereOpen', params: {} }
      : { code: 'logistics.manifest.elsewhere', params: { number: one.manifestNumber } };
  if (one.warehouseId !== manifest.warehouseId) return { code: 'logistics.manifest.otherWarehouse', params: {} };
  const fits =
    one.carrier === manifest.carrier &&
    one.platform === manifest.platform &&
    (manifest.channelId === null || one.channelId === manifest.channelId);
  return fits ? undefined : { code: 'logistics.manifest.otherCarrier', params: { channel: one.channelName } };
}
