import type { ParsedOf } from '@tradewind/contract/call.ts';
import { dockMay, type noteDockAppointment, type saveDockAppointment } from '@tradewind/contract/docking.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { nextNumbers, writeHistory } from '../../core/documents.ts';
import { badField, conflict } from '../../core/errors.ts';
import { arrayOf, inShops } from '../../core/scope.ts';
import { askDocks } from './ask.ts';
import { appointmentDocument, atPlace, hold, moveAppointment } from './documents.ts';

type Input = ParsedOf<typeof saveDockAppointment>;
type Saved = { id: number; number: string };

interface Place {
  shopId: number;
  facility: string;
  facilityType: string;
  timeZone: string;
}

/** @throws badField orderIds: none, several facilities, closed, or already scheduled */
async function placeOf(tx: Tx, ids: readonly number[]): Promise<Place> {
  const orders = await tx.rows<Place & { id: number; number: string; status: string }>(sql`
    select o.id, o.shop_id, o.display_no as number, o.status, d.facility, d.facility_type,
      d.time_zone
    from sales_order o join dock_order d on d.company_id = o.company_id and d.order_id = o.id
    where o.company_id = ${sql.company} and o.id = any(${arrayOf(ids)}::bigint[]) and ${inShops(tx, sql`o.shop_id`)}
    order by o.id for update of o`);
  const [first] = orders;
  if (!first) throw badField('orderIds', 'docking.noOrders');
  if (orders.length < new Set(ids).size) throw badField('orderIds', 'docking.noDock');
  if (orders.some((one) => one.shopId !== first.shopId || one.facility !== first.facility))
    throw badField('orderIds', 'docking.oneFacility');
  const over = orders.find((one) => ['cancelled', 'refunded', 'delivered'].includes(one.status));
  if (over) throw badField('orderIds', 'docking.over', { number: over.number });
  const taken = await tx.row<{ number: string; other: string }>(sql`select o.display_no as number, a.number as other
    from dock_appointment_order l join dock_appointment a on a.company_id = l.company_id and a.id = l.appointment_id
      join sales_order o on o.company_id = l.company_id and o.id = l.order_id
    where l.company_id = ${sql.company} and l.order_id = any(${arrayOf(ids)}::bigint[]) and l.live limit 1`);
  if (taken) throw badField('orderIds', 'docking.taken', taken);
  return first;
}

/** Saves a draft appointment for orders of one facility. Times are local to the facility. */
export async function saveAppointment(tx: Tx, input: Input, source: 'manual' | 'csv' = 'manual'): Promise<Saved> {
  if (input.wantedAt.slice(0, 10) < input.readyDay) throw badField('wantedAt', 'docking.beforeReady');
  return input.id === undefined ? draft(tx, input, source) : change(tx, input.id, input);
}

async function draft(tx: Tx, input: Input, source: 'manual' | 'csv'): Promise<Saved> {
  const ids = input.orderIds ?? [];
  const place = await placeOf(tx, ids);
  const [number] = await nextNumbers(tx, appointmentDocument);
  const row = await tx.row<Saved & Record<string, unknown>>(sql`
    insert into dock_appointment (company_id, number, shop_id, facility, facility_type, time_zone, ready_day, wanted_at, scac,
      pro_number, trailer, pallets, cartons, weight_lb, source, created_at)
    values (${sql.company}, ${number ?? ''}, ${place.shopId}, ${place.facility}, ${place.facilityType}, ${place.timeZone},
      ${input.readyDay}, ${atPlace(input.wantedAt, place.timeZone)}, ${input.scac}, ${input.proNumber}, ${input.trailer},
      ${input.pallets}, ${input.cartons}, ${input.weightLb}, ${source}, ${tx.now}) returning id, number`);
  if (!row) throw new Error('no appointment was written');
  await tx.rows(sql`insert into dock_appointment_order (company_id, appointment_id, order_id)
    select ${sql.company}, ${row.id}, r.id from unnest(${arrayOf(ids)}::bigint[]) as r(id) returning 1`);
  trace(tx, row.id, 'drafted');
  return row;
}

