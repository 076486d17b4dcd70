import { ConnectorError } from '@tradewind/connectors/types.ts';
import { chooseWmsMethods, sendInboundToWms, wmsDifferences, wmsFees, wmsOrders } from '@tradewind/contract/wms.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listJobs } from '../../core/jobs/jobs.ts';
import { wrongs } from '../orders/orders.testing.ts';
import { createInbound } from '../warehouse/public.ts';
import { withWms } from './access.ts';
import { readFees } from './fees.ts';
import { askStock } from './jobs.ts';
import { AT_ONCE, readOn } from './place.ts';
import { poll } from './poll.ts';
import { sendDue } from './send.ts';
import { compareStock } from './stock.ts';
import { openProvider, type ProviderWorld } from './wms.testing.ts';

const OTHERS = 230;
let p: ProviderWorld;
const one = async <T extends object>(text: string) => (await p.server.app.database.owner.query<T>(text)).rows[0];
const stateOf = async (outboundId: number) =>
  (await p.server.ok(wmsOrders, { pageSize: 200 }, p.world.main)).rows.find((row) => row.docId === outboundId)?.state;
/** Jobs that go on where a list was left. */
const places = async () => (await p.world.tx(listJobs)).filter(({ payload }) => 'on' in payload).length;
/** What was asked of a list since the last look, page by page. */
function requested(path: string): URLSearchParams[] {
  const found = p.sandbox.log.latest(500).filter((entry) => entry.path.startsWith(`/zipto/v1/${path}?`));
  p.sandbox.log.clear();
  return found.reverse().map((entry) => new URLSearchParams(entry.path.split('?')[1]));
}
/** Each page once, one question for all of them. */
function expectEachOnce(questions: readonly URLSearchParams[], names: string[]): void {
  const cursors = questions.map((query) => query.get('cursor'));
  expect([cursors[0], new Set(cursors).size]).toEqual([null, cursors.length]);
  for (const name of names) expect(new Set(questions.map((query) => query.get(name))).size).toBe(1);
}

beforeAll(async () => {
  AT_ONCE.pages = 1;
  p = await openProvider();
  await p.server.ok(
    chooseWmsMethods,
    { houseId: p.houseId, choices: [{ channelId: 0, methodCode: 'GND' }] },
    p.world.main,
  );
  await p.control('stock', { warehouse: 'US-W1', sku: 'SKU-2', quantity: 100 + OTHERS });
});
afterAll(async () => {
  AT_ONCE.pages = 200;
  expect(await wrongs(p.world)).toEqual([]);
  await p.close();
});

it('orders that changed are read on where the run before stopped, until all were told', async () => {
  const first = await p.reserved();
  await sendDue(p.server.app, p.ctx(), p.connectionId);
  await withWms(p.server.app, p.ctx(), p.connectionId, async (wms, access) => {
    for (let i = 0; i < OTHERS; i++)
      await wms.createOutbound(access, {
        clientOrderNo: `ELSEWHERE-${i}`,
        warehouse: 'US-W1',
        shippingMethod: 'GND',
        platform: 'shopify',
        platformOrderNo: `#${i}`,
        recipient: { name: 'Pat Doe', country: 'US', city: 'Austin', postalCode: '78701', line1: '1 Elm St' },
        items: [{ lineId: '1', sku: 'SKU-2', quantity: 1, declaredUsd: '4.50' }],
      });
  });
  const last = await p.reserved();
  await sendDue(p.server.app, p.ctx(), p.connectionId);
  await p.later(3);
  requested('outbound-orders');
  const until = async () =>
    (await one<{ at: Date | null }>('select orders_until as at from wms_connection'))?.at ?? null;
  const read = () => poll(p.server.app, p.ctx(), p.connectionId);
  const began = Date.now();
  await read();
  expect([await stateOf(first.outboundId), await stateOf(last.outboundId)]).toEqual(['done', 'sent']);
  expect([await until(), await places()]).toEqual([null, 1]);
  const after = Date.now();
  await read();
  expect([await until(), await places()]).toEqual([null, 1]);
  await read();
  expect(await stateOf(last.outboundId)).toBe('done');
  expect(await places()).toBe(0);
  // What changed while it was read is read the next time.
  const at = (await until())?.getTime() ?? 0;
  expect(at >= began && at <= after).toBe(true);
  const questions = requested('outbound-orders');
  expect(questions).toHaveLength(3);
  expectEachOnce(questions, ['updatedFrom']);
});

