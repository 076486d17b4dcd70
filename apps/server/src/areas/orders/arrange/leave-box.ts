import type { Tx } from '../../../core/database/database.ts';
import { writeHistory } from '../../../core/documents.ts';
import { moveOrders } from '../move.ts';
import { endOutbounds } from '../outbounds.ts';
import { releaseReservations, requestReservation } from '../reserve.ts';
import { OVER, type Status } from '../status.ts';
import { lockBoxes } from './box.ts';

interface Mate {
  id: number;
  status: Status;
  exception: string | null;
  cancelRequested: boolean;
  platformHold: string | null;
  orderedAt: Date;
}

/**
 * Takes orders out of the boxes that they share, as far as those have not left: goods picked so far are put back, and
 * what stays in the box is reserved anew. Orders on their own are left alone.
 * @returns those that have left a box
 */
export async function leaveBoxes(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const boxes = await lockBoxes(tx, ids);
  const shared = [...Map.groupBy(boxes.keys(), (id) => boxes.get(id) ?? id)].filter(([, mates]) => mates.length > 1);
  if (shared.length === 0) return [];
  const mates = await matesOf(
    tx,
    shared.flatMap(([, group]) => group),
  );
  const open = shared.filter(([, group]) => group.every((id) => !OVER.includes(mates.get(id)?.status ?? 'shipped')));
  const all = open.flatMap(([, group]) => group);
  const keptBack = await openBoxes(tx, all, mates);
  const asked = new Set(ids);
  const leaving = new Set([...ids, ...keptBack]);
  const places = open.flatMap(([box, group]) => placesIn(box, group, leaving, mates));
  await tx.prepared(
    'order_boxes_regroup',
    `update sales_order o set merged_into = nullif(r.box, o.id), version = o.version + 1
     from unnest($2::bigint[], $3::bigint[]) as r(id, box) where o.company_id = $1 and o.id = r.id`,
    [tx.companyId, places.map((place) => place.id), places.map((place) => place.box)],
  );
  const left = all.filter((id) => leaving.has(id));
  writeHistory(
    tx,
    left.map((docId) => ({ docKind: 'sales_order', docId, event: 'leftBox' })),
  );
  if (left.length > 0) await requestReservation(tx);
  return left.filter((id) => asked.has(id));
}

async function matesOf(tx: Tx, ids: readonly number[]): Promise<Map<number, Mate>> {
  const rows = await tx.prepared<Mate & Record<string, unknown>>(
    'order_boxmates',
    `select id, status, exception, cancel_requested as "cancelRequested", platform_hold as "platformHold", ordered_at as "orderedAt"
     from sales_order where company_id = $1 and id = any($2::bigint[])`,
    [tx.companyId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * What was reserved or in work together waits for stock again.
 * @returns orders that the buyer or the platform keeps back: they do not wait for stock
 */
async function openBoxes(tx: Tx, ids: readonly number[], mates: ReadonlyMap<number, Mate>): Promise<number[]> {
  const labelFailed = ids.filter((id) => mates.get(id)?.exception === 'label');
  const moved = [
    ...(await moveOrders(tx, ids, { from: ['ready', 'picking', 'packed'], to: 'allocate', event: 'boxOpened' })),
    ...(await moveOrders(tx, labelFailed, { from: ['exception'], to: 'allocate', event: 'boxOpened' })),
  ].map((m) => m.id);
  if (moved.length === 0) return [];
  await endOutbounds(tx, moved);
  await releaseReservations(tx, moved);
  const keptBack = await keepBack(
    tx,
    moved.flatMap((id) => mates.get(id) ?? []),
  );
  // The label was for all of it.
  await tx.prepared(
    'order_boxes_unlabel',
    'update sales_order set shipment = null, tracking_number = null where company_id = $1 and id = any($2::bigint[]) and shipment is not null',
    [tx.companyId, moved],
  );
  return keptBack;
}

/** While the goods were in work they were stopped with their outbound; now the order itself has to wait. */
async function keepBack(tx: Tx, mates: readonly Mate[]): Promise<number[]> {
  const held = mates.filter((mate) => mate.platformHold !== null);
  const words = new Map(held.map((mate) => [mate.id, mate.platformHold]));
  await moveOrders(tx, [...words.keys()], {
    from: ['allocate'],
    to: 'unpaid',
    event: 'heldByPlatform',
    detail: (id) => ({ hold: words.get(id) }),
  });
  const asked = mates.filter((mate) => mate.cancelRequested && !words.has(mate.id)).map((mate) => mate.id);
  await moveOrders(tx, asked, {
    from: ['allocate'],
    to: 'held',
    event: 'cancelRequested',
    detail: { by: 'buyer' },
    remember: true,
  });
  return [...words.keys(), ...asked];
}

/** Who carries the box from now on: as before, or the oldest of those who stay. */
function placesIn(
  box: number,
  group: readonly number[],
  leaving: ReadonlySet<number>,
  mates: ReadonlyMap<number, Mate>,
): { id: number; box: number }[] {
  const staying = group.filter((id) => !leaving.has(id));
  const age = (id: number) => mates.get(id)?.orderedAt.getTime() ?? 0;
  const carrier = staying.includes(box) ? box : staying.toSorted((a, b) => age(a) - age(b) || a - b)[0];
  return group.map((id) => ({ id, box: leaving.has(id) ? id : (carrier ?? id) }));
}
