import { CARRIERS } from '@tradewind/connectors/carriers/registry.ts';
import { saveChannel, saveOrUpdateUpsAuth, setDefaultChannel } from '@tradewind/contract/logistics.ts';
import * as calls from '@tradewind/contract/returns.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenChecks } from '../../testing/checks.ts';
import { readPages } from '../../testing/pdf-text.ts';
import { runs } from '../../testing/property.ts';
import { labelsThere } from '../logistics/testing/carriers.ts';
import { type LogisticsWorld, openLogistics } from '../logistics/testing/world.ts';
import { makeLine, makeOrder, walk } from '../orders/orders.testing.ts';
import { detailOf, requested } from './returns.testing.ts';

/** UPS sells the boxes of a return at once, USPS one by one. */
const SELLS = { ups: '/ship', usps: '/labels/v3/' };
type Code = keyof typeof SELLS;

let l: LogisticsWorld;
let serial = 0;
beforeAll(async () => {
  l = await openLogistics();
  await l.server.startWorker();
  const channel = { name: 'Own', carrier: 'own' as const, platformCarrierCode: 'own' };
  await ok(setDefaultChannel, { id: (await ok(saveChannel, { channel })).id });
});
afterAll(async () => {
  expect(await brokenChecks(l.server.app, l.world.main.companyId)).toEqual([]);
  await l.close();
});
const ok: LogisticsWorld['server']['ok'] = (call, input, as = l.world.main) => l.server.ok(call, input, as);
const owner = () => l.server.app.database.owner;

async function returned(): Promise<{ id: number; number: string }> {
  const no = `BOXES-${++serial}`;
  await l.world.take([makeOrder(no, { lines: [makeLine('1', 'SKU-1', 2)] })]);
  const orderId = await l.world.idOf(no);
  await walk(l.world, orderId, 'ship');
  const found = await ok(calls.returnableLines, { orderId });
  return ok(calls.addReturn, requested(orderId, found.lines[0]?.orderLineId ?? 0, 1));
}

/** Lets all work of labels that waits for its time begin, until there is none. */
async function settle(): Promise<void> {
  const mine = `from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier like 'logistics.%' and t.identifier not like '%/%'`;
  await l.server.until(async () => {
    await owner().query(`update graphile_worker._private_jobs set run_at = now() where locked_at is null
      and id in (select j.id ${mine})`);
    await owner().query(`select pg_notify('jobs:insert', '{"count":1}')`);
    return (await owner().query(`select 1 ${mine} limit 1`)).rowCount === 0;
  });
}

