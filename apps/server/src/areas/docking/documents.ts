import { DOCK_STEPS, type DockState, dockMay } from '@tradewind/contract/docking.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { assertMove, defineDocument, writeHistory } from '../../core/documents.ts';
import { notFound } from '../../core/errors.ts';
import { inShops } from '../../core/scope.ts';

export const appointmentDocument = defineDocument<DockState>({
  kind: 'dock_appointment',
  prefix: 'DA',
  transitions: DOCK_STEPS,
});

export interface Held {
  id: number;
  number: string;
  state: DockState;
  shopId: number;
  facility: string;
  timeZone: string;
  version: number;
}

/** Locks the appointment until the transaction ends. @throws notFound docking.notFound */
export async function hold(tx: Tx, id: number): Promise<Held> {
  const row = await tx.row<Held & Record<string, unknown>>(sql`
    select id, number, state, shop_id, facility, time_zone, version from dock_appointment
    where company_id = ${sql.company} and id = ${id} and ${inShops(tx, sql`shop_id`)} for update`);
  if (!row) throw notFound('docking.notFound');
  return row;
}

/** The only writer of an appointment's status; also writes the history of its orders. */
export async function moveAppointment(
  tx: Tx,
  held: Held,
  to: DockState,
  detail: Record<string, unknown> = {},
): Promise<void> {
  assertMove(appointmentDocument, held.state, to, held.number);
  await tx.rows(sql`update dock_appointment set state = ${to}, version = version + 1
    where company_id = ${sql.company} and id = ${held.id}`);
  const orders = await tx.rows<{
    orderId: number;
  }>(sql`update dock_appointment_order set live = ${!dockMay('replace', { state: to })}
    where company_id = ${sql.company} and appointment_id = ${held.id} returning order_id`);
  const answered = { appointment: held.number, state: to, ...detail };
  writeHistory(tx, [
    {
      docKind: appointmentDocument.kind,
      docId: held.id,
      event: 'moved',
      fromState: held.state,
      toState: to,
      detail,
    },
    ...orders.map(({ orderId }) => ({
      docKind: 'sales_order',
      docId: orderId,
      event: 'dockAppointment',
      detail: answered,
    })),
  ]);
}

/** Converts a facility's local time to an instant. */
export const atPlace = (local: string, timeZone: string) => sql`(${local}::timestamp at time zone ${timeZone})`;
