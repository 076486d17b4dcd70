import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { WmsAccess, WmsConnector, WmsInbound } from '@tradewind/connectors/wms.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { codedFailure } from '../../core/jobs/failure.ts';
import { defineJob } from '../../core/jobs/jobs.ts';
import { cancelOutbounds, createWaves, dissolveWaves } from '../warehouse/public.ts';
import { concernsAccount, withWms } from './access.ts';
import { nextPoll, notify, orNote, refuseCancel, takeInbound, takeOutbound, triedAgain } from './follow.ts';
import { askSend, SEND_JOB } from './jobs.ts';
import { OUTGOING, type Outgoing } from './outbox.ts';
import { inboundPayload, outboundPayload, type Payload, type Problem } from './payload.ts';

const MOST_AT_ONCE = 200;
const MOST_TRIES = 12;
/** After a lost answer: late providers have stored the document by then. */
const LOOK_AGAIN_MS = 1_000;

defineJob<{ connectionId: number }>(
  SEND_JOB.name,
  ['推送到仓储服务商', 'Send to warehouse provider'],
  async (app, ctx, { connectionId }) => sendDue(app, ctx, connectionId),
);

/** Sends due documents, oldest first, and schedules a run for later ones. */
export async function sendDue(app: App, ctx: Ctx, connectionId: number): Promise<void> {
  const passed = new Set<number>();
  for (let n = 0; n < MOST_AT_ONCE; n++) {
    const row = await app.database.inCompany(ctx, (tx) => nextDue(tx, connectionId, passed));
    if (!row) break;
    passed.add(row.id);
    const shipAnyway = await sendOne(app, ctx, row);
    if (!shipAnyway) break;
  }
  await app.database.inCompany(ctx, async (tx) => {
    const at = await nextTime(tx, connectionId);
    // Documents left unchanged must not keep the queue running.
    const soon = tx.now.getTime() + LOOK_AGAIN_MS;
    if (at) await askSend(tx, connectionId, new Date(Math.max(at.getTime(), soon)));
  });
}

/** The poll, not this job, follows sent documents and missing tracking numbers. */
const TO_SEND = sql`next_at is not null and (state not in ('sent', 'done') or cancel_state = 'wanted')`;
const usable = (connectionId: number, more: Sql = sql.empty): Sql =>
  sql`exists (select from wms_connection c where c.company_id = ${sql.company} and c.id = ${connectionId} and c.enabled and c.state <> 'failed'${more})`;

async function nextDue(tx: Tx, connectionId: number, passed: ReadonlySet<number>): Promise<Outgoing | undefined> {
  const [row] = await tx.rows<Outgoing>(
    sql`select ${OUTGOING} from wms_order where company_id = ${sql.company} and connection_id = ${connectionId} and next_at <= ${tx.now} and ${TO_SEND}
       and id <> all(${[...passed]}::bigint[]) and ${usable(connectionId, sql` and (c.held_until is null or c.held_until <= ${tx.now})`)} order by next_at, id limit 1`,
  );
  return row;
}

async function nextTime(tx: Tx, connectionId: number): Promise<Date | undefined> {
  const [row] = await tx.rows<{ at: Date | null }>(
    sql`select greatest(min(o.next_at), (select c.held_until from wms_connection c where c.company_id = ${sql.company} and c.id = ${connectionId})) as at
     from wms_order o where o.company_id = ${sql.company} and o.connection_id = ${connectionId} and ${TO_SEND} and ${usable(connectionId)}`,
  );
  return row?.at ? new Date(row.at) : undefined;
}

/** @returns false when the account cannot be called now */
async function sendOne(app: App, ctx: Ctx, row: Outgoing): Promise<boolean> {
  try {
    if (row.cancelState === 'wanted') await cancelThere(app, ctx, row);
    else if (row.state === 'waiting' || row.state === 'sending') await sendThere(app, ctx, row);
    else await settle(app, ctx, row.id, { nextAt: null });
    return true;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    await failed(app, ctx, row, error);
    return !concernsAccount(error);
  }
}

