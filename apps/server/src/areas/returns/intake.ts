import type { ReturnState } from '@tradewind/contract/returns.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { emit } from '../../core/jobs/jobs.ts';
import { defineSchedule } from '../../core/jobs/schedule.ts';
import { Decimal, money } from '../../core/money.ts';
import { arrayOf } from '../../core/scope.ts';
import { returnsTaken } from '../channels/public.ts';
import { insertReturn } from './create.ts';
import { closeIfDone, lockReturn, mayBecome, moveReturn, notify, type OpenReturn } from './document.ts';
import { returnRefunded } from './events.ts';
import { type Desired, takeMoneyLeft, takeWhatIsLeft } from './limits.ts';
import { insertRefund } from './refund.ts';

interface Reply extends Record<string, unknown> {
  shopId: number;
  returnNo: string;
  orderId: number;
  platform: string;
  state: string;
  reason: string;
  lines: { platformLineId?: string; sellerSku?: string; quantity: number }[];
  refundAmount: string | null;
  currency: string;
  trackingNumber: string | null;
  answerBy: Date | null;
  createdAt: Date;
  ours: number | null;
}

const AT_ONCE = 200;

const PLATFORM_RETURNS = sql`from platform_return p
    join sales_order o on o.company_id = p.company_id and o.shop_id = p.shop_id and o.platform_order_no = p.platform_order_no
    left join sales_return r on r.company_id = p.company_id and r.shop_id = p.shop_id and r.platform_return_no = p.return_no`;

/** Ingests platform returns whose order exists. Channels has filtered repeated and old ones. */
const answered = (tx: Tx, which: ReturnType<typeof sql>) =>
  tx.rows<Reply>(sql`select p.shop_id, p.return_no, o.id as "orderId", o.platform, p.state, p.reason, p.lines,
      p.refund_amount, o.currency, p.tracking_number, p.answer_by,
      p.created_at, r.id as ours
    ${PLATFORM_RETURNS}
    where p.company_id = ${sql.company} and ${which} order by p.id limit ${AT_ONCE}`);

returnsTaken.listen(async (tx, { shopId, returnNos }) => {
  for (let at = 0; at < returnNos.length; at += AT_ONCE) {
    const part = returnNos.slice(at, at + AT_ONCE);
    await ingest(tx, await answered(tx, sql`p.shop_id = ${shopId} and p.return_no = any(${arrayOf(part)}::text[])`));
  }
});

const UNKNOWN_YET = sql`r.id is null and p.updated_at > now() - interval '60 days'`;

/** Ingests returns that arrived before their orders. */
defineSchedule({
  name: 'returns.waitingForOrders',
  cron: '*/10 * * * *',
  title: ['登记等待订单的平台退货', 'Take over returns that waited for their orders'],
  due: sql`select id as company_id from company where id in (select p.company_id ${PLATFORM_RETURNS} where ${UNKNOWN_YET})`,
  each: (app, ctx) => app.database.inCompany(ctx, async (tx) => ingest(tx, await answered(tx, UNKNOWN_YET))),
});

async function ingest(tx: Tx, rows: readonly Reply[]): Promise<void> {
  for (const row of rows) {
    const id = row.ours ?? (await addNew(tx, row));
    await follow(tx, await lockReturn(tx, id), row);
  }
}

async function addNew(tx: Tx, row: Reply): Promise<number> {
  const desired = await linesOf(tx, row);
  const taken = await takeWhatIsLeft(tx, row.orderId, desired);
  const made = await insertReturn(
    tx,
    {
      shopId: row.shopId,
      orderId: row.orderId,
      platform: row.platform,
      currency: row.currency,
      kind: taken.length > 0 ? 'return' : 'refundOnly',
      state: 'requested',
      wanted: 'refund',
      reason: '',
      reasonText: row.reason,
      platformReturnNo: row.returnNo,
      platformState: row.state,
      refundAsked: row.refundAmount,
      answerBy: row.answerBy,
      trackingNumber: row.trackingNumber ?? '',
      requestedAt: row.createdAt,
    },
    taken,
  );
  const requested = desired.reduce((sum, line) => sum + line.quantity, 0);
  const fits = taken.reduce((sum, line) => sum + line.quantity, 0);
  notify(tx, made.id, 'taken', {
    toState: 'requested',
    detail: { platformState: row.state, ...(fits < requested ? { asked: requested, fits } : {}) },
  });
  return made.id;
}

