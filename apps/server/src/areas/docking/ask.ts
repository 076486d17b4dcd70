import type { DockAnswer } from '@tradewind/connectors/capabilities/docking.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { addJob, defineJob } from '../../core/jobs/jobs.ts';
import { shopQueue, withShop } from '../channels/public.ts';
import { atPlace, type Held, moveAppointment } from './documents.ts';

const BATCH = 50;
/** Statuses that wait for an answer or a truck. */
const LOOK_AGAIN_MS = { requested: 30_000, confirmed: 15 * 60_000 };

const askJob = defineJob<{ shopId: number }>(
  'docking.ask',
  ['申请送货预约并读取回复', 'Request dock appointments and read responses'],
  (app, ctx, { shopId }) => askDue(app, ctx, shopId),
);

/** Queues sending requests and reading answers, soon or at `runAt`. */
export const askDocks = (tx: Tx, shopId: number, runAt?: Date): Promise<void> =>
  addJob(
    tx,
    askJob,
    { shopId },
    { queue: shopQueue(shopId), key: `docking.ask:${shopId}${runAt ? ':later' : ''}`, ...(runAt ? { runAt } : {}) },
  );

interface Due extends Record<string, unknown> {
  id: number;
  reference: string;
  facility: string;
  platformOrderNos: string[];
  readyDay: string;
  wantedAt: string;
  scac: string;
  pallets: number;
  cartons: number;
  weightLb: string;
}

async function askDue(app: App, ctx: Ctx, shopId: number): Promise<void> {
  const due = await app.database.look(ctx, (tx) =>
    tx.rows<Due>(sql`select id, number || '-' || asked as reference, facility, ready_day::text as "readyDay", scac, pallets,
        cartons, weight_lb::text as "weightLb", to_char(wanted_at at time zone time_zone, 'YYYY-MM-DD"T"HH24:MI') as "wantedAt",
        (select array_agg(o.platform_order_no order by o.id) from dock_appointment_order l
          join sales_order o on o.company_id = l.company_id and o.id = l.order_id
          where l.company_id = ${sql.company} and l.appointment_id = a.id) as "platformOrderNos"
      from dock_appointment a where company_id = ${ctx.companyId} and shop_id = ${shopId} and state = 'requested'
        and told_state = 'due' order by id limit ${BATCH}`),
  );
  for (const one of due) await askOne(app, ctx, shopId, one);
  const since = await app.database.look(ctx, (tx) => openSince(tx, shopId));
  if (!since) return;
  const answers = await withShop(app, ctx, shopId, (connector, access) =>
    connector.docking ? connector.docking.answers(access, { since: since.at.toISOString() }) : Promise.resolve([]),
  );
  await app.database.inCompany(ctx, async (tx) => {
    for (const answer of answers) await hear(tx, shopId, answer);
    const still = await openSince(tx, shopId);
    if (still) await askDocks(tx, shopId, new Date(tx.now.getTime() + LOOK_AGAIN_MS[still.kind]));
  });
}

/** Safe to repeat. A person fixes what the platform rejects; the job retries all other errors. */
async function askOne(app: App, ctx: Ctx, shopId: number, { id, scac, ...requested }: Due): Promise<void> {
  let error: string | null = null;
  try {
    await withShop(app, ctx, shopId, async (connector, access) => {
      await connector.docking?.request(access, { ...requested, ...(scac ? { scac } : {}) });
    });
  } catch (failed) {
    if (!(failed instanceof ConnectorError) || failed.kind !== 'rejected') throw failed;
    error = failed.message.slice(0, 500);
  }
  await app.database.inCompany(ctx, (tx) =>
    tx.rows(sql`update dock_appointment set told_state = ${error === null ? 'done' : 'failed'}, told_error = ${error}
      where company_id = ${sql.company} and id = ${id} and told_state = 'due'`),
  );
}

/** The earliest time of answers to open requests. */
async function openSince(tx: Tx, shopId: number): Promise<{ at: Date; kind: keyof typeof LOOK_AGAIN_MS } | undefined> {
  const row = await tx.row<{ at: Date | null; waiting: boolean }>(sql`select min(requested_at) as at,
      coalesce(bool_or(state = 'requested'), false) as waiting from dock_appointment
    where company_id = ${sql.company} and shop_id = ${shopId} and state in ('requested', 'confirmed', 'arrived')
      and told_state = 'done'`);
  return row?.at ? { at: new Date(row.at), kind: row.waiting ? 'requested' : 'confirmed' } : undefined;
}

const HELD = sql`a.id, a.number, a.state, a.shop_id, a.facility, a.time_zone, a.version`;
type Row = Held & Record<string, unknown>;

/** Answers may repeat: only open appointments change. */
async function hear(tx: Tx, shopId: number, answer: DockAnswer): Promise<void> {
  if (answer.kind === 'received') return receive(tx, shopId, answer.platformOrderNo);
  const held = await tx.row<Row>(sql`select ${HELD} from dock_appointment a where a.company_id = ${sql.company}
    and a.shop_id = ${shopId} and a.state = 'requested' and a.number || '-' || a.asked = ${answer.reference} for update`);
  if (!held) return;
  if (answer.kind === 'refused') {
    const reason = answer.reason || '-';
    await tx.rows(sql`update dock_appointment set reason = ${reason}, source = 'edi'
      where company_id = ${sql.company} and id = ${held.id}`);
    return moveAppointment(tx, held, 'refused', { reason });
  }
  await tx.rows(sql`update dock_appointment set appointment_at = ${atPlace(answer.at, held.timeZone)}, source = 'edi',
      routing_id = coalesce(${answer.routingId ?? null}, routing_id), scac = coalesce(${answer.scac ?? null}, scac),
      dock_door = coalesce(${answer.dockDoor ?? null}, dock_door)
    where company_id = ${sql.company} and id = ${held.id}`);
  return moveAppointment(tx, held, 'confirmed', { at: answer.at });
}

/** An appointment is received once all its orders are. */
async function receive(tx: Tx, shopId: number, platformOrderNo: string): Promise<void> {
  const held = await tx.row<Row & { orderId: number }>(sql`select ${HELD}, o.id as "orderId" from sales_order o
      join dock_appointment_order l on l.company_id = o.company_id and l.order_id = o.id and l.live and l.received_at is null
      join dock_appointment a on a.company_id = l.company_id and a.id = l.appointment_id and a.state in ('confirmed', 'arrived')
    where o.company_id = ${sql.company} and o.shop_id = ${shopId} and o.platform_order_no = ${platformOrderNo} for update of a`);
  if (!held) return;
  await tx.rows(sql`update dock_appointment_order set received_at = ${tx.now}
    where company_id = ${sql.company} and appointment_id = ${held.id} and order_id = ${held.orderId}`);
  const open = await tx.row(sql`select 1 as one from dock_appointment_order
    where company_id = ${sql.company} and appointment_id = ${held.id} and received_at is null limit 1`);
  if (!open) await moveAppointment(tx, held, 'received');
}
