import { describe, expect, it } from 'vitest';
import type { SettlementFile, SettlementFileOptions } from './file.ts';
import { readSettlementFile } from './read.ts';
import { AMAZON_COLUMNS, csv, tsv } from './writers.testing.ts';

/** Columns of files that others have published, with values of our own: see docs/settlement-files.md for what is known. */
const list = (titles: string) => titles.split('|');
const cellsOf = (titles: readonly string[], values: Record<string, string>) => {
  for (const title of Object.keys(values)) if (!titles.includes(title)) throw new Error(`no column ${title}`);
  return titles.map((title) => values[title] ?? '');
};
const V2 = AMAZON_COLUMNS.V2;
const without = (...names: string[]) => V2.filter((title) => !names.includes(title));

const amazon = (
  titles: readonly string[],
  rows: readonly Record<string, string>[],
  more: Partial<SettlementFileOptions> = {},
): SettlementFile =>
  readSettlementFile(Buffer.from(tsv([titles, ...rows.map((one) => cellsOf(titles, one))])), {
    platform: 'amazon',
    ...more,
  });

const SETTLED = {
  ...{ 'settlement-id': '6016502941', 'settlement-start-date': '2015-12-02T03:27:08+00:00' },
  ...{ 'settlement-end-date': '2015-12-16T03:27:08+00:00', 'deposit-date': '2015-12-18T03:27:08+00:00' },
  ...{ 'total-amount': '23.49', currency: 'USD' },
};
const OF_IT = { 'settlement-id': '6016502941', 'transaction-type': 'Order', 'order-id': '112-8095165-5463447' };

describe('flat files of Amazon', () => {
  it('V1: 36 columns, a row for the quantity, and amounts in columns of their own', () => {
    const posted = {
      ...OF_IT,
      'posted-date': '2015-12-02T04:15:26+00:00',
      sku: 'gold-p270',
      'order-item-code': '62538071274626',
    };
    const answer = amazon(AMAZON_COLUMNS.V1, [
      SETTLED,
      { ...posted, 'quantity-purchased': '1' },
      { ...posted, 'price-type': 'Principal', 'price-amount': '27.99' },
      { ...posted, 'item-related-fee-type': 'Commission', 'item-related-fee-amount': '-4.20' },
      {
        ...posted,
        'promotion-id': 'Free',
        'promotion-type': 'Shipping',
        'promotion-amount': '-1.00',
        'misc-fee-amount': '0.20',
      },
      { ...posted, 'transaction-type': 'Storage Fee', 'order-id': '', 'other-amount': '0.50' },
    ]);
    expect(answer).toMatchObject({ format: 'amazon V1', setAside: [], zeroRows: 1, gap: [{ gap: '0.00' }] });
    expect(answer.lines.map((line) => [line.row, line.kind, line.amount, line.platformLineId])).toEqual([
      [4, 'sale', '27.99', '62538071274626'],
      [5, 'commission', '-4.20', '62538071274626'],
      [6, 'other', '0.20', '62538071274626'],
      [6, 'discount', '-1.00', '62538071274626'],
      [7, 'storage', '0.50', '62538071274626'],
    ]);
  });

  it.each([
    ['24 columns', V2],
    ['without promotion-id', without('promotion-id')],
    ['without a time and codes of items', without('posted-date-time', 'order-item-code')],
    [
      'of a shop of one country: 19',
      without(
        'posted-date-time',
        'order-item-code',
        'merchant-order-item-id',
        'merchant-adjustment-item-id',
        'promotion-id',
      ),
    ],
    [
      'the shortest: 12',
      list(
        'settlement-id|settlement-start-date|settlement-end-date|deposit-date|total-amount|currency|transaction-type|order-id|amount-type|amount-description|amount|posted-date',
      ),
    ],
  ])('V2 %s', (_, titles) => {
    const line = {
      ...OF_IT,
      'amount-type': 'ItemPrice',
      'amount-description': 'Principal',
      'posted-date': '2015-12-03',
    };
    const fee = { ...line, 'amount-type': 'ItemFees', 'amount-description': 'Commission', amount: '-4.50' };
    const answer = amazon(titles, [SETTLED, { ...line, amount: '27.99' }, fee]);
    expect(answer).toMatchObject({ format: 'amazon V2', setAside: [], gap: [{ total: '23.49', gap: '0.00' }] });
  });

  it('V2 whose rows repeat the period, or the total as well', () => {
    const line = {
      ...OF_IT,
      'amount-type': 'ItemPrice',
      'amount-description': 'Principal',
      'posted-date': '2015-12-03',
    };
    const repeated = { ...SETTLED, 'total-amount': '' };
    expect(amazon(V2, [SETTLED, { ...repeated, ...line, amount: '23.49' }])).toMatchObject({
      setAside: [],
      gap: [{ gap: '0.00' }],
    });
    expect(
      amazon(V2, [
        { ...SETTLED, ...line, amount: '20.00' },
        { ...SETTLED, ...line, amount: '3.49' },
      ]),
    ).toMatchObject({
      ...{ setAside: [], header: [{ total: '23.49', depositDay: '2015-12-18' }], gap: [{ gap: '0.00' }] },
    });
  });

  it('V2 without total and currency: 15 columns', () => {
    const titles = list(
      'settlement-id|settlement-start-date|settlement-end-date|transaction-type|order-id|merchant-order-id|shipment-id|marketplace-name|amount-type|amount-description|amount|quantity-purchased|posted-date|sku|product-description',
    );
    const period = { 'settlement-start-date': '2026-02-01', 'settlement-end-date': '2026-02-14' };
    const row = {
      ...OF_IT,
      ...period,
      'amount-type': 'ItemPrice',
      'amount-description': 'Principal',
      amount: '29.99',
      'posted-date': '2026-02-03',
    };
    expect(amazon(titles, [row]).setAside).toMatchObject([{ row: 2, reason: expect.stringContaining('currency') }]);
    expect(amazon(titles, [row], { currency: 'USD' })).toMatchObject({
      ...{
        setAside: [],
        header: [{ currency: 'USD', from: '2026-02-01T00:00:00.000Z' }],
        lines: [{ amount: '29.99' }],
      },
    });
  });

  it('the report by date range is refused, with what to download instead', () => {
    const titles = list('date/time|settlement id|type|order id|sku|description|quantity|product sales|total');
    expect(() => readSettlementFile(Buffer.from(csv([titles])), { platform: 'amazon' })).toThrow('flat file V2');
  });
});

