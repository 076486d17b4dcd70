import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, ruleBroken } from '../../../core/errors.ts';
import { say } from '../../../core/text/texts.ts';
import { connectorIfAny } from '../connectors.ts';
import { enqueueNow, enqueueStream } from '../queue.ts';
import { enqueueSearch } from '../sync/missing-orders.ts';
import { type StreamKind, streamOf, streams } from '../sync/stream.ts';
import { shopInScope } from './shops.ts';

const paused = defineAction('channels.streamPaused', ['暂停或恢复店铺同步', 'Shop sync paused or resumed']);
const rerun = defineAction('channels.streamRerun', ['重新同步店铺数据', 'Shop data resynced']);

const ERRORS_SHOWN = 5;
const HOURS_SHOWN = 7 * 24;
const GAPS_SHOWN = 100;
const iso = (at: Date | null) => at?.toISOString() ?? null;

interface Row extends Record<string, unknown> {
  kind: StreamKind;
  until: Date | null;
  reading: boolean;
  lastRunAt: Date | null;
  nextRunAt: Date | null;
  paused: boolean;
  failures: number;
  lastErrorKind: string | null;
  lastError: string | null;
  taken: number;
  callsLeft: Record<string, number> | null;
}

interface ErrorRow extends Record<string, unknown> {
  kind: StreamKind;
  at: Date;
  errorKind: string;
  code: string | null;
  status: number | null;
  detail: string;
  raw: string | null;
}

/** The streams of a shop with position, errors and the platform's responses. */
export async function shopStreams(app: App, tx: Tx, ctx: Ctx, shopId: number) {
  const shop = await shopInScope(tx, ctx, shopId);
  const connector = connectorIfAny(app, shop.platform);
  const [rows, errors, push] = await Promise.all([
    tx.rows<Row>(sql`select kind, until, cursor is not null as reading, last_run_at, next_run_at,
        paused, failures, last_error_kind, last_error, taken, calls_left
      from shop_stream where company_id = ${sql.company} and shop_id = ${shopId}`),
    tx.rows<ErrorRow>(sql`select e.* from unnest(${streams().map((one) => one.kind)}::text[]) as k(kind)
      cross join lateral (select kind, at, error_kind, code, status, detail, raw from stream_error e
        where e.company_id = ${sql.company} and e.shop_id = ${shopId} and e.kind = k.kind order by e.id desc limit ${ERRORS_SHOWN}) e`),
    tx.row<{ at: Date | null }>(sql`select max(at) as at from push_delivery where platform = ${shop.platform}
      and delivery_id like ${`%/${tx.companyId}/${shopId}`}`),
  ]);
  const seesBuyers = maySee(ctx.rights, 'seeBuyer');
  const list = streams().flatMap((stream) => {
    if (connector && !stream.supports(connector)) return [];
    const row = rows.find((one) => one.kind === stream.kind);
    const mine = errors.filter((one) => one.kind === stream.kind);
    const until = row?.until ?? null;
    return [
      {
        kind: stream.kind,
        state: stateOf(shop.state, row),
        paused: row?.paused ?? false,
        lastRunAt: iso(row?.lastRunAt ?? null),
        until: iso(until),
        lagSeconds: until ? Math.max(0, Math.round((ctx.now().getTime() - until.getTime()) / 1000)) : null,
        nextRunAt: iso(nextRun(row, stream.everyMinutes)),
        failures: row?.failures ?? 0,
        lastErrorText: row?.lastErrorKind ? say(ctx.language, `channels.error.${row.lastErrorKind}`) : null,
        taken: row?.taken ?? 0,
        callsLeft: row?.callsLeft ?? null,
        errors: mine.map(({ at, errorKind, code, status, detail, raw }) => ({
          at: at.toISOString(),
          errorKind,
          code,
          status,
          detail,
          raw: seesBuyers ? raw : null,
        })),
      },
    ];
  });
  return { list, pushes: { supported: connector?.readPush !== undefined, lastAt: iso(push?.at ?? null) } };
}

function stateOf(shopState: string, row: Row | undefined) {
  if (shopState !== 'authorized') return 'stopped' as const;
  if (row?.paused) return 'paused' as const;
  if (row?.lastErrorKind === 'throttled') return 'waiting' as const;
  if (row && row.failures > 0) return 'failing' as const;
  return row?.reading ? ('reading' as const) : ('upToDate' as const);
}

function nextRun(row: Row | undefined, everyMinutes: number): Date | null {
  if (!row || row.paused) return null;
  if (row.nextRunAt) return row.nextRunAt;
  return row.lastRunAt ? new Date(row.lastRunAt.getTime() + everyMinutes * 60_000) : null;
}