const trace = (tx: Tx, docId: number, event: 'drafted' | 'changed' | 'deleted') =>
  writeHistory(tx, [{ docKind: appointmentDocument.kind, docId, event }]);

async function change(tx: Tx, id: number, input: Input): Promise<Saved> {
  const held = await hold(tx, id);
  if (held.version !== input.version) throw conflict('docking.stale');
  if (!dockMay('edit', held)) throw conflict('document.state', { number: held.number, from: held.state, to: 'draft' });
  await tx.rows(sql`update dock_appointment set ready_day = ${input.readyDay},
      wanted_at = ${atPlace(input.wantedAt, held.timeZone)}, scac = ${input.scac}, pro_number = ${input.proNumber},
      trailer = ${input.trailer}, pallets = ${input.pallets}, cartons = ${input.cartons}, weight_lb = ${input.weightLb},
      version = version + 1 where company_id = ${sql.company} and id = ${id}`);
  trace(tx, id, 'changed');
  return { id, number: held.number };
}

/**
 * A job sends the request to Home Depot; each request has its own reference, so that an old answer does not match a new
 * one.
 */
export async function requestAppointment(tx: Tx, id: number): Promise<void> {
  const held = await hold(tx, id);
  await assertFree(tx, id);
  await moveAppointment(tx, held, 'requested');
  await tx.rows(sql`update dock_appointment set asked = asked + 1, requested_at = ${tx.now}, told_state = 'due',
      told_error = null, reason = '', appointment_at = null where company_id = ${sql.company} and id = ${id}`);
  await askDocks(tx, held.shopId);
}

/** Refused or missed appointments release their orders, which may have another one by now. */
async function assertFree(tx: Tx, id: number): Promise<void> {
  const taken = await tx.row<{ number: string; other: string }>(sql`select o.display_no as number, a.number as other
    from dock_appointment_order mine join dock_appointment_order l on l.company_id = mine.company_id
        and l.order_id = mine.order_id and l.live and l.appointment_id <> mine.appointment_id
      join dock_appointment a on a.company_id = l.company_id and a.id = l.appointment_id
      join sales_order o on o.company_id = l.company_id and o.id = l.order_id
    where mine.company_id = ${sql.company} and mine.appointment_id = ${id} limit 1`);
  if (taken) throw conflict('docking.taken', taken);
}

type Note = Omit<ParsedOf<typeof noteDockAppointment>, 'idempotencyKey'>;

/** Records what was agreed by phone or portal, or happened at the dock. */
export async function noteAppointment(tx: Tx, note: Note, source: 'manual' | 'csv' = 'manual'): Promise<void> {
  const held = await hold(tx, note.id);
  const { to, appointmentAt, routingId, dockDoor, reason = '' } = note;
  if (to === 'confirmed' && !appointmentAt) throw badField('appointmentAt', 'docking.needTime');
  if (to === 'refused' && reason === '') throw badField('reason', 'docking.needReason');
  if (to === 'confirmed') await assertFree(tx, note.id);
  await tx.rows(sql`update dock_appointment set routing_id = coalesce(${routingId ?? null}, routing_id),
      dock_door = coalesce(${dockDoor ?? null}, dock_door), source = ${source},
      appointment_at = ${to === 'confirmed' && appointmentAt ? atPlace(appointmentAt, held.timeZone) : sql`appointment_at`},
      reason = ${to === 'refused' ? reason : ''}
    where company_id = ${sql.company} and id = ${note.id}`);
  if (to === 'received')
    await tx.rows(sql`update dock_appointment_order set received_at = coalesce(received_at, ${tx.now})
      where company_id = ${sql.company} and appointment_id = ${note.id}`);
  await moveAppointment(tx, held, to, {
    ...(appointmentAt ? { at: appointmentAt } : {}),
    ...(reason ? { reason } : {}),
  });
}

export async function deleteAppointment(tx: Tx, id: number): Promise<void> {
  const held = await hold(tx, id);
  if (!dockMay('delete', held))
    throw conflict('document.state', { number: held.number, from: held.state, to: 'deleted' });
  await tx.rows(sql`delete from dock_appointment where company_id = ${sql.company} and id = ${id}`);
  trace(tx, id, 'deleted');
}
