import type { Trade } from '@tradewind/connectors/payments/alipay/index.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { type Ctx, systemContext } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict } from '../../../core/errors.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { forgetPrincipals } from '../../identity/public.ts';
import { billIn, billOfTrade, endBill, outTradeNo } from './bills.ts';
import { alipayOf, payingBy } from './payment.ts';

const paid = defineAction('bill.paid', ['账单已支付', 'Bill paid']);
const paidTwice = defineAction('bill.paidTwice', ['账单重复支付，需要退款', 'Bill paid twice, refund due']);
const wrongAmount = defineAction('bill.wrongAmount', ['支付金额与账单不符', 'Payment differs from the bill']);
const refunded = defineAction('bill.refunded', ['账单已退款', 'Bill refunded']);

interface Locked {
  id: number;
  number: string;
  plan: string;
  months: number;
  amount: string;
  state: string;
  tradeNumber: string | null;
  seen: string[];
}

/**
 * Books Alipay's news of a trade, in any order and however often it comes. The caller has verified the sender.
 * False: not our trade, or not the ordered amount.
 */
export async function settle(app: App, trade: Trade): Promise<boolean> {
  const named = billOfTrade(trade.outTradeNo);
  if (!named) return false;
  return app.database.inCompany(systemContext(named.companyId, 'alipay'), (tx) => book(tx, named.billId, trade));
}

async function book(tx: Tx, billId: number, trade: Trade): Promise<boolean> {
  const bill = await tx.row<Locked>(sql`
    select id, number, plan, months, round(amount, 2)::text as amount, state, trade_number,
      coalesce(array(select jsonb_array_elements_text(payment -> 'seen')), '{}') as seen
    from bill where company_id = ${sql.company} and id = ${billId} for update`);
  if (!bill) return false;
  // A repeated notification changes nothing.
  const word = `${trade.tradeNo}:${trade.status}`;
  if (bill.seen.includes(word)) return true;
  const observed = async () => {
    await tx.rows(sql`update bill set payment = coalesce(payment, '{}') || ${JSON.stringify({ seen: [...bill.seen, word] })}::jsonb
      where company_id = ${sql.company} and id = ${billId}`);
  };
  if (trade.totalAmount !== bill.amount) {
    writeAudit(tx, [entry(wrongAmount, bill, trade)]);
    return false;
  }
  if (trade.status === 'TRADE_SUCCESS' || trade.status === 'TRADE_FINISHED') {
    if (bill.state !== 'paid') await takePayment(tx, bill, trade);
    else if (bill.tradeNumber !== trade.tradeNo) writeAudit(tx, [entry(paidTwice, bill, trade)]);
  } else if (trade.status === 'TRADE_CLOSED') {
    if (bill.state === 'paid' && bill.tradeNumber === trade.tradeNo) writeAudit(tx, [entry(refunded, bill, trade)]);
    else if (bill.state === 'open') await endBill(tx, billId, 'expired');
  }
  await observed();
  return true;
}

const entry = (action: typeof paid, bill: Locked, trade: Trade) => ({
  action,
  targetKind: 'bill',
  targetId: bill.id,
  targetName: bill.number,
  detail: { amount: bill.amount, said: trade.totalAmount, trade: trade.tradeNo, status: trade.status },
});

/** A payment for a bill that ended meanwhile still counts: the company gets what it paid for. */
async function takePayment(tx: Tx, bill: Locked, trade: Trade): Promise<void> {
  await tx.rows(sql`update bill set state = 'paid', paid_at = ${tx.now}, trade_number = ${trade.tradeNo}
    where company_id = ${sql.company} and id = ${bill.id}`);
  await extend(tx, bill.plan, bill.months);
  await forgetPrincipals(tx);
  writeAudit(tx, [entry(paid, bill, trade)]);
}

/**
 * The same plan is extended from its end. Another one begins at once, and the rest of the former one adds as many days
 * as its price buys of the new one. A plan without an end stays without one.
 */
async function extend(tx: Tx, plan: string, months: number): Promise<void> {
  await tx.rows(sql`update company c set plan = n.code, plan_expires_at = case
      when c.plan = n.code and c.plan_expires_at is null then null
      when c.plan = n.code then greatest(c.plan_expires_at, ${tx.now}::timestamptz) + make_interval(months => ${months})
      else ${tx.now}::timestamptz + make_interval(months => ${months})
        + greatest(coalesce(c.plan_expires_at, ${tx.now}::timestamptz) - ${tx.now}::timestamptz, interval '0')
          * (o.month_price / greatest(n.month_price, 0.01))::float8 end
    from plan n, plan o where c.id = ${sql.company} and n.code = ${plan} and o.code = c.plan`);
}

/** Asks Alipay for the status of a bill and ends expired ones, in case a notification was lost. */
export async function lookAfter(app: App, ctx: Ctx, billId: number): Promise<void> {
  const alipay = payingBy(app);
  const bill = await app.database.look(ctx, (tx) => billIn(tx, billId));
  if (bill.state !== 'open') return;
  const number = outTradeNo(ctx.companyId, billId);
  const trade = await alipay.query(number);
  if (trade && trade.status !== 'WAIT_BUYER_PAY') return void (await settle(app, trade));
  if (bill.expiresAt > ctx.now()) return;
  if (trade) await alipay.close(number);
  await app.database.inCompany(ctx, (tx) => endBill(tx, billId, 'expired'));
}

/** @throws conflict company.billNotOpen when it was paid before it could be closed */
export async function cancel(app: App, ctx: Ctx, billId: number): Promise<void> {
  const bill = await app.database.look(ctx, (tx) => billIn(tx, billId));
  if (bill.state !== 'open') throw conflict('company.billNotOpen', { number: bill.number });
  try {
    await alipayOf(app)?.close(outTradeNo(ctx.companyId, billId));
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
    await lookAfter(app, ctx, billId);
  }
  await app.database.inCompany(ctx, (tx) => endBill(tx, billId, 'cancelled'));
}

const WAIT_MINUTES = 5;

/** Open bills of all companies without a notification. */
export async function lookAfterBills(app: App): Promise<void> {
  if (!alipayOf(app)) return;
  const open = await app.database.asOwner<{ companyId: number; id: number }>(
    sql`select company_id, id from bill where state = 'open' and created_at < now() - make_interval(mins => ${WAIT_MINUTES})
     order by id limit 1000`,
  );
  for (const { companyId, id } of open)
    await lookAfter(app, systemContext(companyId, 'company.bills'), id).catch((error: unknown) =>
      app.log.warn({ error, bill: id }, 'a bill could not be looked after'),
    );
}
defineSchedule({ name: 'company.bills', cron: '*/5 * * * *', work: lookAfterBills });
