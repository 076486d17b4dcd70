import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { newStockDocument, receiveGoods, shiftStock } from '../../stock/public.ts';
import { createWaves, pickLines } from '../public.ts';
import { type Floor, openFloor } from '../warehouse.testing.ts';
import { countLocation } from './count-location.ts';
import { createCount } from './create.ts';
import { askRecount, submitCount } from './transitions.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  // Actual contents, changed in the transaction that moves them.
  await server.app.database.owner.query(
    `create table truth (company_id int, location_id bigint, product_id bigint, units int, primary key (company_id, location_id, product_id));
     grant select, update on truth to tradewind_app`,
  );
});
afterAll(() => server.close());

const BINS = 4;
const PRODUCTS = 2;
const COUNTS = 3;
const act = fc.record({
  kind: fc.constantFrom('put', 'shift', 'pick', 'count', 'count', 'recount', 'submit'),
  bin: fc.nat({ max: BINS - 1 }),
  to: fc.nat({ max: BINS - 1 }),
  product: fc.nat({ max: PRODUCTS - 1 }),
  which: fc.nat({ max: COUNTS - 1 }),
});
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

const REFUSALS = /^(warehouse|stock|document)\./;
async function tolerant(work: Promise<unknown>): Promise<void> {
  await work.catch((error: { code?: string }) => {
    if (!REFUSALS.test(error.code ?? '')) throw error;
  });
}

class Short extends Error {
  readonly code = 'warehouse.reallyShort';
}

/** Locks first and in order, so that reading a location and reporting it happen at one moment. */
async function look(tx: Tx, locationIds: number[]): Promise<Map<string, number>> {
  const rows = await tx.rows<{ key: string; units: number }>(
    sql`select location_id || '/' || product_id as key, units from truth
     where company_id = ${sql.company} and location_id = any(${locationIds}::bigint[]) order by location_id, product_id for update`,
  );
  return new Map(rows.map((row) => [row.key, row.units]));
}
async function change(tx: Tx, locationId: number, productId: number, by: number): Promise<void> {
  await tx.rows(
    sql`update truth set units = units + ${by} where company_id = ${sql.company} and location_id = ${locationId} and product_id = ${productId}`,
  );
}

function perform(floor: Floor, counts: number[], orders: number[], { kind, ...a }: Act): Promise<unknown> {
  const place = floor.bins[a.bin];
  const other = floor.bins[a.to];
  const productId = floor.productIds[a.product] ?? 0;
  const countId = counts[a.which] ?? 0;
  if (!place || !other) throw new Error('no such bin');
  const { warehouseId } = floor;
  const works: Record<Act['kind'], () => Promise<unknown>> = {
    put: () =>
      floor.tx(async (tx) => {
        await look(tx, [place.id]);
        await change(tx, place.id, productId, 2);
        const lines = [{ productId, locationId: place.id, quantity: 2, unitCost: '3' }];
        const { id } = await newStockDocument(tx, { kind: 'receipt', warehouseId, reason: 'test' });
        await receiveGoods(tx, { warehouseId, docKind: 'receipt', docId: id, lines });
      }),
    shift: () =>
      floor.tx(async (tx) => {
        if (place.id === other.id) return;
        const there = await look(tx, [place.id, other.id]);
        if ((there.get(`${place.id}/${productId}`) ?? 0) < 1) throw new Short();
        await change(tx, place.id, productId, -1);
        await change(tx, other.id, productId, 1);
        const { id: docId } = await newStockDocument(tx, { kind: 'relocate', warehouseId, reason: 'test' });
        const goods = { warehouseId, productId, quantity: 1, fromLocationId: place.id, toLocationId: other.id };
        await shiftStock(tx, [{ ...goods, reason: 'relocate', docKind: 'relocate', docId, step: 'move' }]);
      }),
    pick: () =>
      floor.tx(async (tx) => {
        const orderId = orders[(a.bin * PRODUCTS + a.product) % orders.length] ?? 0;
        const [line] = await tx.rows<{ id: number; locationId: number; productId: number }>(
          sql`select id, location_id, product_id from pick_line
           where company_id = ${sql.company} and outbound_id = ${orderId} and state = 'open' order by id limit 1`,
        );
        if (!line) return void (await createWaves(tx, [orderId]));
        // Picking locks outbounds before everything else.
        await tx.rows(sql`select 1 from outbound where company_id = ${sql.company} and id = ${orderId} for update`);
        const there = await look(tx, [line.locationId]);
        if ((there.get(`${line.locationId}/${line.productId}`) ?? 0) < 1) throw new Short();
        const { done } = await pickLines(tx, [{ pickLineId: line.id, quantity: 1 }]);
        if (done.length > 0) await change(tx, line.locationId, line.productId, -1);
      }),
    count: () =>
      floor.tx(async (tx) => {
        const there = await look(tx, [place.id]);
        const items = floor.productIds.map((id, i) => ({
          code: floor.skus[i] ?? '',
          quantity: there.get(`${place.id}/${id}`) ?? 0,
          condition: 'good' as const,
        }));
        await countLocation(tx, { countId, locationCode: place.code, items: items.filter((one) => one.quantity > 0) });
      }),
    recount: () => floor.tx((tx) => askRecount(tx, countId, undefined)),
    submit: () => floor.tx((tx) => submitCount(tx, countId, true)),
  };
  return works[kind]();
}

