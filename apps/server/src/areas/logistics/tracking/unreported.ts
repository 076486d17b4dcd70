import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { FORGET_AFTER_DAYS } from './schedule.ts';

/** Parcels of which no carrier of the company reports: of own channels, and of an account that is gone. */
export const isUnreported = (p: Sql, company: Sql = sql`${sql.company}`): Sql =>
  sql`(${p}.tracking_number is not null and ${p}.carrier <> 'platform'
    and not exists (select from carrier_account a where a.company_id = ${company} and a.id = ${p}.carrier_account_id))`;

/** Boxes of parcel `p` beside the first that its carrier reports on one by one, as a JSON list of `FurtherBox`. */
export const FURTHER_BOXES: Sql = sql`coalesce((select jsonb_agg(jsonb_build_object('pieceNo', b.piece_no,
    'trackingNumber', b.tracking_number) order by b.piece_no)
  from parcel_piece b where b.company_id = ${sql.company} and b.parcel_id = p.id and b.tracking_number is not null
    and not ${isUnreported(sql`p`)}), '[]')`;

/** Has the tracker, where the company has one, look at once at these parcels on their way, or at all. */
const dueStatement = (which: Sql): Sql => sql`
  update parcel p set next_track_at = now() where p.company_id = ${sql.company} and p.state = 'shipped' and p.next_track_at is null
    and p.shipped_at > now() - make_interval(days => ${sql.literal(FORGET_AFTER_DAYS)}) and ${isUnreported(sql`p`)} and ${which}
    and p.stage not in ('delivered', 'returned', 'lost', 'cancelled')
    and exists (select from tracker_account t where t.company_id = ${sql.company} and t.enabled)`;

export async function dueToTracker(tx: Tx, which: Sql = sql`true`): Promise<void> {
  await tx.rows(dueStatement(which));
}

/** The same for parcels that ship in this transaction. */
export const followShipped = (tx: Tx, outboundIds: readonly number[]): void =>
  tx.later(dueStatement(sql`p.outbound_id = any(${outboundIds}::bigint[])`));
