import { rights } from '@tradewind/contract/access/modules.ts';
import {
  buyLabel,
  buyLabels,
  labelPdf,
  labelProgress,
  labelsPdf,
  quoteParcel,
  saveChannel,
} from '@tradewind/contract/logistics.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { emit } from '../../core/jobs/jobs.ts';
import { eraseRequested } from '../channels/public.ts';
import { shipOutbounds } from '../warehouse/public.ts';
import { addressText } from './parcel/own-label.ts';
import { scanPages } from './testing/scan.ts';
import { type Box, type LogisticsWorld, openLogistics } from './testing/world.ts';

let l: LogisticsWorld;
beforeAll(async () => {
  l = await openLogistics();
  await l.server.startWorker();
});
afterAll(() => l.close());
afterEach(() => l.sandbox.faults.clear());

const buy = (box: Box, more = {}) => l.server.ok(buyLabel, { outboundId: box.outboundId, ...more }, l.world.main);
async function file(path: string, init: RequestInit = {}) {
  const headers = { token: l.world.main.token, 'content-type': 'application/json' };
  const answer = await fetch(`${l.server.url}/api${path}`, { headers, ...init });
  return { answer, data: Buffer.from(await answer.arrayBuffer()) };
}
const MM = 72 / 25.4;

describe('the printed label', () => {
  it('is 100 x 150 mm, and a scanner reads its number', async () => {
    const label = await buy(await l.packed('P-1'));
    const { answer, data } = await file(`${labelPdf.path}?parcelId=${label.id}`);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toMatch(/^inline/);
    const [page, ...more] = await scanPages(data);
    expect(more).toEqual([]);
    expect(page?.code).toBe(label.trackingNumber);
    expect(page?.width).toBeCloseTo(100 * MM, 2);
    expect(page?.height).toBeCloseTo(150 * MM, 2);
  });

  it('is kept: a second print asks the carrier nothing', async () => {
    const label = await buy(await l.packed('P-2'));
    const first = await file(`${labelPdf.path}?parcelId=${label.id}`);
    l.sandbox.faults.set('ups', { status500: 100 });
    const second = await file(`${labelPdf.path}?parcelId=${label.id}`);
    expect(second.data.equals(first.data)).toBe(true);
  });

  it('comes for label printers as the carrier made it', async () => {
    const label = await buy(await l.packed('P-3'));
    const { data } = await file(`${labelPdf.path}?parcelId=${label.id}&format=raw`);
    expect(data.toString('utf8')).toMatch(/^\^XA[\s\S]*\^XZ\s*$/);
    expect(data.toString('utf8')).toContain(label.trackingNumber);
  });

  it('comes for many boxes in one file, in the order asked', async () => {
    const boxes = [await l.packed('P-4'), await l.packed('P-5')];
    const labels = [];
    for (const box of boxes) labels.push(await buy(box));
    const outboundIds = boxes.map((box) => box.outboundId).reverse();
    const { data } = await file(labelsPdf.path, { method: 'POST', body: JSON.stringify({ outboundIds }) });
    const codes = (await scanPages(data)).map((page) => page.code);
    expect(codes).toEqual(labels.map((label) => label.trackingNumber).reverse());
  });

  it('of a foreign company, or of a box elsewhere, does not exist', async () => {
    const label = await buy(await l.packed('P-6'));
    const other = await l.server.company('Other');
    expect(await l.server.call(labelPdf, { parcelId: label.id }, other)).toMatchObject({ status: 404 });
    const member = await l.server.member(l.world.main.companyId, [rights.scanStation.pack, rights.tracking.view]);
    expect(await l.server.call(labelPdf, { parcelId: label.id }, member)).toMatchObject({ status: 404 });
  });

  it('goes with the buyer’s data', async () => {
    const [box, kept] = [await l.packed('P-7'), await l.packed('P-8')];
    const [label, other] = [await buy(box), await buy(kept)];
    for (const { id } of [label, other]) await file(`${labelPdf.path}?parcelId=${id}`);
    const keysOf = async ({ id }: { id: number }) => {
      const { rows } = await l.server.app.database.owner.query(
        'select label_file, label_raw_file, customs_file from parcel where id = $1',
        [id],
      );
      return Object.values(rows[0] ?? {}).filter((key) => key !== null) as string[];
    };
    const [keys, otherKeys] = [await keysOf(label), await keysOf(other)];
    expect(keys).toHaveLength(2);
    await l.world.tx((tx) => shipOutbounds(tx, [box.outboundId]));
    const { companyId } = l.world.main;
    const requested = { shopId: l.world.shop.id, platformOrderNos: ['P-7', 'P-8'] };
    await l.world.tx((tx) => emit(tx, eraseRequested, requested));
    await l.server.until(async () => (await keysOf(label)).length === 0, 40);
    for (const key of keys) await expect(l.server.app.files.get(companyId, key)).rejects.toThrow();
    const answer = await l.server.call(labelPdf, { parcelId: label.id }, l.world.main);
    expect(answer).toMatchObject({ status: 409, data: { error: 'logistics.labelErased' } });
    // Its parcel still waits for the carrier.
    expect(await keysOf(other)).toEqual(otherKeys);
  });
});