describe('exports of Shopify', () => {
  const common =
    'Transaction Date|Type|Order|Card Brand|Card Source|Payout Status|Payout Date|Payout ID|Available On|Amount|Fee|Net';
  const shown = `${common}|Checkout|Payment Method Name|Presentment Amount|Presentment Currency|Currency`;
  it.each([
    ['13 columns', `${common}|Currency`],
    ['17 columns', shown],
    ['18 with VAT', `${shown}|VAT`],
    ['19 with the legal entity', `${shown}|Business Entity Name|Business Entity ID`],
  ])('%s', (_, titles) => {
    const names = list(titles);
    const row = {
      ...{
        'Transaction Date': '2026-06-06 04:15:48 -0700',
        Type: 'charge',
        Order: '#25665',
        'Payout Date': '2026/6/12',
      },
      ...{ 'Payout ID': 'pout_1', Amount: '$1,021.83', Fee: '$1.52', Net: '$1,020.31', Currency: 'USD' },
    };
    const answer = readSettlementFile(Buffer.from(csv([names, cellsOf(names, row)])), { platform: 'shopify' });
    expect(answer).toMatchObject({
      setAside: [],
      header: [{ settlementId: 'pout_1', depositDay: '2026-06-12', currency: 'USD' }],
      lines: [
        { amount: '1021.83', kind: 'sale', platformOrderNo: '#25665', postedAt: '2026-06-06T11:15:48.000Z' },
        { amount: '-1.52', kind: 'payment' },
      ],
    });
  });
});

describe('reports of Walmart', () => {
  it('14 columns, without a summary: the currency has to be said', () => {
    const names = list(
      'Period Start Date|Period End Date|Transaction Type|Transaction Description|Purchase Order #|Customer Order #|Transaction Posted Timestamp|Partner Item Name|Partner Item Id|Transaction Reason Description|Amount|Amount Type|Ship Qty|Fulfillment Type',
    );
    const row = {
      ...{
        'Transaction Type': 'Dispute Settlement',
        'Transaction Description': 'Dispute won',
        'Purchase Order #': '010',
      },
      ...{ 'Transaction Posted Timestamp': '06/10/2026', Amount: '120.50', 'Amount Type': 'Fee/Reimbursement' },
    };
    const data = Buffer.from(csv([names, cellsOf(names, row)]));
    expect(readSettlementFile(data, { platform: 'walmart' }).setAside).toHaveLength(1);
    expect(readSettlementFile(data, { platform: 'walmart', currency: 'USD' }).lines).toMatchObject([
      { amount: '120.50', kind: 'adjustment', postedAt: '2026-06-10T00:00:00.000Z', platformOrderNo: '010' },
    ]);
  });
});

