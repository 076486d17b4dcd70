import { addProduct } from '@tradewind/contract/catalog.ts';
import { saveSupplier, saveSupplierPrice } from '@tradewind/contract/procurement.ts';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../../core/context.ts';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { pricesInForce } from './price-in-force.ts';

const DAYS = Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2026, at, 1)).toISOString().slice(0, 10));

let server: TestServer;
let main: Person & { ctx: Ctx };
let productId: number;
beforeAll(async () => {
  server = await testServer();
  main = await server.company('Price history');
  productId = (await server.ok(addProduct, { sku: 'P-1', nameZh: '商品' }, main)).id;
});

const history = fc.uniqueArray(
  fc.record({
    month: fc.integer({ min: 0, max: 11 }),
    breaks: fc.uniqueArray(
      fc.record({
        fromQuantity: fc.integer({ min: 1, max: 30 }),
        unitPrice: fc.integer({ min: 1, max: 99 }).map(String),
      }),
      { selector: (one) => one.fromQuantity, minLength: 1, maxLength: 4 },
    ),
  }),
  { selector: (one) => one.month, maxLength: 5 },
);
const wishes = fc.array(
  fc.record({ month: fc.integer({ min: 0, max: 11 }), quantity: fc.integer({ min: 1, max: 40 }) }),
  {
    minLength: 1,
    maxLength: 6,
  },
);

it('is the greatest reached break of the newest price whose day has come', async () => {
  await fc.assert(
    fc.asyncProperty(history, wishes, async (prices, requested) => {
      const { id: supplierId } = await server.ok(saveSupplier, { nameEn: 'S', currency: 'CNY' }, main);
      for (const { month, breaks } of prices)
        await server.ok(saveSupplierPrice, { supplierId, productId, validFrom: DAYS[month] ?? '', breaks }, main);
      for (const { month, quantity } of requested) {
        const newest = prices.filter((one) => one.month <= month).sort((a, b) => b.month - a.month)[0];
        const reached = newest?.breaks
          .filter((one) => one.fromQuantity <= quantity)
          .sort((a, b) => b.fromQuantity - a.fromQuantity)[0];
        const [found] = await server.app.database.inCompany(main.ctx, (tx) =>
          pricesInForce(tx, { supplierId, day: DAYS[month] ?? '' }, [{ productId, quantity }]),
        );
        expect([found?.unitPrice, found?.fromQuantity, found?.validFrom]).toEqual([
          reached?.unitPrice ?? null,
          reached?.fromQuantity ?? null,
          newest ? DAYS[newest.month] : null,
        ]);
      }
    }),
    { numRuns: runs(15, 300) },
  );
});
