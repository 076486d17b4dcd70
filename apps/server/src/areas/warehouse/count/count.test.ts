import { rights } from '@tradewind/contract/access/modules.ts';
import { ApprovalPurReq, editUserAuditSettings, listApprovals } from '@tradewind/contract/approvals.ts';
import { listMovements } from '@tradewind/contract/stock.ts';
import * as calls from '@tradewind/contract/warehouse.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import { scanPages } from '../../logistics/testing/scan.ts';
import { moveStock } from '../../stock/public.ts';
import { createWaves, pickOutbounds, shortPick } from '../public.ts';
import { type Floor, openFloor } from '../warehouse.testing.ts';
import { findTasks } from './daily.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const bin = (floor: Floor, at: number) => floor.bins[at]?.code ?? '';
/** A counter on the floor who cannot see system quantities. */
async function counter(floor: Floor): Promise<Person> {
  const person = await server.member(floor.main.companyId, [rights.scanStation.view, rights.scanStation.count]);
  await server.app.database.owner.query(
    `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
    [floor.main.companyId, person.userId, floor.warehouseId],
  );
  return person;
}
async function begin(floor: Floor, more: Partial<Parameters<typeof server.ok<typeof calls.addCount>>[1]> = {}) {
  const places = { locationCodes: floor.bins.map((one) => one.code) };
  const input = { warehouseId: floor.warehouseId, kind: 'chosen' as const, ...places, ...more };
  return server.ok(calls.addCount, input, floor.main);
}
const found = (floor: Floor, product: number, quantity: number, more = {}) => ({
  code: floor.skus[product] ?? '',
  quantity,
  ...more,
});
const count = (countId: number, locationCode: string, items: object[], as: Person) =>
  server.call(calls.countLocationCall, { countId, locationCode, items: items as never }, as);
const onHand = async (floor: Floor, product: number) => {
  const { rows } = await server.app.database.owner.query(
    'select on_hand, reserved from stock_balance where company_id = $1 and product_id = $2',
    [floor.main.companyId, floor.productIds[product]],
  );
  return rows[0]?.on_hand;
};

describe('A count', () => {
  it('books differences with their value; what moved meanwhile nets out', async () => {
    const floor = await openFloor(server);
    await floor.put(0, 0, 10, '2.5');
    await floor.put(0, 1, 4, '3');
    await floor.put(1, 0, 5, '4');
    const clerk = await counter(floor);
    const { id, locations } = await begin(floor);
    expect(locations).toBe(6);
    // Two of the ten are missing, and the location holds a product unknown to the system.
    const answer = await count(id, bin(floor, 0), [found(floor, 0, 8), found(floor, 1, 4), found(floor, 2, 3)], clerk);
    expect(answer.data).toMatchObject({ round: 1, differences: null, left: 5 });
    // After the count, four more units arrive.
    await floor.put(0, 0, 4, '2.5');
    for (const at of [1, 2, 3, 4, 5])
      await server.ok(
        calls.countLocationCall,
        { countId: id, locationCode: bin(floor, at), items: at === 1 ? [found(floor, 0, 6)] : [] },
        clerk,
      );
    const before = await server.ok(calls.getCount, { id }, floor.main);
    expect(before).toMatchObject({ counted: 6, differences: 3, state: 'counting', value: null, valueSoFar: '-2.50' });
    expect(await server.ok(calls.getCount, { id }, clerk)).toMatchObject({ differences: null, valueSoFar: null });
    expect((await server.ok(calls.getCount, { id }, clerk)).lines.every((line) => line.expected === null)).toBe(true);
    // Counters see only their own counts, along the pick path: the order reveals no variance.
    const answered = async (who: Person) =>
      (await server.ok(calls.getCount, { id }, who)).lines.map((line) => [line.locationCode, line.sku, line.counted]);
    expect(await answered(clerk)).toEqual([
      [bin(floor, 0), 'P-1', 8],
      [bin(floor, 0), 'P-2', 4],
      [bin(floor, 0), 'P-3', 3],
      [bin(floor, 1), 'P-1', 6],
    ]);
    expect(await answered(await counter(floor))).toEqual([]);
    // -2 x 2.5, +1 at the last cost of 2.5 (the newest layer), and 3 without any cost.
    expect(await server.ok(calls.submitCount, { id }, floor.main)).toEqual({
      state: 'done',
      booked: 3,
      refused: 0,
      value: '-2.5000',
    });
    expect([await onHand(floor, 0), await onHand(floor, 1), await onHand(floor, 2)]).toEqual([18, 4, 3]);
    expect(await floor.wrongs()).toEqual([]);
    const { number } = before;
    const { rows } = await server.ok(listMovements, { docNumber: number }, floor.main);
    expect(rows.map((row) => [row.reason, row.onHand]).sort()).toEqual([
      ['count', -2],
      ['count', 1],
      ['count', 3],
    ]);
    expect((await server.call(calls.submitCount, { id }, floor.main)).status).toBe(409);
  });

  it('asks before it ends with locations that nobody counted, and leaves those alone', async () => {
    const floor = await openFloor(server);
    await floor.put(0, 0, 10);
    await floor.put(1, 0, 10);
    const { id } = await begin(floor);
    expect((await server.call(calls.submitCount, { id }, floor.main)).data).toMatchObject({ error: 'document.state' });
    await count(id, bin(floor, 0), [], floor.main);
    const requested = await server.call(calls.submitCount, { id }, floor.main);
    expect(requested).toMatchObject({ status: 422, data: { error: 'warehouse.countUncounted' } });
    expect(requested.msg).toContain('5');
    await server.ok(calls.submitCount, { id, anyway: true }, floor.main);
    expect(await onHand(floor, 0)).toBe(10);
    expect(await floor.wrongs()).toEqual([]);
  });

  it('takes one count of a location: the second hears who was first, and a recount is somebody else’s', async () => {
    const floor = await openFloor(server);
    await floor.put(0, 0, 10);
    const [one, two] = [await counter(floor), await counter(floor)];
    const { id } = await begin(floor, { locationCodes: [bin(floor, 0)] });
    const both = await Promise.all([
      count(id, bin(floor, 0), [found(floor, 0, 7)], one),
      count(id, bin(floor, 0), [found(floor, 0, 7)], two),
    ]);
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(both.find((answer) => answer.status === 409)?.data).toMatchObject({ error: 'warehouse.countedAlready' });
    const [first, second] = both[0]?.status === 200 ? [one, two] : [two, one];
    expect(await server.ok(calls.recountCall, { id }, floor.main)).toEqual({ locations: 1 });
    expect(await count(id, bin(floor, 0), [found(floor, 0, 9)], first)).toMatchObject({
      status: 422,
      data: { error: 'warehouse.recountOther' },
    });
    expect((await count(id, bin(floor, 0), [found(floor, 0, 9)], second)).data).toMatchObject({ round: 2, left: 0 });
    await server.ok(calls.submitCount, { id }, floor.main);
    expect(await onHand(floor, 0)).toBe(9);
    const { lines } = await server.ok(calls.getCount, { id }, floor.main);
    expect(lines.map((line) => [line.round, line.last, line.counted, line.outcome])).toEqual([
      [2, true, 9, 'booked'],
      [1, false, 7, null],
    ]);
  });

  it('is counted again by somebody else, also by whoever sees the warehouse by their department', async () => {
    const floor = await openFloor(server);
    await floor.put(0, 0, 10);
    const [one, two] = [
      await counter(floor),
      await server.member(floor.main.companyId, [rights.scanStation.view, rights.scanStation.count]),
    ];
    await server.app.database.owner.query(
      `with made as (insert into department (company_id, name) values ($1, 'Floor') returning id),
         seen as (insert into department_scope (company_id, department_id, kind, target_id) select $1, id, 'warehouse', $2 from made)
       update user_account set department_id = made.id from made where company_id = $1 and user_account.id = $3`,
      [floor.main.companyId, floor.warehouseId, two.userId],
    );
    const { id } = await begin(floor, { locationCodes: [bin(floor, 0)] });
    const once = () => count(id, bin(floor, 0), [found(floor, 0, 9)], one);
    expect((await once()).status).toBe(200);
    await server.ok(calls.recountCall, { id }, floor.main);
    expect(await once()).toMatchObject({ status: 422, data: { error: 'warehouse.recountOther' } });
    expect((await count(id, bin(floor, 0), [found(floor, 0, 9)], two)).data).toMatchObject({ round: 2 });
  });

  it('does the same scan once, also from a device that sends it again', async () => {
    const floor = await openFloor(server);
    await floor.put(0, 0, 10);
    const clerk = await counter(floor);
    const { id } = await begin(floor, { locationCodes: [bin(floor, 0)] });
    const payload = { countId: id, locationCode: bin(floor, 0), items: [{ code: floor.skus[0], quantity: 3 }] };
    const scans = [{ seq: 1, kind: 'countLocation', at: new Date().toISOString(), payload }];
    const sent = { device: 'phone-1', scans };
    const answers = [await server.ok(calls.sendScans, sent, clerk), await server.ok(calls.sendScans, sent, clerk)];
    expect(answers.map((one) => one.answers[0])).toMatchObject([
      { outcome: 'done', result: { round: 1 } },
      { outcome: 'done', result: { round: 1 } },
    ]);
  });

  it('is compared with the books at its scan, however late it comes and whatever the clock of the phone says', async () => {
    const floor = await openFloor(server);
    await floor.put(0, 0, 10);
    const clerk = await counter(floor);
    const { id } = await begin(floor, { locationCodes: [bin(floor, 0), bin(floor, 1)] });
    // A phone that is an hour slow counts ten without a connection; then four of them are picked.
    const slow = () => new Date(Date.now() - 3_600_000).toISOString();
    const at = slow();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const { outboundId } = await floor.order([0, 4]);
    await floor.tx((tx) => createWaves(tx, [outboundId]));
    await floor.tx((tx) => pickOutbounds(tx, [outboundId]));
    const scan = (seq: number, scannedAt: string, place: number, items: object[], seconds: number) => {
      const payload = { countId: id, locationCode: bin(floor, place), items, seconds };
      const scans = [{ seq, kind: 'countLocation', at: scannedAt, payload }];
      return server.ok(calls.sendScans, { device: 'slow-phone', sentAt: slow(), scans }, clerk);
    };
    const counted = await scan(1, at, 0, [found(floor, 0, 10)], 0);
    expect(counted.answers[0]).toMatchObject({ outcome: 'done', result: { again: false, left: 1 } });
    const { lines } = await server.ok(calls.getCount, { id }, floor.main);
    expect(lines).toMatchObject([{ expected: 10, counted: 10 }]);
    // Units arrived during this count, so nobody knows whether they were counted. The same person may recount.
    await floor.put(1, 1, 5);
    const moved = await scan(2, slow(), 1, [found(floor, 1, 3)], 60);
    expect(moved.answers[0]).toMatchObject({ outcome: 'done', result: { again: true, left: 1 } });
    await server.ok(calls.submitCount, { id, anyway: true }, floor.main);
    expect([await onHand(floor, 0), await onHand(floor, 1)]).toEqual([10, 5]);
    expect(await floor.wrongs()).toEqual([]);
  });

  it('refuses what is promised or reserved by now, books the rest and asks for that place again', async () => {
    const floor = await openFloor(server);
    await floor.put(0, 0, 5);
    await floor.put(1, 1, 5);
    await floor.put(2, 2, 5);
    const { id } = await begin(floor, { locationCodes: [bin(floor, 0), bin(floor, 1), bin(floor, 2)] });
    for (const at of [0, 1, 2]) await count(id, bin(floor, at), [found(floor, at, 2)], floor.main);
    const promised = await floor.order([0, 4]);
    await floor.tx((tx) => createWaves(tx, [promised.outboundId]));
    await floor.order([1, 4]);
    expect(await server.ok(calls.submitCount, { id }, floor.main)).toMatchObject({ booked: 1, refused: 2 });
    const { lines } = await server.ok(calls.getCount, { id }, floor.main);
    const outcomes = Object.fromEntries(lines.map((line) => [line.sku, [line.outcome, line.reason]]));
    expect(outcomes['P-1']?.[0]).toBe('refused');
    expect(outcomes['P-1']?.[1]).toMatch(/promised to pickers|已分配给拣货/);
    expect(outcomes['P-2']?.[0]).toBe('refused');
    expect(outcomes['P-3']).toEqual(['booked', null]);
    const { rows } = await server.ok(calls.listCountTasks, {}, floor.main);
    expect(rows.map((row) => [row.reason, row.locationCode, row.weight]).sort()).toEqual([
      ['refusedBooking', bin(floor, 0), 3],
      ['refusedBooking', bin(floor, 1), 3],
    ]);
    expect(await floor.wrongs()).toEqual([]);
  });

  it('may begin while picking runs', async () => {
    const floor = await openFloor(server);
    await floor.put(0, 0, 10);
    const { outboundId } = await floor.order([0, 4]);
    await floor.tx((tx) => createWaves(tx, [outboundId]));
    const { id } = await begin(floor, { locationCodes: [bin(floor, 0)] });
    await count(id, bin(floor, 0), [found(floor, 0, 9)], floor.main);
    await floor.tx((tx) => pickOutbounds(tx, [outboundId]));
    await server.ok(calls.submitCount, { id }, floor.main);
    expect(await onHand(floor, 0)).toBe(9);
    expect(await floor.wrongs()).toEqual([]);
  });

  it('waits for approval above an amount; rejected, it goes on counting', async () => {
    const floor = await openFloor(server);
    await floor.put(0, 0, 10, '20');
    const clerk = await server.member(floor.main.companyId, [
      rights.count.view,
      rights.count.submit,
      rights.count.start,
    ]);
    await server.app.database.owner.query(
      `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
      [floor.main.companyId, clerk.userId, floor.warehouseId],
    );
    const level = { modelId: rights.count.id, Approval: floor.main.userId, amountFrom: '50' };
    await server.ok(editUserAuditSettings, level, floor.main);
    const { id } = await begin(floor, { locationCodes: [bin(floor, 0)] });
    await count(id, bin(floor, 0), [found(floor, 0, 4)], clerk);
    expect(await server.ok(calls.submitCount, { id }, clerk)).toMatchObject({ state: 'waiting', booked: 0 });
    expect(await onHand(floor, 0)).toBe(10);
    expect((await server.ok(listApprovals, {}, floor.main)).rows[0]).toMatchObject({ amount: '120.00', orderId: id });
    const decide = (aud: 'approved' | 'rejected') =>
      server.ok(ApprovalPurReq, { modelId: rights.count.id, orderId: id, aud, remark: '' }, floor.main);
    await decide('rejected');
    expect((await server.ok(calls.getCount, { id }, clerk)).state).toBe('counting');
    await server.ok(calls.submitCount, { id }, clerk);
    await decide('approved');
    expect(await server.ok(calls.getCount, { id }, floor.main)).toMatchObject({ state: 'done', value: '-120.0000' });
    expect(await onHand(floor, 0)).toBe(4);
    expect(await floor.wrongs()).toEqual([]);
  });
});

