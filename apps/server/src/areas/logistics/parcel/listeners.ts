import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addJob } from '../../../core/jobs/jobs.ts';
import { shipsFrom } from '../../orders/public.ts';
import { outboundMoved, outboundPacked, outboundShipping } from '../../warehouse/public.ts';
import { VOID_JOB } from '../jobs.ts';
import { promise } from '../tracking/silence.ts';
import { followShipped } from '../tracking/unreported.ts';
import { createParcels } from './create.ts';

outboundPacked.listen((tx, { parcels }) => createParcels(tx, parcels));

/** What leaves needs a label, unless it goes by own delivery or the company has no shipping channels at all. */
outboundShipping.listen(async (tx, { outbounds, refuse }) => {
  if (outbounds.length === 0) return;
  const ids = outbounds.map((o) => o.outboundId);
  const rows = await tx.rows<{ outboundId: number; state: string | null }>(
    sql`select o.id as "outboundId", p.state from outbound o
     left join sales_order s on s.company_id = ${sql.company} and s.id = o.order_id
     left join parcel p on p.company_id = ${sql.company} and p.outbound_id = o.id and p.outbound_id = any(${ids}::bigint[]) and p.state <> 'voided'
     left join shipping_channel c on c.company_id = ${sql.company} and c.id = coalesce(p.channel_id, s.channel_id, o.channel_id,
       (select d.id from shipping_channel d where d.company_id = ${sql.company} and d.is_default))
     where o.company_id = ${sql.company} and o.id = any(${ids}::bigint[]) and p.state is distinct from 'labelled'
       and (s.platform_shipping or ((c.carrier = 'own' and ${shipsFrom(sql`${sql.company}`, sql`c.id`, sql`o.warehouse_id`)}) is not true
         and exists (select 1 from shipping_channel e where e.company_id = ${sql.company} and e.enabled)))`,
  );
  const numberOf = new Map(outbounds.map((o) => [o.outboundId, o.number]));
  for (const row of rows) {
    const code =
      row.state === 'voiding'
        ? 'logistics.voiding'
        : row.state === 'buying' || row.state === 'uncertain'
          ? 'logistics.buying'
          : 'logistics.noLabel';
    refuse(row.outboundId, code, { number: numberOf.get(row.outboundId) ?? '' });
  }
});

outboundMoved.listen(async (tx, { moves, reason }) => {
  const shipped = moves.filter((move) => move.to === 'shipped').map((move) => move.outboundId);
  if (shipped.length > 0) leave(tx, shipped);
  // Unpacked ones, too: a label may have been bought ahead.
  const ended = moves.filter((move) => move.to === 'cancelled').map((move) => move.outboundId);
  if (ended.length > 0) await end(tx, ended, reason);
});

/** The first look at a parcel is soon after it left: carriers scan it in the same evening. */
const FIRST_LOOK_MS = 3_600_000;

function leave(tx: Tx, outboundIds: readonly number[]): void {
  tx.later(
    sql`update parcel set state = 'shipped', state_at = ${tx.now}::timestamptz, shipped_at = ${tx.now}::timestamptz, last_scan_at = coalesce(last_scan_at, ${tx.now}::timestamptz),
       next_track_at = case when tracking_number is not null and carrier_account_id is not null then ${new Date(tx.now.getTime() + FIRST_LOOK_MS)}::timestamptz end
     where company_id = ${sql.company} and outbound_id = any(${outboundIds}::bigint[]) and state in ('packed', 'failed', 'labelled')`,
  );
  promise(tx, outboundIds);
  followShipped(tx, outboundIds);
}

/** Boxes that will not leave: those without a label are over, bought labels are given back after the commit. */
async function end(tx: Tx, outboundIds: readonly number[], reason: string): Promise<void> {
  await tx.rows(
    sql`update parcel set state = 'voided', state_at = ${tx.now}, voided_at = ${tx.now}, next_track_at = null
     where company_id = ${sql.company} and outbound_id = any(${outboundIds}::bigint[]) and state in ('packed', 'failed')`,
  );
  const labelled = await tx.rows<{ id: number }>(
    sql`select id from parcel where company_id = ${sql.company} and outbound_id = any(${outboundIds}::bigint[]) and state in ('labelled', 'voiding')`,
  );
  for (const { id } of labelled)
    await addJob(tx, VOID_JOB, { parcelId: id, reason: `outbound:${reason}` }, { key: `void:${id}` });
}
