import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal, split } from '../../../core/money.ts';
import { FEE_TABLE } from '../bookings/fee-table.ts';
import { estimateEntry, refundEntry, type Sale, saleEntry } from '../bookings/sale.rules.ts';
import { type Entry, figuresOf, ready, reversed, sum, Unbalanced } from './entry.ts';

const cents = (max = 10_000_000) => fc.integer({ min: 0, max }).map((n) => new Decimal(n).div(100).toFixed(2));
const rate = fc.integer({ min: 1, max: 2_000_000_000 }).map((n) => new Decimal(n).div(100_000_000).toFixed(8));
const sale: fc.Arbitrary<Sale> = fc.record({
  orderId: fc.integer({ min: 1, max: 1_000_000 }),
  shopId: fc.integer({ min: 1, max: 100 }),
  customerId: fc.option(fc.integer({ min: 1, max: 100 })),
  platform: fc.constantFrom(...Object.keys(FEE_TABLE), 'somewhere'),
  currency: fc.constantFrom('USD', 'EUR', 'JPY', 'CNY'),
  goods: cents(),
  shipping: cents(100_000),
  tax: cents(1_000_000),
  discount: cents(100_000),
  total: cents(12_000_000),
  feePercent: fc.option(fc.integer({ min: 0, max: 400_000 }).map((n) => (n / 10_000).toFixed(4))),
  onDay: fc.constant('2026-11-20'),
  rate,
});
const readyOf = (entry: Entry) => {
  const made = ready(entry, 'CNY');
  if (!made) throw new Error('nothing to book');
  return made;
};
const entriesOf = (one: Sale) => [saleEntry(one), estimateEntry(one), refundEntry(one, '2026-11-21')];

describe('entries', () => {
  it('always balance, in the base currency and in their own', () => {
    fc.assert(
      fc.property(sale, (one) => {
        for (const entry of entriesOf(one)) {
          const made = ready(entry, 'CNY');
          if (!made) continue;
          expect(sum(made.lines.map((line) => line.baseAmount)).isZero()).toBe(true);
          const own = made.lines.filter((line) => line.account !== 'rounding');
          expect(sum(own.map((line) => line.amount)).isZero()).toBe(true);
          const debit = made.lines.filter((line) => !line.baseAmount.startsWith('-'));
          expect(sum(debit.map((line) => line.baseAmount)).toFixed(4)).toBe(made.debitBase);
          expect(made.creditBase).toBe(made.debitBase);
          for (const line of made.lines) expect(new Decimal(line.baseAmount).decimalPlaces()).toBeLessThanOrEqual(2);
        }
      }),
    );
  });

  it('and their reversal sum to nothing, line by line, to the cent', () => {
    fc.assert(
      fc.property(sale, (one) => {
        const made = ready(saleEntry(one), 'CNY');
        if (!made) return;
        const back = readyOf({ ...made, lines: reversed(made.lines) });
        expect(back.debitBase).toBe(made.debitBase);
        const accounts = new Map<string, Decimal>();
        for (const line of [...made.lines, ...back.lines])
          accounts.set(line.account, (accounts.get(line.account) ?? new Decimal(0)).plus(line.baseAmount));
        for (const rest of accounts.values()) expect(rest.isZero()).toBe(true);
      }),
    );
  });

  it('of a sale and its refund leave the buyer and us with nothing', () => {
    fc.assert(
      fc.property(sale, (one) => {
        const made = entriesOf(one).flatMap((entry) => (entry.step === 'fee:estimate' ? [] : [ready(entry, 'CNY')]));
        const lines = made.flatMap((entry) => entry?.lines ?? []);
        const shop = lines.filter((line) => line.account === 'platform_unsettled').map((line) => line.amount);
        expect(sum(shop).isZero()).toBe(true);
        const tax = lines.filter((line) => line.account === 'tax_payable').map((line) => line.amount);
        expect(sum(tax).isZero()).toBe(true);
        // goods + shipping - discount - refund, but for cents of rounding each line by itself.
        const figures = figuresOf(lines);
        const left = ['goods', 'shipping'].reduce((a, f) => a.plus(figures.get(f as 'goods') ?? 0), new Decimal(0));
        const gone = ['discount', 'refund'].reduce((a, f) => a.plus(figures.get(f as 'refund') ?? 0), new Decimal(0));
        expect(left.minus(gone).abs().lte('0.05')).toBe(true);
      }),
    );
  });

  it('that do not sum to zero are refused', () => {
    const line = { account: 'sales', currency: 'USD', rate: '7' } as const;
    const entry = { docKind: 'x', docId: 1, step: 's', onDay: '2026-11-20', text: 'sale' };
    expect(() => ready({ ...entry, lines: [{ ...line, amount: '1' }] }, 'CNY')).toThrow(Unbalanced);
    const far = [
      { ...line, amount: '1', baseAmount: '7' },
      { ...line, currency: 'EUR', amount: '-1', baseAmount: '-8' },
    ];
    expect(() => ready({ ...entry, lines: far }, 'CNY')).toThrow(Unbalanced);
    expect(ready({ ...entry, lines: [{ ...line, amount: '0' }] }, 'CNY')).toBeUndefined();
  });

  it('put the cents of rounding onto an account of their own', () => {
    const plain = { currency: 'USD', rate: '7.5' } as const;
    const part = { account: 'sales', amount: '-0.01', ...plain } as const;
    const made = readyOf({
      docKind: 'x',
      docId: 1,
      step: 's',
      onDay: '2026-11-20',
      text: 'sale',
      lines: [{ account: 'platform_unsettled', amount: '0.03', ...plain }, part, part, part],
    });
    // 0.225 becomes 0.23, three times 0.075 becomes three times 0.08.
    expect(made.lines.map((line) => line.baseAmount)).toEqual(['0.2300', '-0.0800', '-0.0800', '-0.0800', '0.0100']);
    expect(made.lines.at(-1)).toMatchObject({ account: 'rounding', currency: 'CNY', rate: '1' });
    expect(made.debitBase).toBe('0.2400');
  });
});

