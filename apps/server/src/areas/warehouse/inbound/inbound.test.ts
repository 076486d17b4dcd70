import { rights } from '@tradewind/contract/access/modules.ts';
import type { InputOf } from '@tradewind/contract/call.ts';
import * as calls from '@tradewind/contract/warehouse.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { upload, xls } from '../../catalog/testing/files.ts';
import { scanPages } from '../../logistics/testing/scan.ts';
import { type Floor, openFloor } from '../warehouse.testing.ts';
import { inboundImport } from './import.ts';
import { choosePlaces, type Place } from './suggest.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await testServer();
  floor = await openFloor(server, { products: 5, bins: 6 });
});
afterAll(() => server.close());

const MM = 72 / 25.4;
const product = (i: number) => floor.productIds[i] ?? 0;
const bin = (i: number) => floor.bins[i]?.code ?? '';
const add = (more: Partial<InputOf<typeof calls.addInbound>> = {}) =>
  server.ok(
    calls.addInbound,
    { warehouseId: floor.warehouseId, kind: 'manual', lines: [{ productId: product(0), quantity: 10 }], ...more },
    floor.main,
  );
const get = (id: number) => server.ok(calls.getInbound, { id }, floor.main);
const balance = (i: number) =>
  floor.tx((tx) =>
    tx.row<{ onHand: number; incoming: number; value: string | null }>(sql`select on_hand, incoming,
      (select sum(remaining * unit_cost)::numeric(20, 2)::text from cost_layer c where c.company_id = b.company_id
        and c.product_id = b.product_id) as value
      from stock_balance b where company_id = ${sql.company} and product_id = ${product(i)}`),
  );
const sheetOf = (rows: Record<string, string>[]) =>
  xls(
    [
      inboundImport.columns.map((column) => column.title[0]),
      ...rows.map((row) => inboundImport.columns.map(({ key }) => row[key] ?? '')),
    ],
    'xlsx',
  );
const errorOf = (answer: { data: unknown }) => (answer.data as { error?: string }).error;
async function file(call: { path: string }, query: Record<string, string | number>): Promise<Buffer> {
  const target = new URL(`/api${call.path}`, server.url);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, String(value));
  const answer = await fetch(target, { headers: { token: floor.main.token } });
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  return Buffer.from(await answer.arrayBuffer());
}

describe('a notice', () => {
  it('is incoming until it is edited away, cancelled or received', async () => {
    const made = await add({ kind: 'removal', reference: 'RMV-77', trackingNumber: '1z9' });
    expect(await balance(0)).toMatchObject({ onHand: 0, incoming: 10 });
    const observed = await get(made.id);
    expect(observed).toMatchObject({ state: 'notice', units: 10, trackingNumber: '1Z9', reference: 'RMV-77' });
    const line = observed.lines[0];
    const change = {
      id: made.id,
      version: observed.version,
      kind: 'removal' as const,
      reference: 'RMV-78',
      trackingNumber: '1Z9',
    };
    const lines = [
      { id: line?.id, productId: product(0), quantity: 4 },
      { productId: product(1), quantity: 3 },
    ];
    await server.ok(calls.editInbound, { ...change, lines }, floor.main);
    expect(await balance(0)).toMatchObject({ incoming: 4 });
    expect(await balance(1)).toMatchObject({ incoming: 3 });
    const stale = await server.call(calls.editInbound, { ...change, lines }, floor.main);
    expect([stale.status, errorOf(stale)]).toEqual([409, 'core.stale']);
    for (const text of ['RMV-78', '1Z9', made.number.toLowerCase(), 'p-2']) {
      const { rows } = await server.ok(calls.listInbounds, { text, state: 'notice' }, floor.main);
      expect(rows.map((row) => row.id)).toEqual([made.id]);
    }
    const ended = await server.ok(calls.cancelInbounds, { ids: [made.id] }, floor.main);
    expect(ended).toMatchObject({ done: 1, failed: [] });
    expect(await balance(0)).toMatchObject({ incoming: 0 });
    const late = await server.call(calls.editInbound, { ...change, version: 4 }, floor.main);
    expect(errorOf(late)).toBe('warehouse.inboundBegun');
    const again = await server.ok(calls.cancelInbounds, { ids: [made.id] }, floor.main);
    expect(again.failed.map((one) => one.error)).toEqual(['warehouse.inboundCannot.cancel']);
  });

  it('comes from a file: rows of a reference are one notice, with its cartons', async () => {
    const [{ code } = { code: '' }] = await floor.tx((tx) =>
      tx.rows<{ code: string }>(sql`select code from warehouse where company_id = ${sql.company}`),
    );
    const row = { warehouse: code, reference: 'DN-5', kind: 'purchase', expectedOn: '2026/12/1', quantity: '6' };
    const sheet = sheetOf([
      { ...row, sku: 'P-4', unitCost: '7.5', carton: 'CTN-1' },
      { ...row, sku: 'P-4', carton: 'CTN-2', quantity: '2' },
      { ...row, sku: 'P-5', carton: 'CTN-2', quantity: '1' },
      { ...row, reference: 'DN-6', sku: 'NOBODY' },
    ]);
    const preview = await upload(server, calls.importInbounds, sheet, 'in.xlsx', floor.main);
    expect(preview.data).toMatchObject({ good: 3, bad: 1 });
    const done = await server.ok(calls.commitInboundImport, { importId: preview.data.importId }, floor.main);
    expect(done).toMatchObject({ created: 1 });
    const { rows } = await server.ok(calls.listInbounds, { text: 'DN-' }, floor.main);
    expect(rows).toMatchObject([
      { reference: 'DN-5', kind: 'purchase', units: 9, cartonCount: 2, expectedOn: '2026-12-01' },
    ]);
    const detail = await get(rows[0]?.id ?? 0);
    expect(detail.lines.map((line) => [line.sku, line.expected])).toEqual([
      ['P-4', 8],
      ['P-5', 1],
    ]);
    expect(detail.cartons[1]?.contents.map((part) => [part.sku, part.quantity])).toEqual([
      ['P-4', 2],
      ['P-5', 1],
    ]);
    await server.ok(calls.cancelInbounds, { ids: [detail.id] }, floor.main);
  });
});

