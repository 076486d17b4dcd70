import type { WmsOutboundState } from '@tradewind/connectors/wms.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { defineJob, subscribe } from '../../core/jobs/jobs.ts';
import { defineSchedule } from '../../core/jobs/schedule.ts';
import { warehouseRefresh } from '../warehouse/public.ts';
import { withWms } from './access.ts';
import { readParticulars, warehousesFor } from './adopt.ts';
import { nextPoll, orNote, takeInbound, takeOutbound } from './follow.ts';
import { askFees, askMethods, askPoll, askSend, askStock, type PayloadOf, POLL_JOB } from './jobs.ts';
import type { Outgoing } from './outbox.ts';
import { keepPlace, type Place, placeOf, readOn } from './place.ts';
import { readProducts } from './products.ts';

const OVERLAP_MS = 10 * 60_000;
const FIRST_MS = 24 * 3_600_000;
const MAX_PER_REQUEST = 200;
/** How long to look for the tracking number of an order shipped without one. */
const NUMBER_AWAITED_MS = 30 * 24 * 3_600_000;

defineJob<PayloadOf<typeof POLL_JOB>>(
  POLL_JOB.name,
  ['同步仓储服务商进度', 'Sync warehouse provider progress'],
  async (app, ctx, { connectionId, on }) => poll(app, ctx, connectionId, on),
);

/** Reads changes since the last run, with some overlap: clocks differ, and lists lag. */
export async function poll(app: App, ctx: Ctx, connectionId: number, input?: Place): Promise<void> {
  const began = ctx.now();
  const known = await app.database.inCompany(ctx, async (tx) => {
    const [row] = await tx.rows<{ until: Date | null }>(
      sql`select orders_until as until from wms_connection where company_id = ${sql.company} and id = ${connectionId} and enabled`,
    );
    return row && { ...row, place: input ?? (await placeOf(tx, POLL_JOB, { connectionId })) };
  });
  if (!known) return;
  const since = new Date((known.until?.getTime() ?? began.getTime() - FIRST_MS) - OVERLAP_MS);
  const start = { since: since.toISOString(), began: began.toISOString() };
  const { at, on, atEnd } = await readOn(known.place, start, async (requested, cursor) => {
    const { rows, next } = await withWms(app, ctx, connectionId, (wms, access) =>
      wms.outbounds(access, requested.since, cursor),
    );
    await takeOutbounds(app, ctx, connectionId, rows);
    return next;
  });
  await readSilent(app, ctx, connectionId);
  await pollAsns(app, ctx, connectionId);
  await readProducts(app, ctx, connectionId);
  await app.database.inCompany(ctx, async (tx) => {
    await keepPlace(tx, POLL_JOB, { connectionId }, on);
    await tx.rows(
      sql`update wms_connection set read_at = ${began}, orders_until = case when ${atEnd} then ${at.began}::timestamptz else orders_until end,
         state = 'authorized', last_error = null where company_id = ${sql.company} and id = ${connectionId}`,
    );
  });
}

type Known = Pick<Outgoing, 'id' | 'clientNo' | 'state' | 'status' | 'rawStatus' | 'toldAt'> & {
  packages: WmsOutboundState['packages'];
};

async function rowsOf(app: App, ctx: Ctx, connectionId: number, kind: string, numbers: readonly string[]) {
  const rows = await app.database.inCompany(ctx, (tx) =>
    tx.rows<Known>(
      sql`select id, client_no, state, status, raw_status, told_at, packages from wms_order
       where company_id = ${sql.company} and connection_id = ${connectionId} and kind = ${kind} and client_no = any(${numbers}::text[])`,
    ),
  );
  return new Map(rows.map((row) => [row.clientNo, row]));
}

/** Finished here and unchanged: some lists repeat all orders of a month. */
function isOld(known: Known, answered: WmsOutboundState): boolean {
  const numbers = ({ packages }: Pick<Known, 'packages'>) => packages.map((one) => one.trackingNumber ?? '').join();
  return (
    known.state === 'done' &&
    known.status === answered.status &&
    known.rawStatus === answered.rawStatus &&
    known.toldAt?.getTime() === Date.parse(answered.updatedAt) &&
    numbers(known) === numbers(answered)
  );
}

/** A document that cannot be booked (a count is running) is read again next time and blocks no others. */
async function takeOutbounds(app: App, ctx: Ctx, connectionId: number, answered: readonly WmsOutboundState[]) {
  const numbers = answered.map((one) => one.clientOrderNo);
  const rows = await rowsOf(app, ctx, connectionId, 'outbound', numbers);
  for (const one of answered) {
    const row = rows.get(one.clientOrderNo);
    if (row && !isOld(row, one)) await orNote(app, ctx, row.id, () => takeOutbound(app, ctx, row.id, one));
  }
}

/**
 * Orders missing from the lists, not booked, or shipped without a tracking number: read one by one, the longest overdue
 * first.
 */
