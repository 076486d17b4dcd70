import { buyLabel } from '@tradewind/contract/logistics.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '../../core/app.ts';
import { Database } from '../../core/database/database.ts';
import { brokenChecks } from '../../testing/checks.ts';
import { withCarrier } from './carrier/connect.ts';
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

it('a token that dies under two processes is renewed by one of them, and the other takes it over', async () => {
  const { app } = l.server;
  const { options } = app.database.owner;
  const urls = { owner: String(options.connectionString), app: String(app.database.pool.options.connectionString) };
  const other: App = { ...app, database: new Database(urls, { onError: () => {} }) };
  const used = (by: App) =>
    withCarrier(by, l.world.main.ctx, l.accountId, (connector, access) =>
      connector.track(access, '1Z999AA10123456784').then(() => access.tokens?.accessToken),
    );
  try {
    await used(app);
    l.sandbox.world.clock.advance(DAY_MS);
    // Both find the token dead before the carrier has another one ready.
    l.sandbox.faults.set('ups', { slowAnswerMs: 500, match: '/oauth/token' });
    const before = renewals();
    const tokens = await Promise.all([used(app), used(other), used(app), used(other)]);
    expect(renewals() - before).toBe(1);
    expect(new Set(tokens).size).toBe(1);
  } finally {
    l.sandbox.faults.clear();
    await other.database.close();
  }
});
