import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemContext } from '../../core/context.ts';
import { type TestServer, testServer } from '../../testing/harness.ts';
import { runs } from '../../testing/property.ts';
import { openFloor } from '../warehouse/warehouse.testing.ts';
import { moveStock } from './ledger.ts';
import { closeMonth, type StockMonthRow, stockMonthParts } from './month.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const MONTHS = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'];
const move = fc.record({
  product: fc.nat({ max: 2 }),
  month: fc.nat({ max: 3 }),
  units: fc.integer({ min: 1, max: 9 }),
  out: fc.boolean(),
});

it('gives each month as a fold of the ledger would, kept or reckoned, in parts of any size', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 25 }), fc.integer({ min: 1, max: 4 }), async (moves, limit) => {
      const floor = await openFloor(server, { products: 3, bins: 1 });
      const ordered = [...moves].sort((a, b) => a.month - b.month);
      const had = [0, 0, 0];
      const answered = new Map<string, StockMonthRow>();
      for (const [m, month] of MONTHS.entries())
        for (const [p, productId] of floor.productIds.entries()) {
          const row = {
            warehouseId: floor.warehouseId,
            productId,
            opening: had[p] ?? 0,
            movedIn: 0,
            movedOut: 0,
            closing: 0,
          };
          for (const [n, one] of ordered.entries()) {
            if (one.month !== m || one.product !== p) continue;
            const units = one.out ? -Math.min(one.units, had[p] ?? 0) : one.units;
            if (units === 0) continue;
            had[p] = (had[p] ?? 0) + units;
            if (units > 0) row.movedIn += units;
            else row.movedOut -= units;
            const locationId = floor.bins[0]?.id ?? 0;
            const about = { warehouseId: floor.warehouseId, productId, locationId, docKind: 'opening', docId: m + 1 };
            await floor.tx((tx) =>
              moveStock(tx, [{ ...about, docLine: n, onHand: units, reason: 'adjust', step: 'in' }]),
            );
          }
          row.closing = had[p] ?? 0;
          if (row.opening || row.movedIn || row.movedOut) answered.set(`${month}/${productId}`, row);
        }
      await server.app.database.owner.query(
        `update stock_movement set at = make_date(2026, doc_id::int, 1 + (doc_line % 20)::int)::timestamptz + interval '12 hours' where company_id = $1`,
        [floor.main.companyId],
      );
      const read = async () => {
        const found: [string, StockMonthRow][] = [];
        for (const month of MONTHS) {
          for await (const rows of stockMonthParts(
            server.app,
            systemContext(floor.main.companyId, 'test'),
            { month },
            limit,
          ))
            for (const row of rows) found.push([`${month}/${row.productId}`, row]);
        }
        return found;
      };
      const desired = [...answered];
      expect(await read()).toEqual(desired);
      for (const month of MONTHS.slice(0, 2))
        await closeMonth(server.app, systemContext(floor.main.companyId, 'test'), month);
      expect(await read()).toEqual(desired);
    }),
    { numRuns: runs(4, 96) },
  );
});
