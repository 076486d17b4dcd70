import { moneyBetween, type SandboxMoney } from '../world/money.ts';
import { dollars } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import type { Call, Operation } from './api.ts';
import { badParam, notFound } from './errors.ts';
import { keptOf, unitsOf } from './units.ts';
import { customerOrderOf } from './views.ts';

const DAY = 86_400_000;
const VERSION = ['reportVersion'];

/** What Walmart books, by the day instead of its two weeks, so that a trial need not wait. Source: Payment reports API. */
export const reports: Operation[] = [
  {
    method: 'GET',
    path: '/v3/report/reconreport/availableReconFiles',
    name: 'getAvailableReconFiles',
    service: 'REPORT',
    rate: 'reports',
    query: VERSION,
    handle: available,
  },
  {
    method: 'GET',
    path: '/v3/report/reconreport/reconFileJson',
    name: 'getReconReportJson',
    service: 'REPORT',
    rate: 'reports',
    query: [...VERSION, 'reportDate', 'offset', 'noOfRecords'],
    handle: report,
  },
];

const two = (value: number): string => String(value).padStart(2, '0');
const dayText = (ms: number, between: string): string => {
  const at = new Date(ms);
  return [two(at.getUTCMonth() + 1), two(at.getUTCDate()), at.getUTCFullYear()].join(between);
};

function checkVersion({ query }: Call): void {
  if (query.reportVersion !== 'v1') throw badParam('REPORT', 'reportVersion', 'The reportVersion has to be v1');
}

function available(call: Call) {
  checkVersion(call);
  const days = moneyBetween(call.shop, 0, call.now + 1).map((one) => dayText(one.postedAt, ''));
  return { availableApReportDates: [...new Set(days)] };
}

type Row = Record<string, string>;

const WORDS: Readonly<Record<SandboxMoney['kind'], readonly [type: string, amountType: string][]>> = {
  sale: [['Sale', 'Product Price']],
  shipping: [['Sale', 'Shipping']],
  tax: [
    ['Sale', 'Product tax collected'],
    ['Sale', 'Product tax withheld'],
  ],
  commission: [['Sale', 'Commission on Product']],
  // Walmart takes its commission and nothing for the payment.
  payment: [],
  refund: [['Refund', 'Product Price']],
};

function rowsOf(shop: Shop, from: number, now: number): Row[] {
  const booked = moneyBetween(shop, from, Math.min(from + DAY, now + 1));
  const labels = [...new Set(booked.map((one) => one.order))].flatMap((order) =>
    keptOf(order)
      .labels.filter((label) => !label.discarded)
      .map((label) => ({ order, cents: -label.cents })),
  );
  const base = (order: SandboxMoney['order'], at: number) => ({
    'Period Start Date': dayText(from, '/'),
    'Period End Date': dayText(from, '/'),
    'Transaction Posted Timestamp': dayText(at, '/'),
    'Customer Order #': customerOrderOf(order),
    'Purchase Order #': order.id,
    'Purchase Order line #': '1',
    'Partner Item Id': unitsOf(order)[0]?.line.sku ?? '',
    'Fulfillment Type': 'Seller Fulfilled',
  });
  const lines = booked.flatMap((one) =>
    WORDS[one.kind].map(
      ([type, amountType]): Row => ({
        ...base(one.order, one.postedAt),
        'Transaction Type': type,
        'Transaction Key': `${7_000_000_000 + one.order.seq}`,
        'Transaction Description': one.kind === 'refund' ? 'Return Refund' : 'Purchase',
        'Amount Type': amountType,
        Amount: dollars(amountType.endsWith('withheld') ? -one.cents : one.cents),
      }),
    ),
  );
  const fees = labels.map(
    ({ order, cents }): Row => ({
      ...base(order, from),
      'Transaction Type': 'Service Fee',
      'Transaction Key': `${8_000_000_000 + order.seq}`,
      'Transaction Description': 'Shipping label charge',
      'Amount Type': 'Fee/Reimbursement',
      Amount: dollars(cents),
    }),
  );
  const rows = [...lines, ...fees];
  const open = from + DAY > now;
  const total = rows.reduce((sum, row) => sum + Math.round(Number(row.Amount) * 100), 0);
  return [
    {
      'Period Start Date': dayText(from, '/'),
      'Period End Date': dayText(from, '/'),
      'Transaction Type': 'PaymentSummary',
      'Transaction Description': open ? 'Cycle open' : 'Deposited in account',
      'Transaction Posted Timestamp': dayText(from, '/'),
      'Total Payable': open ? '0.00' : dollars(total),
      Currency: shop.currency,
    },
    ...rows,
  ];
}

function report(call: Call) {
  checkVersion(call);
  const { shop, query, now } = call;
  const found = /^(\d{2})(\d{2})(\d{4})$/.exec(query.reportDate ?? '');
  const from = found ? Date.parse(`${found[3]}-${found[1]}-${found[2]}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(from)) throw badParam('REPORT', 'reportDate', 'The reportDate has to be MMDDYYYY');
  const size = Number(query.noOfRecords ?? 1000);
  if (!(Number.isInteger(size) && size >= 1 && size <= 1000))
    throw badParam('REPORT', 'noOfRecords', 'At most 1000 records');
  const rows = rowsOf(shop, from, now);
  if (rows.length === 1) throw notFound('REPORT', 'No report for this date');
  // Where a page begins is told in bytes of the file.
  const starts = [0];
  for (const row of rows) starts.push((starts.at(-1) ?? 0) + Buffer.byteLength(JSON.stringify(row)));
  const first = starts.indexOf(Number(query.offset ?? 0));
  if (first < 0 || first >= rows.length) throw badParam('REPORT', 'offset', 'INVALID_OFFSET');
  const last = first + size;
  return {
    reportData: rows.slice(first, last),
    totalRecords: rows.length,
    ...(last < rows.length ? { nextOffset: starts[last] } : {}),
  };
}
