import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { nextNumbers, writeHistory } from '../../../core/documents.ts';
import { conflict, Fail } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import type { BulkResult } from '../../orders/public.ts';
import { shipOutbounds } from '../../warehouse/public.ts';
import { wordsOf } from '../parcel/problems.ts';
import { withoutPaper } from '../send/ship.ts';
import { type Candidate, candidates, mayNotLeave } from './candidates.ts';
import { drop } from './compose.ts';
import { assertMay, lockManifest, type Manifest, manifestKind, type Why } from './manifest.ts';

/** More parcels than a manifest holds. */
const ALL = 5_000;
const parcelsOn = (tx: Tx, id: number) => candidates(tx, sql`mp.manifest_id = ${id}`, ALL);

/**
 * Closes a manifest: from now on the driver signs this list. Removes and reports parcels that cannot ship. Assigns the
 * number in the same transaction, so that a failed close uses none. @throws conflict when it is closed already, or
 * empty
 */
export async function closeManifest(tx: Tx, ctx: Ctx, id: number): Promise<BulkResult & { number: string }> {
  const manifest = await lockManifest(tx, id);
  assertMay('close', manifest);
  const all = await parcelsOn(tx, id);
  const why = new Map(all.flatMap((one) => [[one.parcelId, mayNotLeave(one)] as const]));
  const off = all.filter((one) => why.get(one.parcelId));
  const on = all.filter((one) => !why.get(one.parcelId));
  if (on.length === 0) throw conflict('logistics.manifest.empty');
  await drop(
    tx,
    manifest,
    off.map((one) => one.parcelId),
  );
  const number = manifest.number ?? (await nextNumbers(tx, manifestKind, 1, manifest.day))[0] ?? '';
  await tx.rows(sql`update manifest set state = 'closed', number = ${number}, closed_by = ${tx.actor.name},
    closed_at = ${tx.now} where company_id = ${sql.company} and id = ${id}`);
  notify(tx, { ...manifest, number }, 'open', 'closed', on, 'onManifest');
  return { number, done: on.length, failed: off.map((one) => failure(ctx, one, why.get(one.parcelId))) };
}

export async function reopenManifest(tx: Tx, id: number): Promise<void> {
  const manifest = await lockManifest(tx, id);
  assertMay('reopen', manifest);
  const other = await tx.row(sql`select 1 from manifest where company_id = ${sql.company} and state = 'open'
    and warehouse_id = ${manifest.warehouseId} and carrier = ${manifest.carrier} and platform = ${manifest.platform}
    and channel_id is not distinct from ${manifest.channelId}::bigint and on_day = ${manifest.day}`);
  if (other) throw conflict('logistics.manifest.otherOpen');
  await tx.rows(sql`update manifest set state = 'open', carrier_file = null
    where company_id = ${sql.company} and id = ${id}`);
  notify(tx, manifest, 'closed', 'open', []);
}

/**
 * Hands over a manifest: ships its orders in one transaction. Parcels that cannot ship (on hold, cancelled, missing a
 * required platform document) stay in the warehouse; they stay on the list with the reason and may go on another
 * manifest. Changes nothing if no parcel can ship.
 */
export async function handOver(tx: Tx, ctx: Ctx, id: number): Promise<BulkResult> {
  const manifest = await lockManifest(tx, id);
  assertMay('handOver', manifest);
  const all = await parcelsOn(tx, id);
  const bare = await withoutPaper(
    tx,
    all.map((one) => one.orderId),
  );
  const why = new Map<number, Why>();
  for (const one of all) {
    const reason = bare.has(one.orderId) ? { code: 'logistics.attachmentMissing', params: {} } : mayNotLeave(one);
    if (reason) why.set(one.parcelId, reason);
  }
  const leaving = all.filter((one) => !why.has(one.parcelId));
  const { refused } = await shipOutbounds(
    tx,
    leaving.map((one) => one.outboundId),
  );
  const parcelOf = new Map(all.map((one) => [one.outboundId, one.parcelId]));
  for (const { id: outboundId, code, params = {} } of refused) why.set(parcelOf.get(outboundId) ?? 0, { code, params });
  const gone = all.filter((one) => !why.has(one.parcelId));
  const failed = all.filter((one) => why.has(one.parcelId));
  if (gone.length > 0) await leave(tx, manifest, gone, failed, why);
  return { done: gone.length, failed: failed.map((one) => failure(ctx, one, why.get(one.parcelId))) };
}

async function leave(
  tx: Tx,
  manifest: Manifest,
  gone: readonly Candidate[],
  stayed: readonly Candidate[],
  why: ReadonlyMap<number, Why>,
): Promise<void> {
  const words = (one: Candidate) => {
    const { code, params } = why.get(one.parcelId) ?? { code: '', params: {} };
    return wordsOf(new Fail(code, 409, params));
  };
  if (stayed.length > 0)
    await tx.rows(sql`update manifest_parcel mp set stayed = r.words
      from unnest(${arrayOf(stayed.map((one) => one.parcelId))}::bigint[], ${arrayOf(stayed.map(words))}::text[]) as r(id, words)
      where mp.company_id = ${sql.company} and mp.manifest_id = ${manifest.id} and mp.parcel_id = r.id`);
  await tx.rows(sql`update manifest set state = 'handed', handed_by = ${tx.actor.name}, handed_at = ${tx.now}
    where company_id = ${sql.company} and id = ${manifest.id}`);
  notify(tx, manifest, 'closed', 'handed', gone, 'handedOver');
  writeHistory(tx, ofOrders(stayed, 'stayedBehind', manifest));
}

/** Writes the history of the manifest and of the orders of its parcels. */
function notify(
  tx: Tx,
  manifest: Manifest,
  fromState: string,
  toState: string,
  parcels: readonly Candidate[],
  ofOrder = '',
): void {
  const detail = { parcels: parcels.length };
  writeHistory(tx, [
    {
      docKind: 'manifest',
      docId: manifest.id,
      event: toState === 'open' ? 'reopened' : toState,
      fromState,
      toState,
      ...(parcels.length > 0 ? { detail } : {}),
    },
    ...ofOrders(parcels, ofOrder, manifest),
  ]);
}

const ofOrders = (parcels: readonly Candidate[], event: string, { number }: Manifest) =>
  parcels.map((one) => ({ docKind: 'sales_order', docId: one.orderId, event, detail: { manifest: number } }));

function failure(ctx: Ctx, one: Candidate, why: Why | undefined): BulkResult['failed'][number] {
  const code = why?.code ?? '';
  return { id: one.parcelId, label: one.orderNo, error: code, reason: say(ctx.language, code, why?.params ?? {}) };
}