/** Its number there. */
type Made = { no: string; status: string };

async function sendThere(app: App, ctx: Ctx, row: Outgoing): Promise<void> {
  // Sent before, with an unknown result.
  if (row.state === 'sending' && (await foundThere(app, ctx, row))) return;
  const claimed = await app.database.inCompany(ctx, (tx) => claim(tx, row));
  if (!claimed.ok) {
    if (claimed.problem.code === 'wms.documentGone') await app.database.inCompany(ctx, (tx) => neverGoes(tx, row));
    else await hold(app, ctx, row, claimed.problem);
    return;
  }
  const { payload } = claimed;
  const made = await withWms<Made>(app, ctx, row.connectionId, async (wms, access) => {
    if (!('clientOrderNo' in payload)) return createInboundOnce(wms, access, payload);
    const { orderNo, status } = await wms.createOutbound(access, payload);
    return { no: orderNo, status };
  });
  await accepted(app, ctx, row, made);
}

/** An ASN with our number at the provider is the same ASN; if not found, the result stays unknown. */
async function createInboundOnce(wms: WmsConnector, access: WmsAccess, payload: WmsInbound): Promise<Made> {
  try {
    const { inboundNo, status } = await wms.createInbound(access, payload);
    return { no: inboundNo, status };
  } catch (error) {
    if (!(error instanceof ConnectorError) || !error.code?.startsWith('DUPLICATE')) throw error;
    const known = await wms.findInbound(access, payload.clientInboundNo);
    if (!known) throw new ConnectorError(error.platform, 'uncertain', error.message, { code: error.code });
    return { no: known.inboundNo, status: known.status };
  }
}

async function foundThere(app: App, ctx: Ctx, row: Outgoing): Promise<boolean> {
  const found = await withWms(app, ctx, row.connectionId, async (wms, access) => {
    if (row.kind === 'inbound') {
      const state = await wms.findInbound(access, row.clientNo);
      return state && { no: state.inboundNo, status: state.status, take: () => takeInbound(app, ctx, row.id, state) };
    }
    const state = await wms.findOutbound(access, row.clientNo);
    return state && { no: state.orderNo, status: state.status, take: () => takeOutbound(app, ctx, row.id, state) };
  });
  if (!found) return false;
  await accepted(app, ctx, row, found);
  await orNote(app, ctx, row.id, found.take);
  return true;
}

/** Committed before the call: whatever happens then, the next attempt looks it up by our number. */
async function claim(
  tx: Tx,
  row: Outgoing,
): Promise<Payload<Parameters<WmsConnector['createOutbound']>[1] | WmsInbound>> {
  const made =
    row.kind === 'outbound'
      ? await outboundPayload(tx, row.docId)
      : await inboundPayload(tx, row.docId, (row.transport ?? 'express') as WmsInbound['transport']);
  if (!made.ok) return made;
  if (row.kind === 'outbound') {
    const refused = await begin(tx, row);
    if (refused) return { ok: false, problem: refused };
  }
  const [mine] = await tx.rows(
    sql`update wms_order set state = 'sending', attempts = attempts + 1, payload_hash = ${made.hash}, next_at = ${new Date(tx.now.getTime() + LOOK_AGAIN_MS)}
     where company_id = ${sql.company} and id = ${row.id} and state in ('waiting', 'sending') and cancel_state is null returning 1`,
  );
  return mine ? made : { ok: false, problem: { code: 'wms.documentGone' } };
}

/** In progress at the provider from here on: cancelling needs a request. */
async function begin(tx: Tx, row: Outgoing): Promise<Problem | undefined> {
  const { refused } = await createWaves(tx, [row.docId], { outside: true });
  const [first] = refused;
  if (!first || first.code === 'warehouse.notWaiting') return undefined;
  return { code: first.code, params: first.params ?? {} };
}