describe('fees', () => {
  it('are estimated by the platform: 15 % of what was sold, or 2.9 % of the total and 0.30', () => {
    const one: Sale = {
      orderId: 1,
      shopId: 1,
      feePercent: null,
      customerId: null,
      platform: 'amazon',
      currency: 'USD',
      goods: '100.00',
      shipping: '10.00',
      tax: '8.00',
      discount: '10.00',
      total: '108.00',
      onDay: '2026-11-20',
      rate: '7',
    };
    const feeOf = (entry: Entry) => entry.lines.find((line) => line.account === 'platform_fee')?.amount;
    expect(feeOf(estimateEntry(one))).toBe('15.0000');
    expect(feeOf(estimateEntry({ ...one, platform: 'shopify' }))).toBe('3.4300');
    expect(feeOf(estimateEntry({ ...one, platform: 'elsewhere' }))).toBe('0.0000');
    // Tax that Amazon collects is nobody's income and nobody's debt; Shopify's stays ours to pay.
    const owed = (platform: string) =>
      sum(
        saleEntry({ ...one, platform }).lines.flatMap((l) => (l.account === 'tax_payable' ? [l.amount] : [])),
      ).toFixed(2);
    expect([owed('amazon'), owed('shopify')]).toEqual(['0.00', '-8.00']);
  });
});

describe('splitting an amount', () => {
  it('gives parts that sum exactly, none further from its share than a cent', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), weights, (total, parts) => {
        const amount = new Decimal(total).div(100);
        const done = split(amount, parts);
        expect(sum(done).eq(amount)).toBe(true);
        const all = parts.reduce((a, b) => a + b, 0);
        if (all === 0) return;
        for (const [i, part] of done.entries())
          expect(
            amount
              .times(parts[i] ?? 0)
              .div(all)
              .minus(part)
              .abs()
              .lte('0.01'),
          ).toBe(true);
      }),
    );
  });
});
