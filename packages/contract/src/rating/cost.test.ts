import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CostInput, costOf } from './cost.ts';

const input = (more: Partial<CostInput> = {}): CostInput => ({
  ...{ purchase: '0', rate: '1', domestic: '0', weightGrams: 0, divisor: 6000, firstLegPerKg: '0' },
  ...{ customsValue: '', dutyPercent: '0', dutyOnFreight: false, importVatPercent: '0', importVatBack: true },
  ...{ otherCost: '0', price: '0', salesVatPercent: '0', platformPercent: '0', paymentPercent: '0' },
  ...{ adsPercent: '0', returnsPercent: '0', lastMile: '0', targetPercent: '0' },
  ...more,
});
const amounts = (parts: readonly { code: string; amount: string }[]) =>
  Object.fromEntries(parts.map(({ code, amount }) => [code, amount]));

describe('what goods cost until they lie in the warehouse', () => {
  it.each([
    [5000, '16.800'],
    [6000, '14.000'],
  ])('60 x 40 x 35 cm by %i travel as %s kg', (divisor, kg) => {
    const found = costOf(input({ weightGrams: 9000, sidesMm: [600, 400, 350], divisor, firstLegPerKg: '2.5' }));
    expect([found.volumeKg, found.chargeableKg]).toEqual([kg, kg]);
    expect(amounts(found.costs).firstLeg).toBe((Number(kg) * 2.5).toFixed(2));
  });

  it('is the purchase at its rate, the first leg, and duty on the customs value', () => {
    const found = costOf(
      input({
        ...{ purchase: '71', rate: '0.14', domestic: '0.5', weightGrams: 1200, firstLegPerKg: '3', otherCost: '0.25' },
        ...{ dutyPercent: '25', price: '29.99' },
      }),
    );
    expect(amounts(found.costs)).toEqual({
      ...{ purchase: '9.94', domestic: '0.50', firstLeg: '3.60', duty: '2.49', importVat: '0.00', other: '0.25' },
    });
    expect(found.landed).toBe('16.78');
  });

  it('has duty on the first leg where the country takes it, and VAT only where nobody gives it back', () => {
    const europe = { purchase: '100', weightGrams: 1000, firstLegPerKg: '20', dutyPercent: '10' };
    const vat = { dutyOnFreight: true, importVatPercent: '19' };
    expect(costOf(input({ ...europe, ...vat })).landed).toBe('132.00');
    const kept = costOf(input({ ...europe, ...vat, importVatBack: false }));
    expect(amounts(kept.costs)).toMatchObject({ duty: '12.00', importVat: '25.08' });
    expect(costOf(input({ ...europe, customsValue: '50' })).landed).toBe('125.00');
  });
});

describe('what a sale leaves', () => {
  it('is the price without VAT, fees, last mile and landed cost', () => {
    const found = costOf(
      input({
        ...{ purchase: '40', price: '119', salesVatPercent: '19', platformPercent: '15', paymentPercent: '2' },
        ...{ adsPercent: '5', returnsPercent: '3', lastMile: '6' },
      }),
    );
    expect(amounts(found.charges)).toEqual({
      ...{ salesVat: '19.00', platform: '17.85', payment: '2.38', ads: '5.95', returns: '3.57', lastMile: '6.00' },
    });
    expect([found.profit, found.margin, found.markup]).toEqual(['24.25', '24.3', '60.6']);
  });

  it('is below zero where it costs more, and has no break-even where fees eat the price', () => {
    expect(costOf(input({ purchase: '10', price: '7.5' }))).toMatchObject({
      ...{ profit: '-2.50', margin: '-33.3', breakEven: '10.00' },
    });
    expect(costOf(input({ purchase: '10', platformPercent: '100' })).breakEven).toBeNull();
    expect(costOf(input({ purchase: '10', targetPercent: '100' })).targetPrice).toBeNull();
    expect(costOf(input())).toMatchObject({ profit: '0.00', margin: null, markup: null, breakEven: '0.00' });
  });

  it('breaks even at the lowest price without a loss, and parts always add up', () => {
    const money = (most: number) => fc.integer({ min: 0, max: most }).map((n) => (n / 100).toFixed(2));
    const sales = fc.record({
      ...{ purchase: money(100_000), price: money(200_000), lastMile: money(3000), salesVatPercent: money(2700) },
      ...{ platformPercent: money(3000), adsPercent: money(2000), targetPercent: money(2000) },
    });
    const inCents = (text: string) => Math.round(Number(text) * 100);
    fc.assert(
      fc.property(sales, (sale) => {
        const found = costOf(input(sale));
        const parts = [...found.costs, ...found.charges].reduce((all, one) => all + inCents(one.amount), 0);
        expect(inCents(found.profit)).toBe(inCents(sale.price) - parts);
        const even = found.breakEven ?? '';
        expect(inCents(costOf(input({ ...sale, price: even })).profit)).toBeGreaterThanOrEqual(0);
        const below = inCents(even) - 1;
        if (below > 0) {
          const less = costOf(input({ ...sale, price: (below / 100).toFixed(2) }));
          expect(inCents(less.profit)).toBeLessThan(0);
        }
        const aimed = costOf(input({ ...sale, price: found.targetPrice ?? '' }));
        expect(Number(aimed.margin ?? sale.targetPercent)).toBeGreaterThanOrEqual(Number(sale.targetPercent) - 0.1);
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});