describe('own delivery', () => {
  it('is labelled without a carrier, with a code that scans, and may leave', async () => {
    const { id: channelId } = await l.server.ok(
      saveChannel,
      { channel: { name: '自送', carrier: 'own', platformCarrierCode: 'Other' } },
      l.world.main,
    );
    const box = await l.packed('O-1', {
      shipTo: { name: '王小明', line1: '中山路 12 号', city: '上海', postalCode: '200001', country: 'CN' },
    });
    const quoted = await l.server.ok(quoteParcel, { outboundId: box.outboundId, channelId }, l.world.main);
    expect(quoted).toMatchObject({ carrier: 'own', quotes: [], reason: 'own' });
    const label = await buy(box, { channelId, trackingNumber: 'SELF-0001' });
    expect(label).toMatchObject({ state: 'labelled', carrier: 'own', trackingNumber: 'SELF-0001', labelCost: null });
    const { data } = await file(`${labelPdf.path}?parcelId=${label.id}`);
    expect((await scanPages(data)).map((page) => page.code)).toEqual(['SELF-0001']);
    const again = await l.packed('O-2');
    expect(
      await l.server.call(
        buyLabel,
        { outboundId: again.outboundId, channelId, trackingNumber: 'SELF-0001' },
        l.world.main,
      ),
    ).toMatchObject({
      status: 400,
    });
    expect((await l.world.tx((tx) => shipOutbounds(tx, [box.outboundId, again.outboundId]))).done).toEqual([
      box.outboundId,
    ]);
  });

  it('writes every part of an address, once', () => {
    const text = addressText({
      name: 'Bo',
      company: 'Bo',
      line1: 'A 1',
      line2: 'B 2',
      city: 'C',
      state: 'TX',
      postalCode: '1',
      country: 'US',
      phone: '5',
    });
    expect(text.split('\n')).toEqual(['Bo', 'A 1', 'B 2', 'C, TX 1', 'US', '5']);
  });
});

describe('many labels', () => {
  it('are bought in the background, each with its own outcome', async () => {
    const nowhere = { name: 'Bo', line1: '1 Elm', city: 'Austin', state: 'TX', postalCode: '10001', country: 'US' };
    const good = [await l.packed('B-1'), await l.packed('B-2'), await l.packed('B-3')];
    const bad = await l.packed('B-4', { shipTo: nowhere });
    const outboundIds = [...good, bad].map((box) => box.outboundId);
    l.sandbox.faults.set('ups', { failHalfway: 1, match: '/ship' });
    expect(await l.server.ok(buyLabels, { outboundIds }, l.world.main)).toEqual({ queued: 4 });
    const rows = await l.server.until(async () => {
      const progress = await l.server.ok(labelProgress, { outboundIds }, l.world.main);
      return progress.rows.every((row) => row.outcome !== 'waiting') && progress.rows;
    });
    expect(rows.map((row) => row.outcome)).toEqual(['done', 'done', 'done', 'failed']);
    expect(rows[3]?.error).toContain('10001');
    for (const box of good) expect(l.standing(box.outboundNo)).toHaveLength(1);
    // A second run buys nothing more.
    await l.server.ok(buyLabels, { outboundIds }, l.world.main);
    for (const box of good) expect(l.standing(box.outboundNo)).toHaveLength(1);
  });

  it('have not failed while a lost answer is looked up', async () => {
    const { outboundId, outboundNo } = await l.packed('B-5');
    const { files } = l.server.app;
    const put = files.put.bind(files);
    const found = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    files.put = async (...file) => {
      found.resolve();
      await release.promise;
      return put(...file);
    };
    l.sandbox.faults.set('ups', { failHalfway: 1, match: '/ship' });
    await l.server.ok(buyLabels, { outboundIds: [outboundId] }, l.world.main);
    await found.promise;
    files.put = put;
    const outcome = async () => (await l.server.ok(labelProgress, { outboundIds: [outboundId] }, l.world.main)).rows[0];
    const meanwhile = await outcome();
    release.resolve();
    expect(meanwhile).toMatchObject({ outcome: 'waiting', error: null });
    expect(await l.server.until(async () => (await outcome())?.outcome === 'done')).toBe(true);
    expect(l.standing(outboundNo)).toHaveLength(1);
  });

  /** The carrier said for how long it is busy: that is over for the job that waits for it. */
  const dueNow = () =>
    l.server.app.database.owner.query(
      `with due as (update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()
         and task_id in (select id from graphile_worker._private_tasks where identifier = 'logistics.buyLabels') returning 1)
       select pg_notify('jobs:insert', '{"count":1}') from due`,
    );

  it('have not failed while the carrier is busy, and are bought once it answers', async () => {
    const { outboundId, outboundNo } = await l.packed('B-6');
    l.sandbox.faults.set('ups', { throttle: 1, match: '/ship' });
    await l.server.ok(buyLabels, { outboundIds: [outboundId] }, l.world.main);
    const observed = new Set<string | undefined>();
    await l.server.until(async () => {
      const outcome = (await l.server.ok(labelProgress, { outboundIds: [outboundId] }, l.world.main)).rows[0]?.outcome;
      observed.add(outcome);
      if (outcome === 'waiting') await dueNow();
      return outcome === 'done';
    });
    expect([...observed]).toEqual(['waiting', 'done']);
    expect(l.standing(outboundNo)).toHaveLength(1);
  });
});