describe('A full count', () => {
  it('closes the warehouse while it is counted, and only its document opens it again', async () => {
    const floor = await openFloor(server, { bins: 2 });
    await floor.put(0, 0, 10);
    const { outboundId } = await floor.order([0, 1]);
    await floor.tx((tx) => createWaves(tx, [outboundId]));
    const { id, number, locations } = await begin(floor, { kind: 'full' });
    // Two bins, and what each warehouse has: receiving, packing, returns, damaged.
    expect(locations).toBe(6);
    expect((await count(id, bin(floor, 0), [], floor.main)).data).toMatchObject({ error: 'warehouse.countNotStarted' });
    await server.ok(calls.startCount, { id }, floor.main);
    await expect(floor.put(0, 0, 1)).rejects.toMatchObject({ code: 'warehouse.counting' });
    const released = await server.call(
      calls.editWarehouseIsCount,
      { houseId: floor.warehouseId, isCount: false },
      floor.main,
    );
    expect(released).toMatchObject({ status: 422, data: { error: 'warehouse.fullCountOpen' } });
    expect(released.msg).toContain(number);
    const { places } = await server.ok(calls.countWork, { id }, floor.main);
    for (const place of places.slice(1))
      await count(id, place.code, place.code === bin(floor, 0) ? [found(floor, 0, 12)] : [], floor.main);
    expect((await server.call(calls.submitCount, { id }, floor.main)).data).toMatchObject({
      error: 'warehouse.countUncounted',
    });
    await count(id, places[0]?.code ?? '', [], floor.main);
    await server.ok(calls.submitCount, { id }, floor.main);
    expect(await onHand(floor, 0)).toBe(12);
    await floor.put(0, 0, 1);
    expect(await floor.wrongs()).toEqual([]);
  });

  it('is one at a time in a warehouse, and thrown away it opens it again', async () => {
    const floor = await openFloor(server, { bins: 2 });
    await floor.put(0, 0, 10);
    const { id } = await begin(floor, { kind: 'full' });
    const input = { warehouseId: floor.warehouseId, kind: 'full' as const };
    expect(await server.call(calls.addCount, input, floor.main)).toMatchObject({ status: 409 });
    await server.ok(calls.startCount, { id }, floor.main);
    await server.ok(calls.cancelCount, { id }, floor.main);
    await floor.put(0, 0, 1);
  });

  it('that is not approved closes the warehouse again, and leaves no room for another before', async () => {
    const floor = await openFloor(server, { bins: 2 });
    await floor.put(0, 0, 10, '20');
    const clerk = await server.member(floor.main.companyId, [
      rights.count.view,
      rights.count.submit,
      rights.count.start,
    ]);
    await server.app.database.owner.query(
      `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
      [floor.main.companyId, clerk.userId, floor.warehouseId],
    );
    await server.ok(
      editUserAuditSettings,
      { modelId: rights.count.id, Approval: floor.main.userId, amountFrom: '50' },
      floor.main,
    );
    const { id } = await begin(floor, { kind: 'full' });
    await server.ok(calls.startCount, { id }, clerk);
    await count(id, bin(floor, 0), [found(floor, 0, 4)], clerk);
    expect(await server.ok(calls.submitCount, { id, anyway: true }, clerk)).toMatchObject({ state: 'waiting' });
    await floor.put(1, 1, 1);
    const input = { warehouseId: floor.warehouseId, kind: 'full' as const };
    expect(await server.call(calls.addCount, input, floor.main)).toMatchObject({
      status: 409,
      data: { error: 'warehouse.fullCountAnother' },
    });
    await server.ok(ApprovalPurReq, { modelId: rights.count.id, orderId: id, aud: 'rejected', remark: '' }, floor.main);
    expect((await server.ok(calls.getCount, { id }, clerk)).state).toBe('counting');
    await expect(floor.put(1, 1, 1)).rejects.toMatchObject({ code: 'warehouse.counting' });
    await server.ok(calls.cancelCount, { id }, clerk);
    await floor.put(1, 1, 1);
  });
});

describe('What waits to be counted', () => {
  it('comes of short picks and of corrections again and again, and is done when it is counted', async () => {
    const floor = await openFloor(server);
    await floor.put(0, 0, 3);
    await floor.put(1, 0, 9);
    await floor.put(2, 1, 9);
    const { outboundId } = await floor.order([0, 3]);
    await floor.tx((tx) => createWaves(tx, [outboundId]));
    const { rows: stops } = await server.app.database.owner.query(
      'select id from pick_line where company_id = $1 and outbound_id = $2',
      [floor.main.companyId, outboundId],
    );
    await floor.tx((tx) => shortPick(tx, stops[0].id, 'empty'));
    for (const step of ['1', '2', '3'])
      await floor.tx((tx) =>
        moveStock(tx, [
          {
            warehouseId: floor.warehouseId,
            productId: floor.productIds[1] ?? 0,
            locationId: floor.bins[2]?.id ?? 0,
            onHand: 1,
            reason: 'adjust',
            docKind: 'test',
            docId: 1,
            step,
          },
        ]),
      );
    await floor.tx(findTasks);
    await floor.tx(findTasks);
    const tasks = async () => {
      const { rows } = await server.ok(calls.listCountTasks, {}, floor.main);
      return rows.map((row) => [row.reason, row.locationCode, row.times]).sort();
    };
    // Three bins hold stock that was never counted.
    expect(await tasks()).toEqual([
      ['abc', bin(floor, 0), 1],
      ['abc', bin(floor, 1), 1],
      ['abc', bin(floor, 2), 1],
      ['drift', bin(floor, 2), 1],
      ['short', bin(floor, 0), 1],
    ]);
    expect((await server.ok(calls.countTabs, {}, floor.main)).tasks).toBe(5);
    // The worst two are in two locations.
    const { id, locations } = await server.ok(
      calls.addCount,
      { warehouseId: floor.warehouseId, kind: 'risk', most: 2 },
      floor.main,
    );
    expect(locations).toBe(2);
    expect(await tasks()).toHaveLength(3);
    await count(id, bin(floor, 0), [], floor.main);
    await count(id, bin(floor, 2), [found(floor, 1, 9)], floor.main);
    expect(await tasks()).toEqual([['abc', bin(floor, 1), 1]]);
    await floor.tx(findTasks);
    expect(await tasks()).toEqual([['abc', bin(floor, 1), 1]]);
  });

  it('waits on where its count ends without it or is thrown away, and is done when it is booked', async () => {
    const floor = await openFloor(server);
    await floor.put(0, 0, 3);
    await floor.put(1, 1, 9);
    await floor.tx(findTasks);
    const waiting = async () => {
      const { rows } = await server.ok(calls.listCountTasks, {}, floor.main);
      return rows.map((row) => row.locationCode).sort();
    };
    const both = [bin(floor, 0), bin(floor, 1)];
    expect(await waiting()).toEqual(both);
    const risk = async () =>
      (await server.ok(calls.addCount, { warehouseId: floor.warehouseId, kind: 'risk' }, floor.main)).id;
    const thrown = await risk();
    await count(thrown, bin(floor, 0), [found(floor, 0, 3)], floor.main);
    expect(await waiting()).toEqual([]);
    await server.ok(calls.cancelCount, { id: thrown }, floor.main);
    expect(await waiting()).toEqual(both);
    // A cancelled count counted nothing: the oldest location still comes first.
    const cycle = { warehouseId: floor.warehouseId, kind: 'cycle' as const, most: 1 };
    const next = await server.ok(calls.addCount, cycle, floor.main);
    const { places } = await server.ok(calls.countWork, { id: next.id }, floor.main);
    expect(places.map((place) => place.code)).toEqual([bin(floor, 0)]);
    const ended = await risk();
    await count(ended, bin(floor, 0), [found(floor, 0, 3)], floor.main);
    await server.ok(calls.submitCount, { id: ended, anyway: true }, floor.main);
    expect(await waiting()).toEqual([bin(floor, 1)]);
    await floor.tx(findTasks);
    expect(await waiting()).toEqual([bin(floor, 1)]);
  });

  it('takes what sells most first and no more than the warehouse can do', async () => {
    const floor = await openFloor(server);
    for (const at of [0, 1, 2]) await floor.put(at, at, 50);
    const { outboundId } = await floor.order([2, 40]);
    await floor.tx((tx) => createWaves(tx, [outboundId]));
    await floor.tx((tx) => pickOutbounds(tx, [outboundId]));
    const setting = { enabled: true, basis: 'picks' as const, daysA: 30, daysB: 90, daysC: 365, most: 1 };
    await server.ok(calls.saveCountSetting, { warehouseId: floor.warehouseId, ...setting }, floor.main);
    expect(await server.ok(calls.getCountSetting, { warehouseId: floor.warehouseId }, floor.main)).toEqual(setting);
    await floor.tx(findTasks);
    const { rows } = await server.ok(calls.listCountTasks, {}, floor.main);
    expect(rows).toMatchObject([{ reason: 'abc', locationCode: bin(floor, 2), detail: { class: 'A' } }]);
  });
});

it('prints a sheet that a scanner finds its count by', async () => {
  const floor = await openFloor(server);
  await floor.put(0, 0, 10);
  const { id, number } = await begin(floor);
  const answer = await fetch(`${server.url}/api${calls.printCount.path}?id=${id}`, {
    headers: { token: floor.main.token },
  });
  const pages = await scanPages(Buffer.from(await answer.arrayBuffer()));
  expect(pages.map((page) => page.code)).toEqual([number]);
});
