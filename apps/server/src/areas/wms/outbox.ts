import { defineAction, writeAudit } from '../../core/audit.ts';
import type { Tx } from '../../core/database/database.ts';
import { conflict, notFound } from '../../core/errors.ts';
import {
  inboundByHand,
  inboundClosed,
  outboundMoved,
  outboundShipping,
  outboundStopping,
} from '../warehouse/public.ts';
import { AGAIN, housesOf } from './adopt.ts';
import { askSend } from './jobs.ts';

/** What of an outbound is with its provider. */
export type Outgoing = {
  id: number;
  connectionId: number;
  warehouseId: number;
  kind: 'outbound' | 'inbound';
  docId: number;
  clientNo: string;
  orderId: number | null;
  state: string;
  attempts: number;
  providerNo: string | null;
  status: string | null;
  rawStatus: string | null;
  toldAt: Date | null;
  cancelState: string | null;
  error: string | null;
  transport: string | null;
};

export const OUTGOING = `id, connection_id as "connectionId", warehouse_id as "warehouseId", kind, doc_id as "docId",
  client_no as "clientNo", order_id as "orderId", state, attempts, provider_no as "providerNo", status,
  raw_status as "rawStatus", told_at as "toldAt", cancel_state as "cancelState", error, transport`;

/** Needs a person: it could not be sent, they stopped it, or what they did cannot be booked. A count ends by itself. */
export const troubled = (of: string): string =>
  `(${of}.state in ('exception', 'parked') or ${of}.state = 'sent' and (${of}.status in ('exception', 'onHold') or ${of}.error_code <> 'warehouse.counting'))`;

/** Not sent yet, or refused there: the provider has nothing of it. */
const NOT_THERE = `state in ('waiting', 'exception')
  and (payload_hash is null and provider_no is null or kind = 'inbound' and provider_no is not null)`;

/** States in which a notice may be with its provider: then only the provider says what came in. */
const RECEIVED_THERE: readonly string[] = ['sending', 'sent', 'parked'];

/** A document was made for a warehouse that others run: what is to be sent is written with it. */
outboundMoved.listen(async (tx, { moves, reason }) => {
  if (reason === 'created')
    await enqueueOutbounds(
      tx,
      moves.map((move) => move.outboundId),
    );
  const ended = moves.filter((move) => move.to === 'cancelled').map((move) => move.outboundId);
  if (ended.length > 0) await endOutgoing(tx, 'outbound', ended);
});

async function enqueueOutbounds(tx: Tx, ids: readonly number[]): Promise<void> {
  const made = await tx.prepared<{ connectionId: number }>(
    'wms_outbounds_enqueue',
    `insert into wms_order (company_id, connection_id, warehouse_id, kind, doc_id, client_no, order_id, order_no, next_at, created_at)
     select $1, h.connection_id, o.warehouse_id, 'outbound', o.id, o.number, o.order_id, o.order_no, $3, $3
     from outbound o join wms_warehouse h on h.company_id = $1 and h.warehouse_id = o.warehouse_id
     where o.company_id = $1 and o.id = any($2::bigint[]) on conflict do nothing returning connection_id as "connectionId"`,
    [tx.companyId, ids, tx.now],
  );
  for (const id of new Set(made.map((row) => row.connectionId))) await askSend(tx, id);
}

/** What was never sent ends here; of the rest the provider is asked, who may have it whatever was answered. */
async function endOutgoing(tx: Tx, kind: Outgoing['kind'], docIds: readonly number[]): Promise<void> {
  const asked = await tx.prepared<{ connectionId: number; state: string }>(
    'wms_outbounds_end',
    `update wms_order set cancel_state = case when ${NOT_THERE} then cancel_state else 'wanted' end,
       next_at = case when ${NOT_THERE} then null else $3::timestamptz end,
       done_at = case when ${NOT_THERE} then $3::timestamptz end,
       state = case when ${NOT_THERE} then 'cancelled' when state not in ('waiting', 'exception') then state
         when provider_no is null then 'sending' else 'sent' end
     where company_id = $1 and kind = $4 and doc_id = any($2::bigint[]) and state not in ('done', 'cancelled')
       and cancel_state is distinct from 'asked'
     returning connection_id as "connectionId", state`,
    [tx.companyId, docIds, tx.now, kind],
  );
  for (const id of new Set(asked.filter((row) => row.state !== 'cancelled').map((row) => row.connectionId)))
    await askSend(tx, id);
}

/** The buyer wants to cancel, or the platform holds it: the provider is asked to stop it. */
outboundStopping.listen(async (tx, { outboundIds, stop }) => {
  if (!stop) return;
  const asked = await tx.prepared<{ connectionId: number }>(
    'wms_outbounds_stop',
    `update wms_order set cancel_state = 'wanted', next_at = $3 where company_id = $1 and kind = 'outbound'
       and doc_id = any($2::bigint[]) and state in ('sending', 'sent', 'parked') and cancel_state is null
     returning connection_id as "connectionId"`,
    [tx.companyId, outboundIds, tx.now],
  );
  for (const id of new Set(asked.map((row) => row.connectionId))) await askSend(tx, id);
});

