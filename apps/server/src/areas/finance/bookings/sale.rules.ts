import { Decimal, money } from '../../../core/money.ts';
import { ESTIMATE } from '../ledger/book.ts';
import type { Entry, Line } from '../ledger/entry.ts';
import { debtor } from './debtor.ts';
import { estimateFee, feeRule } from './fee-table.ts';

export interface Sale {
  orderId: number;
  shopId: number;
  /** Of a 2B order. */
  customerId: number | null;
  platform: string;
  currency: string;
  goods: string;
  shipping: string;
  tax: string;
  discount: string;
  total: string;
  /** What the shop's platform keeps by experience, in percent of the revenue; null: the table's rate. */
  feePercent: string | null;
  /** Company-local. */
  onDay: string;
  rate: string;
}

const neg = (amount: string) => money(new Decimal(amount).neg());
/** The unexplained rest of an order: total = goods + shipping + tax - discount + difference. */
const differenceOf = (sale: Sale) =>
  money(new Decimal(sale.total).minus(sale.goods).minus(sale.shipping).minus(sale.tax).plus(sale.discount));

function lineMaker(sale: Sale) {
  const plain = { currency: sale.currency, rate: sale.rate };
  return {
    line: (account: Line['account'], amount: string): Line => ({ account, amount, ...plain }),
    debt: (amount: string): Line => ({
      ...debtor(sale),
      amount,
      ...plain,
    }),
  };
}

/** The buyer owes the order total; excludes tax that the platform collects and pays itself. */
export function saleEntry(sale: Sale): Entry {
  const { line, debt } = lineMaker(sale);
  const passed = feeRule(sale.platform).taxByPlatform ? [line('tax_payable', sale.tax), debt(neg(sale.tax))] : [];
  return {
    docKind: 'sales_order',
    docId: sale.orderId,
    step: 'sale',
    onDay: sale.onDay,
    text: 'sale',
    order: { id: sale.orderId, shopId: sale.shopId, sale: true },
    lines: [
      debt(sale.total),
      { ...line('sales', neg(sale.goods)), units: 'all' },
      line('shipping_income', neg(sale.shipping)),
      line('discount', sale.discount),
      line('tax_payable', neg(sale.tax)),
      line('order_difference', neg(differenceOf(sale))),
      ...passed,
    ],
  };
}

/** The estimated platform fee: by what the shop's settled orders were charged, else by the fee table. */
export function estimateEntry(sale: Sale): Entry {
  const { line, debt } = lineMaker(sale);
  const experience = sale.feePercent !== null && sale.platform !== '';
  const rule = experience
    ? { percent: sale.feePercent ?? '0', of: 'revenue' as const, fixed: '0' }
    : feeRule(sale.platform);
  const fee = estimateFee(rule, sale);
  return {
    docKind: 'sales_order',
    docId: sale.orderId,
    step: ESTIMATE,
    onDay: sale.onDay,
    text: 'feeEstimate',
    order: { id: sale.orderId, shopId: sale.shopId },
    lines: [line('platform_fee', fee), debt(neg(fee))],
  };
}

/** A full refund at the exchange rate of the sale; `before`: the part that returns already refunded. */
export function refundEntry(sale: Sale, onDay: string, before = '0'): Entry {
  const { line, debt } = lineMaker(sale);
  const taxToo = !feeRule(sale.platform).taxByPlatform;
  const tax = taxToo ? sale.tax : '0';
  const whole = new Decimal(sale.total).minus(sale.tax);
  const withoutTax = money(whole.minus(Decimal.min(before, Decimal.max(whole, 0))));
  return {
    docKind: 'sales_order',
    docId: sale.orderId,
    step: 'refund',
    onDay,
    text: 'refund',
    order: { id: sale.orderId, shopId: sale.shopId },
    lines: [
      { ...line('refund', withoutTax), units: 'all' },
      line('tax_payable', tax),
      debt(neg(money(new Decimal(withoutTax).plus(tax)))),
    ],
  };
}
