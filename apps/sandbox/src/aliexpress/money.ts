import { pageOf } from '../kit/listing.ts';
import { moneyBetween } from '../world/money.ts';
import { dollars } from '../world/orders.ts';
import { type AeApi, type AeCall, integer, listed, NAME, query, wrong } from './api.ts';
import { americanOf, readTime } from './pacific.ts';

/** What was released to the seller for orders. Source: aliexpress.trade.redefining.findloanlistquery */
export function registerMoney(api: AeApi): void {
  api.add('aliexpress.trade.redefining.findloanlistquery', ['param1'], loans);
}

function timeOf(name: string, answered: unknown): number {
  const iso = americanOf(typeof answered === 'string' ? answered : '');
  if (!iso) throw wrong(`${name} must be MM/dd/yyyy HH:mm:ss`);
  return readTime(name, iso);
}

function loans(call: AeCall) {
  const { ctx, shop } = call;
  const answered = query(call, 'param1', [
    'page',
    'page_size',
    'create_date_start',
    'create_date_end',
    'loan_status',
    'order_id',
  ]);
  if (!['loan_ok', 'wait_loan', undefined].includes(answered.loan_status as string | undefined))
    throw wrong('loan_status');
  const size = integer('page_size', answered.page_size, 1, 200);
  const desired = integer('page', answered.page, 1, 100_000);
  const from = timeOf('create_date_start', answered.create_date_start);
  const to = timeOf('create_date_end', answered.create_date_end) + 1000;
  const parts = moneyBetween(shop, from, to).filter((one) => one.kind !== 'refund');
  const orders = [...Map.groupBy(parts, (one) => one.order)];
  const page = pageOf(ctx, NAME, answered.loan_status === 'wait_loan' ? [] : orders, (desired - 1) * size, size);
  const money = (cents: number) => ({
    amount: dollars(cents),
    cent: cents,
    cent_factor: 100,
    currency_code: shop.currency,
  });
  return {
    result: {
      total_item: page.total,
      order_list: listed(
        'order_loan_item_vo',
        page.rows.map(([order, ofOrder]) => {
          const cents = (sign: number) =>
            ofOrder.filter((one) => one.cents * sign > 0).reduce((sum, one) => sum + one.cents, 0);
          const [gross, fees] = [cents(1), -cents(-1)];
          const goods = order.lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0);
          let left = { gross, fees };
          return {
            order_id: Number(order.id),
            order_status: 'FINISH',
            amount_total: money(gross),
            son_order_list: listed(
              'son_order_loan_vo',
              order.lines.map((line, index) => {
                const last = index === order.lines.length - 1;
                const share = goods === 0 ? 0 : (line.priceCents * line.quantity) / goods;
                // The last has what is left, so that nothing is lost by rounding.
                const part = last ? left : { gross: Math.round(gross * share), fees: Math.round(fees * share) };
                left = { gross: left.gross - part.gross, fees: left.fees - part.fees };
                return {
                  child_order_id: Number(line.id),
                  loan_status: 'loan_ok',
                  loan_amount: money(part.gross),
                  escrow_fee: money(part.fees),
                  affiliate_commission: money(0),
                  real_loan_amount: money(part.gross - part.fees),
                  real_refund_amount: money(0),
                };
              }),
            ),
          };
        }),
      ),
    },
  };
}