it('a place that is no more is left, and the list is read from its start; any other trouble leaves it where it is', async () => {
  const place = { at: { since: 'long ago', began: 'then' }, cursor: 'gone', runs: 3 };
  const start = { since: 'then', began: 'now' };
  const failing = (kind: 'rejected' | 'unavailable') => async (_at: object, cursor: string | undefined) => {
    if (cursor === 'gone') throw new ConnectorError('zipto', kind, 'no such cursor');
    return cursor === undefined ? '1' : undefined;
  };
  const on = { at: start, cursor: '1', runs: 1 };
  expect(await readOn(place, start, failing('rejected'))).toEqual({ at: start, atEnd: false, on });
  await expect(readOn(place, start, failing('unavailable'))).rejects.toMatchObject({ kind: 'unavailable' });
  // A list that never ends is given up.
  const endless = await readOn({ ...on, runs: 49 }, start, async () => '1');
  expect(endless).toEqual({ at: start, atEnd: false });
});

it('fees are all read, each once', async () => {
  requested('fees');
  let runs = 0;
  do await readFees(p.server.app, p.ctx(), p.connectionId);
  while (++runs < 50 && (await places()) > 0);
  const questions = requested('fees');
  expect(questions).toHaveLength(runs);
  expectEachOnce(questions, ['from', 'to']);
  const { total } = await p.server.ok(wmsFees, { id: p.connectionId }, p.world.main);
  // Held, let go, freight, handling.
  expect(total).toBe(4 * (OTHERS + 2));
});

it('a ledger is read to its end before anything is said of a difference, and each entry counts once', async () => {
  const notice = await p.world.tx((tx) =>
    createInbound(tx, {
      warehouseId: p.houseId,
      kind: 'manual',
      lines: [{ productId: p.world.productIds[2] ?? 0, quantity: 8, unitCost: '3' }],
    }),
  );
  await p.server.ok(sendInboundToWms, { inboundId: notice.id }, p.world.main);
  await sendDue(p.server.app, p.ctx(), p.connectionId);
  await p.later(2);
  await p.control('stock', { warehouse: 'US-W1', sku: 'SKU-1', quantity: 90 });
  for (let i = 1; i <= OTHERS; i++)
    await p.control('stock', { warehouse: 'US-W1', sku: 'SKU-2', quantity: 100 + OTHERS - i });
  requested('inventory/ledger');
  const compare = () => compareStock(p.server.app, p.ctx(), p.houseId);
  const found = async () =>
    (await p.server.ok(wmsDifferences, { houseId: p.houseId }, p.world.main)).rows
      .map(({ code, theirs, ours, received, rest, entries }) => [
        code,
        theirs - ours,
        received,
        rest,
        entries.map(({ kind, delta }) => `${kind} ${delta}`)[0],
      ])
      .toSorted();
  let runs = 0;
  for (; runs === 0 || (await places()) > 0; runs++) {
    expect(await found()).toEqual([]);
    await compare();
  }
  expect(runs).toBeGreaterThan(3);
  const questions = requested('inventory/ledger');
  expect(questions).toHaveLength(runs);
  expectEachOnce(questions, ['from', 'to']);
  expect(await found()).toEqual([
    ['SKU-1', -8, 0, -8, 'adjust -8'],
    ['SKU-3', 4, 4, 0, 'receipt 4'],
  ]);
});

it('the worker goes on by itself', async () => {
  await p.server.startWorker();
  const before = (await one<{ at: Date }>('select stock_at as at from wms_warehouse'))?.at.getTime() ?? 0;
  await p.world.tx((tx) => askStock(tx, p.connectionId, p.houseId));
  await p.server.until(async () => {
    const left = (await p.world.tx(listJobs)).filter(({ task }) => task.startsWith('wms.'));
    expect(left.map(({ lastError }) => lastError).filter(Boolean)).toEqual([]);
    return left.length === 0;
  }, 60);
  expect((await one<{ at: Date }>('select stock_at as at from wms_warehouse'))?.at.getTime()).toBeGreaterThan(before);
  const { rows } = await p.server.ok(wmsDifferences, { houseId: p.houseId }, p.world.main);
  expect(rows).toMatchObject([{ code: 'SKU-1', rest: -8 }]);
});
