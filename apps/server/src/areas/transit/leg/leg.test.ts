import { randomUUID } from 'node:crypto';
import { rights } from '@tradewind/contract/access/modules.ts';
import { getBalanceEntry } from '@tradewind/contract/finance.ts';
import { adjustStock } from '@tradewind/contract/stock.ts';
import { recallBatchCall } from '@tradewind/contract/stock-batches.ts';
import { costLeg, getLeg, listLegs, moveLeg, saveLeg, travelLeg } from '@tradewind/contract/transit.ts';
import { closeInbounds, getInbound, receiveInboundCall } from '@tradewind/contract/warehouse.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { brokenChecks } from '../../../testing/checks.ts';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import { bookStock } from '../../finance/public.ts';
import { batchesOf, moveStock, receiveLayers } from '../../stock/public.ts';
import { type Floor, openFloor, openSecond } from '../../warehouse/warehouse.testing.ts';

let server: TestServer;
let floor: Floor;
let toId: number;
beforeAll(async () => {
  server = await testServer();
  floor = await openFloor(server, { products: 4 });
  toId = (await openSecond(floor)).warehouseId;
});
afterAll(() => server.close());

const productOf = (n: number) => floor.productIds[n] ?? 0;
async function sees(person: Person, ...warehouseIds: number[]): Promise<Person> {
  for (const id of warehouseIds)
    await server.app.database.owner.query(
      `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
      [person.companyId, person.userId, id],
    );
  return person;
}
/** Goods have left for the second warehouse. @returns the leg and its notice */
async function shipped(product: number, quantity: number): Promise<{ id: number; inboundId: number }> {
  const lines = [{ productId: productOf(product), quantity }];
  const input = { fromWarehouseId: floor.warehouseId, warehouseId: toId, mode: 'sea' as const, lines };
  const { id } = await server.ok(saveLeg, input, floor.main);
  await server.ok(moveLeg, { id, to: 'submitted' }, floor.main);
  await server.ok(moveLeg, { id, to: 'shipped' }, floor.main);
  return { id, inboundId: (await server.ok(getLeg, { id }, floor.main)).inboundId ?? 0 };
}

describe('a leg', () => {
  it('is received and closed by whoever sees only where it goes', async () => {
    await floor.put(0, 0, 10);
    const { id, inboundId } = await shipped(0, 6);
    const needed = [
      rights.transitLeg.view,
      rights.transitLeg.receive,
      rights.inbound.view,
      rights.inbound.receive,
      rights.inbound.close,
    ];
    const receiver = await sees(await server.member(floor.main.companyId, needed), toId);
    expect((await server.ok(listLegs, {}, receiver)).rows.map((one) => one.id)).toEqual([id]);
    const goods = [{ productId: productOf(0), quantity: 5 }];
    await server.ok(receiveInboundCall, { id: inboundId, goods, idempotencyKey: randomUUID() }, receiver);
    expect(await server.ok(getLeg, { id }, receiver)).toMatchObject({ state: 'arrived', received: 5 });
    expect(await server.ok(closeInbounds, { ids: [inboundId] }, receiver)).toMatchObject({ done: 1 });
    expect(await server.ok(getLeg, { id }, receiver)).toMatchObject({ state: 'received', received: 5 });
    const stranger = await sees(
      await server.member(floor.main.companyId, needed),
      (await openSecond(floor)).warehouseId,
    );
    expect((await server.call(getLeg, { id }, stranger)).status).toBe(404);
  });

  it('keeps what its goods cost where somebody changes it who may not see that', async () => {
    const lines = [{ productId: productOf(0), quantity: 6, goodsCost: '2.5' }];
    const draft = { supplier: 'Porto', warehouseId: toId, mode: 'sea' as const, lines };
    const { id } = await server.ok(saveLeg, draft, floor.main);
    const clerk = await sees(
      await server.member(floor.main.companyId, [rights.transitLeg.view, rights.transitLeg.edit]),
      toId,
    );
    const observed = await server.ok(getLeg, { id }, clerk);
    expect(observed.lines).toMatchObject([{ goodsCost: null }]);
    const changed = { ...draft, lines: [{ productId: productOf(0), quantity: 7, goodsCost: null }] };
    await server.ok(saveLeg, { ...changed, id, version: observed.version }, clerk);
    expect((await server.ok(getLeg, { id }, floor.main)).lines).toMatchObject([{ quantity: 7, goodsCost: '2.500000' }]);
  });

  it('tells its notice when it is to come later than was thought', async () => {
    await floor.put(2, 2, 5);
    const { id, inboundId } = await shipped(2, 5);
    const { version } = await server.ok(getLeg, { id }, floor.main);
    const late = { id, version, container: 'msku7', etaOn: '2098-03-01', departOn: '2098-01-01' };
    await server.ok(travelLeg, late, floor.main);
    expect(await server.ok(getLeg, { id }, floor.main)).toMatchObject({ container: 'MSKU7', etaOn: '2098-03-01' });
    const notice = await server.ok(getInbound, { id: inboundId }, floor.main);
    expect(notice).toMatchObject({ reference: 'MSKU7', expectedOn: '2098-03-01' });
    expect((await server.call(travelLeg, late, floor.main)).data).toMatchObject({ error: 'transit.stale' });
  });

  it('takes up costs that are billed on its way', async () => {
    await floor.put(3, 2, 5, '3');
    const { id, inboundId } = await shipped(2, 5);
    const [line] = (await server.ok(getLeg, { id }, floor.main)).lines;
    const duty = { id, costs: [{ kind: 'duty' as const, amount: '10', currency: 'CNY', basis: 'value' as const }] };
    await server.ok(costLeg, duty, floor.main);
    const [dearer] = (await server.ok(getLeg, { id }, floor.main)).lines;
    expect(Number(dearer?.landedCost) - Number(line?.landedCost)).toBeCloseTo(2, 6);
    const goods = [{ productId: productOf(2), quantity: 5 }];
    await server.ok(receiveInboundCall, { id: inboundId, goods, idempotencyKey: randomUUID() }, floor.main);
    const layer = await floor.tx((tx) =>
      tx.row<{ cost: string }>(sql`select unit_cost as cost from cost_layer where company_id = ${sql.company}
        and doc_kind = 'inbound' and doc_id = ${inboundId}`),
    );
    expect(layer?.cost).toBe(dearer?.landedCost);
  });

  it('spreads costs that come after its goods over what is there, what has left and what is to come', async () => {
    await floor.put(4, 3, 10, '3');
    const { id, inboundId } = await shipped(3, 10);
    const receive = (quantity: number) => {
      const goods = [{ productId: productOf(3), quantity }];
      return server.ok(receiveInboundCall, { id: inboundId, goods, idempotencyKey: randomUUID() }, floor.main);
    };
    await receive(4);
    const bin = await floor.tx((tx) =>
      tx.row<{ id: number }>(sql`select location_id as id from bin_stock where company_id = ${sql.company}
        and warehouse_id = ${toId} and product_id = ${productOf(3)} and on_hand > 0`),
    );
    const gone = { warehouseId: toId, reason: 'damaged' as const };
    const lines = [{ productId: productOf(3), locationId: bin?.id ?? 0, delta: -1 }];
    await server.ok(adjustStock, { ...gone, lines }, floor.main);
    const costs = [{ kind: 'duty' as const, amount: '20', currency: 'CNY', basis: 'value' as const }];
    await server.ok(costLeg, { id, costs }, floor.main);
    const layers = () =>
      floor.tx((tx) =>
        tx.rows<{ cost: string; was: string | null }>(sql`select trim_scale(unit_cost)::text as cost,
          trim_scale(received_cost)::text as was from cost_layer where company_id = ${sql.company}
            and doc_kind = 'inbound' and doc_id = ${inboundId} order by id`),
      );
    expect(await layers()).toEqual([{ cost: '5', was: '3' }]);
    await receive(6);
    expect(await layers()).toEqual([
      { cost: '5', was: '3' },
      { cost: '5', was: null },
    ]);
    // 2 a unit: 3 units are there, 1 has left, 6 came later and are no business of the ledger before.
    const booked = () =>
      floor.tx((tx) =>
        tx.rows<{ account: string; productId: number | null; base: string }>(sql`select l.account, l.product_id,
            round(l.base_amount, 2)::text as base
          from ledger_entry e join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id
          where e.company_id = ${sql.company} and e.doc_kind = 'transit_cost' order by l.id`),
      );
    const first = [
      { account: 'stock_value', productId: productOf(3), base: '6.00' },
      { account: 'purchase_difference', productId: productOf(3), base: '2.00' },
      { account: 'stock_received', productId: null, base: '-8.00' },
    ];
    expect(await booked()).toEqual(first);
    await server.ok(closeInbounds, { ids: [inboundId] }, floor.main);
    // All ten are in: the next 10 are 1 a unit, 9 of them in stock.
    await server.ok(costLeg, { id, costs: costs.map((one) => ({ ...one, amount: '10' })) }, floor.main);
    expect((await booked()).slice(3).map((line) => [line.account, line.base])).toEqual([
      ['stock_value', '9.00'],
      ['purchase_difference', '1.00'],
      ['stock_received', '-10.00'],
    ]);
    const entry = await floor.tx((tx) =>
      tx.row<{ id: number }>(
        sql`select min(id) as id from ledger_entry where company_id = ${sql.company} and doc_kind = 'transit_cost'`,
      ),
    );
    const { path } = await server.ok(getBalanceEntry, { id: entry?.id ?? 0 }, floor.main);
    expect(path).toBe(`/transit/other?open=${id}`);
    await floor.tx((tx) => bookStock(tx, true));
    expect(await brokenChecks(server.app, floor.main.companyId, (key) => /^(stock|finance)/.test(key))).toEqual([]);
  });

  it('brings its goods with their batches: what is recalled meanwhile is kept back where it comes in', async () => {
    const put = (code: string, quantity: number, expiresOn: string) =>
      floor.tx(async (tx) => {
        const [batchId = 0] = await batchesOf(tx, [{ productId: productOf(1), code, expiresOn }]);
        const of = { warehouseId: floor.warehouseId, productId: productOf(1), docKind: 'opening', docId: batchId };
        const locationId = floor.bins[0]?.id ?? 0;
        await moveStock(tx, [{ ...of, locationId, batchId, onHand: quantity, reason: 'opening', step: 'receive' }]);
        await receiveLayers(tx, [{ ...of, quantity, unitCost: '4' }]);
        return batchId;
      });
    const bad = await put('BAD', 4, '2098-01-01');
    await put('FINE', 4, '2099-01-01');
    const { id, inboundId } = await shipped(1, 6);
    await server.ok(recallBatchCall, { id: bad, remark: 'Cracked' }, floor.main);
    const goods = [{ productId: productOf(1), quantity: 6 }];
    await server.ok(receiveInboundCall, { id: inboundId, goods, idempotencyKey: randomUUID() }, floor.main);
    const there = await floor.tx((tx) =>
      tx.rows(sql`select t.code, b.condition, sum(b.on_hand)::int as n from bin_stock b
        left join stock_batch t on t.company_id = b.company_id and t.id = b.batch_id
        where b.company_id = ${sql.company} and b.warehouse_id = ${toId} and b.product_id = ${productOf(1)} and b.on_hand > 0
        group by 1, 2 order by 1`),
    );
    expect(there).toEqual([
      { code: 'BAD', condition: 'held', n: 4 },
      { code: 'FINE', condition: 'good', n: 2 },
    ]);
    expect((await server.ok(getLeg, { id }, floor.main)).received).toBe(6);
    expect(await floor.wrongs()).toEqual([]);
  });
});
