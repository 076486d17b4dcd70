import type { ParsedOf } from '@tradewind/contract/call.ts';
import { refundMay, type refundReturn } from '@tradewind/contract/returns.ts';
import type { App } from '../../core/app.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, conflict, notFound } from '../../core/errors.ts';
import { emit } from '../../core/jobs/jobs.ts';
import { Decimal, money } from '../../core/money.ts';
import { inShops } from '../../core/scope.ts';
import { platformDoes } from '../channels/public.ts';
import { assertAct, assertLines, closeIfDone, lockReturn, notify, type OpenReturn } from './document.ts';
import { returnRefunded } from './events.ts';
import { takeMoney } from './limits.ts';
import { requestUpdate } from './platform-updates.ts';

/**
 * Refunds the buyer. A job submits it where the platform accepts refunds; elsewhere the user refunds there and records
 * it here. @throws conflict returns.changed, so that two users do not refund twice; badField above the paid amount less
 * refunds
 */
export async function refund(app: App, tx: Tx, input: ParsedOf<typeof refundReturn>) {
  const one = await lockReturn(tx, input.id);
  assertAct(one, 'refund');
  if (one.version !== input.version) throw conflict('returns.changed', { number: one.number });
  await assertLines(tx, one.id, input.lines);
  const sum = input.lines.reduce((total, line) => total.plus(line.amount), new Decimal(input.shipping));
  if (!sum.gt(0)) throw badField('amount', 'returns.nothing');
  const there = one.platformReturnNo !== null && platformDoes(app, one.platform, 'refundReturn');
  if (there && platformDoes(app, one.platform, 'refundsWhole')) assertWhole(one, sum);
  await takeMoney(tx, one.orderId, money(sum), one.currency);
  const state = there ? ('due' as const) : ('byHand' as const);
  const id = await insertRefund(tx, one, {
    amount: money(sum),
    shipping: money(input.shipping),
    lines: input.lines,
    state,
    remark: input.remark,
  });
  notify(tx, one.id, 'refundAsked', { detail: { amount: sum.toFixed(2), currency: one.currency, state } });
  if (there) await requestUpdate(tx, one.shopId);
  else {
    await emit(tx, returnRefunded, { refundIds: [id] });
    await closeIfDone(tx, one);
  }
  return { id, state };
}

/** @throws badField for a partial amount where the platform only allows full refunds */
function assertWhole({ refundAsked: refundRequested, currency }: OpenReturn, sum: Decimal): void {
  if (refundRequested === null || sum.eq(refundRequested)) return;
  throw badField('amount', 'returns.wholeOnly', { amount: new Decimal(refundRequested).toFixed(2), currency });
}

export interface NewRefund {
  amount: string;
  shipping?: string;
  lines?: readonly { lineId: number; amount: string }[];
  state: 'due' | 'byHand' | 'done';
  remark?: string;
  byPlatform?: boolean;
}

/** What the order's money allows has been taken before. */
export async function insertRefund(
  tx: Tx,
  one: Pick<OpenReturn, 'id' | 'orderId' | 'shopId' | 'currency'>,
  supplied: NewRefund,
): Promise<number> {
  const row = await tx.row<{
    id: number;
  }>(sql`insert into return_refund (company_id, return_id, order_id, shop_id, amount, shipping,
      currency, lines, state, by_platform, remark, due_at, at, actor)
    values (${sql.company}, ${one.id}, ${one.orderId}, ${one.shopId}, ${supplied.amount}, ${supplied.shipping ?? '0'}, ${one.currency},
      ${JSON.stringify(supplied.lines ?? [])}::jsonb, ${supplied.state}, ${supplied.byPlatform ?? false}, ${supplied.remark ?? ''}, ${tx.now}, ${tx.now},
      ${tx.actor.name}) returning id`);
  if (!row) throw new Error('a refund was not written');
  await tx.rows(sql`update sales_return set refunded = refunded + ${supplied.amount}, version = version + 1
    where company_id = ${sql.company} and id = ${one.id}`);
  return row.id;
}

/** Retries a refund that the platform rejected. @throws conflict returns.notFailed */
export async function refundAgain(tx: Tx, refundId: number): Promise<void> {
  const row = await tx.row<{ returnId: number }>(sql`select return_id from return_refund
    where company_id = ${sql.company} and id = ${refundId} and ${inShops(tx, sql`shop_id`)}`);
  if (!row) throw notFound('returns.notFound');
  const one = await lockReturn(tx, row.returnId);
  const found = await tx.row<{ amount: string; state: string }>(sql`select amount, state from return_refund
    where company_id = ${sql.company} and id = ${refundId} for update`);
  if (!found || !refundMay('again', found)) throw conflict('returns.notFailed');
  await takeMoney(tx, one.orderId, found.amount, one.currency);
  await tx.rows(sql`update return_refund set state = 'due', tries = 0, error = null, before = null,
      due_at = ${tx.now}, at = ${tx.now}, actor = ${tx.actor.name}
    where company_id = ${sql.company} and id = ${refundId}`);
  await tx.rows(sql`update sales_return set refunded = refunded + ${found.amount}, version = version + 1
    where company_id = ${sql.company} and id = ${one.id}`);
  notify(tx, one.id, 'refundAgain');
  await requestUpdate(tx, one.shopId);
}