describe('reports of eBay', () => {
  const START =
    'Transaction creation date|Type|Order number|Legacy order ID|Buyer username|Buyer name|Ship to city|Ship to province/region/state|Ship to zip|Ship to country|Net amount|Payout currency|Payout date|Payout ID';
  const ITEM =
    'Payout status|Reason for hold|Item ID|Transaction ID|Item title|Custom label|Quantity|Item subtotal|Shipping and handling|Seller collected tax|eBay collected tax|Final Value Fee - fixed|Final Value Fee - variable';
  it.each([
    ['31 columns', `${START}|${ITEM}|Gross transaction amount|Transaction currency|Reference ID|Description`],
    [
      '36 columns',
      `${START}|Payout method|${ITEM}|Very high "item not as described" fee|Below standard performance fee|International fee|Gross transaction amount|Transaction currency|Exchange rate|Reference ID|Description`,
    ],
    [
      '39 columns',
      `${START}|Payout method|${ITEM}|Regulatory operating fee|Very high "item not as described" fee|Below standard performance fee|International fee|Charity donation|Deposit processing fee|Gross transaction amount|Transaction currency|Exchange rate|Reference ID|Description`,
    ],
    [
      'of the United Kingdom',
      `${START}|${ITEM.replaceAll('Value Fee -', 'value fee –')}|Gross transaction amount|Transaction currency|Reference ID|Description`,
    ],
  ])('%s', (_, titles) => {
    const names = list(titles);
    const order = {
      ...{
        'Transaction creation date': 'Sep 5, 2026',
        Type: 'Order',
        'Order number': '12-00000-00001',
        'Net amount': '21.46',
      },
      ...{
        'Payout currency': 'USD',
        'Payout date': 'Sep 7, 2026',
        'Payout ID': 'P1',
        Quantity: '1',
        'Item subtotal': '20.00',
      },
      ...{ 'Shipping and handling': '5.00', 'eBay collected tax': '1.60', 'Gross transaction amount': '26.60' },
      ...Object.fromEntries(names.filter((one) => /fixed$/.test(one)).map((one) => [one, '-0.30'])),
      ...Object.fromEntries(names.filter((one) => /variable$/.test(one)).map((one) => [one, '-3.24'])),
    };
    const other = {
      ...{
        'Transaction creation date': 'Sep 20, 2026',
        Type: 'Other fee',
        'Net amount': '-1.50',
        'Payout currency': 'USD',
      },
      ...{ 'Payout ID': '--', Description: 'Promoted Listings - General fee' },
    };
    const rows = [['"Transaction report"'], names, cellsOf(names, order), [...cellsOf(names, other), '', '']];
    const answer = readSettlementFile(Buffer.from(csv(rows)), { platform: 'ebay' });
    expect(answer).toMatchObject({ setAside: [], header: [{ settlementId: 'P1', depositDay: '2026-09-07' }] });
    expect(answer.lines.map((line) => [line.kind, line.amount, line.settlementId])).toEqual([
      ['sale', '20.00', 'P1'],
      ['shipping', '5.00', 'P1'],
      ['commission', '-0.30', 'P1'],
      ['commission', '-3.24', 'P1'],
      ['advertising', '-1.50', undefined],
    ]);
  });
});

it('many thousand rows are read to the cent, and kept only by who asks for them', () => {
  const row = cellsOf(V2, {
    ...OF_IT,
    'amount-type': 'ItemPrice',
    'amount-description': 'Principal',
    amount: '12.34',
    'posted-date-time': '2015-12-03 12:00:00 UTC',
  });
  const rows = [
    V2,
    cellsOf(V2, { ...SETTLED, 'total-amount': '246800.00' }),
    ...Array.from({ length: 20_000 }, () => row),
  ];
  let lines = 0;
  const answer = readSettlementFile(Buffer.from(tsv(rows)), { platform: 'amazon' }, () => {
    lines++;
  });
  expect(lines).toBe(20_000);
  expect(answer).toMatchObject({ lineCount: 20_000, lines: [], setAside: [], gap: [{ gap: '0.00' }] });
});
