import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { checkBill, orderPlan } from '@tradewind/contract/plans.ts';
import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { nextNumbers } from '../../../core/documents.ts';
import { badField, conflict, notFound, ruleBroken } from '../../../core/errors.ts';
import { defineList } from '../../../core/lists.ts';
import { payingBy } from './payment.ts';
import { CURRENCY, planOf } from './plans.ts';

const HOURS_TO_PAY = 24;
const KIND = { kind: 'bill', prefix: 'BILL' };
const ordered = defineAction('bill.ordered', ['订购套餐', 'Plan ordered']);
const cancelled = defineAction('bill.cancelled', ['取消账单', 'Bill cancelled']);

interface Bill {
  id: number;
  number: string;
  plan: string;
  months: number;
  amount: string;
  currency: string;
  state: 'open' | 'paid' | 'cancelled' | 'expired';
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  tradeNumber: string | null;
}
const COLUMNS = sql`id, number, plan, months, round(amount, 2)::text as amount, currency, state, created_at,
  expires_at, paid_at, trade_number`;

/** Our number of the trade, the only reference to us in Alipay's notification. */
export const outTradeNo = (companyId: number, billId: number): string => `TW${companyId}B${billId}`;
export function billOfTrade(number: string): { companyId: number; billId: number } | undefined {
  const [, companyId, billId] = /^TW(\d{1,9})B(\d{1,15})$/.exec(number) ?? [];
  return companyId && billId ? { companyId: Number(companyId), billId: Number(billId) } : undefined;
}

export async function billIn(tx: Tx, id: number): Promise<Bill> {
  const bill = await tx.row<Bill>(sql`select ${COLUMNS} from bill where company_id = ${sql.company} and id = ${id}`);
  if (!bill) throw notFound('company.noBill');
  return bill;
}

export const bills = defineList<object, ResultOf<typeof checkBill>>({
  table: 'bill',
  as: 'b',
  filters: {},
  order: sql`b.id desc`,
  columns: COLUMNS,
  missing: 'company.noBill',
  countsAll: true,
});

/** The page that takes the payment. @throws conflict when the bill is not open any more */
export function payPageOf(app: App, companyId: number, bill: Bill): string {
  if (bill.state !== 'open' || bill.expiresAt <= new Date())
    throw conflict('company.billNotOpen', { number: bill.number });
  return payingBy(app).payPage({
    outTradeNo: outTradeNo(companyId, bill.id),
    amount: bill.amount,
    subject: `Tradewind ${bill.number}`,
    expiresAt: bill.expiresAt,
    notifyUrl: `${app.config.publicUrl}/api/push/alipay`,
    returnUrl: `${app.config.publicUrl}/api/callback/alipay`,
  });
}

/** A year has a price of its own; shorter terms cost their months. */
export async function order(
  app: App,
  ctx: Ctx,
  { plan, months }: Pick<ParsedOf<typeof orderPlan>, 'plan' | 'months'>,
): Promise<ResultOf<typeof orderPlan>> {
  payingBy(app);
  const bill = await app.database.inCompany(ctx, async (tx) => {
    const present = await planOf(tx);
    if (present.code === plan && present.expiresAt === null) throw ruleBroken('company.planForever');
    const [number = ''] = await nextNumbers(tx, KIND);
    const made = await tx.row<Bill>(sql`
      insert into bill (company_id, number, plan, months, amount, currency, created_by, created_at, expires_at)
      select ${sql.company}, ${number}, code, ${months}, case when ${months} = 12 then year_price else month_price * ${months} end,
        ${CURRENCY}, ${tx.actor.userId}, ${tx.now}, ${new Date(tx.now.getTime() + HOURS_TO_PAY * 3_600_000)}
      from plan where code = ${plan} and on_offer returning ${COLUMNS}`);
    if (!made) throw badField('plan', 'company.noPlan');
    const detail = { plan, months, amount: made.amount };
    writeAudit(tx, [{ action: ordered, targetKind: 'bill', targetId: made.id, targetName: number, detail }]);
    return made;
  });
  const payUrl = payPageOf(app, ctx.companyId, bill);
  return { id: bill.id, number: bill.number, amount: bill.amount, payUrl };
}

/** Ends an open bill. A bill that was paid meanwhile stays paid. */
export async function endBill(tx: Tx, id: number, state: 'cancelled' | 'expired'): Promise<void> {
  const ended = await tx.row<{ number: string }>(sql`update bill set state = ${state}
    where company_id = ${sql.company} and id = ${id} and state = 'open' returning number`);
  if (!ended) throw conflict('company.billNotOpen', { number: (await billIn(tx, id)).number });
  if (state === 'cancelled')
    writeAudit(tx, [{ action: cancelled, targetKind: 'bill', targetId: id, targetName: ended.number }]);
}
