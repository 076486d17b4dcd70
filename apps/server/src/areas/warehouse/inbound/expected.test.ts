import { expect, it } from 'vitest';
import { type Line, shareOut } from './expected.ts';

const line = (id: number, expected: number, batch: string | null = null): Line => ({
  id,
  productId: 7,
  sourceLine: id,
  expected,
  received: 0,
  incoming: expected,
  unitCost: null,
  batch,
  expiresOn: null,
});
const shared = (...args: Parameters<typeof shareOut>) =>
  shareOut(...args)?.map((part) => [part.line.id, part.quantity, part.one.batch ?? null]);

it('fills what is left beside goods that were counted at their line', () => {
  const goods = [
    { lineId: 1, quantity: 5 },
    { productId: 7, quantity: 6 },
  ];
  expect(shared(goods, [line(1, 5), line(2, 5)])).toEqual([
    [1, 5, null],
    [2, 6, null],
  ]);
});

it('takes goods for those of their batch first, and what is over for those of the last line', () => {
  const lines = [line(1, 4, 'A'), line(2, 4, 'B')];
  expect(shared([{ productId: 7, quantity: 6, batch: 'B' }], lines)).toEqual([
    [2, 4, 'B'],
    [1, 2, 'B'],
  ]);
  expect(shared([{ productId: 7, quantity: 9 }], lines)).toEqual([
    [1, 4, 'A'],
    [2, 5, 'B'],
  ]);
  expect(shareOut([{ productId: 8, quantity: 1 }], lines)).toBeUndefined();
});
