import { rights } from '@tradewind/contract/access/modules.ts';
import { explainStock, listMovements } from '@tradewind/contract/stock.ts';
import * as calls from '@tradewind/contract/warehouse.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { scanPages } from '../../logistics/testing/scan.ts';
import { batchesOf, moveStock, receiveLayers } from '../../stock/public.ts';
import { cancelInbound, closeInbound, receiveInbound } from '../public.ts';
import { type Floor, openFloor } from '../warehouse.testing.ts';
import { addWarehouse } from '../warehouses/warehouses.ts';
import { cancelTransfer, finishTransfer, submitTransfer } from './hold.ts';
import { saveTransfer } from './save.ts';
import { shipTransfer } from './ship.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
const query = async (text: string, values: unknown[]) => (await server.app.database.owner.query(text, values)).rows;

let serial = 0;
const secondWarehouse = (floor: Floor) =>
  floor.tx((tx) =>
    addWarehouse(tx, {
      code: `B${++serial}`,
      name: 'Second',
      kind: 'selfBuilt',
      provider: 'tradewindwms',
      address: { country: 'US' },
      personInCharge: 'Lee',
      priority: 200,
    }),
  );
async function between(more: { cost?: string; products?: number } = {}) {
  const floor = await openFloor(server, more.products ? { products: more.products } : {});
  const { id: toId } = await secondWarehouse(floor);
  const draft = async (...lines: [product: number, quantity: number][]) =>
    server.ok(
      calls.saveTransfer,
      {
        fromId: floor.warehouseId,
        toId,
        cost: more.cost ?? '0',
        lines: lines.map(([product, quantity]) => ({ productId: floor.productIds[product] ?? 0, quantity })),
      },
      floor.main,
    );
  const detail = (id: number) => server.ok(calls.getTransfer, { id }, floor.main);
  const balance = async (warehouseId: number, product: number) => {
    const [row] = await query(
      'select on_hand, reserved, incoming from stock_balance where company_id = $1 and warehouse_id = $2 and product_id = $3',
      [floor.main.companyId, warehouseId, floor.productIds[product]],
    );
    return row ?? { on_hand: 0, reserved: 0, incoming: 0 };
  };
  return { floor, toId, draft, detail, balance };
}

