import type { WmsOutboundState } from '@tradewind/connectors/wms.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import { defineJob, eachCompany, subscribe } from '../../core/jobs/jobs.ts';
import { defineSchedule } from '../../core/jobs/schedule.ts';
import { warehouseRefresh } from '../warehouse/public.ts';
import { withWms } from './access.ts';
import { housesOf, readParticulars } from './adopt.ts';
import { heardAgain, orNote, takeInbound, takeOutbound } from './follow.ts';
import { askFees, askMethods, askPoll, askSend, askStock, type PayloadOf, POLL_JOB } from './jobs.ts';
import type { Outgoing } from './outbox.ts';
import { keepPlace, type Place, placeOf, readOn } from './place.ts';
import { readProducts } from './products.ts';

const OVERLAP_MS = 10 * 60_000;
const FIRST_MS = 24 * 3_600_000;
const MOST_ASKED = 200;
/** The number of an order that left without one is asked for so long. */
const NUMBER_AWAITED_MS = 30 * 24 * 3_600_000;

defineJob<PayloadOf<typeof POLL_JOB>>(
  POLL_JOB.name,
  ['读取仓储服务商进度', 'Read what a warehouse provider did'],
  async (app, ctx, { connectionId, on }) => poll(app, ctx, connectionId, on),
);

/** What changed there since the last time, a little of before too: clocks differ, and lists lag. */
export async function poll(app: App, ctx: Ctx, connectionId: number, given?: Place): Promise<void> {
  const began = ctx.now();
  const known = await app.database.inCompany(ctx, async (tx) => {
    const [row] = await tx.prepared<{ until: Date | null }>(
      'wms_orders_until',
      `select orders_until as until from wms_connection where company_id = $1 and id = $2 and enabled`,
      [tx.companyId, connectionId],
    );
    return row && { ...row, place: given ?? (await placeOf(tx, POLL_JOB, { connectionId })) };
  });
  if (!known) return;
  const since = new Date((known.until?.getTime() ?? began.getTime() - FIRST_MS) - OVERLAP_MS);
  const start = { since: since.toISOString(), began: began.toISOString() };
  const { at, on, atEnd } = await readOn(known.place, start, async (asked, cursor) => {
    const { rows, next } = await withWms(app, ctx, connectionId, (wms, access) =>
      wms.outbounds(access, asked.since, cursor),
    );
    await takeOutbounds(app, ctx, connectionId, rows);
    return next;
  });
  await readSilent(app, ctx, connectionId);
  await pollNotices(app, ctx, connectionId);
  await readProducts(app, ctx, connectionId);
  await app.database.inCompany(ctx, async (tx) => {
    await keepPlace(tx, POLL_JOB, { connectionId }, on);
    await tx.prepared(
      'wms_orders_read',
      `update wms_connection set read_at = $3, orders_until = case when $4 then $5::timestamptz else orders_until end,
         state = 'authorized', last_error = null where company_id = $1 and id = $2`,
      [tx.companyId, connectionId, began, atEnd, at.began],
    );
  });
}

type Known = Pick<Outgoing, 'id' | 'clientNo' | 'state' | 'status' | 'rawStatus' | 'toldAt'> & {
  packages: WmsOutboundState['packages'];
};

async function rowsOf(app: App, ctx: Ctx, connectionId: number, kind: string, numbers: readonly string[]) {
  const rows = await app.database.inCompany(ctx, (tx) =>
    tx.prepared<Known>(
      'wms_orders_by_number',
      `select id, client_no as "clientNo", state, status, raw_status as "rawStatus", told_at as "toldAt", packages from wms_order
       where company_id = $1 and connection_id = $2 and kind = $3 and client_no = any($4::text[])`,
      [tx.companyId, connectionId, kind, numbers],
    ),
  );
  return new Map(rows.map((row) => [row.clientNo, row]));
}

/** Over for us, and told again as it is known: some lists tell of all orders of a month each time. */
function isOld(known: Known, told: WmsOutboundState): boolean {
  const numbers = ({ packages }: Pick<Known, 'packages'>) => packages.map((one) => one.trackingNumber ?? '').join();
  return (
    known.state === 'done' &&
    known.status === told.status &&
    known.rawStatus === told.rawStatus &&
    known.toldAt?.getTime() === Date.parse(told.updatedAt) &&
    numbers(known) === numbers(told)
  );
}

/** One that cannot be taken in (a count is under way) is read again next time, and holds nobody up. */
async function takeOutbounds(app: App, ctx: Ctx, connectionId: number, told: readonly WmsOutboundState[]) {
  const numbers = told.map((one) => one.clientOrderNo);
  const rows = await rowsOf(app, ctx, connectionId, 'outbound', numbers);
  for (const one of told) {
    const row = rows.get(one.clientOrderNo);
    if (row && !isOld(row, one)) await orNote(app, ctx, row.id, () => takeOutbound(app, ctx, row.id, one));
  }
}

/**
 * Orders that no list tells of any more, that could not be booked, or that left without their number: each by itself, the
 * longest overdue first.
 */
