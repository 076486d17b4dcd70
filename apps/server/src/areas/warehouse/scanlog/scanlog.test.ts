import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/warehouse.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { createWaves } from '../public.ts';
import { type Floor, openFloor } from '../warehouse.testing.ts';
import { forgetResults, RESULT_DAYS } from './forget.ts';

let server: TestServer;
let floor: Floor;
beforeAll(async () => {
  server = await testServer();
  floor = await openFloor(server);
  await floor.put(0, 0, 5_000);
});
afterAll(() => server.close());

/** An order of some units in a wave, and its one pick task. */
async function stopOf(units: number): Promise<number> {
  const { outboundId } = await floor.order([0, units]);
  return floor.tx(async (tx) => {
    await createWaves(tx, [outboundId]);
    const stop = await tx.row<{ id: number }>(
      sql`select id from pick_line where company_id = ${sql.company} and outbound_id = ${outboundId}`,
    );
    return stop?.id ?? 0;
  });
}
const picked = (stop: number) =>
  floor.tx(async (tx) => {
    const row = await tx.row<{ picked: number }>(
      sql`select picked from pick_line where company_id = ${sql.company} and id = ${stop}`,
    );
    return row?.picked;
  });
const unitsAt = (locationId: number, productId: number) =>
  floor.tx(async (tx) => {
    const row = await tx.row<{ units: number }>(
      sql`select coalesce(sum(on_hand), 0)::int as units from bin_stock
       where company_id = ${sql.company} and location_id = ${locationId} and product_id = ${productId}`,
    );
    return row?.units ?? 0;
  });
const at = '2026-11-22T08:00:00Z';
const pick = (seq: number, pickLineId: number, quantity = 1) => ({
  seq,
  kind: 'pick',
  at,
  payload: { pickLineId, quantity },
});
const short = (seq: number, pickLineId: number, missing: number) => ({
  seq,
  kind: 'short',
  at,
  payload: { pickLineId, missing, reason: 'empty' },
});
type Sent = ReturnType<typeof pick> | ReturnType<typeof short>;
let devices = 0;
const newDevice = () => `device-${++devices}`;
const send = (device: string, scans: Sent[], person = floor.main) =>
  server.call(calls.sendScans, { device, warehouseId: floor.warehouseId, scans }, person);
const sent = async (device: string, scans: Sent[]) =>
  server.ok(calls.sendScans, { device, warehouseId: floor.warehouseId, scans }, floor.main);