/** Only the provider's own word lets an outbound of its warehouse leave in our books. */
outboundShipping.listen(async (tx, { outbounds, refuse }) => {
  if (outbounds.length === 0) return;
  const rows = await tx.prepared<{ docId: number; clientNo: string }>(
    'wms_outbounds_may_ship',
    `select doc_id as "docId", client_no as "clientNo" from wms_order where company_id = $1 and kind = 'outbound'
       and doc_id = any($2::bigint[]) and not (state = 'sent' and coalesce(status, '') in ('shipped', 'delivered', 'returned'))`,
    [tx.companyId, outbounds.map((one) => one.outboundId)],
  );
  for (const row of rows) refuse(row.docId, 'wms.notShippedThere', { number: row.clientNo });
});

/** While a notice is with the provider, its counts are what came in: counted here too, goods would stand twice. */
inboundByHand.listen(async (tx, { inbounds, refuse }) => {
  if (inbounds.length === 0) return;
  const rows = await tx.prepared<{ docId: number; clientNo: string }>(
    'wms_inbounds_there',
    `select doc_id as "docId", client_no as "clientNo" from wms_order where company_id = $1 and kind = 'inbound'
       and doc_id = any($2::bigint[]) and state = any($3::text[])`,
    [tx.companyId, inbounds.map((one) => one.inboundId), RECEIVED_THERE],
  );
  for (const row of rows) refuse(row.docId, 'wms.receivedThere', { number: row.clientNo });
});

/** Whoever announced it took it back: so does the provider, where it is there already. */
inboundClosed.listen(async (tx, { inboundId, cancelled }) => {
  if (cancelled) await endOutgoing(tx, 'inbound', [inboundId]);
});

const acts = {
  sent: defineAction('wms.inboundSent', ['入库单发给服务商', 'Inbound order sent to a provider']),
  cancelAsked: defineAction('wms.cancelAsked', ['请服务商取消单据', 'A provider is asked to cancel']),
};

/** Again, too, where a person has mended what was wrong. @throws notFound wms.notConnected, conflict wms.alreadySent */
export async function enqueueInbound(tx: Tx, inboundId: number, transport: string): Promise<void> {
  const [notice] = await tx.prepared<{ number: string; warehouseId: number; state: string }>(
    'wms_inbound_notice',
    `select number, warehouse_id as "warehouseId", state from inbound where company_id = $1 and id = $2 for update`,
    [tx.companyId, inboundId],
  );
  const mine = notice && (tx.rights.warehouseIds === null || tx.rights.warehouseIds.includes(notice.warehouseId));
  const house = mine ? (await housesOf(tx, [notice.warehouseId])).get(notice.warehouseId) : undefined;
  if (!notice || !house) throw notFound('wms.notConnected');
  if (notice.state !== 'notice') throw conflict('wms.noticeBegun', { number: notice.number });
  const made = await tx.prepared(
    'wms_inbound_enqueue',
    `insert into wms_order (company_id, connection_id, warehouse_id, kind, doc_id, client_no, order_no, transport, next_at, created_at)
     values ($1, $2, $3, 'inbound', $4, $5, '', $6, $7, $7)
     on conflict (company_id, kind, doc_id) do update set next_at = $7, attempts = 0, error = null, error_code = null,
       state = ${AGAIN}, transport = excluded.transport
       where wms_order.state in ('exception', 'parked') returning 1`,
    [tx.companyId, house.connectionId, notice.warehouseId, inboundId, notice.number, transport, tx.now],
  );
  if (made.length === 0) throw conflict('wms.alreadySent', { number: notice.number });
  const targetName = notice.number;
  writeAudit(tx, [
    { action: acts.sent, targetKind: 'inbound', targetId: inboundId, targetName, detail: { transport } },
  ]);
  await askSend(tx, house.connectionId);
}

/** Again, what waits for a person. What may be there already is looked up first. @returns how many */
export async function retryOrders(tx: Tx, ids: readonly number[]): Promise<number> {
  const rows = await tx.prepared<{ connectionId: number }>(
    'wms_orders_retry',
    `update wms_order set state = ${AGAIN}, next_at = $3, attempts = 0, error = null, error_code = null
     where company_id = $1 and id = any($2::bigint[]) and state in ('exception', 'parked')
       and ($4::bigint[] is null or warehouse_id = any($4)) returning connection_id as "connectionId"`,
    [tx.companyId, ids, tx.now, tx.rights.warehouseIds],
  );
  for (const id of new Set(rows.map((row) => row.connectionId))) await askSend(tx, id);
  return rows.length;
}

/** @throws conflict wms.notThere where there is nothing to cancel at the provider */
export async function wantCancel(tx: Tx, id: number): Promise<void> {
  const [row] = await tx.prepared<{ connectionId: number; clientNo: string }>(
    'wms_order_want_cancel',
    `update wms_order set cancel_state = 'wanted', next_at = $3 where company_id = $1 and id = $2
       and state in ('sending', 'sent', 'parked') and cancel_state is distinct from 'asked'
       and ($4::bigint[] is null or warehouse_id = any($4)) returning connection_id as "connectionId", client_no as "clientNo"`,
    [tx.companyId, id, tx.now, tx.rights.warehouseIds],
  );
  if (!row) throw conflict('wms.notThere');
  writeAudit(tx, [{ action: acts.cancelAsked, targetKind: 'wms_order', targetId: id, targetName: row.clientNo }]);
  await askSend(tx, row.connectionId);
}
