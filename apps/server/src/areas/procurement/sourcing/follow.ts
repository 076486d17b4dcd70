import type { SourcingOrder, SourcingTrace } from '@tradewind/connectors/sourcing/connector.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { TradeState } from '@tradewind/contract/procurement.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { Fail } from '../../../core/errors.ts';
import { codedFailure } from '../../../core/jobs/failure.ts';
import { purchaseDocument } from '../documents.ts';
import type { TradeParcel } from '../sourcing.tables.ts';
import { with1688 } from './account.ts';
import { numberAsns } from './parcels.ts';

const DOC = purchaseDocument.kind;
/** So many are read while a person waits. */
const MOST_NOW = 5;
const MOST_STEPS = 100;
const MINUTE = 60_000;
/** How soon an order is read again, by what it waits for; the rest is over. */
const AGAIN_MS: Readonly<Record<TradeState, number | null>> = {
  unpaid: 10 * MINUTE,
  paid: 60 * MINUTE,
  dispatched: 120 * MINUTE,
  delivered: 720 * MINUTE,
  unknown: 360 * MINUTE,
  done: null,
  cancelled: null,
};
/** What never comes after what: an answer that goes back is an old one. Cancelled orders stay so. */
const RANK: Readonly<Record<TradeState, number>> = {
  unknown: 0,
  unpaid: 1,
  paid: 2,
  dispatched: 3,
  delivered: 4,
  done: 5,
  cancelled: 6,
};

export interface Trade {
  id: number;
  sourcingId: number;
  orderId: number;
  orderNo: string;
  state: TradeState;
  changedAt: Date | null;
  parcels: TradeParcel[];
  attempts: number;
}
export const TRADE = sql`t.id, t.sourcing_id, s.order_id, t.order_no, t.state, t.changed_at, t.parcels, t.attempts`;

/** The orders of a purchase order, whatever their time. */
export async function followAll(app: App, ctx: Ctx, orderId: number): Promise<void> {
  const trades = await app.database.inCompany(ctx, (tx) =>
    tx.rows<Trade>(sql`select ${TRADE} from sourcing_order s
      join sourcing_trade t on t.company_id = ${sql.company} and t.sourcing_id = s.id
      where s.company_id = ${sql.company} and s.order_id = ${orderId} order by t.id limit ${MOST_NOW}`),
  );
  for (const trade of trades) if (!(await follow(app, ctx, trade))) break;
}

/** Reads one order. @returns false when the account cannot be asked now */
export async function follow(app: App, ctx: Ctx, trade: Trade): Promise<boolean> {
  try {
    const { order, traces } = await with1688(app, ctx, async (platform, tokens) => {
      const found = await platform.order(tokens, trade.orderNo);
      return { order: found, traces: found.parcels.length > 0 ? await platform.traces(tokens, trade.orderNo) : [] };
    });
    await app.database.inCompany(ctx, (tx) => take(tx, trade.id, order, traces));
    return true;
  } catch (error) {
    if (!(error instanceof ConnectorError || error instanceof Fail)) throw error;
    const words = error instanceof Fail ? codedFailure(error.code, error.params) : error.message;
    const wait = Math.min(24 * 60, 5 * 2 ** Math.min(trade.attempts, 9)) * MINUTE;
    await app.database.inCompany(ctx, (tx) =>
      tx.rows(sql`update sourcing_trade set attempts = attempts + 1, error = ${words.slice(0, 500)},
          next_at = ${new Date(tx.now.getTime() + wait)}
        where company_id = ${sql.company} and id = ${trade.id}`),
    );
    return error instanceof ConnectorError && error.kind !== 'unauthorized' && error.kind !== 'throttled';
  }
}

/** Takes over what 1688 says of an order; an answer that is older than the last one changes nothing. */
export async function take(tx: Tx, id: number, order: SourcingOrder, traces: readonly SourcingTrace[]): Promise<void> {
  const before = await tx.row<Trade>(sql`select ${TRADE} from sourcing_trade t
    join sourcing_order s on s.company_id = ${sql.company} and s.id = t.sourcing_id
    where t.company_id = ${sql.company} and t.id = ${id} for update of t`);
  if (!before) return;
  const changedAt = order.changedAt ? new Date(order.changedAt) : null;
  const older = changedAt !== null && before.changedAt !== null && changedAt < before.changedAt;
  const back = order.state !== 'unknown' && RANK[order.state] < RANK[before.state];
  const again = new Date(tx.now.getTime() + (AGAIN_MS[before.state] ?? 60 * MINUTE));
  if (older || back) {
    const next = AGAIN_MS[before.state] === null ? null : again;
    await tx.rows(sql`update sourcing_trade set next_at = ${next} where company_id = ${sql.company} and id = ${id}`);
    return;
  }
  const state = order.state === 'unknown' ? before.state : order.state;
  const parcels = parcelsOf(order, traces, before.parcels);
  const wait = AGAIN_MS[state];
  await tx.rows(sql`update sourcing_trade set state = ${state}, raw_state = ${order.rawState}, total = ${order.total},
      freight = ${order.freight}, refunded = ${order.refunded}, paid_at = ${order.paidAt ?? null},
      pay_before = ${order.payBefore ?? null}, close_reason = ${order.closeReason ?? ''},
      lines = ${JSON.stringify(order.lines)}::jsonb, parcels = ${JSON.stringify(parcels)}::jsonb,
      changed_at = coalesce(${changedAt}, changed_at), read_at = ${tx.now}, attempts = 0, error = null,
      next_at = ${wait === null ? null : new Date(tx.now.getTime() + wait)}
    where company_id = ${sql.company} and id = ${id}`);
  if (state !== before.state) {
    const detail = { order: before.orderNo, from: before.state, to: state };
    writeHistory(tx, [{ docKind: DOC, docId: before.orderId, event: 'sourcingState', detail }]);
  }
  if (state === 'cancelled') await end(tx, before);
  else await numberAsns(tx, before.orderId);
}

function parcelsOf(
  order: SourcingOrder,
  traces: readonly SourcingTrace[],
  before: readonly TradeParcel[],
): TradeParcel[] {
  return order.parcels.map(({ parcelId, carrier, trackingNumber, sentAt }) => {
    const trace = traces.find((one) => one.parcelId === parcelId);
    const known = before.find((one) => one.parcelId === parcelId)?.steps ?? [];
    const steps = trace?.steps.slice(-MOST_STEPS) ?? [];
    // A carrier that answers nothing today does not take back what it reported.
    return {
      parcelId,
      carrier,
      trackingNumber,
      sentAt: sentAt ?? null,
      steps: steps.length >= known.length ? steps : known,
    };
  });
}

/** The last open order there is gone: the purchase order may be placed again. */
async function end(tx: Tx, trade: Pick<Trade, 'sourcingId' | 'orderId'>): Promise<void> {
  const ended = await tx.row(sql`update sourcing_order s set state = 'ended', next_at = null
    where s.company_id = ${sql.company} and s.id = ${trade.sourcingId} and s.state = 'placed'
      and not exists (select from sourcing_trade t where t.company_id = ${sql.company} and t.sourcing_id = s.id and t.state <> 'cancelled')
    returning 1 as one`);
  if (ended) writeHistory(tx, [{ docKind: DOC, docId: trade.orderId, event: 'sourcingEnded' }]);
}
