import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/stock.ts';
import { listBatches } from '@tradewind/contract/stock-batches.ts';
import * as views from '@tradewind/contract/stock-views.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Decimal } from '../../core/money.ts';
import { ownServer, type TestServer } from '../../testing/harness.ts';
import {
  createInbound,
  createWaves,
  packOutbounds,
  pickLines,
  pickOutbounds,
  receiveInbound,
} from '../warehouse/public.ts';
import { type Floor, openFloor, openSecond } from '../warehouse/warehouse.testing.ts';
import { receiveGoods } from './public.ts';

let server: TestServer;
let floor: Floor;
let second: { warehouseId: number; bins: number[] };
const product = (i: number) => floor.productIds[i] ?? 0;
const bin = (i: number) => floor.bins[i]?.id ?? 0;

beforeAll(async () => {
  server = await ownServer();
  floor = await openFloor(server);
  second = await openSecond(floor);
});
afterAll(() => server.close());

/** Everything of a figure that opens in parts of two. */
async function parts<T extends { next: number | null }>(ask: (before?: number) => Promise<T>): Promise<T[]> {
  const found = [await ask()];
  for (let next = found[0]?.next; next; next = found.at(-1)?.next) found.push(await ask(next));
  return found;
}

describe('a stock value', () => {
  const layers = (input: object) =>
    parts((before) =>
      server.ok(
        calls.explainValue,
        { productId: product(0), limit: 2, ...input, ...(before ? { before } : {}) },
        floor.main,
      ),
    );
  const sumOf = (answered: { layers: { amount: string }[] }[]) =>
    answered
      .flatMap((part) => part.layers)
      .reduce((sum, layer) => sum.plus(layer.amount), new Decimal(0))
      .toFixed(2);

  beforeAll(async () => {
    // A third of a cent here and there: what is rounded layer by layer is not what is rounded in the end.
    for (const cost of ['0.333333', '0.115', '0.004', '0.004', '1.005']) await floor.put(0, 0, 1, cost);
    await floor.put(1, 0, 7, '2.123456');
    for (const docId of [1, 2, 3])
      await floor.tx((tx) =>
        receiveGoods(tx, {
          warehouseId: second.warehouseId,
          docKind: 'opening',
          docId,
          lines: [{ productId: product(0), locationId: second.bins[0] ?? 0, quantity: 3, unitCost: '0.111666' }],
        }),
      );
    const lines = [{ productId: product(0), locationId: bin(0), delta: -2 }];
    await server.ok(calls.adjustStock, { warehouseId: floor.warehouseId, reason: 'lost', lines }, floor.main);
  });

  it('opens into cost layers that add up to what each list shows, to the cent', async () => {
    const [sums] = (await server.ok(views.listStockProducts, { text: 'P-1' }, floor.main)).rows;
    const all = await layers({});
    expect([sumOf(all), all[0]?.value]).toEqual([sums?.value, sums?.value]);
    for (const { warehouseId, value } of (await server.ok(calls.listStock, { text: 'P-1' }, floor.main)).rows) {
      const answered = await layers({ warehouseId });
      expect([sumOf(answered), answered[0]?.value]).toEqual([value, value]);
      expect(await layers({ warehouseIds: [warehouseId] })).toEqual(answered);
    }
  });

  it('tells of each what is left, what it cost and where it came from', async () => {
    const answered = (await layers({ warehouseId: floor.warehouseId })).flatMap((part) => part.layers);
    // The two that came first went first.
    expect(answered.map((layer) => [layer.quantity, layer.remaining, layer.unitCost])).toEqual([
      [7, 7, '2.123456'],
      [1, 1, '1.005'],
      [1, 1, '0.004'],
      [1, 1, '0.004'],
    ]);
    expect(answered[0]).toMatchObject({ warehouseName: 'Floor', docKind: 'opening' });
    const lines = [{ productId: product(0), locationId: bin(0), delta: 1 }];
    const { number } = await server.ok(
      calls.adjustStock,
      { warehouseId: floor.warehouseId, reason: 'found', lines },
      floor.main,
    );
    expect((await layers({}))[0]?.layers[0]).toMatchObject({ docKind: 'adjust', docNumber: number, amount: '2.12' });
  });

  it('opens for nobody who may not see costs, and shows nothing of other warehouses', async () => {
    const { owner } = server.app.database;
    const scoped = async (seesCost: boolean) => {
      const member = await server.member(floor.main.companyId, [rights.stock.view]);
      const of = [floor.main.companyId, member.userId];
      await owner.query(
        `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
        [...of, second.warehouseId],
      );
      if (seesCost)
        await owner.query(
          `insert into user_base_permission (company_id, user_id, permission) values ($1, $2, 'seeCost')`,
          of,
        );
      return member;
    };
    expect((await server.call(calls.explainValue, { productId: product(0) }, await scoped(false))).status).toBe(403);
    const answered = await server.ok(calls.explainValue, { productId: product(0) }, await scoped(true));
    expect(answered.layers.map((layer) => layer.warehouseName)).toEqual(['Second', 'Second', 'Second']);
  });
});

describe('what is promised', () => {
  const promised = (input: object) =>
    parts((before) =>
      server.ok(
        calls.explainPromised,
        { productId: product(1), limit: 2, ...input, ...(before ? { before } : {}) },
        floor.main,
      ),
    );
  const outbounds = (answered: Awaited<ReturnType<typeof promised>>) => answered.flatMap((part) => part.outbounds);
  const sumOf = (answered: Awaited<ReturnType<typeof promised>>) =>
    outbounds(answered).reduce((sum, outbound) => sum + outbound.quantity, 0);
  const made: { outboundId: number; number: string; orderId: number }[] = [];

  beforeAll(async () => {
    const { id } = await floor.tx((tx) =>
      createInbound(tx, {
        warehouseId: floor.warehouseId,
        kind: 'manual',
        lines: [{ productId: product(1), quantity: 10 }],
      }),
    );
    await floor.tx((tx) =>
      receiveInbound(tx, id, [
        { productId: product(1), quantity: 6, batch: 'LOT', locationId: bin(2) },
        { productId: product(1), quantity: 4, locationId: bin(3) },
      ]),
    );
    for (const quantity of [3, 2, 2, 1]) made.push(await floor.order([1, quantity]));
    const [, , packed, waiting] = made;
    const begun = made.filter((one) => one !== waiting).map((one) => one.outboundId);
    await floor.tx((tx) => createWaves(tx, begun));
    const found = await server.app.database.owner.query(
      'select id from pick_line where company_id = $1 and outbound_id = $2 order by id limit 1',
      [floor.main.companyId, made[0]?.outboundId],
    );
    await floor.tx((tx) => pickLines(tx, [{ pickLineId: found.rows[0].id, quantity: 1 }]));
    await floor.tx((tx) => pickOutbounds(tx, [packed?.outboundId ?? 0]));
    await floor.tx((tx) => packOutbounds(tx, [{ outboundId: packed?.outboundId ?? 0, weightGrams: 1 }], 'all'));
  });

  it('opens into the outbound orders of each location, adding up to what the list shows', async () => {
    const { rows } = await server.ok(views.listStockPlaces, { text: 'P-2' }, floor.main);
    const shown = rows.filter((row) => row.allocated > 0);
    expect(shown.length).toBeGreaterThan(1);
    for (const { locationId, batchId, allocated } of rows) {
      const answered = await promised({ locationId, batchId });
      expect([answered[0]?.value, sumOf(answered)]).toEqual([allocated, allocated]);
    }
    const all = await promised({});
    expect([all[0]?.value, sumOf(all)]).toEqual([7, 7]);
  });

  it('and of each batch', async () => {
    const [batch] = (await server.ok(listBatches, { text: 'LOT' }, floor.main)).rows;
    const answered = await promised({ batchId: batch?.id });
    expect([answered[0]?.value, sumOf(answered)]).toEqual([batch?.promised, batch?.promised]);
    expect(batch?.promised).toBeGreaterThan(0);
  });

  it('names the order, its state and the places, and nobody whose goods are not promised yet', async () => {
    const [first, second, packed] = made;
    expect(
      outbounds(await promised({})).map((row) => [row.id, row.number, row.orderNo, row.state, row.quantity]),
    ).toEqual(
      [packed, second, first].map((one, i) => [
        one?.outboundId,
        one?.number,
        `ORDER-${one?.orderId}`,
        i === 0 ? 'packed' : 'picking',
        i === 2 ? 3 : 2,
      ]),
    );
    const packing = await promised({ locationId: floor.packingId });
    expect(outbounds(packing).map((row) => [row.id, row.quantity])).toEqual([
      [packed?.outboundId, 2],
      [first?.outboundId, 1],
    ]);
    expect(await floor.wrongs()).toEqual([]);
  });

  it('shows nothing of other warehouses', async () => {
    const ask = { productId: product(1), warehouseId: second.warehouseId };
    expect((await server.call(calls.explainPromised, ask, floor.main)).status).toBe(404);
  });
});
