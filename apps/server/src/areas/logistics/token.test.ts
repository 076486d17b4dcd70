import { buyLabel } from '@tradewind/contract/logistics.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokenChecks } from '../../testing/checks.ts';
import { type Box, type LogisticsWorld, openLogistics } from './testing/world.ts';

const BOXES = 40;
const BUYERS = 8;
const DAY_MS = 86_400_000;

let l: LogisticsWorld;
beforeAll(async () => {
  l = await openLogistics();
});
afterAll(() => l.close());

const renewals = () => l.sandbox.log.latest(500).filter((one) => one.path.endsWith('/oauth/token')).length;

it(`a token that dies in the middle of ${BOXES} labels is renewed once by ${BUYERS} buyers: none is doubled or left`, async () => {
  const boxes: Box[] = [];
  for (let n = 1; n <= BOXES; n++) boxes.push(await l.packed(`T-${n}`));
  const queue = [...boxes];
  let bought = 0;
  const before = renewals();
  await Promise.all(
    Array.from({ length: BUYERS }, async () => {
      for (let box = queue.shift(); box; box = queue.shift()) {
        const { data } = await l.server.call(buyLabel, { outboundId: box.outboundId }, l.world.main);
        expect(data).toMatchObject({ state: 'labelled' });
        // The carrier lets it die early, while others buy with it.
        if (++bought === BOXES / 2) l.sandbox.world.clock.advance(DAY_MS);
      }
    }),
  );
  for (const { outboundId, outboundNo } of boxes) {
    const { trackingNumber, attempts } = await l.parcel(outboundId);
    expect([l.standing(outboundNo), attempts]).toEqual([[trackingNumber], 1]);
  }
  expect(renewals() - before).toBe(2);
  expect(await brokenChecks(l.server.app, l.world.main.companyId)).toEqual([]);
});
