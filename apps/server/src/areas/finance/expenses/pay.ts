import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { payExpense, removeExpenses } from '@tradewind/contract/finance.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, Fail } from '../../../core/errors.ts';
import { say } from '../../../core/text/texts.ts';
import { advanceWorth } from './advances.ts';
import { assertPast, moneyAccountFor, type Paid, reverseBooked, settle } from './booking.ts';
import { assertMay, assertOn, type Held, holdVisible, moveExpense, trace } from './documents.ts';

/** Records a payment or receipt of a booked document, once. */
export async function pay(tx: Tx, input: ParsedOf<typeof payExpense>): Promise<void> {
  const held = await holdVisible(tx, input.id);
  assertOn(tx, held.side, 'submit');
  assertMay('pay', held);
  await assertPast(tx, 'paidOn', input.paidOn);
  await settle(tx, [{ held, paid: await meansOf(tx, held, input) }], input.reference);
}

async function meansOf(tx: Tx, held: Held, input: ParsedOf<typeof payExpense>): Promise<Paid> {
  const { amount, currency } = held;
  if (input.from === 'advance') {
    if (held.memberId === null || held.side === 'income') throw badField('from', 'finance.expense.noMember');
    const baseAmount = await advanceWorth(tx, held.memberId, currency, amount, 'from');
    return { onDay: input.paidOn, from: 'advance', moneyAccountId: null, amount, currency, baseAmount };
  }
  const account = await moneyAccountFor(tx, input.moneyAccountId);
  const means = { onDay: input.paidOn, from: 'money' as const, moneyAccountId: input.moneyAccountId };
  if (!account || account.currency === currency) return { ...means, amount, currency };
  if (input.paidAmount === undefined || Number(input.paidAmount) === 0)
    throw badField('paidAmount', 'finance.expense.paidAmount', { currency: account.currency });
  return { ...means, amount: input.paidAmount, currency: account.currency };
}

/** Deletes a draft; what was approved stays as void, and its entries are reversed. */
async function remove(tx: Tx, held: Held): Promise<void> {
  assertOn(tx, held.side, 'delete');
  if (held.state === 'draft') {
    trace(tx, held, 'deleted', { number: held.number });
    await tx.rows(sql`delete from expense where company_id = ${sql.company} and id = ${held.id}`);
    return;
  }
  assertMay('void', held);
  await reverseBooked(tx, held);
  await moveExpense(tx, held, 'void', 'voided');
}

/** Each in its own transaction, so a refused one does not stop the others. */
export async function removeMany(app: App, ctx: Ctx, { ids }: Pick<ParsedOf<typeof removeExpenses>, 'ids'>) {
  let done = 0;
  const failed: { id: number; label: string; error: string; reason: string }[] = [];
  for (const id of new Set(ids)) {
    let label = `#${id}`;
    try {
      await app.database.inCompany(ctx, async (tx) => {
        const held = await holdVisible(tx, id);
        label = held.number;
        await remove(tx, held);
      });
      done++;
    } catch (error) {
      if (!(error instanceof Fail)) throw error;
      failed.push({ id, label, error: error.code, reason: say(ctx.language, error.code, error.params) });
    }
  }
  return { done, failed };
}
