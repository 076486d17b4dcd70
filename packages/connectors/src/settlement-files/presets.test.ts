import { describe, expect, it } from 'vitest';
import type { SettlementFile } from './file.ts';
import { readSettlementFile } from './read.ts';
import { csv } from './writers.testing.ts';
import { zoneOfFiles } from './zones.ts';

const read = (platform: string, rows: readonly (readonly string[])[]): SettlementFile =>
  readSettlementFile(Buffer.from(csv(rows)), { platform });
const shown = (file: SettlementFile) => file.lines.map((line) => [line.platformOrderNo, line.kind, line.amount]);
const rowOf = (titles: readonly string[], values: Record<string, string>) => titles.map((title) => values[title] ?? '');

describe('files whose columns stand from the beginning', () => {
  it('a statement of TikTok Shop in the US', () => {
    const titles = (
      'Statement date (UTC)|Statement ID|Payment ID|Status|Currency|Type|Order/adjustment ID|SKU ID|Quantity|Product name|Order created date|' +
      'Total settlement amount|Net sales|Gross sales|Gross sales refund|Seller discount|Seller discount refund|Shipping|Fees|Transaction fee|' +
      'Referral fee|Refund administration fee|Affiliate commission|Adjustment amount|Adjustment reason|Related order ID'
    ).split('|');
    const of = { 'Statement date (UTC)': '2026/11/05', 'Statement ID': '3458', Currency: 'USD', Quantity: '1' };
    const answer = read('tiktok', [
      titles,
      rowOf(titles, {
        ...{
          ...of,
          Type: 'Order',
          'Order/adjustment ID': '5761',
          'SKU ID': '1729',
          'Total settlement amount': '21.90',
        },
        ...{
          'Net sales': '28.00',
          'Gross sales': '30.00',
          'Seller discount': '-2.00',
          Shipping: '-4.00',
          Fees: '-2.10',
        },
        ...{ 'Referral fee': '-1.68', 'Transaction fee': '-0.30' },
      }),
      rowOf(titles, {
        ...{ ...of, Type: 'Logistics reimbursement', 'Order/adjustment ID': '99', 'Total settlement amount': '5.00' },
        'Adjustment amount': '5.00',
      }),
    ]);
    expect(answer).toMatchObject({ format: 'table tiktok', setAside: [], header: [{ settlementId: '3458' }] });
    expect(shown(answer)).toEqual([
      ['5761', 'sale', '30.00'],
      ['5761', 'discount', '-2.00'],
      ['5761', 'fulfilment', '-4.00'],
      ['5761', 'payment', '-0.30'],
      ['5761', 'commission', '-1.68'],
      // A fee without a column of its own here.
      ['5761', 'other', '-0.12'],
      ['99', 'adjustment', '5.00'],
    ]);
  });

  it('an income report of TikTok Shop in Southeast Asia', () => {
    const titles = (
      'Order/adjustment ID|Type|Order created time|Order settled time|Currency|Total settlement amount|Total Revenue|Subtotal before discounts|' +
      'Seller discounts|Refund subtotal before seller discounts|Refund of seller discounts|Total Fees|TikTok Shop commission fee|Seller shipping fee|Ajustment amount'
    ).split('|');
    const values = {
      ...{ 'Order/adjustment ID': '57', Type: 'Order', 'Order settled time': '2026/11/05', Currency: 'MYR' },
      ...{ 'Total settlement amount': '80.00', 'Subtotal before discounts': '100.00', 'Seller discounts': '-10.00' },
      ...{ 'TikTok Shop commission fee': '-6.00', 'Seller shipping fee': '-4.00' },
    };
    expect(shown(read('tiktok', [titles, rowOf(titles, values)]))).toEqual([
      ['57', 'sale', '100.00'],
      ['57', 'discount', '-10.00'],
      ['57', 'fulfilment', '-4.00'],
      ['57', 'commission', '-6.00'],
    ]);
  });

  const remittance = (...more: string[][]) => [
    ['Wayfair Remittance #: 10002005965230'],
    ['For Supplier: Example'],
    ['Date: 2026-11-20'],
    [],
    ['Total (USD):', '195.32', 'To be sent via Bank transfer'],
    ['EPD Amount (USD):', '-12.04', 'Early pay discount'],
    [],
    'Invoice #|PO #|Invoice Date|Product Amount|Wayfair Allowance for Damages/ Defects [4.00%]|Shipping|Other|Tax/VAT|Payment Amount|Business|Order Type'.split(
      '|',
    ),
    ['CS1', 'CS1', '2026-10-02', '108.00', '-4.32', '0.00', '0.00', '0.00', '103.68', 'Wayfair', 'Dropship'],
    ['CS2', 'CS2', '2026-10-01', '108.00', '-4.32', '0.00', '0.00', '0.00', '103.68', 'Wayfair', 'Dropship'],
    [],
    ['', '', 'Sub-total:', '216.00', '-8.64', '0.00', '0.00', '0.00', '207.36'],
    ...more,
  ];
  it('a remittance of Wayfair, whose settlement stands above its table', () => {
    const answer = read('wayfair', remittance());
    expect(answer).toMatchObject({
      ...{ format: 'table wayfair', setAside: [] },
      header: [{ settlementId: '10002005965230', currency: 'USD', depositDay: '2026-11-20', total: '195.32' }],
      gap: [{ gap: '0.00' }],
    });
    expect(
      answer.lines.map((line) => [line.platformOrderNo, line.kind, line.amount, line.postedAt.slice(0, 10)]),
    ).toEqual([
      [undefined, 'payment', '-12.04', '2026-11-20'],
      ['CS1', 'sale', '108.00', '2026-11-20'],
      ['CS1', 'adjustment', '-4.32', '2026-11-20'],
      ['CS2', 'sale', '108.00', '2026-11-20'],
      ['CS2', 'adjustment', '-4.32', '2026-11-20'],
    ]);
    expect(read('wayfair', remittance()).lines).toEqual(answer.lines);
  });

  it('a remittance that does not say which one it is, is none', () => {
    expect(() => read('wayfair', remittance().slice(3))).toThrow(/do not name the settlement/);
  });
});

