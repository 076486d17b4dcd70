import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SettlementLine } from '../../capabilities/settlements.ts';
import { isZero, sum } from '../../money.ts';
import { type Sent, scripted } from '../../testing.ts';
import { ACCESS, connect, usd } from './fixtures.ts';
import { kindOfFee } from './settlements.ts';

const transaction = (more: object = {}) => ({
  transactionId: '01-12345-67890',
  transactionType: 'SALE',
  bookingEntry: 'CREDIT',
  transactionStatus: 'FUNDS_PROCESSING',
  amount: usd('21.44'),
  totalFeeAmount: usd('3.55'),
  transactionDate: '2026-11-01T08:00:00.000Z',
  orderId: '01-12345-67890',
  orderLineItems: [
    {
      lineItemId: '10012345678901',
      marketplaceFees: [
        { feeType: 'FINAL_VALUE_FEE', amount: usd('3.05') },
        { feeType: 'AD_FEE', amount: usd('0.3') },
      ],
    },
  ],
  ...more,
});
const settle = async (...transactions: unknown[]) => {
  const { fetch } = scripted({ json: { transactions, total: transactions.length } }, { status: 204 });
  const got = await connect(fetch).listSettlements(ACCESS, { postedAfter: '2026-10-30T00:00:00Z' });
  return { lines: got.lines, unreadable: got.unreadable };
};
const brief = (lines: readonly SettlementLine[]) => lines.map((one) => [one.kind, one.type, one.amount, one.reference]);

