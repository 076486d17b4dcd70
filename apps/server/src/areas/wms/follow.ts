import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { WmsInboundState, WmsOutboundState, WmsOutboundStatus } from '@tradewind/connectors/wms.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { writeHistory } from '../../core/documents.ts';
import { conflict, Fail } from '../../core/errors.ts';
import { codedFailure } from '../../core/jobs/failure.ts';
import type { Outcome } from '../../core/outcome.ts';
import { saveLateNumber, sendByHand } from '../logistics/public.ts';
import {
  cancelInbound,
  cancelOutbounds,
  closeInbound,
  createWaves,
  packOutbounds,
  pickOutbounds,
  receiveInbound,
  releaseStop,
} from '../warehouse/public.ts';
import { concernsAccount } from './access.ts';
import { askSend } from './jobs.ts';
import { OUTGOING, type Outgoing } from './outbox.ts';

/** Older news never reverts an order; only a refused cancellation returns to its earlier status. */
const RANK: Readonly<Record<WmsOutboundStatus, number>> = {
  draft: 0,
  accepted: 1,
  onHold: 2,
  exception: 2,
  processing: 2,
  picking: 3,
  packed: 4,
  cancelling: 4,
  partlyShipped: 5,
  shipped: 6,
  delivered: 7,
  returned: 8,
  cancelled: 9,
  rejected: 9,
};
const LEFT: readonly string[] = ['shipped', 'delivered', 'returned'];
const ENDED: readonly string[] = ['cancelled', 'rejected'];

/** After this long without news, reads the order itself: lists no longer contain late ones. */
const SILENT_MS = 3 * 3_600_000;
/** How soon to retry what cannot be booked now. */
const NOTED_MS = 10 * 60_000;
export const nextPoll = (now: Date): Date => new Date(now.getTime() + SILENT_MS);
export const triedAgain = (now: Date): Date => new Date(now.getTime() + NOTED_MS);

const isRefused = (error: unknown): error is ConnectorError =>
  error instanceof ConnectorError && error.kind === 'rejected' && !concernsAccount(error);

/**
 * Records documents that cannot be booked (a count is running) or no longer exist there, and reads them again; they
 * block no others. An ASN that no longer exists needs a person.
 */
export async function orNote(app: App, ctx: Ctx, id: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isRefused(error) && !(error instanceof Fail)) throw error;
    const words = error instanceof Fail ? codedFailure(error.code, error.params) : error.message.slice(0, 500);
    const code = (error.code ?? 'REFUSED').slice(0, 60);
    await app.database.inCompany(ctx, (tx) =>
      tx.rows(
        sql`update wms_order set error = ${words}, error_code = ${code}, told_at = null,
           next_at = case when kind = 'outbound' and state = 'sent' and cancel_state is distinct from 'wanted' then ${triedAgain(tx.now)} else next_at end,
           state = case when ${isRefused(error) && code.startsWith('NOT_FOUND')} and kind = 'inbound' and state = 'sent' then 'exception' else state end
         where company_id = ${sql.company} and id = ${id}`,
      ),
    );
  }
}

/** The outbox row, after locking its outbound order or ASN, in the usual order. */
async function lockRow(tx: Tx, id: number): Promise<Outgoing | undefined> {
  await tx.rows(
    sql`select 1 from outbound o join wms_order w on w.company_id = ${sql.company} and w.id = ${id} and w.kind = 'outbound' and w.doc_id = o.id
     where o.company_id = ${sql.company} for update of o`,
  );
  await tx.rows(
    sql`select 1 from inbound i join wms_order w on w.company_id = ${sql.company} and w.id = ${id} and w.kind = 'inbound' and w.doc_id = i.id
     where i.company_id = ${sql.company} for update of i`,
  );
  const [row] = await tx.rows<Outgoing>(
    sql`select ${OUTGOING} from wms_order where company_id = ${sql.company} and id = ${id} for update`,
  );
  return row;
}