describe.each(['ups', 'usps'] as const satisfies Code[])('%s', (code) => {
  // USPS charges the return labels alone that are used, and takes none back.
  const takesBack = code === 'ups';
  let channelId = 0;
  beforeAll(async () => {
    const definition = CARRIERS.find((one) => one.carrier === code);
    if (!definition) throw new Error(code);
    const { keys, accountNumber } = definition.sandbox;
    const account = { carrier: code, name: code, accountNumber, keys, sandbox: true };
    const carrierAccountId = code === 'ups' ? l.accountId : (await ok(saveOrUpdateUpsAuth, { account })).id;
    const channel = { name: `Back by ${code}`, carrier: code, carrierAccountId, platformCarrierCode: code };
    channelId = (await ok(saveChannel, { channel })).id;
  });
  const wish = (id: number, boxes: number) => ({
    ...{ id, channelId, weightGrams: 400, warehouseId: l.world.warehouseId },
    pieces: Array.from({ length: boxes - 1 }, (_, at) => ({ weightGrams: 500 + at })),
  });
  const buy = (id: number, boxes: number) => l.server.call(calls.buyReturnLabel, wish(id, boxes), l.world.main);
  /** Numbers that stand at the carrier for a return. */
  const there = async (number: string): Promise<string[]> => {
    const { rows } = await owner().query(`select reference from parcel where reference like $1 || '-%'`, [number]);
    const references = rows.flatMap(({ reference }) => [reference, ...[2, 3].map((no) => `${reference}-${no}`)]);
    const all = references.flatMap((reference) => labelsThere(l.sandbox, reference).standing);
    return [...new Set(all.map((one) => JSON.stringify(one)))];
  };
  it('each box that comes back has a label and a number, one page each, and all are voided together', async () => {
    const { id, number } = await returned();
    const single = await ok(calls.quoteReturnLabel, wish(id, 1));
    const three = await ok(calls.quoteReturnLabel, wish(id, 3));
    const [one, all] = [single, three].map(({ quotes }) => Number(quotes[0]?.amount));
    if (one) expect(all).toBeGreaterThan(one * 2);
    const bought = (await buy(id, 3)).data;
    const numbers = [bought.trackingNumber, ...bought.pieces.map((piece) => piece.trackingNumber)];
    expect(new Set(numbers).size).toBe(3);
    const { boxes, trackingNumber } = await detailOf(l.world, id);
    expect(boxes.map((box) => box.trackingNumber)).toEqual(numbers);
    expect(trackingNumber).toBe(numbers[0]);
    expect((await buy(id, 3)).data.id).toBe(bought.id);
    expect(await there(number)).toHaveLength(3);
    const url = `${l.server.url}/api${calls.returnLabelPdf.path}?id=${id}`;
    const file = await fetch(url, { headers: { token: l.world.main.token } });
    expect(await readPages(Buffer.from(await file.arrayBuffer()))).toHaveLength(3);
    expect(await ok(calls.voidReturnLabel, { id })).toMatchObject({ voided: takesBack });
    expect(await there(number)).toHaveLength(takesBack ? 0 : 3);
    expect((await buy(id, 2)).data.pieces).toHaveLength(takesBack ? 1 : 2);
    expect(await there(number)).toHaveLength(takesBack ? 2 : 3);
  });

  it('a purchase that lost its answer half-way is found and completed, and of another number of boxes begun anew', async () => {
    const match = SELLS[code];
    const { id, number } = await returned();
    l.sandbox.faults.set(code, { failAfter: code === 'ups' ? 0 : 1, match });
    await buy(id, 2);
    l.sandbox.faults.clear();
    const { data } = await buy(id, 2);
    expect(data).toMatchObject({ state: 'labelled', pieces: [{ trackingNumber: expect.any(String) }] });
    expect(await there(number)).toHaveLength(2);
    const other = await returned();
    l.sandbox.faults.set(code, { throttle: 1, match: code === 'ups' ? match : 'POST /usps/labels/v3' });
    const first = await buy(other.id, 2);
    l.sandbox.faults.clear();
    const alone = (await buy(other.id, 1)).data;
    expect(first.code).not.toBe(200);
    expect([alone.state, alone.pieces]).toEqual(['labelled', []]);
    // What the carrier may still book of the first is not taken for it.
    expect(alone.reference).toBe(`${other.number}-2`);
    expect(await there(other.number)).toHaveLength(1);
  });

  // Where an unused label stands for ever, nothing there says which one is over.
  if (!takesBack) return;
  it('whatever becomes of the purchases, each box has one label in the end or none', async () => {
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          act: fc.constant('buy' as const),
          boxes: fc.integer({ min: 1, max: 3 }),
          fault: fc.constantFrom('none', 'lost', 'first', 'second', 'refused'),
        }),
      },
      { weight: 1, arbitrary: fc.record({ act: fc.constantFrom('void' as const, 'settle' as const) }) },
    );
    const match = SELLS[code];
    const faults: Record<string, Record<string, unknown>> = {
      lost: { failHalfway: 1, match },
      first: { failAfter: 0, match },
      second: { failAfter: 1, match },
      refused: { throttle: 1, match },
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), fc.boolean(), async (steps, cancels) => {
        const { id, number } = await returned();
        for (const one of steps) {
          if (one.act === 'settle') await settle();
          if (one.act === 'void') await l.server.call(calls.voidReturnLabel, { id }, l.world.main);
          if (one.act !== 'buy') continue;
          if (one.fault !== 'none') l.sandbox.faults.set(code, faults[one.fault] as never);
          await buy(id, one.boxes);
          l.sandbox.faults.clear();
        }
        if (cancels) await ok(calls.cancelReturn, { id });
        await settle();
        const { label, state } = await detailOf(l.world, id);
        const mine = label?.boughtAt
          ? [label.trackingNumber, ...label.pieces.map((piece) => piece.trackingNumber)]
          : [];
        const standing = await there(number);
        const forgotten = standing.filter((one) => !mine.some((own) => one.includes(`"${own}"`)));
        expect({ state, forgotten }).toEqual({ state, forgotten: [] });
        for (const own of mine) expect(standing.filter((one) => one.includes(`"${own}"`))).toHaveLength(1);
        if (cancels) expect(mine).toEqual([]);
      }),
      { numRuns: runs(6, 150), endOnFailure: true },
    );
  });
});
