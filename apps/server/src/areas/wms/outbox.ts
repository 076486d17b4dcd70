import { inboundMay } from '@tradewind/contract/warehouse.ts';
import { WMS_ORDER_ACTS } from '@tradewind/contract/wms.ts';
import { defineAction, writeAudit } from '../../core/audit.ts';
import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { conflict, notFound } from '../../core/errors.ts';
import {
  inboundByHand,
  inboundClosed,
  outboundMoved,
  outboundShipping,
  outboundStopping,
} from '../warehouse/public.ts';
import { takesAsns } from './access.ts';
import { AGAIN, warehousesFor } from './adopt.ts';
import { askSend } from './jobs.ts';

/** The provider's part of an outbound order. */
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

export const OUTGOING = sql`id, connection_id, warehouse_id, kind, doc_id,
  client_no, order_id, state, attempts, provider_no, status,
  raw_status, told_at, cancel_state, error, transport`;

/** Needs a person: could not be sent, held by the provider, or cannot be booked. A running count ends without help. */
export const troubled = (of: Sql): Sql =>
  sql`(${of}.state in ('exception', 'parked') or ${of}.state = 'sent' and (${of}.status in ('exception', 'onHold') or ${of}.error_code <> 'warehouse.counting'))`;

/** Not sent yet, or rejected: the provider does not have it. */
const NOT_THERE = sql`state in ('waiting', 'exception')
  and (payload_hash is null and provider_no is null or kind = 'inbound' and provider_no is not null)`;

/** Statuses in which the provider may have the ASN: then only the provider's receipts count. */
const RECEIVED_THERE: readonly string[] = ['sending', 'sent', 'parked'];

/** Creates outbox rows with the documents of third-party warehouses. */
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
  const made = await tx.rows<{ connectionId: number }>(
    sql`insert into wms_order (company_id, connection_id, warehouse_id, kind, doc_id, client_no, order_id, order_no, next_at, created_at)
     select ${sql.company}, h.connection_id, o.warehouse_id, 'outbound', o.id, o.number, o.order_id, o.order_no, ${tx.now}, ${tx.now}
     from outbound o join wms_warehouse h on h.company_id = o.company_id and h.warehouse_id = o.warehouse_id
     where o.company_id = ${sql.company} and o.id = any(${ids}::bigint[]) on conflict do nothing returning connection_id`,
  );
  for (const id of new Set(made.map((row) => row.connectionId))) await askSend(tx, id);
}

/** Cancels unsent documents; requests cancellation of the others, since the provider may have them. */
async function endOutgoing(tx: Tx, kind: Outgoing['kind'], docIds: readonly number[]): Promise<void> {
  const requested = await tx.rows<{ connectionId: number; state: string }>(
    sql`update wms_order set cancel_state = case when ${NOT_THERE} then cancel_state else 'wanted' end,
       next_at = case when ${NOT_THERE} then null else ${tx.now}::timestamptz end,
       done_at = case when ${NOT_THERE} then ${tx.now}::timestamptz end,
       state = case when ${NOT_THERE} then 'cancelled' when state not in ('waiting', 'exception') then state
         when provider_no is null then 'sending' else 'sent' end
     where company_id = ${sql.company} and kind = ${kind} and doc_id = any(${docIds}::bigint[]) and state not in ('done', 'cancelled')
       and cancel_state is distinct from 'asked'
     returning connection_id, state`,
  );
  for (const id of new Set(requested.filter((row) => row.state !== 'cancelled').map((row) => row.connectionId)))
    await askSend(tx, id);
}

/** The buyer requests cancellation, or the platform puts the order on hold: asks the provider to hold it. */
outboundStopping.listen(async (tx, { outboundIds, stop }) => {
  if (!stop) return;
  const requested = await tx.rows<{ connectionId: number }>(
    sql`update wms_order set cancel_state = 'wanted', next_at = ${tx.now} where company_id = ${sql.company} and kind = 'outbound'
       and doc_id = any(${outboundIds}::bigint[]) and state in ('sending', 'sent', 'parked') and cancel_state is null
     returning connection_id`,
  );
  for (const id of new Set(requested.map((row) => row.connectionId))) await askSend(tx, id);
});

/** Only the provider's confirmation ships an outbound order of its warehouse. */
outboundShipping.listen(async (tx, { outbounds, refuse }) => {
  if (outbounds.length === 0) return;
  const rows = await tx.rows<{ docId: number; clientNo: string }>(
    sql`select doc_id, client_no from wms_order where company_id = ${sql.company} and kind = 'outbound'
       and doc_id = any(${outbounds.map((one) => one.outboundId)}::bigint[]) and not (state = 'sent' and coalesce(status, '') in ('shipped', 'delivered', 'returned'))`,
  );
  for (const row of rows) refuse(row.docId, 'wms.notShippedThere', { number: row.clientNo });
});