/** Whether the news is newer: a later time, or the same time with a later status or an exception. */
export function isNews(
  known: { status: string | null; rawStatus: string | null; toldAt: Date | null },
  answered: { status: WmsOutboundStatus; rawStatus: string; updatedAt: string },
): boolean {
  if (!known.toldAt || known.status === null) return true;
  const rank = RANK[known.status as WmsOutboundStatus] ?? 0;
  if (known.status === 'cancelling') return Date.parse(answered.updatedAt) >= known.toldAt.getTime();
  const at = Date.parse(answered.updatedAt) - known.toldAt.getTime();
  if (at < 0) return false;
  if (LEFT.includes(known.status) || ENDED.includes(known.status)) return RANK[answered.status] >= rank;
  // Some have no time of their own for it.
  return (
    at > 0 || RANK[answered.status] >= rank || (isStopped(answered.status) && answered.rawStatus !== known.rawStatus)
  );
}
const isStopped = (status: WmsOutboundStatus) => status === 'exception' || status === 'onHold';

/** Applies the provider's order status to our outbound order. Ignores repeated and older news. */
export async function takeOutbound(app: App, ctx: Ctx, id: number, answered: WmsOutboundState): Promise<void> {
  await app.database.inCompany(ctx, async (tx) => {
    const row = await lockRow(tx, id);
    if (!row || row.clientNo !== answered.clientOrderNo) return;
    if (LEFT.includes(row.status ?? '') && answered.status === 'exception') return troubleOnTheWay(tx, row, answered);
    if (!isNews(row, answered)) return;
    await saveResponse(tx, row, answered);
    if (LEFT.includes(answered.status)) return left(tx, row, answered);
    if (ENDED.includes(answered.status)) return ended(tx, row, answered);
    // Cancelled here, and stored late by the provider.
    if (row.state === 'cancelled' && row.cancelState !== 'refused') return askAgain(tx, row);
    // Some say nothing while they try to stop it: only an end decides, or going on after it was being stopped.
    if (row.cancelState === 'asked' && row.status === 'cancelling' && answered.status !== 'cancelling')
      return refuseCancel(tx, row, answered.problem ?? '');
    if (isStopped(answered.status) && answered.status !== row.status)
      notify(tx, row, 'wmsStopped', { error: answered.problem ?? answered.rawStatus });
  });
}

/** Shipped, but not delivered: reported once. */
async function troubleOnTheWay(tx: Tx, row: Outgoing, answered: WmsOutboundState): Promise<void> {
  if (answered.rawStatus !== row.rawStatus) {
    await tx.rows(
      sql`update wms_order set raw_status = ${answered.rawStatus} where company_id = ${sql.company} and id = ${row.id}`,
    );
    notify(tx, row, 'wmsStopped', { error: answered.problem ?? answered.rawStatus });
  }
  // Its tracking number may still come.
  if (row.state === 'sent' || row.state === 'done') await left(tx, row, answered);
}

async function saveResponse(tx: Tx, row: Outgoing, answered: WmsOutboundState): Promise<void> {
  await tx.rows(
    sql`update wms_order set provider_no = ${answered.orderNo}, status = ${answered.status}, raw_status = ${answered.rawStatus}, told_at = ${answered.updatedAt}, packages = ${JSON.stringify(answered.packages)}::jsonb,
       error = case when ${isStopped(answered.status)} then ${answered.problem ?? answered.rawStatus} else null end, error_code = null,
       next_at = case when state = 'sent' and cancel_state is distinct from 'wanted' then ${nextPoll(tx.now)} else next_at end
     where company_id = ${sql.company} and id = ${row.id}`,
  );
}

/** Writes to the history of the document and of its order. */
export function notify(tx: Tx, row: Outgoing, event: string, detail: Record<string, unknown>): void {
  const docs = [{ docKind: row.kind as string, docId: row.docId, event, detail }];
  if (row.orderId !== null) docs.push({ docKind: 'sales_order', docId: row.orderId, event, detail });
  writeHistory(tx, docs);
}