describe('settlements', () => {
  it('split a sale into what was sold and what eBay kept', async () => {
    const { lines } = await settle(transaction({ payoutId: '5001' }));
    expect(brief(lines)).toEqual([
      ['sale', 'SALE', '24.99', 'SALE/01-12345-67890'],
      ['commission', 'FINAL_VALUE_FEE', '-3.05', 'SALE/01-12345-67890/10012345678901/FINAL_VALUE_FEE'],
      ['advertising', 'AD_FEE', '-0.3', 'SALE/01-12345-67890/10012345678901/AD_FEE'],
      ['other', 'OTHER_FEES', '-0.20', 'SALE/01-12345-67890/FEES'],
    ]);
    expect(lines[0]).toMatchObject({
      settlementId: '5001',
      platformOrderNo: '01-12345-67890',
      currency: 'USD',
      postedAt: '2026-11-01T08:00:00.000Z',
    });
    expect(lines[1]).toMatchObject({ platformLineId: '10012345678901' });
  });

  it('give a refund’s fees back', async () => {
    const refund = transaction({ transactionType: 'REFUND', bookingEntry: 'DEBIT', transactionId: '7' });
    const { lines } = await settle(refund);
    expect(lines.map((one) => [one.kind, one.amount])).toEqual([
      ['refund', '-24.99'],
      ['commission', '3.05'],
      ['advertising', '0.3'],
      ['other', '0.20'],
    ]);
  });

  it.each([
    ['SHIPPING_LABEL', 'DEBIT', undefined, 'fulfilment', '-5.0'],
    ['NON_SALE_CHARGE', 'DEBIT', 'AD_FEE', 'advertising', '-5.0'],
    ['NON_SALE_CHARGE', 'DEBIT', 'INSERTION_FEE', 'other', '-5.0'],
    ['CREDIT', 'CREDIT', undefined, 'adjustment', '5.0'],
    ['TRANSFER', 'DEBIT', undefined, 'adjustment', '-5.0'],
    ['DISPUTE', 'DEBIT', undefined, 'refund', '-5.0'],
    ['SOMETHING_NEW', 'CREDIT', undefined, 'other', '5.0'],
  ])('book %s (%s, %s) as %s', async (transactionType, bookingEntry, feeType, kind, amount) => {
    const bare = {
      transactionType,
      bookingEntry,
      feeType,
      amount: usd('5.0'),
      totalFeeAmount: undefined,
      orderLineItems: [],
    };
    const { lines } = await settle(transaction(bare));
    expect(lines.map((one) => [one.kind, one.amount])).toEqual([[kind, amount]]);
  });

  it('always add up to what eBay booked, each line under a name of its own', async () => {
    const cents = fc.integer({ min: 0, max: 999_999 }).map((n) => (n / 100).toFixed(2));
    const fee = fc.record({ feeType: fc.constantFrom('FINAL_VALUE_FEE', 'AD_FEE', 'X'), amount: cents.map(usd) });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('CREDIT', 'DEBIT'),
        cents,
        fc.option(cents, { nil: undefined }),
        fc.array(fc.array(fee, { maxLength: 4 }), { maxLength: 3 }),
        async (bookingEntry, amount, total, fees) => {
          const orderLineItems = fees.map((marketplaceFees, i) => ({ lineItemId: String(i), marketplaceFees }));
          const totalFeeAmount = total === undefined ? undefined : usd(total);
          const { lines } = await settle(
            transaction({ bookingEntry, amount: usd(amount), totalFeeAmount, orderLineItems }),
          );
          const booked = bookingEntry === 'CREDIT' ? amount : `-${amount}`;
          expect(
            isZero(
              sum([
                ...lines.map((one) => one.amount),
                ...(booked.startsWith('-') ? [booked.slice(1)] : [`-${booked}`]),
              ]),
            ),
          ).toBe(true);
          expect(new Set(lines.map((one) => one.reference)).size).toBe(lines.length);
        },
      ),
    );
  });

  it('set aside what they cannot read', async () => {
    const euro = [{ lineItemId: '1', marketplaceFees: [{ feeType: 'X', amount: { value: '1.0', currency: 'EUR' } }] }];
    const { lines, unreadable } = await settle(transaction({ orderLineItems: euro }), { transactionId: '9' });
    expect(lines).toEqual([]);
    expect(unreadable.map((one) => one.reason)).toEqual([
      'orderLineItems.marketplaceFees.amount.currency: EUR beside USD',
      expect.stringContaining('transactionType'),
    ]);
  });

  it('walk long times in windows, then the payouts, then the older transactions of each', async () => {
    const filterOf = (sent: Sent) => `${sent.url.pathname.split('/').pop()} ${sent.url.searchParams.get('filter')}`;
    const old = transaction({ transactionId: 'old', transactionDate: '2026-07-01T00:00:00.000Z' });
    const { fetch, sent } = scripted((one) => {
      const requested = filterOf(one);
      if (requested.startsWith('payout payoutDate:[2026-10'))
        return {
          json: {
            payouts: [
              {
                payoutId: '5001',
                payoutStatus: 'SUCCEEDED',
                payoutDate: '2026-10-20T00:00:00.000Z',
                amount: usd('40.0'),
              },
              {
                payoutId: '5002',
                payoutStatus: 'INITIATED',
                payoutDate: '2026-10-21T00:00:00.000Z',
                amount: usd('1.0'),
              },
            ],
          },
        };
      if (requested.includes('payoutId')) return { json: { transactions: [old, transaction()] } };
      return { status: 204 };
    });
    const lines: SettlementLine[] = [];
    let cursor: string | undefined;
    do {
      const got = await connect(fetch).listSettlements(ACCESS, {
        postedAfter: '2026-07-15T00:00:00Z',
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(got.listedUntil).toBe('2026-11-02T12:00:00.500Z');
      lines.push(...got.lines);
      cursor = got.nextCursor;
    } while (cursor !== undefined);
    expect(sent.map(filterOf)).toEqual([
      'transaction transactionDate:[2026-07-15T00:00:00.000Z..2026-10-08T00:00:00.000Z]',
      'transaction transactionDate:[2026-10-08T00:00:00.000Z..]',
      'payout payoutDate:[2026-07-15T00:00:00.000Z..2026-10-08T00:00:00.000Z]',
      'payout payoutDate:[2026-10-08T00:00:00.000Z..]',
      'transaction payoutId:{5001}',
      'transaction payoutId:{5002}',
    ]);
    expect(lines.filter((one) => one.kind === 'payout')).toMatchObject([
      { reference: 'PAYOUT/5001', amount: '-40.0', settlementId: '5001' },
    ]);
    expect(lines.filter((one) => one.kind === 'sale').map((one) => [one.reference, one.settlementId])).toEqual([
      ['SALE/old', '5001'],
      ['SALE/old', '5002'],
    ]);
  });

  it.each([
    ['FINAL_VALUE_FEE_FIXED_PER_ORDER', 'commission'],
    ['INTERNATIONAL_FEE', 'commission'],
    ['AD_FEE', 'advertising'],
    ['PREMIUM_AD_FEES', 'advertising'],
    ['PAYMENT_PROCESSING_FEE', 'payment'],
    ['SHIPPING_LABEL_FEE', 'fulfilment'],
    ['UPLOAD_FEE', 'other'],
  ])('take %s for %s', (fee, kind) => {
    expect(kindOfFee(fee)).toBe(kind);
  });
});
