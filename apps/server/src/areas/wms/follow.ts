import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { WmsInboundState, WmsOutboundState, WmsOutboundStatus } from '@tradewind/connectors/wms.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { writeHistory } from '../../core/documents.ts';
import { conflict, Fail } from '../../core/errors.ts';
import { codedFailure } from '../../core/jobs/failure.ts';
import { saveLateNumber, sendByHand } from '../logistics/public.ts';
import {
  cancelInbound,
  cancelOutbounds,
  closeInbound,
  createWaves,
  type Outcome,
  packOutbounds,
  pickOutbounds,
  receiveInbound,
  releaseStop,
} from '../warehouse/public.ts';
import { concernsAccount } from './access.ts';
import { askSend } from './jobs.ts';
import { OUTGOING, type Outgoing } from './outbox.ts';

/** Older news never take an order back; cancelling alone ends where it began when the floor says no. */
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

/** An order of which nothing was heard for so long is asked for by itself: lists tell of late ones no more. */
const SILENT_MS = 3 * 3_600_000;
/** What cannot be booked now is read again so soon. */
const NOTED_MS = 10 * 60_000;
export const heardAgain = (now: Date): Date => new Date(now.getTime() + SILENT_MS);
export const triedAgain = (now: Date): Date => new Date(now.getTime() + NOTED_MS);

const isToldNo = (error: unknown): error is ConnectorError =>
  error instanceof ConnectorError && error.kind === 'rejected' && !concernsAccount(error);

/**
 * What cannot be taken in (a count is under way), or is not told (deleted there), is noted and read again; it holds
 * nobody up. A notice that is not there any more is for a person.
 */
export async function orNote(app: App, ctx: Ctx, id: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isToldNo(error) && !(error instanceof Fail)) throw error;
    const words = error instanceof Fail ? codedFailure(error.code, error.params) : error.message.slice(0, 500);
    const code = (error.code ?? 'REFUSED').slice(0, 60);
    await app.database.inCompany(ctx, (tx) =>
      tx.prepared(
        'wms_order_not_taken',
        `update wms_order set error = $3, error_code = $4, told_at = null,
           next_at = case when kind = 'outbound' and state = 'sent' and cancel_state is distinct from 'wanted' then $5 else next_at end,
           state = case when $6 and kind = 'inbound' and state = 'sent' then 'exception' else state end
         where company_id = $1 and id = $2`,
        [tx.companyId, id, words, code, triedAgain(tx.now), isToldNo(error) && code.startsWith('NOT_FOUND')],
      ),
    );
  }
}

/** The row of a document with its outbound or notice locked first, as everybody does. */
async function lockRow(tx: Tx, id: number): Promise<Outgoing | undefined> {
  await tx.prepared(
    'wms_order_document_lock',
    `select 1 from outbound o join wms_order w on w.company_id = $1 and w.id = $2 and w.kind = 'outbound' and w.doc_id = o.id
     where o.company_id = $1 for update of o`,
    [tx.companyId, id],
  );
  await tx.prepared(
    'wms_order_notice_lock',
    `select 1 from inbound i join wms_order w on w.company_id = $1 and w.id = $2 and w.kind = 'inbound' and w.doc_id = i.id
     where i.company_id = $1 for update of i`,
    [tx.companyId, id],
  );
  const [row] = await tx.prepared<Outgoing>(
    'wms_order_lock',
    `select ${OUTGOING} from wms_order where company_id = $1 and id = $2 for update`,
    [tx.companyId, id],
  );
  return row;
}

/** Whether the news is newer than what is known: later told, or the same moment and further on, or in trouble now. */
export function isNews(
  known: { status: string | null; rawStatus: string | null; toldAt: Date | null },
  told: { status: WmsOutboundStatus; rawStatus: string; updatedAt: string },
): boolean {
  if (!known.toldAt || known.status === null) return true;
  const rank = RANK[known.status as WmsOutboundStatus] ?? 0;
  if (known.status === 'cancelling') return Date.parse(told.updatedAt) >= known.toldAt.getTime();
  const at = Date.parse(told.updatedAt) - known.toldAt.getTime();
  if (at < 0) return false;
  if (LEFT.includes(known.status) || ENDED.includes(known.status)) return RANK[told.status] >= rank;
  // Some have no time of their own for it.
  return at > 0 || RANK[told.status] >= rank || (isStopped(told.status) && told.rawStatus !== known.rawStatus);
}
const isStopped = (status: WmsOutboundStatus) => status === 'exception' || status === 'onHold';

