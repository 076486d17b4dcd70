import { describe, expect, it } from 'vitest';
import { backtest, seededSeries, seriesOfOrders, seriesOfSheet } from './backtest.ts';
import { PUNCTUAL } from './rules/leads.ts';

const POLICY = {
  ...{ goal: 0.95, weights: [0.2, 0.2, 0.2, 0.2, 0.1, 0.1], review: 'fixed' as const, reviewDays: 7 },
  ...{ leadDays: 14, spread: PUNCTUAL },
};

describe('a file of demand', () => {
  it('has series, periods and quantities in any order; missing periods are zero', () => {
    const rows = [
      ['Quantity', 'series', 'period', 'cost'],
      ['3', 'A', '2026-01-02', '2.5'],
      ['1', 'A', '2026-01-02', ''],
      ['5', 'A', '2025-12-31', ''],
      ['2', 'B', '2026-01-04', ''],
    ];
    expect(seriesOfSheet(rows)).toEqual([
      { name: 'A', units: [5, 0, 4, 0, 0], cost: 2.5 },
      { name: 'B', units: [2], cost: null },
    ]);
    expect(
      seriesOfSheet([
        ['series', 'period', 'quantity'],
        ['w', '9', '1'],
        ['w', '7', '2'],
      ])[0]?.units,
    ).toEqual([2, 0, 1]);
  });

  it('that is none is refused by name', () => {
    expect(() => seriesOfSheet([['series', 'period']])).toThrow('no column quantity');
    expect(() =>
      seriesOfSheet([
        ['series', 'period', 'quantity'],
        ['A', 'May', '1'],
      ]),
    ).toThrow('Row 2');
  });
});

it('order lines become demand by day: no fees, and what was cancelled was not sold', () => {
  const head = ['InvoiceNo', 'StockCode', 'Quantity', 'InvoiceDate', 'UnitPrice'];
  const sold = Array.from({ length: 12 }, (_, at) => [`${at}`, '84991', '2', `1/${at + 1}/2011 9:00`, '0.5']);
  const series = seriesOfOrders([
    head,
    ...sold,
    ['C9', '84991', '-3', '1/12/2011 10:00', '0.5'],
    ['10', 'POST', '1', '1/3/2011 9:00', '18'],
    ['11', '20001', '1', '1/3/2011 9:00', '1'],
  ]);
  expect(series).toEqual([{ name: '84991', units: [...Array.from({ length: 10 }, () => 2), 1, 0], cost: 0.5 }]);
});

describe('a replay', () => {
  const sets = seededSeries(7, 12);
  it.each(['steady', 'growing', 'seasonal'])(
    'keeps %s demand in stock as often as the goal says; the plain windows do not',
    (name) => {
      const { advice, windows } = backtest(sets[name] ?? [], POLICY);
      expect(advice.series).toBe(12);
      expect(advice.cyclesInStock).toBeGreaterThan(0.935);
      expect(advice.cyclesInStock).toBeLessThan(0.98);
      expect(windows.cyclesInStock).toBeLessThan(0.92);
    },
  );

  it('is refused for a lead time that the sales period does not cover', () => {
    expect(() => backtest([], { ...POLICY, leadDays: 91 })).toThrow('must match the average daily sales period');
  });
});
