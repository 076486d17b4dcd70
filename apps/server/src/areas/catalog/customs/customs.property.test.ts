import * as calls from '@tradewind/contract/catalog.ts';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { addRows } from '../../../core/database/write.ts';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import type { customsData } from '../product-papers.tables.ts';
import { customsOf } from './customs-of.ts';

const LEVELS = 3;
/** At the product (0), or at its category (1) and those above it (2, 3). */
const OWNERS = Array.from({ length: LEVELS + 1 }, (_, at) => at);
const COUNTRIES = ['US', 'DE', '*'] as const;

let server: TestServer;
let main: Person & { ctx: Ctx };
let productId: number;
/** The nearest first. */
const categories: number[] = [];
beforeAll(async () => {
  server = await testServer();
  main = await server.company('Declared goods');
  let parentId: number | null = null;
  for (const level of OWNERS.slice(1)) {
    parentId = (await server.ok(calls.saveCategory, { nameEn: `Level ${level}`, parentId }, main)).id;
    categories.unshift(parentId);
  }
  const own = { categoryId: parentId, hsCode: '1000', declaredValueUsd: '1', origin: 'CN' };
  productId = (await server.ok(calls.addProduct, { sku: 'P', nameEn: 'Own name', ...own }, main)).id;
});

const maybe = <T>(arbitrary: fc.Arbitrary<T>, none: T) => fc.option(arbitrary, { nil: none });
const figure = maybe<string | null>(fc.integer({ min: 1, max: 99 }).map(String), null);
const rules = fc.uniqueArray(
  fc.record({
    at: fc.constantFrom(...OWNERS),
    country: fc.constantFrom(...COUNTRIES),
    hsExport: maybe(fc.integer({ min: 1001, max: 9999 }).map(String), ''),
    hsImport: maybe(fc.integer({ min: 1001, max: 9999 }).map(String), ''),
    nameEn: maybe(fc.constantFrom('Lamp', 'Cup', 'Chair'), ''),
    value: figure,
    cap: figure,
  }),
  { selector: (one) => `${one.at} ${one.country}`, maxLength: 8 },
);

it('is product x country, then category x country from the nearest up, then the same for all countries, then its own', async () => {
  await fc.assert(
    fc.asyncProperty(rules, fc.constantFrom('US', 'DE', 'FR'), async (drawn, country) => {
      const inOrder = [country, '*'].flatMap((where) =>
        OWNERS.flatMap((at) => drawn.filter((one) => one.at === at && one.country === where)),
      );
      const first = (name: 'hsExport' | 'hsImport' | 'nameEn' | 'value' | 'cap') =>
        inOrder.find((one) => one[name])?.[name];
      const hsExport = first('hsExport');
      const cap = first('cap');
      const value = Math.min(Number(first('value') ?? 1), Number(cap ?? 1000));
      const [found] = await server.app.database.inCompany(main.ctx, async (tx) => {
        await tx.rows(sql`delete from customs_data where company_id = ${sql.company}`);
        const rows = drawn.map(({ at, ...rule }) => ({
          ...rule,
          currency: 'USD',
          ...(at === 0 ? { productId } : { categoryId: categories[at - 1] }),
        }));
        await addRows<typeof customsData>(tx, 'customs_data', rows);
        return tx.rows(customsOf(tx, sql`${productId}::bigint`, sql`${country}::text`));
      });
      expect(found).toMatchObject({
        hsExport: hsExport ?? '1000',
        hsCode: first('hsImport') ?? hsExport ?? '1000',
        nameEn: first('nameEn') ?? 'Own name',
        valueUsd: String(value),
        capUsd: cap ?? null,
      });
    }),
    { numRuns: runs(30, 500) },
  );
});