/** What the provider says of an order becomes the course of our outbound. Repeated and older news change nothing. */
export async function takeOutbound(app: App, ctx: Ctx, id: number, told: WmsOutboundState): Promise<void> {
  await app.database.inCompany(ctx, async (tx) => {
    const row = await lockRow(tx, id);
    if (!row || row.clientNo !== told.clientOrderNo) return;
    if (LEFT.includes(row.status ?? '') && told.status === 'exception') return troubleOnTheWay(tx, row, told);
    if (!isNews(row, told)) return;
    await keepTold(tx, row, told);
    if (LEFT.includes(told.status)) return left(tx, row, told);
    if (ENDED.includes(told.status)) return ended(tx, row, told);
    // Nobody here wants it any more, and there it stands: the provider stored late what we had given up.
    if (row.state === 'cancelled' && row.cancelState !== 'refused') return askAgain(tx, row);
    // Some say nothing while they try to stop it: only an end decides, or going on after it was being stopped.
    if (row.cancelState === 'asked' && row.status === 'cancelling' && told.status !== 'cancelling')
      return refuseCancel(tx, row, told.problem ?? '');
    if (isStopped(told.status) && told.status !== row.status)
      tell(tx, row, 'wmsStopped', { error: told.problem ?? told.rawStatus });
  });
}

/** It has left, and did not reach the buyer: said once. */
async function troubleOnTheWay(tx: Tx, row: Outgoing, told: WmsOutboundState): Promise<void> {
  if (told.rawStatus !== row.rawStatus) {
    await tx.prepared(
      'wms_order_raw_status',
      'update wms_order set raw_status = $3 where company_id = $1 and id = $2',
      [tx.companyId, row.id, told.rawStatus],
    );
    tell(tx, row, 'wmsStopped', { error: told.problem ?? told.rawStatus });
  }
  // Its number may still come.
  if (row.state === 'sent' || row.state === 'done') await left(tx, row, told);
}

async function keepTold(tx: Tx, row: Outgoing, told: WmsOutboundState): Promise<void> {
  await tx.prepared(
    'wms_order_told',
    `update wms_order set provider_no = $3, status = $4, raw_status = $5, told_at = $6, packages = $7::jsonb,
       error = case when $8 then $9 else null end, error_code = null,
       next_at = case when state = 'sent' and cancel_state is distinct from 'wanted' then $10 else next_at end
     where company_id = $1 and id = $2`,
    [
      tx.companyId,
      row.id,
      told.orderNo,
      told.status,
      told.rawStatus,
      told.updatedAt,
      JSON.stringify(told.packages),
      isStopped(told.status),
      told.problem ?? told.rawStatus,
      heardAgain(tx.now),
    ],
  );
}

/** In the history of the document, and of the order it is for. */
export function tell(tx: Tx, row: Outgoing, event: string, detail: Record<string, unknown>): void {
  const docs = [{ docKind: row.kind as string, docId: row.docId, event, detail }];
  if (row.orderId !== null) docs.push({ docKind: 'sales_order', docId: row.orderId, event, detail });
  writeHistory(tx, docs);
}

/** @throws the first refusal */
function orRefuse({ refused }: Outcome): void {
  const [first] = refused;
  if (first) throw conflict(first.code, first.params);
}

/** Nobody waits for a number any longer. */
const NUMBER_MS = 3 * 24 * 3_600_000;
function isLongGone({ packages, updatedAt }: WmsOutboundState, now: Date): boolean {
  const gone = packages.map((one) => Date.parse(one.shippedAt ?? updatedAt));
  return now.getTime() - Math.min(Date.parse(updatedAt), ...gone) > NUMBER_MS;
}

