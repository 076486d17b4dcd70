import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { noteWholesalePayment } from '@tradewind/contract/wholesale.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { writeHistory } from '../../core/documents.ts';
import { badField } from '../../core/errors.ts';
import { emit } from '../../core/jobs/jobs.ts';
import { Decimal, money } from '../../core/money.ts';
import { companyOf, localDay } from '../company/public.ts';
import { assertMay, DOC, hold } from './documents.ts';
import { wholesalePaid } from './events.ts';

/** @throws badField amount: zero, above the balance due, or a reversal above the payments; onDay: in the future */
export async function notePayment(tx: Tx, input: ParsedOf<typeof noteWholesalePayment>): Promise<void> {
  const order = await hold(tx, input.id);
  assertMay('pay', order);
  const amount = new Decimal(input.amount);
  const paid = new Decimal(order.paidAmount).plus(amount);
  if (amount.isZero()) throw badField('amount', 'wholesale.nothingPaid');
  if (paid.isNegative())
    throw badField('amount', 'wholesale.takenTooMuch', { paid: new Decimal(order.paidAmount).toFixed(2) });
  if (paid.gt(order.totalAmount)) {
    const open = new Decimal(order.totalAmount).minus(order.paidAmount).toFixed(2);
    throw badField('amount', 'wholesale.paidTooMuch', { open, currency: order.currency });
  }
  if (input.onDay > localDay(tx.now, (await companyOf(tx)).timeZone)) throw badField('onDay', 'wholesale.dayToCome');
  const noted = await tx.row<{ id: number }>(sql`
    insert into wholesale_payment (company_id, order_id, kind, amount, on_day, reference, noted_by, noted_at)
    values (${sql.company}, ${order.id}, ${input.kind}, ${money(amount)}, ${input.onDay}, ${input.reference},
      ${tx.actor.name}, ${tx.now}) returning id`);
  await tx.rows(sql`update wholesale_order set paid_amount = ${money(paid)}, version = version + 1
    where company_id = ${sql.company} and id = ${order.id}`);
  writeHistory(tx, [
    {
      docKind: DOC,
      docId: order.id,
      event: 'paid',
      detail: { kind: input.kind, amount: money(amount), currency: order.currency, remark: input.reference },
    },
  ]);
  if (noted) await emit(tx, wholesalePaid, { paymentId: noted.id });
}