/** Lists settlements since then once more; known lines change nothing. A listing that begins earlier stays as it is. */
export async function relistSettlements(tx: Tx, shopId: number, from: Date): Promise<void> {
  await tx.rows(sql`update shop_stream set until = least(until, ${from}::timestamptz), cursor = null
    where company_id = ${sql.company} and shop_id = ${shopId} and kind = 'settlements'`);
  await enqueueNow(tx, shopId, 'settlements');
}

/** Runs a stream now; `from` rereads everything since then (known records change nothing). */
export async function runStreamNow(
  app: App,
  tx: Tx,
  ctx: Ctx,
  input: { id: number; stream: StreamKind; from?: string | undefined },
): Promise<void> {
  const shop = await assertSupported(app, tx, ctx, input.id, input.stream);
  const { from } = input;
  if (from !== undefined) {
    if (Date.parse(from) >= tx.now.getTime()) throw badField('from', 'channels.fromLater');
    await tx.rows(sql`insert into shop_stream (company_id, shop_id, kind, until) values (${sql.company}, ${shop.id}, ${input.stream}, ${from})
      on conflict (company_id, shop_id, kind) do update set until = excluded.until, cursor = null`);
    const detail = { kind: input.stream, from };
    writeHistory(tx, [{ docKind: 'shop', docId: shop.id, event: 'rerun', detail }]);
    writeAudit(tx, [{ action: rerun, targetKind: 'shop', targetId: shop.id, targetName: shop.name, detail }]);
    if (input.stream === 'orders')
      await tx.rows(sql`update shop set orders_from = least(orders_from, ${from}::timestamptz)
        where company_id = ${sql.company} and id = ${shop.id} and orders_from is not null`);
    if (input.stream === 'orders' && connectorIfAny(app, shop.platform)?.listOrderNos)
      await enqueueSearch(tx, { shopId: shop.id, from, to: tx.now.toISOString() });
  }
  await enqueueNow(tx, shop.id, input.stream);
}

export async function pauseStream(
  app: App,
  tx: Tx,
  ctx: Ctx,
  input: { id: number; stream: StreamKind; paused: boolean },
): Promise<void> {
  const shop = await assertSupported(app, tx, ctx, input.id, input.stream);
  const changed = await tx.row(sql`insert into shop_stream as t (company_id, shop_id, kind, paused)
    values (${sql.company}, ${shop.id}, ${input.stream}, ${input.paused})
    on conflict (company_id, shop_id, kind) do update set paused = excluded.paused where t.paused <> excluded.paused returning kind`);
  if (!changed) return;
  const detail = { kind: input.stream, paused: input.paused };
  writeHistory(tx, [{ docKind: 'shop', docId: shop.id, event: input.paused ? 'paused' : 'resumed', detail }]);
  writeAudit(tx, [{ action: paused, targetKind: 'shop', targetId: shop.id, targetName: shop.name, detail }]);
  if (!input.paused) await enqueueStream(tx, shop.id, input.stream);
}

async function assertSupported(app: App, tx: Tx, ctx: Ctx, shopId: number, kind: StreamKind) {
  const shop = await shopInScope(tx, ctx, shopId);
  if (shop.state !== 'authorized') throw ruleBroken('channels.notAuthorized', { name: shop.name });
  const connector = connectorIfAny(app, shop.platform);
  if (!connector || !streamOf(kind).supports(connector)) throw badField('stream', 'channels.streamUnknown');
  return shop;
}

interface Hour extends Record<string, unknown> {
  hour: Date;
  theirs: number;
  ours: number;
}
interface MissingOrder extends Record<string, unknown> {
  platformOrderNo: string;
  orderedAt: Date;
  foundAt: Date;
  owner: string | null;
}

/** Order counts per hour of the last week, the platform's and ours, and the missing orders. */
export async function shopHours(tx: Tx, ctx: Ctx, shopId: number) {
  await shopInScope(tx, ctx, shopId);
  const [hours, missing] = await Promise.all([
    tx.rows<Hour>(sql`select hour, theirs, ours from order_hour where company_id = ${sql.company} and shop_id = ${shopId}
      and hour > ${new Date(tx.now.getTime() - HOURS_SHOWN * 3_600_000)} order by hour`),
    tx.rows<MissingOrder>(sql`select m.platform_order_no, m.ordered_at, m.found_at, u.name as owner
      from missing_order m left join user_account u on u.company_id = m.company_id and u.id = m.owner_id
      where m.company_id = ${sql.company} and m.shop_id = ${shopId} and m.closed_at is null order by m.found_at, m.id limit ${GAPS_SHOWN}`),
  ]);
  return {
    hours: hours.map(({ hour, theirs, ours }) => ({ hour: hour.toISOString(), theirs, ours })),
    gaps: missing.map((one) => ({
      ...one,
      orderedAt: one.orderedAt.toISOString(),
      foundAt: one.foundAt.toISOString(),
      ageHours: Math.floor((ctx.now().getTime() - one.orderedAt.getTime()) / 3_600_000),
    })),
  };
}