/** It has left there: so it does here, by the ordinary way, and the platform hears the number. */
async function left(tx: Tx, row: Outgoing, told: WmsOutboundState): Promise<void> {
  const [first] = told.packages.filter((one) => one.trackingNumber);
  const [facts] = await tx.prepared<{ state: string; tracking: string | null; stopped: boolean }>(
    'wms_outbound_leaving',
    `select o.state, o.stop_requested as stopped, (select m.tracking from wms_method_choice c join wms_method m
        on m.company_id = $1 and m.warehouse_id = c.warehouse_id and m.code = c.method_code
        where c.company_id = $1 and c.warehouse_id = o.warehouse_id and c.channel_id in (coalesce(o.channel_id, 0), 0)
        order by c.channel_id desc limit 1) as tracking
     from outbound o where o.company_id = $1 and o.id = $2`,
    [tx.companyId, row.docId],
  );
  if (!facts || facts.state === 'shipped') return alreadyLeft(tx, row, first);
  if (facts.state === 'cancelled') {
    tell(tx, row, 'wmsLeftAnyway', { trackingNumber: first?.trackingNumber ?? '', error: told.problem ?? '' });
    await tx.prepared(
      'wms_order_left_anyway',
      `update wms_order set state = 'exception', cancel_state = 'refused', error = $3, error_code = 'wms.leftAnyway', next_at = null
       where company_id = $1 and id = $2`,
      [tx.companyId, row.id, codedFailure('wms.leftAnyway')],
    );
    return;
  }
  // The platform is told once: with the number, where there will be one.
  if (!first && facts.tracking !== 'none' && !told.untracked && !isLongGone(told, tx.now)) return;
  if (facts.stopped) {
    await releaseStop(tx, [row.docId]);
    tell(tx, row, 'wmsCancelRefused', { error: told.problem ?? '' });
  }
  await ship(tx, row, facts.state, told);
  // One that is only late is asked for on.
  await done(tx, row, 'done', first || facts.tracking === 'none' || told.untracked ? null : heardAgain(tx.now));
}

/** In our books it has left already: only its number may be news. */
async function alreadyLeft(tx: Tx, row: Outgoing, first: WmsOutboundState['packages'][number] | undefined) {
  const { carrier = '', trackingNumber } = first ?? {};
  if (trackingNumber) await saveLateNumber(tx, row.docId, { carrierName: carrier, trackingNumber });
  else if (row.state === 'done') return;
  await done(tx, row, 'done');
}

async function ship(tx: Tx, row: Outgoing, state: string, told: WmsOutboundState): Promise<void> {
  if (row.orderId === null) return;
  await tx.prepared(
    'wms_order_leaving',
    `update wms_order set state = 'sent' where company_id = $1 and id = $2 and state <> 'sent'`,
    [tx.companyId, row.id],
  );
  const ids = [row.docId];
  if (state === 'waiting') orRefuse({ done: [], ...(await createWaves(tx, ids, { outside: true })) });
  if (state === 'waiting' || state === 'picking') orRefuse(await pickOutbounds(tx, ids));
  const weightGrams = told.packages.reduce((sum, one) => sum + (one.weightGrams ?? 0), 0);
  if (state !== 'packed') orRefuse(await packOutbounds(tx, [{ outboundId: row.docId, weightGrams }], 'all'));
  const [first] = told.packages;
  const carrierName = first?.carrier ?? '';
  const trackingNumber = told.packages.find((one) => one.trackingNumber)?.trackingNumber ?? '';
  await sendByHand(tx, { id: row.orderId, status: 'packed' }, { carrierName, trackingNumber });
  const more = told.packages.flatMap((one) =>
    one.trackingNumber && one.trackingNumber !== trackingNumber ? [one.trackingNumber] : [],
  );
  tell(tx, row, trackingNumber ? 'wmsShipped' : 'wmsNoNumber', {
    carrier: carrierName,
    trackingNumber,
    ...(more.length > 0 ? { more } : {}),
  });
}

async function ended(tx: Tx, row: Outgoing, told: WmsOutboundState): Promise<void> {
  const words = told.problem ?? told.rawStatus;
  const [mine] = (await cancelOutbounds(tx, [row.docId], 'warehouse', { remark: words })).done;
  if (mine !== undefined && row.cancelState === null) tell(tx, row, 'wmsCancelled', { error: words });
  await done(tx, row, 'cancelled');
}

async function done(tx: Tx, row: Outgoing, state: 'done' | 'cancelled', nextAt: Date | null = null): Promise<void> {
  await tx.prepared(
    'wms_order_done',
    `update wms_order set state = $3, next_at = $5, done_at = coalesce(done_at, $4), error_code = null, cancel_state = case when $3 = 'cancelled' then cancel_state
       when cancel_state is not null then 'refused' end where company_id = $1 and id = $2`,
    [tx.companyId, row.id, state, tx.now, nextAt],
  );
}

async function askAgain(tx: Tx, row: Outgoing): Promise<void> {
  await tx.prepared(
    'wms_order_unwanted',
    `update wms_order set state = 'sent', cancel_state = 'wanted', next_at = $3 where company_id = $1 and id = $2`,
    [tx.companyId, row.id, tx.now],
  );
  await askSend(tx, row.connectionId);
}

