import { storableText } from '@tradewind/connectors/storable.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { callsLeft } from '../connectors.ts';
import { enqueueStream } from '../queue.ts';
import { withShop } from '../shops/tokens.ts';
import { park } from './dead-letters.ts';
import { decide } from './decide.ts';
import { Superseded } from './ingest.ts';
import { type Stream, type StreamKind, streamOf, type Taken } from './stream.ts';

/** After this long other work of the shop (shipment confirmations) gets its turn in the queue. */
const RUN_MS = 20_000;
const ERRORS_KEPT = 50;

interface Place {
  state: string;
  paused: boolean;
  until: Date | null;
  cursor: string | null;
  beganAt: Date | null;
  failures: number;
}

type Totals = Taken & { pages: number };

/**
 * Updates one stream of a shop page by page, saving each page with the position of the next. After a crash the next run
 * continues there, without loss or duplicates. Errors are saved on the stream with the next attempt; the job itself
 * succeeds, so that waiting uses no attempts. @returns false if it stopped before the end: another run or job continues
 */
export async function runStream(app: App, ctx: Ctx, shopId: number, kind: StreamKind): Promise<boolean> {
  const stream = streamOf(kind);
  const started = ctx.now().getTime();
  const totals: Totals = { inserted: 0, updated: 0, unchanged: 0, parked: 0, pages: 0 };
  try {
    for (;;) {
      const place = await readPlace(app, ctx, shopId, kind);
      if (place?.state !== 'authorized' || place.paused) return true;
      const more = await onePage(app, ctx, shopId, stream, place, totals);
      if (!more) {
        await app.database.inCompany(ctx, (tx) => finished(tx, shopId, stream, place, totals));
        return true;
      }
      if (ctx.now().getTime() - started > RUN_MS) {
        await app.database.inCompany(ctx, async (tx) => {
          notify(tx, shopId, kind, totals);
          await enqueueStream(tx, shopId, kind);
        });
        return false;
      }
    }
  } catch (error) {
    if (error instanceof Superseded) return false;
    await app.database.inCompany(ctx, (tx) => failed(app, tx, shopId, kind, error, totals));
    return true;
  }
}

function readPlace(app: App, ctx: Ctx, shopId: number, kind: StreamKind): Promise<Place | undefined> {
  return app.database.inCompany(ctx, (tx) =>
    tx.row<Place & Record<string, unknown>>(sql`select s.state, coalesce(t.paused, false) as paused, t.until, t.cursor,
        t.began_at, coalesce(t.failures, 0) as failures
      from shop s left join shop_stream t on t.company_id = s.company_id and t.shop_id = s.id and t.kind = ${kind}
      where s.company_id = ${sql.company} and s.id = ${shopId}`),
  );
}

/** @returns whether there is another page */
async function onePage(
  app: App,
  ctx: Ctx,
  shopId: number,
  stream: Stream,
  place: Place,
  totals: Totals,
): Promise<boolean> {
  const from = sinceOf(stream, place, ctx.now());
  const since = from.toISOString();
  const cursor = place.cursor ?? undefined;
  const { page, shop, ...answered } = await withShop(app, ctx, shopId, async (connector, access, found) => ({
    shop: found,
    page: await stream.read(connector, access, { since, cursor, app, ctx, shopId }),
    callsLeft: callsLeft(app, found.platform, found.account),
  }));
  const move = async (tx: Tx, now: Taken) => {
    const next = { cursor: page.nextCursor ?? null, until: page.nextCursor ? null : (page.listedUntil ?? null) };
    await advance(tx, shopId, stream.kind, place, { ...next, inserted: now.inserted, ...answered });
  };
  const taken = await stream.take(app, ctx, shop, page, move, from);
  totals.pages++;
  totals.inserted += taken.inserted;
  totals.updated += taken.updated;
  totals.unchanged += taken.unchanged;
  totals.parked += taken.parked;
  return page.nextCursor !== undefined;
}

/** From when on this listing lists. */
const sinceOf = ({ firstDays, overlapMs }: Stream, { until }: Place, now: Date): Date =>
  new Date((until?.getTime() ?? now.getTime() - firstDays * 86_400_000) - overlapMs);

interface Step {
  cursor: string | null;
  until: string | null;
  inserted: number;
  callsLeft: Record<string, number> | null;
}

/** Advances the position, if it is still where this page began. */
async function advance(tx: Tx, shopId: number, kind: StreamKind, place: Place, step: Step): Promise<void> {
  const callsLeft = sql.value(step.callsLeft && JSON.stringify(step.callsLeft));
  const [until, cursor] = [sql.value(step.until), sql.value(step.cursor)];
  const moved = await tx.rows(
    sql`insert into shop_stream as t (company_id, shop_id, kind, cursor, until, taken, last_run_at, began_at, calls_left)
     values (${sql.company}, ${shopId}, ${kind}, ${cursor}, ${until}::timestamptz, ${step.inserted}, ${tx.now}, ${tx.now}, ${callsLeft}::jsonb)
     on conflict (company_id, shop_id, kind) do update set cursor = ${cursor},
       until = greatest(t.until, coalesce(${until}::timestamptz, t.until)), taken = t.taken + ${step.inserted}, last_run_at = ${tx.now},
       began_at = case when ${place.cursor}::text is null then ${tx.now} else t.began_at end, calls_left = coalesce(${callsLeft}::jsonb, t.calls_left)
     where t.cursor is not distinct from ${place.cursor}::text
       and date_trunc('milliseconds', t.until at time zone 'UTC') is not distinct from ${place.until}::timestamptz at time zone 'UTC' returning kind`,
  );
  if (moved.length === 0) throw new Superseded();
}

