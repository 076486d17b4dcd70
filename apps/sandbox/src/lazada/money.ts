import { whole } from '../iop/desk.ts';
import { IopError, missing } from '../iop/errors.ts';
import { pageOf } from '../kit/listing.ts';
import { type MoneyKind, moneyBetween } from '../world/money.ts';
import { dollars } from '../world/orders.ts';
import { type LazadaApi, type LazadaCall, NAME, startOfDay, venueDay } from './api.ts';

const DAY_MS = 86_400_000;
const LONGEST_MS = 180 * DAY_MS;
const FEES: Readonly<Record<MoneyKind, readonly [type: string, name: string]>> = {
  sale: ['13', 'Item Price Credit'],
  shipping: ['8', 'Shipping Fee (Paid By Customer)'],
  tax: ['90', 'Sales Tax'],
  commission: ['16', 'Commission'],
  payment: ['3', 'Payment Fee'],
  refund: ['28', 'Reversal Item Price'],
};

/** What is booked for the seller, by the day. Source: QueryTransactionDetails */
export function registerMoney(api: LazadaApi): void {
  api.add(
    {
      method: 'GET',
      path: '/finance/transaction/details/get',
      params: ['start_time', 'end_time', 'trans_type', 'trade_order_id', 'trade_order_line_id', 'limit', 'offset'],
    },
    transactionDetails,
  );
}

function dayOf(name: string, answered: string | undefined): number {
  if (!answered) throw missing(name);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(answered)) throw new IopError('17', `E017: "${answered}" Invalid Date Format`, 'ISP');
  return startOfDay(answered);
}

/** "22 Nov 2026" */
function written(ms: number): string {
  const [year, month, day] = venueDay(ms).split('-');
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  return `${day} ${names[Number(month) - 1]} ${year}`;
}

function transactionDetails({ ctx, shop, params }: LazadaCall) {
  const from = dayOf('start_time', params.start_time);
  const to = dayOf('end_time', params.end_time);
  if (to < from || to - from >= LONGEST_MS)
    throw new IopError('1000012', 'endTime - startTime must should be less than 180 days', 'ISP');
  const offset = whole('Offset', params.offset ?? '0', 0, 1_000_000, '14');
  const limit = whole('Limit', params.limit ?? '500', 1, 500, '19');
  const rows = moneyBetween(shop, from, to + DAY_MS).filter(
    (one) => !params.trade_order_id || one.order.id === params.trade_order_id,
  );
  return {
    data: pageOf(ctx, NAME, rows, offset, limit).rows.map((one) => {
      const [fee_type, fee_name] = FEES[one.kind];
      return {
        transaction_number: `SG${shop.id}-${one.id}`,
        transaction_date: written(one.postedAt),
        transaction_type: one.kind === 'refund' ? 'Refunds-Item Charges' : 'Orders-Item Charges',
        fee_type,
        fee_name,
        amount: dollars(one.cents),
        VAT_in_amount: '0.00',
        WHT_amount: '0.00',
        WHT_included_in_amount: 'No',
        paid_status: 'Not paid',
        statement: '',
        order_no: one.order.id,
        orderItem_no: '',
        orderItem_status: '',
        seller_sku: '',
        lazada_sku: '',
        details: '',
        comment: '',
      };
    }),
  };
}
