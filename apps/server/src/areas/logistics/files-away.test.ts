import { buyLabel } from '@tradewind/contract/logistics.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bucket, openTestBucket } from '../../testing/bucket.ts';
import { brokenChecks } from '../../testing/checks.ts';
import { settleLost } from './parcel/recover.ts';
import { type Box, type LogisticsWorld, openLogistics } from './testing/world.ts';

let bucket: Bucket;
let l: LogisticsWorld;
beforeAll(async () => {
  bucket = await openTestBucket();
  l = await openLogistics({ FILES_URL: bucket.address('files') });
});
afterAll(async () => {
  await l.close();
  bucket.close();
});

it('a label that is paid while the store of files is away is not bought again, and stands there once it is back', async () => {
  const boxes = [await l.packed('AWAY-1'), await l.packed('AWAY-2')];
  bucket.refusals = Number.MAX_SAFE_INTEGER;
  const bought = await Promise.all(
    boxes.map(({ outboundId }) => l.server.call(buyLabel, { outboundId }, l.world.main)),
  );
  for (const answer of bought) expect(answer).toMatchObject({ status: 409, data: { error: 'logistics.labelNotKept' } });
  for (const { outboundId, outboundNo } of boxes) {
    expect(await l.parcel(outboundId)).toMatchObject({ state: 'uncertain' });
    expect(l.standing(outboundNo)).toHaveLength(1);
  }
  // Meanwhile neither the program nor whoever presses again buys anything.
  await settleLost(l.server.app);
  const [{ outboundId: first }] = boxes as [Box];
  expect((await l.server.call(buyLabel, { outboundId: first }, l.world.main)).status).toBe(503);
  bucket.refusals = 0;
  await settleLost(l.server.app);
  for (const { outboundId, outboundNo } of boxes) {
    const parcel = await l.parcel(outboundId);
    expect(parcel).toMatchObject({ state: 'labelled', attempts: 1 });
    expect(l.standing(outboundNo)).toEqual([parcel.trackingNumber]);
  }
  expect(bucket.kept.size).toBeGreaterThanOrEqual(boxes.length);
  expect(await brokenChecks(l.server.app, l.world.main.companyId)).toEqual([]);
});