/** Our lines for the platform's line ids or seller SKUs. */
async function linesOf(tx: Tx, row: Reply): Promise<Desired[]> {
  const known = await tx.rows<{ id: number; platformLineId: string; sellerSku: string }>(sql`
    select id, platform_line_id, seller_sku from order_line
    where company_id = ${sql.company} and order_id = ${row.orderId} order by id`);
  return row.lines.flatMap(({ platformLineId, sellerSku, quantity }) => {
    const line =
      known.find((one) => one.platformLineId === platformLineId) ??
      known.find((one) => sellerSku && one.sellerSku === sellerSku);
    return line && quantity > 0 ? [{ orderLineId: line.id, quantity }] : [];
  });
}

/** Applies the platform's status. Only the warehouse decides what is received. */
const NEXT: Readonly<Record<string, { to: ReturnState; event: string }>> = {
  approved: { to: 'approved', event: 'approvedThere' },
  shipped: { to: 'transit', event: 'sent' },
  received: { to: 'transit', event: 'sent' },
  refunded: { to: 'approved', event: 'approvedThere' },
  rejected: { to: 'rejected', event: 'rejectedThere' },
  closed: { to: 'cancelled', event: 'closedThere' },
};

async function follow(tx: Tx, one: OpenReturn, row: Reply): Promise<void> {
  await tx.rows(sql`update sales_return set platform_state = ${row.state}, refund_asked = coalesce(${row.refundAmount}, refund_asked),
      answer_by = coalesce(${row.answerBy}, answer_by),
      tracking_number = case when tracking_number = '' then ${row.trackingNumber ?? ''} else tracking_number end
    where company_id = ${sql.company} and id = ${one.id}`);
  const next = NEXT[row.state];
  if (next && (await fits(tx, one, next.to))) await moveReturn(tx, one, next.to, next.event);
  if (row.state === 'refunded' && row.refundAmount !== null) await refundedThere(tx, one, row.refundAmount);
  await closeIfDone(tx, one);
}

async function fits(tx: Tx, one: OpenReturn, to: ReturnState): Promise<boolean> {
  if (!mayBecome(one.state, to) || (one.kind === 'refundOnly' && to === 'transit')) return false;
  if (to !== 'cancelled') return true;
  // A case that closed after a refund ended well: reverts nothing.
  const money =
    await tx.row(sql`select 1 as yes from return_refund where company_id = ${sql.company} and return_id = ${one.id}
    and state <> 'failed' limit 1`);
  return money === undefined;
}

/** The platform refunded more than we requested: books its own refund. Our pending refunds update separately. */
async function refundedThere(tx: Tx, one: OpenReturn, total: string): Promise<void> {
  const known = await tx.row<{ amount: string; open: boolean }>(sql`select
      coalesce(sum(amount) filter (where state in ('done', 'byHand')), 0) as amount, coalesce(bool_or(state in ('due', 'telling')), false) as open
    from return_refund where company_id = ${sql.company} and return_id = ${one.id}`);
  const more = new Decimal(total).minus(known?.amount ?? 0);
  if (known?.open || !more.gt(0)) return;
  const amount = await takeMoneyLeft(tx, one.orderId, money(more));
  if (new Decimal(amount).isZero()) return;
  const id = await insertRefund(tx, one, { amount, state: 'done', byPlatform: true });
  notify(tx, one.id, 'refundedThere', { detail: { amount: new Decimal(amount).toFixed(2), currency: one.currency } });
  await emit(tx, returnRefunded, { refundIds: [id] });
}