async function accepted(app: App, ctx: Ctx, row: Outgoing, made: { no: string; status: string }): Promise<void> {
  await app.database.inCompany(ctx, async (tx) => {
    const [changed] = await tx.rows<{ cancelState: string | null }>(
      sql`update wms_order set state = 'sent', provider_no = ${made.no}, status = coalesce(status, ${made.status}), sent_at = coalesce(sent_at, ${tx.now}::timestamptz), error = null,
         error_code = null, attempts = 0,
         next_at = case when cancel_state = 'wanted' then ${tx.now}::timestamptz when kind = 'outbound' then ${nextPoll(tx.now)}::timestamptz end
       where company_id = ${sql.company} and id = ${row.id} and state in ('sending', 'waiting', 'parked') returning cancel_state`,
    );
    if (!changed) return;
    notify(tx, row, 'wmsAccepted', { providerNo: made.no });
  });
}

async function settle(
  app: App,
  ctx: Ctx,
  id: number,
  { nextAt, error, code, state }: { nextAt: Date | null; error?: string; code?: string; state?: string },
): Promise<void> {
  await app.database.inCompany(ctx, (tx) =>
    tx.rows(
      sql`update wms_order set next_at = ${nextAt}, error = coalesce(${error ?? null}, error), error_code = coalesce(${code?.slice(0, 60) ?? null}, error_code),
         state = case when state in ('waiting', 'sending') then coalesce(${state ?? null}, state) else state end
       where company_id = ${sql.company} and id = ${id}`,
    ),
  );
}

/** Data is missing here: waits for it. A warehouse count ends without help. */
function hold(app: App, ctx: Ctx, row: Outgoing, { code, params }: Problem): Promise<void> {
  if (code === 'warehouse.counting')
    return settle(app, ctx, row.id, { nextAt: triedAgain(ctx.now()), error: codedFailure(code, params), code });
  return settle(app, ctx, row.id, { nextAt: null, error: codedFailure(code, params), code, state: 'exception' });
}

const wordsOf = (error: ConnectorError) => error.message.slice(0, 500);
const backOff = (attempts: number) => Math.min(300, 2 ** attempts) * 1000;

async function failed(app: App, ctx: Ctx, row: Outgoing, error: ConnectorError): Promise<void> {
  const later = new Date(ctx.now().getTime() + Math.max(backOff(row.attempts), error.retryAfterMs ?? 0));
  // An error of the account, not the document: waits for the account.
  if (concernsAccount(error)) return settle(app, ctx, row.id, { nextAt: later, error: wordsOf(error) });
  if (error.kind === 'rejected') return refusedThere(app, ctx, row, error);
  const tries = await countTry(app, ctx, row, wordsOf(error));
  const deadLetters = tries >= MOST_TRIES;
  await settle(app, ctx, row.id, {
    nextAt: deadLetters ? null : later,
    error: wordsOf(error),
    code: error.code ?? error.kind,
    ...(deadLetters ? { state: 'parked' } : {}),
  });
}

/** A claim counts its attempt; lookups and cancellations count here. */
async function countTry(app: App, ctx: Ctx, row: Outgoing, error: string): Promise<number> {
  const [counted] = await app.database.inCompany(ctx, (tx) =>
    tx.rows<{ attempts: number }>(
      sql`update wms_order set attempts = greatest(attempts, ${row.attempts + 1}), error = ${error} where company_id = ${sql.company} and id = ${row.id} returning attempts`,
    ),
  );
  return counted?.attempts ?? MOST_TRIES;
}

/** The provider rejects it. Out of stock: another warehouse may ship it. Otherwise a person fixes it. */
async function refusedThere(app: App, ctx: Ctx, row: Outgoing, error: ConnectorError): Promise<void> {
  if (row.cancelState === 'wanted') return cancelRefused(app, ctx, row, error.message);
  const short = row.kind === 'outbound' && /^STOCK|OUT_OF_STOCK/.test(error.code ?? '');
  const words = wordsOf(error);
  await app.database.inCompany(ctx, async (tx) => {
    if (short) await cancelOutbounds(tx, [row.docId], 'short', { remark: words });
    else if (row.kind === 'outbound') await giveBack(tx, row.docId);
    const state = short ? 'cancelled' : 'exception';
    await tx.rows(
      sql`update wms_order set state = ${state}, error = ${words}, error_code = ${error.code ?? 'REFUSED'}, next_at = null, cancel_state = null,
         done_at = case when ${state}::text = 'cancelled' then ${tx.now}::timestamptz end
       where company_id = ${sql.company} and id = ${row.id} and state in ('waiting', 'sending')`,
    );
    notify(tx, row, 'wmsRefused', { error: words });
  });
}

