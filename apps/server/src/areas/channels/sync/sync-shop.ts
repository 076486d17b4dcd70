import type { OrderPage } from '@tradewind/connectors/marketplace.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import { sql } from 'drizzle-orm/sql/sql';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { writeHistory } from '../../../core/documents.ts';
import { enqueueSync } from '../queue.ts';
import { withShop } from '../shops/tokens.ts';
import { decide } from './decide.ts';
import { park } from './parked.ts';
import { Superseded, type TakenIn, takeIn } from './take-in.ts';

/** A listing begins a little before the last one's end: platforms show changes late. */
const OVERLAP_MS = 5 * 60_000;
const FIRST_DAYS = 30;
/** After so long other work of the shop (telling of shipments) gets its turn in the queue. */
const RUN_MS = 20_000;

interface Place {
  state: string;
  syncedUntil: Date | null;
  pageCursor: string | null;
  failures: number;
  lastErrorKind: string | null;
}

type Totals = TakenIn & { pages: number };

/**
 * Brings a shop's orders up to date: page after page, each taken in together with the place where the next one begins.
 * Killed at any moment, the next run goes on from there; nothing is lost and nothing doubled. Whatever fails is written
 * on the shop with the time of the next try; the job itself then counts as done, so that waiting burns no attempts.
 */
export async function syncShop(app: App, ctx: Ctx, shopId: number): Promise<void> {
  const started = ctx.now().getTime();
  const totals: Totals = { inserted: 0, updated: 0, unchanged: 0, parked: 0, pages: 0 };
  try {
    for (;;) {
      const place = await readPlace(app, ctx, shopId);
      if (place?.state !== 'authorized') return;
      const more = await onePage(app, ctx, shopId, place, totals);
      if (!more) return await app.database.inCompany(ctx, (tx) => finished(tx, shopId, place, totals));
      if (ctx.now().getTime() - started > RUN_MS)
        return await app.database.inCompany(ctx, async (tx) => {
          await tell(tx, shopId, totals);
          await enqueueSync(tx, shopId);
        });
    }
  } catch (error) {
    if (error instanceof Superseded) return;
    await app.database.inCompany(ctx, (tx) => failed(app, tx, shopId, error, totals));
  }
}

function readPlace(app: App, ctx: Ctx, shopId: number): Promise<Place | undefined> {
  return app.database.inCompany(ctx, (tx) =>
    tx.row<
      Place & Record<string, unknown>
    >(sql`select state, synced_until as "syncedUntil", page_cursor as "pageCursor", failures,
      last_error_kind as "lastErrorKind" from shop where company_id = ${tx.companyId} and id = ${shopId}`),
  );
}

/** @returns whether there is another page */
async function onePage(app: App, ctx: Ctx, shopId: number, place: Place, totals: Totals): Promise<boolean> {
  const since = place.syncedUntil ?? new Date(ctx.now().getTime() - FIRST_DAYS * 86_400_000);
  const updatedAfter = new Date(since.getTime() - OVERLAP_MS).toISOString();
  const cursor = place.pageCursor ?? undefined;
  const { page, shop } = await withShop(app, ctx, shopId, async (connector, access, found) => ({
    shop: found,
    page: await connector.listOrders(access, { updatedAfter, ...(cursor === undefined ? {} : { cursor }) }),
  }));
  const taken = await takeIn(app, ctx, shop, page.records, (tx, now) => advance(tx, shopId, place, page, now));
  totals.pages++;
  totals.inserted += taken.inserted;
  totals.updated += taken.updated;
  totals.unchanged += taken.unchanged;
  totals.parked += taken.parked;
  return page.nextCursor !== undefined;
}

/** Moves the place on, if it is still where this page began. */
async function advance(tx: Tx, shopId: number, place: Place, page: OrderPage, taken: TakenIn): Promise<void> {
  const next = page.nextCursor ?? null;
  const until = page.nextCursor === undefined ? page.listedUntil : null;
  const moved = await tx.prepared(
    'advance_shop',
    `update shop set page_cursor = $3, synced_until = greatest(synced_until, coalesce($4::timestamptz, synced_until)),
       orders_synced = orders_synced + $5, last_sync_at = $6
     where company_id = $1 and id = $2 and page_cursor is not distinct from $7 and date_trunc('milliseconds', synced_until) is not distinct from $8::timestamptz returning id`,
    [tx.companyId, shopId, next, until, taken.inserted, tx.now, place.pageCursor, place.syncedUntil],
  );
  if (moved.length === 0) throw new Superseded();
}

async function finished(tx: Tx, shopId: number, place: Place, totals: Totals): Promise<void> {
  await tx.rows(sql`update shop set failures = 0, last_error = null, last_error_kind = null, next_sync_at = null
    where company_id = ${tx.companyId} and id = ${shopId} and (failures > 0 or last_error is not null or next_sync_at is not null)`);
  if (place.failures > 0) writeHistory(tx, [{ docKind: 'shop', docId: shopId, event: 'recovered' }]);
  await tell(tx, shopId, totals);
}

/** The log says only what happened: a sync that brought nothing new leaves no line. */
async function tell(tx: Tx, shopId: number, totals: Totals): Promise<void> {
  const { inserted, updated, parked, pages } = totals;
  if (inserted + updated + parked === 0) return;
  const detail = { inserted, updated, parked, pages };
  writeHistory(tx, [{ docKind: 'shop', docId: shopId, event: 'synced', detail }]);
}

async function failed(app: App, tx: Tx, shopId: number, error: unknown, totals: Totals): Promise<void> {
  const before = await tx.row<{
    failures: number;
    kind: string | null;
  }>(sql`select failures, last_error_kind as kind from shop
    where company_id = ${tx.companyId} and id = ${shopId} and state = 'authorized' for update`);
  await tell(tx, shopId, totals);
  if (!before) return;
  const { kind, detail, nextAt, failures } = decide(error, before.failures, tx.now);
  if (kind === 'internal') app.log.error({ err: error, shopId }, 'orders could not be stored');
  const startOver = error instanceof ConnectorError && (error.code === 'BAD_CURSOR' || error.code === 'LOOP');
  await tx.rows(sql`update shop set last_error = ${detail}, last_error_kind = ${kind}, failures = ${failures}, next_sync_at = ${nextAt},
      page_cursor = case when ${startOver} then null else page_cursor end
    where company_id = ${tx.companyId} and id = ${shopId}`);
  if (error instanceof ConnectorError && kind === 'malformed' && error.raw !== undefined)
    await park(tx, shopId, [{ raw: error.raw, reason: detail }]);
  // The first of a row of failures is worth a line, and each that differs from the one before.
  if (kind !== 'throttled' && (before.failures === 0 || before.kind !== kind))
    writeHistory(tx, [{ docKind: 'shop', docId: shopId, event: 'syncFailed', detail: { kind, detail } }]);
  if (nextAt) await enqueueSync(tx, shopId, nextAt);
}