/** @throws the first refusal */
function orRefuse({ refused }: Outcome): void {
  const [first] = refused;
  if (first) throw conflict(first.code, first.params);
}

/** Stops waiting for a tracking number. */
const NUMBER_MS = 3 * 24 * 3_600_000;
function isLongGone({ packages, updatedAt }: WmsOutboundState, now: Date): boolean {
  const gone = packages.map((one) => Date.parse(one.shippedAt ?? updatedAt));
  return now.getTime() - Math.min(Date.parse(updatedAt), ...gone) > NUMBER_MS;
}

/** The provider shipped it: ships it here in the usual way, with the shipment confirmation. */
async function left(tx: Tx, row: Outgoing, answered: WmsOutboundState): Promise<void> {
  const [first] = answered.packages.filter((one) => one.trackingNumber);
  const [facts] = await tx.rows<{ state: string; tracking: string | null; stopped: boolean }>(
    sql`select o.state, o.stop_requested as stopped, (select m.tracking from wms_method_choice c join wms_method m
        on m.company_id = ${sql.company} and m.warehouse_id = c.warehouse_id and m.code = c.method_code
        where c.company_id = ${sql.company} and c.warehouse_id = o.warehouse_id and c.channel_id in (coalesce(o.channel_id, 0), 0)
        order by c.channel_id desc limit 1) as tracking
     from outbound o where o.company_id = ${sql.company} and o.id = ${row.docId}`,
  );
  if (!facts || facts.state === 'shipped') return alreadyLeft(tx, row, first);
  if (facts.state === 'cancelled') {
    notify(tx, row, 'wmsLeftAnyway', { trackingNumber: first?.trackingNumber ?? '', error: answered.problem ?? '' });
    await tx.rows(
      sql`update wms_order set state = 'exception', cancel_state = 'refused', error = ${codedFailure('wms.leftAnyway')}, error_code = 'wms.leftAnyway', next_at = null
       where company_id = ${sql.company} and id = ${row.id}`,
    );
    return;
  }
  // Confirms on the platform once: with the tracking number, where one will come.
  if (!first && facts.tracking !== 'none' && !answered.untracked && !isLongGone(answered, tx.now)) return;
  if (facts.stopped) {
    await releaseStop(tx, [row.docId]);
    notify(tx, row, 'wmsCancelRefused', { error: answered.problem ?? '' });
  }
  await ship(tx, row, facts.state, answered);
  // Keeps asking for a number that is only late.
  await done(tx, row, 'done', first || facts.tracking === 'none' || answered.untracked ? null : nextPoll(tx.now));
}

/** Shipped here already: only its tracking number may be new. */
async function alreadyLeft(tx: Tx, row: Outgoing, first: WmsOutboundState['packages'][number] | undefined) {
  const { carrier = '', trackingNumber } = first ?? {};
  if (trackingNumber) await saveLateNumber(tx, row.docId, { carrierName: carrier, trackingNumber });
  else if (row.state === 'done') return;
  await done(tx, row, 'done');
}

async function ship(tx: Tx, row: Outgoing, state: string, answered: WmsOutboundState): Promise<void> {
  if (row.orderId === null) return;
  await tx.rows(
    sql`update wms_order set state = 'sent' where company_id = ${sql.company} and id = ${row.id} and state <> 'sent'`,
  );
  const ids = [row.docId];
  if (state === 'waiting') orRefuse({ done: [], ...(await createWaves(tx, ids, { outside: true })) });
  if (state === 'waiting' || state === 'picking') orRefuse(await pickOutbounds(tx, ids));
  const weightGrams = answered.packages.reduce((sum, one) => sum + (one.weightGrams ?? 0), 0);
  if (state !== 'packed') orRefuse(await packOutbounds(tx, [{ outboundId: row.docId, weightGrams }], 'all'));
  const [first] = answered.packages;
  const carrierName = first?.carrier ?? '';
  const trackingNumber = answered.packages.find((one) => one.trackingNumber)?.trackingNumber ?? '';
  await sendByHand(tx, { id: row.orderId, status: 'packed' }, { carrierName, trackingNumber });
  const more = answered.packages.flatMap((one) =>
    one.trackingNumber && one.trackingNumber !== trackingNumber ? [one.trackingNumber] : [],
  );
  notify(tx, row, trackingNumber ? 'wmsShipped' : 'wmsNoNumber', {
    carrier: carrierName,
    trackingNumber,
    ...(more.length > 0 ? { more } : {}),
  });
}

