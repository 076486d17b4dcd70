import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { moveOrders } from '../move.ts';
import { endOutbounds } from '../reserve/end-outbounds.ts';
import { releaseReservations, requestReservation } from '../reserve/reserve.ts';
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
 * Unmerges orders from boxes that have not left. Picked goods wait for put-back, and the rest of the box is allocated
 * again. Skips orders that are not merged.
 * @returns the unmerged orders
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
  const requested = new Set(ids);
  const leaving = new Set([...ids, ...keptBack]);
  const places = open.flatMap(([box, group]) => placesIn(box, group, leaving, mates));
  await tx.rows(
    sql`update sales_order o set merged_into = nullif(r.box, o.id), version = o.version + 1
     from unnest(${places.map((place) => place.id)}::bigint[], ${places.map((place) => place.box)}::bigint[]) as r(id, box) where o.company_id = ${sql.company} and o.id = r.id`,
  );
  const left = all.filter((id) => leaving.has(id));
  writeHistory(
    tx,
    left.map((docId) => ({ docKind: 'sales_order', docId, event: 'leftBox' })),
  );
  if (left.length > 0) await requestReservation(tx);
  return left.filter((id) => requested.has(id));
}

async function matesOf(tx: Tx, ids: readonly number[]): Promise<Map<number, Mate>> {
  const rows = await tx.rows<Mate & Record<string, unknown>>(
    sql`select id, status, exception, cancel_requested, platform_hold, ordered_at
     from sales_order where company_id = ${sql.company} and id = any(${ids}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Orders of a box that was allocated or in work wait for stock again.
 * @returns orders on hold by the buyer or the platform: these do not wait for stock
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
  // The label covered the whole box.
  await tx.rows(
    sql`update sales_order set shipment = null, tracking_number = null where company_id = ${sql.company} and id = any(${moved}::bigint[]) and shipment is not null`,
  );
  return keptBack;
}

/** The hold was on the outbound order; without it, the order itself must wait. */
async function keepBack(tx: Tx, mates: readonly Mate[]): Promise<number[]> {
  const held = mates.filter((mate) => mate.platformHold !== null);
  const words = new Map(held.map((mate) => [mate.id, mate.platformHold]));
  await moveOrders(tx, [...words.keys()], {
    from: ['allocate'],
    to: 'unpaid',
    event: 'heldByPlatform',
    detail: (id) => ({ hold: words.get(id) }),
  });
  const requested = mates.filter((mate) => mate.cancelRequested && !words.has(mate.id)).map((mate) => mate.id);
  await moveOrders(tx, requested, {
    from: ['allocate'],
    to: 'held',
    event: 'cancelRequested',
    detail: { by: 'buyer' },
    remember: true,
  });
  return [...words.keys(), ...requested];
}

/** The order that carries the box from now on: the same one, or the oldest that stays. */
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