it('makes the books true wherever a difference was booked, whatever moves and whoever counts meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 4, maxLength: 8 }), { minLength: 8, maxLength: 8 }),
      fc.array(fc.integer({ min: -3, max: 3 }), { minLength: BINS * PRODUCTS, maxLength: BINS * PRODUCTS }),
      async (people, drifts) => {
        const floor = await openFloor(server, { products: PRODUCTS, bins: BINS });
        for (let i = 0; i < BINS * PRODUCTS; i++) {
          await floor.put(i % BINS, Math.floor(i / BINS), 6, '2');
          // The system says 6, the location holds this.
          await server.app.database.owner.query('insert into truth values ($1, $2, $3, $4)', [
            floor.main.companyId,
            floor.bins[i % BINS]?.id,
            floor.productIds[Math.floor(i / BINS)],
            6 + (drifts[i] ?? 0),
          ]);
        }
        const orders: number[] = [];
        for (let i = 0; i < 4; i++) orders.push((await floor.order([i % PRODUCTS, 2])).outboundId);
        const counts: number[] = [];
        const places = { locationCodes: floor.bins.map((one) => one.code) };
        for (let i = 0; i < COUNTS; i++)
          counts.push(
            (
              await floor.tx((tx) =>
                createCount(tx, {
                  warehouseId: floor.warehouseId,
                  kind: 'chosen',
                  blind: true,
                  remark: '',
                  most: 1,
                  ...places,
                }),
              )
            ).id,
          );
        await Promise.all(
          people.map(async (acts) => {
            for (const one of acts) await tolerant(perform(floor, counts, orders, one));
          }),
        );
        for (const id of counts) await tolerant(floor.tx((tx) => submitCount(tx, id, true)));
        expect(await floor.wrongs()).toEqual([]);
        const { rows } = await server.app.database.owner.query(
          `select t.location_id, t.product_id, b.on_hand - t.units as off, row_number() over () as n,
             (select count(*)::int from count_line l where l.company_id = $1 and l.location_id = t.location_id
               and l.product_id = t.product_id and l.outcome = 'booked') as booked
           from truth t join bin_stock b on b.company_id = $1 and b.location_id = t.location_id and b.product_id = t.product_id
           where t.company_id = $1`,
          [floor.main.companyId],
        );
        for (const row of rows) {
          const at = floor.bins.findIndex((one) => one.id === Number(row.location_id));
          const drift = drifts[floor.productIds.indexOf(Number(row.product_id)) * BINS + at] ?? 0;
          expect({ ...row, off: row.off + 0 }).toMatchObject({
            off: row.booked > 0 ? 0 : -drift + 0,
            booked: drift === 0 ? 0 : row.booked > 0 ? 1 : 0,
          });
        }
      },
    ),
    { numRuns: runs(4, 96), endOnFailure: true },
  );
});
