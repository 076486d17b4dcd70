import type { ParsedOf } from '@tradewind/contract/call.ts';
import { MANIFEST_MOST, type openManifest } from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { type BulkResult, overOrders, type Selection } from '../../orders/public.ts';
import { type Candidate, candidates, fitsVan, mayNotLeave, WAITS, whyNotOnto } from './candidates.ts';
import { assertMay, lockManifest, type Manifest, openFor, type Van, type Why } from './manifest.ts';

/** Adds parcels to a locked manifest; skips those that are on another by now. @returns the added ones */
async function put(tx: Tx, manifest: Manifest, parcels: readonly Candidate[]): Promise<number[]> {
  if (parcels.length === 0) return [];
  const rows = await tx.rows<{ id: number }>(sql`insert into manifest_parcel
      (company_id, manifest_id, parcel_id, weight_grams, added_by, added_at)
    select ${sql.company}::int, ${manifest.id}::bigint, p.id, p.grams, ${tx.actor.name}::text, ${tx.now}::timestamptz
    from unnest(${arrayOf(parcels.map((one) => one.parcelId))}::bigint[],
      ${arrayOf(parcels.map((one) => one.weightGrams))}::int[]) as p(id, grams)
    on conflict do nothing returning parcel_id as id`);
  return rows.map((row) => row.id);
}

export async function countOn(tx: Tx, id: number): Promise<{ parcels: number; weightGrams: number }> {
  const row = await tx.row<{ parcels: number; weightGrams: number }>(sql`select count(*)::int as parcels,
      coalesce(sum(weight_grams), 0)::int as "weightGrams" from manifest_parcel
    where company_id = ${sql.company} and manifest_id = ${id} and stayed is null`);
  return row ?? { parcels: 0, weightGrams: 0 };
}

async function fill(tx: Tx, manifest: Manifest): Promise<number> {
  assertMay('change', manifest);
  const { parcels } = await countOn(tx, manifest.id);
  if (parcels >= MANIFEST_MOST) throw conflict('logistics.manifest.full', { count: MANIFEST_MOST });
  const waiting = await candidates(tx, sql`${WAITS} and ${fitsVan(manifest)}`, MANIFEST_MOST - parcels);
  return (await put(tx, manifest, waiting)).length;
}

export async function fillManifest(tx: Tx, id: number): Promise<{ added: number }> {
  return { added: await fill(tx, await lockManifest(tx, id)) };
}

export async function openManifestFor(tx: Tx, input: ParsedOf<typeof openManifest>) {
  const van = await assertVan(tx, { ...input, channelId: input.channelId ?? null });
  const manifest = await openFor(tx, van);
  return { id: manifest.id, added: input.fill ? await fill(tx, manifest) : 0 };
}

/** @throws badField for an unknown warehouse or channel */
async function assertVan(tx: Tx, van: Van): Promise<Van> {
  const { warehouseIds } = tx.rights;
  const known = await tx.row<{ warehouse: boolean; channel: boolean }>(sql`select
    exists (select from warehouse where company_id = ${sql.company} and id = ${van.warehouseId}) as warehouse,
    exists (select from shipping_channel where company_id = ${sql.company} and id = ${van.channelId}::bigint
      and carrier = ${van.carrier}) as channel`);
  if (!known?.warehouse || (warehouseIds && !warehouseIds.includes(van.warehouseId)))
    throw badField('warehouseId', 'logistics.manifest.noWarehouse');
  if (van.channelId !== null && !known.channel) throw badField('channelId', 'logistics.channelGone');
  return { ...van, platform: van.carrier === 'platform' ? van.platform : '' };
}

/** Adds a scanned parcel. @throws notFound for an unknown code; conflict with the reason if it does not belong here */
export async function scanOnto(tx: Tx, id: number, code: string) {
  const manifest = await lockManifest(tx, id);
  assertMay('change', manifest);
  const one = await parcelOf(tx, code);
  if (!one) throw notFound('logistics.numberUnknown', { number: code });
  return putScanned(tx, manifest, one);
}

/** Adds a scanned parcel to today's manifest of its carrier; the packer need not choose one. @throws as scanOnto */
export async function scanOntoToday(tx: Tx, warehouseId: number, code: string) {
  const one = await parcelOf(tx, code);
  if (one?.warehouseId !== warehouseId) throw notFound('logistics.numberUnknown', { number: code });
  const why = mayNotLeave(one) ?? (one.manifestId === null ? undefined : whyNotOnto(one, { ...one, id: 0 }));
  if (why) throw conflict(why.code, why.params);
  const manifest = await openFor(tx, vanOf(one));
  return { manifestId: manifest.id, carrier: manifest.carrier, ...(await putScanned(tx, manifest, one)) };
}

async function putScanned(tx: Tx, manifest: Manifest, one: Candidate) {
  const { id } = manifest;
  const why = whyNotOnto(one, manifest);
  if (why) throw conflict(why.code, why.params);
  if ((await countOn(tx, id)).parcels >= MANIFEST_MOST)
    throw conflict('logistics.manifest.full', { count: MANIFEST_MOST });
  if ((await put(tx, manifest, [one])).length === 0) throw conflict('logistics.manifest.elsewhereOpen');
  return { parcelId: one.parcelId, code: one.code, orderNo: one.orderNo, ...(await countOn(tx, id)) };
}