describe('A transfer', () => {
  it('holds goods, sends them in parts at what they cost, and ends with what was lost', async () => {
    const { floor, toId, draft, detail, balance } = await between({ cost: '20' });
    await floor.put(0, 0, 6, '2');
    await floor.put(1, 0, 6, '4');
    const { id, number } = await draft([0, 10]);
    await server.ok(calls.submitTransfer, { id }, floor.main);
    expect(await balance(floor.warehouseId, 0)).toMatchObject({ on_hand: 12, reserved: 10 });
    const held = await server.ok(
      explainStock,
      { productId: floor.productIds[0] ?? 0, warehouseId: floor.warehouseId, figure: 'reserved' },
      floor.main,
    );
    expect(held.reservations).toMatchObject([{ kind: 'transfer', orderNo: number, quantity: 10, status: 'submitted' }]);
    const [line] = (await detail(id)).lines;
    const first = { id, lines: [{ lineId: line?.id ?? 0, quantity: 8 }] };
    const shipped = await server.ok(calls.shipTransfer, first, floor.main);
    expect(await detail(id)).toMatchObject({ state: 'shipping', shipped: 8, inTransit: 8, received: 0 });
    expect(await balance(floor.warehouseId, 0)).toMatchObject({ on_hand: 4, reserved: 2 });
    expect(await balance(toId, 0)).toMatchObject({ on_hand: 0, incoming: 8 });
    const transit = await server.ok(calls.listTransit, {}, floor.main);
    // Six at 2, two at 4, and 2 each for transport: 36.
    expect(transit.rows).toMatchObject([{ number, part: 1, units: 8, value: '36.00' }]);
    expect((await server.call(calls.cancelTransfer, { id }, floor.main)).status).toBe(409);
    await server.ok(calls.shipTransfer, { id }, floor.main);
    await floor.tx(async (tx) => {
      const [row] = await tx.rows<{ id: number }>(
        sql`select id from inbound_line where company_id = ${sql.company} and inbound_id = ${shipped.inboundId}`,
      );
      await receiveInbound(tx, shipped.inboundId, [{ lineId: row?.id, quantity: 5 }]);
    });
    expect(await detail(id)).toMatchObject({ state: 'shipped', received: 5, inTransit: 5, lost: 0 });
    await floor.tx((tx) => closeInbound(tx, shipped.inboundId));
    expect(await detail(id)).toMatchObject({ state: 'shipped', received: 5, inTransit: 2, lost: 3 });
    const { parts } = await detail(id);
    // The received units are of the first six: 2 plus 2 for transport. The two after them cost 4 plus 2.
    expect(parts[0]?.lines.map((one) => [one.lost, one.lostValue])).toEqual([
      [1, '4.00'],
      [2, '12.00'],
    ]);
    await floor.tx((tx) => cancelInbound(tx, parts[1]?.inboundId ?? 0));
    const done = await detail(id);
    expect(done).toMatchObject({ state: 'done', received: 5, inTransit: 0, lost: 5 });
    expect(done.history.map((one) => one.event)).toEqual(
      expect.arrayContaining(['created', 'submitted', 'shipped', 'received', 'partClosed', 'done']),
    );
    expect((await server.ok(listMovements, { docNumber: number }, floor.main)).rows.length).toBeGreaterThan(2);
    expect(await floor.wrongs()).toEqual([]);
  });

  it('never holds what is not there, and gives back what it held', async () => {
    const { floor, draft, balance } = await between();
    await floor.put(0, 0, 5);
    await floor.order([0, 3]);
    const { id } = await draft([0, 3]);
    expect(await server.call(calls.submitTransfer, { id }, floor.main)).toMatchObject({
      status: 422,
      data: { error: 'warehouse.transferHold' },
    });
    const small = await draft([0, 2]);
    await server.ok(calls.submitTransfer, { id: small.id }, floor.main);
    expect(await balance(floor.warehouseId, 0)).toMatchObject({ reserved: 5 });
    await server.ok(calls.cancelTransfer, { id: small.id }, floor.main);
    expect(await balance(floor.warehouseId, 0)).toMatchObject({ reserved: 3 });
  });

  it('takes the location that was named and refuses more than is held', async () => {
    const { floor, draft, detail } = await between();
    await floor.put(0, 0, 6);
    await floor.put(1, 0, 6);
    const { id } = await draft([0, 4]);
    await server.ok(calls.submitTransfer, { id }, floor.main);
    const lineId = (await detail(id)).lines[0]?.id ?? 0;
    const named = (quantity: number) => ({
      id,
      lines: [{ lineId, quantity, locationCode: floor.bins[1]?.code ?? '' }],
    });
    expect((await server.call(calls.shipTransfer, named(5), floor.main)).data).toMatchObject({
      error: 'warehouse.transferTooMany',
    });
    await server.ok(calls.shipTransfer, named(4), floor.main);
    const { parts, state } = await detail(id);
    expect([state, parts[0]?.lines.map((line) => line.locationCode)]).toEqual(['shipped', [floor.bins[1]?.code]]);
    expect(await floor.wrongs()).toEqual([]);
  });

  it('that is finished early costs what it costs: goods that are to come still bear all of it', async () => {
    const { floor, draft } = await between({ cost: '20' });
    await floor.put(0, 0, 12, '2');
    const { id } = await draft([0, 10]);
    await server.ok(calls.submitTransfer, { id }, floor.main);
    const [line] = (await server.ok(calls.getTransfer, { id }, floor.main)).lines;
    const ship = { id, lines: [{ lineId: line?.id ?? 0, quantity: 4 }] };
    const { inboundId } = await server.ok(calls.shipTransfer, ship, floor.main);
    await server.ok(calls.finishTransfer, { id }, floor.main);
    // 4 at 2, and the 20.
    expect((await server.ok(calls.listTransit, {}, floor.main)).rows).toMatchObject([{ units: 4, value: '28.00' }]);
    await floor.tx((tx) => receiveInbound(tx, inboundId, [{ productId: floor.productIds[0] ?? 0, quantity: 4 }]));
    const layers = await query(
      `select quantity, unit_cost from cost_layer where company_id = $1 and doc_kind = 'inbound'`,
      [floor.main.companyId],
    );
    expect(layers).toEqual([{ quantity: 4, unit_cost: '7.000000' }]);
  });

  it('takes the batches of a location by the day they run out, and its receiver has them by the SKU alone', async () => {
    const { floor, toId, draft, detail } = await between();
    const productId = floor.productIds[0] ?? 0;
    const put = (code: string, expiresOn: string) =>
      floor.tx(async (tx) => {
        const [batchId = 0] = await batchesOf(tx, [{ productId, code, expiresOn }]);
        const of = { warehouseId: floor.warehouseId, productId, docKind: 'opening', docId: batchId };
        const locationId = floor.bins[1]?.id ?? 0;
        await moveStock(tx, [{ ...of, locationId, batchId, onHand: 3, reason: 'opening', step: 'receive' }]);
        await receiveLayers(tx, [{ ...of, quantity: 3, unitCost: '4' }]);
      });
    await put('LATE', '2099-01-01');
    await put('SOON', '2098-01-01');
    await floor.put(0, 0, 5);
    const { id } = await draft([0, 4]);
    await server.ok(calls.submitTransfer, { id }, floor.main);
    const lineId = (await detail(id)).lines[0]?.id ?? 0;
    const from = (locationCode: string) => ({ id, lines: [{ lineId, quantity: 4, locationCode }] });
    const [dock] = await query(
      `select code from location where company_id = $1 and warehouse_id = $2 and kind = 'receiving'`,
      [floor.main.companyId, floor.warehouseId],
    );
    expect((await server.call(calls.shipTransfer, from(dock.code), floor.main)).data).toMatchObject({
      error: 'warehouse.locationNotFound',
    });
    const { inboundId } = await server.ok(calls.shipTransfer, from(floor.bins[1]?.code ?? ''), floor.main);
    expect((await detail(id)).parts[0]?.lines.map((one) => [one.batchCode, one.quantity])).toEqual([
      ['SOON', 3],
      ['LATE', 1],
    ]);
    await floor.tx((tx) => receiveInbound(tx, inboundId, [{ productId, quantity: 4 }]));
    const there = await query(
      `select t.code, b.on_hand from bin_stock b join stock_batch t on t.company_id = $1 and t.id = b.batch_id
       where b.company_id = $1 and b.warehouse_id = $2 order by t.code`,
      [floor.main.companyId, toId],
    );
    expect(there).toEqual([
      { code: 'LATE', on_hand: 1 },
      { code: 'SOON', on_hand: 3 },
    ]);
    expect(await floor.wrongs()).toEqual([]);
  });

  it('keeps what it costs where somebody changes it who may not see that', async () => {
    const { floor, toId, draft, detail } = await between({ cost: '20' });
    const { id } = await draft([0, 4]);
    const clerk = await server.member(floor.main.companyId, [rights.transfer.view, rights.transfer.edit]);
    for (const end of [floor.warehouseId, toId])
      await query(`insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`, [
        clerk.companyId,
        clerk.userId,
        end,
      ]);
    const lines = [{ productId: floor.productIds[0] ?? 0, quantity: 5 }];
    const changed = { version: 1, fromId: floor.warehouseId, toId, lines };
    await server.ok(calls.saveTransfer, { ...changed, id }, clerk);
    expect(await detail(id)).toMatchObject({ units: 5, cost: '20.0000' });
    // People who may change drafts may not create new ones.
    expect((await server.call(calls.saveTransfer, { ...changed, version: undefined }, clerk)).status).toBe(403);
  });

  it('answers what its warehouses ask of an allocation order', async () => {
    const { floor, draft } = await between();
    const { id, number } = await draft([0, 4], [1, 2]);
    expect(await server.ok(calls.waDisInfo, { disId: id }, floor.main)).toMatchObject({
      disNo: number,
      quantity: 6,
      recipient: 'Lee',
      fromWarehouse: 'Floor',
      toWarehouse: 'Second',
    });
    const { rows } = await server.ok(calls.warehouseDisDetailJson2, { disId: id }, floor.main);
    expect(rows.map((row) => [row.sku, row.quantity])).toEqual([
      ['P-1', 4],
      ['P-2', 2],
    ]);
    const stranger = await server.company('Somebody');
    expect((await server.call(calls.waDisInfo, { disId: id }, stranger)).status).toBe(404);
  });

  it('prints a note whose code is the carton of its part', async () => {
    const { floor, draft } = await between();
    await floor.put(0, 0, 6);
    const { id, number } = await draft([0, 4]);
    await server.ok(calls.submitTransfer, { id }, floor.main);
    const { inboundId } = await server.ok(calls.shipTransfer, { id }, floor.main);
    const answer = await fetch(`${server.url}/api${calls.printTransfer.path}?id=${id}&part=1`, {
      headers: { token: floor.main.token },
    });
    const [page] = await scanPages(Buffer.from(await answer.arrayBuffer()));
    expect(page?.code).toBe(`${number}-1`);
    const cartons = await query('select code from inbound_carton where company_id = $1 and inbound_id = $2', [
      floor.main.companyId,
      inboundId,
    ]);
    expect(cartons).toEqual([{ code: `${number}-1` }]);
  });
});