async function finished(tx: Tx, shopId: number, stream: Stream, place: Place, totals: Totals): Promise<void> {
  const { kind } = stream;
  await tx.rows(sql`update shop_stream set failures = 0, last_error = null, last_error_kind = null, next_run_at = null
    where company_id = ${sql.company} and shop_id = ${shopId} and kind = ${kind}
      and (failures > 0 or last_error is not null or next_run_at is not null)`);
  if (place.failures > 0) writeHistory(tx, [{ docKind: 'shop', docId: shopId, event: 'recovered', detail: { kind } }]);
  const began = place.cursor === null ? tx.now : (place.beganAt ?? tx.now);
  await stream.finish?.(tx, shopId, began, sinceOf(stream, place, began));
  notify(tx, shopId, kind, totals);
}

/** The log has only changes: a run without new records leaves no entry. */
function notify(tx: Tx, shopId: number, kind: StreamKind, totals: Totals): void {
  const { inserted, updated, parked: deadLetters, pages } = totals;
  if (inserted + updated + deadLetters === 0 || streamOf(kind).quiet) return;
  const detail = { kind, inserted, updated, parked: deadLetters, pages };
  writeHistory(tx, [{ docKind: 'shop', docId: shopId, event: 'synced', detail }]);
}

async function failed(
  app: App,
  tx: Tx,
  shopId: number,
  kind: StreamKind,
  error: unknown,
  totals: Totals,
): Promise<void> {
  await tx.rows(sql`insert into shop_stream (company_id, shop_id, kind)
    select company_id, id, ${kind} from shop where company_id = ${sql.company} and id = ${shopId} on conflict do nothing`);
  const before = await tx.row<{
    failures: number;
    errorKind: string | null;
  }>(sql`select t.failures, t.last_error_kind as "errorKind" from shop_stream t
      join shop s on s.company_id = t.company_id and s.id = t.shop_id and s.state = 'authorized'
    where t.company_id = ${sql.company} and t.shop_id = ${shopId} and t.kind = ${kind} for update of t`);
  notify(tx, shopId, kind, totals);
  if (!before) return;
  const decision = decide(error, before.failures, tx.now);
  const { detail, nextAt, failures } = decision;
  if (decision.kind === 'internal') app.log.error({ err: error, shopId, kind }, 'a stream could not be stored');
  const startOver = error instanceof ConnectorError && (error.code === 'BAD_CURSOR' || error.code === 'LOOP');
  await tx.rows(sql`update shop_stream set last_error = ${detail}, last_error_kind = ${decision.kind}, failures = ${failures},
      next_run_at = ${nextAt}, last_run_at = ${tx.now}, cursor = case when ${startOver} then null else cursor end
    where company_id = ${sql.company} and shop_id = ${shopId} and kind = ${kind}`);
  if (decision.kind !== 'throttled') await keepError(tx, shopId, kind, decision.kind, detail, error);
  if (kind === 'orders' && error instanceof ConnectorError && error.kind === 'malformed' && error.raw !== undefined)
    await park(tx, shopId, [{ raw: error.raw, reason: detail }]);
  // Logs the first failure in a row, and each that differs from the one before.
  if (decision.kind !== 'throttled' && (before.failures === 0 || before.errorKind !== decision.kind))
    writeHistory(tx, [
      { docKind: 'shop', docId: shopId, event: 'syncFailed', detail: { stream: kind, kind: decision.kind, detail } },
    ]);
  if (nextAt) await enqueueStream(tx, shopId, kind, nextAt);
}

/** Keeps the platform's response for a while, for its support. */
async function keepError(
  tx: Tx,
  shopId: number,
  kind: StreamKind,
  errorKind: string,
  detail: string,
  error: unknown,
): Promise<void> {
  const answered = error instanceof ConnectorError ? error : undefined;
  await tx.rows(sql`insert into stream_error (company_id, shop_id, kind, at, error_kind, code, status, detail, raw)
    values (${sql.company}, ${shopId}, ${kind}, ${tx.now}, ${errorKind}, ${answered?.code ?? null}, ${answered?.status ?? null}, ${detail},
      ${answered?.raw === undefined ? null : storableText(answered.raw)})`);
  await tx.rows(sql`delete from stream_error where company_id = ${sql.company} and shop_id = ${shopId} and kind = ${kind}
    and id <= (select id from stream_error where company_id = ${sql.company} and shop_id = ${shopId} and kind = ${kind}
      order by id desc offset ${ERRORS_KEPT} limit 1)`);
}