async function ended(tx: Tx, row: Outgoing, answered: WmsOutboundState): Promise<void> {
  const words = answered.problem ?? answered.rawStatus;
  const [mine] = (await cancelOutbounds(tx, [row.docId], 'warehouse', { remark: words })).done;
  if (mine !== undefined && row.cancelState === null) notify(tx, row, 'wmsCancelled', { error: words });
  await done(tx, row, 'cancelled');
}

async function done(tx: Tx, row: Outgoing, state: 'done' | 'cancelled', nextAt: Date | null = null): Promise<void> {
  await tx.rows(
    sql`update wms_order set state = ${state}, next_at = ${nextAt}, done_at = coalesce(done_at, ${tx.now}), error_code = null, cancel_state = case when ${state}::text = 'cancelled' then cancel_state
       when cancel_state is not null then 'refused' end where company_id = ${sql.company} and id = ${row.id}`,
  );
}

async function askAgain(tx: Tx, row: Outgoing): Promise<void> {
  await tx.rows(
    sql`update wms_order set state = 'sent', cancel_state = 'wanted', next_at = ${tx.now} where company_id = ${sql.company} and id = ${row.id}`,
  );
  await askSend(tx, row.connectionId);
}

/** The provider ships despite the hold: releases it and writes that to the order's history. */
export async function refuseCancel(tx: Tx, row: Outgoing, words: string): Promise<void> {
  await releaseStop(tx, row.kind === 'outbound' ? [row.docId] : []);
  await tx.rows(
    sql`update wms_order set cancel_state = 'refused', error = ${words || null}, error_code = null, attempts = 0,
       next_at = case when kind = 'outbound' and state = 'sent' then ${nextPoll(tx.now)}::timestamptz end where company_id = ${sql.company} and id = ${row.id}`,
  );
  notify(tx, row, 'wmsCancelRefused', { error: words });
}

// ---- ASNs

const CLOSED: readonly string[] = ['putAway', 'closedShort'];

/** Books each provider receipt once; without receipts, books the increase of the received quantity. */
export async function takeInbound(app: App, ctx: Ctx, id: number, answered: WmsInboundState): Promise<void> {
  await app.database.inCompany(ctx, async (tx) => {
    const row = await lockRow(tx, id);
    if (!row || row.clientNo !== answered.clientInboundNo || row.state === 'done' || row.state === 'cancelled') return;
    const [notice] = await tx.rows<{ state: string }>(
      sql`select state from inbound where company_id = ${sql.company} and id = ${row.docId}`,
    );
    if (!notice) return;
    if (answered.receipts) await bookReceipts(tx, row, answered.receipts);
    else await bookCounted(tx, row, answered.items);
    await tx.rows(
      sql`update wms_order set status = ${answered.status}, raw_status = ${answered.status}, told_at = ${tx.now}, provider_no = ${answered.inboundNo},
         error = case when ${answered.status}::text in ('exception', 'rejected') then coalesce(${answered.problem ?? null}, error) end, error_code = null where company_id = ${sql.company} and id = ${row.id}`,
    );
    if (CLOSED.includes(answered.status)) {
      await closeInbound(tx, row.docId);
      await done(tx, row, 'done');
    } else if (answered.status === 'cancelled' || answered.status === 'rejected') {
      if (notice.state === 'notice' || notice.state === 'arrived') await reopenAsn(tx, row, answered);
      else await giveUp(tx, row, answered);
    }
  });
}