describe('Goods within a warehouse', () => {
  it('change place and condition, and their costs with them', async () => {
    const { floor, balance } = await between();
    await floor.put(0, 0, 6, '3');
    const [from, to] = [floor.bins[0]?.code ?? '', floor.bins[1]?.code ?? ''];
    const move = { warehouseId: floor.warehouseId, fromLocationCode: from, code: floor.skus[0] ?? '' };
    const answer = await server.ok(calls.moveGoods, { ...move, toLocationCode: to, quantity: 4 }, floor.main);
    expect(answer).toMatchObject({ from, to, sku: 'P-1' });
    expect(
      (await server.call(calls.moveGoods, { ...move, toLocationCode: to, quantity: 3 }, floor.main)).data,
    ).toMatchObject({ error: 'warehouse.nothingLies' });
    await server.ok(calls.moveGoods, { ...move, toCondition: 'damaged', quantity: 1 }, floor.main);
    expect(await balance(floor.warehouseId, 0)).toMatchObject({ on_hand: 5 });
    const at = await server.ok(calls.goodsAt, { warehouseId: floor.warehouseId, locationCode: from }, floor.main);
    expect(at.goods.map((one) => [one.condition, one.onHand])).toEqual([
      ['damaged', 1],
      ['good', 1],
    ]);
    expect(await floor.wrongs()).toEqual([]);
  });
});