async function readSilent(app: App, ctx: Ctx, connectionId: number): Promise<void> {
  const silent = await app.database.inCompany(ctx, (tx) =>
    tx.rows<{ id: number; providerNo: string }>(
      sql`select id, "providerNo" from (
         select id, provider_no as "providerNo", next_at from wms_order where company_id = ${sql.company} and connection_id = ${connectionId}
           and kind = 'outbound' and state = 'sent' and provider_no is not null and cancel_state is distinct from 'wanted'
           and (next_at is null or next_at <= ${tx.now})
         union all
         select id, provider_no, next_at from wms_order where company_id = ${sql.company} and connection_id = ${connectionId}
           and next_at <= ${tx.now} and state = 'done' and provider_no is not null
       ) x order by next_at nulls first, id limit ${sql.literal(MAX_PER_REQUEST)}`,
    ),
  );
  for (const { id, providerNo } of silent)
    await orNote(app, ctx, id, async () => {
      const answered = await withWms(app, ctx, connectionId, (wms, access) => wms.outbound(access, providerNo));
      await takeOutbound(app, ctx, id, answered);
    });
  // Orders without news; those with an error are due sooner.
  await app.database.inCompany(ctx, (tx) =>
    tx.rows(
      sql`update wms_order set next_at = case when state = 'sent' or done_at > ${new Date(tx.now.getTime() - NUMBER_AWAITED_MS)} then ${nextPoll(tx.now)}::timestamptz end
       where company_id = ${sql.company} and id = any(${silent.map((row) => row.id)}::bigint[]) and state in ('sent', 'done')
         and cancel_state is distinct from 'wanted' and (next_at is null and state = 'sent' or next_at <= ${tx.now})`,
    ),
  );
}

async function pollAsns(app: App, ctx: Ctx, connectionId: number): Promise<void> {
  const open = await app.database.inCompany(ctx, (tx) =>
    tx.rows<{ id: number; providerNo: string }>(
      sql`select id, provider_no as "providerNo" from wms_order where company_id = ${sql.company} and connection_id = ${connectionId} and kind = 'inbound'
         and state = 'sent' and provider_no is not null order by told_at nulls first, id limit ${sql.literal(MAX_PER_REQUEST)}`,
    ),
  );
  for (const { id, providerNo } of open)
    await orNote(app, ctx, id, async () => {
      const answered = await withWms(app, ctx, connectionId, (wms, access) => wms.inbound(access, providerNo));
      await takeInbound(app, ctx, id, answered);
    });
}

/** Webhooks are hints: reads the document that they name. */
export async function takeHint(
  app: App,
  ctx: Ctx,
  connectionId: number,
  hint: { orderNo?: string; inboundNo?: string },
): Promise<void> {
  const { orderNo, inboundNo } = hint;
  if (orderNo) {
    const answered = await withWms(app, ctx, connectionId, (wms, access) => wms.outbound(access, orderNo));
    await takeOutbounds(app, ctx, connectionId, [answered]);
  } else if (inboundNo) {
    const answered = await withWms(app, ctx, connectionId, (wms, access) => wms.inbound(access, inboundNo));
    const row = (await rowsOf(app, ctx, connectionId, 'inbound', [answered.clientInboundNo])).get(
      answered.clientInboundNo,
    );
    if (row) await orNote(app, ctx, row.id, () => takeInbound(app, ctx, row.id, answered));
  }
}

subscribe(
  warehouseRefresh,
  'wms.refresh',
  ['刷新第三方仓', 'Refresh a third-party warehouse'],
  async (app, ctx, { warehouseId, what }) => {
    const warehouse = await app.database.inCompany(ctx, async (tx) => {
      const found = (await warehousesFor(tx, [warehouseId])).get(warehouseId);
      if (!found) return undefined;
      if (what === 'logistics') await askMethods(tx, found.connectionId, warehouseId);
      else if (what === 'inventory') await askStock(tx, found.connectionId, warehouseId);
      else await askPoll(tx, found.connectionId);
      return found;
    });
    if (warehouse && what === 'warehouse') await readParticulars(app, ctx, warehouse);
  },
);

type Live = { id: number; warehouses: number[] };

const USABLE = sql`enabled and state <> 'failed'`;
const due = sql`select distinct company_id from wms_connection where ${USABLE}`;

const eachLive = (work: (tx: Tx, live: Live) => Promise<void>) => (app: App, ctx: Ctx) =>
  app.database.inCompany(ctx, async (tx) => {
    const rows = await tx.rows<Live>(
      sql`select c.id, coalesce((select jsonb_agg(h.warehouse_id order by h.warehouse_id) from wms_warehouse h
         where h.company_id = ${sql.company} and h.connection_id = c.id), '[]') as warehouses
       from wms_connection c where c.company_id = ${sql.company} and ${USABLE}`,
    );
    for (const row of rows) await work(tx, row);
  });

/** Also leftovers: a cancelled job, a clock change. */
defineSchedule({
  name: 'wms.poll',
  cron: '*/5 * * * *',
  title: ['安排同步第三方仓', 'Plan the sync of third-party warehouses'],
  due,
  each: eachLive(async (tx, { id }) => {
    await askSend(tx, id);
    await askPoll(tx, id);
  }),
});
defineSchedule({
  name: 'wms.night',
  cron: '40 2 * * *',
  title: ['安排第三方仓每日核对', 'Plan the daily check of third-party warehouses'],
  due,
  each: eachLive(async (tx, { id, warehouses }) => {
    await askFees(tx, id);
    for (const chosenWarehouseId of warehouses) {
      await askMethods(tx, id, chosenWarehouseId);
      await askStock(tx, id, chosenWarehouseId);
    }
  }),
});
defineSchedule({
  name: 'wms.fees',
  cron: '20 * * * *',
  title: ['安排读取第三方仓费用', 'Plan reading the fees of third-party warehouses'],
  due,
  each: eachLive((tx, { id }) => askFees(tx, id)),
});