async function readSilent(app: App, ctx: Ctx, connectionId: number): Promise<void> {
  const silent = await app.database.inCompany(ctx, (tx) =>
    tx.prepared<{ id: number; providerNo: string }>(
      'wms_orders_silent',
      `select id, "providerNo" from (
         select id, provider_no as "providerNo", next_at from wms_order where company_id = $1 and connection_id = $2
           and kind = 'outbound' and state = 'sent' and provider_no is not null and cancel_state is distinct from 'wanted'
           and (next_at is null or next_at <= $3)
         union all
         select id, provider_no, next_at from wms_order where company_id = $1 and connection_id = $2
           and next_at <= $3 and state = 'done' and provider_no is not null
       ) x order by next_at nulls first, id limit ${MOST_ASKED}`,
      [tx.companyId, connectionId, tx.now],
    ),
  );
  for (const { id, providerNo } of silent)
    await orNote(app, ctx, id, async () => {
      const told = await withWms(app, ctx, connectionId, (wms, access) => wms.outbound(access, providerNo));
      await takeOutbound(app, ctx, id, told);
    });
  // Those that told nothing new; what was noted comes sooner.
  await app.database.inCompany(ctx, (tx) =>
    tx.prepared(
      'wms_orders_asked',
      `update wms_order set next_at = case when state = 'sent' or done_at > $5 then $3::timestamptz end
       where company_id = $1 and id = any($2::bigint[]) and state in ('sent', 'done')
         and cancel_state is distinct from 'wanted' and (next_at is null and state = 'sent' or next_at <= $4)`,
      [
        tx.companyId,
        silent.map((row) => row.id),
        heardAgain(tx.now),
        tx.now,
        new Date(tx.now.getTime() - NUMBER_AWAITED_MS),
      ],
    ),
  );
}

async function pollNotices(app: App, ctx: Ctx, connectionId: number): Promise<void> {
  const open = await app.database.inCompany(ctx, (tx) =>
    tx.prepared<{ id: number; providerNo: string }>(
      'wms_notices_open',
      `select id, provider_no as "providerNo" from wms_order where company_id = $1 and connection_id = $2 and kind = 'inbound'
         and state = 'sent' and provider_no is not null order by told_at nulls first, id limit ${MOST_ASKED}`,
      [tx.companyId, connectionId],
    ),
  );
  for (const { id, providerNo } of open)
    await orNote(app, ctx, id, async () => {
      const told = await withWms(app, ctx, connectionId, (wms, access) => wms.inbound(access, providerNo));
      await takeInbound(app, ctx, id, told);
    });
}

/** Pushes are hints: the document they name is read. */
export async function takeHint(
  app: App,
  ctx: Ctx,
  connectionId: number,
  hint: { orderNo?: string; inboundNo?: string },
): Promise<void> {
  const { orderNo, inboundNo } = hint;
  if (orderNo) {
    const told = await withWms(app, ctx, connectionId, (wms, access) => wms.outbound(access, orderNo));
    await takeOutbounds(app, ctx, connectionId, [told]);
  } else if (inboundNo) {
    const told = await withWms(app, ctx, connectionId, (wms, access) => wms.inbound(access, inboundNo));
    const row = (await rowsOf(app, ctx, connectionId, 'inbound', [told.clientInboundNo])).get(told.clientInboundNo);
    if (row) await orNote(app, ctx, row.id, () => takeInbound(app, ctx, row.id, told));
  }
}

subscribe(
  warehouseRefresh,
  'wms.refresh',
  ['刷新第三方仓', 'Refresh a warehouse of a provider'],
  async (app, ctx, { warehouseId, what }) => {
    const house = await app.database.inCompany(ctx, async (tx) => {
      const found = (await housesOf(tx, [warehouseId])).get(warehouseId);
      if (!found) return undefined;
      if (what === 'logistics') await askMethods(tx, found.connectionId, warehouseId);
      else if (what === 'inventory') await askStock(tx, found.connectionId, warehouseId);
      else await askPoll(tx, found.connectionId);
      return found;
    });
    if (house && what === 'warehouse') await readParticulars(app, ctx, house);
  },
);

type Live = { id: number; houses: number[] };

const everyLive = (app: App, name: string, work: (tx: Parameters<typeof askPoll>[0], live: Live) => Promise<void>) =>
  eachCompany(app, name, (ctx) =>
    app.database.inCompany(ctx, async (tx) => {
      const rows = await tx.prepared<Live>(
        'wms_live',
        `select c.id, coalesce((select jsonb_agg(h.warehouse_id order by h.warehouse_id) from wms_warehouse h
           where h.company_id = $1 and h.connection_id = c.id), '[]') as houses
         from wms_connection c where c.company_id = $1 and c.enabled and c.state <> 'failed'`,
        [tx.companyId],
      );
      for (const row of rows) await work(tx, row);
    }),
  );

/** Also what was left over: a job that was cancelled, a clock that jumped. */
defineSchedule({
  name: 'wms.poll',
  cron: '*/5 * * * *',
  work: (app) =>
    everyLive(app, 'wms.poll', async (tx, { id }) => {
      await askSend(tx, id);
      await askPoll(tx, id);
    }),
});
defineSchedule({
  name: 'wms.night',
  cron: '40 2 * * *',
  work: (app) =>
    everyLive(app, 'wms.night', async (tx, { id, houses }) => {
      await askFees(tx, id);
      for (const houseId of houses) {
        await askMethods(tx, id, houseId);
        await askStock(tx, id, houseId);
      }
    }),
});
defineSchedule({
  name: 'wms.fees',
  cron: '20 * * * *',
  work: (app) => everyLive(app, 'wms.fees', (tx, { id }) => askFees(tx, id)),
});