const act = fc.record({
  kind: fc.constantFrom('ship', 'ship', 'receive', 'receive', 'close', 'cancel', 'finish', 'submit'),
  which: fc.nat({ max: 2 }),
  quantity: fc.integer({ min: 1, max: 3 }),
});
const REFUSALS = /^(warehouse|stock|document)\./;

it('loses no unit and no value, whoever ships, receives, closes and takes back at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 3, maxLength: 6 }), { minLength: 8, maxLength: 8 }),
      async (people) => {
        const { floor, toId, balance } = await between({ products: 2 });
        for (const product of [0, 1]) {
          await floor.put(0, product, 5, '2.5');
          await floor.put(1, product, 7, '4');
        }
        const lines = floor.productIds.map((productId) => ({ productId, quantity: 4 }));
        const ids: number[] = [];
        for (let i = 0; i < 3; i++) {
          const input = { fromId: floor.warehouseId, toId, cost: '16', remark: '', lines };
          ids.push((await floor.tx((tx) => saveTransfer(tx, input))).id);
          await floor.tx((tx) => submitTransfer(tx, ids[i] ?? 0));
        }
        const perform = async ({ kind, which, quantity }: { kind: string; which: number; quantity: number }) => {
          const id = ids[which] ?? 0;
          const [inbound] = await query(
            `select i.id, (select l.id from inbound_line l where l.company_id = $1 and l.inbound_id = i.id and l.incoming > 0
               order by random() limit 1) as line
             from inbound i where i.company_id = $1 and i.source_kind = 'transfer' and i.source_id = $2
               and i.state in ('notice', 'receiving') order by random() limit 1`,
            [floor.main.companyId, id],
          );
          const [line] = await query(
            'select id from transfer_line where company_id = $1 and transfer_id = $2 and held > 0 order by random() limit 1',
            [floor.main.companyId, id],
          );
          const note = { carrier: '', trackingNumber: '' };
          const works: Record<string, () => Promise<unknown>> = {
            submit: () => floor.tx((tx) => submitTransfer(tx, id)),
            ship: async () =>
              line && floor.tx((tx) => shipTransfer(tx, { id, ...note, lines: [{ lineId: line.id, quantity }] })),
            receive: async () =>
              inbound?.line && floor.tx((tx) => receiveInbound(tx, inbound.id, [{ lineId: inbound.line, quantity }])),
            close: async () => inbound && quantity === 1 && floor.tx((tx) => closeInbound(tx, inbound.id)),
            cancel: () => floor.tx((tx) => cancelTransfer(tx, id)),
            finish: async () => quantity === 1 && floor.tx((tx) => finishTransfer(tx, id)),
          };
          await works[kind]?.().catch((error: { code?: string }) => {
            if (!REFUSALS.test(error.code ?? '')) throw error;
          });
        };
        await Promise.all(
          people.map(async (acts) => {
            for (const one of acts) await perform(one);
          }),
        );
        expect(await floor.wrongs()).toEqual([]);
        const company = [floor.main.companyId];
        for (const product of [0, 1]) {
          const productId = floor.productIds[product];
          const [came] = await query(
            `select coalesce(sum(l.quantity), 0)::int as sent, coalesce(sum(l.received), 0)::int as received,
               coalesce(sum(greatest(l.quantity - l.received, 0)) filter (where p.state = 'transit'), 0)::int as transit,
               coalesce(sum(greatest(l.quantity - l.received, 0)) filter (where p.state = 'closed'), 0)::int as lost,
               coalesce(sum(greatest(l.received - l.quantity, 0)), 0)::int as over
             from transfer_part_line l join transfer_part p on p.company_id = $1 and p.id = l.part_id
             where l.company_id = $1 and l.product_id = $2`,
            [...company, productId],
          );
          const [held] = await query(
            'select coalesce(sum(held), 0)::int as held from transfer_line where company_id = $1 and product_id = $2',
            [...company, productId],
          );
          expect(came.received - came.over + came.transit + came.lost).toBe(came.sent);
          expect(await balance(floor.warehouseId, product)).toMatchObject({
            on_hand: 12 - came.sent,
            reserved: held.held,
          });
          expect(await balance(toId, product)).toMatchObject({ on_hand: came.received, incoming: came.transit });
        }
        // What left its layers and its share of the way is what the parts are worth, whatever came of them; of one that was
        // finished early, all of the way, where something was to come still.
        const worth = await query(
          `select t.state, sum(l.quantity)::int * 2 as share, sum(l.quantity * l.unit_cost)::float - (select coalesce(sum(i.quantity * i.unit_cost), 0)
               from cost_issue i where i.company_id = $1 and i.doc_kind = 'transfer' and i.doc_id = t.id)::float as way
           from stock_transfer t join transfer_part p on p.company_id = $1 and p.transfer_id = t.id
           join transfer_part_line l on l.company_id = $1 and l.part_id = p.id where t.company_id = $1 group by t.id, t.state`,
          company,
        );
        for (const { state, share, way } of worth) {
          const whole = (state === 'shipped' || state === 'done') && way > share + 0.001;
          expect(way).toBeCloseTo(whole ? 16 : share, 3);
        }
        const [value] = await query(
          `select (select coalesce(sum(y.quantity * y.unit_cost), 0) from cost_layer y where y.company_id = $1 and y.warehouse_id = $2)::float as layers,
             (select coalesce(sum(received * unit_cost), 0) from transfer_part_line where company_id = $1)::float as came`,
          [...company, toId],
        );
        expect(value.layers).toBeCloseTo(value.came, 3);
        const stuck = await query(
          `select t.id from stock_transfer t where t.company_id = $1 and t.state = 'shipped'
             and not exists (select from transfer_part p where p.company_id = $1 and p.transfer_id = t.id and p.state = 'transit')`,
          company,
        );
        expect(stuck).toEqual([]);
      },
    ),
    { numRuns: runs(2, 48), endOnFailure: true },
  );
});