describe('times that name no zone', () => {
  const TITLES = ['Time', 'Type', 'Amount', 'Currency', 'Settlement', 'Paid'];
  const at = (time: string, zone?: string) => {
    const columns = {
      date: 'Time',
      type: 'Type',
      amount: 'Amount',
      currency: 'Currency',
      settlementId: 'Settlement',
      depositDay: 'Paid',
    };
    const data = Buffer.from(csv([TITLES, [time, 'Sale', '1.00', 'USD', 'S', time]]));
    const file = readSettlementFile(data, { platform: 'temu', columns, zone });
    return [file.lines[0]?.postedAt, file.header[0]?.depositDay, file.lines[0]?.reference];
  };

  it('are on the clock of the shop, and are the same row on any clock', () => {
    const [utc, , reference] = at('2026-11-01 01:30:00');
    expect(utc).toBe('2026-11-01T01:30:00.000Z');
    expect(at('2026-11-01 01:30:00', 'Asia/Shanghai')).toEqual(['2026-10-31T17:30:00.000Z', '2026-11-01', reference]);
    // One that names its zone stays what it is, and a day is no time.
    expect(at('2026-11-01 01:30:00 UTC', 'Asia/Shanghai').slice(0, 2)).toEqual([
      '2026-11-01T01:30:00.000Z',
      '2026-11-01',
    ]);
    expect(at('2026-11-01', 'Asia/Shanghai').slice(0, 2)).toEqual(['2026-11-01T00:00:00.000Z', '2026-11-01']);
  });

  it.each([
    ['aliexpress', '', [], 'America/Los_Angeles'],
    ['lazada', 'TH', [], 'Asia/Bangkok'],
    ['shopee', '', ['BR'], 'America/Sao_Paulo'],
    ['amazon', 'na', ['ATVPDKIKX0DER'], undefined],
  ])('%s %s', (platform, region, marketplaceIds, zone) => {
    expect(zoneOfFiles({ platform, region, marketplaceIds })).toBe(zone);
  });
});
