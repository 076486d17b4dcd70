import { expect, test } from 'vitest';
import { circles, refusal } from './order.ts';

const order = ['identity', 'stock', 'orders'];
const area = (name: string, file: string) => `apps/server/src/areas/${name}/${file}`;
const why = (from: string, to: string) => refusal({ from, to }, order);

test('an area comes in by the door of one below it only', () => {
  expect(why(area('orders', 'intake/intake.ts'), area('stock', 'public.ts'))).toBeUndefined();
  expect(why(area('orders', 'intake/intake.ts'), area('stock', 'ledger.ts'))).toMatch(/public\.ts of stock/);
  expect(why(area('stock', 'ledger.ts'), area('orders', 'public.ts'))).toMatch(/named after stock/);
  expect(why(area('orders', 'orders.tables.ts'), area('stock', 'stock.tables.ts'))).toBeUndefined();
  expect(why(area('stock', 'stock.tables.ts'), area('orders', 'orders.tables.ts'))).toMatch(/named after/);
});

test('core knows no area, and the program knows neither the sandbox nor the web', () => {
  expect(why('apps/server/src/core/app.ts', area('stock', 'public.ts'))).toBe('core may not import areas');
  expect(why(area('stock', 'ledger.ts'), 'apps/sandbox/src/main.ts')).toBe('areas may not import sandbox');
  expect(why('apps/sandbox/src/main.ts', 'packages/connectors/src/http.ts')).toBe('sandbox may not import connectors');
  expect(why('packages/contract/src/call.ts', 'apps/server/src/core/money.ts')).toBe('contract may not import core');
});

test('a web area knows its own pages and what all share', () => {
  expect(why('apps/web/src/areas/orders/pages/Desk.tsx', 'apps/web/src/areas/stock/texts.ts')).toMatch(
    /may not import/,
  );
  expect(why('apps/web/src/areas/orders/pages/Desk.tsx', 'apps/web/src/components/tag.tsx')).toBeUndefined();
  expect(why('apps/web/src/components/tag.tsx', 'apps/web/src/areas/stock/texts.ts')).toMatch(/knows no area/);
});

test('circles are found, but types alone make none', () => {
  const a = { from: 'a.ts', to: 'b.ts', typeOnly: false };
  expect(circles([a, { from: 'b.ts', to: 'a.ts', typeOnly: false }])).toEqual([['a.ts', 'b.ts', 'a.ts']]);
  expect(circles([a, { from: 'b.ts', to: 'a.ts', typeOnly: true }])).toEqual([]);
});