describe('what is in the cartons of a notice', () => {
  it('is said anew while nobody has received them', async () => {
    const contents = [{ line: 0, quantity: 4 }];
    const { id } = await add({ cartons: [{ code: 'BOX-1', contents }] });
    const lineId = (await get(id)).lines[0]?.id ?? 0;
    const save = async (more: Partial<InputOf<typeof calls.saveCarton>>) => {
      const { version } = await get(id);
      const input = { inboundId: id, version, code: 'BOX-1', contents: [{ lineId, quantity: 4 }], ...more };
      return server.call(calls.saveCarton, input, floor.main);
    };
    const shown = async () =>
      (await get(id)).cartons.map((one) => [one.code, ...one.contents.map((part) => [part.quantity, part.batch])]);
    const [first] = (await get(id)).cartons;
    const changed = [{ lineId, quantity: 3, batch: 'L-9', expiresOn: '2031-05-01' }];
    expect((await save({ id: first?.id, contents: changed })).status).toBe(200);
    expect((await save({ code: 'BOX-2' })).status).toBe(200);
    expect(await shown()).toEqual([
      ['BOX-1', [3, 'L-9']],
      ['BOX-2', [4, null]],
    ]);
    expect((await save({ code: 'box-2' })).data).toMatchObject({ fields: [{ path: 'code' }] });
    const strange = await save({ code: 'BOX-3', contents: [{ lineId: lineId + 999, quantity: 1 }] });
    expect(strange.data).toMatchObject({ fields: [{ path: 'contents.0.lineId' }] });
    expect(errorOf(await save({ code: 'BOX-3', version: 1 }))).toBe('core.stale');
    await server.ok(calls.arriveInbounds, { ids: [id] }, floor.main);
    const came = await server.ok(calls.receiveCartonCall, { inboundId: id, code: 'BOX-1' }, floor.main);
    expect(came.units).toBe(3);
    expect(errorOf(await save({ id: first?.id }))).toBe('warehouse.cartonReceived');
    const second = (await get(id)).cartons[1]?.id ?? 0;
    const of = async (cartonId: number) => ({ inboundId: id, id: cartonId, version: (await get(id)).version });
    const kept = await server.call(calls.removeCarton, await of(first?.id ?? 0), floor.main);
    expect(errorOf(kept)).toBe('warehouse.cartonReceived');
    await server.ok(calls.removeCarton, await of(second), floor.main);
    expect(await shown()).toEqual([['BOX-1', [3, 'L-9']]]);
    expect((await get(id)).history.map((one) => one.event)).toEqual(
      expect.arrayContaining(['cartonSaved', 'cartonRemoved']),
    );
    // After an undo the contents can be edited again, and the carton can even be removed.
    const receiptId = (await get(id)).receipts[0]?.id ?? 0;
    await server.ok(calls.undoReceiptCall, { receiptId }, floor.main);
    expect((await save({ id: first?.id })).status).toBe(200);
    await server.ok(calls.removeCarton, await of(first?.id ?? 0), floor.main);
    expect((await get(id)).receipts[0]).toMatchObject({ cartonCode: null, quantity: 3 });
    await server.ok(calls.closeInbounds, { ids: [id] }, floor.main);
    expect(errorOf(await save({ code: 'BOX-4' }))).toBe('warehouse.inboundClosed');
    expect(await floor.wrongs()).toEqual([]);
  });
});

