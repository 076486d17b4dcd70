import { expect, test } from 'vitest';
import { circles, refusal, tableRefusal, tablesIn } from './order.ts';

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

test('circles are found, but an import at run time makes none', () => {
  const a = { from: 'a.ts', to: 'b.ts', late: false };
  expect(circles([a, { from: 'b.ts', to: 'a.ts', late: false }])).toEqual([['a.ts', 'b.ts', 'a.ts']]);
  expect(circles([a, { from: 'b.ts', to: 'a.ts', late: true }])).toEqual([]);
});

test('tables are found in SQL, with what is done to them', () => {
  const found = (sql: string) => tablesIn(sql).map(({ table, writes }) => (writes ? `${table}!` : table));
  expect(found('select o.id from sales_order o join shop s on true, location l')).toContain('shop');
  expect(found('select 1 from stock_balance b, location as l where true')).toEqual(['stock_balance', 'location']);
  expect(found('insert into\n  shop (id) select 1 from company')).toEqual(['shop!', 'company']);
  expect(found('update only shop set a = 1; delete from company -- from parcel')).toEqual(['shop!', 'company!']);
});

test('an area reads its tables and those below it, and writes its own alone', () => {
  const why = (area: string, owner: string, writes = false) =>
    tableRefusal({ area, owner, table: 'a_table', writes }, order);
  expect(why('orders', 'orders', true)).toBeUndefined();
  expect(why('orders', 'stock')).toBeUndefined();
  expect(why('stock', 'core', true)).toBeUndefined();
  expect(why('orders', 'stock', true)).toBe('writes a_table, which only stock writes');
  expect(why('stock', 'orders')).toBe('reads a_table of orders, which is named after stock');
});