/** They carry it out all the same: what was stopped for it goes on, and the order says so. */
export async function refuseCancel(tx: Tx, row: Outgoing, words: string): Promise<void> {
  await releaseStop(tx, row.kind === 'outbound' ? [row.docId] : []);
  await tx.prepared(
    'wms_order_cancel_refused',
    `update wms_order set cancel_state = 'refused', error = $3, error_code = null, attempts = 0,
       next_at = case when kind = 'outbound' and state = 'sent' then $4::timestamptz end where company_id = $1 and id = $2`,
    [tx.companyId, row.id, words || null, heardAgain(tx.now)],
  );
  tell(tx, row, 'wmsCancelRefused', { error: words });
}

// ---- notices

const CLOSED: readonly string[] = ['putAway', 'closedShort'];

/** Receipts of the provider are booked once each; where it tells none, what it has counted more than we have booked. */
export async function takeInbound(app: App, ctx: Ctx, id: number, told: WmsInboundState): Promise<void> {
  await app.database.inCompany(ctx, async (tx) => {
    const row = await lockRow(tx, id);
    if (!row || row.clientNo !== told.clientInboundNo || row.state === 'done' || row.state === 'cancelled') return;
    const [notice] = await tx.prepared<{ state: string }>(
      'wms_inbound_state',
      'select state from inbound where company_id = $1 and id = $2',
      [tx.companyId, row.docId],
    );
    if (!notice) return;
    if (told.receipts) await bookReceipts(tx, row, told.receipts);
    else await bookCounted(tx, row, told.items);
    await tx.prepared(
      'wms_inbound_told',
      `update wms_order set status = $3, raw_status = $3, told_at = $4, provider_no = $5,
         error = case when $3 in ('exception', 'rejected') then coalesce($6, error) end, error_code = null where company_id = $1 and id = $2`,
      [tx.companyId, row.id, told.status, tx.now, told.inboundNo, told.problem ?? null],
    );
    if (CLOSED.includes(told.status)) {
      await closeInbound(tx, row.docId);
      await done(tx, row, 'done');
    } else if (told.status === 'cancelled' || told.status === 'rejected') {
      if (notice.state === 'notice' || notice.state === 'arrived') await giveNoticeBack(tx, row, told);
      else await giveUp(tx, row, told);
    }
  });
}

/** What came in there stays booked; what is still to come is for people here again. */
async function giveUp(tx: Tx, row: Outgoing, told: WmsInboundState): Promise<void> {
  tell(tx, row, 'wmsCancelled', { error: told.problem ?? told.status });
  await done(tx, row, 'cancelled');
}

/** Cancelled at our wish the notice ends; refused by them it stays, and may be sent again. */
async function giveNoticeBack(tx: Tx, row: Outgoing, told: WmsInboundState): Promise<void> {
  if (row.cancelState !== null && told.status === 'cancelled') {
    await cancelInbound(tx, row.docId);
    return done(tx, row, 'cancelled');
  }
  tell(tx, row, 'wmsRefused', { error: told.problem ?? told.status });
  await tx.prepared(
    'wms_inbound_refused',
    `update wms_order set state = 'exception', error = $3, error_code = 'REFUSED', next_at = null where company_id = $1 and id = $2`,
    [tx.companyId, row.id, told.problem ?? told.status],
  );
}

type Goods = { sku: string; quantity: number; damaged: boolean; batch?: string };

async function bookReceipts(tx: Tx, row: Outgoing, receipts: NonNullable<WmsInboundState['receipts']>): Promise<void> {
  for (const receipt of receipts) {
    const fresh = await tx.prepared(
      'wms_receipt_once',
      `insert into wms_receipt (company_id, connection_id, receipt_id, inbound_id, at) values ($1, $2, $3, $4, $5)
       on conflict do nothing returning 1`,
      [tx.companyId, row.connectionId, receipt.receiptId, row.docId, receipt.at],
    );
    if (fresh.length > 0) await book(tx, row, receipt.lines);
  }
}

async function bookCounted(tx: Tx, row: Outgoing, items: WmsInboundState['items']): Promise<void> {
  const known = await tx.prepared<{ code: string; received: number; damaged: number }>(
    'wms_inbound_booked',
    `select w.code, sum(l.received)::int as received, sum(l.damaged)::int as damaged from inbound_line l
     join wms_product w on w.company_id = $1 and w.connection_id = $3 and w.product_id = l.product_id
     where l.company_id = $1 and l.inbound_id = $2 group by w.code`,
    [tx.companyId, row.docId, row.connectionId],
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
  const products = await tx.prepared<{ code: string; productId: number }>(
    'wms_products_by_code',
    `select code, product_id as "productId" from wms_product where company_id = $1 and connection_id = $2 and code = any($3::text[])`,
    [tx.companyId, row.connectionId, [...new Set(lines.map((one) => one.sku))]],
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