describe('goods come in', () => {
  it('are taken back at the desk where a device booked them without a connection', async () => {
    const { id } = await add({ lines: [{ productId: product(3), quantity: 5 }] });
    const item = { inboundId: id, code: 'P-4', quantity: 2 };
    const scan = { seq: 1, kind: 'receiveItem', at: '2026-11-22T08:00:00Z', payload: item };
    const sent = { device: 'dock-offline', warehouseId: floor.warehouseId, scans: [scan] };
    const { answers } = await server.ok(calls.sendScans, sent, floor.main);
    expect(answers[0]).toMatchObject({ outcome: 'done' });
    const [receipt] = (await get(id)).receipts;
    expect(receipt).toMatchObject({ quantity: 2, mayUndo: true });
    await server.ok(calls.undoReceiptCall, { receiptId: receipt?.id ?? 0 }, floor.main);
    expect(await balance(3)).toMatchObject({ onHand: 0, incoming: 5 });
    // The device missed the answer and asks again: nothing is received twice.
    await server.ok(calls.sendScans, sent, floor.main);
    expect(await balance(3)).toMatchObject({ onHand: 0, incoming: 5 });
    await server.ok(calls.cancelInbounds, { ids: [id] }, floor.main);
  });

  it('are received, taken back, put away in parts and closed short', async () => {
    const { id } = await add({ lines: [{ productId: product(0), quantity: 10, unitCost: '3' }] });
    await server.ok(calls.arriveInbounds, { ids: [id] }, floor.main);
    const line = (await get(id)).lines[0]?.id ?? 0;
    const key = { idempotencyKey: 'receive-once-1' };
    const goods = [
      { lineId: line, quantity: 5 },
      { lineId: line, quantity: 1, condition: 'damaged' as const },
      { productId: product(2), quantity: 2 },
    ];
    const first = await server.ok(calls.receiveInboundCall, { id, goods, ...key }, floor.main);
    expect(await server.ok(calls.receiveInboundCall, { id, goods, ...key }, floor.main)).toEqual(first);
    expect(await balance(0)).toMatchObject({ onHand: 5, incoming: 4, value: '15.00' });
    expect(await server.ok(calls.undoReceiptCall, { receiptId: first.receiptIds[0] ?? 0 }, floor.main)).toEqual({
      units: 5,
    });
    const twice = await server.call(calls.undoReceiptCall, { receiptId: first.receiptIds[0] ?? 0 }, floor.main);
    expect(errorOf(twice)).toBe('warehouse.receiptUndone');
    expect(await balance(0)).toMatchObject({ onHand: 0, incoming: 9, value: '0.00' });
    await server.ok(calls.receiveItemCall, { inboundId: id, code: 'P-1', quantity: 7 }, floor.main);
    const tooMuch = { warehouseId: floor.warehouseId, code: 'P-1', quantity: 8, locationCode: bin(1) };
    expect(errorOf(await server.call(calls.scanPutAwayCall, tooMuch, floor.main))).toBe('warehouse.putAwayMore');
    const wrong = { ...tooMuch, quantity: 3, locationCode: 'PACK-01-01-01' };
    const notThere = await server.call(calls.scanPutAwayCall, wrong, floor.main);
    expect(errorOf(notThere)).toMatch(/warehouse\.(notAShelf|locationNotFound)/);
    const put = { ...tooMuch, quantity: 3, locationCode: bin(1).toLowerCase() };
    expect(await server.ok(calls.scanPutAwayCall, put, floor.main)).toEqual({
      units: 3,
      left: 4,
      locationCode: bin(1),
    });
    const used = (await get(id)).receipts.find((one) => one.putAway === 3);
    expect(used?.mayUndo).toBe(false);
    expect(errorOf(await server.call(calls.undoReceiptCall, { receiptId: used?.id ?? 0 }, floor.main))).toBe(
      'warehouse.receiptUsed',
    );
    expect(await server.ok(calls.closeInbounds, { ids: [id] }, floor.main)).toMatchObject({ done: 1 });
    const closed = await get(id);
    expect(closed).toMatchObject({ state: 'received', unitsToPutAway: 6 });
    expect(closed.lines.map((one) => [one.sku, one.difference, one.damaged])).toEqual([
      ['P-1', -2, 1],
      ['P-3', 2, 0],
    ]);
    expect(await balance(0)).toMatchObject({ onHand: 7, incoming: 0 });
    for (const code of ['P-1', 'P-3'])
      await server.ok(
        calls.scanPutAwayCall,
        { warehouseId: floor.warehouseId, code, locationCode: bin(2) },
        floor.main,
      );
    expect(await get(id)).toMatchObject({ state: 'done', unitsToPutAway: 0 });
    expect(await floor.wrongs()).toEqual([]);
  });

  it('fill the lines of their product one after the other; only what is more than all expect is over', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 }),
        async (expected, came) => {
          const { id } = await add({ lines: expected.map((quantity) => ({ productId: product(3), quantity })) });
          for (const quantity of came)
            await server.ok(calls.receiveItemCall, { inboundId: id, code: 'P-4', quantity }, floor.main);
          await server.ok(calls.closeInbounds, { ids: [id] }, floor.main);
          const { lines } = await get(id);
          const sum = (some: readonly number[]) => some.reduce((total, n) => total + n, 0);
          const short = sum(lines.map((line) => Math.max(0, line.expected - line.received)));
          expect(lines.map((line) => line.expected)).toEqual(expected);
          expect(sum(lines.map((line) => line.received))).toBe(sum(came));
          expect(short).toBe(Math.max(0, sum(expected) - sum(came)));
          for (const line of lines.slice(0, -1)) expect(line.received).toBeLessThanOrEqual(line.expected);
        },
      ),
      { numRuns: runs(7, 160) },
    ));

  it('wait for their check: what passes is worth its cost, what fails is damaged', async () => {
    const { id } = await add({ qualityCheck: true, lines: [{ productId: product(1), quantity: 6, unitCost: '2.5' }] });
    const before = await balance(1);
    await server.ok(calls.receiveItemCall, { inboundId: id, code: 'P-2', quantity: 6 }, floor.main);
    expect((await balance(1))?.onHand).toBe(before?.onHand);
    const receiptId = (await get(id)).receipts[0]?.id ?? 0;
    const check = { receiptId, passed: 4, failed: 1, reason: 'Cracked' };
    const silent = await server.call(calls.checkReceiptCall, { ...check, reason: '' }, floor.main);
    expect(silent.data).toMatchObject({ fields: [{ path: 'reason' }] });
    expect(await server.ok(calls.checkReceiptCall, check, floor.main)).toEqual({ unchecked: 1 });
    expect(errorOf(await server.call(calls.checkReceiptCall, check, floor.main))).toBe('warehouse.checkMore');
    await server.ok(calls.closeInbounds, { ids: [id] }, floor.main);
    expect(await get(id)).toMatchObject({ state: 'received', unitsChecking: 1, unitsToPutAway: 4 });
    await server.ok(calls.putAwayCall, { receiptIds: [receiptId], locationCode: bin(0) }, floor.main);
    await server.ok(calls.checkReceiptCall, { receiptId, passed: 1, failed: 0 }, floor.main);
    await server.ok(calls.putAwayCall, { receiptIds: [receiptId], locationCode: bin(0) }, floor.main);
    const done = await get(id);
    expect(done).toMatchObject({ state: 'done', lines: [{ damaged: 1, putAway: 5 }] });
    expect(done.checks.map((one) => [one.passed, one.failed, one.reason])).toEqual([
      [1, 0, ''],
      [4, 1, 'Cracked'],
    ]);
    expect(await floor.wrongs()).toEqual([]);
  });

  it('by hundreds of scans are checked, listed and put away as one', async () => {
    const lines = [
      { productId: product(1), quantity: 500 },
      { productId: product(2), quantity: 1 },
    ];
    const { id } = await add({ qualityCheck: true, lines });
    const goods = Array.from({ length: 500 }, () => ({ productId: product(1), quantity: 1 }));
    await server.ok(calls.receiveInboundCall, { id, goods }, floor.main);
    const good = [{ productId: product(2), quantity: 1, condition: 'good' as const }];
    await server.ok(calls.receiveInboundCall, { id, goods: good }, floor.main);
    const { toCheck } = await get(id);
    expect(toCheck).toMatchObject([{ sku: 'P-2', batchId: 0, quantity: 500 }]);
    const check = { lineId: toCheck[0]?.lineId ?? 0, batchId: 0, passed: 498, failed: 1, reason: 'Cracked' };
    expect(await server.ok(calls.checkReceiptCall, check, floor.main)).toEqual({ unchecked: 1 });
    expect(errorOf(await server.call(calls.checkReceiptCall, check, floor.main))).toBe('warehouse.checkMore');
    await server.ok(calls.checkReceiptCall, { ...check, passed: 1, failed: 0 }, floor.main);
    const waiting = await server.ok(calls.listWaiting, { inboundId: id }, floor.main);
    expect(waiting.map((one) => [one.sku, one.quantity])).toEqual([
      ['P-2', 499],
      ['P-3', 1],
    ]);
    await server.ok(calls.closeInbounds, { ids: [id] }, floor.main);
    // The latest receipt comes after all the others.
    const put = { warehouseId: floor.warehouseId, locationCode: bin(0) };
    expect(await server.ok(calls.scanPutAwayCall, { ...put, code: 'P-3' }, floor.main)).toMatchObject({ units: 1 });
    expect(await server.ok(calls.scanPutAwayCall, { ...put, code: 'P-2' }, floor.main)).toMatchObject({ units: 499 });
    expect(await get(id)).toMatchObject({ state: 'done', unitsToPutAway: 0, toCheck: [] });
    expect(await floor.wrongs()).toEqual([]);
  });

  it('of what runs out need their day, and stay apart by batch', async () => {
    await server.app.database.owner.query('update product set shelf_life_months = 12 where id = $1', [product(4)]);
    const boxed = [{ code: 'BOX-5', contents: [{ line: 0, quantity: 1 }] }];
    const { id } = await add({ lines: [{ productId: product(4), quantity: 9 }], cartons: boxed });
    const box = { inboundId: id, code: 'BOX-5' };
    expect(errorOf(await server.call(calls.receiveCartonCall, box, floor.main))).toBe('warehouse.expiryNeeded');
    const lineId = (await get(id)).lines[0]?.id ?? 0;
    const lots = [{ lineId, batch: 'L3', expiresOn: '2027-09-01' }];
    await server.ok(calls.receiveCartonCall, { ...box, lots }, floor.main);
    expect((await get(id)).receipts[0]).toMatchObject({
      cartonCode: 'BOX-5',
      batchCode: 'L3',
      expiresOn: '2027-09-01',
    });
    const item = { inboundId: id, code: 'P-5', quantity: 2 };
    expect(errorOf(await server.call(calls.receiveItemCall, item, floor.main))).toBe('warehouse.expiryNeeded');
    await server.ok(calls.receiveItemCall, { ...item, batch: 'L1', expiresOn: '2027-05-01' }, floor.main);
    // The batch has an expiry date now.
    await server.ok(calls.receiveItemCall, { ...item, batch: 'L1' }, floor.main);
    await server.ok(calls.receiveItemCall, { ...item, batch: 'L2', expiresOn: '2027-08-01' }, floor.main);
    const put = { warehouseId: floor.warehouseId, code: 'P-5', locationCode: bin(3) };
    expect(errorOf(await server.call(calls.scanPutAwayCall, put, floor.main))).toBe('warehouse.whichBatch');
    const waiting = await server.ok(calls.listWaiting, { inboundId: id }, floor.main);
    const batchId = waiting.find((one) => one.batchCode === 'L1')?.batchId ?? 0;
    expect(await server.ok(calls.scanPutAwayCall, { ...put, batchId }, floor.main)).toMatchObject({
      units: 4,
      left: 0,
    });
    const requested = { warehouseId: floor.warehouseId, productId: product(4), batchId, quantity: 5 };
    const [place] = await server.ok(calls.suggestPlaces, requested, floor.main);
    expect(place).toMatchObject({ code: bin(3), why: 'sameBatch', quantity: 5 });
    await server.app.database.owner.query('update location set capacity = 6 where company_id = $1 and code = $2', [
      floor.main.companyId,
      bin(3),
    ]);
    const shared = await server.ok(calls.suggestPlaces, requested, floor.main);
    expect(shared.map((one) => [one.quantity, one.why])).toEqual([
      [2, 'sameBatch'],
      [3, 'nearSame'],
    ]);
  });

  it('leave the receiving location by putting away, not by emptying it', async () => {
    const { id } = await add({ lines: [{ productId: product(2), quantity: 2 }] });
    await server.ok(calls.receiveItemCall, { inboundId: id, code: 'P-3', quantity: 2 }, floor.main);
    const place = await floor.tx((tx) =>
      tx.row<{ id: number }>(sql`select location_id as id from inbound_receipt where company_id = ${sql.company}
        and inbound_id = ${id}`),
    );
    const all = { fromId: place?.id ?? 0, toCode: bin(5) };
    expect(errorOf(await server.call(calls.emptyLocation, all, floor.main))).toBe('warehouse.putAwayInstead');
    await server.ok(calls.closeInbounds, { ids: [id] }, floor.main);
    const put = { warehouseId: floor.warehouseId, code: 'P-3', locationCode: bin(5) };
    await server.ok(calls.scanPutAwayCall, put, floor.main);
    expect((await get(id)).state).toBe('done');
  });

  it('in a carton, once: the second is told who and when', async () => {
    const sscc = '095287654321012346';
    const { id } = await add({
      lines: [
        { productId: product(0), quantity: 6 },
        { productId: product(3), quantity: 2 },
      ],
      cartons: [
        {
          code: sscc,
          contents: [
            { line: 0, quantity: 6 },
            { line: 1, quantity: 2 },
          ],
        },
      ],
    });
    const scanned = `]C100${sscc}`;
    expect(await server.ok(calls.findInbound, { code: scanned }, floor.main)).toMatchObject({ id });
    const workers: Person[] = [];
    for (let i = 0; i < 4; i++) workers.push(await server.member(floor.main.companyId, [rights.scanStation.receive]));
    for (const { userId, companyId } of workers)
      await server.app.database.owner.query(
        `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
        [companyId, userId, floor.warehouseId],
      );
    const answers = await Promise.all(
      workers.map((one) => server.call(calls.receiveCartonCall, { inboundId: id, code: scanned }, one)),
    );
    const won = answers.findIndex((answer) => answer.status === 200);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
    for (const answer of answers.filter((one) => one.status === 409)) {
      expect(errorOf(answer)).toBe('warehouse.cartonReceived');
      expect(answer.msg).toContain(workers[won]?.userLoginId);
      expect(answer.msg).toMatch(/20\d\d-\d\d-\d\d \d\d:\d\d/);
    }
    const observed = await get(id);
    expect(observed.unitsReceived).toBe(8);
    // Undoing one receipt undoes the carton, and it can be received again.
    await server.ok(calls.undoReceiptCall, { receiptId: observed.receipts[0]?.id ?? 0 }, floor.main);
    expect(await get(id)).toMatchObject({ unitsReceived: 0, cartons: [{ receivedAt: null }] });
    await server.ok(calls.receiveCartonCall, { inboundId: id, code: sscc }, floor.main);
    const put = { warehouseId: floor.warehouseId, code: scanned, locationCode: bin(4) };
    expect(await server.ok(calls.scanPutAwayCall, put, floor.main)).toMatchObject({ units: 8 });
    expect(await floor.wrongs()).toEqual([]);
  });

  it('in a carton and loose: the second is told who had its goods, and says whether these are others', async () => {
    const lines = [6, 6].map((quantity) => ({ productId: product(0), quantity }));
    const cartons = ['BOX-7', 'BOX-8'].map((code) => ({ code, contents: [{ line: 0, quantity: 6 }] }));
    const { id } = await add({ lines, cartons });
    const observed = (await get(id)).unitsReceived;
    await server.ok(calls.receiveItemCall, { inboundId: id, code: 'P-1', quantity: 6 }, floor.main);
    // The office still shows all outstanding units.
    const rest = { id, goods: [{ productId: product(0), quantity: 12 }], unitsReceived: observed };
    const late = await server.call(calls.receiveInboundCall, rest, floor.main);
    expect([late.status, errorOf(late)]).toEqual([409, 'warehouse.receivedMeanwhile']);
    // Its line is full, but the product's other one is not.
    const first = await server.ok(calls.receiveCartonCall, { inboundId: id, code: 'BOX-7' }, floor.main);
    expect(first).toMatchObject({ units: 6, over: 0 });
    expect((await get(id)).lines.map((line) => line.received)).toEqual([6, 6]);
    const again = { inboundId: id, code: 'BOX-8' };
    const answered = await server.call(calls.receiveCartonCall, again, floor.main);
    expect([answered.status, errorOf(answered)]).toEqual([409, 'warehouse.cartonLoose']);
    expect(answered.msg).toContain(floor.main.userLoginId);
    const sure = await server.ok(calls.receiveCartonCall, { ...again, sure: true }, floor.main);
    expect(sure).toMatchObject({ units: 6, over: 6 });
    expect(await server.ok(calls.undoReceiptCall, { receiptId: sure.receiptId }, floor.main)).toEqual({ units: 6 });
    await server.ok(calls.closeInbounds, { ids: [id] }, floor.main);
    await server.ok(
      calls.scanPutAwayCall,
      { warehouseId: floor.warehouseId, code: 'P-1', locationCode: bin(4) },
      floor.main,
    );
    expect(await floor.wrongs()).toEqual([]);
  });

  it('from the log of a scanner, each scan once', async () => {
    const { id } = await add({ lines: [{ productId: product(2), quantity: 3 }] });
    const at = new Date().toISOString();
    const payload = { inboundId: id, code: 'P-3', quantity: 1 };
    const scans = [1, 2, 3].map((seq) => ({ seq, kind: 'receiveItem', at, payload }));
    const put = { warehouseId: floor.warehouseId, code: 'P-3', quantity: 3, locationCode: bin(5) };
    const sent = { device: 'phone-inbound', scans: [...scans, { seq: 4, kind: 'putAway', at, payload: put }] };
    const answered = await server.ok(calls.sendScans, sent, floor.main);
    expect(answered.answers.map((one) => one.outcome)).toEqual(['done', 'done', 'done', 'done']);
    expect(await server.ok(calls.sendScans, sent, floor.main)).toEqual(answered);
    expect(await get(id)).toMatchObject({ unitsReceived: 3, unitsToPutAway: 0 });
  });

  it('nowhere while the warehouse is counted, and not for whoever works elsewhere', async () => {
    const { id } = await add();
    const owner = server.app.database.owner;
    await owner.query('update warehouse set counting = true where id = $1', [floor.warehouseId]);
    const item = { inboundId: id, code: 'P-1', quantity: 1 };
    expect(errorOf(await server.call(calls.receiveItemCall, item, floor.main))).toBe('warehouse.counting');
    const requested = { warehouseId: floor.warehouseId, productId: product(0), quantity: 1 };
    expect(await server.ok(calls.suggestPlaces, requested, floor.main)).toEqual([]);
    await owner.query('update warehouse set counting = false where id = $1', [floor.warehouseId]);
    const stranger = await server.member(floor.main.companyId, [rights.scanStation.receive, rights.inbound.putaway]);
    expect((await server.call(calls.receiveItemCall, item, stranger)).status).toBe(404);
    expect((await server.call(calls.suggestPlaces, requested, stranger)).status).toBe(404);
  });
});

describe('papers', () => {
  it('are read by a scanner: receipt note, product, carton and pallet labels', async () => {
    const sscc = '006141410000000012';
    const { id, number } = await add({
      lines: [{ productId: product(0), quantity: 2 }],
      cartons: [
        { code: 'BOX-A', contents: [{ line: 0, quantity: 1 }] },
        { code: sscc, contents: [{ line: 0, quantity: 1 }] },
      ],
    });
    await server.app.database.owner.query(`update product set barcode = 'X0000DEMO1' where id = $1`, [product(0)]);
    for (const paper of ['receipt', 'putAway'])
      expect((await scanPages(await file(calls.printInbounds, { ids: id, paper }))).map((page) => page.code)).toEqual([
        number,
      ]);
    for (const size of ['60x30', '50x30', '50x25']) {
      const [width = 0, height = 0] = size.split('x').map(Number);
      const pages = await scanPages(await file(calls.printInboundLabels, { id, size }));
      expect(pages.map((page) => page.code)).toEqual(['X0000DEMO1', 'X0000DEMO1']);
      expect(pages[0]?.width).toBeCloseTo(width * MM, 2);
      expect(pages[0]?.height).toBeCloseTo(height * MM, 2);
    }
    const sheet = await scanPages(await file(calls.printInboundLabels, { id, size: 'a4x21', copies: 1 }));
    expect(sheet).toHaveLength(1);
    expect(sheet[0]?.code).toBe('X0000DEMO1');
    const fnsku = { houseId: floor.warehouseId, productId: product(0), fnsku: 'X00HOUSE01' };
    await server.ok(calls.saveWarehouseFnSku, fnsku, floor.main);
    const amazon = await scanPages(await file(calls.printInboundLabels, { id, of: 'fnsku' }));
    expect(amazon.map((page) => page.code)).toEqual(['X00HOUSE01', 'X00HOUSE01']);
    const bare = await add({ lines: [{ productId: product(1), quantity: 1 }] });
    const refused = await server.call(calls.printInboundLabels, { id: bare.id, of: 'fnsku' }, floor.main);
    expect(refused.data).toMatchObject({ error: 'warehouse.fnskuMissing' });
    const cartons = await scanPages(await file(calls.printInboundLabels, { id, of: 'carton' }));
    expect(cartons.map((page) => page.code.replace(/[^A-Z0-9-]/g, ''))).toEqual(['BOX-A', `00${sscc}`]);
    const pallets = await scanPages(await file(calls.printInboundLabels, { id, of: 'pallet', copies: 2 }));
    expect(pallets.map((page) => page.code)).toEqual(Array(8).fill(number));
    const one = { id, of: 'pallet', fourSides: 'false' };
    expect(await scanPages(await file(calls.printInboundLabels, one))).toHaveLength(1);
  });
});

it('suggestions never exceed what fits in, and only name enabled shelves that are empty or hold the same', () => {
  const place = fc.record({
    kind: fc.constantFrom('storage', 'picking', 'receiving', 'packing', 'returns', 'damaged'),
    enabled: fc.boolean(),
    pathOrder: fc.nat({ max: 100 }),
    capacity: fc.option(fc.integer({ min: 1, max: 20 })),
    units: fc.nat({ max: 25 }),
    same: fc.boolean(),
    sameBatch: fc.boolean(),
  });
  const wish = fc.record({
    quantity: fc.integer({ min: 1, max: 60 }),
    fast: fc.boolean(),
    categoryPath: fc.option(fc.nat({ max: 100 })),
  });
  fc.assert(
    fc.property(fc.array(place, { maxLength: 12 }), wish, (input, desired) => {
      const places: Place[] = input.map((one, i) => ({ ...one, locationId: i + 1, code: `L${i + 1}` }));
      const chosen = choosePlaces(places, desired);
      const of = (id: number) => places[id - 1];
      const fits = places.filter(
        (one) => one.enabled && ['storage', 'picking'].includes(one.kind) && (one.same || one.units === 0),
      );
      const room = fits.reduce((sum, one) => sum + Math.max(0, (one.capacity ?? Infinity) - one.units), 0);
      expect(new Set(chosen.map((one) => one.locationId)).size).toBe(chosen.length);
      for (const one of chosen) {
        const there = of(one.locationId);
        expect(there && fits.includes(there)).toBe(true);
        expect(one.quantity).toBeGreaterThan(0);
        expect((there?.units ?? 0) + one.quantity).toBeLessThanOrEqual(there?.capacity ?? Infinity);
      }
      const sum = chosen.reduce((total, one) => total + one.quantity, 0);
      expect(sum).toBeLessThanOrEqual(desired.quantity);
      // Everything gets a location while there is room, up to five locations.
      if (chosen.length < 5) expect(sum).toBe(Math.min(desired.quantity, room));
    }),
    { numRuns: runs(50, 4000) },
  );
});

it('lists what may be received for whoever receives at the scan station, and for no other picker', async () => {
  const { id } = await add();
  const { companyId } = floor.main;
  const { view, receive, pick } = rights.scanStation;
  const [receiver, picker] = [
    await server.member(companyId, [view, receive]),
    await server.member(companyId, [view, pick]),
  ];
  for (const { userId } of [receiver, picker])
    await server.app.database.owner.query(
      `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
      [companyId, userId, floor.warehouseId],
    );
  const ask = { warehouseId: floor.warehouseId, state: 'notice', pageSize: 50 } as const;
  expect((await server.ok(calls.listInbounds, ask, receiver)).rows.map((row) => row.id)).toContain(id);
  expect((await server.call(calls.listInbounds, ask, picker)).status).toBe(403);
});
