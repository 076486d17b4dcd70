import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { arrayOf } from '../../core/scope.ts';
import { enqueueStream, enqueueWhenFree, listingsTaken } from '../channels/public.ts';

/** When to first check whether buyers see an update; each further check waits twice as long. */
const FIRST_LOOK_SECONDS = 30;
/** A first sight after this long says nothing about the delay. */
const LATE_SECONDS = 60;
/** A higher quantity after this long was changed by someone else and is sent again; a lower one was sold. */
const DRIFT_MINUTES = 30;
/** Reading more often only to measure would use too many calls. */
const LISTINGS_AT_MOST = 1_000;
const MEASURE_EVERY_MINUTES = 30;

/** After an update: reads the shop's listings soon, unless the delay was measured recently. */
export async function lookSoon(tx: Tx, shopId: number): Promise<void> {
  const row = await tx.row<{ age: number }>(sql`
    select extract(epoch from ${tx.now}::timestamptz - min(t.told_at))::float8 as age from stock_rule r
    join listing_stock t on t.company_id = r.company_id and t.shop_id = r.shop_id and t.state = 'done' and t.seen_at is null
      and t.told_at > ${tx.now}::timestamptz - make_interval(mins => ${DRIFT_MINUTES})
    where r.company_id = ${sql.company} and r.shop_id = ${shopId} and r.enabled and r.auto_buffer
      and (r.lag_at is null or r.lag_at < ${tx.now}::timestamptz - make_interval(mins => ${MEASURE_EVERY_MINUTES}) or t.behind_at is not null)
      and (select count(*) from (select 1 from platform_listing l where l.company_id = ${sql.company} and l.shop_id = r.shop_id
        limit ${LISTINGS_AT_MOST + 1}) n) <= ${LISTINGS_AT_MOST}
    having count(*) > 0`);
  if (!row) return;
  const wait = Math.max(FIRST_LOOK_SECONDS, row.age);
  await enqueueStream(tx, shopId, 'listings', new Date(tx.now.getTime() + wait * 1000));
}

/**
 * After reading a page of listings: a listing with the sent quantity is up to date, any other is behind. The shop's
 * delay rises to the longest observed, and falls slowly.
 */
listingsTaken.listen(async (tx, { shopId, sellerSkus }) => {
  const answered = sql`listing_stock t set`;
  const of = sql`from platform_listing l where t.company_id = ${sql.company} and t.shop_id = ${shopId} and t.state = 'done'
    and t.told_at is not null and l.company_id = t.company_id and l.id = t.listing_id
    and l.shop_id = ${shopId} and l.seller_sku = any(${arrayOf(sellerSkus)}::text[])`;
  const age = sql`extract(epoch from ${tx.now}::timestamptz - t.told_at)::float8`;
  const behind = await tx.rows<{ seconds: number }>(
    sql`update ${answered} behind_at = ${tx.now} ${of} and t.seen_at is null and l.quantity is distinct from t.told and l.quantity is not null
      and t.told_at > ${tx.now}::timestamptz - make_interval(mins => ${DRIFT_MINUTES}) returning ${age} as seconds`,
  );
  const arrived = await tx.rows<{ seconds: number; watched: boolean }>(
    sql`update ${answered} seen_at = ${tx.now} ${of} and t.seen_at is null and l.quantity = t.told returning ${age} as seconds, t.behind_at is not null as watched`,
  );
  const drifted = await tx.rows(
    sql`update ${answered} state = 'due', due_at = ${tx.now} ${of} and ((l.quantity > t.told
          and t.told_at <= ${tx.now}::timestamptz - make_interval(mins => ${DRIFT_MINUTES}))
        or (l.quantity < t.told and t.told_at <= ${tx.now}::timestamptz - interval '1 day')) returning 1 as yes`,
  );
  const samples = [...behind, ...arrived.filter((one) => one.watched || one.seconds <= LATE_SECONDS)];
  if (samples.length > 0) {
    const longest = Math.ceil(Math.max(...samples.map((one) => one.seconds)));
    await tx.rows(sql`update stock_rule set lag_seconds = greatest(${longest}::int, (lag_seconds * 0.8)::int), lag_at = ${tx.now}
      where company_id = ${sql.company} and shop_id = ${shopId}`);
  }
  if (drifted.length > 0) await enqueueWhenFree(tx, shopId, 'stock');
  if (behind.length > 0) await lookSoon(tx, shopId);
});