async function giveBack(tx: Tx, outboundId: number): Promise<void> {
  const [row] = await tx.rows<{ waveId: number | null }>(
    sql`select wave_id from outbound where company_id = ${sql.company} and id = ${outboundId} and state = 'picking'`,
  );
  if (row?.waveId) await dissolveWaves(tx, [row.waveId]);
}

async function cancelThere(app: App, ctx: Ctx, row: Outgoing): Promise<void> {
  // First finds out whether the provider has it.
  if (!row.providerNo && !(await foundThere(app, ctx, row))) {
    await app.database.inCompany(ctx, (tx) => neverThere(tx, row));
    return;
  }
  const [known] = await app.database.inCompany(ctx, (tx) =>
    tx.rows<Outgoing>(sql`select ${OUTGOING} from wms_order where company_id = ${sql.company} and id = ${row.id}`),
  );
  if (!known?.providerNo || known.state !== 'sent' || known.cancelState !== 'wanted') return;
  const no = known.providerNo;
  if (row.kind === 'inbound') {
    await withWms(app, ctx, row.connectionId, (wms, access) => wms.cancelInbound(access, no));
    const state = await withWms(app, ctx, row.connectionId, (wms, access) => wms.inbound(access, no));
    await mark(app, ctx, row.id, 'asked');
    return orNote(app, ctx, row.id, () => takeInbound(app, ctx, row.id, state));
  }
  const answer = await withWms(app, ctx, row.connectionId, (wms, access) =>
    wms.cancelOutbound(access, no, 'cancelled by the seller'),
  );
  if (answer === 'refused') return cancelRefused(app, ctx, row, '');
  await mark(app, ctx, row.id, 'asked');
  const state = await withWms(app, ctx, row.connectionId, (wms, access) => wms.outbound(access, no));
  await orNote(app, ctx, row.id, () => takeOutbound(app, ctx, row.id, state));
}

async function mark(app: App, ctx: Ctx, id: number, cancelState: 'asked'): Promise<void> {
  await app.database.inCompany(ctx, (tx) =>
    tx.rows(
      sql`update wms_order set cancel_state = ${cancelState}, error = null, error_code = null, attempts = 0,
         next_at = case when kind = 'outbound' then ${triedAgain(tx.now)}::timestamptz end where company_id = ${sql.company} and id = ${id}`,
    ),
  );
}

/** Someone continued with it here meanwhile: it stays here. */
async function neverGoes(tx: Tx, row: Outgoing): Promise<void> {
  await tx.rows(
    sql`update wms_order set state = 'cancelled', next_at = null, done_at = ${tx.now} where company_id = ${sql.company} and id = ${row.id}
       and state in ('waiting', 'sending') and cancel_state is distinct from 'wanted'`,
  );
}

/** It never reached the provider: needs no cancellation and is not sent. */
async function neverThere(tx: Tx, row: Outgoing): Promise<void> {
  if (row.kind === 'outbound') await cancelOutbounds(tx, [row.docId], 'warehouse', { remark: '' });
  await tx.rows(
    sql`update wms_order set state = 'cancelled', next_at = null, done_at = ${tx.now} where company_id = ${sql.company} and id = ${row.id}
       and state in ('waiting', 'sending', 'parked')`,
  );
}

async function cancelRefused(app: App, ctx: Ctx, row: Outgoing, words: string): Promise<void> {
  await app.database.inCompany(ctx, (tx) => refuseCancel(tx, row, words));
}