/** Received units stay booked; users here can receive the rest again. */
async function giveUp(tx: Tx, row: Outgoing, answered: WmsInboundState): Promise<void> {
  notify(tx, row, 'wmsCancelled', { error: answered.problem ?? answered.status });
  await done(tx, row, 'cancelled');
}

/** Cancelled at our request, the ASN ends; rejected by the provider, it stays and can be sent again. */
async function reopenAsn(tx: Tx, row: Outgoing, answered: WmsInboundState): Promise<void> {
  if (row.cancelState !== null && answered.status === 'cancelled') {
    await cancelInbound(tx, row.docId);
    return done(tx, row, 'cancelled');
  }
  notify(tx, row, 'wmsRefused', { error: answered.problem ?? answered.status });
  await tx.rows(
    sql`update wms_order set state = 'exception', error = ${answered.problem ?? answered.status}, error_code = 'REFUSED', next_at = null where company_id = ${sql.company} and id = ${row.id}`,
  );
}

type Goods = { sku: string; quantity: number; damaged: boolean; batch?: string };

async function bookReceipts(tx: Tx, row: Outgoing, receipts: NonNullable<WmsInboundState['receipts']>): Promise<void> {
  for (const receipt of receipts) {
    const fresh = await tx.rows(
      sql`insert into wms_receipt (company_id, connection_id, receipt_id, inbound_id, at) values (${sql.company}, ${row.connectionId}, ${receipt.receiptId}, ${row.docId}, ${receipt.at})
       on conflict do nothing returning 1`,
    );
    if (fresh.length > 0) await book(tx, row, receipt.lines);
  }
}

async function bookCounted(tx: Tx, row: Outgoing, items: WmsInboundState['items']): Promise<void> {
  const known = await tx.rows<{ code: string; received: number; damaged: number }>(
    sql`select w.code, sum(l.received)::int as received, sum(l.damaged)::int as damaged from inbound_line l
     join wms_product w on w.company_id = ${sql.company} and w.connection_id = ${row.connectionId} and w.product_id = l.product_id
     where l.company_id = ${sql.company} and l.inbound_id = ${row.docId} group by w.code`,
  );
  const booked = new Map(known.map((line) => [line.code, line]));
  const goods = items.flatMap((item): Goods[] => {
    const before = booked.get(item.sku) ?? { received: 0, damaged: 0 };
    const damaged = item.damaged - before.damaged;
    const good = item.received - item.damaged - (before.received - before.damaged);
    return [
      { sku: item.sku, quantity: good, damaged: false },
      { sku: item.sku, quantity: damaged, damaged: true },
    ].filter((one) => one.quantity > 0);
  });
  await book(tx, row, goods);
}

async function book(tx: Tx, row: Outgoing, goods: readonly Goods[]): Promise<void> {
  const lines = goods.filter((one) => one.quantity > 0);
  if (lines.length === 0) return;
  const products = await tx.rows<{ code: string; productId: number }>(
    sql`select code, product_id from wms_product where company_id = ${sql.company} and connection_id = ${row.connectionId} and code = any(${[...new Set(lines.map((one) => one.sku))]}::text[])`,
  );
  const idOf = new Map(products.map((one) => [one.code, one.productId]));
  const strange = lines.find((one) => !idOf.has(one.sku));
  if (strange) throw conflict('wms.codeOfNothing', { code: strange.sku });
  await receiveInbound(
    tx,
    row.docId,
    lines.map((one) => ({
      productId: idOf.get(one.sku),
      quantity: one.quantity,
      condition: one.damaged ? ('damaged' as const) : ('good' as const),
      ...(one.batch ? { batch: one.batch } : {}),
    })),
  );
}