describe('the scan log', () => {
  it('carries scans out in order and says what came of each; one that is refused does not stop the others', async () => {
    const stop = await stopOf(3);
    const { answers, next } = await sent(newDevice(), [pick(2, stop, 9), pick(1, stop, 1), pick(3, stop, 2)]);
    expect(answers.map(({ seq, outcome, code }) => [seq, outcome, code])).toEqual([
      [1, 'done', null],
      [2, 'refused', 'warehouse.pickQuantity'],
      [3, 'done', null],
    ]);
    expect(answers[2]?.result).toMatchObject({ stop: { id: stop, picked: 3, state: 'done' } });
    expect(next).toBe(4);
  });

  it('asks for what never came before it goes on', async () => {
    const stop = await stopOf(2);
    const device = newDevice();
    await sent(device, [pick(1, stop)]);
    const gap = await send(device, [pick(3, stop)]);
    expect([gap.status, gap.data]).toEqual([409, expect.objectContaining({ error: 'warehouse.scanGap' })]);
    expect(await picked(stop)).toBe(1);
  });

  it('refuses kinds that nobody knows, scans that are incomplete, and what the person may not do', async () => {
    const stop = await stopOf(1);
    const device = newDevice();
    const packer = await server.member(floor.main.companyId, [rights.scanStation.view, rights.scanStation.pack]);
    const odd = [
      { ...pick(1, stop), kind: 'fly' },
      { ...pick(2, stop), payload: { quantity: 1 } as never },
    ];
    expect((await sent(device, odd)).answers.map((one) => one.code)).toEqual([
      'warehouse.scanUnknown',
      'warehouse.scanPayload',
    ]);
    const { data } = await send(newDevice(), [pick(1, stop)], packer);
    expect(data).toMatchObject({ answers: [{ outcome: 'refused', code: 'core.forbidden' }] });
    expect(await picked(stop)).toBe(0);
  });

  it('takes a stop as short only by as many units as are left when the picks before it are booked', async () => {
    const stop = await stopOf(3);
    const { answers } = await sent(newDevice(), [pick(1, stop), short(2, stop, 3), short(3, stop, 2), pick(4, stop)]);
    expect(answers.map(({ outcome, code }) => [outcome, code])).toEqual([
      ['done', null],
      ['refused', 'warehouse.shortQuantity'],
      ['done', null],
      ['refused', 'warehouse.notPicking'],
    ]);
    expect(answers[1]?.message).toContain('2');
    expect(await floor.wrongs()).toEqual([]);
  });

  it('tells which device was first where two disagree, until somebody has looked at it', async () => {
    const stop = await stopOf(1);
    const [first, second] = [newDevice(), newDevice()];
    await sent(first, [pick(1, stop)]);
    await sent(second, [pick(1, stop)]);
    const ask = { warehouseId: floor.warehouseId };
    const { rows } = await server.ok(calls.listRefusedScans, ask, floor.main);
    const row = rows.find((one) => one.device === second);
    expect(row).toMatchObject({ kind: 'pick', other: { device: first, kind: 'pick', actor: floor.main.userLoginId } });
    await server.ok(calls.settleScans, { ids: [row?.id ?? 0] }, floor.main);
    const left = await server.ok(calls.listRefusedScans, ask, floor.main);
    expect(left.rows.map((one) => one.id)).not.toContain(row?.id);
    const settled = await server.ok(calls.listRefusedScans, { ...ask, settled: true }, floor.main);
    expect(settled.rows.find((one) => one.id === row?.id)).toMatchObject({ settledBy: floor.main.userLoginId });
  });

  it('no longer lists a refusal once its own person has read it, and leaves those of others', async () => {
    const stop = await stopOf(1);
    const [mine, others] = [newDevice(), newDevice()];
    for (const device of [mine, others]) await sent(device, [pick(1, stop, 9)]);
    const picker = await server.member(floor.main.companyId, [rights.scanStation.view, rights.scanStation.pick]);
    const listed = async () => {
      const { rows } = await server.ok(calls.listRefusedScans, { warehouseId: floor.warehouseId }, floor.main);
      return rows.map((row) => row.device).filter((device) => device === mine || device === others);
    };
    await server.ok(calls.settleOwnScan, { device: mine, seq: 1 }, picker);
    expect(await listed()).toEqual([others, mine]);
    for (const _twice of [1, 2]) await server.ok(calls.settleOwnScan, { device: mine, seq: 1 }, floor.main);
    expect(await listed()).toEqual([others]);
  });

  it('loses nothing where a count, a receipt and a pick meet at one location, and says what came of each', async () => {
    for (let round = 0; round < 4; round += 1) {
      await floor.put(2, 1, 6);
      const place = floor.bins[2]?.code ?? '';
      const [productId = 0, sku = ''] = [floor.productIds[1], floor.skus[1]];
      const { outboundId } = await floor.order([1, 2]);
      const stop = await floor.tx(async (tx) => {
        await createWaves(tx, [outboundId]);
        return tx.row<{ id: number }>(
          sql`select id from pick_line where company_id = ${sql.company} and outbound_id = ${outboundId}`,
        );
      });
      const held = await unitsAt(floor.bins[2]?.id ?? 0, productId);
      const { id: countId, number } = await server.ok(
        calls.addCount,
        { warehouseId: floor.warehouseId, kind: 'chosen', locationCodes: [place] },
        floor.main,
      );
      const { id: inboundId } = await server.ok(
        calls.addInbound,
        { warehouseId: floor.warehouseId, kind: 'manual', lines: [{ productId, quantity: 5 }] },
        floor.main,
      );
      const devices = [newDevice(), newDevice(), newDevice()] as const;
      const act = (seq: number, kind: string, payload: object) => ({ seq, kind, at, payload }) as never;
      const answers = await Promise.all([
        sent(devices[0], [
          act(1, 'countLocation', { countId, locationCode: place, items: [{ code: sku, quantity: held }] }),
        ]),
        sent(devices[1], [
          act(1, 'receiveItem', { inboundId, code: sku, quantity: 5 }),
          act(2, 'putAway', { warehouseId: floor.warehouseId, code: sku, locationCode: place }),
        ]),
        sent(devices[2], [pick(1, stop?.id ?? 0, 2)]),
      ]);
      const outcomes = answers.flatMap(({ answers: each }) =>
        each.map(({ outcome, message }) => outcome + (message ?? '')),
      );
      expect(outcomes).toEqual(['done', 'done', 'done', 'done']);
      // Whichever was first, the units are those that were put, received and picked.
      expect(await unitsAt(floor.bins[2]?.id ?? 0, productId)).toBe(held + 5 - 2);
      // A second count of the place is refused with the count that has it.
      const second = await server.ok(
        calls.addCount,
        { warehouseId: floor.warehouseId, kind: 'chosen', locationCodes: [place] },
        floor.main,
      );
      expect(second.elsewhere).toMatchObject([{ number, locations: 1, codes: [place] }]);
      const again = await sent(newDevice(), [
        act(1, 'countLocation', { countId: second.id, locationCode: place, items: [] }),
      ]);
      expect(again.answers).toMatchObject([{ outcome: 'refused', code: 'warehouse.countElsewhere' }]);
      expect(again.answers[0]?.message).toContain(number);
      for (const id of [countId, second.id]) await server.ok(calls.cancelCount, { id }, floor.main);
      await server.ok(calls.pickAll, { outboundIds: [outboundId] }, floor.main);
    }
    expect(await floor.wrongs()).toEqual([]);
  });

  it('keeps what was answered for a month, and that a scan was carried out for good', async () => {
    const [old, young] = [newDevice(), newDevice()];
    for (const device of [old, young]) await sent(device, [pick(1, await stopOf(1))]);
    await server.app.database.owner.query(
      `update scan_log set received_at = received_at - make_interval(days => $2) where device = $1`,
      [old, RESULT_DAYS + 1],
    );
    const ctx = systemContext(floor.main.companyId, 'test');
    expect(await forgetResults(server.app, ctx)).toBe(1);
    expect(await forgetResults(server.app, ctx)).toBe(0);
    const again = async (device: string) => (await sent(device, [pick(1, 0)])).answers[0];
    expect(await again(old)).toMatchObject({ outcome: 'done', result: null });
    expect(await again(young)).toMatchObject({ outcome: 'done', result: { stop: { state: 'done' } } });
  });

  it('answers in the shape of the act, and says only that it is booked where the kept answer no longer fits', async () => {
    const device = newDevice();
    const scan = pick(1, await stopOf(1));
    const [fresh] = (await sent(device, [scan])).answers;
    const keep = (change: string) =>
      server.app.database.owner.query(`update scan_log set result = ${change} where device = $1`, [device]);
    await keep(`result || '{"secret": 1}'`);
    expect((await sent(device, [scan])).answers).toEqual([fresh]);
    await keep(`result #- '{stop,sku}'`);
    expect((await sent(device, [scan])).answers).toEqual([{ ...fresh, result: null }]);
    expect(await picked(scan.payload.pickLineId)).toBe(1);
  });

  /** Batches over a shaky network: each starts at or before the first unanswered scan, some arrive twice at once. */
  it('books each scan once and in order, however often and by however many connections it is sent', async () => {
    const anyBatches = fc.array(
      fc.record({ back: fc.nat(4), size: fc.integer({ min: 1, max: 5 }), copies: fc.integer({ min: 1, max: 4 }) }),
      {
        minLength: 2,
        maxLength: 8,
      },
    );
    await fc.assert(
      fc.asyncProperty(anyBatches, async (batches) => {
        const total = batches.reduce((sum, batch) => sum + batch.size, 0);
        const stop = await stopOf(total);
        const device = newDevice();
        const answers = new Map<number, unknown>();
        let next = 1;
        for (const { back, size, copies } of batches) {
          const from = Math.max(1, next - back);
          const scans = Array.from({ length: next + size - from }, (_, i) => pick(from + i, stop));
          const answered = await Promise.all(Array.from({ length: copies }, () => sent(device, scans)));
          for (const answer of answered.flatMap((one) => one.answers)) {
            expect(answers.get(answer.seq) ?? answer).toEqual(answer);
            answers.set(answer.seq, answer);
          }
          next += size;
        }
        expect(await picked(stop)).toBe(total);
        const counted = [...answers].sort(([a], [b]) => a - b).map(([, answer]) => answer);
        expect(counted).toMatchObject(
          Array.from({ length: total }, (_, i) => ({ result: { stop: { picked: i + 1 } } })),
        );
      }),
      { numRuns: runs(4, 96) },
    );
    expect(await floor.wrongs()).toEqual([]);
  });
});