/** While the provider has the ASN, only its receipts count: a receipt here would count the goods twice. */
inboundByHand.listen(async (tx, { inbounds, refuse }) => {
  if (inbounds.length === 0) return;
  const rows = await tx.rows<{ docId: number; clientNo: string }>(
    sql`select doc_id, client_no from wms_order where company_id = ${sql.company} and kind = 'inbound'
       and doc_id = any(${inbounds.map((one) => one.inboundId)}::bigint[]) and state = any(${RECEIVED_THERE}::text[])`,
  );
  for (const row of rows) refuse(row.docId, 'wms.receivedThere', { number: row.clientNo });
});

/** The source document was cancelled: cancels the ASN at the provider too. */
inboundClosed.listen(async (tx, { inboundId, cancelled }) => {
  if (cancelled) await endOutgoing(tx, 'inbound', [inboundId]);
});

const acts = {
  sent: defineAction('wms.inboundSent', ['推送入库单给服务商', 'Inbound order sent to provider']),
  cancelRequested: defineAction('wms.cancelAsked', ['请求服务商取消单据', 'Cancellation requested from provider']),
};

/** Sends it, also after a person fixed an error. @throws notFound wms.notConnected, conflict wms.noAsns, wms.alreadySent */
export async function enqueueInbound(tx: Tx, inboundId: number, transport: string): Promise<void> {
  const [notice] = await tx.rows<{ number: string; warehouseId: number; state: string }>(
    sql`select number, warehouse_id, state from inbound where company_id = ${sql.company} and id = ${inboundId} for update`,
  );
  const mine = notice && (tx.rights.warehouseIds === null || tx.rights.warehouseIds.includes(notice.warehouseId));
  const warehouse = mine ? (await warehousesFor(tx, [notice.warehouseId])).get(notice.warehouseId) : undefined;
  if (!notice || !warehouse) throw notFound('wms.notConnected');
  if (!takesAsns(warehouse.provider)) throw conflict('wms.noAsns');
  if (!inboundMay('sendToProvider', notice)) throw conflict('wms.noticeBegun', { number: notice.number });
  const made = await tx.rows(
    sql`insert into wms_order (company_id, connection_id, warehouse_id, kind, doc_id, client_no, order_no, transport, next_at, created_at)
     values (${sql.company}, ${warehouse.connectionId}, ${notice.warehouseId}, 'inbound', ${inboundId}, ${notice.number}, '', ${transport}, ${tx.now}, ${tx.now})
     on conflict (company_id, kind, doc_id) do update set next_at = ${tx.now}, attempts = 0, error = null, error_code = null,
       state = ${AGAIN}, transport = excluded.transport
       where wms_order.state = any(${WMS_ORDER_ACTS.retry}::text[]) returning 1`,
  );
  if (made.length === 0) throw conflict('wms.alreadySent', { number: notice.number });
  const targetName = notice.number;
  writeAudit(tx, [
    { action: acts.sent, targetKind: 'inbound', targetId: inboundId, targetName, detail: { transport } },
  ]);
  await askSend(tx, warehouse.connectionId);
}

/** Retries documents that wait for a person; first looks up those that may be there. @returns how many */
export async function retryOrders(tx: Tx, ids: readonly number[]): Promise<number> {
  const rows = await tx.rows<{ connectionId: number }>(
    sql`update wms_order set state = ${AGAIN}, next_at = ${tx.now}, attempts = 0, error = null, error_code = null
     where company_id = ${sql.company} and id = any(${ids}::bigint[]) and state = any(${WMS_ORDER_ACTS.retry}::text[])
       and (${tx.rights.warehouseIds}::bigint[] is null or warehouse_id = any(${tx.rights.warehouseIds}::bigint[])) returning connection_id`,
  );
  for (const id of new Set(rows.map((row) => row.connectionId))) await askSend(tx, id);
  return rows.length;
}

/** @throws conflict wms.notThere when the provider does not have it */
export async function wantCancel(tx: Tx, id: number): Promise<void> {
  const [row] = await tx.rows<{ connectionId: number; clientNo: string }>(
    sql`update wms_order set cancel_state = 'wanted', next_at = ${tx.now} where company_id = ${sql.company} and id = ${id}
       and state = any(${WMS_ORDER_ACTS.cancel}::text[]) and cancel_state is distinct from 'asked'
       and (${tx.rights.warehouseIds}::bigint[] is null or warehouse_id = any(${tx.rights.warehouseIds}::bigint[])) returning connection_id, client_no`,
  );
  if (!row) throw conflict('wms.notThere');
  writeAudit(tx, [{ action: acts.cancelRequested, targetKind: 'wms_order', targetId: id, targetName: row.clientNo }]);
  await askSend(tx, row.connectionId);
}