/** Finds a parcel by tracking number, reference, outbound or order number; prefers one that is not voided. */
async function parcelOf(tx: Tx, code: string): Promise<Candidate | undefined> {
  const upper = code.toUpperCase();
  const [one] = await candidates(
    tx,
    sql`p.id = (select x.id from (
        select id, state from parcel where company_id = ${sql.company} and tracking_number = ${upper}
        union all select id, state from parcel where company_id = ${sql.company} and reference = ${upper}
        union all select q.id, q.state from outbound u join parcel q on q.company_id = u.company_id and q.outbound_id = u.id
          where u.company_id = ${sql.company} and (u.number = ${upper} or u.order_no = ${code})
      ) x order by x.state = 'voided', x.id desc limit 1)`,
    1,
  );
  return one;
}

export async function takeOff(tx: Tx, id: number, parcelIds: readonly number[]): Promise<{ removed: number }> {
  const manifest = await lockManifest(tx, id);
  assertMay('change', manifest);
  return { removed: await drop(tx, manifest, parcelIds) };
}

/** Removes parcels; writes it to the history of orders that recorded the adding. */
export async function drop(tx: Tx, manifest: Manifest, parcelIds: readonly number[]): Promise<number> {
  if (parcelIds.length === 0) return 0;
  const gone = await tx.rows<{ orderId: number }>(sql`delete from manifest_parcel mp using parcel p
    where mp.company_id = ${sql.company} and mp.manifest_id = ${manifest.id} and mp.stayed is null
      and mp.parcel_id = any(${arrayOf(parcelIds)}::bigint[]) and p.company_id = mp.company_id and p.id = mp.parcel_id
    returning p.order_id`);
  if (manifest.number !== null)
    writeHistory(
      tx,
      gone.map(({ orderId }) => ({
        docKind: 'sales_order',
        docId: orderId,
        event: 'offManifest',
        detail: { manifest: manifest.number },
      })),
    );
  return gone.length;
}

/** Voids an open manifest. A number once assigned stays, so that numbers have no gaps. */
export async function discard(tx: Tx, id: number): Promise<void> {
  const manifest = await lockManifest(tx, id);
  assertMay('discard', manifest);
  const on = await tx.rows<{ id: number }>(sql`select parcel_id as id from manifest_parcel
    where company_id = ${sql.company} and manifest_id = ${id} and stayed is null`);
  await drop(
    tx,
    manifest,
    on.map((row) => row.id),
  );
  if (manifest.number === null)
    await tx.rows(sql`delete from manifest where company_id = ${sql.company} and id = ${id}`);
  else {
    await tx.rows(sql`update manifest set state = 'cancelled' where company_id = ${sql.company} and id = ${id}`);
    writeHistory(tx, [{ docKind: 'manifest', docId: id, event: 'cancelled', fromState: 'open', toState: 'cancelled' }]);
  }
}

/** A carrier collects all its channels at once; own delivery goes channel by channel. */
const vanOf = ({ warehouseId, carrier, platform, channelId }: Candidate): Van => ({
  warehouseId,
  carrier,
  platform,
  channelId: carrier === 'own' ? channelId : null,
});

/** Adds the boxes of these orders to today's manifests, including boxes of merged orders. */
export async function putOrders(
  app: App,
  ctx: Ctx,
  selection: Selection,
): Promise<BulkResult & { manifestIds: number[] }> {
  const manifestIds = new Set<number>();
  const result = await overOrders(app, ctx, selection, async (ids) => {
    const { done, why, used } = await app.database.inCompany(ctx, (tx) => putBoxesOf(tx, ids));
    for (const id of used) manifestIds.add(id);
    return { done, otherwise: (id) => why.get(id) ?? 'logistics.manifest.notReady' };
  });
  return { ...result, manifestIds: [...manifestIds] };
}

async function putBoxesOf(tx: Tx, orderIds: readonly number[]) {
  const boxes = await tx.rows<{ id: number; box: number }>(sql`select id, coalesce(merged_into, id) as box
    from sales_order where company_id = ${sql.company} and id = any(${arrayOf(orderIds)}::bigint[])`);
  const all = await candidates(
    tx,
    sql`p.order_id = any(${arrayOf(boxes.map((row) => row.box))}::bigint[]) and p.state <> 'voided'
      and o.state <> 'cancelled'`,
    5_000,
  );
  const whyOfBox = new Map<number, Why>();
  const on = new Set<number>();
  const used: number[] = [];
  const free = all.filter((one) => {
    const why = mayNotLeave(one) ?? (one.manifestId === null ? undefined : whyNotOnto(one, { ...one, id: 0 }));
    if (why) whyOfBox.set(one.orderId, why);
    return !why;
  });
  for (const group of Map.groupBy(free, (one) => JSON.stringify(vanOf(one))).values()) {
    const [first] = group;
    if (!first) continue;
    const manifest = await openFor(tx, vanOf(first));
    const { parcels } = await countOn(tx, manifest.id);
    const room = group.slice(0, Math.max(0, MANIFEST_MOST - parcels));
    for (const one of group.slice(room.length))
      whyOfBox.set(one.orderId, { code: 'logistics.manifest.full', params: { count: MANIFEST_MOST } });
    const there = new Set(await put(tx, manifest, room));
    for (const one of room) if (there.has(one.parcelId)) on.add(one.orderId);
    used.push(manifest.id);
  }
  return {
    done: boxes.filter(({ box }) => on.has(box) && !whyOfBox.has(box)).map(({ id }) => id),
    why: new Map(boxes.flatMap(({ id, box }) => (whyOfBox.has(box) ? [[id, whyOfBox.get(box) as Why] as const] : []))),
    used,
  };
}
